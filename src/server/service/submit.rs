//! `ssh host submit < run.upk`: a run that was played elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::answer::{
    Answer, FAULT, NO_RUN_FILE, NOT_ALLOWED, NOT_TAKEN, OTHER_RULES, Output, Refused, TRY_LATER,
    UNTRUE,
};
use super::boards::{run_facts, run_result};
use crate::FrontEnd;
use crate::members::Login;
use crate::members::account_of;
use crate::store::{
    Account, Origin, Progress, RunKey, RunRow, Standing, StoreError, Submission, Verdict,
};
use crate::work::{examine, play_digest};
use content::Catalog;
use runs::record::{Frame, RunHeader};
use runs::save::{self, RunId, RunReader, SaveError, Score};

/// What errors call the file by.
const NAME: &str = "the file";
/// How long the answer waits for the verdict.
const VERDICT_TIME: Duration = Duration::from_secs(10);
/// How often it is looked for: another front end may come to it.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

pub(crate) struct Submitted {
    run: RunKey,
    /// For the standard output, at once.
    pub told: String,
}

/// Keeps a run file for the account of a login, to be verified. Blocks.
pub(crate) fn submit(
    bytes: Vec<u8>,
    login: &Login,
    front_end: &FrontEnd,
) -> Result<Submitted, Refused> {
    let account = account_of(login, &front_end.store)?;
    let Some(account) = account.filter(|account| !account.is_guest()) else {
        let said = "log in on a terminal first: a run is handed in under a name";
        return Err(Refused::new(said, NOT_ALLOWED));
    };
    let (header, score, play) = read(&bytes, &front_end.catalog)?;
    let mut facts = run_facts(&header, &account, None);
    // The shift of a day has another seed here, and its one try is played here.
    facts.is_ranked &= header.setup.mode.day().is_none();
    let unranked = match header.unranked_reason() {
        Some(reason) => format!(", unranked: {reason}"),
        None if !facts.is_ranked => {
            ", unranked: daily shifts count where they are played".to_owned()
        }
        None => String::new(),
    };
    let commands = score.commands;
    let submission = Submission { facts, result: run_result(score), play, bytes };
    let run = match front_end.store.submit_run(account.id, submission) {
        Ok(run) => run,
        Err(StoreError::RunKnown(run)) => {
            return Ok(Submitted { run, told: format!("{run}: known: you have that run here\n") });
        }
        Err(error) => return Err(refusal(error, front_end)),
    };
    front_end.verifier.request();
    tracing::info!(account = account.name, %run, "a run was handed in");
    let told = format!("{run}: taken, {commands} commands{unranked}; it is being verified now\n");
    Ok(Submitted { run, told })
}

/// What a run file claims, and the digest of what was played.
fn read(bytes: &[u8], catalog: &Arc<Catalog>) -> Result<(RunHeader, Score, String), Refused> {
    let reader = RunReader::new(NAME, bytes).map_err(|error| unreadable(&error))?;
    let header = reader.header().run.clone();
    if let Err(error) = header.check_ruleset(catalog) {
        return Err(Refused::new(error.to_string(), OTHER_RULES));
    }
    let loaded = save::load_from(reader).map_err(|error| unreadable(&error))?;
    if loaded.torn.is_some() {
        return Err(Refused::new("its last frame is not whole", NO_RUN_FILE));
    }
    let Some(ending) = loaded.end else {
        return Err(Refused::new("that run has not come to its end", NO_RUN_FILE));
    };
    // Its turns are found out when it is played again.
    let id = RunId::try_from(NAME.to_owned());
    let id = id.map_err(|error| Refused::new(error.to_string(), FAULT))?;
    let score = Score::new(&header, &ending, loaded.turn, loaded.turn, id, 0);
    let commands = RunReader::new(NAME, bytes).map_err(|error| unreadable(&error))?;
    let commands = commands.filter_map(|frame| match frame {
        Ok(Frame::Command(command)) => Some(command),
        _ => None,
    });
    let play = play_digest(&header, commands);
    Ok((header, score, play))
}

