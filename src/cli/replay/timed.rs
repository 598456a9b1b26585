//! Run files that are verified and timed, for the commands that compare and export them.

use clap::Args;
use serde::Serialize;

use crate::cli::category_arg::find_category;
use crate::cli::state_selector::warn_torn;
use crate::cli::{Content, Failure};
use content::{Catalog, Category, SplitPoint};
use engine::sim::Mode;
use runs::record::{TimedRun, TimingError, Unmet, Verification, VerifyLimits, category_mode};
use runs::save::{self, RunSource};

/// The category that a command goes by.
#[derive(Clone, Debug, Args)]
pub(super) struct CategoryArg {
    /// A category of categories.ron, such as clock-out, order, grade-s or clean-sweep, of a journey seat or first-five
    /// [default: the first one of the run's mode]
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
}

impl CategoryArg {
    pub(super) fn is_given(&self) -> bool {
        self.category.is_some()
    }

    /// The category that is meant for a run of a mode.
    ///
    /// # Errors
    /// Refuses a category that does not exist or is of another mode, and names those that do.
    pub(super) fn find<'a>(
        &self,
        catalog: &'a Catalog,
        mode: &Mode,
    ) -> Result<&'a Category, Failure> {
        let mode = category_mode(mode);
        match &self.category {
            Some(id) => find_category(catalog, id, Some(mode)),
            None => Ok(catalog.category_or_first("", mode)),
        }
    }

    /// # Errors
    /// Refuses a category that does not exist.
    pub(super) fn check(&self, catalog: &Catalog) -> Result<(), Failure> {
        let named = self.category.as_deref();
        named.map_or(Ok(()), |id| find_category(catalog, id, None).map(drop))
    }
}

/// Verifies and times a run file.
///
/// # Errors
/// Among others a run that does not verify: the answer is no then, and nothing is told of it.
pub(super) fn time(
    source: &RunSource,
    content: &Content,
    limits: VerifyLimits,
) -> Result<TimedRun, Failure> {
    let mut reader = source.reader()?;
    let header = reader.header().run.clone();
    let timed = TimedRun::verify(&header, &content.catalog, content.modded, limits, &mut reader);
    let timed = timed.map_err(|error| match error {
        TimingError::Verify(error) => save::verify_error(source.name(), error).into(),
        TimingError::Untrue(verdict) => untrue(source.name(), &verdict),
    })?;
    warn_torn(source.name(), reader.torn());
    Ok(timed)
}

/// The answer no, for a run that is not true or not known to be.
pub(super) fn untrue(name: &str, verdict: &Verification) -> Failure {
    let message = match (&verdict.mismatch, verdict.exceeded) {
        (Some(mismatch), _) => format!(
            "{name}: it is not true from turn {}, command {}: {}: recorded {}, found {}",
            mismatch.turn, mismatch.command, mismatch.component, mismatch.expected, mismatch.found
        ),
        (None, Some(limit)) => format!("{name}: not known to be true: {limit}"),
        (None, None) => format!("{name}: it does not verify"),
    };
    Failure { code: 1, message }
}

/// A run in a category, as reports have it.
#[derive(Serialize)]
pub(super) struct CategoryReport<'a> {
    category: &'a str,
    /// Whether the run has all that the category asks for.
    qualifies: bool,
    /// What it does not have.
    unmet: Vec<String>,
    /// What it is ranked by among the runs that qualify.
    measure: Option<u32>,
    /// What the measure counts.
    unit: &'static str,
    /// Whether it counts in rankings at all.
    ranked: bool,
    /// Why it is not.
    reason: Option<String>,
}

impl CategoryReport<'_> {
    pub(super) fn of<'a>(run: &TimedRun, category: &'a Category) -> CategoryReport<'a> {
        let result = run.result(category);
        let reason = run.verification.unranked;
        CategoryReport {
            category: &category.id,
            qualifies: result.qualifies(),
            unmet: result.unmet.iter().map(Unmet::to_string).collect(),
            measure: result.measure,
            unit: category.measure.unit(),
            ranked: reason.is_none(),
            reason: reason.map(|reason| reason.to_string()),
        }
    }

    /// The report in words: what the run is worth, and what it lacks.
    pub(super) fn words(&self) -> String {
        let worth = match self.measure {
            Some(measure) => format!("{measure} {}", self.unit),
            None => "no measure".to_owned(),
        };
        let words = if self.qualifies {
            format!("{worth}; it qualifies")
        } else {
            format!("{worth}; it does not qualify: {}", self.unmet.join(", "))
        };
        match &self.reason {
            None => words + "; ranked",
            Some(reason) => words + "; unranked: " + reason,
        }
    }
}

/// The kind of job that a split ends with the last one of, for reports.
pub(super) fn job_name(point: SplitPoint) -> Option<&'static str> {
    match point {
        SplitPoint::Job(job) => Some(job.name()),
        _ => None,
    }
}
