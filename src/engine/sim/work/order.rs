//! What there is to do, and how long it takes.

use crate::sim::floor::known::{CutOff, TrapCut};
use crate::sim::prelude::*;

/// A body that gets up within so many turns stirs: it is marked, and goes before other work.
pub const STIRRING_TURNS: Turns = Turns(60);

impl World {
    /// The job that the state of a cell calls for. A body comes before what it lies on.
    pub fn job_at(&self, pos: Pos) -> Option<JobKind> {
        if self.body_cells().contains(pos) {
            return Some(JobKind::Body);
        }
        let fixture = self.floor.fixture(pos).and_then(Fixture::job);
        fixture.or_else(|| self.floor.has_blood(pos).then_some(JobKind::Stain))
    }

    /// The work order as it stands: one line for each kind that the night holds.
    pub fn job_counts(&self) -> Vec<JobCount> {
        let mut open = [0_u16; JobKind::ALL.len()];
        for job in self.floor.fixtures().filter_map(|(_, fixture)| fixture.job()) {
            open[job as usize] += 1;
        }
        open[JobKind::Stain as usize] = self.floor.blood.count().min(u16::MAX.into()) as u16;
        open[JobKind::Body as usize] =
            self.body_cells().count() as u16 + u16::from(self.is_carrying());
        JobKind::ALL
            .into_iter()
            .map(|job| {
                let done = self.shift.order.done[job];
                let open = open[job as usize];
                let total = done.saturating_add(self.shift.order.lost[job]).saturating_add(open);
                JobCount { job, done, total }
            })
            .filter(|count| count.total > 0)
            .collect()
    }

    /// The work order: as it stands, and from dawn on as the raid found it, which is graded.
    pub(crate) fn order(&self) -> Vec<JobCount> {
        self.dawn_report().map_or_else(|| self.job_counts(), |report| report.order.clone())
    }

    fn line_of(&self, job: JobKind) -> Option<JobCount> {
        self.job_counts().into_iter().find(|count| count.job == job)
    }

    /// The total of a kind of job on the order as it stands; 0 if there is none.
    pub(crate) fn order_total(&self, job: JobKind) -> u16 {
        self.line_of(job).map_or(0, |count| count.total)
    }

    /// Whether a line of the order has work left that counts.
    pub fn is_work_left(&self) -> bool {
        self.job_counts().into_iter().any(|count| self.is_open(count))
    }

    /// Whether a line is not complete because what it counts is gone: a body that rose.
    pub(crate) fn has_lost_work(&self) -> bool {
        let asked = self.catalog.rules.asked;
        let is_short =
            |count: &JobCount| self.shift.order.lost[count.job] > 0 && !count.is_complete(asked);
        self.job_counts().iter().any(is_short)
    }

    /// The same of the line of one kind of job.
    pub(crate) fn is_job_left(&self, job: JobKind) -> bool {
        self.line_of(job).is_some_and(|count| self.is_open(count))
    }

    /// The stains that the order still wants clean, known or not.
    pub(crate) fn cells_left_to_mop(&self) -> u16 {
        self.line_of(JobKind::Stain).map_or(0, |stains| self.still_asked(stains))
    }

    /// How much of a line is still to be done until it is complete.
    fn still_asked(&self, count: JobCount) -> u16 {
        count.wanted(self.catalog.rules.asked).saturating_sub(count.done)
    }

    /// How much of each kind of job the order still asks for.
    pub(crate) fn still_asked_of_all(&self) -> PerJob {
        let mut asked = PerJob::default();
        for count in self.job_counts() {
            asked[count.job] = self.still_asked(count);
        }
        asked
    }

    /// Whether a line has work left that counts: of stains only the cells that make the line
    /// complete.
    fn is_open(&self, count: JobCount) -> bool {
        let left = count.total - count.done - self.shift.order.lost[count.job];
        left > 0 && !count.is_complete(self.catalog.rules.asked)
    }

    /// Every job that the player knows of, in reading order: as it was when last seen.
    pub fn known_jobs(&self) -> Vec<(Pos, JobKind)> {
        let cells = self.floor.known_work.iter().filter(|&pos| self.floor.is_passable(pos));
        cells.filter_map(|pos| Some((pos, self.known_job_at(pos)?))).collect()
    }

    /// The job that the player knows a cell to call for.
    pub fn known_job_at(&self, pos: Pos) -> Option<JobKind> {
        self.floor.known(pos).job()
    }

    /// Turns until the body on a cell gets up, as long as the player remembers it there and it
    /// still lies there. `None` for a body that never gets up.
    pub fn known_turns_to_rising(&self, pos: Pos) -> Option<Turns> {
        let is_known = self.is_away() || self.floor.known(pos).body;
        let body = self.body_at(pos).filter(|_| is_known)?;
        (body.rises != Turns(u32::MAX))
            .then(|| body.rises.saturating_sub(self.shift.turns_in_play()))
    }

