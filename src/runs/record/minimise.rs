//! Delta debugging: the few commands of a run that matter for something.
//!
//! Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input" (2002): the list is
//! cut into parts, the run is tried without each of them, and the parts become smaller when none
//! can be spared. What comes of it is minimal by one: without any single command of it, the run is
//! no longer interesting. Before that the tail is cut off by bisection.

use std::collections::BTreeMap;

use base::fold;
use engine::sim::Command;

/// Tells which runs are still interesting, several at once.
pub trait Judge {
    type Error;

    /// The candidate of some commands: usually without those that the rules reject.
    fn candidate(&self, commands: &[Command]) -> Vec<Command>;

    /// The number of candidates that are judged at the same time.
    fn width(&self) -> usize;

    /// Whether each of the runs is interesting; `None` if the search is to end with what it has.
    fn judge(&mut self, candidates: &[Vec<Command>]) -> Result<Option<Vec<bool>>, Self::Error>;

    /// Is told how many commands are left.
    fn report(&mut self, left: usize, judgements: u32);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimised {
    pub commands: Vec<Command>,
    /// How often the judge was asked.
    pub judgements: u32,
    pub is_complete: bool,
}

/// Searches for the few commands with which a run is still interesting; `None` if the whole run is
/// not.
pub fn minimise<J: Judge>(
    commands: &[Command],
    judge: &mut J,
) -> Result<Option<Minimised>, J::Error> {
    let whole = judge.candidate(commands);
    let mut search = Search { judge, known: BTreeMap::new(), judgements: 0, best: whole.clone() };
    match search.first_interesting(vec![whole])? {
        Found::Stopped => return Ok(Some(search.result(false))),
        Found::None => return Ok(None),
        Found::Shorter(_) => {}
    }
    let is_complete = search.cut_tail()? && search.spare_parts()?;
    Ok(Some(search.result(is_complete)))
}

enum Found {
    /// The first that is interesting.
    Shorter(Vec<Command>),
    None,
    /// The search is to end.
    Stopped,
}

struct Search<'a, J> {
    judge: &'a mut J,
    /// What was judged, so that nothing is judged twice.
    known: BTreeMap<u64, bool>,
    judgements: u32,
    /// The shortest interesting run so far.
    best: Vec<Command>,
}

impl<J: Judge> Search<'_, J> {
    fn result(self, is_complete: bool) -> Minimised {
        Minimised { commands: self.best, judgements: self.judgements, is_complete }
    }

    fn first_interesting(&mut self, candidates: Vec<Vec<Command>>) -> Result<Found, J::Error> {
        let unknown: Vec<Vec<Command>> = candidates
            .iter()
            .filter(|candidate| !self.known.contains_key(&key(candidate)))
            .cloned()
            .collect();
        if !unknown.is_empty() {
            let Some(verdicts) = self.judge.judge(&unknown)? else { return Ok(Found::Stopped) };
            self.judgements += unknown.len() as u32;
            for (candidate, verdict) in unknown.iter().zip(verdicts) {
                self.known.insert(key(candidate), verdict);
            }
        }
        let is_interesting =
            |candidate: &Vec<Command>| self.known.get(&key(candidate)).copied() == Some(true);
        let found = candidates.into_iter().find(is_interesting);
        self.judge.report(found.as_ref().map_or(self.best.len(), Vec::len), self.judgements);
        Ok(found.map_or(Found::None, Found::Shorter))
    }

    /// Bisects for the shortest prefix that is interesting, as if all longer ones were; false if
    /// the search is to end.
    fn cut_tail(&mut self) -> Result<bool, J::Error> {
        let (mut low, mut high) = (0, self.best.len());
        let all = self.best.clone();
        while low < high {
            let middle = low + (high - low) / 2;
            match self.first_interesting(vec![self.judge.candidate(&all[..middle])])? {
                Found::Shorter(shorter) => {
                    high = middle;
                    self.best = shorter;
                }
                Found::None => low = middle + 1,
                Found::Stopped => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Leaves out parts, smaller and smaller ones, until no single command can be spared; false if
    /// the search is to end.
    fn spare_parts(&mut self) -> Result<bool, J::Error> {
        let mut parts = 2;
        while !self.best.is_empty() {
            parts = parts.min(self.best.len());
            match self.without_a_part(parts)? {
                Found::Shorter(shorter) => {
                    self.best = shorter;
                    parts = (parts - 1).max(2);
                }
                Found::None if parts >= self.best.len() => break,
                Found::None => parts *= 2,
                Found::Stopped => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The first interesting run without one of so many parts.
    fn without_a_part(&mut self, parts: usize) -> Result<Found, J::Error> {
        let length = self.best.len();
        let bounds: Vec<(usize, usize)> =
            (0..parts).map(|part| (part * length / parts, (part + 1) * length / parts)).collect();
        for batch in bounds.chunks(self.judge.width().max(1)) {
            let candidates = batch.iter().map(|&(from, to)| {
                let rest = [&self.best[..from], &self.best[to..]].concat();
                self.judge.candidate(&rest)
            });
            match self.first_interesting(candidates.collect())? {
                Found::None => {}
                other => return Ok(other),
            }
        }
        Ok(Found::None)
    }
}

/// A list of commands as it is kept among those that were judged.
fn key(commands: &[Command]) -> u64 {
    fold(0, commands)
}
