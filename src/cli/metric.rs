//! Numbers that describe one level, by name: for plots and searches.

#![expect(clippy::float_arithmetic, reason = "reports print shares as decimals")]

use std::cell::OnceCell;
use std::sync::Arc;

use super::Failure;
use content::{ActorKindId, Catalog, JobKind};
use engine::sim::Game;
use levels::{Level, Plan, ThingKind, leniency, nearest};

/// A number that describes a level, and its name.
#[derive(Debug)]
pub(super) struct Metric {
    pub name: &'static str,
    pub unit: Unit,
    source: Source,
}

/// What the value of a metric is read from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The plan alone, which every level has.
    Plan(fn(&Plan<'_>) -> u32),
    /// The finished level, or the night's work on it.
    Level(fn(&Sample<'_>) -> Option<u32>),
}

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

/// The number of metrics that the stats have, too: the first of all.
pub(super) const STATS_COUNT: usize = 9;

/// All metrics: first those of the stats, under the same names.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a type with a lifetime is no function for every lifetime"
)]
pub(super) static METRICS: [Metric; 31] = [
    plan("density", SHARE, |plan| plan.density()),
    plan("path", SHARE, |plan| plan.path()),
    plan("loops", COUNT, |plan| plan.loops()),
    plan("dead_ends", COUNT, |plan| plan.dead_ends()),
    plan("chokepoints", SHARE, |plan| plan.chokepoints()),
    plan("linearity", SHARE, |plan| plan.linearity()),
    level("leniency", SHARE, |sample| Some(leniency(sample.level))),
    plan("symmetry", SHARE, |plan| plan.symmetry()),
    plan("second_way", SHARE, |plan| plan.second_way()),
    plan("attempts", COUNT, |plan| plan.attempts()),
    plan("rooms", COUNT, |plan| plan.rooms()),
    plan("links", COUNT, |plan| plan.links()),
    plan("gates", COUNT, |plan| plan.gates()),
    level("things", COUNT, |sample| Some(sample.level.things.len() as u32)),
    level("traps", COUNT, |sample| Some(sample.things(ThingKind::Trap))),
    level("chests", COUNT, |sample| Some(sample.things(ThingKind::Chest))),
    level("actors", COUNT, |sample| Some(sample.things(ThingKind::Actor))),
    level("items", COUNT, |sample| Some(sample.things(ThingKind::Item))),
    level("par", COUNT, |sample| sample.par()),
    level("work", COUNT, |sample| Some(sample.shift()?.view().par()?.0)),
    level("dawn", COUNT, |sample| Some(sample.shift()?.view().dawn().0)),
    level("party", COUNT, |sample| sample.party()),
    level("deaths", COUNT, |sample| sample.deaths()),
    level("jobs", COUNT, |sample| sample.jobs(|_| true)),
    level("trap_jobs", COUNT, |sample| sample.jobs_of(JobKind::Trap)),
    level("chest_jobs", COUNT, |sample| sample.jobs_of(JobKind::Chest)),
    level("body_jobs", COUNT, |sample| sample.jobs_of(JobKind::Body)),
    level("door_jobs", COUNT, |sample| sample.jobs_of(JobKind::Door)),
    level("light_jobs", COUNT, |sample| sample.jobs_of(JobKind::Light)),
    level("stain_jobs", COUNT, |sample| sample.jobs_of(JobKind::Stain)),
    level("stray_jobs", COUNT, |sample| sample.jobs_of(JobKind::Pen)),
];

const fn plan(name: &'static str, unit: Unit, of: fn(&Plan<'_>) -> u32) -> Metric {
    Metric { name, unit, source: Source::Plan(of) }
}

const fn level(name: &'static str, unit: Unit, of: fn(&Sample<'_>) -> Option<u32>) -> Metric {
    Metric { name, unit, source: Source::Level(of) }
}

