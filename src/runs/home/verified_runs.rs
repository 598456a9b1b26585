//! What verifying run files has come to, kept so that each is played again only once.
//!
//! The list is a file of JSON lines that can be thrown away: then all is verified again. An entry
//! holds for a file as long as its [`FileStamp`] is the same; where the stamp does not settle it,
//! the file's hash does. A list that came from elsewhere, together with the run files, vouches for
//! nothing: the stamps in it belong to other files.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::since_epoch;
use crate::record::{Ruleset, TimedRun, TimingError, VerifyLimits};
use crate::save::{self, Overwrite, RunId, RunReader, SaveError, Score};
use base::{fold, hex, path_text};
use content::Catalog;

/// What is read of the list, in bytes.
const MAX_LIST_BYTES: u64 = 64 << 20;

/// A list with more lines than files, by this factor, is written anew.
const MAX_STALE_FACTOR: usize = 2;

/// What playing a run file again has come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// It is true, and its run is over.
    True {
        score: Box<Score>,
        /// What it is measured by in each category that it qualifies for, by the category's id.
        categories: BTreeMap<String, u32>,
    },
    /// It is true as far as it goes, or was not examined: its run is not over.
    Unfinished,
    /// A claim of it is not true, or it goes beyond the limits.
    Untrue,
    /// It cannot be read, or does not play.
    Unreadable,
    /// It was played by rules that this program does not have.
    OtherRules,
}

/// A line of the list.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    run: RunId,
    stamp: FileStamp,
    /// Whether the stamp alone tells that the file is the same.
    is_settled: bool,
    /// SHA-256 of the file, in hex digits.
    hash: String,
    /// Of the program that has verified it.
    ruleset: Ruleset,
    /// The hash of the categories that it was measured by.
    categories: u64,
    standing: Standing,
}

#[derive(Debug, Default)]
pub struct VerifiedRuns {
    entries: BTreeMap<RunId, Entry>,
    list: PathBuf,
    /// The lines of the file.
    lines: usize,
}

impl VerifiedRuns {
    /// Reads the list. One that cannot be read is empty: it only saves work.
    pub fn read(list: &Path) -> VerifiedRuns {
        let mut runs = VerifiedRuns { list: list.to_owned(), ..VerifiedRuns::default() };
        let Ok(file) = File::open(list) else { return runs };
        let mut bytes = Vec::new();
        if file.take(MAX_LIST_BYTES).read_to_end(&mut bytes).is_err() {
            return runs;
        }
        for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            runs.lines += 1;
            if let Ok(entry) = serde_json::from_slice::<Entry>(line) {
                runs.entries.insert(entry.run.clone(), entry);
            }
        }
        runs
    }

    pub fn path(&self) -> &Path {
        &self.list
    }

    /// What is known of a file; `None` if it has to be verified, again or for the first time.
    pub fn standing(&self, path: &Path, catalog: &Catalog) -> Option<&Standing> {
        let entry = self.entries.get(&RunId::of_file(path)?)?;
        let is_same = FileStamp::of(path).is_ok_and(|stamp| stamp == entry.stamp)
            && (entry.is_settled || !entry.hash.is_empty() && has_hash(path, &entry.hash));
        let is_known_now = entry.ruleset == Ruleset::of(catalog);
        let is_outdated = match entry.standing {
            // What was true by rules that are no longer known here stays so.
            Standing::True { .. } => {
                is_known_now && entry.categories != hash_of_categories(catalog)
            }
            Standing::OtherRules => !is_known_now,
            Standing::Unfinished | Standing::Untrue | Standing::Unreadable => false,
        };
        (is_same && !is_outdated).then_some(&entry.standing)
    }

    /// Adds what was found out, and appends it to the list on the disk; that the list cannot be
    /// written to does not matter.
    pub fn add(&mut self, found: Vec<VerifiedRun>) {
        let mut lines = Vec::new();
        for VerifiedRun(entry) in found {
            if serde_json::to_writer(&mut lines, &entry).is_ok() {
                lines.push(b'\n');
                self.lines += 1;
            }
            self.entries.insert(entry.run.clone(), entry);
        }
        let _ = self.append(&lines);
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        save::create_folder_of(&self.list).map_err(io::Error::other)?;
        if self.lines > self.entries.len() * MAX_STALE_FACTOR {
            return self.write_anew();
        }
        OpenOptions::new().append(true).create(true).open(&self.list)?.write_all(lines)
    }

    /// Writes the list without lines that others have replaced.
    fn write_anew(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        for entry in self.entries.values() {
            serde_json::to_writer(&mut bytes, entry)?;
            bytes.push(b'\n');
        }
        save::write_file(&self.list, &bytes, Overwrite::Force).map_err(io::Error::other)?;
        self.lines = self.entries.len();
        Ok(())
    }
}

