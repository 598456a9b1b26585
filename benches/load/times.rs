//! Times from a key to the last byte of its answer.

use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    micros: Vec<u32>,
    /// Keys to which nothing came.
    pub(crate) unanswered: usize,
}

impl Times {
    pub(crate) fn note(&mut self, answer: Option<Duration>) {
        match answer {
            Some(time) => self.micros.push(time.as_micros().try_into().unwrap_or(u32::MAX)),
            None => self.unanswered += 1,
        }
    }

    pub(crate) fn add(&mut self, other: Times) {
        self.micros.extend(other.micros);
        self.unanswered += other.unanswered;
    }

    pub(crate) fn count(&self) -> usize {
        self.micros.len()
    }

    /// The time that so many in a thousand are not above, in milliseconds.
    pub(crate) fn at(&self, thousandth: usize) -> f64 {
        let mut sorted = self.micros.clone();
        sorted.sort_unstable();
        let place = sorted.len().saturating_sub(1) * thousandth / 1_000;
        sorted.get(place).map_or(0.0, |&micros| f64::from(micros) / 1_000.0)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.at(990)
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { micros, unanswered } = self;
        let [p50, p99, p999, max] = [500, 990, 999, 1_000].map(|thousandth| self.at(thousandth));
        let keys = micros.len() + unanswered;
        write!(
            f,
            "p50 {p50:.2} ms, p99 {p99:.2} ms, p99.9 {p999:.2} ms, max {max:.1} ms ({keys} keys, {unanswered} without an answer)"
        )
    }
}
