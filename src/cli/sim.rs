//! `upkeeper sim`: plays headless, by a bot; one JSON line a run.

mod args;
mod block;
mod bot_run;
mod fuzz;
mod perks;
mod report;
mod run_files;
mod run_line;
mod run_result;
mod script;
mod script_run;
mod summary;

use std::io::Write as _;
use std::ops::ControlFlow;

use super::interruption::Interruption;
use super::progress::Progress;
use super::workers::{self, Ended};
use super::{Answer, Failure, Invocation, Output};
use block::Block;
use bot_run::play_run;
use report::Report;
use script::Script;
use script_run::play_script;

pub(crate) use args::Args;

pub(super) fn run(
    args: &Args,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    let blocks = Block::of(args.block_options())?;
    if args.fuzz {
        if args.mode == "daily" {
            return Err(Failure::usage(
                &"--fuzz plays shifts or journeys: --mode campaign, or none",
            ));
        }
        return fuzz::run(&args.fuzz_options(), invocation, &content, out);
    }
    if let Some(path) = &args.script {
        return play_script(args, &blocks, &Script::open(path, invocation)?, &content, out);
    }
    if args.save.is_some() && blocks.len() > 1 {
        return Err(Failure::usage(&"--save keeps runs of one kind and depth"));
    }
    if args.save.is_some() && args.against.is_some() {
        return Err(Failure::usage(&"--save keeps the runs of one bot: leave --against out"));
    }
    let total = args.count.saturating_mul(blocks.len() as u64);
    let interruption = Interruption::by_signals();
    let progress = Progress::new(total, "runs", invocation);
    let mut report = Report::new(args, &blocks, out);
    let ended = workers::run_in_order(
        total,
        args.jobs.count(),
        interruption.flag(),
        |number| {
            let block = blocks[(number / args.count) as usize];
            play_run(
                args,
                &content,
                block.opening(number % args.count, &args.seed, &content),
                &interruption,
            )
        },
        |number, result| {
            let played = match result {
                Ok(Some(played)) => played,
                // Interrupted before it came to its end.
                Ok(None) => return ControlFlow::Continue(()),
                Err(failure) => return ControlFlow::Break(Err(failure)),
            };
            if let Err(failure) = progress.around(|| report.add(number, played)) {
                return ControlFlow::Break(Err(failure));
            }
            progress.update(report.done);
            if report.out.is_closed() {
                ControlFlow::Break(Ok(()))
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    drop(progress);
    match ended {
        Ended::Stopped(result) => result.map(|()| Answer::Yes),
        Ended::Done => report.end().map(|()| Answer::Yes),
        Ended::Interrupted => {
            report.end()?;
            report.out.flush()?;
            Ok(interruption.answer(report.done, total, "runs"))
        }
    }
}
