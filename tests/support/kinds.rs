//! The kinds of levels that there are.

use super::content::catalog;

/// The names of all kinds, in the order of the content.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> {
    catalog().levels.iter().map(|kind| kind.name.as_str())
}
