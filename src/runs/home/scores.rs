//! The local player's finished runs: what verifying their files has come to, and, for runs whose
//! files cannot be verified, a file with a line of JSON for each that ended here.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::unfinished::{ranked_try, run_files};
use super::verified_runs::{Standing, VerifiedRuns};
use crate::save::{self, RunId, SaveError, Score};
use content::Catalog;
use engine::sim::Mode;

/// What is read of the list, in bytes; that is some hundred thousand runs.
const MAX_LIST_BYTES: u64 = 16 << 20;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// Those that are verified first; among them the best first, of equals the quicker, then the
    /// earlier.
    pub scores: Vec<Score>,
    /// How many lines could not be read.
    pub damaged: usize,
    /// How many run files say what is not true; they are not listed.
    pub untrue: usize,
    /// Of how many run files it is known what they are worth, without playing them.
    pub known: usize,
    /// The run files that have to be verified before it is known what they are worth.
    pub pending: Vec<PathBuf>,
}

impl Scores {
    /// Keeps one of the files that hold the same run, and lets one try a day and name count: the
    /// one in the file of that try, or else the first that ended.
    fn settle(&mut self) {
        let is_own_try = |score: &Score| score.day.is_some_and(|day| score.run == ranked_try(day));
        self.scores.sort_by_key(|score| (!is_own_try(score), score.when));
        let (mut runs, mut tries) = (BTreeSet::new(), BTreeSet::new());
        self.scores.retain(|score| !score.verified || runs.insert(score.digest.clone()));
        for score in self.scores.iter_mut().filter(|score| score.verified && score.ranked) {
            score.ranked = score.day.is_none_or(|day| tries.insert((day, score.name.clone())));
        }
    }

    fn sort(&mut self) {
        self.scores.sort_by_key(|score| {
            (!score.verified, Reverse(score.score), score.grade, score.turns, score.when)
        });
    }
}

/// Adds a run to the list: one line, in one write.
pub fn add_score(list: &Path, score: &Score) -> Result<(), SaveError> {
    save::create_folder_of(list)?;
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(list);
    let mut file = file.map_err(|error| SaveError::create(list, error))?;
    let io = |error| SaveError::io(list, error);
    let mut line = serde_json::to_string(score).map_err(|error| io(error.into()))?;
    line.push('\n');
    // A last line that a loss of power has cut short must not take this one with it.
    let length = file.seek(SeekFrom::End(0)).map_err(io)?;
    if length > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(io)?;
        if last != *b"\n" {
            line.insert(0, '\n');
        }
    }
    file.write_all(line.as_bytes()).map_err(io)
}

/// The lines of the list, as they claim; none where there is no list yet.
fn read_list(list: &Path) -> Result<Scores, SaveError> {
    let file = match OpenOptions::new().read(true).open(list) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Scores::default()),
        Err(error) => return Err(SaveError::io(list, error)),
    };
    let mut bytes = Vec::new();
    let read = file.take(MAX_LIST_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| SaveError::io(list, error))?;
    let mut scores = Scores::default();
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        match read_line(line) {
            Ok(score) => scores.scores.push(score),
            Err(_) => scores.damaged += 1,
        }
    }
    Ok(scores)
}

fn read_line(line: &[u8]) -> serde_json::Result<Score> {
    let mut line: Map<String, Value> = serde_json::from_slice(line)?;
    // Lines of earlier versions have worked turns alone, as `turns`.
    if let Some(turns) = line.get("turns").cloned() {
        line.entry("worked_turns").or_insert(turns);
    }
    serde_json::from_value(line.into())
}

/// The finished runs of a folder as far as they are verified, and the lines of the list whose runs
/// cannot be: their files are gone, or of rules that are not known here.
pub fn read_scores(
    list: &Path,
    runs: &Path,
    verified: &VerifiedRuns,
    catalog: &Catalog,
) -> Result<Scores, SaveError> {
    let Scores { scores: mut claims, damaged, .. } = read_list(list)?;
    let ends: BTreeMap<RunId, u64> =
        claims.iter().map(|claim| (claim.run.clone(), claim.when)).collect();
    let mut scores = Scores { damaged, ..Scores::default() };
    let mut settled = BTreeSet::new();
    for (_, path) in run_files(runs) {
        let Some(run) = RunId::of_file(&path) else { continue };
        let standing = verified.standing(&path, catalog);
        scores.known += usize::from(standing.is_some());
        match standing {
            // Nobody compares how they did at the tutorial.
            Some(Standing::True { score, .. }) if score.mode == Mode::Tutorial.name() => {
                settled.insert(run);
            }
            Some(Standing::True { score, categories }) => {
                // When it ended, no file can prove.
                let when = ends.get(&run).copied().unwrap_or(score.when);
                let (score, categories) = ((**score).clone(), categories.clone());
                scores.scores.push(Score { verified: true, categories, when, ..score });
                settled.insert(run);
            }
            Some(Standing::Untrue) => {
                scores.untrue += 1;
                settled.insert(run);
            }
            Some(Standing::Unfinished | Standing::Unreadable | Standing::OtherRules) => {}
            None => scores.pending.push(path),
        }
    }
    claims.retain(|claim| !settled.contains(&claim.run));
    scores.scores.extend(claims);
    scores.settle();
    scores.sort();
    Ok(scores)
}
