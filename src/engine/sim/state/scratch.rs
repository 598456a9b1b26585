//! What is not saved: where actors and things are by cell, sight and light, buffers that searches
//! reuse, and caches of what follows from the state.

use base::{Astar, Bits, DistanceField, GoalSearch, Grid, Pos, Rect, TargetDistances};
use content::{FactionId, Factions};
use hecs::Entity;

/// Reusable buffers of searches.
#[derive(Default)]
pub(crate) struct Scratch {
    pub astar: Astar,
    pub path: Vec<Pos>,
    /// The cells of a path search, and those of them that cost more.
    pub ground: Bits,
    pub dear: Bits,
    /// Distances from a noise: over open cells, and with shut doors counted as longer.
    pub meter: TargetDistances,
    pub noise: DistanceField,
    /// Distances to the goals of the player's walk.
    pub way: DistanceField,
    /// Costs of the ways of a party that chooses one.
    pub ways: DistanceField,
    /// Searches for the nearest goal of the player, and for the edge of what a party has seen.
    pub seeker: GoalSearch,
    pub raid: RaidCaches,
}

/// Caches for the raid that is on: they follow from the state.
#[derive(Default)]
pub(crate) struct RaidCaches {
    /// The cells from which members have looked.
    pub vantage_points: Option<VantagePoints>,
    /// Distances to the nearer of start and exit.
    pub home: DistanceCache,
}

/// Distances over the ground that the party knows.
#[derive(Default)]
pub(crate) struct DistanceCache {
    /// What they were computed for: the version of passability and the numbers of traps that were
    /// noticed and of those that are walked over all the same; and the seen cells.
    pub of: Option<(u32, usize)>,
    pub seen: Bits,
    pub field: DistanceField,
}

#[derive(Debug)]
pub(crate) struct VantagePoints {
    /// The version of sight, and the opaque cells, for which the others hold.
    pub(crate) sight_version: u32,
    pub(crate) opaque: Bits,
    /// Cells from which a member looked while they were dark, and while they were lit.
    pub(crate) dark: Bits,
    pub(crate) lit: Bits,
}

/// Bit sets of sight and light, and what they were computed for.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Cells with a clear line from the player, lit or not.
    pub(crate) los: Bits,
    /// Cells that the player sees.
    pub visible: Bits,
    /// Cells that braziers and fires light.
    pub lit: Bits,
    /// What it was computed for: place of the player, revision of the floor, blindness, lantern.
    pub(crate) seen_from: Option<(Pos, u32, bool, i32)>,
    pub(crate) lit_at: Option<u32>,
    pub(crate) buffer: Bits,
}

impl Sight {
    pub(crate) fn new(width: i32, height: i32) -> Sight {
        let none = Bits::new(width, height);
        Sight {
            los: none.clone(),
            visible: none.clone(),
            lit: none.clone(),
            seen_from: None,
            lit_at: None,
            buffer: none,
        }
    }
}

/// The cells where actors stand. Follows from the actors.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    anybody: Bits,
    /// The cells of the actors of each faction, in no order.
    sides: Vec<Vec<Pos>>,
}

impl Presence {
    /// The index of a floor of this size without actors.
    pub(crate) fn new(width: i32, height: i32, factions: &Factions) -> Presence {
        let sides = vec![Vec::new(); factions.names.len()];
        Presence { anybody: Bits::new(width, height), sides }
    }

    /// An actor of a faction stands on a cell from now on, in place of any that stood there.
    pub(crate) fn put(&mut self, pos: Pos, side: FactionId) {
        if !self.anybody.insert(pos) {
            self.sides.iter_mut().for_each(|cells| forget(cells, pos));
        }
        self.sides[usize::from(side.0)].push(pos);
    }

    /// The actor of a faction on a cell is gone.
    pub(crate) fn clear(&mut self, pos: Pos, side: FactionId) {
        self.anybody.remove(pos);
        forget(&mut self.sides[usize::from(side.0)], pos);
    }

    /// The cells where enemies of a faction stand, by their faction, in no order.
    pub(crate) fn foes(
        &self,
        side: FactionId,
        factions: &Factions,
    ) -> impl Iterator<Item = &[Pos]> {
        let enemies = factions.enemies_of(side).iter();
        enemies.map(|enemy| &self.sides[usize::from(enemy.0)][..])
    }

    /// Whether both hold the same cells for the same factions, in whatever order.
    pub(crate) fn agrees_with(&self, other: &Presence) -> bool {
        let in_order = |presence: &Presence| {
            let mut sides = presence.sides.clone();
            for cells in &mut sides {
                cells.sort();
            }
            sides
        };
        self.anybody == other.anybody && in_order(self) == in_order(other)
    }

    /// The cells within a rectangle where actors stand.
    pub(crate) fn within(&self, rect: Rect) -> impl Iterator<Item = Pos> {
        self.anybody.iter_in(rect)
    }
}

fn forget(cells: &mut Vec<Pos>, pos: Pos) {
    if let Some(place) = cells.iter().position(|&cell| cell == pos) {
        cells.swap_remove(place);
    }
}

/// The things of one kind on a floor, one to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ThingIndex {
    pub(super) at: Grid<Option<Entity>>,
    pub(super) cells: Bits,
}

impl ThingIndex {
    pub(super) fn new(width: i32, height: i32) -> ThingIndex {
        ThingIndex { at: Grid::filled(width, height, None), cells: Bits::new(width, height) }
    }

    pub(super) fn insert(&mut self, pos: Pos, entity: Entity) {
        self.at[pos] = Some(entity);
        self.cells.insert(pos);
    }

    pub(super) fn remove(&mut self, pos: Pos) -> Option<Entity> {
        self.cells.remove(pos);
        self.at[pos].take()
    }
}
