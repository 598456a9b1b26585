//! The raids of a reckoning, a few at a time, and what they come to.

use super::chronicle::{Loss, RaiderEnd};
use super::deeds::{Deed, DeedKind};
use super::night::Night;
use super::wishes::wishes;
use crate::sim::forecast::Gain;
use crate::sim::prelude::*;

/// Raids with and without each thing at first, and of those that seem to matter.
const FIRST_SAMPLES: u32 = 8;
const SAMPLES: u32 = 24;
/// How many deeds and wishes are looked at more closely.
const MAX_CLOSER_DEEDS: usize = 10;
const MAX_CLOSER_WISHES: usize = 2;
/// The most lines of what mattered and of what was lost; pulls that are looked at, and such as were
/// left.
const MAX_LINES: usize = 5;
const MAX_PULLS: usize = 16;
const MAX_LEFT: usize = 6;

/// What one thing was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth<T> {
    pub what: T,
    /// The points of dawn with it less the points without it.
    pub points: i32,
}

/// What could have been done besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    Lever(Lever),
    /// A pull, by its place among those that were left.
    Pull(Deed),
}

/// What to do otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suggestion {
    With(Worth<Missed>),
    Without(Worth<Deed>),
}

/// What the raids have come to so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reckoning {
    pub ends: Vec<RaiderEnd>,
    /// The deeds that made a difference, the greatest first.
    pub mattered: Vec<Worth<Deed>>,
    /// What the raid has cost.
    pub lost: Vec<Loss>,
    /// What would have gained most of that which was left; not before all is done.
    pub missed: Option<Worth<Missed>>,
    /// Things that were looked at, of so many.
    pub done: usize,
    pub of: usize,
}

impl Reckoning {
    pub fn is_done(&self) -> bool {
        self.done == self.of
    }

    /// What would have changed most: a lever that was left, or a deed that cost points; not before
    /// all is done.
    pub fn suggestion(&self) -> Option<Suggestion> {
        let costly = self.mattered.iter().filter(|own| own.points < 0);
        let worst = costly.min_by_key(|own| own.points).filter(|_| self.is_done());
        match (self.missed, worst) {
            (Some(missed), Some(worst)) if -worst.points > missed.points => {
                Some(Suggestion::Without(*worst))
            }
            (Some(missed), _) => Some(Suggestion::With(missed)),
            (None, worst) => worst.copied().map(Suggestion::Without),
        }
    }
}

/// A reckoning that goes on by [`ReckoningTask::step`]: on a thread, while somebody reads.
pub struct ReckoningTask {
    night: Night,
    /// Points of dawn with all that was done, in hundredths, by sample.
    base: Vec<i32>,
    deeds: Vec<Trial<Deed>>,
    /// Known once the first raids have shown where they go.
    wishes: Option<Vec<Trial<Missed>>>,
}

/// A thing, and for each sample the points with it less those without, in hundredths.
struct Trial<T> {
    what: T,
    gains: Vec<i32>,
}

impl<T: Copy> Trial<T> {
    fn new(what: T) -> Self {
        Self { what, gains: Vec::new() }
    }

    /// The mean, where it is more than the samples differ by chance.
    fn worth(&self) -> Option<Worth<T>> {
        let Gain { points, is_clear } = Gain::of(&self.gains);
        is_clear.then_some(Worth { what: self.what, points })
    }
}

/// The next of some trials: all get a few samples, and the greatest of them more.
fn next_of<T: Copy>(trials: &[Trial<T>], closer: usize) -> Option<usize> {
    let is_new = |trial: &Trial<T>| (trial.gains.len() as u32) < FIRST_SAMPLES;
    if let Some(place) = trials.iter().position(is_new) {
        return Some(place);
    }
    // By the first samples alone, so that the choice stays the same.
    let first = |trial: &Trial<T>| -> i64 {
        trial.gains[..FIRST_SAMPLES as usize].iter().map(|&gain| i64::from(gain)).sum()
    };
    let mut greatest: Vec<(i64, usize)> =
        trials.iter().enumerate().map(|(place, own)| (-first(own).abs(), place)).collect();
    greatest.sort_unstable();
    let closer = greatest.into_iter().take(closer).filter(|&(sum, _)| sum != 0);
    let mut closer = closer.map(|(_, place)| place);
    closer.find(|&place| (trials[place].gains.len() as u32) < SAMPLES)
}

/// The samples that a trial with so many has next.
fn next_samples(so_far: usize) -> std::ops::Range<u32> {
    let first = so_far as u32;
    first..if first < FIRST_SAMPLES { FIRST_SAMPLES } else { SAMPLES }
}

