//! Playing one run again: from its bytes to a verdict.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::panic_text;
use crate::service::run_result;
use crate::store::{Measured, Origin, RunRow, Verdict};
use base::{hex, sanitize};
use content::Catalog;
use engine::sim::{Command, Turns};
use runs::record::{
    ExceededLimit, Mismatch, RunEnding, RunHeader, TimedRun, TimingError, VerifyLimits,
};
use runs::save::{self, RunId, RunReader, SaveError, Score};

/// The longest reason that is kept, in characters.
const MAX_REASON_CHARS: usize = 300;

/// What errors call a run by.
const NAME: &str = "the run";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Examination {
    pub verdict: Verdict,
    /// The clock at its end, with the raid; 0 for a run that is untrue.
    pub clock: Turns,
    /// The turns that the player worked.
    pub worked_turns: Turns,
}

impl Examination {
    pub(crate) fn untrue(why: &str) -> Examination {
        let reason = sanitize(why).chars().take(MAX_REASON_CHARS).collect();
        let verdict = Verdict::Untrue { reason };
        Examination { verdict, clock: Turns(0), worked_turns: Turns(0) }
    }
}

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    File(#[from] SaveError),
    #[error("it has not come to its end")]
    Unfinished,
    #[error(transparent)]
    Exceeded(#[from] ExceededLimit),
    #[error(
        "from turn {turn}, command {command}: {component}: recorded {expected}, found {found}",
        turn = .0.turn, command = .0.command, component = .0.component, expected = .0.expected,
            found = .0.found
    )]
    Mismatch(Box<Mismatch>),
    #[error("it does not verify")]
    Untrue,
    #[error("the database says otherwise of its {0}")]
    OtherRow(&'static str),
}

/// Plays a run of this program's ruleset again, within the limits of any run; `None` if that was
/// stopped. A panic on the way makes the run untrue: nobody gains by causing one.
pub(crate) fn examine(
    bytes: &[u8],
    row: &RunRow,
    catalog: &Arc<Catalog>,
    is_stopping: impl Fn() -> bool,
) -> Option<Examination> {
    let examined = guard(|| play_again(bytes, row, catalog, &is_stopping));
    (!is_stopping()).then_some(examined)
}

/// What was examined, also if that panics.
fn guard(work: impl FnOnce() -> Result<Examination, Fault>) -> Examination {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(examination)) => examination,
        Ok(Err(fault)) => Examination::untrue(&fault.to_string()),
        Err(panic) => untrue_by_panic(&*panic),
    }
}

fn untrue_by_panic(panic: &(dyn Any + Send)) -> Examination {
    let panic = panic_text(panic);
    tracing::error!(panic, "verifying a run has panicked");
    Examination::untrue(&format!("playing it again has panicked: {panic}"))
}

fn play_again(
    bytes: &[u8],
    row: &RunRow,
    catalog: &Arc<Catalog>,
    is_stopping: &impl Fn() -> bool,
) -> Result<Examination, Fault> {
    // Reading it first bounds what is kept of it while it is played.
    let ending = save::load_from(RunReader::new(NAME, bytes)?)?.end.ok_or(Fault::Unfinished)?;
    let mut reader = RunReader::new(NAME, bytes)?;
    let header = reader.header().run.clone();
    let frames = reader.by_ref().take_while(|_| !is_stopping());
    let run = TimedRun::verify(&header, catalog, false, VerifyLimits::default(), frames)
        .map_err(timing_fault)?;
    let verification = &run.verification;
    let (clock, worked_turns) = (verification.turns, verification.worked_turns);
    if let Some(field) = differing_field(row, &header, &ending, (clock, worked_turns)) {
        return Err(Fault::OtherRow(field));
    }
    let measures = match verification.unranked {
        None => measures(&run, catalog),
        Some(_) => BTreeMap::new(),
    };
    let play = play_digest(&header, run.commands());
    Ok(Examination { verdict: Verdict::True { play, measures }, clock, worked_turns })
}

