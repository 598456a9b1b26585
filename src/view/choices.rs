//! The choices of commands that act on adjacent cells.

use crate::base::{Dir, Pos};
use crate::content::{Gate, JobKind, Status};
use crate::levelgen::Tile;
use crate::sim::{Command, Fixture, Preparation, Reject};

use super::View;

/// A task on a cell in reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Job(JobKind),
    /// The player puts out its own fire at a well.
    PutOut,
    RinseMop,
    SmashCrate,
    BlastRubble,
}

impl Task {
    /// Whether it is offered only when there is no job in reach.
    pub fn is_secondary(self) -> bool {
        !matches!(self, Task::Job(_) | Task::PutOut)
    }
}

/// A task in reach, and its command.
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
    /// The tasks on the player's cell and the adjacent cells. The screens ask which is meant, if there are several.
    pub fn tasks(&self) -> Vec<TaskChoice> {
        self.places_in_reach()
            .filter_map(|(dir, at)| {
                let has_water = self.cell(at).fixture.is_some_and(Fixture::has_water);
                let task = match self.job_at(at) {
                    Some(JobKind::Body) => return None,
                    Some(job) => Task::Job(job),
                    None if has_water && self.is_burning() => Task::PutOut,
                    None if has_water => Task::RinseMop,
                    None if self.cell(at).fixture == Some(Fixture::Crate) => Task::SmashCrate,
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

    /// The question to ask before a command on a cell that the player may regret: arming a trap from the wrong side
    /// of it. `None` where there is nothing to ask.
    pub fn question_before(&self, command: Command, at: Pos) -> Option<String> {
        let arms = match command {
            Command::Work(_) => self.job_at(at) == Some(JobKind::Trap),
            Command::Prepare(Preparation::SetKit { .. }) => true,
            _ => false,
        };
        // The jobs that could not be reached any more; `None` is the exit.
        let lost = if arms { self.world().shut_off_by(at) } else { Vec::new() };
        let jobs = match lost.iter().flatten().count() {
            0 => None,
            1 => Some("1 job that you know of".to_owned()),
            jobs => Some(format!("{jobs} jobs that you know of")),
        };
        let exit = lost.contains(&None).then(|| "the exit".to_owned());
        let lost: Vec<String> = exit.into_iter().chain(jobs).collect();
        (!lost.is_empty()).then(|| {
            format!(
                "Armed from this side, that trap shuts you off from {}. Arm it from here all the same?",
                lost.join(" and ")
            )
        })
    }

    /// The commands that pick up a body or put down the carried body; chutes come first, then the player's cell.
    pub fn carry_choices(&self) -> Vec<Command> {
        let carrying = self.player().carrying.is_some();
        let mut places: Vec<(Option<Dir>, Pos)> = self
            .places_in_reach()
            .filter(|&(dir, at)| {
                if carrying {
                    dir.is_none() || self.cell(at).fixture == Some(Fixture::Chute)
                } else {
                    self.cell(at).body
                }
            })
            .collect();
        places.sort_by_key(|&(dir, at)| {
            (carrying && self.cell(at).fixture != Some(Fixture::Chute), dir.is_some())
        });
        places
            .into_iter()
            .map(|(dir, _)| Command::Carry(dir))
            .filter(|command| self.game.check(command).is_ok())
            .collect()
    }

    /// The directions of adjacent open doors that can be closed.
    pub fn doors_to_close(&self) -> Vec<Dir> {
        Dir::ALL
            .into_iter()
            .filter(|&dir| self.game.check(&Command::CloseDoor(dir)).is_ok())
            .collect()
    }

    fn is_burning(&self) -> bool {
        self.player().statuses.iter().any(|&(status, _)| status == Status::Burning)
    }

    /// The directions of adjacent closed doors that can be barred.
    pub fn doors_to_bar(&self) -> Vec<Dir> {
        Dir::ALL
            .into_iter()
            .filter(|&dir| self.game.check(&Command::BarDoor(dir)).is_ok())
            .collect()
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
