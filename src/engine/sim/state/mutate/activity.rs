//! Writes on the course of a shift: its clock and its end, the player's activity and hiding, the enemies in sight,
//! and the list of events.

use base::Pos;
use content::ConditionId;

use crate::sim::event::{End, Event, WorkEvent};
use crate::sim::state::activity::Activity;
use crate::sim::state::order::{Tally, WorkOrder};
use crate::sim::state::shift::ShiftState;
use crate::sim::state::world::World;
use crate::sim::units::{ActorId, Turns};

impl World {
    /// Adds an event to those of this command.
    pub(crate) fn emit(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(crate) fn advance_clock(&mut self) {
        self.shift.clock.0 += 1;
    }

    /// Sets the clock.
    pub(crate) fn set_clock(&mut self, clock: Turns) {
        self.shift.clock = clock;
    }

    /// Sets the clock back to an earlier turn, on a floor that stood still since then.
    pub(crate) fn set_clock_back(&mut self, clock: Turns) {
        let later = self.shift.clock.saturating_sub(clock);
        self.shift.stood_still = self.shift.stood_still.saturating_sub(later);
        self.shift.clock = clock;
    }

    /// Forgets who was in sight, what was begun and who follows: the player leaves the floor.
    pub(crate) fn clear_encounters(&mut self) {
        self.shift.threats.clear();
        self.shift.recently_seen.clear();
        self.shift.activity = None;
        self.shift.paused_job = None;
        self.shift.prepared.led = None;
    }

    /// Sets the clock, the counts and the work order back to the beginning of a shift.
    pub(crate) fn restart_shift(&mut self) {
        (self.shift.clock, self.shift.stood_still) = (Turns(0), Turns(0));
        self.shift.tally = Tally::default();
        self.shift.order = WorkOrder::default();
    }

    /// Ends all that belongs to a shift that is over and has been dealt with: the player is off the floor, and no clock runs.
    pub(crate) fn clear_shift(&mut self) {
        self.take_player_off();
        self.shift = ShiftState::new(self.shift.dawn);
    }

    /// Sets the par of the certified work, and the turn of dawn.
    pub(crate) fn set_par_and_dawn(&mut self, par: Turns, dawn: Turns) {
        self.shift.par = Some(par);
        self.shift.dawn = dawn;
    }

    /// Sets the turn of dawn.
    pub(crate) fn set_dawn(&mut self, dawn: Turns) {
        self.shift.dawn = dawn;
    }

    /// What is different on this floor tonight.
    pub(crate) fn set_condition(&mut self, condition: Option<ConditionId>) {
        self.shift.condition = condition;
    }

    /// Ends the shift on this floor, once. Whether the run ends with it is for its mode to say.
    pub(crate) fn end_shift(&mut self, how: End) {
        if self.shift.end.is_none() {
            self.shift.end = Some(how);
            self.shift.activity = None;
            self.emit(Event::Work(WorkEvent::ShiftEnded { how }));
        }
    }

    pub(crate) fn begin_activity(&mut self, activity: Activity) {
        self.shift.activity = Some(activity);
    }

    /// Ends the activity, if there is one; returns whether there was.
    pub(crate) fn stop_activity(&mut self) -> bool {
        self.shift.activity.take().is_some()
    }

    /// Sets the cell of a job that is not finished, and the turns of work left in it; `None` if there is no such job.
    pub(crate) fn set_paused_job(&mut self, job: Option<(Pos, u8)>) {
        self.shift.paused_job = job;
    }

    /// The player is hidden: nobody perceives them.
    pub(crate) fn hide_player(&mut self) {
        self.shift.hidden = true;
    }

    /// The player is hidden no more.
    pub(crate) fn reveal_player(&mut self) {
        self.shift.hidden = false;
    }

    /// Sets the enemies in sight, sorted by id, and notes for each that it was last seen now.
    pub(crate) fn set_threats(&mut self, seen: Vec<ActorId>) {
        let now = self.shift.clock;
        let recently_seen = &mut self.shift.recently_seen;
        recently_seen.retain(|(id, _)| seen.binary_search(id).is_err());
        recently_seen.extend(seen.iter().map(|&id| (id, now)));
        recently_seen.sort_unstable();
        self.shift.threats = seen;
    }

    /// Whether the player was told of the health that a status takes.
    pub(crate) fn set_harm_told(&mut self, told: bool) {
        self.shift.harm_told = told;
    }

    /// Notes that the player has shut a door on the nearest enemy in sight; or that it is no such door, if there is none.
    pub(crate) fn note_shut_door(&mut self, door: Pos) {
        let seen = self.shift.threats.iter().filter_map(|&id| self.actor_ref(id));
        let nearest = seen.min_by_key(|actor| (actor.pos.steps_to(door), actor.id));
        let kind = nearest.map(|actor| actor.kind);
        let doors = &mut self.shift.shut_out;
        doors.retain(|&(pos, _)| pos != door);
        doors.extend(kind.map(|kind| (door, kind)));
        doors.sort_unstable();
    }

    /// Forgets whom the player shut a door on.
    pub(crate) fn forget_shut_door(&mut self, door: Pos) {
        self.shift.shut_out.retain(|&(pos, _)| pos != door);
    }

    /// Forgets when enemies were last seen that have been out of sight for more than so many turns.
    pub(crate) fn forget_unseen_for(&mut self, turns: u32) {
        let now = self.shift.clock;
        self.shift.recently_seen.retain(|&(_, turn)| now.saturating_sub(turn).0 <= turns);
    }

    /// Lists a cell as one where the player put something down on purpose.
    pub(crate) fn note_discarded(&mut self, at: Pos) {
        if let Err(place) = self.shift.discarded.binary_search(&at) {
            self.shift.discarded.insert(place, at);
        }
    }

    pub(crate) fn forget_discarded(&mut self, at: Pos) {
        self.shift.discarded.retain(|&pos| pos != at);
    }

    /// Lists a cell as one where something lies that the player threw.
    pub(crate) fn note_thrown(&mut self, at: Pos) {
        if let Err(place) = self.shift.thrown.binary_search(&at) {
            self.shift.thrown.insert(place, at);
        }
    }

    pub(crate) fn forget_thrown(&mut self, at: Pos) {
        self.shift.thrown.retain(|&pos| pos != at);
    }
}
