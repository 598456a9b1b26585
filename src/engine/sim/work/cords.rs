//! Cords: laid in the night to traps, doors, braziers and posts, and pulled at dawn from the
//! closet's hatch. What a cord does follows from what is on its cell when it is pulled.

use crate::sim::fight::effects;
use crate::sim::prelude::*;
use crate::sim::state::shift::Cord;

/// How near a raider is, in cells, to be within reach of a trap on a cord, and of anything else.
const TRAP_REACH_CELLS: i32 = 1;
const OTHER_REACH_CELLS: i32 = 3;

/// What hangs on a cord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CordEnd {
    /// It holds, whoever steps on it, until the cord is pulled.
    Trap(TrapKindId),
    /// It slams, and bars itself for a while.
    Door(Door),
    /// It goes out, or on.
    Light { lit: bool },
    /// It is let loose on the raider that is nearest.
    Resident(ActorId),
}

impl World {
    /// What hangs on a cord to a cell, or would; `None` for what has no use for one.
    pub fn cord_end(&self, at: Pos) -> Option<CordEnd> {
        self.cord_end_of(self.floor.fixture(at)?, at)
    }

    /// What would hang on a cord to a fixture on a cell.
    pub(crate) fn cord_end_of(&self, fixture: Fixture, at: Pos) -> Option<CordEnd> {
        match fixture {
            Fixture::Trap { kind, armed: true } if !self.catalog.trap(kind).frail => {
                Some(CordEnd::Trap(kind))
            }
            Fixture::Door(door @ (Door::Open | Door::Closed | Door::Barred)) => {
                Some(CordEnd::Door(door))
            }
            Fixture::Light { lit } => Some(CordEnd::Light { lit }),
            Fixture::Post { .. } => {
                let is_its =
                    |actor: &&ActorRef| self.duty(actor.entity) == (Duty::Guard { post: at });
                self.roster().iter().find(is_its).map(|actor| CordEnd::Resident(actor.id))
            }
            _ => None,
        }
    }

    /// The cords that are laid, by number.
    pub fn cords(&self) -> &[Cord] {
        &self.shift.prepared.cords
    }

    /// How many more can be laid tonight.
    pub fn cords_left(&self) -> usize {
        self.cords_with_perks().saturating_sub(self.cords().len())
    }

    /// Turns until a cord can be pulled again.
    pub fn cord_wait(&self, cord: &Cord) -> Turns {
        cord.ready.saturating_sub(self.clock())
    }

    /// Whether a raider is in reach of a cord.
    pub(crate) fn is_in_reach_of_cord(&self, cord: &Cord, raider: &ActorRef) -> bool {
        let reach = match self.cord_end(cord.at) {
            Some(CordEnd::Trap(_)) => TRAP_REACH_CELLS,
            Some(_) => OTHER_REACH_CELLS,
            None => return false,
        };
        raider.pos.steps_to(cord.at) <= reach
    }

    /// The first cord to a trap that is ready and has a raider in reach: the rule by which cords
    /// are pulled where nobody sits at the hatch.
    pub fn cord_to_pull(&self) -> Option<u8> {
        let is_due = |cord: &Cord| {
            matches!(self.cord_end(cord.at), Some(CordEnd::Trap(_)))
                && self.cord_wait(cord) == Turns(0)
                && self.raiders_inside().any(|raider| self.is_in_reach_of_cord(cord, &raider))
        };
        self.cords().iter().position(is_due).map(|place| place as u8)
    }

    /// Whether a resident was let loose by a cord: it knows where the party is, and no leash.
    pub(crate) fn is_loose(&self, actor: &ActorRef) -> bool {
        let Duty::Guard { post } = self.duty(actor.entity) else { return false };
        self.cords().iter().any(|cord| cord.at == post && cord.pulled)
    }

    /// Hunting the raider that is nearest, wherever it is; `None` where none is left.
    pub(crate) fn hunt_for_nearest_raider(&self, actor: &ActorRef) -> Option<AiState> {
        let nearest = self.raiders_inside().min_by_key(|own| (own.pos.steps_to(actor.pos), own.id));
        nearest.map(|own| AiState::Hunting { quarry: own.id, last_seen: own.pos, lost: 0 })
    }

