//! `upkeeper scores`: the list of finished runs.

use std::io::{self, Write};

use serde::Serialize;

use super::failure::warn;
use super::{Answer, Failure, Format, Invocation, Output};
use crate::base::{path_text, sanitize};
use crate::host::complete_scores;
use crate::save::Score;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// No more than this many
    #[arg(long = "most", value_name = "MOST", default_value_t = 20)]
    max_rows: usize,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The line of a score.
#[derive(Serialize)]
struct ScoreLine<'a> {
    schema: &'static str,
    #[serde(flatten)]
    score: &'a Score,
}

pub(super) fn run(
    args: &Args,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let folders = invocation.folders()?;
    let list = folders.scores();
    invocation.log_verbose(&format!("reading {}", path_text(&list)));
    let scores = complete_scores(&list, &folders.runs(), &invocation.catalog()?)?;
    if scores.damaged > 0 {
        let (damaged, list) = (scores.damaged, path_text(&list));
        warn(&format!("{list}: {damaged} lines cannot be read and are passed over"));
    }
    for (place, score) in (1..).zip(scores.scores.iter().take(args.max_rows)) {
        match args.format {
            Format::Json => out.json(&ScoreLine { schema: "upkeeper.score/1", score })?,
            Format::Text => write_text(place, score, out)?,
        }
    }
    if scores.scores.is_empty() && args.format == Format::Text {
        writeln!(out, "No shift has been served to its end here yet.")?;
    }
    Ok(Answer::Yes)
}

fn write_text(place: usize, score: &Score, out: &mut impl Write) -> io::Result<()> {
    let Score { kind, depth, grade, score: points, turns, ranked, .. } = score;
    let seed = score.seed.with_word(score.word.as_deref());
    let (name, grade) = (sanitize(&score.name), grade.character());
    let outcome = score.outcome_in_words();
    let ranked = if *ranked { "" } else { ", unranked" };
    writeln!(
        out,
        "{place:>3}. {points:>6} {grade}  {name}: {kind}, depth {depth}, seed {seed}; \
         {outcome} at turn {turns}{ranked}"
    )
}
