//! What would become of a run file that is handed in, from the door to the verdict, with nothing kept: for tests that hand in
//! many.

use std::sync::Arc;

use super::exec::read_submission;
use super::run_rows::{new_run, run_result};
use super::store::{Account, NewRun, Origin, RunInfo, Standing, Verdict};
use super::verifier::examine;
use content::Catalog;

/// The ids of an account and a run that nobody has.
const NOBODY: &str = "0000000000000";

/// Reads a run file as `ssh HOST submit` does, and plays it again as the worker does.
///
/// # Errors
/// Why it is not kept at all, in words for whoever hands it in.
pub fn dry_run(bytes: &[u8], catalog: &Arc<Catalog>) -> Result<Verdict, String> {
    let (header, score, play) = read_submission(bytes, catalog).map_err(|answer| answer.said)?;
    let (Ok(run), Ok(account)) = (NOBODY.parse(), NOBODY.parse()) else {
        return Err("no ids".to_owned());
    };
    let account = Account {
        id: account,
        name: String::new(),
        created: 0,
        settings: String::new(),
        may_be_watched: false,
        is_guest: false,
        expires: None,
    };
    let NewRun { ruleset, mode, kind, depth, seed, word, day, name, is_ranked } =
        new_run(&header, &account, None);
    let result = run_result(score);
    let info = RunInfo {
        run,
        account: account.id,
        account_name: account.name,
        origin: Origin::Submitted,
        ruleset,
        mode,
        kind,
        depth,
        seed,
        word,
        day,
        name,
        is_ranked,
        begun: 0,
        held: 0,
        holder: None,
        turn: result.clock,
        commands: result.commands,
        bytes: bytes.len() as u64,
        result: Some(result),
        ended: Some(0),
        standing: Standing::Unverified,
    };
    let examined = examine(bytes, &info, catalog, || false).ok_or("it was stopped")?;
    match &examined.verdict {
        Verdict::True { play: found, .. } if *found != play => {
            Err(format!("the door has read {play}, the worker {found}"))
        }
        _ => Ok(examined.verdict),
    }
}
