//! The work order, the jobs that the player knows of, and the choices of commands that act on
//! adjacent cells.

use crate::sim::{
    Command, CutOff, Fixture, JobCount, JobReason, Obstacle, Preparation, Reject, Turns,
    Unsolvable, WorkCertificate,
};
use base::{Dir, Pos};
use content::{Effect, Gate, JobKind, PerkEffect, Status, capital, counted};
use levels::Tile;

use super::names::parts_in_words;
use super::tale::list;
use super::{CartSlot, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Job(JobKind),
    /// The player puts out its own fire at a well.
    PutOut,
    RinseMop,
    SmashCrate,
    BlastRubble,
    /// A chest or a crate in somebody's house.
    Search,
}

impl Task {
    /// Whether it is offered only when there is no job in reach.
    pub fn is_secondary(self) -> bool {
        !matches!(self, Task::Job(_) | Task::PutOut)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskChoice {
    pub task: Task,
    pub at: Pos,
    /// `None` for the cell underfoot.
    pub dir: Option<Dir>,
    pub command: Command,
    /// Why the command would be refused now; `None` if it would be carried out.
    pub refusal: Option<Reject>,
}

impl View<'_> {
    /// The tasks on the player's cell and the adjacent cells. The screens ask which is meant, if
    /// there are several.
    pub fn tasks(&self) -> Vec<TaskChoice> {
        let burns = self.world().statuses(self.world().player()).has(Status::Burning);
        self.places_in_reach()
            .map(|(dir, _)| (dir, self.world().place_of_work(dir)))
            .filter_map(|(dir, at)| {
                let fixture = self.cell(at).fixture;
                let has_water = fixture.is_some_and(Fixture::has_water);
                let holds = matches!(fixture, Some(Fixture::Chest { full: true } | Fixture::Crate));
                let task = match self.job_at(at) {
                    _ if holds && self.is_in_town() => Task::Search,
                    Some(JobKind::Body) => return None,
                    Some(job) => Task::Job(job),
                    None if has_water && burns => Task::PutOut,
                    None if has_water => Task::RinseMop,
                    None if fixture == Some(Fixture::Crate) => Task::SmashCrate,
                    None if self.tile(at) == Some(Tile::Rubble) && self.opens(Gate::Rubble) => {
                        Task::BlastRubble
                    }
                    None => return None,
                };
                let command = Command::Work(dir);
                let refusal = self.game.check(&command).err();
                Some(TaskChoice { task, at, dir, command, refusal })
            })
            .filter(|choice| {
                choice.task != Task::RinseMop || choice.refusal != Some(Reject::MopClean)
            })
            .collect()
    }

    /// The question to ask before a command on a cell that the player may regret: arming a trap
    /// from the wrong side of it, taking down one that the player has set, or using up what would
    /// do nothing now. `None` where there is nothing to ask.
    pub fn question_before(&self, command: Command, at: Pos) -> Option<String> {
        if let Command::Use { slot } = command {
            let cart = self.cart();
            let entry = cart.iter().find(|entry| entry.slot == slot)?;
            let name = self.item_name(entry.kind, 1);
            let nothing = "would do nothing for you now. Use it all the same?";
            return self.is_wasted(entry).then(|| format!("{} {nothing}", capital(&name)));
        }
        if let Command::Prepare(Preparation::TakeDown { .. }) = command {
            let is_own = self.world().shift.is_placed_trap(at);
            return is_own.then(|| {
                let back = parts_in_words(self.catalog().rules.prepare.parts_back);
                format!("Take down the trap that you have set? You get {back} back of it.")
            });
        }
        let arms = match command {
            Command::Work(_) => self.job_at(at) == Some(JobKind::Trap),
            Command::Prepare(Preparation::SetKit { .. }) => {
                !self.world().has_perk_effect(&PerkEffect::KitsSpare)
            }
            _ => false,
        };
        let lost = if arms { self.world().shut_off_by(at) } else { Vec::new() };
        let lost = self.cut_off_in_words(&lost);
        if lost.is_empty() {
            return None;
        }
        let lost = list(&lost);
        let way = Dir::between(self.player().pos, at).map_or("here", Dir::name);
        Some(if let Command::Prepare(_) = command {
            format!(
                "Set {way} of you, that trap shuts you off from {lost}. Set it there all the same?"
            )
        } else {
            format!(
                "Armed from this side, the trap {way} of you shuts you off from {lost}. Arm it \
                 from here all the same?"
            )
        })
    }

    /// What a planned kit shuts the player off from, from where the plan would have them stand;
    /// `None` if from nothing.
    pub fn shut_off_by_planned_kit(&self, at: Pos) -> Option<String> {
        let lost = self.cut_off_in_words(&self.world().shut_off_by_kit(at));
        (!lost.is_empty()).then(|| format!("Set there it shuts you off from {}.", list(&lost)))
    }

    fn cut_off_in_words(&self, lost: &[CutOff]) -> Vec<String> {
        let is_exit_known = self.world().floor().known(self.exit()).plan;
        let hides_exit = lost.contains(&CutOff::Exit) && !is_exit_known;
        let which = if self.is_order_complete() { "beyond the order" } else { "that you know of" };
        let jobs = lost.iter().filter(|what| matches!(what, CutOff::Job(_))).count();
        let named = [
            (lost.contains(&CutOff::Exit) && is_exit_known, "the exit"),
            (hides_exit, "what you have not seen, and the exit with it"),
            (lost.contains(&CutOff::Unseen) && !hides_exit, "what you have not seen"),
            (lost.contains(&CutOff::Closet), "the closet"),
            (lost.contains(&CutOff::Water), "all water"),
        ];
        let named = named.into_iter().filter(|&(is_lost, _)| is_lost);
        let jobs = (jobs > 0).then(|| format!("{} {which}", counted(jobs as u32, "job")));
        named.map(|(_, name)| name.to_owned()).chain(jobs).collect()
    }

    /// Whether the player knows that an item would do nothing: it heals, and they are well.
    fn is_wasted(&self, entry: &CartSlot<'_>) -> bool {
        let player = self.player();
        let does_nothing = |effect: &Effect| match *effect {
            Effect::Heal { .. } | Effect::Inflict { status: Status::Mending, .. } => {
                player.health >= player.max_health
            }
            Effect::Cure { status } => player.statuses.iter().all(|&(own, _)| own != status),
            _ => false,
        };
        let effects = &entry.item.effects;
        entry.identified && !effects.is_empty() && effects.iter().all(does_nothing)
    }

    /// What to say of a walk that is refused because it would end on an armed trap; `None` for
    /// other refusals, that for another trap on the way among them.
    pub fn refusal_onto_trap(&self, to: Pos, reject: Reject) -> Option<String> {
        let Reject::InTheWay { what: Obstacle::Trap(named), way } = reject else { return None };
        let Some(trap @ Fixture::Trap { kind, .. }) = self.cell(to).fixture else { return None };
        if named != kind || way != self.player().pos.bearing(to) {
            return None;
        }
        let name = &self.catalog().trap(kind).name;
        trap.is_armed_trap().then(|| {
            format!("That is an armed {name} trap, and no walk ends on one. Walk up beside it.")
        })
    }

    /// The commands that pick up a body or put down the carried body; chutes come first, then the
    /// player's cell.
    pub fn carry_choices(&self) -> Vec<Command> {
        let carrying = self.player().carrying.is_some();
        let throws = self.world().body_throw().is_some();
        let mut places: Vec<(Option<Dir>, Pos)> = self
            .places_in_reach()
            .filter(|&(dir, at)| {
                if carrying {
                    dir.is_none() || self.takes_bodies(at) || throws
                } else {
                    self.cell(at).body
                }
            })
            .collect();
        places.sort_by_key(|&(dir, at)| (carrying && !self.takes_bodies(at), dir.is_some()));
        places
            .into_iter()
            .map(|(dir, _)| Command::Carry(dir))
            .filter(|command| self.game.check(command).is_ok())
            .collect()
    }

    /// Whether a body that is put down on a cell is disposed of.
    pub fn takes_bodies(&self, at: Pos) -> bool {
        self.world().takes_bodies(at)
    }

    /// The directions in which a command is carried out, of those that have one.
    pub fn directions_for(&self, command: fn(Dir) -> Command) -> Vec<Dir> {
        let can = |&dir: &Dir| self.game.check(&command(dir)).is_ok();
        Dir::ALL.into_iter().filter(can).collect()
    }

    /// The fires and braziers in reach that can be put out; fires first.
    pub fn places_to_douse(&self) -> Vec<(Option<Dir>, Pos)> {
        let mut places: Vec<_> = self
            .places_in_reach()
            .filter(|&(dir, _)| self.game.check(&Command::Douse(dir)).is_ok())
            .collect();
        places.sort_by_key(|&(_, at)| self.cell(at).fire == 0);
        places
    }

    /// Why a command would be refused; `None` if it would be carried out.
    pub fn refusal(&self, command: &Command) -> Option<Reject> {
        self.game.check(command).err()
    }

    fn places_in_reach(&self) -> impl Iterator<Item = (Option<Dir>, Pos)> {
        let here = self.world().player_pos();
        let beside = Dir::ALL.into_iter().map(move |dir| (Some(dir), here + dir));
        std::iter::once((None, here)).chain(beside)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownJob {
    pub job: JobKind,
    pub at: Pos,
    /// Whether the player has the supply for it, or a clean mop.
    pub doable: bool,
    /// Of a body: turns until it gets up, if it ever does.
    pub rises: Option<Turns>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextJob {
    pub job: JobKind,
    /// About how many it takes, ways included, to the next ten.
    pub turns: Turns,
    /// Whether it is next because it is a body that gets up soon.
    pub is_rising: bool,
}

impl View<'_> {
    /// The work order: for each kind of job the number done and the total; stains are counted by
    /// the cell. From dawn on it is what the raid found, which is graded.
    pub fn order(&self) -> Vec<JobCount> {
        self.world().order()
    }

    /// The lines of the work order that are not complete on the other floors of the site, those of
    /// a kind added up. Reads those floors back: not for every picture.
    pub fn undone_elsewhere(&self) -> Vec<JobCount> {
        let counts = self.world().stored_worlds().flat_map(|floor| floor.order());
        let mut undone: Vec<JobCount> = Vec::new();
        for count in counts.filter(|&count| !self.is_complete(count)) {
            match undone.iter_mut().find(|own| own.job == count.job) {
                Some(own) => {
                    own.done += count.done;
                    own.total += count.total;
                }
                None => undone.push(count),
            }
        }
        undone
    }

    /// The number of a line's jobs that are done, and how many will do: all, or most cells of the
    /// stains.
    pub fn progress(&self, count: JobCount) -> (u16, u16) {
        let wanted = count.wanted(self.catalog().rules.asked);
        (count.done.min(count.total), wanted)
    }

    pub fn is_complete(&self, count: JobCount) -> bool {
        count.is_complete(self.catalog().rules.asked)
    }

    /// Whether the night's work is on, and dawn is to come.
    pub fn is_night(&self) -> bool {
        self.par().is_some() && self.is_before_raid()
    }

    /// The turns to the exit of the site, floors below included; `None` with the party in, no way
    /// known, or where nobody clocks out.
    pub fn way_out(&self) -> Option<Turns> {
        let here = self.turns_to_exit().filter(|_| self.is_night())?;
        Some(Turns(here.0 + self.turns_below().0))
    }

    /// Whether whoever could still be out before dawn could not after so many turns; with no way
    /// known, whether dawn comes before they are over.
    pub fn makes_late(&self, turns: Turns) -> bool {
        let left = self.turns_left().0;
        let way = self.way_out().map_or(1, |way| way.0);
        self.is_night() && (way..way + turns.0).contains(&left)
    }

    /// The job that is next; `None` where none is known that can be done, and with a body in the
    /// arms.
    pub fn next_job(&self) -> Option<NextJob> {
        let world = self.world();
        let (choice, turns) = world.next_job_turns().filter(|_| !world.is_carrying())?;
        let turns = Turns(turns.0.next_multiple_of(10));
        Some(NextJob { job: choice.job, turns, is_rising: choice.reason == JobReason::Rising })
    }

    /// Why nothing that is known can be done now, where there is no [next job](Self::next_job).
    pub fn why_no_job(&self) -> Option<JobReason> {
        self.world().why_no_job()
    }

    pub fn is_order_complete(&self) -> bool {
        self.order().into_iter().all(|count| self.is_complete(count))
    }

    /// An order in which the known jobs can be done, by the ways and dangers that the player knows.
    pub fn plan_of_work(&self) -> Result<WorkCertificate, Unsolvable> {
        self.world().plan_of_work()
    }

    /// The jobs that the player has seen and that are not done as far as the player knows; the
    /// nearest first.
    pub fn known_jobs(&self) -> Vec<KnownJob> {
        let world = self.world();
        let here = world.player_pos();
        let mut jobs: Vec<KnownJob> = world
            .known_jobs()
            .into_iter()
            .map(|(at, job)| {
                let rises = (job == JobKind::Body).then(|| world.known_turns_to_rising(at));
                KnownJob { job, at, doable: world.is_doable(job), rises: rises.flatten() }
            })
            .collect();
        jobs.sort_by_key(|known| (known.at.steps_to(here), known.at));
        jobs
    }

    /// The job on a cell, as seen or remembered.
    pub fn job_at(&self, pos: Pos) -> Option<JobKind> {
        self.world().known_job_at(pos)
    }
}
