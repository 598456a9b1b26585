//! Checks that every name that the side panel shows fits there, whole or in its short form.

use unicode_width::UnicodeWidthStr;

use super::checker::Checker;
use crate::error::DataError;
use crate::short_names::ShortName;

/// The names of one kind: where they stand, and what room they have.
pub(super) struct NamedKind<'a> {
    /// The file in which they are declared.
    pub file: Checker<'a>,
    /// The list of `short_names.ron` that has their short forms.
    pub list: &'static str,
    pub columns: usize,
    pub forms: &'a [ShortName],
}

/// Refuses a name that is too long and has no short form, and a short form that is too long or empty. Short forms of no name
/// may be there: other content replaces single files.
pub(super) fn check<'n>(
    short_names: &Checker<'_>,
    kind: &NamedKind<'_>,
    mut names: impl Iterator<Item = &'n str>,
) -> Result<(), DataError> {
    let NamedKind { file, list, columns, forms } = kind;
    short_names.unique(forms.iter().map(|own| own.name.as_str()))?;
    for ShortName { name, short } in *forms {
        let message = match short.width() {
            0 => "has no characters".to_owned(),
            wide if wide > *columns => {
                format!("“{short}” takes {wide} columns, the side panel has {columns}")
            }
            _ => continue,
        };
        return Err(short_names.error(name, "short", message));
    }
    let too_long =
        names.find(|name| name.width() > *columns && !forms.iter().any(|own| own.name == **name));
    let Some(name) = too_long else { return Ok(()) };
    let message = format!(
        "takes {} columns, the side panel has {columns}: give it a `short` in `{list}` of short_names.ron",
        name.width()
    );
    Err(file.error(name, "name", message))
}
