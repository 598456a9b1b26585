//! Screens and a host for tests: keys in, the screen as text out.

use crate::support::content::catalog;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use base::{Day, Seed};
use content::Catalog;
use engine::sim::{Command, Digest, Game, HandMeDown, Outcome, Setup};
use engine::view::View;
use ratatui::{Terminal, backend::TestBackend};
use runs::record::Replay;
use runs::save::{RunId, SaveError, Score};
use screens::{
    Appearance, CommandRefusal, Context, Host, HostError, RankedTry, Receipt, Run, ScoreList,
    Screen, ScreenStack, Unfinished, UnfinishedSearch,
    config::{Animation, Settings},
    glyphs::GlyphSet,
    terminal::{ColorDepth, Input, InputQueue, Source},
};

use crate::menus::played_runs;

/// What the host was asked to do, and what it answers.
#[derive(Default)]
pub(crate) struct HostState {
    pub(crate) begun: Vec<(Setup, String)>,
    /// The one played last first.
    pub(crate) unfinished: Vec<Unfinished>,
    /// The names of the runs that were taken up, and of those whose whole part was saved.
    pub(crate) taken_up: Vec<String>,
    pub(crate) saved_parts: Vec<String>,
    /// Whether the unfinished runs have not been found yet.
    pub(crate) is_searching: bool,
    /// How often it was looked for.
    pub(crate) searches: u32,
    pub(crate) scores: Vec<Score>,
    /// The tries at daily shifts that are not open today and closed on other days.
    pub(crate) tries: BTreeMap<Day, RankedTry>,
    /// How many run files say what is not true.
    pub(crate) untrue: usize,
    /// How many runs of how many have been verified.
    pub(crate) verifying: Option<(usize, usize)>,
    pub(crate) settings: String,
    pub(crate) morgue: String,
    /// Whether it keeps what dead upkeepers leave, and what is left.
    pub(crate) keeps_hand_me_downs: bool,
    pub(crate) hand_me_down: Option<HandMeDown>,
    /// The commands of the run that was begun last, if it is to be replayed; otherwise some other run is.
    pub(crate) recorded: Option<Vec<Command>>,
    /// The run whose file is not there any more.
    pub(crate) lost: Option<RunId>,
    /// Whether the player has never begun a run.
    pub(crate) is_newcomer: bool,
    /// What it says to everything that can fail.
    pub(crate) refusal: Option<String>,
}

/// Screens on a terminal of no colours, so that nothing can hide in one.
pub(crate) struct Show {
    pub(crate) stack: ScreenStack,
    pub(crate) context: Context,
    pub(crate) host: Rc<RefCell<HostState>>,
}

impl Show {
    pub(crate) fn new(
        host: HostState,
        first: impl FnOnce(&mut Context) -> Box<dyn Screen>,
    ) -> Show {
        Show::with_stack(host, |context| ScreenStack::new(first(context)))
    }

    pub(crate) fn with_stack(
        host: HostState,
        stack: impl FnOnce(&mut Context) -> ScreenStack,
    ) -> Show {
        let host = Rc::new(RefCell::new(host));
        let catalog = catalog();
        let settings = Settings { animation: Animation::Off, ..Settings::default() };
        let appearance = Appearance::usual(ColorDepth::None, GlyphSet::Unicode);
        let keeper = Box::new(TestHost { state: host.clone(), catalog: catalog.clone() });
        let mut context = Context::new(keeper, catalog, settings, appearance);
        let stack = stack(&mut context);
        Show { stack, context, host }
    }

    pub(crate) fn of(first: impl FnOnce(&mut Context) -> Box<dyn Screen>) -> Show {
        Show::new(HostState::default(), first)
    }

    pub(crate) fn press(&mut self, keys: &str) -> &mut Show {
        let mut script = InputQueue::of_keys(keys).expect("names of keys");
        while let Ok(input) = script.poll(None) {
            self.put(&input);
        }
        self
    }