    pub(crate) fn raiders_inside(&self) -> impl Iterator<Item = ActorRef> + '_ {
        let inside = self.raid().into_iter().flat_map(Raid::inside);
        inside.filter_map(|id| self.alive(id))
    }
}

/// Why a cord cannot be pulled; the player has clocked out.
pub(crate) fn check_pull(world: &World, cord: u8) -> Result<(), Reject> {
    fail_if(world.raid().is_none(), Reject::NobodyIn)?;
    let cord = world.cords().get(usize::from(cord)).ok_or(Reject::NoCord)?;
    match world.cord_wait(cord) {
        Turns(0) => {}
        left => return Err(Reject::CordWinds { left }),
    }
    match world.cord_end(cord.at).ok_or(Reject::CordLoose)? {
        CordEnd::Door(Door::Barred) => Err(Reject::BarredAlready),
        CordEnd::Door(_) => {
            let stands = world.is_occupied(cord.at)
                || world.body_at(cord.at).is_some()
                || world.item_at(cord.at).is_some();
            fail_if(stands, Reject::DoorwayOccupied)
        }
        _ => Ok(()),
    }
}

/// Pulls a cord. No turn passes.
pub(crate) fn pull(world: &mut World, place: u8) {
    let Some(&Cord { at, .. }) = world.cords().get(usize::from(place)) else { return };
    let Some(end) = world.cord_end(at) else { return };
    world.emit(RaidEvent::CordPulled { cord: place, at });
    let before = suffered(world);
    match end {
        CordEnd::Trap(kind) => effects::go_off(world, at, kind),
        CordEnd::Door(_) => {
            world.set_door(at, Door::Barred);
            world.emit(FloorEvent::DoorSlammed { at });
            world.sound(at, world.catalog.rules.noise_door);
        }
        CordEnd::Light { lit } => switch(world, at, !lit),
        CordEnd::Resident(id) => let_loose(world, id),
    }
    let (lost, held) = suffered(world);
    let hurt = lost > before.0 || held > before.1;
    world.change_report(|report| {
        report.pulls += 1;
        report.pulls_hurt += u16::from(hurt);
    });
    let rules = &world.catalog.rules.prepare;
    let turns = if matches!(end, CordEnd::Door(_)) { rules.slam_turns } else { rules.rewind_turns };
    let ready = Turns(world.clock().0 + turns);
    let pulled = matches!(end, CordEnd::Door(_) | CordEnd::Resident(_));
    world.shift.prepared.cords[usize::from(place)] = Cord { at, ready, pulled };
}

/// The health that the party has lost to traps, and how many of it are held.
fn suffered(world: &World) -> (u32, usize) {
    let lost = world.raid().map_or(0, |raid| raid.report.lost_to_traps);
    (lost, world.raiders_inside().filter(|own| world.is_helpless(own)).count())
}

/// Cords that were pulled are ready again in their turn, and their doors unbarred.
pub(crate) fn wind(world: &mut World) {
    for place in 0..world.cords().len() {
        let Cord { at, ready, pulled } = world.cords()[place];
        if ready == Turns(0) || ready > world.clock() {
            continue;
        }
        if pulled && world.is_barred(at) {
            world.set_door(at, Door::Closed);
        }
        let end = world.cord_end(at);
        let pulled = pulled && matches!(end, Some(CordEnd::Resident(_)));
        world.shift.prepared.cords[place] = Cord { at, ready: Turns(0), pulled };
        if end.is_some() {
            world.emit(RaidEvent::CordWound { cord: place as u8, at });
        }
    }
}

/// A brazier goes out or on: a job undone, or done.
fn switch(world: &mut World, at: Pos, lit: bool) {
    world.floor.set_fixture(at, Some(Fixture::Light { lit }));
    let done = &mut world.shift.order.done[JobKind::Light];
    *done = if lit { *done + 1 } else { done.saturating_sub(1) };
    let event =
        if lit { FloorEvent::LightOn { at } } else { FloorEvent::LightOut { at, by: None } };
    world.emit(event);
}

fn let_loose(world: &mut World, id: ActorId) {
    let Some(resident) = world.alive(id) else { return };
    if let Some(hunting) = world.hunt_for_nearest_raider(&resident) {
        world.set_ai_state(&resident, hunting);
    }
    world.emit(RaidEvent::SetLoose { who: world.who(&resident) });
}
