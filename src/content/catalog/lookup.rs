//! Resolves names in data files to indices into the lists of kinds.

/// The index of the kind with this name; `name_of` reads the name of a kind.
pub(super) fn find<T>(kinds: &[T], name_of: impl Fn(&T) -> &String, name: &str) -> Option<u16> {
    kinds.iter().position(|kind| name_of(kind) == name).map(|place| place as u16)
}
