//! The list of finished runs.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::error::SaveError;
use super::library::files;
use super::load::load;
use super::run_file::{RunFile, create_folder_of};
use crate::content::{Catalog, Depth};
use crate::record::{Ending, NullSink, RunHeader, outcome_name};
use crate::sim::{Mode, Status, Turns};

/// The list is read up to here, in bytes; that is some hundred thousand runs.
const LONGEST_LIST: u64 = 16 << 20;

/// One finished run in the list of scores: a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub name: String,
    pub mode: String,
    pub kind: String,
    pub depth: Depth,
    /// As text, since a seed may be any number below 2^64.
    pub seed: String,
    /// What the player typed for the seed, if that was more than its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    pub outcome: String,
    pub grade: char,
    pub score: u32,
    pub turns: u32,
    pub commands: u32,
    pub ranked: bool,
    /// What the run is known by, sixteen hex digits.
    pub digest: String,
    /// The name of the run file.
    pub run: String,
    /// Seconds since 1970.
    pub when: u64,
}

/// The list of scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The best first; of equals the quicker, then the earlier.
    pub scores: Vec<Score>,
    /// Lines that could not be read.
    pub damaged: usize,
}

impl Score {
    /// The score of a run that has ended on a turn, recorded in a file; `when` in seconds since 1970.
    pub fn new(opening: &RunHeader, ending: &Ending, turn: Turns, run: &Path, when: u64) -> Score {
        let Mode::Shift { kind, depth } = &opening.setup.mode;
        Score {
            name: opening.name.clone(),
            mode: opening.setup.mode.name().to_owned(),
            kind: kind.clone(),
            depth: *depth,
            seed: opening.setup.seed.to_string(),
            word: opening.word.clone(),
            outcome: outcome_name(Status::Over(ending.outcome)).to_owned(),
            grade: ending.letter.character(),
            score: ending.score,
            turns: turn.0,
            commands: ending.commands,
            ranked: opening.is_ranked(),
            digest: ending.chain.digest().to_string(),
            run: run.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            when,
        }
    }
}

/// Adds a run to the list: one line, in one write.
pub fn add_score(list: &Path, score: &Score) -> Result<(), SaveError> {
    create_folder_of(list)?;
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(list);
    let mut file = file.map_err(|error| SaveError::create(list, error))?;
    let io = |error| SaveError::io(list, error);
    let mut line = serde_json::to_string(score).map_err(|error| io(error.into()))?;
    line.push('\n');
    // A line that was torn by a loss of power must not take this one with it.
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

/// The list of scores; empty where there is none yet.
pub fn read_scores(list: &Path) -> Result<Scores, SaveError> {
    let file = match OpenOptions::new().read(true).open(list) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Scores::default()),
        Err(error) => return Err(SaveError::io(list, error)),
    };
    let mut bytes = Vec::new();
    let read = file.take(LONGEST_LIST).read_to_end(&mut bytes);
    read.map_err(|error| SaveError::io(list, error))?;
    let mut scores = Scores::default();
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        match serde_json::from_slice(line) {
            Ok(score) => scores.scores.push(score),
            Err(_) => scores.damaged += 1,
        }
    }
    scores.sort();
    Ok(scores)
}

/// The list of scores, with those runs of a folder that have come to their end and are not in it: of those,
/// nobody lived to note the score. They are noted now.
///
/// Only files are read whose names the list does not have, and which nobody plays.
pub fn complete_scores(
    list: &Path,
    runs: &Path,
    catalog: &Arc<Catalog>,
) -> Result<Scores, SaveError> {
    let mut scores = read_scores(list)?;
    let known: BTreeSet<String> = scores.scores.iter().map(|score| score.run.clone()).collect();
    for (changed, path) in files(runs) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if known.contains(name.as_ref()) {
            continue;
        }
        if let Ok(Some(score)) = missing_score(&path, changed, catalog) {
            // Where the list cannot be written to, it can still be shown.
            let _ = add_score(list, &score);
            scores.scores.push(score);
        }
    }
    scores.sort();
    Ok(scores)
}

/// The score of a run, if it has come to its end.
fn missing_score(
    path: &Path,
    changed: SystemTime,
    catalog: &Arc<Catalog>,
) -> Result<Option<Score>, SaveError> {
    // Whoever has just ended it may be about to note the score.
    let _held = RunFile::reopen(path)?;
    let loaded = load(path)?;
    let Some(ending) = loaded.end else { return Ok(None) };
    let session = loaded.session(catalog, NullSink)?;
    let when = changed.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let turn = session.game().view().turns_worked();
    Ok(Some(Score::new(session.opening(), &ending, turn, path, when)))
}

impl Scores {
    fn sort(&mut self) {
        self.scores.sort_by_key(|score| (Reverse(score.score), score.turns, score.when));
    }
}
