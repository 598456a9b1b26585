//! The stack of open screens, the topmost last. The topmost one gets the input and returns how the stack changes.

use std::{rc::Rc, time::Duration};

use ratatui::Frame;

use super::{
    active_run::ActiveRun,
    context::Context,
    flow::{self, RunStage},
    glyphs::GlyphSet,
    run::Run,
    screen::{RunScreen, RunTransition, Screen, TitleEntry},
    terminal::Input,
    widgets::ascii::fold,
};

/// The open screens and the run in progress.
pub struct ScreenStack {
    layers: Vec<StackLayer>,
    /// Whether the player has left the game. The layers stay, so that the run can still be saved.
    is_left: bool,
    /// What the title screen has besides its own entries.
    title_entries: Rc<[TitleEntry]>,
}

/// A part of the stack: a screen that needs no run, or a run with all its screens.
enum StackLayer {
    Screen(Box<dyn Screen>),
    Run(Box<RunLayer>),
}

impl StackLayer {
    /// The number of its screens.
    fn len(&self) -> usize {
        match self {
            Self::Screen(_) => 1,
            Self::Run(layer) => layer.screens.len(),
        }
    }
}

/// A run in progress, and its screens.
struct RunLayer {
    run: ActiveRun,
    stage: RunStage,
    /// The topmost last; there is at least one.
    screens: Vec<Box<dyn RunScreen>>,
}

impl RunLayer {
    fn new(run: Box<dyn Run>, context: &mut Context) -> Self {
        let mut run = ActiveRun::new(run);
        let stage = flow::open(&mut run, context);
        let screens = flow::screens(stage, &mut run, context);
        Self { run, stage, screens }
    }

    fn enter(&mut self, stage: RunStage, context: &mut Context) {
        self.stage = stage;
        self.screens = flow::screens(stage, &mut self.run, context);
    }
}

/// An open screen, and the run if it is a screen of one.
enum OpenScreen<'a> {
    Screen(&'a mut dyn Screen),
    OfRun(&'a mut dyn RunScreen, &'a mut ActiveRun),
}

impl OpenScreen<'_> {
    fn draw(self, frame: &mut Frame<'_>, context: &mut Context) {
        match self {
            Self::Screen(screen) => screen.draw(frame, context),
            Self::OfRun(screen, run) => screen.draw(frame, run, context),
        }
    }

    fn input(self, input: &Input, context: &mut Context) -> RunTransition {
        match self {
            Self::Screen(screen) => screen.input(input, context).into(),
            Self::OfRun(screen, run) => screen.input(input, run, context),
        }
    }

    fn tick(self, context: &mut Context) -> RunTransition {
        match self {
            Self::Screen(screen) => screen.tick(context).into(),
            Self::OfRun(screen, run) => screen.tick(run, context),
        }
    }

    fn is_overlay(&self) -> bool {
        match self {
            Self::Screen(_) => false,
            Self::OfRun(screen, _) => screen.is_overlay(),
        }
    }
}

impl ScreenStack {
    /// A stack of one screen that needs no run.
    pub fn new(first: Box<dyn Screen>) -> Self {
        Self {
            layers: vec![StackLayer::Screen(first)],
            is_left: false,
            title_entries: Rc::default(),
        }
    }

    /// A stack of the title screen, with entries besides its own; also when a run leads back to it.
    pub fn at_title(title_entries: Rc<[TitleEntry]>, context: &mut Context) -> Self {
        let title = flow::title(title_entries.clone(), context);
        Self { title_entries, ..Self::new(title) }
    }

    /// A stack of the screens of a run that was begun or loaded.
    pub fn of_run(run: Box<dyn Run>, context: &mut Context) -> Self {
        let mut stack = Self { layers: Vec::new(), is_left: false, title_entries: Rc::default() };
        stack.play(run, context);
        stack
    }

    /// Closes everything and opens the screens of a run.
    fn play(&mut self, run: Box<dyn Run>, context: &mut Context) {
        self.layers.clear();
        self.layers.push(StackLayer::Run(Box::new(RunLayer::new(run, context))));
    }

