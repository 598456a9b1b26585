//! `replay info` and `save info`: a summary of run files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use serde::Serialize;

use super::failure::WorstAnswer;
use super::run_files::warn_torn;
use super::run_report::{SetupReport, place_words};
use super::{Answer, Call, Failure, Format, Invocation, Report, inputs};
use base::sanitize;
use content::Catalog;
use engine::sim::{HandMeDown, RunStatus};
use engine::view::JourneyPlace;
use runs::home::{Standing, VerifiedRuns};
use runs::record::{NullSink, Origin, Ruleset, outcome_name, outcome_words};
use runs::save::{FileNews, SaveError, locks_files};

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// Run files; `-` is the standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// How to print: for people, or one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct Info {
    file: String,
    format: u16,
    ruleset: String,
    /// Whether this program has these rules.
    known: bool,
    name: String,
    #[serde(flatten)]
    setup: SetupReport,
    bot: Option<String>,
    origin: &'static str,
    modded: bool,
    /// How often it was taken up again.
    resumes: u32,
    /// Whether the run in this file was played again here and is true.
    verified: bool,
    /// The keys whose values are only what the file claims.
    claimed: &'static [&'static str],
    /// Whether it is verified, and counts in rankings.
    ranked: bool,
    turns: u32,
    worked_turns: Option<u32>,
    /// Where a journey stands.
    place: Option<JourneyPlace>,
    /// What a journey began with from another upkeeper's cart.
    hand_me_down: Option<HandMeDown>,
    commands: u32,
    keyframes: u32,
    bytes: u64,
    torn: u64,
    outcome: &'static str,
    /// What was played, in words.
    #[serde(skip)]
    played: String,
    #[serde(skip)]
    from: Origin,
    /// The outcome in words, for the text.
    #[serde(skip)]
    ended: &'static str,
    grade: Option<char>,
    score: Option<u32>,
    digest: Option<String>,
    /// Whether it goes on in a place whose files cannot be locked.
    #[serde(skip)]
    is_unlocked: bool,
}

pub(super) fn run(args: &InfoArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let invocation = call.invocation;
    inputs::check_once(args.files.iter().map(PathBuf::as_path))?;
    let catalog = invocation.catalog()?;
    // Without folders for the game's files nothing is known.
    let folders = invocation.folders().ok();
    let verified = folders.map(|folders| VerifiedRuns::read(&folders.verified()));
    let (mut worst, mut known) = (WorstAnswer::default(), 0);
    for file in &args.files {
        let standing = verified.as_ref().and_then(|runs| runs.standing(file, &catalog));
        known += usize::from(standing.is_some());
        match info(file, standing, &catalog, invocation) {
            Ok(info) => _ = call.out.report(args.format, &info)?,
            Err(failure) => worst.fail(&failure),
        }
    }
    if let Some(verified) = &verified {
        invocation.log_verified(verified, known, 0);
    }
    worst.result()
}

