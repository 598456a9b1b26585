//! `upkeeper sim`: plays headless, by a bot; one JSON line a run.

mod args;
mod fuzz;
mod perks;
mod play;
mod report;

use std::io::Write as _;
use std::ops::ControlFlow;

use super::progress::{Interruption, Progress};
use super::workers::{self, Ended};
use super::{Answer, Call, Failure};
use play::{Script, play_run};
use report::Report;

pub(crate) use args::Args;

pub(super) fn run(args: &Args, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let invocation = call.invocation;
    let content = invocation.content()?;
    let blocks = args.blocks()?;
    if args.fuzz {
        if args.mode == "daily" {
            return Err(Failure::usage(
                &"--fuzz plays shifts or journeys: --mode campaign, or none",
            ));
        }
        return fuzz::run(args, &content, call);
    }
    if let Some(path) = &args.script {
        return Script::open(path, invocation)?.play(args, &blocks, &content, call);
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
    let mut report = Report::new(args, &blocks, call.out);
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
