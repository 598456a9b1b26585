//! Where an actor can go, how fast, and the way out.

use crate::sim::prelude::*;
use crate::sim::state::cells::FloorState;

impl World {
    /// Whether terrain and corners allow an actor a step, actors on the cell aside.
    ///
    /// A diagonal step needs both cells beside it to bear them: no cutting of corners. Ledges are
    /// gone over in their own direction alone.
    pub(crate) fn can_pass(&self, actor: &ActorRef, dir: Dir) -> bool {
        let to = actor.pos + dir;
        let goes_down = |pos| match self.floor.fixture(pos) {
            Some(Fixture::Drop(down)) => Some(down == dir),
            _ => None,
        };
        goes_down(actor.pos).unwrap_or(true)
            && (self.can_occupy(actor, to) || goes_down(to) == Some(true))
            && !self.cuts_corner(actor, dir)
    }

    /// Whether an actor can stand on a cell: fliers and the player in boots cross pits, raiders get
    /// past gates without opening them.
    pub(crate) fn can_occupy(&self, actor: &ActorRef, pos: Pos) -> bool {
        let gets_past = |gate| match gate {
            Gate::Drop => false,
            Gate::Pit if self.crosses_pits(actor) => true,
            _ => self.raid().is_some() && self.kind(actor).raider.is_some(),
        };
        self.floor.is_passable(pos)
            || (self.floor.gates.contains(pos) && self.floor.gate(pos).is_some_and(gets_past))
    }

    /// Whether an actor would swap places with a friend that stands on a cell.
    pub(crate) fn makes_way(&self, other: &ActorRef, pos: Pos) -> bool {
        let statuses = self.statuses(other.entity);
        let traits = &self.kind(other).traits;
        self.can_occupy(other, pos)
            && !traits.rooted
            && traits.lurks != Some(Guise::Chest)
            && !self.is_at_blows(other)
            && !statuses.has(Status::Snared)
            && !statuses.has(Status::Stunned)
            && !matches!(self.floor.fixture(pos), Some(Fixture::Drop(_)))
    }

    /// Whether somebody stands on a cell who does not step aside for the player's work there.
    pub(crate) fn is_blocked_for_work(&self, pos: Pos) -> bool {
        self.actor_at(pos).is_some_and(|other| self.place_aside(other).is_none())
    }

    /// Where somebody harmless steps to who is asked to make room: the first free cell beside it,
    /// clockwise from the north. `None` for whoever stays where they are.
    pub(crate) fn place_aside(&self, other: &ActorRef) -> Option<Pos> {
        let player = &self.roster()[0];
        if other.id == player.id || self.strikes_by_step(player, other) || self.is_keeper(other) {
            return None;
        }
        let free = |&dir: &Dir| {
            let pos = other.pos + dir;
            self.is_clear(pos) && self.makes_way(other, pos) && !self.cuts_corner(other, dir)
        };
        Dir::ALL.into_iter().find(free).map(|dir| other.pos + dir)
    }

    /// All cells that an actor can stand on.
    pub(crate) fn ground(&self, actor: &ActorRef) -> Bits {
        let mut ground = self.floor.passable.clone();
        if self.crosses_pits(actor) {
            ground.union(&self.floor.pits);
        }
        ground
    }

    pub(crate) fn crosses_pits(&self, actor: &ActorRef) -> bool {
        self.kind(actor).flies || self.has_opener(actor, Gate::Pit)
    }

    /// Whether an actor has what opens a gate: only the player can.
    pub(crate) fn has_opener(&self, actor: &ActorRef, gate: Gate) -> bool {
        actor.id == ActorId::PLAYER && self.opens(gate)
    }

    /// Whether what opens a gate hangs on the player's belt.
    pub fn opens(&self, gate: Gate) -> bool {
        self.belongings().has_opener(gate, &self.catalog)
    }

    /// The gate on a cell, whoever it opens for.
    pub fn gate_at(&self, pos: Pos) -> Option<Gate> {
        self.floor.gate(pos)
    }

    /// The gate that the player knows to be on a cell; a pit is none in the right boots.
    pub fn known_gate_at(&self, pos: Pos) -> Option<Gate> {
        let gate = self.gate_at(pos).filter(|_| self.floor.known(pos).plan)?;
        (gate != Gate::Pit || !self.opens(Gate::Pit)).then_some(gate)
    }

    /// The cells of all such gates.
    pub(crate) fn known_gates(&self) -> Bits {
        let mut gates = self.floor.gates.clone();
        gates.intersect(&self.floor.planned);
        if self.opens(Gate::Pit) {
            gates.subtract(&self.floor.pits);
        }
        gates
    }

    /// Turns until there is a bomb in the satchel.
    pub fn satchel_wait(&self) -> Turns {
        self.belongings().satchel_ready.saturating_sub(self.clock())
    }

    pub(crate) fn cuts_corner(&self, actor: &ActorRef, dir: Dir) -> bool {
        let Pos { x, y } = dir.offset();
        dir.is_diagonal()
            && !(self.can_occupy(actor, actor.pos + Pos::new(x, 0))
                && self.can_occupy(actor, actor.pos + Pos::new(0, y)))
    }

    pub(crate) fn is_closed_door(&self, pos: Pos) -> bool {
        self.floor.shut.contains(pos)
    }

    pub(crate) fn is_barred(&self, pos: Pos) -> bool {
        self.floor.fixture(pos) == Some(Fixture::Door(Door::Barred))
    }

