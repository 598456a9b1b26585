//! A category that the command line names.

use super::Failure;
use content::{Catalog, Category, CategoryMode};

/// The category of a name, among those of a mode if one is given.
///
/// # Errors
/// Names those that there are.
pub(super) fn find_category<'a>(
    catalog: &'a Catalog,
    id: &str,
    mode: Option<CategoryMode>,
) -> Result<&'a Category, Failure> {
    let found = catalog.find_category(id);
    if let Some(category) = found.filter(|found| mode.is_none_or(|mode| found.mode == mode)) {
        return Ok(category);
    }
    let is_asked = |known: &&Category| mode.is_none_or(|mode| known.mode == mode);
    let known = catalog.categories.iter().filter(is_asked).map(|known| known.id.as_str());
    let known = known.collect::<Vec<_>>().join(", ");
    Err(Failure::usage(&match (found, mode) {
        (Some(category), Some(mode)) => {
            let (of, asked) = (category.mode.runs(), mode.runs());
            format!("“{id}” is a category of {of}; of {asked} there are {known}")
        }
        (_, Some(mode)) => {
            format!("there is no category “{id}” of {}; there are {known}", mode.runs())
        }
        (_, None) => format!("there is no category “{id}”; there are {known}"),
    }))
}
