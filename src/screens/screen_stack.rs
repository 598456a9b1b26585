//! The stack of open screens, the topmost last. The topmost one gets the input and returns how the
//! stack changes.

use std::{rc::Rc, time::Duration};

use ratatui::Frame;

use super::{
    active_run::ActiveRun,
    context::Context,
    flow::{self, RunStage},
    glyphs::{GlyphSet, fold_to_ascii},
    run::Run,
    screen::{Screen, ScreenContext, TitleEntry, Transition},
    terminal::Input,
    widgets::sheet::SheetState,
};

/// The open screens and the run in progress.
pub struct ScreenStack {
    /// The run in progress and its stage. Its screens are below all others.
    run: Option<(ActiveRun, RunStage)>,
    /// The topmost last.
    screens: Vec<OpenScreen>,
    /// Whether the player has left the game. The screens stay, so that the run can still be saved.
    is_left: bool,
    /// What the title screen has besides its own entries.
    title_entries: Rc<[TitleEntry]>,
}

struct OpenScreen {
    screen: Box<dyn Screen>,
    /// Whether it belongs to the run in progress.
    is_of_run: bool,
    sheet: SheetState,
    is_opened: bool,
    /// Whether it is a box over the screen below, once it was drawn.
    is_box: Option<bool>,
}

impl OpenScreen {
    fn new(screen: Box<dyn Screen>, is_of_run: bool) -> Self {
        Self { screen, is_of_run, sheet: SheetState::default(), is_opened: false, is_box: None }
    }
}

impl ScreenStack {
    /// A stack of one screen that needs no run.
    pub fn new(first: Box<dyn Screen>) -> Self {
        let screens = vec![OpenScreen::new(first, false)];
        Self { run: None, screens, is_left: false, title_entries: Rc::default() }
    }

    /// A stack of the title screen, with entries besides its own; also when a run leads back to it.
    pub fn at_title(title_entries: Rc<[TitleEntry]>, context: &mut Context) -> Self {
        let title = flow::title(title_entries.clone(), context);
        Self { title_entries, ..Self::new(title) }
    }

    /// A stack of the screens of a run that was begun or loaded.
    pub fn of_run(run: Box<dyn Run>, context: &mut Context) -> Self {
        let mut stack =
            Self { run: None, screens: Vec::new(), is_left: false, title_entries: Rc::default() };
        stack.play(run, context);
        stack
    }

    /// Closes everything and opens the screens of a run.
    fn play(&mut self, run: Box<dyn Run>, context: &mut Context) {
        (self.run, self.screens) = (None, Vec::new());
        let mut run = ActiveRun::new(run);
        let stage = flow::open(&mut run, context);
        self.run = Some((run, stage));
        self.enter(stage, context);
    }

    /// Opens the screens of a stage of the run in place of all others.
    fn enter(&mut self, stage: RunStage, context: &mut Context) {
        let Some((run, own_stage)) = &mut self.run else { return };
        *own_stage = stage;
        let screens = flow::screens(stage, run, context).into_iter();
        self.screens = screens.map(|screen| OpenScreen::new(screen, true)).collect();
    }

