//! Names in data files, resolved to places in the lists that they name.

/// The place of the kind with this name; `name_of` reads the name of a kind.
pub(super) fn find<T>(kinds: &[T], name_of: impl Fn(&T) -> &String, name: &str) -> Option<u16> {
    kinds.iter().position(|kind| name_of(kind) == name).map(|place| place as u16)
}
