//! The loop that every front end runs: show, wait, let the topmost screen act.
//!
//! It draws only when something has changed and sleeps while nothing moves. A signal ends it at once, with the
//! run written out.

use std::{
    io::{self, Write},
    time::Duration,
};

use ratatui::{
    Terminal, TerminalOptions, Viewport,
    layout::{Rect, Size},
};

use rustix::io::Errno;
use signal_hook::consts::SIGHUP;

use super::{
    context::Context,
    screen::{Screen, Stack, Transition},
    terminal::{Backend, ColorDepth, Input, Source},
};

/// How long after the last input the run is written out, if nothing moves meanwhile.
const SETTLE: Duration = Duration::from_millis(400);

/// Where screens are shown.
pub trait Frontend {
    /// Shows the screens as they are now.
    fn show(&mut self, stack: &mut Stack, context: &mut Context) -> io::Result<()>;

    /// The other end has this size, or lost what it showed.
    fn resize(&mut self, size: Size) -> io::Result<()>;

    /// The next time, show everything.
    fn redraw(&mut self) -> io::Result<()>;
}

/// How the loop came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player left.
    Quit,
    /// The process was told to end: exit with 128 + the number.
    Signal(i32),
    /// The other end is gone.
    HungUp,
}

/// Runs screens until the player leaves or the other end is gone. The run, if there is one, is on disk then.
///
/// # Errors
/// When the front end cannot be written to.
pub fn run(
    frontend: &mut dyn Frontend,
    source: &mut dyn Source,
    first: Box<dyn Screen>,
    context: &mut Context,
) -> io::Result<Ending> {
    let ending = match act(frontend, source, first, context) {
        Err(error) if is_gone(&error) => Ok(Ending::Signal(SIGHUP)),
        ending => ending,
    };
    if let Some(play) = &mut context.play {
        play.save().map_err(io::Error::other)?;
    }
    ending
}

/// Whether this is what a terminal answers that has hung up: a picture may be on its way before the signal is heard.
fn is_gone(error: &io::Error) -> bool {
    error.raw_os_error() == Some(Errno::IO.raw_os_error())
}

fn act(
    frontend: &mut dyn Frontend,
    source: &mut dyn Source,
    first: Box<dyn Screen>,
    context: &mut Context,
) -> io::Result<Ending> {
    let mut stack = Stack::new(first);
    let mut dirty = true;
    let mut settled = false;
    while let Some(top) = stack.top() {
        let pace = top.tick_interval(context);
        if dirty {
            frontend.show(&mut stack, context)?;
            // After the picture: the disk takes milliseconds, and nobody need wait for it to see.
            if let Some(play) = &mut context.play {
                play.idle().map_err(io::Error::other)?;
            }
        }
        let wait = pace.or((!settled).then_some(SETTLE));
        let input = match source.poll(wait) {
            Ok(input) => input,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Ok(Ending::HungUp);
            }
            Err(error) => return Err(error),
        };
        let Some(top) = stack.top() else { break };
        dirty = match input {
            Input::Signal(number) => return Ok(Ending::Signal(number)),
            Input::Resize(size) => {
                frontend.resize(size)?;
                true
            }
            Input::Tick => {
                settled = pace.is_none();
                if let Some(play) = &mut context.play {
                    play.idle().map_err(io::Error::other)?;
                }
                let step = if pace.is_some() { top.tick(context) } else { Transition::Ignore };
                stack.take(step)
            }
            Input::Key(key) if context.is_redraw(key) => {
                frontend.redraw()?;
                true
            }
            input => {
                settled = false;
                let step = top.input(&input, context);
                stack.take(step)
            }
        };
    }
    Ok(Ending::Quit)
}

/// All of a terminal, through the one backend.
pub struct FullScreen<W: Write> {
    terminal: Terminal<Backend<W>>,
}

impl<W: Write> FullScreen<W> {
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn new(out: W, size: Size, depth: ColorDepth) -> io::Result<Self> {
        let viewport = Viewport::Fixed(Rect::from(size));
        let backend = Backend::new(out, size, depth);
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
        Ok(Self { terminal })
    }
}

impl<W: Write> Frontend for FullScreen<W> {
    fn show(&mut self, stack: &mut Stack, context: &mut Context) -> io::Result<()> {
        if self.terminal.backend().depth() != context.appearance.theme.depth {
            self.terminal.backend_mut().set_depth(context.appearance.theme.depth);
            self.terminal.clear()?;
        }
        self.terminal.draw(|frame| stack.draw(frame, context)).map(|_| ())
    }

    fn resize(&mut self, size: Size) -> io::Result<()> {
        self.terminal.backend_mut().set_size(size);
        let size = super::terminal::clamp_size(size.width, size.height);
        self.terminal.resize(Rect::from(size))
    }

    fn redraw(&mut self) -> io::Result<()> {
        self.terminal.clear()
    }
}
