//! Screens without colours: keys in, the screen as text out.

use std::cell::RefCell;
use std::rc::Rc;

use engine::sim::{Command, Game, Setup};
use engine::view::View;
use ratatui::{Terminal, backend::TestBackend, buffer::Buffer};
use screens::{
    ActiveRun, Appearance, Context, Screen, ScreenStack,
    config::{Motion, Settings},
    glyphs::GlyphSet,
    terminal::{ColorDepth, Input, InputQueue, Mouse, MouseKind, Source},
};

use crate::desk::{check_pictures, text_of, words_of};
use crate::host::{HostState, context_of};

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
        let settings = Settings { motion: Motion::Off, ..Settings::default() };
        let appearance = Appearance::usual(ColorDepth::None, GlyphSet::Unicode);
        let mut context = context_of(&host, settings, appearance);
        let stack = stack(&mut context);
        Show { stack, context, host }
    }

    /// A run of Ann's.
    pub(crate) fn of_run(host: HostState, setup: Setup) -> Show {
        Show::with_stack(host, |context| {
            let run = context.host.begin(setup, "", "Ann").expect("a run");
            "Ann".clone_into(&mut context.settings.name);
            ScreenStack::of_run(run, context)
        })
    }

    /// A game as it stands.
    pub(crate) fn of_game(game: Game) -> Show {
        Show::with_stack(HostState::default(), |context| {
            ScreenStack::of_run(Box::new(game), context)
        })
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

    /// Clicks on a cell of the screen at 80×24.
    pub(crate) fn click(&mut self, x: usize, y: usize) {
        self.put(&Input::Mouse(Mouse { x: x as u16, y: y as u16, kind: MouseKind::Click }));
    }

    pub(crate) fn tick(&mut self, times: u32) {
        for _ in 0..times {
            if self.stack.tick_interval(&mut self.context).is_some() {
                self.stack.tick(&mut self.context);
            }
        }
    }

    pub(crate) fn screen(&mut self, width: u16, height: u16) -> String {
        text_of(&self.buffer(width, height))
    }

    pub(crate) fn buffer(&mut self, width: u16, height: u16) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let Show { stack, context, .. } = self;
        terminal.draw(|frame| stack.draw(frame, context)).expect("drawn");
        terminal.backend().buffer().clone()
    }

    /// The screen at 80×24, as one line of words.
    pub(crate) fn words(&mut self) -> String {
        words_of(&self.screen(80, 24))
    }

    #[track_caller]
    pub(crate) fn says(&mut self, words: &str) -> &mut Show {
        let screen = self.words();
        assert!(screen.contains(words), "“{words}” is not on the screen: {screen}");
        self
    }

    #[track_caller]
    pub(crate) fn lacks(&mut self, words: &str) -> &mut Show {
        let screen = self.words();
        assert!(!screen.contains(words), "“{words}” is on the screen: {screen}");
        self
    }

    /// What reader mode says of the topmost screen.
    pub(crate) fn read(&mut self) -> String {
        let lines = self.stack.accessible_lines(self.stack.len() - 1, &mut self.context);
        lines.expect("something to read").join("\n")
    }

    /// The run that is played.
    pub(crate) fn run(&mut self) -> &mut ActiveRun {
        self.stack.run_mut().expect("a run is played")
    }

    /// Gives the run commands past the screens until there are none, or no more than so many.
    pub(crate) fn play(
        &mut self,
        limit: u32,
        mut decide: impl FnMut(&View<'_>) -> Option<Command>,
    ) {
        for _ in 0..limit {
            let run = self.stack.run_mut().expect("a run is played");
            let Some(command) = decide(&run.view()) else { return };
            run.submit(command, &self.context.settings);
        }
    }

    /// What the run is that was begun last.
    pub(crate) fn begun(&self) -> Setup {
        self.host.borrow().begun.last().expect("begun").0.clone()
    }

    /// The settings that the host keeps, which have no fault.
    pub(crate) fn kept(&self) -> Settings {
        let (kept, problems) = Settings::read("config.toml", &self.host.borrow().settings);
        assert_eq!(problems, []);
        kept
    }

    /// Snapshots at both sizes in both glyph sets.
    pub(crate) fn snapshots(&mut self, name: &str) {
        for (width, height) in [(80, 24), (120, 40)] {
            let [unicode, ascii] = [GlyphSet::Unicode, GlyphSet::Ascii].map(|glyphs| {
                self.context.appearance.glyphs = glyphs;
                self.buffer(width, height)
            });
            check_pictures(&format!("{name}_{width}x{height}"), &unicode, &ascii, snapshot);
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