fn unreadable(error: &SaveError) -> Refused {
    let code = match error {
        SaveError::NewerFormat { .. } | SaveError::UnknownRuleset { .. } => OTHER_RULES,
        _ => NO_RUN_FILE,
    };
    Refused::new(error.to_string(), code)
}

fn refusal(error: StoreError, front_end: &FrontEnd) -> Refused {
    if let Some(refusal) = front_end.refuse_run(&error) {
        return refusal.into();
    }
    match error {
        StoreError::Failed(_) => error.into(),
        StoreError::RunOfAnother => Refused::new(
            "somebody else has played that run: a run is what was played, not the name in its file",
            NOT_ALLOWED,
        ),
        error => Refused::new(error.to_string(), NOT_TAKEN),
    }
}

impl Submitted {
    /// What came of it, if that is known in some seconds. Blocks.
    pub(crate) fn verdict(&self, front_end: &FrontEnd) -> Answer {
        let begun = Instant::now();
        loop {
            let known = front_end.verifier.change(|state| state.verdicts);
            match front_end.store.run(self.run)?.map(|info| info.standing) {
                Some(Standing::Unverified) => {}
                Some(Standing::True) => return Ok(Output::Text(self.true_answer(front_end)?)),
                Some(Standing::Untrue(why)) => {
                    let said = format!("{}: untrue: {why}", self.run);
                    return Err(Refused::new(said, UNTRUE));
                }
                _ => return Err(Refused::new("it is gone", TRY_LATER)),
            }
            let left = VERDICT_TIME.saturating_sub(begun.elapsed());
            if left.is_zero() {
                let out = format!("{}: not verified yet; the boards will tell\n", self.run);
                return Ok(Output::Text(out));
            }
            let limit = left.min(LOOK_INTERVAL);
            front_end.verifier.wait(limit, |state| (state.verdicts != known).then_some(()));
        }
    }

    fn true_answer(&self, front_end: &FrontEnd) -> Result<String, StoreError> {
        let measures = front_end.store.measures_of(self.run)?;
        let counts = measures.iter().filter_map(|(id, measured)| {
            let category = front_end.catalog.find_category(id)?;
            let unit = category.measure.unit();
            Some(format!("{}, {} {unit}", category.name, measured.measure))
        });
        let counts = counts.collect::<Vec<_>>().join("; ");
        let counts = if counts.is_empty() { "it counts on no board".to_owned() } else { counts };
        Ok(format!("{}: true: {counts}\n", self.run))
    }
}

/// What would become of a run file that is handed in, from the door to the verdict, with nothing
/// kept: for tests that hand in many. It takes the steps of `ssh HOST submit` and of the worker.
/// Errors: why it is not kept at all, in words for whoever hands it in.
pub fn dry_run(bytes: &[u8], catalog: &Arc<Catalog>) -> Result<Verdict, String> {
    /// The ids of an account and a run that nobody has.
    const NOBODY: &str = "0000000000000";
    let (header, score, play) = read(bytes, catalog).map_err(|refused| refused.said)?;
    let (Ok(run), Ok(id)) = (NOBODY.parse(), NOBODY.parse()) else {
        return Err("no ids".to_owned());
    };
    let (name, settings) = (String::new(), String::new());
    let account = Account { id, name, created: 0, settings, expires: None, may_be_watched: false };
    let facts = run_facts(&header, &account, None);
    let result = run_result(score);
    let row = RunRow {
        run,
        account: id,
        account_name: account.name,
        may_be_watched: false,
        origin: Origin::Submitted,
        facts,
        begun: 0,
        held: 0,
        holder: None,
        progress: Progress { turn: result.clock, commands: result.commands },
        bytes: bytes.len() as u64,
        result: Some(result),
        ended: Some(0),
        standing: Standing::Unverified,
        measure: None,
        measures: BTreeMap::new(),
    };
    let examined = examine(bytes, &row, catalog, || false).ok_or("it was stopped")?;
    match &examined.verdict {
        Verdict::True { play: found, .. } if *found != play => {
            Err(format!("the door has read {play}, the worker {found}"))
        }
        _ => Ok(examined.verdict),
    }
}
