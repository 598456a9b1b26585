//! The plan of a level, and the measures that depend on nothing else.

use std::cell::OnceCell;

use crate::draft::LevelDraft;
use crate::kinds::vault::detail::VaultDetail;
use crate::kinds::vault::state::{EXIT_ID, START_ID, SuperTiles};
use crate::level::{Level, Link, Room};
use crate::measure::graph::LevelGraph;
use crate::tile::Tile;
use base::{Bits, DistanceField, Grid, Moves, Pos};

/// The plan of a level: what is known of it before anything is placed on it.
///
/// Each measure is computed when it is asked for. [`super::Measures`] says what they mean.
pub struct Plan<'a> {
    tiles: &'a Grid<Tile>,
    start: Pos,
    exit: Pos,
    rooms: &'a [Room],
    links: &'a [Link],
    features: Option<Features<'a>>,
    attempts: u32,
    passable: OnceCell<Bits>,
    graph: OnceCell<LevelGraph>,
}

/// The features of a vault, as a draft or a finished level has them.
#[derive(Clone, Copy)]
enum Features<'a> {
    Drafted(&'a SuperTiles),
    Finished(&'a VaultDetail),
}

impl<'a> Plan<'a> {
    /// The plan of a finished level.
    pub fn of(level: &'a Level) -> Plan<'a> {
        Plan {
            tiles: &level.tiles,
            start: level.start,
            exit: level.exit,
            rooms: &level.rooms,
            links: &level.links,
            features: level.detail.vault.as_ref().map(Features::Finished),
            attempts: level.attempts,
            passable: OnceCell::new(),
            graph: OnceCell::new(),
        }
    }

    /// The plan of a draft that all passes of its plan have worked on.
    pub(crate) fn of_draft(draft: &'a LevelDraft<'_>) -> Plan<'a> {
        Plan {
            tiles: &draft.tiles,
            start: draft.start,
            exit: draft.exit,
            rooms: &draft.rooms,
            links: &draft.links,
            features: draft.super_tiles.as_ref().map(Features::Drafted),
            attempts: draft.attempt(),
            passable: OnceCell::new(),
            graph: OnceCell::new(),
        }
    }

    /// Number of attempts, the successful one included.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The number of rooms.
    pub fn rooms(&self) -> u32 {
        self.rooms.len() as u32
    }

    /// The number of links between rooms.
    pub fn links(&self) -> u32 {
        self.links.len() as u32
    }

    /// The number of links with a gate.
    pub fn gates(&self) -> u32 {
        self.links.iter().filter(|link| link.gate.is_some()).count() as u32
    }

    pub fn density(&self) -> u32 {
        share(self.passable().count(), self.tiles.area())
    }

    pub fn path(&self) -> u32 {
        let passable = self.passable();
        let mut steps = DistanceField::new();
        steps.spread(passable, [self.start], Moves::Eight, DistanceField::MAX_DISTANCE);
        let to_exit = steps.get(self.exit);
        let Some((_, end)) = farthest(&steps, passable) else { return 0 };
        steps.spread(passable, [end], Moves::Eight, DistanceField::MAX_DISTANCE);
        let diameter = farthest(&steps, passable).map_or(0, |(steps, _)| steps);
        share(to_exit.into(), diameter.into())
    }

    pub fn loops(&self) -> u32 {
        self.graph().loops() as u32
    }

    pub fn dead_ends(&self) -> u32 {
        self.graph().dead_ends() as u32
    }

    pub fn chokepoints(&self) -> u32 {
        share(self.graph().articulation_points(), self.graph().len())
    }

    pub fn linearity(&self) -> u32 {
        share(self.graph().shortest_path(), self.graph().len())
    }

    pub fn symmetry(&self) -> u32 {
        let passable = Grid::from(self.passable().clone());
        let (right, bottom) = (passable.width() - 1, passable.height() - 1);
        let matching = |counterpart: &dyn Fn(Pos) -> Pos| {
            passable.iter().filter(|&(pos, &cell)| passable[counterpart(pos)] == cell).count()
        };
        let best = matching(&|pos| Pos::new(right - pos.x, pos.y))
            .max(matching(&|pos| Pos::new(pos.x, bottom - pos.y)))
            .max(matching(&|pos| Pos::new(right - pos.x, bottom - pos.y)));
        share(best, passable.area())
    }

    /// The cells that can be walked on, gates counted as open.
    fn passable(&self) -> &Bits {
        self.passable.get_or_init(|| Bits::of(self.tiles, |tile| tile.is_passable()))
    }

    fn graph(&self) -> &LevelGraph {
        self.graph.get_or_init(|| {
            // Rooms without links are connected by caves.
            if self.rooms.len() == 1 || !self.links.is_empty() {
                let ends = [self.room_at(self.start), self.room_at(self.exit)];
                let pairs = self.links.iter().map(|link| (link.a, link.b));
                return LevelGraph::new(self.rooms.len(), pairs, ends);
            }
            match self.features {
                Some(Features::Finished(vault)) => {
                    let pairs = vault.connections.iter().copied();
                    LevelGraph::new(vault.features.len(), pairs, [START_ID, EXIT_ID])
                }
                Some(Features::Drafted(tiles)) => {
                    let pairs = tiles.connections().into_iter();
                    LevelGraph::new(tiles.features.len(), pairs, [START_ID, EXIT_ID])
                }
                None => LevelGraph::of_cells(self.passable(), [self.start, self.exit]),
            }
        })
    }

    fn room_at(&self, pos: Pos) -> usize {
        self.rooms.iter().find(|room| room.rect.contains(pos)).map_or(0, |room| room.id)
    }
}

/// The greatest number of steps to a reachable cell, and the cell; of several the first in reading order.
fn farthest(steps: &DistanceField, passable: &Bits) -> Option<(u16, Pos)> {
    let reached = passable.iter().map(|pos| (steps.get(pos), pos));
    let reached = reached.filter(|&(steps, _)| steps != DistanceField::UNREACHABLE);
    reached.max_by_key(|&(steps, pos)| (steps, std::cmp::Reverse(pos)))
}

/// `part` in thousandths of `whole`; 0 if that is 0.
pub(crate) fn share(part: usize, whole: usize) -> u32 {
    (part * 1000).checked_div(whole).unwrap_or(0) as u32
}
