//! Checks of `categories.ron`.

use super::Checker;
use crate::content::category::{Category, Measure, Need};
use crate::content::error::DataError;

/// The letters of grades, from the best to the worst.
const GRADES: &str = "SABCDF";

pub(super) fn check_all(file: &Checker<'_>, categories: &[Category]) -> Result<(), DataError> {
    if categories.is_empty() {
        return Err(file.error("", "id", "there is no category".to_owned()));
    }
    file.unique(categories.iter().map(|category| category.id.as_str()))
        .map_err(|error| DataError { field: error.field.replace(".name", ".id"), ..error })?;
    categories.iter().try_for_each(|category| check(file, category))
}

fn check(file: &Checker<'_>, category: &Category) -> Result<(), DataError> {
    let Category { id, name, about, mode: _, needs, measure, splits } = category;
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
        if let Need::Grade { at_least } = need
            && !GRADES.contains(*at_least)
        {
            let message = format!("'{at_least}' is no grade; there are {GRADES}");
            return Err(file.error(id, "needs", message));
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
        _ if splits.is_empty() => error("splits", "there must be at least one"),
        _ => Ok(()),
    }
}