    /// Whether the player has spent a night of a journey on this site before this one. A field
    /// beside a road is no site.
    pub(crate) fn has_worked_here_before(&self) -> bool {
        self.journey()
            .filter(|journey| journey.phase == Phase::Site)
            .is_some_and(|journey| journey.has_worked_at(journey.at))
    }

    /// What the player could not reach any more after arming a trap from where they stand.
    pub fn shut_off_by(&self, trap: Pos) -> Vec<CutOff> {
        self.shut_off_from(self.player_pos(), trap)
    }

    /// The same from another cell.
    pub(crate) fn shut_off_from(&self, from: Pos, trap: Pos) -> Vec<CutOff> {
        let cut = TrapCut::of(self, &self.known_jobs(), trap);
        cut.map_or_else(Vec::new, |cut| cut.cut_off_from(from, self.is_work_left()))
    }

    /// There are supplies for it, and a mop that wipes.
    pub fn is_doable(&self, job: JobKind) -> bool {
        match World::supply_for(job) {
            Some(supply) => self.supply(supply) > 0,
            None => job != JobKind::Stain || !self.is_mop_foul(),
        }
    }

    pub fn supply_for(job: JobKind) -> Option<Supply> {
        match job {
            JobKind::Trap => Some(Supply::Parts),
            JobKind::Chest => Some(Supply::Stock),
            JobKind::Door => Some(Supply::Timber),
            JobKind::Light => Some(Supply::Oil),
            JobKind::Pen => Some(Supply::Lures),
            JobKind::Body | JobKind::Stain => None,
        }
    }

    /// Turns that a job takes with the tool in hand, in the state the player is in.
    pub fn work_turns(&self, job: JobKind) -> u8 {
        let rules = &self.catalog.rules;
        let turns = match job {
            JobKind::Trap => rules.work_trap,
            JobKind::Chest => rules.work_chest,
            JobKind::Door => rules.work_door,
            JobKind::Light => rules.work_light,
            JobKind::Stain => rules.work_stain,
            JobKind::Pen => rules.work_pen,
            JobKind::Body => 1,
        };
        self.turns_at(turns, job)
    }

    /// Turns that a crate takes with the tool in hand: what opens chests opens crates.
    pub fn smash_turns(&self) -> u8 {
        self.turns_at(self.catalog.rules.work_crate, JobKind::Chest)
    }

    /// So many turns, with the tool in hand for that job, in the state the player is in.
    fn turns_at(&self, turns: u8, job: JobKind) -> u8 {
        let tool = self.belongings().tool(&self.catalog);
        let is_slow = tool.is_some_and(|tool| tool.slow.contains(&job));
        let is_quick = tool.is_some_and(|tool| tool.quick.contains(&job));
        let turns = (turns + u8::from(is_slow)).saturating_sub(u8::from(is_quick)).max(1);
        if self.has_status(self.player(), Status::Diligent) { turns.div_ceil(2) } else { turns }
    }

    pub fn preparation_turns(&self, what: Preparation) -> u8 {
        let rules = &self.catalog.rules.prepare;
        match what {
            Preparation::MakeKit { .. } => rules.make_turns,
            Preparation::SetKit { .. } => {
                self.kit_turns_with_perks(self.turns_at(rules.set_turns, JobKind::Trap))
            }
            Preparation::TakeDown { .. } => {
                self.kit_turns_with_perks(self.turns_at(rules.take_down_turns, JobKind::Trap))
            }
            Preparation::MoveWardrobe { .. } => rules.wardrobe_turns,
            Preparation::Lead { .. } => rules.lead_turns,
            Preparation::Cord { .. } | Preparation::Uncord { .. } => rules.cord_turns,
            Preparation::TakePost | Preparation::SendHome | Preparation::Trade { .. } => 1,
        }
    }

    /// The chance that a trap of a kind goes off when it is taken down, in percent.
    pub fn take_down_risk(&self, trap: TrapKindId) -> u32 {
        self.catalog.rules.prepare.slip_percent * u32::from(self.catalog.trap(trap).tier)
    }

    /// The kinds of traps that this floor has, by id: kits are made of these.
    pub fn trap_kinds(&self) -> Vec<TrapKindId> {
        let traps = self.floor.fixtures().filter_map(|(_, fixture)| fixture.trap());
        let traps = traps.filter(|&kind| !self.catalog.trap(kind).frail);
        let mut kinds: Vec<_> = traps.chain(self.belongings().kits.iter().copied()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Whether the mop wipes no more cells until it is rinsed.
    pub(crate) fn is_mop_foul(&self) -> bool {
        self.belongings().mop_fouled >= self.mop_cells() && self.wiping_noise().is_none()
    }

    /// Patches that a mop wipes before it is foul.
    pub fn mop_cells(&self) -> u8 {
        let more = self.belongings().equipment(&self.catalog).map(|item| item.mop_cells);
        more.fold(self.catalog.rules.mop_cells, u8::saturating_add)
    }

    /// Whether what is in the player's hands leaves none free.
    pub fn is_two_handed(&self) -> bool {
        self.belongings().tool(&self.catalog).is_some_and(|tool| tool.two_handed)
    }
}
