//! `upkeeper play`, and `upkeeper` alone: the screens on this terminal.

use std::io::{self, IsTerminal as _, Write as _};

use super::failure::warn;
use super::{Answer, Content, Failure, Globals, GlyphChoice, Invocation};
use crate::base::Seed;
use crate::host::LocalHost;
use crate::levelgen::find_kind;
use crate::sim::{RunStatus, Setup};
use crate::ui::config::{self, MAX_NAME_COLUMNS, Mouse, Settings};
use crate::ui::lines::Lines;
use crate::ui::terminal::{LocalTerminal, TerminalMode};
use crate::ui::{self, Appearance, FullScreen, Host as _, LoopExit, ScreenStack, app, flow};

/// Plays on this terminal
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What to play
    #[arg(long, value_parser = ["shift"])]
    mode: Option<String>,
    /// The kind of level [default: vault]
    #[arg(long)]
    kind: Option<String>,
    /// Depth, counted from 1 [default: 1]
    #[arg(long)]
    depth: Option<crate::content::Depth>,
    /// Any text; a number is itself [default: drawn at random]
    #[arg(long, allow_hyphen_values = true)]
    seed: Option<String>,
    /// The upkeeper's name
    #[arg(long)]
    name: Option<String>,
    /// Takes up the newest unfinished run
    #[arg(long, conflicts_with_all = ["mode", "kind", "depth", "seed", "name"])]
    resume: bool,
}

impl Args {
    /// Whether an option describes the run to play: then there is no title screen.
    fn names_a_run(&self) -> bool {
        self.mode.is_some() || self.kind.is_some() || self.depth.is_some() || self.seed.is_some()
    }
}

/// Whether there is a terminal at both ends.
pub(super) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Opens the screens, and leaves the terminal as it was.
pub(super) fn run(args: &Args, invocation: &Invocation) -> Result<Answer, Failure> {
    if !is_terminal() {
        let message = "this is no terminal to play on; upkeeper --help tells what works without";
        return Err(Failure::usage(&message));
    }
    let mut context = load_context(invocation, args.name.as_deref())?;
    let mut stack = if args.resume {
        let run = context.host.resume()?;
        ScreenStack::of_run(run, &mut context)
    } else {
        first_screen(args, &mut context)?
    };
    let answer = show(&mut stack, &mut context)?;
    if stack.run().is_some_and(|run| !matches!(run.status(), RunStatus::Over(_))) {
        // The terminal may be gone.
        let _ = writeln!(io::stdout(), "The run is saved. upkeeper play --resume takes it up.");
    }
    Ok(answer)
}

/// Shows screens on this terminal until the player leaves.
pub(super) fn show(stack: &mut ScreenStack, context: &mut ui::Context) -> Result<Answer, Failure> {
    let ending = if context.settings.reader.is_on(|name| context.host.environment(name)) {
        let mut terminal = LocalTerminal::open(TerminalMode::Lines)?;
        let mut lines = Lines::new(terminal.output()?)?;
        app::run(&mut lines, &mut terminal, stack, context)?
    } else {
        let mouse = context.settings.mouse == Mouse::On;
        let mut terminal = LocalTerminal::open(TerminalMode::Screen { mouse })?;
        let depth = context.appearance.theme.depth;
        let mut screen = FullScreen::new(terminal.output()?, terminal.size(), depth)?;
        app::run(&mut screen, &mut terminal, stack, context)?
    };
    Ok(match ending {
        LoopExit::Quit => Answer::Yes,
        LoopExit::Signal(number) => Answer::Stopped { signal: number as u8 },
        LoopExit::HungUp => Answer::Stopped { signal: 1 },
    })
}

/// The context of the screens: the local player's host, settings and appearance. Faults in the settings are printed; the
/// settings without faults hold.
pub(super) fn load_context(
    invocation: &Invocation,
    name: Option<&str>,
) -> Result<ui::Context, Failure> {
    let Content { catalog, modded } = invocation.content()?;
    let folders = invocation.folders()?;
    let path = folders.config();
    let mut host = LocalHost::new(folders, catalog.clone(), modded, invocation.environment.clone());
    let text = host.settings_text()?;
    let (mut settings, problems) = Settings::read(&path.display().to_string(), &text);
    for problem in problems {
        warn(&problem);
    }
    override_settings(&mut settings, &invocation.globals, name);
    let variable = |name: &str| invocation.environment.get(name);
    let appearance = Appearance::of(&settings, variable);
    Ok(ui::Context::new(Box::new(host), catalog, settings, appearance))
}

/// Replaces settings by the options of the command line. They hold for this call only: the context writes no setting into
/// the file that the player has not changed on a screen.
fn override_settings(settings: &mut Settings, globals: &Globals, name: Option<&str>) {
    settings.color = globals.color.unwrap_or(settings.color);
    match globals.glyphs {
        None => {}
        Some(GlyphChoice::Ascii) => settings.glyphs = config::GlyphChoice::Ascii,
        Some(GlyphChoice::Unicode) => settings.glyphs = config::GlyphChoice::Unicode,
    }
    if let Some(name) = name {
        settings.name = name.chars().filter(|c| !c.is_control()).take(MAX_NAME_COLUMNS).collect();
    }
}

fn first_screen(args: &Args, context: &mut ui::Context) -> Result<ScreenStack, Failure> {
    if !args.names_a_run() {
        return Ok(ScreenStack::new(flow::title(context)));
    }
    let kind = args.kind.as_deref().unwrap_or("vault");
    find_kind(kind, &context.catalog).map_err(|error| Failure::usage(&error))?;
    let seed = match &args.seed {
        Some(text) => Seed::from_text(text),
        None => context.host.random_seed(),
    };
    let setup = Setup::shift(kind, args.depth.unwrap_or(crate::content::Depth::FIRST), seed);
    let run = context.begin(setup, args.seed.as_deref().unwrap_or_default())?;
    Ok(ScreenStack::of_run(run, context))
}
