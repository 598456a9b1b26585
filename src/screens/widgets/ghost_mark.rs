//! Where on the map a ghost is drawn: only over floor that the player knows, and never over what is there.

use base::Pos;
use engine::view::View;
use levels::Tile;

use super::map::{MapMark, MarkKind};

/// The mark of a ghost on a cell; `None` where it would tell what the player does not know, or hide what is there.
pub(crate) fn of(view: View<'_>, at: Pos) -> Option<MapMark> {
    let cell = view.cell(at);
    let is_floor =
        cell.seen && cell.tile.is_some_and(|tile| !matches!(tile, Tile::Wall | Tile::Rock));
    let is_taken = view.actor_at(at).is_some()
        || (!view.is_away() && view.player().pos == at)
        || cell.item.is_some();
    (is_floor && !is_taken).then_some(MapMark { at, kind: MarkKind::Ghost })
}
