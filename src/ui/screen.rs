//! What a screen is, and the stack that screens lie on.
//!
//! The topmost screen gets the input and says what becomes of the stack. Which terminal it is drawn on, and
//! where keys come from, is the app's matter.

use std::time::Duration;

use ratatui::Frame;

use super::{context::Context, glyphs::GlyphSet, terminal::Input, widgets::ascii::fold};

/// One thing that fills the terminal, or lies over what does.
pub trait Screen {
    /// Draws all of it. The frame is blank, or shows the screen below an overlay.
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context);

    /// Something was pressed, pasted or clicked; never a tick, a resize or a signal.
    fn input(&mut self, input: &Input, context: &mut Context) -> Transition;

    /// The time that [`Screen::tick_interval`] asked for has gone by without input.
    fn tick(&mut self, _context: &mut Context) -> Transition {
        Transition::Ignore
    }

    /// How long to wait for input before [`Screen::tick`]; `None` as long as nothing moves by itself.
    fn tick_interval(&self, _context: &Context) -> Option<Duration> {
        None
    }

    /// Whether the screen below is to be drawn first.
    fn is_overlay(&self) -> bool {
        false
    }

    /// What reader mode says of it, line by line: only what has changed since is said again. `None` for what
    /// is drawn, read from top to bottom.
    fn accessible_lines(&mut self, _context: &mut Context) -> Option<Vec<String>> {
        None
    }
}

/// What becomes of the stack after an input or a tick.
pub enum Transition {
    /// Nothing came of it: there is nothing to draw.
    Ignore,
    /// Something has changed on this screen.
    Stay,
    /// That one on top of this one.
    Push(Box<dyn Screen>),
    /// That one instead of this one.
    Replace(Box<dyn Screen>),
    /// That one instead of all of them.
    Restart(Box<dyn Screen>),
    /// Back to the one below; the last one leaves the game.
    Pop,
    /// Leave the game.
    Quit,
}

impl Transition {
    /// [`Transition::Push`], without the box.
    pub fn push(screen: impl Screen + 'static) -> Self {
        Self::Push(Box::new(screen))
    }

    /// [`Transition::Replace`], without the box.
    pub fn replace(screen: impl Screen + 'static) -> Self {
        Self::Replace(Box::new(screen))
    }
}

/// The screens that are open, the topmost last.
pub struct Stack {
    screens: Vec<Box<dyn Screen>>,
}

impl Stack {
    pub fn new(first: Box<dyn Screen>) -> Self {
        Self { screens: vec![first] }
    }

    /// Draws the topmost screen and whatever shows behind it.
    pub fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let base = self.screens.iter().rposition(|screen| !screen.is_overlay()).unwrap_or(0);
        for screen in &mut self.screens[base..] {
            screen.draw(frame, context);
        }
        if context.appearance.glyphs == GlyphSet::Ascii {
            fold(frame.buffer_mut());
        }
    }

    /// Takes a step; false if nothing came of it.
    pub fn take(&mut self, step: Transition) -> bool {
        match step {
            Transition::Ignore => return false,
            Transition::Stay => {}
            Transition::Push(screen) => self.screens.push(screen),
            Transition::Replace(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Transition::Restart(screen) => self.screens = vec![screen],
            Transition::Pop => {
                self.screens.pop();
            }
            Transition::Quit => self.screens.clear(),
        }
        true
    }

    /// The screen that gets the input; `None` when the game was left.
    pub fn top(&mut self) -> Option<&mut (dyn Screen + 'static)> {
        self.screens.last_mut().map(|screen| &mut **screen)
    }

    /// How many are open.
    pub fn len(&self) -> usize {
        self.screens.len()
    }

    pub fn is_empty(&self) -> bool {
        self.screens.is_empty()
    }
}
