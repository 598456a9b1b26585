//! The loop that every front end runs: show, wait, let the topmost screen act.
//!
//! It draws only when something has changed and sleeps while nothing moves. A signal ends it at
//! once, after the run is saved.

#![expect(clippy::disallowed_types, reason = "when a picture is due depends on no rule")]

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use ratatui::{
    Terminal, TerminalOptions, Viewport,
    buffer::Buffer,
    layout::{Rect, Size},
};

use rustix::io::Errno;
use signal_hook::consts::SIGHUP;

use super::{
    active_run::ActiveRun,
    context::Context,
    screen_stack::ScreenStack,
    terminal::{Backend, Input, Key, Paint, Source},
};

/// The time after the last input at which the run is synced to storage, if nothing is animated.
const IDLE_DELAY: Duration = Duration::from_millis(400);

/// How long inputs that came together are worked off before a picture shows what has come of them.
const MAX_TIME_WITHOUT_PICTURE: Duration = Duration::from_millis(25);

/// A front end: shows screens on a terminal or as lines.
pub trait Frontend {
    /// Draws the screens as they are now. A terminal of this machine shows them at once, one at the
    /// end of a connection with [`Frontend::send`]; that of a slow connection may not be able to
    /// take a picture: then nothing is drawn before its [`Input::Ready`].
    fn show(&mut self, stack: &mut ScreenStack, context: &mut Context) -> io::Result<()>;

    /// Sends what was drawn last, if it was not shown at once.
    fn send(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The terminal has this size, or has lost its picture.
    fn resize(&mut self, size: Size) -> io::Result<()>;

    /// Makes the next [`Frontend::show`] show everything.
    fn redraw(&mut self) -> io::Result<()>;
}

/// Why the loop has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopExit {
    Quit,
    /// The process was told to end: exit with 128 + the number.
    Signal(i32),
    /// The terminal or connection is gone.
    HungUp,
}

/// Runs screens until the player leaves or the terminal is gone. The run in progress, if there is
/// one, is saved then.
///
/// # Errors
/// When the front end cannot be written to, or the run not be saved.
pub fn run(
    frontend: &mut dyn Frontend,
    source: &mut dyn Source,
    stack: &mut ScreenStack,
    context: &mut Context,
) -> io::Result<LoopExit> {
    let ending =
        run_screens(frontend, source, stack, context).or_else(|error| hang_up(&error).ok_or(error));
    if let Some(run) = stack.run_mut() {
        run.save().map_err(io::Error::other)?;
    }
    ending
}

/// What the error of writing to a terminal or connection that is gone ends the loop with: a picture
/// may be on its way before that is heard. `None` for any other error.
fn hang_up(error: &io::Error) -> Option<LoopExit> {
    if error.raw_os_error() == Some(Errno::IO.raw_os_error()) {
        return Some(LoopExit::Signal(SIGHUP));
    }
    let is_gone = matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::TimedOut
    );
    is_gone.then_some(LoopExit::HungUp)
}

