//! `upkeeper scores`: finished runs, by points or by category.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::PathBuf;

use super::failure::warn;
use super::options::find_category;
use super::progress::Interruption;
use super::workers::{self, Batch};
use super::{Answer, Call, Content, Failure, Format, Invocation, Output};
use base::{Day, Seed, path_text};
use content::{Category, CategoryMode, Depth};
use levels::find_kind;
use runs::home::{Scores, VerifiedRuns, read_scores, verify_file};
use runs::save::{Score, ScoreLine, score_text};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only runs that count in this category, by its measure, for each kind and depth by themselves
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
    /// Only runs of this mode; daily shifts for each day by themselves, those that count
    #[arg(long, value_parser = ["shift", "daily", "campaign"])]
    mode: Option<String>,
    /// Only runs of this day's daily shift: 2026-11-22
    #[arg(long, value_name = "DATE")]
    date: Option<Day>,
    /// Only runs on this kind of level
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only runs at this depth
    #[arg(long, value_name = "DEPTH")]
    depth: Option<Depth>,
    /// Only runs of this seed; any text, a number is itself
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    seed: Option<Seed>,
    /// Only the best of each kind, depth and seed
    #[arg(long)]
    best: bool,
    /// No more than this many; with --category of each kind and depth, with --mode daily of each
    /// day
    #[arg(long = "most", value_name = "MOST", default_value_t = 20)]
    max_rows: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let Call { invocation, out } = call;
    let content = invocation.content()?;
    let category = args
        .category
        .as_deref()
        .map(|id| find_category(&content.catalog, id, args.category_mode()));
    let category = category.transpose()?;
    if let Some(kind) = &args.kind {
        find_kind(kind, &content.catalog).map_err(|error| Failure::usage(&error))?;
    }
    let (mut scores, answer) = verified_scores(&content, invocation)?;
    scores.scores.retain(|score| args.is_asked(score));
    match category {
        Some(category) => write_category(category, args, scores.scores, out)?,
        None if args.is_by_day() => write_days(args, scores.scores, out)?,
        None => write_all(args, scores.scores, out)?,
    }
    Ok(answer)
}

impl Args {
    /// Whether runs of any mode, kind, depth and seed are asked for.
    fn is_any_asked(&self) -> bool {
        let Args { mode, date, kind, depth, seed, .. } = self;
        (mode, date, kind, depth, seed) == (&None, &None, &None, &None, &None)
    }

    /// Whether what is asked for are the boards of days.
    fn is_by_day(&self) -> bool {
        self.date.is_some() || self.mode.as_deref() == Some("daily")
    }

    /// The mode whose categories can be asked for; `None` if that is not said.
    fn category_mode(&self) -> Option<CategoryMode> {
        match self.mode.as_deref() {
            Some("campaign") => Some(CategoryMode::Campaign),
            Some(_) => Some(CategoryMode::Shift),
            None => self.date.is_some().then_some(CategoryMode::Shift),
        }
    }

    /// Prints a run with its place; in a category, with what it is measured by there.
    fn print(
        &self,
        place: Option<usize>,
        measure: Option<(&Category, u32)>,
        score: &Score,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if self.format == Format::Json {
            let line = ScoreLine::new(place, score);
            return match measure {
                Some((category, measure)) => out.json(&line.of_category(&category.id, measure)),
                None => out.json(&line),
            };
        }
        let seed = format!("seed {}", score.seed.with_word(score.word.as_deref()));
        let measure = match measure {
            Some((category, measure)) => format!("{measure:>6} {}", category.measure.unit()),
            None => format!("{:>6}", score.score),
        };
        Ok(writeln!(out, "{}", score_text(place, &measure, &seed, score))?)
    }

    fn is_asked(&self, score: &Score) -> bool {
        self.mode.as_ref().is_none_or(|mode| score.mode == *mode)
            && self.date.is_none_or(|date| score.day == Some(date))
            && self.kind.as_ref().is_none_or(|kind| score.kind == *kind)
            && self.depth.is_none_or(|depth| score.depth == depth)
            && self.seed.is_none_or(|seed| score.seed == seed)
    }
}

/// The scores, after all run files were verified that have not been so far, and the answer of the
/// command: if that is interrupted, the scores are those that are known.
fn verified_scores(
    content: &Content,
    invocation: &Invocation,
) -> Result<(Scores, Answer), Failure> {
    let folders = invocation.folders()?;
    let (list, runs) = (folders.scores(), folders.runs());
    invocation.log_verbose(&format_args!("reading {} and {}", path_text(&list), path_text(&runs)));
    let mut verified = VerifiedRuns::read(&folders.verified());
    let catalog = &content.catalog;
    let mut answer = Answer::Yes;
    let mut scores = read_scores(&list, &runs, &verified, catalog)?;
    let (known, pending) = (scores.known, std::mem::take(&mut scores.pending));
    if !pending.is_empty() {
        invocation
            .log_verbose(&format_args!("playing {} runs again to verify them", pending.len()));
        answer = verify_all(&pending, content, &mut verified, invocation)?;
        scores = read_scores(&list, &runs, &verified, catalog)?;
    }
    invocation.log_verified(&verified, known, scores.known.saturating_sub(known));
    if scores.damaged > 0 {
        let (damaged, list) = (scores.damaged, path_text(&list));
        warn(&format!("{list}: {damaged} lines cannot be read and are passed over"));
    }
    if scores.untrue > 0 {
        let (untrue, runs) = (scores.untrue, path_text(&runs));
        warn(&format!("{runs}: {untrue} run files say what is not true, and are left out"));
    }
    Ok((scores, answer))
}

