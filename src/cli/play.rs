//! `upkeeper play`, and `upkeeper` alone: the screens on this terminal.

mod race;

use std::io::{self, Write as _};
use std::path::Path;
use std::rc::Rc;

use self::race::RaceArgs;
pub(super) use self::race::check_rival;
use super::failure::warn;
use super::options::find_category;
use super::{Answer, Content, Failure, Globals, GlyphChoice, Invocation};
use base::{Day, Seed, path_text, sanitize};
use content::Depth;
use engine::sim::{Mode, RunStatus, Setup};
use levels::find_kind;
use runs::home::{UnfinishedRun, UnfinishedState, WholePart, unfinished_runs};
use runs::record::RunHeader;
use runs::save::{FileNews, RunId, SaveError, locks_files};
use screens::config::{self, MAX_NAME_COLUMNS, Mouse, Settings};
use screens::local::LocalHost;
use screens::reader::Lines;
use screens::terminal::{LocalTerminal, TerminalMode};
use screens::{Appearance, FullScreen, LoopExit, ScreenStack, UnfinishedSearch, app, flow};

/// Plays on this terminal
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// What to play
    #[arg(long, value_parser = ["campaign", "shift", "daily", "tutorial"])]
    mode: Option<String>,
    /// The kind of level [default: vault]
    #[arg(long)]
    kind: Option<String>,
    /// Depth, counted from 1 [default: 1]
    #[arg(long)]
    depth: Option<Depth>,
    /// Any text; a number is itself [default: drawn at random]
    #[arg(long, allow_hyphen_values = true)]
    seed: Option<String>,
    /// The day, in UTC, whose shift is chosen with --mode daily: 2026-11-22 [default: today]
    #[arg(long, value_name = "DATE")]
    date: Option<Day>,
    /// The upkeeper's name
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    race: RaceArgs,
    /// Takes up the unfinished run of that file name, or the one that was played last
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["mode", "kind", "depth", "seed", "date", "name"])]
    resume: Option<String>,
}

impl Args {
    fn override_settings(&self, settings: &mut Settings) {
        if let Some(name) = &self.name {
            let name = name.chars().filter(|c| !c.is_control());
            settings.name = name.take(MAX_NAME_COLUMNS).collect();
        }
        self.race.override_settings(settings);
    }

    /// Refuses options for what a mode gives; `why` says so.
    fn check_given(&self, mode: &str, why: &str) -> Result<(), Failure> {
        let options = [
            ("--kind", self.kind.is_some()),
            ("--depth", self.depth.is_some()),
            ("--seed", mode == "daily" && self.seed.is_some()),
        ];
        match options.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                let message = format!("{why}: {option} does not go with --mode {mode}");
                Err(Failure::usage(&message))
            }
            None => Ok(()),
        }
    }

    /// Whether an option describes the run to play: then there is no title screen.
    fn names_a_run(&self) -> bool {
        self.mode.is_some() || self.kind.is_some() || self.depth.is_some() || self.seed.is_some()
    }
}

/// How often a search is looked at, each for 15 ms at most: a thousand runs take a quarter of a
/// second.
const MAX_LOOKS: u32 = 40;

/// Whether there is a terminal to draw on, and one for keys: the standard input may be a pipe.
pub(super) fn is_terminal() -> bool {
    LocalTerminal::is_there()
}

/// Opens the screens, and leaves the terminal as it was.
pub(super) fn run(args: &Args, invocation: &Invocation) -> Result<Answer, Failure> {
    if !is_terminal() {
        let message = "this is no terminal to play on; upkeeper --help tells what works without";
        return Err(Failure::usage(&message));
    }
    let mut context = load_context(invocation, |settings| args.override_settings(settings))?;
    if let Some(category) = &args.race.category {
        find_category(&context.catalog, category, None)?;
    }
    context.race_files = args.race.files();
    let mut stack = if let Some(name) = &args.resume {
        let run = context.host.take_up(&run_to_resume(name, invocation)?)?;
        let setup = run.view().setup();
        args.race.check_category(&context.catalog, setup.mode.is_journey())?;
        args.race.check_files(setup)?;
        ScreenStack::of_run(run, &mut context)
    } else {
        let told = args.names_a_run().then(|| told_before_another(&mut context)).flatten();
        let mut stack = first_screen(args, &mut context)?;
        if let (Some(told), Some(run)) = (told, stack.run_mut()) {
            run.say(told);
        }
        stack
    };
    let answer = show(&mut stack, &mut context)?;
    if stack.run().is_some_and(|run| !matches!(run.status(), RunStatus::Over(_))) {
        // The terminal may be gone.
        let _ = writeln!(io::stdout(), "The run is saved. upkeeper play --resume takes it up.");
    }
    Ok(answer)
}

/// What is told of a run that waits to be played on before another one is begun. A search through
/// very many files is not waited for.
fn told_before_another(context: &mut screens::Context) -> Option<String> {
    context.host.search_unfinished();
    let mut looks = (0..MAX_LOOKS).map(|_| context.host.unfinished());
    looks.find(|search| *search != UnfinishedSearch::Searching)?.told_before_another()
}

