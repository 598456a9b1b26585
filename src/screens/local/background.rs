//! Work on run files that goes on beside the screens: the search for unfinished runs, verifying
//! finished ones, finding a run to race against. A screen asks for what is there so far, and never
//! waits for a file.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::{
    Rival, RivalError, RivalRequest, RivalSource, Unfinished, UnfinishedSearch, UnfinishedShift,
    UnfinishedStanding,
};
use base::{Day, path_text};
use content::{Catalog, Category};
use engine::sim::{Mode, Setup};
use runs::home::{
    GameFolders, UnfinishedRun, UnfinishedState, VerifiedRun, VerifiedRuns, read_scores,
    unfinished_runs, verify_file,
};
use runs::record::check_same_shift;
use runs::save::{RunReader, Score};

/// The longest that a screen waits for a search that has just begun: most are over by then, and the
/// screen need not change right after it appeared.
const MAX_WAIT: Duration = Duration::from_millis(15);

/// Begins work on a thread of its own, or does it here and now where the system has none to give.
/// What it sends comes out of the receiver; where that is gone, nobody waits for it any more.
pub(super) fn beside<T: Send + 'static>(
    work: impl FnOnce(Sender<T>) + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver) = channel();
    let here = Arc::new(Mutex::new(Some((work, sender))));
    let there = here.clone();
    let take = |work: &Mutex<Option<_>>| work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let spawned = thread::Builder::new().spawn(move || {
        if let Some((work, sender)) = take(&there) {
            work(sender);
        }
    });
    if spawned.is_err()
        && let Some((work, sender)) = take(&here)
    {
        work(sender);
    }
    receiver
}

/// The search for runs that have not come to their end.
pub(super) struct Search {
    answer: Receiver<Vec<Unfinished>>,
    state: UnfinishedSearch,
}

impl Search {
    pub(super) fn begin(folder: PathBuf, catalog: Arc<Catalog>) -> Search {
        let answer = beside(move |sender| {
            let found = unfinished_runs(&folder, &catalog).into_iter().map(listed).collect();
            let _ = sender.send(found);
        });
        Search { answer, state: UnfinishedSearch::Searching }
    }

    /// What was found so far, after a moment's waiting.
    pub(super) fn state(&mut self) -> UnfinishedSearch {
        if self.state == UnfinishedSearch::Searching {
            self.state = match self.answer.recv_timeout(MAX_WAIT) {
                Ok(found) => UnfinishedSearch::Done(found),
                Err(RecvTimeoutError::Disconnected) => UnfinishedSearch::Done(Vec::new()),
                Err(RecvTimeoutError::Timeout) => UnfinishedSearch::Searching,
            };
        }
        self.state.clone()
    }
}

/// A run as the screens list it.
fn listed(found: UnfinishedRun) -> Unfinished {
    let UnfinishedRun { id, played, header, state } = found;
    let (mut turn, mut place) = (None, None);
    let standing = match state {
        UnfinishedState::Playable { turn: at, place: of } => {
            (turn, place) = (Some(at), of);
            UnfinishedStanding::Waiting
        }
        UnfinishedState::Refused(error) => UnfinishedStanding::Refused(error.to_string()),
        UnfinishedState::Damaged { error, whole } => {
            UnfinishedStanding::Damaged { why: error.to_string(), whole }
        }
    };
    let shift = header.map(|header| {
        let seed = matches!(header.setup.mode, Mode::Shift { .. })
            .then(|| header.setup.seed.with_word(header.word.as_deref()));
        let mode = header.setup.mode;
        let (kind, depth, day) = (mode.kind().to_owned(), mode.depth(), mode.day());
        UnfinishedShift { kind, depth, seed, turn, place, day }
    });
    Unfinished { run: id, shift, played: Day::of_seconds(played / 1_000), standing }
}

/// Verifies run files one after another.
pub(super) struct Verifier {
    results: Receiver<Option<VerifiedRun>>,
    done: usize,
    total: usize,
    is_over: bool,
}

impl Verifier {
    pub(super) fn begin(files: Vec<PathBuf>, catalog: Arc<Catalog>, modded: bool) -> Verifier {
        let total = files.len();
        let results = beside(move |sender| {
            for file in files {
                if sender.send(verify_file(&file, &catalog, modded)).is_err() {
                    return;
                }
            }
        });
        Verifier { results, done: 0, total, is_over: false }
    }

    /// What has been verified since the last call.
    pub(super) fn take(&mut self) -> Vec<VerifiedRun> {
        let mut found = Vec::new();
        loop {
            match self.results.try_recv() {
                Ok(result) => {
                    self.done += 1;
                    found.extend(result);
                }
                Err(TryRecvError::Empty) => return found,
                Err(TryRecvError::Disconnected) => {
                    self.is_over = true;
                    return found;
                }
            }
        }
    }

    /// How many of how many files are done; `None` at the end.
    pub(super) fn progress(&self) -> Option<(usize, usize)> {
        (!self.is_over).then_some((self.done, self.total))
    }
}