/// Plays runs again, and returns the answer of the command. What was found out before an
/// interruption is kept.
fn verify_all(
    files: &[PathBuf],
    content: &Content,
    verified: &mut VerifiedRuns,
    invocation: &Invocation,
) -> Result<Answer, Failure> {
    let (count, cores) = (files.len() as u64, workers::cores());
    let interruption = Interruption::by_signals();
    let batch = Batch::new(count, "runs verified", cores, interruption, invocation);
    let verify = |place: u64| verify_file(&files[place as usize], &content.catalog, content.modded);
    let mut found = Vec::new();
    batch.for_each(
        |place| Some(verify(place)),
        |_, run| {
            found.extend(run);
            Ok(())
        },
    )?;
    verified.add(found);
    Ok(batch.answer("runs to verify"))
}

fn write_all(args: &Args, mut scores: Vec<Score>, out: &mut Output) -> Result<(), Failure> {
    if args.best {
        keep_first_of_each_seed(&mut scores, |score| score);
    }
    let mut places = 0;
    for score in scores.iter().take(args.max_rows) {
        places += usize::from(score.has_place());
        args.print(score.has_place().then_some(places), None, score, out)?;
    }
    if scores.is_empty() && args.format == Format::Text {
        let text = if args.is_any_asked() {
            "No shift has been served to its end here yet."
        } else {
            "No run that was asked for is among those that are over."
        };
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// Prints the runs of daily shifts that are ranked, by points, for each day by itself, the last day
/// first.
fn write_days(args: &Args, scores: Vec<Score>, out: &mut Output) -> Result<(), Failure> {
    let mut days: BTreeMap<Reverse<Day>, Vec<Score>> = BTreeMap::new();
    for (day, score) in ranked(scores).filter_map(|score| Some((score.day?, score))) {
        days.entry(Reverse(day)).or_default().push(score);
    }
    if days.is_empty() && args.format == Format::Text {
        writeln!(out, "No verified run counts for a day yet.")?;
    }
    let max_rows = if args.best { 1.min(args.max_rows) } else { args.max_rows };
    for (Reverse(day), board) in days {
        if args.format == Format::Text
            && let Some(Score { kind, depth, .. }) = board.first()
        {
            writeln!(out, "{day}: {kind}, depth {depth}")?;
        }
        for (place, score) in (1..).zip(board.iter().take(max_rows)) {
            args.print(Some(place), None, score, out)?;
        }
    }
    Ok(())
}

/// Prints the runs that are ranked in a category, for each kind and depth by themselves.
fn write_category(
    category: &Category,
    args: &Args,
    scores: Vec<Score>,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut tables: BTreeMap<(String, Depth), Vec<(u32, Score)>> = BTreeMap::new();
    for score in ranked(scores) {
        let Some(&measure) = score.categories.get(&category.id) else { continue };
        tables.entry((score.kind.clone(), score.depth)).or_default().push((measure, score));
    }
    let is_empty = tables.is_empty();
    for ((kind, depth), mut table) in tables {
        table.sort_by(|(a, run), (b, other)| {
            let beats = |a: u32, b: u32| category.measure.is_better(a, b);
            beats(*b, *a).cmp(&beats(*a, *b)).then(run.when.cmp(&other.when))
        });
        if args.best {
            keep_first_of_each_seed(&mut table, |(_, score)| score);
        }
        if args.format == Format::Text {
            match category.mode {
                CategoryMode::Shift => writeln!(out, "{}: {kind}, depth {depth}", category.name)?,
                CategoryMode::Campaign => writeln!(out, "{}", category.name)?,
            }
        }
        for (place, (measure, score)) in (1..).zip(table.iter().take(args.max_rows)) {
            args.print(Some(place), Some((category, *measure)), score, out)?;
        }
    }
    if is_empty && args.format == Format::Text {
        writeln!(out, "No verified run counts in this category yet.")?;
    }
    Ok(())
}

/// The runs that count on boards.
fn ranked(scores: Vec<Score>) -> impl Iterator<Item = Score> {
    scores.into_iter().filter(|score| score.verified && score.ranked)
}

/// Keeps the first row of each kind, depth and seed.
fn keep_first_of_each_seed<T>(rows: &mut Vec<T>, score: impl Fn(&T) -> &Score) {
    let mut seen = BTreeSet::new();
    rows.retain(|row| {
        let Score { kind, depth, seed, .. } = score(row);
        seen.insert((kind.clone(), *depth, seed.0))
    });
}