/// `standing` is what is known of the file since its run was played again.
fn info(
    path: &Path,
    standing: Option<&Standing>,
    catalog: &Arc<Catalog>,
    invocation: &Invocation,
) -> Result<Info, Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let source = inputs::open(path, invocation)?;
    let loaded = source.load()?;
    warn_torn(source.name(), loaded.torn);
    let header = loaded.header.run.clone();
    let (total, keyframes, bytes) = (loaded.total, loaded.keyframes, loaded.length());
    let (end, torn, newest) = (loaded.end, loaded.torn, loaded.turn);
    let known = header.ruleset == Ruleset::of(catalog);
    let (format, resumes) = (loaded.header.format, loaded.resumes);
    // A run of other rules cannot be played; its turn is that of the newest keyframe.
    let (turn, worked_turns, digest, place) = match loaded.session(catalog, NullSink) {
        Ok(session) => {
            let (view, digest) = (session.game().view(), session.chain().digest());
            (view.turns(), Some(view.turns_worked().0), Some(digest), view.journey_place())
        }
        Err(SaveError::UnknownRuleset { .. }) => (newest, None, None, None),
        Err(error) => return Err(error.into()),
    };
    let (verified, ranked) = match standing {
        Some(Standing::True { score, .. }) => (true, score.ranked),
        _ => (false, false),
    };
    Ok(Info {
        file: path.display().to_string(),
        format,
        ruleset: header.ruleset.to_string(),
        known,
        setup: SetupReport::of(&header),
        played: place_words(&header),
        origin: header.origin.name(),
        from: header.origin,
        modded: header.setup.options.modded,
        resumes,
        verified,
        claimed: if verified { PROOFLESS } else { CLAIMS },
        ranked,
        name: header.name,
        bot: header.bot,
        turns: turn.0,
        worked_turns,
        place,
        hand_me_down: header.setup.mode.hand_me_down().cloned(),
        commands: total,
        keyframes,
        bytes,
        torn: torn.map_or(0, |torn| torn.bytes),
        outcome: end.map_or("running", |end| outcome_name(RunStatus::Over(end.outcome))),
        ended: end.map_or("running", |end| outcome_words(RunStatus::Over(end.outcome))),
        grade: end.map(|end| end.letter.character()),
        score: end.map(|end| end.score),
        digest: digest.map(|digest| digest.to_string()),
        is_unlocked: end.is_none() && path.is_file() && !locks_files(folder),
    })
}

/// The keys whose values are claims as long as a run is not verified.
const CLAIMS: &[&str] = &[
    "name",
    "bot",
    "origin",
    "modded",
    "resumes",
    "turns",
    "worked_turns",
    "place",
    "outcome",
    "grade",
    "score",
    "digest",
];

/// The keys whose values no replay can prove.
const PROOFLESS: &[&str] = &["name", "bot", "resumes"];

impl Report for Info {
    const SCHEMA: &'static str = "upkeeper.info/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (origin, setup) = (self.from, sanitize(&self.played));
        let [file, name] = [&self.file, &self.name].map(|text| sanitize(text));
        writeln!(f, "{file}")?;
        let player = match &self.bot {
            Some(bot) => format!("{name}, the bot {}", sanitize(bot)),
            None => name,
        };
        let standing = match (self.verified, self.ranked) {
            (true, true) => "verified, ranked",
            (true, false) => "verified, unranked",
            (false, _) => "claimed: upkeeper replay verify says whether it is true",
        };
        writeln!(f, "  {standing}")?;
        let resumes = match self.resumes {
            0 => String::new(),
            times => format!(", taken up again {times}×"),
        };
        writeln!(f, "  {player}: {setup}; {}{resumes}", origin.words())?;
        let Info { turns, commands, keyframes, bytes, .. } = self;
        writeln!(
            f,
            "  turn {turns} after {commands} commands; {keyframes} keyframes, {bytes} bytes"
        )?;
        if let Some(place) = &self.place {
            writeln!(f, "  {place}")?;
        }
        if let Some(HandMeDown { item, from }) = &self.hand_me_down {
            let (item, from) = (sanitize(item), sanitize(from));
            writeln!(f, "  begun with something from {from}'s cart: {item}")?;
        }
        match (self.grade, self.score) {
            (Some(grade), Some(score)) => {
                writeln!(f, "  {}, grade {grade}, score {score}", self.ended)?;
            }
            _ => writeln!(f, "  {}", self.ended)?,
        }
        let known = if self.known { "" } else { ", not known here" };
        writeln!(f, "  format {}, ruleset {}{known}", self.format, self.ruleset)?;
        if let Some(digest) = &self.digest {
            writeln!(f, "  digest {digest}")?;
        }
        if self.is_unlocked {
            writeln!(f, "  {}", FileNews::Unlocked)?;
        }
        Ok(())
    }
}