    /// Whether there is an armed trap that an actor would spring: fliers and the makers of the trap
    /// do not, and nobody one on a cord.
    pub(crate) fn endangers(&self, actor: &ActorRef, pos: Pos) -> bool {
        match self.floor.fixture(pos) {
            Some(Fixture::Trap { kind, armed: true }) => {
                self.shift.prepared.cord_at(pos).is_none()
                    && !self.is_aloft(actor)
                    && self.kind(actor).traits.weaves.as_ref().map(|woven| woven.id) != Some(kind)
                    && !(actor.id == ActorId::PLAYER && self.is_spared_by_trap(pos))
            }
            _ => false,
        }
    }

    pub(crate) fn is_armed_trap(&self, pos: Pos) -> bool {
        self.floor.fixture(pos).is_some_and(Fixture::is_armed_trap)
    }

    /// Whether the player knows of a danger on a cell: a trap known to be armed, gas or fire in
    /// sight.
    pub(crate) fn is_known_danger(&self, pos: Pos) -> bool {
        (self.floor.known_traps.contains(pos) && !self.is_spared_by_trap(pos))
            || ((self.floor.gas(pos) > 0 || self.floor.fire(pos) > 0)
                && self.sight.visible.contains(pos))
    }

    /// Whether a cell holds nothing but floor: no fixture, actor, item or body, and it is neither
    /// start nor exit.
    pub(crate) fn is_bare(&self, pos: Pos) -> bool {
        self.floor.is_plain_floor(pos)
            && !self.is_occupied(pos)
            && !self.item_cells().contains(pos)
            && !self.body_cells().contains(pos)
            && !self.floor.is_start_or_exit(pos)
    }

    /// Whether an actor can be put on a passable cell without anything happening: no fixture, actor
    /// or gas is there.
    pub(crate) fn is_clear(&self, pos: Pos) -> bool {
        !self.is_occupied(pos) && self.floor.fixture(pos).is_none() && self.floor.gas(pos) == 0
    }

    /// The nearest passable cell that a test holds for, ring by ring, each ring in reading order.
    pub(crate) fn nearest(&self, at: Pos, test: impl Fn(&World, Pos) -> bool) -> Option<Pos> {
        (0..=6_i32).find_map(|radius| {
            let square = Rect::around(at, radius);
            square.positions().filter(|&pos| pos.steps_to(at) == radius).find(|&pos| {
                self.floor.is_passable(pos) && !self.is_closed_door(pos) && test(self, pos)
            })
        })
    }

    /// The nearest cell on which an actor can be put.
    pub(crate) fn nearest_free(&self, at: Pos) -> Option<Pos> {
        self.nearest(at, |world, pos| !world.is_occupied(pos) && !world.is_armed_trap(pos))
    }
}

/// What a status makes of the speed of an actor, as a fraction; `None` if it leaves it alone.
pub(crate) const fn share_of_speed(status: Status) -> Option<(i32, i32)> {
    match status {
        Status::Hasted => Some((2, 1)),
        Status::Slowed => Some((1, 2)),
        Status::Tarred => Some((2, 3)),
        _ => None,
    }
}

/// Energy gained a turn; `pace` is the percent left to an actor that carries, or wears what
/// hinders.
pub(crate) fn speed(natural: u16, statuses: &Statuses, pace: i32) -> i32 {
    let mut speed = i32::from(natural);
    for status in [Status::Hasted, Status::Slowed, Status::Tarred] {
        if let Some((times, of)) = share_of_speed(status).filter(|_| statuses.has(status)) {
            speed = speed * times / of;
        }
    }
    (speed * pace / 100).max(1)
}

impl World {
    /// Energy that an actor gains a turn at present; 100 is an action a turn.
    pub fn pace_of(&self, id: ActorId) -> Option<i32> {
        let actor = self.actor_ref(id)?;
        let pace = if id == ActorId::PLAYER { self.pace() } else { 100 };
        Some(speed(self.kind(actor).speed, &self.statuses(actor.entity), pace))
    }

    /// Percent of the usual speed that is left to the player, by what is worn and carried, and by
    /// who follows.
    pub(crate) fn pace(&self) -> i32 {
        let carries = self.catalog.rules.carrying_speed;
        let own = &self.belongings();
        let mut pace = 100;
        if own.carrying.is_some() {
            let eased: i32 = own.equipment(&self.catalog).map(|item| item.carrying).sum();
            pace = (i32::from(carries) + eased).clamp(10, 100);
        }
        let pace = own.equipment(&self.catalog).fold(pace, |pace, item| pace * item.speed / 100);
        self.led().and_then(|led| self.pace_of(led.id)).map_or(pace, |led| pace.min(led))
    }

    /// About how many turns the way from the stairs down of this floor to the exit of the site
    /// takes, through all floors below: the shortest way from stairs to stairs on each, gates
    /// counted as open. 0 on the last floor and in other modes.
    pub fn turns_below(&self) -> Turns {
        let Some(journey) = self.journey() else { return Turns(0) };
        let below = journey.floors.iter().filter(|stored| stored.number > journey.floor);
        let steps = below.map(|stored| steps_through(&stored.floor)).sum();
        self.turns_for_steps(steps)
    }

    /// Turns that the player takes for so many steps at the present pace.
    pub(crate) fn turns_for_steps(&self, steps: u32) -> Turns {
        let pace = self.pace_of(ActorId::PLAYER).unwrap_or(ACTION_ENERGY).max(1) as u32;
        Turns((steps * ACTION_ENERGY as u32).div_ceil(pace))
    }
}

/// Steps from the start of a floor to its exit and one more, over the stairs; as the crow flies
/// where no way leads.
fn steps_through(floor: &FloorState) -> u32 {
    let cells = &floor.cells;
    let open = Bits::of(&cells.terrain, |tile| tile.is_passable());
    let mut field = DistanceField::new();
    let steps = field.spread_until(&open, [cells.start], Moves::Eight, cells.exit);
    1 + steps.map_or(cells.start.steps_to(cells.exit).unsigned_abs(), u32::from)
}
