//! A cell, as far as it is known.

use crate::base::Pos;
use crate::content::{ActorKindId, Gate, ItemKindId};
use crate::levelgen::Tile;
use crate::sim::{Door, Fixture, Known, Stack};

use super::View;

/// A cell as the upkeeper sees or remembers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The terrain; `None` where nothing is known of it.
    pub tile: Option<Tile>,
    pub fixture: Option<Fixture>,
    pub item: Option<ItemKindId>,
    pub blood: bool,
    pub body: bool,
    /// Whose body it is, as long as it is in sight.
    pub body_of: Option<ActorKindId>,
    /// How thick the gas is, where it is in sight.
    pub gas: u8,
    /// Turns that it goes on burning, where it is in sight.
    pub fire: u8,
    /// In sight now; else all of this is memory, or from the plan.
    pub visible: bool,
    /// A brazier or a fire lights it.
    pub lit: bool,
    /// It was seen itself, not only on a plan.
    pub seen: bool,
}

impl View<'_> {
    pub fn cell(&self, pos: Pos) -> Cell {
        let world = self.world();
        let floor = world.floor();
        let known = if world.is_away() { self.as_it_is(pos) } else { floor.known(pos) };
        if !known.plan {
            return Cell::default();
        }
        let visible = world.visible().contains(pos);
        Cell {
            tile: Some(floor.tile(pos)),
            fixture: if visible && world.seems_a_chest(pos) {
                Some(Fixture::Chest { full: true })
            } else {
                known.fixture
            },
            item: known.item,
            blood: known.blood,
            body: known.body,
            body_of: if visible { world.body_at(pos).map(|body| body.kind) } else { None },
            gas: if visible { floor.gas(pos) } else { 0 },
            fire: if visible { floor.fire(pos) } else { 0 },
            visible,
            lit: visible && world.lit().contains(pos),
            seen: known.seen,
        }
    }

    /// What there is to know of a cell for whoever looks on from outside.
    fn as_it_is(&self, pos: Pos) -> Known {
        let world = self.world();
        let floor = world.floor();
        let inside = floor.contains(pos);
        Known {
            plan: inside,
            seen: inside,
            fixture: floor.fixture(pos),
            item: world.item_at(pos).map(|stack| stack.kind),
            blood: inside && floor.has_blood(pos),
            body: world.body_at(pos).is_some(),
        }
    }

    /// What lies on a cell in sight.
    pub fn stack_at(&self, pos: Pos) -> Option<Stack> {
        self.world().item_at(pos).filter(|_| self.is_visible(pos))
    }

    /// The terrain alone; `None` where nothing is known of it.
    pub fn tile(&self, pos: Pos) -> Option<Tile> {
        let floor = self.world().floor();
        let is_known = floor.known(pos).plan || self.is_away() && floor.contains(pos);
        is_known.then(|| floor.tile(pos))
    }

    /// Whether the cell is in sight now.
    pub fn is_visible(&self, pos: Pos) -> bool {
        self.world().visible().contains(pos)
    }

    /// Whether the upkeeper knows of a way to stand there, gates shut; armed traps, gas and fire not counted.
    pub fn is_known_passable(&self, pos: Pos) -> bool {
        let floor = self.world().floor();
        let bears = floor.is_passable(pos) || floor.pits().contains(pos) && self.opens(Gate::Pit);
        floor.known(pos).plan && bears
    }

    /// Whether there is a door that a step opens before it leads anywhere.
    pub fn is_shut(&self, pos: Pos) -> bool {
        let is_gate = matches!(self.gate_at(pos), Some(Gate::LockedDoor | Gate::BossDoor));
        is_gate || self.cell(pos).fixture == Some(Fixture::Door(Door::Closed))
    }

    /// Whether what opens a gate hangs on the belt.
    pub fn opens(&self, gate: Gate) -> bool {
        self.world().opens(gate)
    }

    /// The gate that the upkeeper knows to be shut on a cell.
    pub fn gate_at(&self, pos: Pos) -> Option<Gate> {
        self.world().known_gate_at(pos)
    }

    /// The gates that the upkeeper knows of and that are still shut, in reading order.
    pub fn known_gates(&self) -> Vec<(Pos, Gate)> {
        let world = self.world();
        let known = world.floor().gates().iter();
        known.filter_map(|pos| Some((pos, world.known_gate_at(pos)?))).collect()
    }

    /// An armed trap, gas or fire, as far as the upkeeper knows.
    pub fn is_known_danger(&self, pos: Pos) -> bool {
        let cell = self.cell(pos);
        cell.gas > 0 || cell.fire > 0 || cell.fixture.is_some_and(Fixture::is_armed_trap)
    }
}
