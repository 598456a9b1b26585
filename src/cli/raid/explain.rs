//! `upkeeper raid explain`: the reckoning of the last raid of a run, as the screen after it has it.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::cli::replay::verified;
use crate::cli::{Answer, Call, Failure, Format, Report, inputs};
use base::Pos;
use engine::sim::{EndCause, Grade, Reckoning, ReckoningTask, Turns, Worth};
use engine::view::{ABOUT_MATTERED, MemberEnd, View, grade_in_short};
use runs::record::{Replay, last_night};

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The run file to read; `-` is the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct ExplainReport {
    grade: char,
    points: u32,
    order: u32,
    dawn: u32,
    hazard: u32,
    /// What harm and chests are worth of a night in bed.
    bed: u32,
    members: Vec<MemberLine>,
    /// What made a difference, the greatest first, and what the raid has cost; at most five.
    mattered: Vec<MatterLine>,
    lost: Vec<LossLine>,
    suggestion: String,
    file: String,
    harm: u32,
    kept: u32,
    max_points: u32,
    /// The lines of the grade, in words.
    #[serde(skip)]
    told: Vec<(String, String)>,
}

#[derive(Serialize)]
struct MemberLine {
    name: String,
    surname: String,
    class: String,
    /// The place of its party among those that came, from 0.
    party: u8,
    /// `fell`, `driven`, `fled`, `through` or `inside`.
    fate: &'static str,
    /// What it fell to.
    by: Option<String>,
    /// What the player had to do with it: `cord`, `kit`, `armed`, `posted`, `loose` or `risen`.
    cause: Option<&'static str>,
    /// Where it fell or left; of who fell to a trap, where that is.
    at: Option<Pos>,
    harm_percent: i32,
    loot: u8,
    text: String,
}

#[derive(Serialize)]
struct MatterLine {
    what: String,
    /// The points of dawn with it less those without it.
    points: i32,
    at: Pos,
}

#[derive(Serialize)]
struct LossLine {
    what: String,
    /// The points of dawn that it was worth, where that is known.
    points: Option<i32>,
}

pub(super) fn run(args: &ExplainArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let content = call.invocation.content()?;
    let source = inputs::open(&args.file, call.invocation)?;
    let name = source.name();
    // Nothing is told of a run that is not true: its keyframes are believed from here on.
    verified(&source, &content)?;
    let failed = |error| Failure::replay(name, &error);
    let recording = source.recording()?.whole()?;
    let mut replay = Replay::new(recording, &content.catalog).map_err(failed)?;
    let night = last_night(&mut replay, Turns(0)).map_err(failed)?;
    let night = night.ok_or_else(|| Failure {
        code: 1,
        message: format!("{name}: no raid of dawn is over in it; play on until one is"),
    })?;
    let mut task = ReckoningTask::new(night);
    while task.step() {}
    let report = ExplainReport::of(name, replay.game().view(), &task.so_far());
    call.out.report(args.format, &report)
}

impl ExplainReport {
    fn of(file: &str, view: View<'_>, reckoning: &Reckoning) -> ExplainReport {
        let grade = view.grade();
        let told = grade_in_short(&grade, view.catalog().rules.grade.max_of_dawn()).into_iter();
        let told = told.map(|line| (line.text.clone(), line.worth()));
        let Grade { letter, points, order, dawn, hazard, bed, harm, kept, max_points, .. } = grade;
        let members = view.member_ends(&reckoning.ends).into_iter().map(MemberLine::of);
        let mattered = reckoning.mattered.iter().map(|&Worth { what, points }| {
            let text = view.deed_in_words(what);
            MatterLine { what: text, points, at: what.at }
        });
        let lost = reckoning.lost.iter().map(|&loss| {
            let (what, points) = view.loss_in_words(loss);
            LossLine { what, points }
        });
        ExplainReport {
            grade: letter.character(),
            points,
            order,
            dawn,
            hazard,
            bed,
            members: members.collect(),
            mattered: mattered.collect(),
            lost: lost.collect(),
            suggestion: view.suggestion_in_words(reckoning).unwrap_or_default(),
            file: file.to_owned(),
            harm,
            kept,
            max_points,
            told: told.collect(),
        }
    }
}

impl MemberLine {
    fn of(end: MemberEnd<'_>) -> MemberLine {
        let MemberEnd { name, surname, class, wave, fate, harm_percent, loot, by, at, .. } = end;
        MemberLine {
            name: name.to_owned(),
            surname: surname.to_owned(),
            class: class.to_owned(),
            party: wave,
            fate,
            by,
            cause: end.cause.map(cause_name),
            at,
            harm_percent,
            loot,
            text: end.text,
        }
    }
}

fn cause_name(cause: EndCause) -> &'static str {
    match cause {
        EndCause::Cord(_) => "cord",
        EndCause::Kit => "kit",
        EndCause::ArmedTrap => "armed",
        EndCause::Posted => "posted",
        EndCause::Loose => "loose",
        EndCause::Risen => "risen",
    }
}

impl Report for ExplainReport {
    const SCHEMA: &'static str = "upkeeper.explain/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}: {} of {}", self.file, self.grade, self.points, self.max_points)?;
        for (what, worth) in &self.told {
            let sign = if worth.is_empty() { "" } else { ": " };
            writeln!(f, "  {what}{sign}{worth}")?;
        }
        for member in &self.members {
            writeln!(f, "  {}", member.text)?;
        }
        if !self.mattered.is_empty() || !self.lost.is_empty() {
            writeln!(f, "  {ABOUT_MATTERED}")?;
        }
        for MatterLine { what, points, .. } in &self.mattered {
            writeln!(f, "  {points:+4}  {what}")?;
        }
        for LossLine { what, points } in &self.lost {
            let points = points.map_or("lost".to_owned(), |points| format!("{points:+4}"));
            writeln!(f, "  {points}  {what}")?;
        }
        writeln!(f, "  {}", self.suggestion)
    }
}
