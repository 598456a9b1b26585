//! `upkeeper seeds find`: the seeds of a series whose levels meet a condition, in their order.

mod condition;

use std::fmt;
use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::generate::{LevelOptions, Series};
use super::metric::{METRICS, Metric, Sample, Unit};
use super::options::SeedArg;
use super::progress::{Interruption, Progress};
use super::workers::{self, Ended, Jobs};
use super::{Answer, Call, Failure, Format, Invocation, Output, Report, failure};
use base::fold;
use condition::Condition;
use content::Depth;
use levels::{GenError, Plan};
use runs::record::Ruleset;
use runs::save::{self, Overwrite};

#[derive(Debug, Subcommand)]
pub(crate) enum SeedsCommand {
    /// Looks for seeds whose levels are as wished; exits with 1 if there is none
    Find(FindArgs),
}

pub(super) fn run(command: &SeedsCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        SeedsCommand::Find(args) => find(args, call),
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct FindArgs {
    /// The kind of level; `gen --list` names them all
    #[arg(long)]
    kind: String,
    /// What the level should be like, in the names of the stats: 'loops >= 2 && density < 0.4'
    #[arg(long = "where", value_name = "CONDITION")]
    condition: String,
    /// The first seed to try; any text, a number is itself
    #[arg(long, value_name = "SEED", default_value = "1", allow_hyphen_values = true)]
    from: SeedArg,
    /// How many seeds to try, this one and those that follow it
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Ends after so many are found
    #[arg(long, value_name = "HITS", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    level: LevelOptions,
    /// Goes on where the same search was interrupted; what it had found is not printed again
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct Hit<'a> {
    kind: &'a str,
    seed: String,
    /// What was typed for the seed, if that was more than its number.
    word: Option<&'a str>,
    depth: Depth,
    /// All metrics of the level.
    measures: &'a Measures,
    #[serde(skip)]
    condition: &'a Condition,
}

impl Report for Hit<'_> {
    const SCHEMA: &'static str = "upkeeper.seed/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seed)?;
        for metric in self.condition.metrics() {
            if let Some(value) = self.measures.get(metric.name) {
                write!(f, "  {} {value}", metric.name)?;
            }
        }
        writeln!(f)
    }
}

/// A search, and what follows from its options.
struct Search<'a> {
    args: &'a FindArgs,
    condition: Condition,
    series: Series<'a>,
    /// The metrics that are told of a hit.
    told: Vec<&'static Metric>,
}

/// The metrics of a hit that are to be told, by their names.
type Measures = Map<String, Value>;

fn find(args: &FindArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let Call { invocation, out } = call;
    let condition = Condition::parse(&args.condition)
        .map_err(|error| Failure::usage(&format_args!("--where: {error}")))?;
    let catalog = invocation.catalog()?;
    let first = args.level.request(&args.kind, args.from.seed, &catalog)?;
    let series = Series { first, count: args.count, catalog: &catalog };
    let told = match args.format {
        Format::Text => condition.metrics().collect(),
        Format::Json => METRICS.iter().collect(),
    };
    let search = Search { args, condition, series, told };
    search.check_metrics()?;
    let kept = search.kept(invocation);
    let interruption = Interruption::by_signals();
    let mut state = SearchState::default();
    if args.resume {
        state = kept.as_ref().map_err(Failure::clone)?.read().unwrap_or_default();
        invocation.log_verbose(&format_args!("going on after {} seeds", state.tried));
    }
    let progress = Progress::new(args.count, "seeds", invocation);
    let is_ended = search.run(&mut state, &interruption, &progress, out);
    drop(progress);
    if is_ended? {
        if let Ok(kept) = &kept {
            kept.forget();
        }
        return Ok(conclude(&search.series, state));
    }
    // Without a folder of its own the program cannot keep it.
    if kept.is_ok_and(|kept| kept.keep(state).is_ok()) {
        failure::warn(&"the same line with --resume goes on from here");
    }
    Ok(interruption.answer(state.tried, args.count, "seeds"))
}

/// The answer of a search that was not interrupted, with warnings of what it did not find.
fn conclude(series: &Series<'_>, SearchState { found, failed, .. }: SearchState) -> Answer {
    if failed > 0 {
        failure::warn(&format_args!("of {failed} seeds no level came"));
    }
    if found == 0 {
        let (kind, seeds) = (&series.first.kind, series.seeds());
        failure::warn(&format_args!("there is no such {kind} among {seeds}"));
        return Answer::No;
    }
    Answer::Yes
}

