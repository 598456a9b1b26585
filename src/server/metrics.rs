//! Counters and gauges, and their text for Prometheus.
//!
//! Making one takes a lock; counting is one atomic operation on a handle that is kept. Labels are few and come from the program:
//! never a name, an address or anything else that a client chooses.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::limits::Refusal;

/// The media type of [`Metrics::text`].
pub const METRICS_CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A number that only grows, from 0 at the start.
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    pub fn increment(&self) {
        self.add(1);
    }

    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Clone, Debug, Default)]
pub struct Gauge(Arc<AtomicU64>);

impl Gauge {
    pub fn set(&self, value: i64) {
        self.0.store(value.cast_unsigned(), Ordering::Relaxed);
    }

    /// Adds a number, which may be negative.
    pub fn add(&self, change: i64) {
        self.0.fetch_add(change.cast_unsigned(), Ordering::Relaxed);
    }

    pub fn value(&self) -> i64 {
        self.0.load(Ordering::Relaxed).cast_signed()
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Counter,
    Gauge,
}

/// All values of one name, by their labels as they are written.
#[derive(Debug)]
struct Family {
    kind: Kind,
    help: &'static str,
    values: BTreeMap<String, Arc<AtomicU64>>,
}

/// The metrics of one front end.
#[derive(Debug)]
pub struct Metrics {
    families: Mutex<BTreeMap<&'static str, Family>>,
    refusals: [Counter; Refusal::ALL.len()],
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Metrics {
    /// Nothing has been counted but no refusals, of each kind.
    pub fn new() -> Self {
        let metrics =
            Self { families: Mutex::default(), refusals: Refusal::ALL.map(|_| Counter::default()) };
        for (refusal, counter) in Refusal::ALL.iter().zip(&metrics.refusals) {
            metrics.register(
                ("upkeeper_refusals_total", "What limits have refused, by the limit."),
                Kind::Counter,
                &[("limit", refusal.word())],
                counter.0.clone(),
            );
        }
        metrics
    }

    /// Counts a refusal.
    pub fn refused(&self, refusal: Refusal) {
        self.refusals[refusal as usize].increment();
    }

    /// How often something was refused.
    pub fn refusals(&self, refusal: Refusal) -> u64 {
        self.refusals[refusal as usize].value()
    }

    /// The counter of a name and labels; the same one each time. Its name ends in `_total`.
    pub fn counter(
        &self,
        name: &'static str,
        help: &'static str,
        labels: &[(&str, &str)],
    ) -> Counter {
        Counter(self.register((name, help), Kind::Counter, labels, Arc::default()))
    }

    /// The gauge of a name and labels; the same one each time.
    pub fn gauge(&self, name: &'static str, help: &'static str, labels: &[(&str, &str)]) -> Gauge {
        Gauge(self.register((name, help), Kind::Gauge, labels, Arc::default()))
    }

    /// All metrics, in the text format of Prometheus, sorted by name and labels.
    pub fn text(&self) -> String {
        let families = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        for (name, family) in &*families {
            let help = family.help.replace('\\', "\\\\").replace('\n', "\\n");
            let kind = match family.kind {
                Kind::Counter => "counter",
                Kind::Gauge => "gauge",
            };
            // Writing to a string never fails.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (labels, value) in &family.values {
                let value = value.load(Ordering::Relaxed);
                let _ = match family.kind {
                    Kind::Counter => writeln!(text, "{name}{labels} {value}"),
                    Kind::Gauge => writeln!(text, "{name}{labels} {}", value.cast_signed()),
                };
            }
        }
        text
    }

    /// The value of a name and labels; `new` if there is none yet. The first kind and help of a name hold.
    fn register(
        &self,
        (name, help): (&'static str, &'static str),
        kind: Kind,
        labels: &[(&str, &str)],
        new: Arc<AtomicU64>,
    ) -> Arc<AtomicU64> {
        let mut families = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        let empty = || Family { kind, help, values: BTreeMap::new() };
        let family = families.entry(name).or_insert_with(empty);
        family.values.entry(labels_text(labels)).or_insert(new).clone()
    }
}

/// Labels as they are written behind a name: `{limit="login_time"}`, or nothing.
fn labels_text(labels: &[(&str, &str)]) -> String {
    if labels.is_empty() {
        return String::new();
    }
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let pairs = labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value)));
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines without those of refusals.
    fn lines(metrics: &Metrics) -> Vec<String> {
        let text = metrics.text();
        assert!(text.ends_with('\n'));
        text.lines().filter(|line| !line.contains("refusals")).map(str::to_owned).collect()
    }

    #[test]
    fn metrics_are_written_by_name_and_labels() {
        let metrics = Metrics::new();
        let open = metrics.gauge("sessions", "Sessions \\ that\nare open.", &[]);
        metrics.counter("keys_total", "Keys.", &[("kind", "watch"), ("ended", "no")]).add(3);
        metrics.counter("keys_total", "Keys.", &[("kind", "play\"\\\n")]).increment();
        open.add(5);
        open.add(-7);
        assert_eq!(
            lines(&metrics),
            [
                "# HELP keys_total Keys.",
                "# TYPE keys_total counter",
                r#"keys_total{kind="play\"\\\n"} 1"#,
                r#"keys_total{kind="watch",ended="no"} 3"#,
                r"# HELP sessions Sessions \\ that\nare open.",
                "# TYPE sessions gauge",
                "sessions -2",
            ]
        );
        open.set(9);
        assert_eq!(lines(&metrics).last().map(String::as_str), Some("sessions 9"));
    }

    #[test]
    fn one_name_and_labels_are_one_number() {
        let metrics = Metrics::new();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let counter = metrics.counter("turns_total", "Turns.", &[("kind", "keep")]);
                    (0..10_000).for_each(|_| counter.increment());
                });
            }
        });
        assert_eq!(metrics.counter("turns_total", "Turns.", &[("kind", "keep")]).value(), 40_000);
        assert_eq!(metrics.counter("turns_total", "Turns.", &[("kind", "vault")]).value(), 0);
    }

    #[test]
    fn every_refusal_is_counted_apart() {
        let metrics = Metrics::new();
        for (times, refusal) in Refusal::ALL.into_iter().enumerate() {
            (0..times).for_each(|_| metrics.refused(refusal));
        }
        let text = metrics.text();
        for (times, refusal) in Refusal::ALL.into_iter().enumerate() {
            let line = format!("upkeeper_refusals_total{{limit=\"{}\"}} {times}\n", refusal.word());
            assert!(text.contains(&line), "{line} in {text}");
            assert_eq!(metrics.refusals(refusal), times as u64);
        }
        assert_eq!(text.matches("# TYPE upkeeper_refusals_total counter\n").count(), 1);
    }
}
