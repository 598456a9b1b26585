//! Plays a shift in the terminal.

use std::{io, sync::Arc};

use clap::Args;

use crate::{
    base::Seed,
    content::Catalog,
    record::Replay,
    sim::{Game, Setup},
    ui::{
        Context, Ending, FullScreen, Host, Looks, Run, Score, Unfinished,
        config::Settings,
        lines::Lines,
        screens::shift::Shift,
        terminal::{Local, Mode},
        theme::Theme,
    },
};

/// What is to be played.
#[derive(Args, Debug)]
pub struct Play {
    #[arg(long, default_value = "vault")]
    kind: String,
    #[arg(long, default_value_t = 1)]
    depth: u8,
    #[arg(long, default_value = "1")]
    seed: Seed,
}

/// Plays until the player leaves; nothing is kept.
pub fn play(what: &Play) -> io::Result<Ending> {
    let lookup = |name: &str| std::env::var(name).ok();
    let catalog = Arc::new(Catalog::embedded().map_err(io::Error::other)?);
    let settings = Settings::default();
    let theme = Theme {
        palette: settings.palette,
        background: settings.background,
        depth: settings.color.depth(lookup),
    };
    let looks = Looks { theme, glyphs: settings.glyphs.set(lookup) };
    let mut host = Memory { catalog: catalog.clone() };
    let setup = Setup::shift(&what.kind, what.depth, what.seed);
    let run = host.begin(setup, "").map_err(io::Error::other)?;
    let reads = settings.reader.is_on(lookup);
    let mut context = Context { settings, looks, catalog, host: Box::new(host), play: None };
    let first = Shift::open(run, &mut context);
    if reads {
        let mut terminal = Local::open(Mode::Lines)?;
        let mut lines = Lines::new(terminal.output()?)?;
        return crate::ui::app::run(&mut lines, &mut terminal, first, &mut context);
    }
    let mut terminal = Local::open(Mode::Screen { mouse: false })?;
    let mut screen = FullScreen::new(terminal.output()?, terminal.size(), theme.depth)?;
    crate::ui::app::run(&mut screen, &mut terminal, first, &mut context)
}

/// Keeps nothing.
struct Memory {
    catalog: Arc<Catalog>,
}

impl Host for Memory {
    fn begin(&mut self, setup: Setup, _: &str) -> Result<Box<dyn Run>, String> {
        let game = Game::new(setup, &self.catalog).map_err(|error| error.to_string())?;
        Ok(Box::new(game))
    }

    fn random_seed(&mut self) -> Seed {
        Seed(1)
    }

    fn unfinished(&mut self) -> Option<Unfinished> {
        None
    }

    fn resume(&mut self) -> Result<Box<dyn Run>, String> {
        Err("Nothing is kept.".to_owned())
    }

    fn scores(&mut self) -> Result<Vec<Score>, String> {
        Ok(Vec::new())
    }

    fn replay(&mut self, _: &str) -> Result<Replay, String> {
        Err("Nothing is kept.".to_owned())
    }

    fn keep_settings(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn keep_morgue(&mut self, _: &str) -> Result<String, String> {
        Err("Nothing is kept.".to_owned())
    }

    fn environment(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
}
