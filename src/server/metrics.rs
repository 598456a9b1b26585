//! What one front end counts, and its text for Prometheus.
//!
//! Counting is one atomic operation. Labels are few and come from the program: never a name, an
//! address or anything else that a client chooses.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::Refusal;

/// A number that only grows, from 0 at the start.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    refusals: [Counter; Refusal::ALL.len()],
    /// Runs that were played again and found true, and those found untrue.
    pub found_true: Counter,
    pub found_untrue: Counter,
    pub verified_turns: Counter,
}

impl Metrics {
    pub(crate) fn refused(&self, refusal: Refusal) {
        self.refusals[refusal as usize].add(1);
    }

    #[cfg(test)]
    pub(crate) fn refusals(&self, refusal: Refusal) -> u64 {
        self.refusals[refusal as usize].value()
    }

    /// All metrics, sorted by name and labels.
    pub(crate) fn text(&self, connections: usize, sessions: usize) -> String {
        let mut text = String::new();
        let mut write = |name: &str, kind: &str, help: &str, values: &[(String, u64)]| {
            // Writing to a string never fails.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (labels, value) in values {
                let _ = writeln!(text, "{name}{labels} {value}");
            }
        };
        let plain = |value: u64| [(String::new(), value)];
        let label = |name: &str, value: &str| format!("{{{name}=\"{value}\"}}");
        let mut refusals = Refusal::ALL
            .map(|limit| (label("limit", limit.word()), self.refusals[limit as usize].value()));
        refusals.sort();
        let verdicts = [
            (label("verdict", "true"), self.found_true.value()),
            (label("verdict", "untrue"), self.found_untrue.value()),
        ];
        let help = "Connections that are open.";
        write("upkeeper_connections", "gauge", help, &plain(connections as u64));
        let help = "What limits have refused, by the limit.";
        write("upkeeper_refusals_total", "counter", help, &refusals);
        let help = "Sessions that are going on.";
        write("upkeeper_sessions", "gauge", help, &plain(sessions as u64));
        let help = "Runs that were played again, by what was found.";
        write("upkeeper_verified_runs_total", "counter", help, &verdicts);
        let help = "Turns of the runs that were played again.";
        write(
            "upkeeper_verified_turns_total",
            "counter",
            help,
            &plain(self.verified_turns.value()),
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_is_counted_apart() {
        let metrics = Metrics::default();
        for (times, refusal) in Refusal::ALL.into_iter().enumerate() {
            (0..times).for_each(|_| metrics.refused(refusal));
        }
        let text = metrics.text(3, 2);
        for (times, refusal) in Refusal::ALL.into_iter().enumerate() {
            let line = format!("upkeeper_refusals_total{{limit=\"{}\"}} {times}\n", refusal.word());
            assert!(text.contains(&line), "{line} in {text}");
        }
        assert_eq!(text.matches("# TYPE upkeeper_refusals_total counter\n").count(), 1);
    }

    #[test]
    fn metrics_are_written_by_name() {
        let metrics = Metrics::default();
        metrics.found_untrue.add(4);
        metrics.verified_turns.add(900);
        let text = metrics.text(3, 2);
        let lines: Vec<_> = text.lines().filter(|line| !line.contains("refusals")).collect();
        assert_eq!(
            lines,
            [
                "# HELP upkeeper_connections Connections that are open.",
                "# TYPE upkeeper_connections gauge",
                "upkeeper_connections 3",
                "# HELP upkeeper_sessions Sessions that are going on.",
                "# TYPE upkeeper_sessions gauge",
                "upkeeper_sessions 2",
                "# HELP upkeeper_verified_runs_total Runs that were played again, by what was \
                 found.",
                "# TYPE upkeeper_verified_runs_total counter",
                "upkeeper_verified_runs_total{verdict=\"true\"} 0",
                "upkeeper_verified_runs_total{verdict=\"untrue\"} 4",
                "# HELP upkeeper_verified_turns_total Turns of the runs that were played again.",
                "# TYPE upkeeper_verified_turns_total counter",
                "upkeeper_verified_turns_total 900",
            ]
        );
        assert!(text.ends_with('\n'));
    }
}
