//! `upkeeper sim`: plays headless, by a bot; one JSON line a run.

mod args;
mod fuzz;
mod perks;
mod play;
mod report;

use super::progress::Interruption;
use super::workers::Batch;
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
    let batch = Batch::new(total, "runs", args.jobs.count(), interruption, invocation);
    let mut report = Report::new(args, &blocks, call.out);
    batch.for_each(
        |number| {
            let block = blocks[(number / args.count) as usize];
            let opening = block.opening(number % args.count, &args.seed, &content);
            play_run(args, &content, opening, &batch.interruption).transpose()
        },
        |number, played| {
            report.add(number, played?)?;
            if report.out.is_closed() { Err(Failure::closed()) } else { Ok(()) }
        },
    )?;
    report.end()?;
    Ok(batch.answer("runs"))
}
