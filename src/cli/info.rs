//! `replay info` and `save info`: a summary of run files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::failure::WorstAnswer;
use super::state_selector::warn_torn;
use super::{Answer, Failure, Format, Invocation, Output};
use crate::base::{Seed, sanitize};
use crate::content::Depth;
use crate::record::{Ruleset, outcome_name, outcome_words};
use crate::save::{self, SaveError};
use crate::sim::RunStatus;

#[derive(Debug, Args)]
pub struct InfoArgs {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct Info {
    schema: &'static str,
    file: String,
    format: u16,
    ruleset: String,
    /// Whether this program has these rules.
    known: bool,
    name: String,
    mode: &'static str,
    kind: String,
    depth: Depth,
    seed: String,
    /// What was typed for the seed, if that was more than its number.
    word: Option<String>,
    origin: &'static str,
    ranked: bool,
    turns: u32,
    commands: u32,
    keyframes: u32,
    bytes: u64,
    torn: u64,
    outcome: &'static str,
    /// The outcome in words, for the text.
    #[serde(skip)]
    ended: &'static str,
    grade: Option<char>,
    score: Option<u32>,
    digest: Option<String>,
}

pub(super) fn run(
    args: &InfoArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let mut worst = WorstAnswer::default();
    for file in &args.files {
        match info(file, invocation) {
            Ok(info) if args.format == Format::Json => out.json(&info)?,
            Ok(info) => write_text(&info, out)?,
            Err(failure) => worst.fail(&failure),
        }
    }
    worst.result()
}

fn info(path: &Path, invocation: &Invocation) -> Result<Info, Failure> {
    let catalog = invocation.catalog()?;
    let loaded = save::load(path)?;
    warn_torn(path, loaded.torn);
    let header = loaded.header.run.clone();
    let mode = &header.setup.mode;
    let (total, keyframes, bytes) = (loaded.total, loaded.keyframes, loaded.length());
    let (end, torn, newest) = (loaded.end, loaded.torn, loaded.turn);
    let known = header.ruleset == Ruleset::of(&catalog);
    // A run of other rules cannot be played; its turn is that of the newest keyframe.
    let (turn, digest) = match loaded.session(&catalog, crate::record::NullSink) {
        Ok(session) => (session.game().world().clock(), Some(session.chain().digest())),
        Err(SaveError::UnknownRuleset { .. }) => (newest, None),
        Err(error) => return Err(error.into()),
    };
    Ok(Info {
        schema: "upkeeper.info/1",
        file: path.display().to_string(),
        format: save::FORMAT,
        ruleset: header.ruleset.to_string(),
        known,
        mode: mode.name(),
        kind: mode.kind().to_owned(),
        depth: mode.depth(),
        seed: header.setup.seed.to_string(),
        word: header.word.clone(),
        origin: header.origin.name(),
        ranked: header.unranked_reason().is_none(),
        name: header.name,
        turns: turn.0,
        commands: total,
        keyframes,
        bytes,
        torn: torn.map_or(0, |torn| torn.bytes),
        outcome: end.map_or("running", |end| outcome_name(RunStatus::Over(end.outcome))),
        ended: end.map_or("running", |end| outcome_words(RunStatus::Over(end.outcome))),
        grade: end.map(|end| end.letter.character()),
        score: end.map(|end| end.score),
        digest: digest.map(|digest| digest.to_string()),
    })
}

fn write_text(info: &Info, out: &mut impl Write) -> io::Result<()> {
    let Info { mode, depth, origin, .. } = info;
    let [file, name, kind] = [&info.file, &info.name, &info.kind].map(|text| sanitize(text));
    let seed = Seed::from_text(&info.seed).with_word(info.word.as_deref());
    writeln!(out, "{file}")?;
    let ranked = if info.ranked { "ranked" } else { "unranked" };
    writeln!(out, "  {name}: {mode}, {kind}, depth {depth}, seed {seed}; {origin}, {ranked}")?;
    let Info { turns, commands, keyframes, bytes, .. } = info;
    writeln!(
        out,
        "  turn {turns} after {commands} commands; {keyframes} keyframes, {bytes} bytes"
    )?;
    match (info.grade, info.score) {
        (Some(grade), Some(score)) => {
            writeln!(out, "  {}, grade {grade}, score {score}", info.ended)?;
        }
        _ => writeln!(out, "  {}", info.ended)?,
    }
    let known = if info.known { "" } else { ", not known here" };
    writeln!(out, "  format {}, ruleset {}{known}", info.format, info.ruleset)?;
    match &info.digest {
        Some(digest) => writeln!(out, "  digest {digest}"),
        None => Ok(()),
    }
}
