//! Writes on the work order, on the list of finished jobs and on the counts of the night.

use base::Pos;
use content::JobKind;

use crate::sim::event::Harm;
use crate::sim::state::world::World;

impl World {
    /// Sets how many jobs of a kind the night begins with.
    pub(crate) fn set_ordered(&mut self, job: JobKind, count: u16) {
        self.shift.order.ordered[job] = count;
    }

    pub(crate) fn count_done(&mut self, job: JobKind) {
        self.shift.order.done[job] += 1;
    }

    /// Takes one off the jobs done: a finished job was undone.
    pub(crate) fn uncount_done(&mut self, job: JobKind) {
        let done = &mut self.shift.order.done[job];
        *done = done.saturating_sub(1);
    }

    /// Counts a job that can no longer be done.
    pub(crate) fn count_lost(&mut self, job: JobKind) {
        self.shift.order.lost[job] += 1;
    }

    /// Takes one off the jobs lost: a job that was lost can be done again.
    pub(crate) fn uncount_lost(&mut self, job: JobKind) {
        let lost = &mut self.shift.order.lost[job];
        *lost = lost.saturating_sub(1);
    }

    /// Lists a cell as one where the player put something in order.
    pub(crate) fn note_finished_job(&mut self, at: Pos) {
        let finished_jobs = &mut self.shift.tally.finished_jobs;
        if let Err(place) = finished_jobs.binary_search(&at) {
            finished_jobs.insert(place, at);
        }
    }

    pub(crate) fn forget_finished_job(&mut self, at: Pos) {
        let finished_jobs = &mut self.shift.tally.finished_jobs;
        if let Ok(place) = finished_jobs.binary_search(&at) {
            finished_jobs.remove(place);
        }
    }

    /// Notes that the trap on a cell was set from a kit.
    pub(crate) fn note_placed_trap(&mut self, at: Pos) {
        if let Err(place) = self.shift.placed_traps.binary_search(&at) {
            self.shift.placed_traps.insert(place, at);
        }
    }

    pub(crate) fn remove_placed_trap(&mut self, at: Pos) {
        if let Ok(place) = self.shift.placed_traps.binary_search(&at) {
            self.shift.placed_traps.remove(place);
        }
    }

    /// Counts a step of the player.
    pub(crate) fn count_step(&mut self) {
        self.shift.tally.steps += 1;
    }

    pub(crate) fn count_used_item(&mut self) {
        self.shift.tally.items_used += 1;
    }

    /// Counts a trap that the player set off.
    pub(crate) fn count_sprung_trap(&mut self) {
        self.shift.tally.traps_sprung += 1;
    }

    /// Counts health that the player lost.
    pub(crate) fn count_damage_taken(&mut self, damage: u32) {
        self.shift.tally.damage_taken += damage;
    }

    /// Counts a death that the player saw.
    pub(crate) fn count_kill(&mut self) {
        self.shift.tally.kills += 1;
    }

    /// Counts a boss that died or left.
    pub(crate) fn count_beaten_boss(&mut self) {
        self.shift.tally.bosses += 1;
    }

    /// Notes what killed the player.
    pub(crate) fn note_killed_by(&mut self, by: Harm) {
        self.shift.tally.killed_by = Some(by);
    }

    /// Notes that the player clocks out now.
    pub(crate) fn note_clock_out(&mut self) {
        self.shift.tally.left_at = Some(self.shift.clock);
    }
}
