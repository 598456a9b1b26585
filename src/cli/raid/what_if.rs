//! What a forecast is asked about besides the plan, in the words of the command line.

use std::str::FromStr;

use crate::cli::Failure;
use base::Pos;
use content::JobKind;
use engine::sim::{Command, Game, PlanCommand};
use runs::record::Scripted;

/// Something that could be planned.
#[derive(Clone, Debug)]
pub(super) struct WhatIf {
    words: String,
    command: PlanCommand,
    /// The job that the words name.
    job: Option<JobKind>,
}

impl FromStr for WhatIf {
    type Err = String;

    fn from_str(text: &str) -> Result<WhatIf, String> {
        let words = text.trim().to_owned();
        let at_cell = words.split_once(' ').and_then(|(name, cell)| Some((name, cell_of(cell)?)));
        let Some((name, at)) = at_cell else {
            let scripted: Scripted = words
                .parse()
                .map_err(|error| format!("{error}; a job is named with its cell: 'trap 12,7'"))?;
            return match scripted.0 {
                Command::Plan(command) => Ok(WhatIf { words, command, job: None }),
                _ => Err("that cannot be planned; the verbs for it begin with plan-".to_owned()),
            };
        };
        let job = JobKind::ALL.into_iter().find(|job| job.name() == name);
        let command = match (job, name) {
            (Some(_), _) => PlanCommand::Job { at },
            (None, "cord") => PlanCommand::Cord { at },
            _ => {
                let jobs = JobKind::ALL.map(JobKind::name).join(", ");
                return Err(format!("“{name}” is no job; there are {jobs}, and cord"));
            }
        };
        Ok(WhatIf { words, command, job })
    }
}

/// A cell by its column and row: "12,7".
fn cell_of(text: &str) -> Option<Pos> {
    let (x, y) = text.trim().split_once(',')?;
    Some(Pos::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

impl WhatIf {
    /// Puts it on the plan of a game.
    /// Errors: tells why it cannot be planned there.
    pub(super) fn plan(&self, game: &mut Game) -> Result<(), Failure> {
        let refused = |why: &str| Failure {
            code: 1,
            message: format!("--what-if '{}' is refused: {why}", self.words),
        };
        if let (Some(job), PlanCommand::Job { at }) = (self.job, self.command) {
            let known = game.view().known_jobs().into_iter().find(|known| known.at == at);
            if let Some(known) = known.filter(|known| known.job != job) {
                return Err(refused(&format!("the job known there is a {}.", known.job.name())));
            }
        }
        let command = Command::Plan(self.command);
        let result = game.step(command);
        result.map_err(|why| refused(&game.view().why_refused(&command, why)))?;
        Ok(())
    }
}
