//! `ssh host submit < run.upk`: a run that was played elsewhere.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::answer::{
    Answer, FAULT, NO_RUN_FILE, NOT_ALLOWED, NOT_TAKEN, OTHER_RULES, TRY_LATER, UNTRUE,
};
use crate::FrontEnd;
use crate::login::Login;
use crate::members::account_of;
use crate::play_digest::play_digest;
use crate::run_rows::{new_run, run_result};
use crate::store::{RunError, RunKey, Standing, StoreError, Submission};
use content::Catalog;
use runs::record::{Frame, RunHeader};
use runs::save::{self, RunId, RunReader, SaveError, Score};

/// What errors call the file by.
const NAME: &str = "the file";
/// How long the answer waits for the verdict.
const VERDICT_TIME: Duration = Duration::from_secs(10);
/// How often it is looked for: another front end may come to it.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// A submission that was kept.
pub(crate) struct Submitted {
    run: RunKey,
    /// For the standard output, at once.
    pub told: String,
}

/// Keeps a run file for the account of a login, to be verified. Blocks.
///
/// # Errors
/// The answer to what was refused.
pub(crate) fn submit(
    bytes: Vec<u8>,
    login: &Login,
    front_end: &FrontEnd,
) -> Result<Submitted, Answer> {
    let account = account_of(login, &front_end.store).map_err(|error| Answer::failed(&error))?;
    let Some(account) = account.filter(|account| !account.is_guest) else {
        let said = "log in on a terminal first: a run is handed in under a name";
        return Err(Answer::refused(said, NOT_ALLOWED));
    };
    let (header, score, play) = read(&bytes, &front_end.catalog)?;
    let mut run = new_run(&header, &account, None);
    // The shift of a day has another seed here, and its one try is played here.
    run.is_ranked &= header.setup.mode.day().is_none();
    let unranked = match header.unranked_reason() {
        Some(reason) => format!(", unranked: {reason}"),
        None if !run.is_ranked => ", unranked: daily shifts count where they are played".to_owned(),
        None => String::new(),
    };
    let commands = score.commands;
    let submission = Submission { run, result: run_result(score), play, bytes };
    let run = match front_end.store.submit_run(account.id, submission) {
        Ok(run) => run,
        Err(RunError::Known(run)) => {
            return Ok(Submitted { run, told: format!("{run}: known: you have that run here\n") });
        }
        Err(error) => return Err(refusal(&error, front_end)),
    };
    front_end.verifier.request();
    tracing::info!(account = account.name, %run, "a run was handed in");
    let told = format!("{run}: taken, {commands} commands{unranked}; it is being verified now\n");
    Ok(Submitted { run, told })
}

/// What a run file claims, and the digest of what was played.
///
/// # Errors
/// The answer to what was refused.
pub(crate) fn read(
    bytes: &[u8],
    catalog: &Arc<Catalog>,
) -> Result<(RunHeader, Score, String), Answer> {
    let reader = RunReader::new(NAME, bytes).map_err(|error| unreadable(&error))?;
    let header = reader.header().run.clone();
    if let Err(error) = header.check_ruleset(catalog) {
        return Err(Answer::refused(error.to_string(), OTHER_RULES));
    }
    let loaded = save::load_from(reader).map_err(|error| unreadable(&error))?;
    if loaded.torn.is_some() {
        return Err(Answer::refused("its last frame is not whole", NO_RUN_FILE));
    }
    let Some(ending) = loaded.end else {
        return Err(Answer::refused("that run has not come to its end", NO_RUN_FILE));
    };
    // Its turns are found out when it is played again.
    let id = RunId::try_from(NAME.to_owned());
    let id = id.map_err(|error| Answer::refused(error.to_string(), FAULT))?;
    let score = Score::new(&header, &ending, loaded.turn, loaded.turn, id, 0);
    let commands = RunReader::new(NAME, bytes).map_err(|error| unreadable(&error))?;
    let commands = commands.filter_map(|frame| match frame {
        Ok(Frame::Command(command)) => Some(command),
        _ => None,
    });
    let play = play_digest(&header, commands);
    Ok((header, score, play))
}

fn unreadable(error: &SaveError) -> Answer {
    let code = match error {
        SaveError::NewerFormat { .. } | SaveError::UnknownRuleset { .. } => OTHER_RULES,
        _ => NO_RUN_FILE,
    };
    Answer::refused(error.to_string(), code)
}

fn refusal(error: &RunError, front_end: &FrontEnd) -> Answer {
    if let Some(refusal) = front_end.refuse_run(error) {
        return Answer::beyond(refusal);
    }
    match error {
        RunError::Store(error) => Answer::failed(error),
        RunError::OfAnother => Answer::refused(
            "somebody else has played that run: a run is what was played, not the name in its file",
            NOT_ALLOWED,
        ),
        error => Answer::refused(error.to_string(), NOT_TAKEN),
    }
}

impl Submitted {
    /// What came of it, if that is known in some seconds. Blocks.
    pub(crate) fn verdict(&self, front_end: &FrontEnd) -> Answer {
        self.wait(front_end).unwrap_or_else(|error| Answer::failed(&error))
    }

    fn wait(&self, front_end: &FrontEnd) -> Result<Answer, StoreError> {
        let begun = Instant::now();
        loop {
            let verdicts = front_end.verifier.verdicts();
            match front_end.store.run(self.run)?.map(|info| info.standing) {
                Some(Standing::Unverified) => {}
                Some(Standing::True) => return self.true_answer(front_end),
                Some(Standing::Untrue(why)) => {
                    let said = format!("{}: untrue: {why}", self.run);
                    return Ok(Answer::refused(said, UNTRUE));
                }
                _ => return Ok(Answer::refused("it is gone", TRY_LATER)),
            }
            let left = VERDICT_TIME.saturating_sub(begun.elapsed());
            if left.is_zero() {
                let out = format!("{}: not verified yet; the boards will tell\n", self.run);
                return Ok(Answer { out: out.into_bytes(), ..Answer::default() });
            }
            front_end.verifier.wait_for_verdict(verdicts, left.min(LOOK_INTERVAL));
        }
    }

    fn true_answer(&self, front_end: &FrontEnd) -> Result<Answer, StoreError> {
        let measures = front_end.store.measures_of(self.run)?;
        let counts = measures.iter().filter_map(|(id, measured)| {
            let category = front_end.catalog.find_category(id)?;
            let unit = category.measure.unit();
            Some(format!("{}, {} {unit}", category.name, measured.measure))
        });
        let counts = counts.collect::<Vec<_>>().join("; ");
        let counts = if counts.is_empty() { "it counts on no board".to_owned() } else { counts };
        let out = format!("{}: true: {counts}\n", self.run);
        Ok(Answer { out: out.into_bytes(), ..Answer::default() })
    }
}
