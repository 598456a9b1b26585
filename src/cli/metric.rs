//! Numbers that describe one level, by name: for plots and searches.

#![expect(clippy::float_arithmetic, reason = "reports print shares as decimals")]

use std::cell::OnceCell;
use std::sync::Arc;

use crate::content::{ActorKindId, Catalog, JobKind};
use crate::levelgen::{Level, Measures, ThingKind, measure, nearest};
use crate::sim::Game;

/// A number that describes a level, and its name.
#[derive(Debug)]
pub(super) struct Metric {
    pub name: &'static str,
    pub unit: Unit,
    of: fn(&Sample<'_>) -> Option<u32>,
}

/// The unit of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Whole things.
    Count,
    /// Thousandths of a whole.
    Share,
}

impl Unit {
    /// The number of units, as reports print it.
    pub(super) fn in_full(self, units: u32) -> f64 {
        match self {
            Unit::Count => f64::from(units),
            Unit::Share => f64::from(units) / 1000.0,
        }
    }
}

const SHARE: Unit = Unit::Share;
const COUNT: Unit = Unit::Count;

/// All metrics: first those of the stats, under the same names.
pub(super) static METRICS: [Metric; 30] = [
    Metric { name: "density", unit: SHARE, of: |sample| Some(sample.measures().density) },
    Metric { name: "path", unit: SHARE, of: |sample| Some(sample.measures().path) },
    Metric { name: "loops", unit: COUNT, of: |sample| Some(sample.measures().loops) },
    Metric { name: "dead_ends", unit: COUNT, of: |sample| Some(sample.measures().dead_ends) },
    Metric { name: "chokepoints", unit: SHARE, of: |sample| Some(sample.measures().chokepoints) },
    Metric { name: "linearity", unit: SHARE, of: |sample| Some(sample.measures().linearity) },
    Metric { name: "leniency", unit: SHARE, of: |sample| Some(sample.measures().leniency) },
    Metric { name: "symmetry", unit: SHARE, of: |sample| Some(sample.measures().symmetry) },
    Metric { name: "attempts", unit: COUNT, of: |sample| Some(sample.level.attempts) },
    Metric { name: "rooms", unit: COUNT, of: |sample| Some(sample.level.rooms.len() as u32) },
    Metric { name: "links", unit: COUNT, of: |sample| Some(sample.level.links.len() as u32) },
    Metric { name: "gates", unit: COUNT, of: |sample| Some(sample.gates()) },
    Metric { name: "things", unit: COUNT, of: |sample| Some(sample.level.things.len() as u32) },
    Metric { name: "traps", unit: COUNT, of: |sample| Some(sample.things(ThingKind::Trap)) },
    Metric { name: "chests", unit: COUNT, of: |sample| Some(sample.things(ThingKind::Chest)) },
    Metric { name: "actors", unit: COUNT, of: |sample| Some(sample.things(ThingKind::Actor)) },
    Metric { name: "items", unit: COUNT, of: |sample| Some(sample.things(ThingKind::Item)) },
    Metric { name: "par", unit: COUNT, of: |sample| sample.par() },
    Metric { name: "work", unit: COUNT, of: |sample| Some(sample.shift()?.view().par()?.0) },
    Metric { name: "dawn", unit: COUNT, of: |sample| Some(sample.shift()?.view().dawn().0) },
    Metric { name: "party", unit: COUNT, of: |sample| sample.party() },
    Metric { name: "deaths", unit: COUNT, of: |sample| sample.deaths() },
    Metric { name: "jobs", unit: COUNT, of: |sample| sample.jobs(|_| true) },
    Metric { name: "trap_jobs", unit: COUNT, of: |sample| sample.jobs_of(JobKind::Trap) },
    Metric { name: "chest_jobs", unit: COUNT, of: |sample| sample.jobs_of(JobKind::Chest) },
    Metric { name: "body_jobs", unit: COUNT, of: |sample| sample.jobs_of(JobKind::Body) },
    Metric { name: "door_jobs", unit: COUNT, of: |sample| sample.jobs_of(JobKind::Door) },
    Metric { name: "light_jobs", unit: COUNT, of: |sample| sample.jobs_of(JobKind::Light) },
    Metric { name: "stain_jobs", unit: COUNT, of: |sample| sample.jobs_of(JobKind::Stain) },
    Metric { name: "stray_jobs", unit: COUNT, of: |sample| sample.jobs_of(JobKind::Pen) },
];