/// Where runs are found, and how they are verified.
pub(super) struct RivalFinder {
    pub folders: GameFolders,
    pub catalog: Arc<Catalog>,
    /// Whether the content is not the built-in one.
    pub modded: bool,
}

impl RivalFinder {
    pub(super) fn find(&self, request: &RivalRequest) -> Result<Rival, RivalError> {
        let path = match &request.source {
            RivalSource::File(file) => file.clone(),
            RivalSource::Best => self.best(request)?.ok_or(RivalError::NoBest)?,
        };
        let mut reader = RunReader::open(&path)?;
        let header = reader.header().run.clone();
        let name = path_text(&path);
        Rival::verify(&name, &header, &mut reader, request, &self.catalog, self.modded)
    }

    /// The file of the best ranked run of a shift in a category. Files of that shift that were not
    /// verified so far are now.
    fn best(&self, request: &RivalRequest) -> Result<Option<PathBuf>, RivalError> {
        let (list, runs) = (self.folders.scores(), self.folders.runs());
        let mut verified = VerifiedRuns::read(&self.folders.verified());
        let read = |verified: &VerifiedRuns| read_scores(&list, &runs, verified, &self.catalog);
        let mut scores = read(&verified)?;
        let is_of_shift = |path: &PathBuf| {
            RunReader::open(path).is_ok_and(|reader| {
                check_same_shift(&reader.header().run.setup, &request.setup).is_ok()
            })
        };
        let pending = std::mem::take(&mut scores.pending).into_iter().filter(is_of_shift);
        let found: Vec<_> =
            pending.filter_map(|path| verify_file(&path, &self.catalog, self.modded)).collect();
        if !found.is_empty() {
            verified.add(found);
            scores = read(&verified)?;
        }
        let Some(category) = self.catalog.find_category(&request.category) else { return Ok(None) };
        let best = best_of(scores.scores, category, &request.setup);
        Ok(best.map(|score| self.folders.run(&score.run)))
    }
}

/// The best ranked run of a shift by a category's measure; of equals the first.
fn best_of(scores: Vec<Score>, category: &Category, setup: &Setup) -> Option<Score> {
    let mode = &setup.mode;
    let is_of_shift = |score: &Score| {
        // A daily shift is one that can be played as such, too.
        (score.mode == Mode::Campaign.name()) == mode.is_journey()
            && score.kind == mode.kind()
            && score.depth == mode.depth()
            && score.seed == setup.seed
    };
    let ranked = scores.into_iter().filter(|score| score.verified && score.ranked);
    let measured = ranked
        .filter(is_of_shift)
        .filter_map(|score| Some((*score.categories.get(&category.id)?, score)));
    let better = |a: (u32, Score), b: (u32, Score)| {
        let is_better = category.measure.is_better(b.0, a.0) || (a.0 == b.0 && b.1.when < a.1.when);
        if is_better { b } else { a }
    };
    measured.reduce(better).map(|(_, score)| score)
}

#[cfg(test)]
mod tests {
    use super::best_of;
    use base::Seed;
    use content::{Catalog, Depth};
    use engine::sim::{Letter, Setup, Turns};
    use runs::save::{RunId, Score};

    fn score(run: &str, seed: u64, turns: u32, when: u64) -> Score {
        Score {
            name: "Ann".to_owned(),
            mode: "shift".to_owned(),
            day: None,
            kind: "vault".to_owned(),
            depth: Depth(1),
            seed: Seed(seed),
            word: None,
            outcome: "clocked_out".to_owned(),
            overtaken: false,
            grade: Letter::A,
            score: 100,
            clock: Turns(turns),
            turns: Turns(turns),
            commands: turns,
            ranked: true,
            verified: true,
            categories: [("clock-out".to_owned(), turns)].into(),
            digest: "0".repeat(16),
            run: RunId::try_from(run.to_owned()).expect("a name"),
            when,
        }
    }

    #[test]
    fn the_best_is_the_quickest_that_is_verified_and_ranked_of_the_same_shift() {
        let catalog = Catalog::embedded().expect("content");
        let category = catalog.find_category("clock-out").expect("a category");
        let unverified = Score { verified: false, ..score("claimed.upk", 7, 1, 1) };
        let unranked = Score { ranked: false, ..score("bot.upk", 7, 2, 1) };
        let deeper = Score { depth: Depth(2), ..score("deep.upk", 7, 3, 1) };
        let scores = vec![
            unverified,
            unranked,
            deeper,
            score("other.upk", 8, 4, 1),
            score("slow.upk", 7, 500, 1),
            score("late.upk", 7, 400, 3),
            score("quick.upk", 7, 400, 2),
        ];
        let setup = Setup::shift("vault", Depth(1), Seed(7));
        let best = best_of(scores, category, &setup).expect("one");
        assert_eq!(best.run.as_str(), "quick.upk");
        assert_eq!(best_of(Vec::new(), category, &setup), None);
    }
}
