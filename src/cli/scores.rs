//! `upkeeper scores`: the list of finished runs.

use std::io::{self, BufWriter, Write};

use super::failure::warn;
use super::info::seed_name;
use super::{Answer, Context, Failure, Format};
use crate::save::{Score, complete_scores};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// No more than this many
    #[arg(long, default_value_t = 20)]
    most: usize,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(args: &Args, context: &Context) -> Result<Answer, Failure> {
    let homes = context.homes()?;
    let list = homes.scores();
    context.whisper(&format!("reading {}", list.display()));
    let scores = complete_scores(&list, &homes.runs(), &context.catalog()?)?;
    if scores.damaged > 0 {
        let (damaged, list) = (scores.damaged, list.display());
        warn(&format!("{list}: {damaged} lines cannot be read and are passed over"));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for (place, score) in (1..).zip(scores.scores.iter().take(args.most)) {
        match args.format {
            Format::Json => {
                serde_json::to_writer(&mut out, score)?;
                writeln!(out)?;
            }
            Format::Text => write_text(place, score, &mut out)?,
        }
    }
    if scores.scores.is_empty() && args.format == Format::Text {
        writeln!(out, "No shift has been served to its end here yet.")?;
    }
    out.flush()?;
    Ok(Answer::Yes)
}

fn write_text(place: usize, score: &Score, out: &mut impl Write) -> io::Result<()> {
    let Score { name, kind, depth, outcome, grade, score: points, turns, ranked, .. } = score;
    let seed = seed_name(score.word.as_deref(), &score.seed);
    let ranked = if *ranked { "" } else { ", unranked" };
    writeln!(
        out,
        "{place:>3}. {points:>6} {grade}  {name}: {kind}, depth {depth}, seed {seed}; \
         {outcome} at turn {turns}{ranked}"
    )
}
