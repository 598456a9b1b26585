//! Cells of the floor, as far as the player knows them.

use crate::sim::{Door, Fixture, Known, Stack, Turns};
use base::{Bits, Dir, DistanceField, Moves, Pos};
use content::{ActorKindId, Gate, ItemKindId};
use levels::Tile;

use super::View;

/// A cell as the player sees or remembers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The terrain; `None` of an unknown cell.
    pub tile: Option<Tile>,
    pub fixture: Option<Fixture>,
    pub item: Option<ItemKindId>,
    pub blood: bool,
    pub body: bool,
    /// Turns until the body gets up, if it ever does.
    pub body_rises: Option<Turns>,
    /// The kind of actor that the body was, while it is in sight.
    pub body_of: Option<ActorKindId>,
    /// Amount of gas; 0 out of sight.
    pub gas: u8,
    /// Turns that it will burn; 0 out of sight.
    pub fire: u8,
    /// Whether it is in sight now; otherwise the rest is remembered, or known from the plan.
    pub visible: bool,
    /// Whether a brazier or a fire lights it.
    pub lit: bool,
    /// Whether it was ever in sight, not only known from the plan.
    pub seen: bool,
}

impl View<'_> {
    pub fn cell(&self, pos: Pos) -> Cell {
        let world = self.world();
        let floor = world.floor();
        let known = if self.shows_everything() { self.as_it_is(pos) } else { floor.known(pos) };
        if !known.plan {
            return Cell::default();
        }
        let visible = self.is_visible(pos);
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
            body_rises: if known.body { world.known_turns_to_rising(pos) } else { None },
            body_of: if known.body && visible {
                world.body_at(pos).map(|body| body.kind)
            } else {
                None
            },
            gas: if visible { floor.gas(pos) } else { 0 },
            fire: if visible { floor.fire(pos) } else { 0 },
            visible,
            lit: visible && world.sight.lit.contains(pos),
            seen: known.seen,
        }
    }

    /// A cell as it is, for those who watch a raid from outside and see everything.
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

    pub fn stack_at(&self, pos: Pos) -> Option<Stack> {
        self.world().item_at(pos).filter(|_| self.is_visible(pos))
    }

    /// The terrain alone; `None` of an unknown cell.
    pub fn tile(&self, pos: Pos) -> Option<Tile> {
        let floor = self.world().floor();
        let is_known = floor.known(pos).plan || self.shows_everything() && floor.contains(pos);
        is_known.then(|| floor.tile(pos))
    }

    pub fn is_visible(&self, pos: Pos) -> bool {
        let world = self.world();
        world.sight.visible.contains(pos) || self.is_spectator && world.floor().contains(pos)
    }

    /// Whether the player knows that the cell can be entered with all gates shut; traps, gas and
    /// fire are not considered.
    pub fn is_known_passable(&self, pos: Pos) -> bool {
        let floor = self.world().floor();
        let can_enter = floor.is_passable(pos) || floor.pits.contains(pos) && self.opens(Gate::Pit);
        floor.known(pos).plan && can_enter
    }

    /// The cells of which [`View::is_known_passable`] is true.
    pub fn known_passable_cells(&self) -> Bits {
        let floor = self.world().floor();
        let mut cells = floor.passable.clone();
        if self.opens(Gate::Pit) {
            cells.union(&floor.pits);
        }
        cells.intersect(&floor.planned);
        cells
    }

    /// One shortest way from the entry to the exit over known cells, traps and the gates that
    /// parties get past included; empty as long as the player knows of none.
    pub fn way_through(&self) -> Vec<Pos> {
        let (floor, start) = (self.world().floor(), self.start());
        let mut ground = floor.ground_of_raiders();
        ground.intersect(&floor.planned);
        let mut to_exit = DistanceField::new();
        if to_exit.spread_until(&ground, [self.exit()], Moves::Eight, start).is_none() {
            return Vec::new();
        }
        let next = |&at: &Pos| to_exit.step_down(at).map(|dir| at + dir);
        std::iter::successors(Some(start), next).collect()
    }

    /// The cells of which [`View::is_known_danger`] is true.
    pub fn known_dangers(&self) -> Vec<Pos> {
        let floor = self.world().floor();
        let traps = if self.shows_everything() {
            floor.armed.clone()
        } else {
            self.world().known_traps_to_avoid()
        };
        let clouds = floor.gassy.iter().chain(&floor.burning).copied();
        traps.iter().chain(clouds.filter(|&pos| self.is_visible(pos))).collect()
    }

    /// The first step of the shortest way over known cells to one, past all known dangers and
    /// whoever else is in sight and would not change places.
    pub fn first_step_to(&self, at: Pos) -> Option<Dir> {
        let mut open = self.known_passable_cells();
        for danger in self.known_dangers() {
            open.remove(danger);
        }
        let world = self.world();
        let player = world.roster()[0];
        for other in &world.roster()[1..] {
            let stays = world.strikes_by_step(&player, other)
                || world.is_keeper(other)
                || !world.makes_way(other, player.pos);
            if other.pos != at && stays && self.is_visible(other.pos) {
                open.remove(other.pos);
            }
        }
        let (mut field, here) = (DistanceField::new(), self.player().pos);
        field.spread_until(&open, [at], Moves::Eight, here)?;
        field.step_down(here)
    }

    /// The steps from the player to each cell that they know a safe way to.
    pub fn steps_from_here(&self) -> DistanceField {
        let (mut field, ground) = (DistanceField::new(), self.world().known_safe_ground());
        field.spread(&ground, [self.player().pos], Moves::Eight, DistanceField::MAX_DISTANCE);
        field
    }

    /// The cells where the player knows of a chute, in reading order.
    pub fn known_chutes(&self) -> Vec<Pos> {
        let floor = self.world().floor();
        let is_chute = |&pos: &Pos| self.cell(pos).fixture == Some(Fixture::Chute);
        let built = if self.shows_everything() { &floor.built } else { &floor.remembered };
        built.iter().filter(is_chute).collect()
    }

    /// Whether there is a closed or locked door, which a step opens instead of moving.
    pub fn is_shut(&self, pos: Pos) -> bool {
        let is_gate = matches!(self.gate_at(pos), Some(Gate::LockedDoor | Gate::BossDoor));
        is_gate || self.cell(pos).fixture == Some(Fixture::Door(Door::Closed))
    }

    pub fn opens(&self, gate: Gate) -> bool {
        self.world().opens(gate)
    }

    pub fn gate_at(&self, pos: Pos) -> Option<Gate> {
        self.world().known_gate_at(pos)
    }

    /// The shut gates that the player knows of, in reading order.
    pub fn known_gates(&self) -> Vec<(Pos, Gate)> {
        let world = self.world();
        let known = world.floor().gates.iter();
        known.filter_map(|pos| Some((pos, world.known_gate_at(pos)?))).collect()
    }

    /// Whether the player knows of an armed trap, gas or fire on a cell.
    pub fn is_known_danger(&self, pos: Pos) -> bool {
        let floor = self.world().floor();
        let fixture =
            if self.shows_everything() { floor.fixture(pos) } else { floor.known(pos).fixture };
        let burns = || floor.gas(pos) > 0 || floor.fire(pos) > 0;
        let is_spared = || !self.shows_everything() && self.world().is_spared_by_trap(pos);
        (fixture.is_some_and(Fixture::is_armed_trap) && !is_spared())
            || self.is_visible(pos) && burns()
    }
}
