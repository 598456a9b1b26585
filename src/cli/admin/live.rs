//! `upkeeper admin live`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::options::AdminOptions;
use super::texts::moment;
use crate::cli::{Answer, Failure, Invocation, Output};
use base::sanitize;

#[derive(Debug, Args)]
pub(crate) struct LiveArgs {
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Serialize)]
struct LiveLine {
    schema: &'static str,
    run: String,
    account: String,
    mode: String,
    kind: String,
    depth: u32,
    turn: u32,
    front_end: String,
    may_be_watched: bool,
    /// When it was begun or taken up.
    since: String,
}

pub(super) fn run(
    args: &LiveArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    for live in store.live_runs()? {
        let line = LiveLine {
            schema: "upkeeper.live/1",
            run: live.run.to_string(),
            account: live.account_name,
            mode: live.mode,
            kind: live.kind,
            depth: live.depth,
            turn: live.turn,
            front_end: live.front_end,
            may_be_watched: live.may_be_watched,
            since: moment(live.since),
        };
        if args.options.is_json() {
            out.json(&line)?;
        } else {
            line.write(out)?;
        }
    }
    Ok(Answer::Yes)
}

impl LiveLine {
    fn write(&self, out: &mut Output) -> Result<(), Failure> {
        let LiveLine { run, account, mode, kind, depth, turn, front_end, since, .. } = self;
        let line = format!(
            "{account:<16}  {mode}, {kind}, depth {depth}, turn {turn}; since {since} at {front_end}, run {run}"
        );
        writeln!(out, "{}", sanitize(&line))?;
        Ok(())
    }
}
