//! Runs to race against: found, verified and made ready beside the screens.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;

use super::beside::beside;
use crate::{Rival, RivalError, RivalRequest, RivalSearch, RivalSource};
use base::path_text;
use content::{Catalog, Category};
use engine::sim::{Mode, Setup};
use runs::home::{GameFolders, read_scores};
use runs::home::{VerifiedRuns, verify_file};
use runs::record::check_same_shift;
use runs::save::{RunReader, Score};

/// Where runs are found, and how they are verified.
pub(super) struct RivalFinder {
    pub folders: GameFolders,
    pub catalog: Arc<Catalog>,
    /// Whether the content is not the built-in one.
    pub modded: bool,
}

impl RivalFinder {
    /// Begins to look for a run.
    pub(super) fn begin(self, request: RivalRequest) -> RivalSearch {
        let (sender, answer) = channel();
        beside(move || {
            // Whoever has asked may be gone.
            let _ = sender.send(self.find(&request).map(Box::new));
        });
        answer
    }

    fn find(&self, request: &RivalRequest) -> Result<Rival, RivalError> {
        let path = match &request.source {
            RivalSource::File(file) => file.clone(),
            RivalSource::Best => self.best(request)?.ok_or(RivalError::NoBest)?,
        };
        let mut reader = RunReader::open(&path)?;
        let header = reader.header().run.clone();
        let name = path_text(&path);
        Rival::verify(&name, &header, &mut reader, request, &self.catalog, self.modded)
    }

    /// The file of the best ranked run of a shift in a category. Files of that shift that were not verified so far are now.
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