/// Why a name is not the name of a metric, with the nearest one or all of them.
fn unknown(name: &str) -> String {
    if name == "diversity" {
        return "“diversity” is told of many levels together, not of one".to_owned();
    }
    let known: Vec<String> = METRICS.iter().map(|metric| metric.name.to_owned()).collect();
    let remedy = match nearest(name, &known) {
        Some(nearest) => format!("did you mean “{nearest}”?"),
        None => format!("there are {}", known.join(", ")),
    };
    format!("nothing that is told of a level is called “{name}”; {remedy}")
}

impl Metric {
    /// The metric with a name; the error says what there is.
    pub(super) fn find(name: &str) -> Result<&'static Metric, String> {
        METRICS.iter().find(|metric| metric.name == name).ok_or_else(|| unknown(name))
    }

    /// Its value for a level, in units; none if the level does not have this metric.
    pub(super) fn of(&self, sample: &Sample<'_>) -> Option<u32> {
        match self.source {
            Source::Plan(of) => Some(of(&sample.plan)),
            Source::Level(of) => of(sample),
        }
    }

    /// Its value for the level with a plan, in units; none if the plan alone does not tell it.
    pub(super) fn of_plan(&self, plan: &Plan<'_>) -> Option<u32> {
        match self.source {
            Source::Plan(of) => Some(of(plan)),
            Source::Level(_) => None,
        }
    }

    /// The failure where a kind of level does not have it.
    pub(super) fn untold(&self, kind: &str) -> Failure {
        Failure::usage(&format!("“{}” is not told of a {kind}", self.name))
    }

    /// Whether the plan alone tells it.
    pub(super) fn is_of_plan(&self) -> bool {
        matches!(self.source, Source::Plan(_))
    }
}

/// A level with its plan and its work, which is computed when it is first used.
pub(super) struct Sample<'a> {
    level: &'a Level,
    plan: Plan<'a>,
    /// The catalog, which metrics of the night's work need; none if only the level itself is
    /// described.
    catalog: Option<&'a Arc<Catalog>>,
    shift: OnceCell<Option<Game>>,
}

impl<'a> Sample<'a> {
    pub(super) fn new(level: &'a Level, catalog: &'a Arc<Catalog>) -> Sample<'a> {
        Sample { catalog: Some(catalog), ..Sample::without_work(level) }
    }

    /// A level without metrics of its work.
    pub(super) fn without_work(level: &'a Level) -> Sample<'a> {
        Sample { level, plan: Plan::of(level), catalog: None, shift: OnceCell::new() }
    }

    /// The shift on the level after last night's raid; none without a catalog, or if its work
    /// cannot be done.
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

    fn party(&self) -> Option<u32> {
        let parties = self.shift()?.world().parties_at_dawn();
        Some(parties.iter().map(|party| party.members.len() as u32).sum())
    }

    fn deaths(&self) -> Option<u32> {
        let shift = self.shift()?;
        let bodies = shift.snapshot().floor.bodies;
        let catalog = shift.world().catalog();
        let is_raider = |kind: ActorKindId| catalog.actor(kind).raider.is_some();
        Some(bodies.iter().filter(|(_, body)| is_raider(body.kind)).count() as u32)
    }

    /// The par in the dump's certificate: of the way to the goal if that is proven, else of the
    /// work.
    fn par(&self) -> Option<u32> {
        let proven = self.level.certificate.as_ref().map(|certificate| certificate.par);
        proven.or_else(|| Some(self.shift()?.view().par()?.0))
    }

    fn things(&self, kind: ThingKind) -> u32 {
        self.level.things_of(kind).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_or_the_nearest_is_told() {
        assert_eq!(Metric::find("dead_ends").map(|metric| metric.unit), Ok(Unit::Count));
        let error = |name| Metric::find(name).map(|metric| metric.name).unwrap_err();
        assert!(error("densty").ends_with("did you mean “density”?"));
        assert!(error("mop").contains("there are density, path, loops"));
        assert!(error("diversity").contains("of many levels together"));
    }
}
