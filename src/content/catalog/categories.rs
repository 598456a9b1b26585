//! Checks of `categories.ron`.

use super::checker::Checker;
use crate::category::{Category, CategoryMode, Measure, Need, SplitPoint};
use crate::source::{Checked, DataError};

pub(super) fn check_all(file: Checker<'_>, categories: &[Category]) -> Checked {
    file.ensure(!categories.is_empty(), "id", "there is no category")?;
    file.unique(categories.iter().map(|category| category.id.as_str()))
        .map_err(|error| DataError { field: error.field.replace(".name", ".id"), ..error })?;
    for mode in [CategoryMode::Shift, CategoryMode::Campaign] {
        let is_there = categories.iter().any(|category| category.mode == mode);
        let message = format_args!("there is no category of {}", mode.runs());
        file.ensure(is_there, "mode", message)?;
    }
    for category in categories {
        let file = file.of(&category.id);
        check_mode(file, category)?;
        check(file, category)?;
    }
    Ok(())
}

/// Whether all that a category names is of its mode.
fn check_mode(file: Checker<'_>, category: &Category) -> Checked {
    let Category { mode, needs, measure, splits, each_site, .. } = category;
    let refuse = |field: &str, what: &str| {
        Err(file.error(field, format_args!("{what} is not of {}", mode.runs())))
    };
    if let Some(need) = needs.iter().find(|need| need.mode().is_some_and(|own| own != *mode)) {
        return refuse("needs", &format!("{need:?}"));
    }
    if let Some(point) = splits.iter().find(|point| point.mode() != *mode) {
        return refuse("splits", &point.name());
    }
    if *each_site && *mode != CategoryMode::Campaign {
        return refuse("each_site", "a split of each site");
    }
    if *measure == Measure::FewestNights && *mode != CategoryMode::Campaign {
        return refuse("measure", "FewestNights");
    }
    let is_zero =
        |point: &&SplitPoint| matches!(point, SplitPoint::Site(0) | SplitPoint::SeatFloor(0));
    splits.iter().find(is_zero).map_or(Ok(()), |point| {
        Err(file.error("splits", format_args!("{}: they are counted from 1", point.name())))
    })
}

fn check(file: Checker<'_>, category: &Category) -> Checked {
    let Category { id, name, about, mode: _, needs, measure, splits, each_site } = category;
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_id = (1..=40).contains(&id.len()) && id.chars().all(is_word);
    file.ensure(is_id, "id", "must be 1 to 40 characters from a to z, 0 to 9 and -")?;
    file.line("name", name, 200)?;
    file.line("about", about, 200)?;
    for need in needs {
        if let Need::Grade { at_least } = need {
            file.grade("needs", *at_least)?;
        }
    }
    for (place, point) in splits.iter().enumerate() {
        let is_new = !splits[..place].contains(point);
        file.ensure(is_new, "splits", format_args!("{} stands twice", point.name()))?;
    }
    match measure {
        Measure::FewestTurns { to } => {
            let message = format_args!("the turns to {} need a split of that name", to.name());
            file.ensure(splits.contains(to), "measure", message)
        }
        _ => file.ensure(!splits.is_empty() || *each_site, "splits", "there must be at least one"),
    }
}