    /// Has the screens handle an input, and shows what comes of it, as the loop does.
    pub(crate) fn put(&mut self, input: &Input) {
        self.stack.input(input, &mut self.context);
        if !self.stack.is_empty() {
            self.screen(80, 24);
        }
    }

    pub(crate) fn tick(&mut self, times: u32) {
        for _ in 0..times {
            if self.stack.tick_interval(&mut self.context).is_some() {
                self.stack.tick(&mut self.context);
            }
        }
    }

    pub(crate) fn screen(&mut self, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let Show { stack, context, .. } = self;
        terminal.draw(|frame| stack.draw(frame, context)).expect("drawn");
        let buffer = terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(width)).map(|row| {
            let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The screen at 80×24, as one line of words.
    pub(crate) fn words(&mut self) -> String {
        let screen = self.screen(80, 24);
        screen.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn assert_says(&mut self, words: &str) {
        let screen = self.words();
        assert!(screen.contains(words), "“{words}” is not on the screen: {screen}");
    }

    /// Snapshots at both sizes in both glyph sets.
    pub(crate) fn snapshots(&mut self, name: &str) {
        for (set, glyphs) in [("unicode", GlyphSet::Unicode), ("ascii", GlyphSet::Ascii)] {
            self.context.appearance.glyphs = glyphs;
            for (width, height) in [(80, 24), (120, 40)] {
                let screen = self.screen(width, height);
                if glyphs == GlyphSet::Ascii {
                    let plain = |c: char| c.is_ascii() || c.is_alphabetic();
                    assert!(screen.chars().all(plain), "{name}: {screen}");
                }
                snapshot(&format!("{name}_{width}x{height}_{set}"), &screen);
            }
        }
        self.context.appearance.glyphs = GlyphSet::Unicode;
    }

    /// Draws it at every size there may be, whatever it is.
    pub(crate) fn any_size(&mut self) {
        for set in [GlyphSet::Ascii, GlyphSet::Unicode] {
            self.context.appearance.glyphs = set;
            for width in [20, 21, 27, 33, 40, 47, 59, 60, 66, 72, 80, 101, 500] {
                for height in [5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 19, 24, 60, 200] {
                    let screen = self.screen(width, height);
                    assert!(!screen.trim().is_empty(), "{width}×{height}");
                }
            }
        }
    }
}

/// What a screen shows, or a text, is what is kept of it in `tests/snapshots/menus`.
pub(crate) fn snapshot(name: &str, text: &str) {
    crate::support::snapshot::snapshot("snapshots/menus", name, text);
}

struct TestHost {
    state: Rc<RefCell<HostState>>,
    catalog: Arc<Catalog>,
}

impl TestHost {
    fn answer(&self) -> Result<(), HostError> {
        let name = "ann".to_owned();
        let refusal = self.state.borrow().refusal.clone();
        refusal.map_or(Ok(()), |why| Err(SaveError::Unplayable { name, why }.into()))
    }
}

impl Host for TestHost {
    fn begin(&mut self, setup: Setup, _: &str, name: &str) -> Result<Box<dyn Run>, HostError> {
        self.answer()?;
        self.state.borrow_mut().begun.push((setup.clone(), name.to_owned()));
        let game = Game::new(setup, &self.catalog)?;
        Ok(Box::new(Kept { game, host: self.state.clone() }))
    }

    fn has_played(&mut self) -> bool {
        !self.state.borrow().is_newcomer
    }

    fn random_seed(&mut self) -> Seed {
        Seed(4_711)
    }

    fn search_unfinished(&mut self) {
        self.state.borrow_mut().searches += 1;
    }

    fn unfinished(&mut self) -> UnfinishedSearch {
        let state = self.state.borrow();
        if state.is_searching && !state.unfinished.is_empty() {
            return UnfinishedSearch::Searching;
        }
        UnfinishedSearch::Done(state.unfinished.clone())
    }

    fn save_whole_part(&mut self, run: &RunId) -> Result<Box<dyn Run>, HostError> {
        self.state.borrow_mut().saved_parts.push(run.to_string());
        self.begin(Setup::shift("cavern", content::Depth(2), Seed(9)), "", "Ann")
    }

    /// A Sunday.
    fn today(&self) -> Day {
        "2026-11-22".parse().expect("a date")
    }

    fn ranked_try(&mut self, day: Day) -> Result<RankedTry, HostError> {
        self.answer()?;
        let known = self.state.borrow().tries.get(&day).cloned();
        let open = if day == self.today() { RankedTry::Open } else { RankedTry::Closed };
        Ok(known.unwrap_or(open))
    }

    fn take_up(&mut self, run: &RunId) -> Result<Box<dyn Run>, HostError> {
        self.state.borrow_mut().taken_up.push(run.to_string());
        self.begin(Setup::shift("cavern", content::Depth(2), Seed(9)), "", "Ann")
    }

    fn scores(&mut self) -> Result<ScoreList, HostError> {
        self.answer()?;
        let state = self.state.borrow();
        let scores = state.scores.clone();
        Ok(ScoreList { scores, untrue: state.untrue, verifying: state.verifying })
    }

    fn location(&self, run: &RunId) -> Option<String> {
        let is_lost = self.state.borrow().lost.as_ref() == Some(run);
        (!is_lost).then(|| run.to_string())
    }

    fn replay(&mut self, _: &RunId) -> Result<Replay, HostError> {
        self.answer()?;
        let state = self.state.borrow();
        let played = state.begun.last().map(|(setup, _)| setup).zip(state.recorded.as_ref());
        Ok(match played {
            Some((setup, commands)) => played_runs::replay_of(setup, commands, &self.catalog),
            None => played_runs::replay(&self.catalog),
        })
    }

    fn settings_text(&mut self) -> Result<String, HostError> {
        self.answer()?;
        Ok(self.state.borrow().settings.clone())
    }

    fn keep_settings(&mut self, text: &str) -> Result<(), HostError> {
        self.answer()?;
        text.clone_into(&mut self.state.borrow_mut().settings);
        Ok(())
    }

    fn keep_morgue(&mut self, _: &RunId, text: &str) -> Result<String, HostError> {
        self.answer()?;
        text.clone_into(&mut self.state.borrow_mut().morgue);
        Ok("morgue/ann.txt".to_owned())
    }

    fn keeps_hand_me_downs(&self) -> bool {
        self.state.borrow().keeps_hand_me_downs
    }

    fn hand_me_down(&mut self) -> Option<HandMeDown> {
        self.state.borrow().hand_me_down.clone()
    }

    fn keep_hand_me_down(&mut self, item: Option<&HandMeDown>) -> Result<(), HostError> {
        self.answer()?;
        self.state.borrow_mut().hand_me_down = item.cloned();
        Ok(())
    }

    fn environment(&self, name: &str) -> Option<String> {
        match name {
            "TERM" => Some("xterm-256color".to_owned()),
            "LANG" => Some("en_GB.UTF-8".to_owned()),
            _ => None,
        }
    }
}

/// A game of which a receipt is given.
struct Kept {
    game: Game,
    host: Rc<RefCell<HostState>>,
}

impl Run for Kept {
    fn view(&self) -> View<'_> {
        self.game.view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal> {
        let outcome = self.game.step(command).map_err(CommandRefusal::Rules)?;
        if let Some(recorded) = &mut self.host.borrow_mut().recorded {
            recorded.push(command);
        }
        Ok(outcome)
    }

    fn receipt(&self) -> Option<Receipt> {
        let digest = Digest(0x0123_4567_89ab_cdef);
        let run = RunId::of_file(Path::new("ann.upk")).expect("a name");
        Some(Receipt { digest, run, location: "ann.upk".to_owned(), fetch: None, ranked: true })
    }
}
