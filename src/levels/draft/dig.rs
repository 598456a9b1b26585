//! Digs rooms and routed hallways.

use crate::algo::graph::{Graph, graph};
use crate::algo::router::Hallway;
use crate::draft::LevelDraft;
use crate::level::{Link, LinkGate, LinkKind, ThingKind};
use base::{Pos, Rect};
use content::Tile;

/// The graph of the rooms, with a length of 1 for each link.
pub(crate) fn link_graph(rooms: usize, links: &[Link]) -> Graph {
    graph(rooms, links.iter().map(|link| (link.a, link.b, 1)))
}

pub(crate) fn dig_room(draft: &mut LevelDraft<'_>, room: Rect) {
    draft.tiles.fill(room.positions(), Tile::Floor);
}

/// Digs a hallway, hangs doors on the given cells and adds the link, without a gate.
pub(crate) fn dig_hallway(
    draft: &mut LevelDraft<'_>,
    hallway: Hallway,
    kind: LinkKind,
    doors: Vec<Pos>,
) {
    let Hallway { a, b, cells } = hallway;
    draft.tiles.fill(cells.iter().copied(), Tile::Floor);
    draft.tiles.fill(doors.iter().copied(), Tile::Door);
    draft.links.push(Link { doors, ..Link::new(a, b, kind, cells) });
}

/// The cells for doors of a hallway: both ends, or the first alone if two doors would be less than
/// three cells apart.
pub(crate) fn doorways(cells: &[Pos]) -> Vec<Pos> {
    match cells {
        [] => Vec::new(),
        [first, .., last] if cells.len() > 3 => vec![*first, *last],
        [first, ..] => vec![*first],
    }
}

/// Hangs the link's gate, or with a chance of `percent` a door, at the end nearer to the start, and
/// with the same chance a door at the other end.
pub(crate) fn hang_doors(
    draft: &mut LevelDraft<'_>,
    link: &mut Link,
    a_is_nearer: bool,
    percent: u32,
) {
    let last = link.cells.len() - 1;
    let (near, far) = if a_is_nearer { (0, last) } else { (last, 0) };
    let tile = match link.gate {
        Some(LinkGate::Key) => Some(Tile::LockedDoor),
        Some(LinkGate::Boss) => Some(Tile::BossDoor),
        Some(LinkGate::Pit) => Some(Tile::Pit),
        Some(LinkGate::Rubble) => Some(Tile::Rubble),
        None => draft.stream.percent(percent).then_some(Tile::Door),
    };
    // Doors do not stand beside each other.
    let other = (last > 1 && draft.stream.percent(percent)).then_some(Tile::Door);
    for (place, tile) in [(near, tile), (far, other)] {
        let Some(tile) = tile else { continue };
        let pos = link.cells[place];
        draft.tiles[pos] = tile;
        if !matches!(tile, Tile::Pit | Tile::Rubble) {
            link.doors.push(pos);
            draft.place_thing(ThingKind::Door, "door", 1, pos);
        }
    }
    if !a_is_nearer {
        // In the order of the cells.
        link.doors.reverse();
    }
}
