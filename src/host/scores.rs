//! The local player's list of finished runs: a file with a line of JSON for each.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use super::runs::run_files;
use super::since_epoch;
use crate::content::Catalog;
use crate::record::NullSink;
use crate::save::{self, RunFile, RunId, SaveError, Score};

/// What is read of the list, in bytes; that is some hundred thousand runs.
const MAX_LIST_BYTES: u64 = 16 << 20;

/// The list of scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The best first; of equals the quicker, then the earlier.
    pub scores: Vec<Score>,
    /// How many lines could not be read.
    pub damaged: usize,
}

impl Scores {
    fn sort(&mut self) {
        self.scores.sort_by_key(|score| (Reverse(score.score), score.turns, score.when));
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

/// The list of scores; empty where there is none yet.
pub(crate) fn read_scores(list: &Path) -> Result<Scores, SaveError> {
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
        match serde_json::from_slice(line) {
            Ok(score) => scores.scores.push(score),
            Err(_) => scores.damaged += 1,
        }
    }
    scores.sort();
    Ok(scores)
}

/// The list of scores, with those finished runs of a folder that are missing in it: the process that played them died
/// before it could add them. They are added to the list now.
///
/// Only files are read whose names the list does not have, and which no process is playing.
pub(crate) fn complete_scores(
    list: &Path,
    runs: &Path,
    catalog: &Arc<Catalog>,
) -> Result<Scores, SaveError> {
    let mut scores = read_scores(list)?;
    let known: BTreeSet<RunId> = scores.scores.iter().map(|score| score.run.clone()).collect();
    for (changed, path) in run_files(runs) {
        let Some(run) = RunId::of_file(&path).filter(|run| !known.contains(run)) else { continue };
        if let Ok(Some(score)) = missing_score(&path, run, changed, catalog) {
            // A list that cannot be written to can still be shown.
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
    run: RunId,
    changed: SystemTime,
    catalog: &Arc<Catalog>,
) -> Result<Option<Score>, SaveError> {
    // The process that has just ended the run may be about to add the score: it holds the file until then.
    let _held = RunFile::reopen(path)?;
    let loaded = save::load(path)?;
    let Some(ending) = loaded.end else { return Ok(None) };
    let session = loaded.session(catalog, NullSink)?;
    let when = since_epoch(changed).as_secs();
    let turns = session.game().view().turns_worked();
    Ok(Some(Score::new(session.header(), &ending, turns, run, when)))
}