#[derive(Debug)]
pub struct VerifiedRun(Entry);

/// Plays a run file again. `None` if it has no name that a list could have, or changes meanwhile.
pub fn verify_file(path: &Path, catalog: &Arc<Catalog>, modded: bool) -> Option<VerifiedRun> {
    let run = RunId::of_file(path)?;
    let stamp = FileStamp::of(path).ok()?;
    let standing = examine(path, &run, catalog, modded);
    // What cannot be read may be of any length.
    let hash = if standing == Standing::Unreadable { String::new() } else { hash_of(path).ok()? };
    let is_settled = stamp.is_settled(SystemTime::now());
    let (ruleset, categories) = (Ruleset::of(catalog), hash_of_categories(catalog));
    let is_same = FileStamp::of(path).is_ok_and(|after| after == stamp);
    is_same.then_some(VerifiedRun(Entry {
        run,
        stamp,
        is_settled,
        hash,
        ruleset,
        categories,
        standing,
    }))
}

fn examine(path: &Path, run: &RunId, catalog: &Arc<Catalog>, modded: bool) -> Standing {
    match examine_readable(path, run, catalog, modded) {
        Ok(standing) => standing,
        Err(SaveError::UnknownRuleset { .. } | SaveError::NewerFormat { .. }) => {
            Standing::OtherRules
        }
        Err(_) => Standing::Unreadable,
    }
}

fn examine_readable(
    path: &Path,
    run: &RunId,
    catalog: &Arc<Catalog>,
    modded: bool,
) -> Result<Standing, SaveError> {
    let Some(ending) = save::load(path)?.end else { return Ok(Standing::Unfinished) };
    let mut reader = RunReader::open(path)?;
    let header = reader.header().run.clone();
    let limits = VerifyLimits::default();
    let run_again = match TimedRun::verify(&header, catalog, modded, limits, &mut reader) {
        Ok(run_again) => run_again,
        Err(TimingError::Verify(error)) => return Err(save::verify_error(&path_text(path), error)),
        Err(TimingError::Untrue(_)) => return Ok(Standing::Untrue),
    };
    let verdict = &run_again.verification;
    let when = fs::metadata(path).and_then(|metadata| metadata.modified());
    let when = when.map_or(0, |changed| since_epoch(changed).as_secs());
    let (clock, turns) = (verdict.turns, verdict.worked_turns);
    let score = Score::new(&header, &ending, clock, turns, run.clone(), when);
    let score = Box::new(Score { ranked: verdict.unranked.is_none(), ..score });
    let categories = catalog.categories.iter().filter_map(|category| {
        let result = run_again.result(category);
        Some((category.id.clone(), result.measure.filter(|_| result.unmet.is_empty())?))
    });
    Ok(Standing::True { score, categories: categories.collect() })
}

fn hash_of_categories(catalog: &Catalog) -> u64 {
    fold(0, &catalog.categories)
}

fn has_hash(path: &Path, hash: &str) -> bool {
    hash_of(path).is_ok_and(|of_file| of_file == hash)
}

/// SHA-256 of a file, in hex digits.
fn hash_of(path: &Path) -> io::Result<String> {
    let (mut file, mut hasher) = (BufReader::new(File::open(path)?), Sha256::new());
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hex(&hasher.finalize()));
        }
        hasher.update(bytes);
        let length = bytes.len();
        file.consume(length);
    }
}

/// A file that was changed less than this ago can change once more without another time of change.
const CLOCK_GRAIN: Duration = Duration::from_secs(2);

/// The length of a file, the time of its last change of any sort, and its number in its file
/// system.
///
/// The time of change is not the one that programs may set: whoever copies a file here cannot
/// choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileStamp {
    length: u64,
    /// Since 1970.
    changed: Duration,
    inode: u64,
}

impl FileStamp {
    fn of(path: &Path) -> io::Result<FileStamp> {
        let metadata = fs::metadata(path)?;
        let seconds = metadata.ctime().max(0).cast_unsigned();
        let nanoseconds = metadata.ctime_nsec().clamp(0, 999_999_999) as u32;
        let changed = Duration::new(seconds, nanoseconds);
        Ok(FileStamp { length: metadata.len(), changed, inode: metadata.ino() })
    }

    /// Whether the file cannot have changed after this stamp was taken and still have it.
    fn is_settled(&self, now: SystemTime) -> bool {
        since_epoch(now).saturating_sub(self.changed) > CLOCK_GRAIN
    }
}