/// Shows screens on this terminal until the player leaves.
pub(super) fn show(
    stack: &mut ScreenStack,
    context: &mut screens::Context,
) -> Result<Answer, Failure> {
    let ending = if context.settings.reader.is_on(|name| context.host.environment(name)) {
        let mut terminal = LocalTerminal::open(TerminalMode::Lines)?;
        let mut lines = Lines::new(terminal.output(), terminal.size())?;
        app::run(&mut lines, &mut terminal, stack, context)?
    } else {
        let mouse = context.settings.mouse == Mouse::On;
        let mut terminal = LocalTerminal::open(TerminalMode::Screen { mouse })?;
        if context.asks_sign_width() {
            terminal.ask_sign_width()?;
        }
        if context.asks_ground() {
            terminal.ask_ground()?;
        }
        let paint = context.paint();
        let mut screen = FullScreen::new(terminal.output(), terminal.size(), paint)?;
        app::run(&mut screen, &mut terminal, stack, context)?
    };
    Ok(match ending {
        LoopExit::Quit => Answer::Yes,
        LoopExit::Signal(number) => Answer::Stopped { signal: number as u8 },
        LoopExit::HungUp => Answer::Stopped { signal: 1 },
    })
}

/// The context of the screens: the local player's host, settings and appearance. Faults in the
/// settings are printed; the settings without faults hold, but for those that `overrides` replaces
/// for this call.
pub(super) fn load_context(
    invocation: &Invocation,
    overrides: impl FnOnce(&mut Settings),
) -> Result<screens::Context, Failure> {
    let Content { catalog, modded } = invocation.content()?;
    let folders = invocation.folders()?;
    let runs = folders.runs();
    let mut host = LocalHost::new(folders, catalog.clone(), modded, invocation.environment.clone());
    let (mut settings, faults) = screens::Context::read_settings(&mut host);
    for fault in &faults {
        warn(fault);
    }
    override_settings(&mut settings, &invocation.globals);
    overrides(&mut settings);
    let appearance = Appearance::of(&settings, &mut host, None);
    let mut context = screens::Context::new(Box::new(host), catalog, settings, appearance);
    context.settings_faults = faults;
    if !locks_files(&runs) {
        context.notices.push(FileNews::Unlocked.to_string());
    }
    Ok(context)
}

/// Replaces settings by the options of the command line. They hold for this call only: the context
/// writes no setting into the file that the player has not changed on a screen.
fn override_settings(settings: &mut Settings, globals: &Globals) {
    settings.color = globals.color.unwrap_or(settings.color);
    match globals.glyphs {
        None => {}
        Some(GlyphChoice::Ascii) => settings.glyphs = config::GlyphChoice::Ascii,
        Some(GlyphChoice::Unicode) => settings.glyphs = config::GlyphChoice::Unicode,
    }
}

fn first_screen(args: &Args, context: &mut screens::Context) -> Result<ScreenStack, Failure> {
    if let Some(mode) = args.mode.as_deref() {
        args.race.check_category(&context.catalog, mode == "campaign")?;
    }
    if args.mode.as_deref() == Some("daily") {
        return daily_screen(args, context);
    }
    if args.date.is_some() {
        return Err(Failure::usage(&"--date goes with --mode daily"));
    }
    let raced = args.race.shift_of_files()?;
    let races_journey = raced.as_ref().is_some_and(|header| header.setup.mode.is_journey());
    if args.mode.as_deref() == Some("campaign") || (args.mode.is_none() && races_journey) {
        args.race.check_category(&context.catalog, true)?;
        args.check_given("campaign", "the marches have all kinds and depths")?;
        let raced = raced.filter(|_| races_journey);
        let (seed, word) = seed_and_word(args, raced.as_ref(), context);
        return begin(args, Setup::campaign(seed), &word, context);
    }
    if args.mode.as_deref() == Some("tutorial") {
        args.check_given("tutorial", "the tutorial has a floor of its own")?;
        let word = args.seed.clone().unwrap_or_default();
        let seed = args.seed.as_deref().map_or(Setup::TUTORIAL_SEED, Seed::from_text);
        return begin(args, Setup::tutorial(seed), &word, context);
    }
    if !args.names_a_run() && raced.is_none() {
        return Ok(ScreenStack::at_title(Rc::default(), context));
    }
    args.race.check_category(&context.catalog, false)?;
    let raced = raced.as_ref();
    let of_raced = raced.map(|header| &header.setup.mode);
    let kind = args.kind.as_deref().or(of_raced.map(Mode::kind)).unwrap_or("vault");
    find_kind(kind, &context.catalog).map_err(|error| Failure::usage(&error))?;
    let (seed, word) = seed_and_word(args, raced, context);
    let depth = args.depth.or(of_raced.map(Mode::depth)).unwrap_or(Depth::FIRST);
    begin(args, Setup::shift(kind, depth, seed), &word, context)
}