    /// Draws the topmost screen, and under an overlay the screens below it.
    pub fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        self.update_run(context);
        let mut base = self.len().saturating_sub(1);
        while base > 0 && self.is_box(base, context) {
            base -= 1;
        }
        for level in base..self.len() {
            self.draw_level(level, frame, context);
        }
        if context.appearance.glyphs == GlyphSet::Ascii {
            fold_to_ascii(frame.buffer_mut(), &context.catalog.terrain);
        }
    }

    /// Draws one of the screens, counted from the bottom.
    pub fn draw_level(&mut self, level: usize, frame: &mut Frame<'_>, context: &mut Context) {
        if let Some((screen, mut context)) = self.at(level, context) {
            context.sheet.size = frame.area().as_size();
            screen.draw(frame, &mut context);
        }
    }

    fn is_box(&mut self, level: usize, context: &mut Context) -> bool {
        if let Some(is_box) = self.screens[level].is_box {
            return is_box;
        }
        let sheet = self.at(level, context).and_then(|(screen, mut own)| screen.sheet(&mut own));
        *self.screens[level].is_box.insert(sheet.is_some_and(|sheet| sheet.is_box()))
    }

    /// Whether others may see what is shown now: a screen of the run in progress, or one that says
    /// of itself that they may.
    pub fn may_be_watched(&self) -> bool {
        self.top().is_some_and(|top| top.is_of_run || top.screen.may_be_watched())
    }

    /// Whether the floor is shown, with nothing over it.
    pub fn is_on_floor(&self) -> bool {
        matches!(&self.run, Some((_, RunStage::Shift))) && self.screens.len() == 1
    }

    /// What reader mode says of one of the screens, counted from the bottom: see
    /// [`Screen::accessible_lines`].
    pub fn accessible_lines(&mut self, level: usize, context: &mut Context) -> Option<Vec<String>> {
        let (screen, mut context) = self.at(level, context)?;
        screen.accessible_lines(&mut context)
    }

    /// Hands an input to the topmost screen. False if it was ignored and there is nothing to draw.
    pub fn input(&mut self, input: &Input, context: &mut Context) -> bool {
        let Some((screen, mut own)) = self.at_top(context) else { return false };
        let transition = screen.input(input, &mut own);
        if let Input::Key(key) = input {
            context.previous_key = Some(*key);
        }
        self.apply(transition, context)
    }

    /// Tells the topmost screen that the time it asked for has gone by. False if there is nothing
    /// to draw.
    ///
    /// Where only the race asked for it, the screen is just drawn again.
    pub fn tick(&mut self, context: &mut Context) -> bool {
        let is_of_race = self.screen_interval(context).is_none();
        if is_of_race && self.race_interval(context).is_some() {
            return true;
        }
        let Some((screen, mut own)) = self.at_top(context) else { return false };
        let transition = screen.tick(&mut own);
        self.apply(transition, context)
    }

    /// How long the topmost screen waits for input before a tick; `None` as long as nothing moves
    /// by itself.
    pub fn tick_interval(&mut self, context: &mut Context) -> Option<Duration> {
        self.screen_interval(context).or_else(|| self.race_interval(context))
    }

    fn screen_interval(&mut self, context: &mut Context) -> Option<Duration> {
        let (screen, context) = self.at_top(context)?;
        screen.tick_interval(&context)
    }

    /// How long until the race of the run has something new to show; `None` where no screen of the
    /// run is open.
    fn race_interval(&self, context: &Context) -> Option<Duration> {
        let is_shown = self.top()?.is_of_run;
        self.run().filter(|_| is_shown)?.race_interval(context.settings.timer)
    }

    /// Brings up to date what comes to the run from beside the screens, for what is about to be
    /// shown.
    pub(super) fn update_run(&mut self, context: &mut Context) {
        if let Some(run) = self.run_mut() {
            run.update_race(context);
            run.update_log(context);
        }
    }

    pub fn run(&self) -> Option<&ActiveRun> {
        self.run.as_ref().map(|(run, _)| run)
    }

    pub fn run_mut(&mut self) -> Option<&mut ActiveRun> {
        self.run.as_mut().map(|(run, _)| run)
    }

    /// The number of open screens; 0 when the game was left.
    pub fn len(&self) -> usize {
        if self.is_left { 0 } else { self.screens.len() }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn top(&self) -> Option<&OpenScreen> {
        self.screens.last().filter(|_| !self.is_left)
    }

    fn at_top<'a>(
        &'a mut self,
        context: &'a mut Context,
    ) -> Option<(&'a mut dyn Screen, ScreenContext<'a>)> {
        self.at(self.len().checked_sub(1)?, context)
    }

    /// A screen, counted from the bottom, and what it is given.
    fn at<'a>(
        &'a mut self,
        level: usize,
        context: &'a mut Context,
    ) -> Option<(&'a mut dyn Screen, ScreenContext<'a>)> {
        let OpenScreen { screen, is_of_run, sheet, is_opened, .. } = self.screens.get_mut(level)?;
        let run = self.run.as_mut().filter(|_| *is_of_run).map(|(run, _)| run);
        let mut context = ScreenContext::new(run, context, sheet);
        if !std::mem::replace(is_opened, true) {
            screen.open(&mut context);
        }
        Some((&mut **screen, context))
    }

    /// Carries out the transition of the topmost screen. False if there is nothing to draw.
    fn apply(&mut self, transition: Transition, context: &mut Context) -> bool {
        let is_of_run = self.top().is_some_and(|top| top.is_of_run);
        match transition {
            Transition::Ignore => return self.advance(context),
            Transition::Stay => {}
            Transition::Push(screen) => self.screens.push(OpenScreen::new(screen, is_of_run)),
            Transition::Open(screen) => self.screens.push(OpenScreen::new(screen, false)),
            Transition::Replace(screen) => {
                self.screens.pop();
                self.screens.push(OpenScreen::new(screen, is_of_run));
            }
            Transition::Help => self.screens.push(OpenScreen::new(flow::help_on_keys(), false)),
            Transition::Pop if self.screens.len() > 1 => _ = self.screens.pop(),
            Transition::Pop | Transition::Quit => self.is_left = true,
            Transition::Title => {
                // The run is closed first, so that the title can offer to take it up again.
                (self.run, self.screens) = (None, Vec::new());
                let screen = flow::title(self.title_entries.clone(), context);
                self.screens = vec![OpenScreen::new(screen, false)];
            }
            Transition::Play(run) => self.play(run, context),
            Transition::ShowResult(end) => {
                if let Some((run, _)) = &self.run {
                    self.enter(flow::after_shift(end, run), context);
                }
            }
        }
        self.advance(context);
        true
    }

    /// Goes on to the next stage of the run if it has come to that and a screen of it is shown.
    /// False if it has not.
    fn advance(&mut self, context: &mut Context) -> bool {
        let is_shown = self.top().is_some_and(|top| top.is_of_run);
        let Some((run, stage)) = self.run.as_mut().filter(|_| is_shown) else { return false };
        let Some(next) = flow::next_stage(*stage, run) else { return false };
        if *stage == RunStage::Map {
            run.enter_floor();
        }
        self.enter(next, context);
        true
    }
}
