//! What the text map and the picture of the overworld have in common.

use base::{Line, Pos, Tie};

/// The letter of a kind of site.
pub(super) fn sign(kind: &str) -> char {
    match kind {
        "crypt" => 'Y',
        "cloister" => 'O',
        other => other.chars().next().map_or('?', |first| first.to_ascii_uppercase()),
    }
}

/// The cells of a road between its ends.
pub(super) fn road_cells(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    Line::new(from, to, Tie::NorthWest).filter(move |&pos| pos != to)
}