/// The loop: draws if something has changed, lets the run be written out, waits for an input or a
/// tick, and has the topmost screen handle it.
///
/// What is drawn is recorded already: at home a run's `submit` returns when the command is written,
/// and syncing the disk, which takes milliseconds, comes after the picture, so that the player does
/// not wait for it. A server's run is committed while the picture is drawn, which is sent when that
/// is done.
fn run_screens(
    frontend: &mut dyn Frontend,
    source: &mut dyn Source,
    stack: &mut ScreenStack,
    context: &mut Context,
) -> io::Result<LoopExit> {
    let mut is_dirty = true;
    let mut last_picture: Option<Instant> = None;
    // Whether nothing has happened since the run was synced.
    let mut is_idle = false;
    while !stack.is_empty() {
        // Of keys that came together only the last is drawn, but the player sees what goes on.
        let is_due = || last_picture.is_none_or(|at| at.elapsed() >= MAX_TIME_WITHOUT_PICTURE);
        let is_waiting = source.has_input();
        context.is_typed_ahead = is_waiting;
        if is_dirty && (!is_waiting || is_due()) {
            is_dirty = false;
            stack.run_mut().map_or(Ok(()), |run| run.begin_commit()).map_err(io::Error::other)?;
            frontend.show(stack, context)?;
            stack.run_mut().map_or(Ok(()), |run| run.commit()).map_err(io::Error::other)?;
            frontend.send()?;
            last_picture = Some(Instant::now());
            is_dirty |= write_out(stack)?;
        }
        // What is drawn may move from then on.
        let interval = stack.tick_interval(context);
        let timeout = interval.or((!is_idle).then_some(IDLE_DELAY));
        let input = match source.poll(timeout) {
            Ok(input) => input,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Ok(LoopExit::HungUp);
            }
            Err(error) => return Err(error),
        };
        is_dirty |= match input {
            Input::Signal(number) => return Ok(LoopExit::Signal(number)),
            Input::Resize(size) => {
                frontend.resize(size)?;
                true
            }
            Input::Ready => true,
            Input::WideSigns => {
                let told = context.note_wide_signs();
                if let (Some(told), Some(run)) = (told, stack.run_mut()) {
                    run.say(told);
                } else {
                    context.notices.extend(told.map(str::to_owned));
                }
                // What was drawn with the others may stand anywhere.
                frontend.redraw()?;
                true
            }
            Input::Ground(ground) => {
                context.note_ground(ground);
                true
            }
            Input::Tick => {
                is_idle = interval.is_none();
                let has_news = write_out(stack)?;
                interval.is_some() && stack.tick(context) || has_news
            }
            Input::Key(key) if context.is_redraw(key) => {
                if let Some(size) = source.ask_size() {
                    frontend.resize(size)?;
                }
                frontend.redraw()?;
                true
            }
            // A terminal from which the process can be stopped has done so.
            Input::Key(key) if key == Key::ctrl('z') => {
                if let Some(run) = stack.run_mut() {
                    run.say("Nobody here could call you back. Save and leave instead.");
                }
                true
            }
            input => {
                is_idle = false;
                stack.input(&input, context)
            }
        };
    }
    Ok(LoopExit::Quit)
}

/// Lets the run bring to lasting storage what is due. True if there is something new to draw.
fn write_out(stack: &mut ScreenStack) -> io::Result<bool> {
    stack.run_mut().map_or(Ok(false), ActiveRun::idle).map_err(io::Error::other)
}

/// The front end that draws screens on a whole terminal.
pub struct FullScreen<W: Write> {
    terminal: Terminal<Backend<W>>,
}

impl<W: Write> FullScreen<W> {
    pub fn new(out: W, size: Size, paint: Paint) -> io::Result<Self> {
        let viewport = Viewport::Fixed(Rect::from(size));
        let backend = Backend::new(out, size, paint);
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
        Ok(Self { terminal })
    }

    /// Draws the screens as they are now, and shows what was drawn to somebody else, too.
    pub fn show_to(
        &mut self,
        stack: &mut ScreenStack,
        context: &mut Context,
        see: impl FnOnce(&Buffer),
    ) -> io::Result<()> {
        let paint = context.paint();
        if self.terminal.backend().paint() != paint {
            self.terminal.backend_mut().set_paint(paint);
            self.terminal.clear()?;
        }
        let drawn = self.terminal.draw(|frame| stack.draw(frame, context))?;
        see(drawn.buffer);
        Ok(())
    }

    pub fn out_mut(&mut self) -> &mut W {
        self.terminal.backend_mut().writer_mut()
    }
}

impl<W: Write> Frontend for FullScreen<W> {
    fn show(&mut self, stack: &mut ScreenStack, context: &mut Context) -> io::Result<()> {
        self.show_to(stack, context, |_| {})
    }

    fn resize(&mut self, size: Size) -> io::Result<()> {
        self.terminal.backend_mut().set_size(size);
        let size = super::terminal::clamp_size(size.width, size.height);
        self.terminal.resize(Rect::from(size))
    }

    /// `Terminal::clear` would not do: of a fixed viewport it blanks the cells one by one, and the
    /// backend writes only what differs from what it believes is shown.
    fn redraw(&mut self) -> io::Result<()> {
        self.terminal.backend_mut().forget();
        Ok(())
    }
}