fn timing_fault(error: TimingError<SaveError>) -> Fault {
    match error {
        TimingError::Verify(error) => save::verify_error(NAME, error).into(),
        TimingError::Untrue(verification) => match (verification.mismatch, verification.exceeded) {
            (Some(mismatch), _) => Fault::Mismatch(Box::new(mismatch)),
            (None, Some(exceeded)) => exceeded.into(),
            (None, None) => Fault::Untrue,
        },
    }
}

fn measures(run: &TimedRun, catalog: &Catalog) -> BTreeMap<String, Measured> {
    let measured = catalog.categories.iter().filter_map(|category| {
        let result = run.result(category);
        let measure = result.measure.filter(|_| result.qualifies())?;
        let state = run.measured_state(category).to_string();
        Some((category.id.clone(), Measured { measure, state }))
    });
    measured.collect()
}

/// The first field by which the store would rank or show a run as something else than it is.
fn differing_field(
    row: &RunRow,
    header: &RunHeader,
    ending: &RunEnding,
    (clock, worked_turns): (Turns, Turns),
) -> Option<&'static str> {
    let score = Score::new(header, ending, clock, worked_turns, RunId::from(row.run), 0);
    let Some(mut found) = row.result.clone() else { return Some("end") };
    if is_result_claimed(row) {
        (found.clock, found.worked_turns) = (clock.0, worked_turns.0);
        found.digest.clone_from(&score.digest);
    }
    let facts = &row.facts;
    let fields = [
        ("ruleset", facts.ruleset == header.ruleset.to_string()),
        // A try at a day of this server is a shift as any other.
        ("mode", facts.mode == score.mode || facts.day.is_some()),
        ("kind", facts.kind == score.kind),
        ("depth", facts.depth == u32::from(score.depth.0)),
        ("seed", facts.seed == score.seed.to_string()),
        ("end", found == run_result(score.clone())),
    ];
    fields.into_iter().find(|(_, is_same)| !is_same).map(|(field, _)| field)
}

/// Whether nobody has checked the turns and the digest of a run before it is played again.
fn is_result_claimed(row: &RunRow) -> bool {
    row.origin == Origin::Submitted
}

/// The digest of a ruleset, a setup and commands: the same for whoever played it, and whenever.
pub(crate) fn play_digest(
    header: &RunHeader,
    commands: impl IntoIterator<Item = Command>,
) -> String {
    let mut hash = Sha256::new();
    hash.update(header.ruleset.to_string());
    // Plain data has no way to fail.
    hash.update(serde_json::to_vec(&header.setup).unwrap_or_default());
    for command in commands {
        hash.update(serde_json::to_vec(&command).unwrap_or_default());
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Seed;
    use content::Depth;
    use engine::sim::Setup;

    #[test]
    fn a_panic_makes_the_run_untrue() {
        let examined = guard(|| panic!("on \u{1b}[2J purpose"));
        let Verdict::Untrue { reason } = examined.verdict else { panic!("{examined:?}") };
        assert!(reason.contains("panicked: on") && !reason.contains('\u{1b}'), "{reason:?}");
    }

    #[test]
    fn a_long_reason_is_cut() {
        let Verdict::Untrue { reason } = Examination::untrue(&"é".repeat(1_000)).verdict else {
            panic!("untrue")
        };
        assert_eq!(reason.chars().count(), MAX_REASON_CHARS);
    }

    #[test]
    fn only_what_was_played_counts() {
        let catalog = Catalog::embedded().expect("valid data");
        let header = |name: &str, seed| {
            RunHeader::new(name, Setup::shift("vault", Depth(1), Seed(seed)), &catalog)
        };
        let commands = [Command::Wait, Command::Explore];
        let digest = play_digest(&header("Ann", 1), commands);
        assert_eq!(digest.len(), 64);
        assert_eq!(play_digest(&header("Eve", 1).named("mop"), commands), digest);
        assert_ne!(play_digest(&header("Ann", 2), commands), digest);
        assert_ne!(play_digest(&header("Ann", 1), [Command::Explore, Command::Wait]), digest);
        assert_ne!(play_digest(&header("Ann", 1), [Command::Wait]), digest);
    }
}
