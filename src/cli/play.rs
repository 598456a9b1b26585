//! `upkeeper play`, and `upkeeper` alone: the screens on this terminal.

use std::env;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};

use super::host::LocalHost;
use super::{Content, Failure, Globals};
use crate::base::Seed;
use crate::r#gen::find_kind;
use crate::sim::Setup;
use crate::ui::config::{GlyphChoice, Mouse, Settings};
use crate::ui::lines::Lines;
use crate::ui::screens::shift::Shift;
use crate::ui::screens::title::Title;
use crate::ui::terminal::{Local, Mode};
use crate::ui::theme::Theme;
use crate::ui::{Context, Ending, FullScreen, Looks, Screen, app};

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
    depth: Option<u8>,
    /// Any text; a number is itself [default: drawn at random]
    #[arg(long)]
    seed: Option<Seed>,
    /// The upkeeper's name
    #[arg(long)]
    name: Option<String>,
    /// Takes up the newest unfinished run
    #[arg(long, conflicts_with_all = ["mode", "kind", "depth", "seed", "name"])]
    resume: bool,
}

impl Args {
    /// Something was said about the run to play: no need to ask on the title screen.
    fn names_a_run(&self) -> bool {
        self.mode.is_some() || self.kind.is_some() || self.depth.is_some() || self.seed.is_some()
    }
}

/// Opens the screens, and leaves the terminal as it was. The exit code.
pub fn run(args: &Args, globals: &Globals) -> Result<u8, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(Failure::new(
            2,
            "this is no terminal to play on; see upkeeper --help for what works without one",
        ));
    }
    let content = Content::load(globals.data.as_deref())?;
    let mut context = context(&content, globals, args.name.as_deref())?;
    let first = first_screen(args, &mut context)?;
    let reads = context.settings.reader.is_on(variable);
    let ending = if reads {
        let mut terminal = Local::open(Mode::Lines)?;
        let mut lines = Lines::new(terminal.output()?)?;
        app::run(&mut lines, &mut terminal, first, &mut context)?
    } else {
        let mouse = context.settings.mouse == Mouse::On;
        let mut terminal = Local::open(Mode::Screen { mouse })?;
        let depth = context.looks.theme.depth;
        let mut screen = FullScreen::new(terminal.output()?, terminal.size(), depth)?;
        app::run(&mut screen, &mut terminal, first, &mut context)?
    };
    Ok(match ending {
        Ending::Quit => 0,
        Ending::Signal(number) => 128 + number as u8,
        Ending::HungUp => 128 + 1,
    })
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// Settings, looks and the keeper of runs. What is wrong in the settings is said; the rest holds.
fn context(content: &Content, globals: &Globals, name: Option<&str>) -> Result<Context, Failure> {
    let homes = globals.homes()?;
    let path = homes.config();
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::new(74, format!("{}: {error}", path.display()))),
    };
    let (mut settings, problems) = Settings::read(&path.display().to_string(), &text);
    for problem in problems {
        let _ = writeln!(io::stderr(), "upkeeper: {problem}");
    }
    if let Some(color) = globals.color.as_deref().and_then(|color| color.parse().ok()) {
        settings.color = color;
    }
    match globals.glyphs.as_deref() {
        Some("ascii") => settings.glyphs = GlyphChoice::Ascii,
        Some(_) => settings.glyphs = GlyphChoice::Unicode,
        None => {}
    }
    if let Some(name) = name {
        settings.name = name.chars().filter(|c| !c.is_control()).collect();
    }
    let theme = Theme {
        palette: settings.palette,
        background: settings.background,
        depth: settings.color.depth(variable),
    };
    let looks = Looks { theme, glyphs: settings.glyphs.set(variable) };
    let catalog = content.catalog.clone();
    let host = Box::new(LocalHost::new(homes, catalog.clone(), content.modded));
    Ok(Context { settings, looks, catalog, host, play: None })
}

fn first_screen(args: &Args, context: &mut Context) -> Result<Box<dyn Screen>, Failure> {
    if !args.resume && !args.names_a_run() {
        return Ok(Box::new(Title::new(context)));
    }
    let run = if args.resume {
        context.host.resume().map_err(|error| Failure::new(1, error))?
    } else {
        let kind = args.kind.as_deref().unwrap_or("vault");
        find_kind(kind, &context.catalog).map_err(|error| Failure::usage(&error))?;
        let seed = match args.seed {
            Some(seed) => seed,
            None => context.host.random_seed(),
        };
        let setup = Setup::shift(kind, args.depth.unwrap_or(1), seed);
        let name = context.settings.name.clone();
        context.host.begin(setup, &name).map_err(|error| Failure::usage(&error))?
    };
    Ok(Shift::open(run, context))
}