impl Search<'_> {
    /// Where it is kept how far this search has come when it is interrupted.
    fn kept(&self, invocation: &Invocation) -> Result<InterruptedSearch, Failure> {
        let (args, Series { first, count, catalog }) = (self.args, &self.series);
        let ruleset = Ruleset::of(catalog);
        let search = format!("{ruleset} {first:?} {count} {:?} {:?}", args.limit, args.condition);
        Ok(InterruptedSearch::new(&invocation.folders()?.searches(), search))
    }

    /// Refuses a condition with a metric that this kind of level does not have: no seed could meet
    /// it.
    fn check_metrics(&self) -> Result<(), Failure> {
        let level = match self.series.level(0) {
            Ok(level) => level,
            Err(GenError::OutOfAttempts { .. }) => return Ok(()),
            Err(other) => return Err(other.into()),
        };
        let sample = Sample::new(&level, self.series.catalog);
        match self.condition.metrics().find(|metric| metric.of(&sample).is_none()) {
            Some(untold) => Err(untold.untold(&level.kind)),
            None => Ok(()),
        }
    }

    /// Tries every seed after those that were tried before. Returns whether it came to its end, and
    /// was not interrupted.
    fn run(
        &self,
        state: &mut SearchState,
        interruption: &Interruption,
        progress: &Progress,
        out: &mut Output,
    ) -> Result<bool, Failure> {
        let (args, before) = (self.args, state.tried);
        progress.tell(format!(", {} found", state.found));
        progress.update(before);
        let ended = workers::run_in_order(
            args.count.saturating_sub(before),
            args.jobs.count(),
            interruption.flag(),
            |place| self.try_seed(before + place),
            |place, tried| {
                state.tried += 1;
                let measures = match tried {
                    Ok(measures) => measures,
                    Err(GenError::OutOfAttempts { .. }) => {
                        state.failed += 1;
                        None
                    }
                    Err(error) => return ControlFlow::Break(Err(error.into())),
                };
                if let Some(measures) = measures {
                    state.found += 1;
                    progress.tell(format!(", {} found", state.found));
                    let hit = Hit {
                        kind: &args.kind,
                        seed: self.series.seed(before + place).to_string(),
                        word: args.from.word_at(before + place),
                        depth: args.level.depth,
                        measures: &measures,
                        condition: &self.condition,
                    };
                    // At once: it may take long until the next.
                    let print = || out.report(args.format, &hit).and_then(|_| Ok(out.flush()?));
                    if let Err(error) = progress.around(print) {
                        return ControlFlow::Break(Err(error));
                    }
                    if args.limit == Some(state.found) || out.is_closed() {
                        return ControlFlow::Break(Ok(()));
                    }
                }
                progress.update(state.tried);
                ControlFlow::Continue(())
            },
        );
        match ended {
            Ended::Interrupted => Ok(false),
            Ended::Stopped(result) => result.map(|()| true),
            Ended::Done => Ok(true),
        }
    }

    /// Tries a seed: by its plan alone if the condition asks for nothing else, and then by the
    /// whole level if more of it is to be told. `None` if its level does not meet the condition.
    fn try_seed(&self, place: u64) -> Result<Option<Measures>, GenError> {
        if self.condition.metrics().all(Metric::is_of_plan) {
            let met = |plan: &Plan<'_>| self.meets(|metric| metric.of_plan(plan));
            match self.series.plan(place, met)? {
                Some(_) if self.args.format == Format::Json => {}
                tried => return Ok(tried),
            }
        }
        let level = self.series.level(place)?;
        let sample = Sample::new(&level, self.series.catalog);
        Ok(self.meets(|metric| metric.of(&sample)))
    }

    /// The values of the metrics that are to be told, if the condition holds; those without a value
    /// are left out.
    fn meets(&self, value: impl Fn(&Metric) -> Option<u32>) -> Option<Measures> {
        let in_full =
            |metric: &Metric| value(metric).map_or(f64::NAN, |units| metric.unit.in_full(units));
        if !self.condition.holds(in_full) {
            return None;
        }
        let told = self.told.iter().filter_map(|metric| {
            let units = value(metric)?;
            let value = match metric.unit {
                Unit::Count => units.into(),
                Unit::Share => metric.unit.in_full(units).into(),
            };
            Some((metric.name.to_owned(), value))
        });
        Some(told.collect())
    }
}

/// What is read of a file, in bytes; a longer one is not ours.
const MAX_STATE_BYTES: u64 = 1 << 16;

/// The place where it is kept how far one search has come.
#[derive(Debug)]
struct InterruptedSearch {
    path: PathBuf,
    /// All that the results of the search depend on.
    search: String,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SearchState {
    /// Seeds that were tried, from the first one on.
    tried: u64,
    found: u64,
    /// Seeds from which no level came.
    failed: u64,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    search: String,
    #[serde(flatten)]
    state: SearchState,
}

impl InterruptedSearch {
    /// The place for a search in a folder. `search` holds all that its results depend on.
    fn new(folder: &Path, search: String) -> InterruptedSearch {
        let path = folder.join(format!("{:016x}.json", fold(0, search.as_str())));
        InterruptedSearch { path, search }
    }

    /// How far this search came when it was interrupted; `None` if it was not.
    fn read(&self) -> Option<SearchState> {
        let is_small = fs::metadata(&self.path).is_ok_and(|file| file.len() <= MAX_STATE_BYTES);
        let text = is_small.then(|| fs::read(&self.path).ok()).flatten()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        (kept.search == self.search).then_some(kept.state)
    }

    fn keep(&self, state: SearchState) -> Result<(), Failure> {
        let kept = serde_json::to_vec(&Kept { search: self.search.clone(), state })?;
        Ok(save::write_file(&self.path, &kept, Overwrite::Force)?)
    }

    /// Forgets it: the search has come to its end.
    fn forget(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_search_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("seeds");
        let search = |text: &str| InterruptedSearch::new(&folder, text.to_owned());
        let state = SearchState { tried: 700, found: 2, failed: 0 };
        search("vault loops > 3").keep(state).expect("writes");
        assert_eq!(search("vault loops > 3").read(), Some(state));
        assert_eq!(search("vault loops > 4").read(), None);
        fs::write(&search("x").path, "rubbish").expect("writes");
        assert_eq!(search("x").read(), None);
        search("vault loops > 3").forget();
        assert_eq!(search("vault loops > 3").read(), None);
    }
}