/// Why a name is not the name of a metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum UnknownMetric {
    #[error("“diversity” is told of many levels together, not of one")]
    OfMany,
    #[error("nothing that is told of a level is called “{name}”; {}", remedy(nearest.as_deref()))]
    Name { name: String, nearest: Option<String> },
}

fn remedy(nearest: Option<&str>) -> String {
    match nearest {
        Some(nearest) => format!("did you mean “{nearest}”?"),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    METRICS.iter().map(|metric| metric.name)
}

impl Metric {
    /// The metric with a name.
    pub(super) fn find(name: &str) -> Result<&'static Metric, UnknownMetric> {
        if name == "diversity" {
            return Err(UnknownMetric::OfMany);
        }
        METRICS.iter().find(|metric| metric.name == name).ok_or_else(|| {
            let known: Vec<String> = names().map(str::to_owned).collect();
            UnknownMetric::Name { name: name.to_owned(), nearest: nearest(name, &known) }
        })
    }

    /// Its value for a level, in units; none if the level does not have this metric.
    pub(super) fn of(&self, sample: &Sample<'_>) -> Option<u32> {
        (self.of)(sample)
    }
}

/// A level with its measures and its work, computed when they are first used.
pub(super) struct Sample<'a> {
    level: &'a Level,
    /// The catalog, which metrics of the night's work need; none if only the level itself is described.
    catalog: Option<&'a Arc<Catalog>>,
    measures: OnceCell<Measures>,
    shift: OnceCell<Option<Game>>,
}

impl<'a> Sample<'a> {
    pub(super) fn new(level: &'a Level, catalog: &'a Arc<Catalog>) -> Sample<'a> {
        Sample { catalog: Some(catalog), ..Sample::without_work(level) }
    }

    /// A level without metrics of its work.
    pub(super) fn without_work(level: &'a Level) -> Sample<'a> {
        Sample { level, catalog: None, measures: OnceCell::new(), shift: OnceCell::new() }
    }

    /// The shift on the level after last night's raid; none without a catalog, or if its work cannot be done.
    fn shift(&self) -> Option<&Game> {
        let raided = || Game::of_level(self.level, self.catalog?).ok();
        self.shift.get_or_init(raided).as_ref()
    }

    /// The number of jobs of the order; stains are counted by the cell.
    fn jobs(&self, is_counted: impl Fn(JobKind) -> bool) -> Option<u32> {
        let order = self.shift()?.view().order();
        let counted = order.iter().filter(|count| is_counted(count.job));
        Some(counted.map(|count| u32::from(count.total)).sum())
    }

    fn jobs_of(&self, job: JobKind) -> Option<u32> {
        self.jobs(|other| other == job)
    }

    /// The number of raiders that come at dawn.
    fn party(&self) -> Option<u32> {
        Some(self.shift()?.world().party_at_dawn().1.len() as u32)
    }

    /// The number of raiders that fell last night.
    fn deaths(&self) -> Option<u32> {
        let shift = self.shift()?;
        let bodies = shift.snapshot().floor.bodies;
        let catalog = shift.world().catalog();
        let is_raider = |kind: ActorKindId| catalog.actor(kind).raider.is_some();
        Some(bodies.iter().filter(|(_, body)| is_raider(body.kind)).count() as u32)
    }

    /// The par in the dump's certificate: of the way to the goal if that is proven, else of the work.
    fn par(&self) -> Option<u32> {
        let proven = self.level.certificate.as_ref().map(|certificate| certificate.par);
        proven.or_else(|| Some(self.shift()?.view().par()?.0))
    }

    fn measures(&self) -> &Measures {
        self.measures.get_or_init(|| measure(self.level))
    }

    fn things(&self, kind: ThingKind) -> u32 {
        self.level.things_of(kind).count() as u32
    }

    fn gates(&self) -> u32 {
        self.level.links.iter().filter(|link| link.gate.is_some()).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_or_the_nearest_is_told() {
        assert_eq!(Metric::find("dead_ends").map(|metric| metric.unit), Ok(Unit::Count));
        let error = |name| Metric::find(name).map(|metric| metric.name).unwrap_err();
        assert!(error("densty").to_string().ends_with("did you mean “density”?"));
        assert!(error("mop").to_string().contains("there are density, path, loops"));
        assert_eq!(error("diversity"), UnknownMetric::OfMany);
    }
}