    /// Draws the topmost screen, and under an overlay the screens below it.
    pub fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let is_base = |stack: &mut Self, level: &usize| {
            stack.at(*level).is_some_and(|screen| !screen.is_overlay())
        };
        self.update_run(context);
        let base = (0..self.len()).rev().find(|level| is_base(self, level)).unwrap_or(0);
        for level in base..self.len() {
            self.draw_level(level, frame, context);
        }
        if context.appearance.glyphs == GlyphSet::Ascii {
            fold(frame.buffer_mut());
        }
    }

    /// Draws one of the screens, counted from the bottom.
    pub fn draw_level(&mut self, level: usize, frame: &mut Frame<'_>, context: &mut Context) {
        if let Some(screen) = self.at(level) {
            screen.draw(frame, context);
        }
    }

    /// Whether others may see what is shown now: a screen of the run in progress, or one that says of itself that they may.
    pub fn may_be_watched(&mut self) -> bool {
        match self.top() {
            Some(OpenScreen::Screen(screen)) => screen.may_be_watched(),
            Some(OpenScreen::OfRun(..)) => true,
            None => false,
        }
    }

    /// Whether the floor is shown, with nothing over it.
    pub fn is_on_floor(&self) -> bool {
        matches!(self.layers.last(), Some(StackLayer::Run(layer))
            if layer.stage == RunStage::Shift && layer.screens.len() == 1)
    }

    /// What reader mode says of one of the screens, counted from the bottom: see [`Screen::accessible_lines`].
    pub fn accessible_lines(&mut self, level: usize, context: &mut Context) -> Option<Vec<String>> {
        match self.at(level)? {
            OpenScreen::Screen(screen) => screen.accessible_lines(context),
            OpenScreen::OfRun(screen, run) => screen.accessible_lines(run, context),
        }
    }

    /// Hands an input to the topmost screen. False if it was ignored and there is nothing to draw.
    pub fn input(&mut self, input: &Input, context: &mut Context) -> bool {
        let Some(top) = self.top() else { return false };
        let transition = top.input(input, context);
        if let Input::Key(key) = input {
            context.previous_key = Some(*key);
        }
        self.apply(transition, context)
    }

    /// Tells the topmost screen that the time it asked for has gone by. False if there is nothing to draw.
    ///
    /// Where only the race asked for it, the screen is just drawn again.
    pub fn tick(&mut self, context: &mut Context) -> bool {
        let is_of_race = self.screen_interval(context).is_none();
        if is_of_race && self.race_interval(context).is_some() {
            return true;
        }
        let Some(top) = self.top() else { return false };
        let transition = top.tick(context);
        self.apply(transition, context)
    }

    /// How long the topmost screen waits for input before a tick; `None` as long as nothing moves by itself.
    pub fn tick_interval(&mut self, context: &Context) -> Option<Duration> {
        self.screen_interval(context).or_else(|| self.race_interval(context))
    }

    fn screen_interval(&mut self, context: &Context) -> Option<Duration> {
        match self.top()? {
            OpenScreen::Screen(screen) => screen.tick_interval(context),
            OpenScreen::OfRun(screen, run) => screen.tick_interval(run, context),
        }
    }

    /// How long until the race of the run has something new to show; `None` where no screen of the run is open.
    fn race_interval(&mut self, context: &Context) -> Option<Duration> {
        match self.top()? {
            OpenScreen::Screen(_) => None,
            OpenScreen::OfRun(_, run) => run.race_interval(context.settings.timer),
        }
    }

    /// Brings up to date what comes to the run from beside the screens, for what is about to be shown.
    pub(super) fn update_run(&mut self, context: &mut Context) {
        if let Some(run) = self.run_mut() {
            run.update_race(context);
            run.update_log(context);
        }
    }

    /// The run in progress, if there is one.
    pub fn run(&self) -> Option<&ActiveRun> {
        self.layers.iter().find_map(|layer| match layer {
            StackLayer::Run(layer) => Some(&layer.run),
            StackLayer::Screen(_) => None,
        })
    }

    /// The run in progress, if there is one.
    pub fn run_mut(&mut self) -> Option<&mut ActiveRun> {
        self.layers.iter_mut().find_map(|layer| match layer {
            StackLayer::Run(layer) => Some(&mut layer.run),
            StackLayer::Screen(_) => None,
        })
    }

    /// The number of open screens; 0 when the game was left.
    pub fn len(&self) -> usize {
        if self.is_left {
            return 0;
        }
        self.layers.iter().map(StackLayer::len).sum()
    }

    /// Whether the game was left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn top(&mut self) -> Option<OpenScreen<'_>> {
        let top = self.len().checked_sub(1)?;
        self.at(top)
    }

    /// A screen, counted from the bottom.
    fn at(&mut self, level: usize) -> Option<OpenScreen<'_>> {
        let mut below = 0;
        for layer in &mut self.layers {
            let place = level - below;
            below += layer.len();
            if level < below {
                return Some(match layer {
                    StackLayer::Screen(screen) => OpenScreen::Screen(&mut **screen),
                    StackLayer::Run(layer) => {
                        let RunLayer { run, screens, .. } = &mut **layer;
                        OpenScreen::OfRun(&mut *screens[place], run)
                    }
                });
            }
        }
        None
    }

    /// Carries out the transition of the topmost screen. False if there is nothing to draw.
    fn apply(&mut self, transition: RunTransition, context: &mut Context) -> bool {
        match transition {
            RunTransition::Ignore => return self.advance(context),
            RunTransition::Stay => {}
            RunTransition::Open(screen) => self.layers.push(StackLayer::Screen(screen)),
            RunTransition::Pop => self.pop(),
            RunTransition::Quit => self.is_left = true,
            RunTransition::Title => {
                // The run is closed first, so that the title can offer to take it up again.
                self.layers.clear();
                self.layers
                    .push(StackLayer::Screen(flow::title(self.title_entries.clone(), context)));
            }
            RunTransition::Play(run) => self.play(run, context),
            RunTransition::Push(screen) => self.change_run(|layer| layer.screens.push(screen)),
            RunTransition::Replace(screen) => self.change_run(|layer| {
                layer.screens.pop();
                layer.screens.push(screen);
            }),
            RunTransition::ShowResult(end) => {
                self.change_run(|layer| layer.enter(flow::after_shift(end, &layer.run), context));
            }
        }
        self.advance(context);
        true
    }

    /// Goes on to the next stage of the run if it has come to that. False if it has not.
    fn advance(&mut self, context: &mut Context) -> bool {
        let Some(StackLayer::Run(layer)) = self.layers.last_mut() else { return false };
        let Some(stage) = flow::next_stage(layer.stage, &layer.run) else { return false };
        if layer.stage == RunStage::Map {
            layer.run.enter_floor();
        }
        layer.enter(stage, context);
        true
    }

    /// Changes the run on top. Only screens of a run return transitions that need this.
    fn change_run(&mut self, change: impl FnOnce(&mut RunLayer)) {
        if let Some(StackLayer::Run(layer)) = self.layers.last_mut() {
            change(layer);
        }
    }

    /// Closes the topmost screen; a run is closed with its last screen.
    fn pop(&mut self) {
        if let Some(StackLayer::Run(layer)) = self.layers.last_mut()
            && layer.screens.len() > 1
        {
            layer.screens.pop();
        } else if self.layers.len() > 1 {
            self.layers.pop();
        } else {
            self.is_left = true;
        }
    }
}