impl ReckoningTask {
    pub fn new(night: Night) -> ReckoningTask {
        let mut deeds = night.deeds();
        let is_pull = |deed: &Deed| matches!(deed.kind, DeedKind::Pull { .. });
        let others = deeds.iter().filter(|deed| !is_pull(deed)).count();
        deeds.truncate(others + MAX_PULLS);
        let deeds = deeds.into_iter().map(Trial::new).collect();
        ReckoningTask { night, base: Vec::new(), deeds, wishes: None }
    }

    /// Plays the next raids; false if there were none left to play.
    pub fn step(&mut self) -> bool {
        let Some(wishes) = &self.wishes else {
            self.begin();
            return true;
        };
        if let Some(place) = next_of(&self.deeds, MAX_CLOSER_DEEDS) {
            self.try_deed(place);
        } else if let Some(place) = next_of(wishes, MAX_CLOSER_WISHES) {
            self.try_wish(place);
        } else {
            return false;
        }
        true
    }

    /// The first raids with all that was done, which show where they go.
    fn begin(&mut self) {
        let dawn = &self.night.dawn;
        let mut visits = Grid::filled(dawn.floor.width(), dawn.floor.height(), 0_u16);
        for sample in 0..FIRST_SAMPLES {
            let rehearsal = dawn.rehearse(sample);
            self.base.push(dawn.dawn_worth(rehearsal.points.raw()) as i32);
            for at in rehearsal.trod.iter() {
                visits[at] += 1;
            }
        }
        let levers = wishes(dawn, &visits).into_iter().map(Missed::Lever);
        let left = self.night.left.iter().enumerate().take(MAX_LEFT);
        let pulls = left.map(|(place, pull)| Missed::Pull(pull.deed(place)));
        self.wishes = Some(levers.chain(pulls).map(Trial::new).collect());
    }

    fn base(&mut self, sample: u32) -> i32 {
        while self.base.len() as u32 <= sample {
            let dawn = &self.night.dawn;
            let points = dawn.rehearse(self.base.len() as u32).points;
            self.base.push(dawn.dawn_worth(points.raw()) as i32);
        }
        self.base[sample as usize]
    }

    fn try_deed(&mut self, place: usize) {
        let deed = self.deeds[place].what;
        let samples = next_samples(self.deeds[place].gains.len());
        if let DeedKind::Pull { place: pull, .. } = deed.kind {
            let pull = &self.night.pulls[pull];
            self.deeds[place].gains.extend(samples.map(|sample| pull.gain(sample)));
            return;
        }
        let without = self.night.without(deed);
        for sample in samples {
            let points = without.rehearse(sample).points;
            let gain = self.base(sample) - without.dawn_worth(points.raw()) as i32;
            self.deeds[place].gains.push(gain);
        }
    }

    fn try_wish(&mut self, place: usize) {
        let Some(trial) = self.wishes.as_ref().and_then(|wishes| wishes.get(place)) else { return };
        let (what, samples) = (trial.what, next_samples(trial.gains.len()));
        let gains: Vec<i32> = match what {
            Missed::Pull(Deed { kind: DeedKind::Pull { place, .. }, .. }) => {
                samples.map(|sample| self.night.left[place].gain(sample)).collect()
            }
            Missed::Pull(_) => return,
            Missed::Lever(lever) => {
                let world = self.night.dawn.with_levers(&[lever]);
                let gain = |sample| {
                    let points = world.rehearse(sample).points;
                    world.dawn_worth(points.raw()) as i32 - self.base(sample)
                };
                samples.map(gain).collect()
            }
        };
        if let Some(wishes) = &mut self.wishes {
            wishes[place].gains.extend(gains);
        }
    }

    /// What the raids have come to so far.
    pub fn so_far(&self) -> Reckoning {
        let mut mattered: Vec<_> = self.deeds.iter().filter_map(Trial::worth).collect();
        mattered.sort_by_key(|own| std::cmp::Reverse(own.points.abs()));
        let lost = self.night.lost.clone();
        mattered.truncate(MAX_LINES - lost.len());
        let wishes = self.wishes.as_deref().unwrap_or_default();
        let tried = self.deeds.iter().filter(|own| !own.gains.is_empty()).count()
            + wishes.iter().filter(|own| !own.gains.is_empty()).count();
        let is_done = self.wishes.is_some()
            && next_of(&self.deeds, MAX_CLOSER_DEEDS).is_none()
            && next_of(wishes, MAX_CLOSER_WISHES).is_none();
        let of = self.deeds.len() + wishes.len() + 1;
        let missed = wishes.iter().filter_map(Trial::worth).filter(|own| own.points > 0);
        Reckoning {
            ends: self.night.ends().to_vec(),
            mattered,
            lost,
            missed: missed.max_by_key(|own| own.points).filter(|_| is_done),
            done: if is_done { of } else { tried.min(of - 1) },
            of,
        }
    }
}