fn begin(
    args: &Args,
    setup: Setup,
    word: &str,
    context: &mut screens::Context,
) -> Result<ScreenStack, Failure> {
    args.race.check_files(&setup)?;
    let run = context.begin(setup, word)?;
    Ok(ScreenStack::of_run(run, context))
}

/// The seed of a run and the word for it: as they were given, of the run to race against, or drawn.
fn seed_and_word(
    args: &Args,
    raced: Option<&RunHeader>,
    context: &mut screens::Context,
) -> (Seed, String) {
    match (&args.seed, raced) {
        (Some(text), _) => (Seed::from_text(text), text.clone()),
        (None, Some(raced)) => (raced.setup.seed, raced.word.clone().unwrap_or_default()),
        (None, None) => (context.host.random_seed(), String::new()),
    }
}

/// The days, with one chosen. Whatever is begun from there, is begun there: the try that counts is
/// never begun unasked.
fn daily_screen(args: &Args, context: &mut screens::Context) -> Result<ScreenStack, Failure> {
    args.check_given("daily", "the day gives the shift")?;
    let today = context.host.today();
    if let Some(date) = args.date.filter(|&date| date > today) {
        return Err(Failure::usage(&format!("{date} is yet to come; today is {today}, in UTC")));
    }
    let setup = Setup::daily(args.date.unwrap_or(today), false, &context.catalog);
    args.race.check_files(&setup)?;
    Ok(ScreenStack::new(flow::daily(args.date, context)))
}

/// The run to take up: the one that was asked for by the name of its file, with or without its
/// ending, or else the one played last.
/// Errors: why that cannot be played on, and what can be done.
fn run_to_resume(name: &str, invocation: &Invocation) -> Result<RunId, Failure> {
    let folder = invocation.folders()?.runs();
    let found = unfinished_runs(&folder, &invocation.catalog()?);
    if !name.is_empty() {
        return named(name, &folder, found);
    }
    // What this program cannot play is passed over for what it can; damage is not, since nobody
    // knows of it yet.
    let is_next = |run: &&UnfinishedRun| match &run.state {
        UnfinishedState::Playable { .. } => true,
        UnfinishedState::Damaged { whole, .. } => !matches!(whole, WholePart::Saved(_)),
        UnfinishedState::Refused(_) => false,
    };
    let place = found.iter().position(|run| is_next(&run)).unwrap_or(0);
    let Some(next) = found.into_iter().nth(place) else {
        return Err(Failure { code: 1, message: "there is no unfinished run".to_owned() });
    };
    playable(next)
}

/// The run of a name: that of its file, or a path to it.
fn named(name: &str, folder: &Path, mut found: Vec<UnfinishedRun>) -> Result<RunId, Failure> {
    let path = Path::new(name);
    let is_elsewhere = path.parent().is_some_and(|parent| {
        !parent.as_os_str().is_empty() && parent.canonicalize().ok() != folder.canonicalize().ok()
    });
    if is_elsewhere {
        let (name, folder) = (sanitize(name), path_text(folder));
        let message = format!("{name}: runs are taken up in {folder}; copy it there first");
        return Err(Failure::usage(&message));
    }
    let file = path.file_name().and_then(|file| file.to_str()).unwrap_or(name);
    let with_ending = format!("{file}.upk");
    let is_named = |run: &UnfinishedRun| [file, &with_ending].contains(&run.id.as_str());
    if let Some(place) = found.iter().position(is_named) {
        return playable(found.swap_remove(place));
    }
    if let Some(over) = [file, &with_ending].iter().find(|file| folder.join(file).is_file()) {
        let message = format!("{}: it is over; replay watch shows it", sanitize(over));
        return Err(Failure { code: 1, message });
    }
    let others: Vec<String> = found.iter().map(|run| sanitize(run.id.as_str())).collect();
    let others = if others.is_empty() {
        "there is no unfinished run".to_owned()
    } else {
        format!("unfinished are {}", others.join(", "))
    };
    let (name, folder) = (sanitize(name), path_text(folder));
    let message = format!("{name}: there is no such run in {folder}; {others}");
    Err(Failure { code: 66, message })
}

fn playable(run: UnfinishedRun) -> Result<RunId, Failure> {
    match run.state {
        UnfinishedState::Playable { .. } => Ok(run.id),
        UnfinishedState::Refused(error) => Err(error.into()),
        UnfinishedState::Damaged { error, whole } => Err(damaged(error, &whole)),
    }
}

/// What is wrong with a damaged run, and what can be saved.
fn damaged(error: SaveError, whole: &WholePart) -> Failure {
    let failure = Failure::from(error);
    let rest = match whole {
        WholePart::Until(turn) => format!(
            "up to turn {turn} it can be saved: by Unfinished runs on the title, or by upkeeper \
             save cut"
        ),
        WholePart::Saved(run) => {
            format!("what stood before that was saved: --resume {}", sanitize(run.as_str()))
        }
        WholePart::Nothing => "nothing of it can be saved; move it elsewhere".to_owned(),
    };
    let message = format!("{}; {rest}; --resume RUN takes up another", failure.message);
    Failure { message, ..failure }
}
