//! Checks of `categories.ron`.

use super::checker::Checker;
use crate::category::{Category, CategoryMode, Measure, Need, SplitPoint};
use crate::source::DataError;

pub(super) fn check_all(file: &Checker<'_>, categories: &[Category]) -> Result<(), DataError> {
    if categories.is_empty() {
        return Err(file.error("", "id", "there is no category".to_owned()));
    }
    file.unique(categories.iter().map(|category| category.id.as_str()))
        .map_err(|error| DataError { field: error.field.replace(".name", ".id"), ..error })?;
    for mode in [CategoryMode::Shift, CategoryMode::Campaign] {
        if categories.iter().all(|category| category.mode != mode) {
            let message = format!("there is no category of {}", mode.runs());
            return Err(file.error("", "mode", message));
        }
    }
    categories.iter().try_for_each(|category| check(file, category))
}

/// Whether all that a category names is of its mode.
fn check_mode(file: &Checker<'_>, category: &Category) -> Result<(), DataError> {
    let Category { id, mode, needs, measure, splits, each_site, .. } = category;
    let error = |field: &str, what: &str| {
        let message = format!("{what} is not of {}", mode.runs());
        Err(file.error(id, field, message))
    };
    if let Some(need) = needs.iter().find(|need| need.mode().is_some_and(|own| own != *mode)) {
        return error("needs", &format!("{need:?}"));
    }
    if let Some(point) = splits.iter().find(|point| point.mode() != *mode) {
        return error("splits", &point.name());
    }
    if *each_site && *mode != CategoryMode::Campaign {
        return error("each_site", "a split of each site");
    }
    if *measure == Measure::FewestNights && *mode != CategoryMode::Campaign {
        return error("measure", "FewestNights");
    }
    let is_zero =
        |point: &&SplitPoint| matches!(point, SplitPoint::Site(0) | SplitPoint::SeatFloor(0));
    if let Some(point) = splits.iter().find(is_zero) {
        let message = format!("{}: they are counted from 1", point.name());
        return Err(file.error(id, "splits", message));
    }
    Ok(())
}

fn check(file: &Checker<'_>, category: &Category) -> Result<(), DataError> {
    check_mode(file, category)?;
    let Category { id, name, about, mode: _, needs, measure, splits, each_site } = category;
    let error = |field: &str, message: &str| Err(file.error(id, field, message.to_owned()));
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || id.len() > 40 || !id.chars().all(is_word) {
        return error("id", "must be 1 to 40 characters from a to z, 0 to 9 and -");
    }
    for (field, text) in [("name", name), ("about", about)] {
        if text.is_empty() || text.len() > 200 || text.chars().any(char::is_control) {
            return error(field, "must be a line of 1 to 200 bytes");
        }
    }
    for need in needs {
        if let Need::Grade { at_least } = need {
            file.grade(id, "needs", *at_least)?;
        }
    }
    let is_twice = |place: usize| splits[..place].contains(&splits[place]);
    if let Some(place) = (0..splits.len()).find(|&place| is_twice(place)) {
        let message = format!("{} stands twice", splits[place].name());
        return Err(file.error(id, "splits", message));
    }
    match measure {
        Measure::FewestTurns { to } if !splits.contains(to) => {
            let message = format!("the turns to {} need a split of that name", to.name());
            Err(file.error(id, "measure", message))
        }
        _ if splits.is_empty() && !each_site => error("splits", "there must be at least one"),
        _ => Ok(()),
    }
}
