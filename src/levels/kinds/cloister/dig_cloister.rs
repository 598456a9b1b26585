//! Digs a cloister's rooms, hallways and courts.

use crate::algo::graph::Graph;
use crate::draft::LevelDraft;
use crate::draft::dig::dig_room;
use crate::draft::dig::hang_doors;
use crate::error::PassError;
use crate::kinds::cloister::garden;
use crate::level::{Link, LinkGate, Thing, ThingKind};
use crate::tile::Tile;
use base::{Dir, Pos, Rect};

/// Digs every room and hallway, hangs doors at their ends, bars the gates, lays the courts out as gardens,
/// and marks start and exit.
///
/// A gate is the first cell of its hallway, seen from the start; a pit is the whole hallway, without a door, so that the
/// goal can be seen across it. A drop is the first cell, with a ledge on it.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let door_percent = draft.setting("door_percent")? as u32;
    let (Some(cycles), Some(found)) = (draft.cycles.take(), &draft.detail.cloister) else {
        return Err(PassError::Missing("cycles and their patterns"));
    };
    let (start_room, one_way) = (found.start_room, found.one_way.clone());
    for room in 0..draft.rooms.len() {
        dig_room(draft, draft.rooms[room].rect);
    }
    for &court in &cycles.courts {
        garden::plant(&mut draft.tiles, draft.rooms[court].rect);
    }
    let ends: Vec<(usize, usize)> = draft.links.iter().map(|link| (link.a, link.b)).collect();
    let steps = Graph::of(draft.rooms.len(), &ends).distances(start_room);
    let mut links = std::mem::take(&mut draft.links);
    for (number, link) in links.iter_mut().enumerate() {
        let tile = if link.gate == Some(LinkGate::Pit) { Tile::Pit } else { Tile::Floor };
        for &pos in &link.cells {
            draft.tiles[pos] = tile;
        }
        if one_way.contains(&number) {
            let (cell, to) = drop(link, draft.rooms[link.a].rect);
            draft.place_thing(ThingKind::Door, &Thing::ledge_name(to), 1, cell);
        } else if tile == Tile::Floor {
            let a_is_nearer = link.gate.is_some() || steps[link.a] <= steps[link.b];
            hang_doors(draft, link, a_is_nearer, door_percent);
        }
    }
    draft.links = links;
    draft.cycles = Some(cycles);
    draft.tiles[draft.start] = Tile::Start;
    draft.tiles[draft.exit] = Tile::Exit;
    Ok(())
}

/// The ledge of a link that leads out of a room, and the direction down.
fn drop(link: &Link, from: Rect) -> (Pos, Dir) {
    let cell = link.cells[0];
    let out = Dir::CARDINAL.into_iter().find(|dir| from.contains(cell + dir.opposite()));
    (cell, out.unwrap_or(Dir::North))
}
