//! The front end that draws on a terminal at the end of a connection, and what those who watch the
//! session see of it: its newest picture, the run that its player is at, and how it has ended.
//!
//! A session leaves its pictures here while somebody watches, and watchers take them when their own
//! terminal can show one: only the newest is kept, whoever is slow.

use std::io;
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use super::client::Ending;
use super::outlet::{Outlet, OutletWriter};
use crate::store::RunKey;
use screens::terminal::Paint;
use screens::{Appearance, Context, Frontend, FullScreen, ScreenStack};

/// The screen of a session, for those who watch it.
#[derive(Debug)]
pub(crate) struct SharedScreen {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    watchers: u32,
    run: Option<RunKey>,
    shown: Shown,
    input_at: Instant,
    departure: Option<Departure>,
}

#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// No picture since somebody watches, or since the player has come to a run or left it: in
    /// reader mode there is none at all.
    Nothing,
    /// A screen that is nobody else's business.
    Private,
    Picture(Arc<SharedPicture>),
}

/// A picture as the player has it.
#[derive(Debug)]
pub(crate) struct SharedPicture {
    pub buffer: Buffer,
    pub looks: Appearance,
    /// Whether it is the floor, with no menu and no question over it.
    pub is_floor: bool,
    /// The run that the player was at when it was drawn.
    pub run: Option<RunKey>,
}

/// A session as a watcher finds it.
#[derive(Debug)]
pub(crate) struct Look {
    /// The run that the player is at: what is shown is of it, or of no run.
    pub run: Option<RunKey>,
    pub shown: Shown,
    /// How long nothing has come from the player.
    pub silence: Duration,
    /// How the session has ended, if it has.
    pub departure: Option<Departure>,
}

/// How a session has ended, for those who watched it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Departure {
    /// By the player.
    Left,
    Ended(Ending),
    /// By a fault of the server, of its disk or of its database.
    Failed,
    /// The connection is gone.
    HungUp,
}

impl SharedScreen {
    pub(crate) fn new() -> Arc<SharedScreen> {
        let state = State {
            watchers: 0,
            run: None,
            shown: Shown::Nothing,
            input_at: Instant::now(),
            departure: None,
        };
        Arc::new(SharedScreen { state: Mutex::new(state) })
    }

    /// Whether somebody watches: otherwise no picture needs to be left here.
    pub(super) fn is_watched(&self) -> bool {
        self.state.lock().watchers > 0
    }

    pub(super) fn run(&self) -> Option<RunKey> {
        self.state.lock().run
    }

    pub(super) fn show(&self, shown: Shown) {
        let mut state = self.state.lock();
        // Whoever watches next must not find an old picture.
        if state.watchers > 0 {
            state.shown = shown;
        }
    }

    /// Something has come from the player.
    pub(super) fn touch(&self) {
        self.state.lock().input_at = Instant::now();
    }

    /// The player is at this run now, or at none. The last picture may be of another run, which
    /// whoever watches must not see.
    pub(super) fn set_run(&self, run: Option<RunKey>) {
        let mut state = self.state.lock();
        if state.run != run {
            state.run = run;
            state.shown = Shown::Nothing;
        }
    }

    pub(super) fn end(&self, departure: Departure) {
        self.state.lock().departure = Some(departure);
    }
}

/// A watcher's hold on the screen of a session. Pictures are left there as long as there is one.
#[derive(Debug)]
pub(crate) struct ScreenWatch(Arc<SharedScreen>);

impl ScreenWatch {
    pub(super) fn new(screen: Arc<SharedScreen>) -> ScreenWatch {
        screen.state.lock().watchers += 1;
        ScreenWatch(screen)
    }

    /// What there is to see now, all of one moment.
    pub(crate) fn look(&self) -> Look {
        let state = self.0.state.lock();
        let shown = match &state.shown {
            Shown::Picture(picture) if picture.run != state.run => Shown::Nothing,
            shown => shown.clone(),
        };
        Look {
            run: state.run,
            shown,
            silence: state.input_at.elapsed(),
            departure: state.departure,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.state.lock().departure.is_some()
    }
}

impl Drop for ScreenWatch {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.watchers -= 1;
        if state.watchers == 0 {
            state.shown = Shown::Nothing;
        }
    }
}

/// Draws the newest picture when the one before it has been sent, and none between: a slow line
/// shows fewer pictures, not older ones.
pub(crate) struct RemoteScreen {
    /// Draws into memory: a picture is sent only after the store has the commands behind it.
    screen: FullScreen<Vec<u8>>,
    outlet: Arc<Outlet>,
    shared: Arc<SharedScreen>,
    /// What was drawn last, for those who watch: they see it when the player does.
    drawn: Option<Shown>,
}

impl RemoteScreen {
    pub(crate) fn new(
        outlet: Arc<Outlet>,
        shared: Arc<SharedScreen>,
        size: Size,
        paint: Paint,
    ) -> io::Result<RemoteScreen> {
        let screen = FullScreen::new(Vec::new(), size, paint)?;
        Ok(RemoteScreen { screen, outlet, shared, drawn: None })
    }
}

impl Frontend for RemoteScreen {
    fn show(&mut self, stack: &mut ScreenStack, context: &mut Context) -> io::Result<()> {
        if self.outlet.is_busy() {
            return Ok(());
        }
        if self.outlet.uncover_picture() {
            self.screen.redraw()?;
        }
        if !self.shared.is_watched() {
            return self.screen.show(stack, context);
        }
        if !stack.may_be_watched() {
            self.drawn = Some(Shown::Private);
            return self.screen.show(stack, context);
        }
        let (is_floor, looks) = (stack.is_on_floor(), context.appearance);
        let run = self.shared.run();
        let RemoteScreen { screen, drawn, .. } = self;
        screen.show_to(stack, context, |buffer| {
            let picture = SharedPicture { buffer: buffer.clone(), looks, is_floor, run };
            *drawn = Some(Shown::Picture(Arc::new(picture)));
        })
    }

    fn send(&mut self) -> io::Result<()> {
        if let Some(drawn) = self.drawn.take() {
            self.shared.show(drawn);
        }
        let picture = self.screen.out_mut();
        if picture.is_empty() {
            return Ok(());
        }
        let mut writer = OutletWriter(self.outlet.clone());
        writer.write_all(picture)?;
        picture.clear();
        writer.flush()
    }

    fn resize(&mut self, size: Size) -> io::Result<()> {
        self.screen.resize(size)
    }

    fn redraw(&mut self) -> io::Result<()> {
        self.screen.redraw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use screens::glyphs::GlyphSet;
    use screens::terminal::ColorDepth;

    fn picture(run: Option<RunKey>) -> Shown {
        let looks = Appearance::usual(ColorDepth::None, GlyphSet::Ascii);
        let buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 20, 5));
        Shown::Picture(Arc::new(SharedPicture { buffer, looks, is_floor: true, run }))
    }

    #[test]
    fn no_picture_of_a_run_is_shown_after_it() {
        let day = Some("0000000000001".parse().expect("a run"));
        let screen = SharedScreen::new();
        let watch = ScreenWatch::new(screen.clone());
        let is_shown = || matches!(watch.look().shown, Shown::Picture(_));
        screen.set_run(day);
        screen.show(picture(day));
        assert!(is_shown());
        screen.set_run(None);
        assert!(!is_shown(), "the player has left it");
        screen.show(picture(day));
        assert!(!is_shown(), "it was drawn before the player left");
        screen.show(picture(None));
        assert!(is_shown(), "the title");
        screen.set_run(day);
        assert!(!is_shown(), "the run has no picture yet");
    }

    #[test]
    fn what_the_last_watcher_saw_is_not_left_for_the_next() {
        let screen = SharedScreen::new();
        let first = ScreenWatch::new(screen.clone());
        screen.show(picture(None));
        let second = ScreenWatch::new(screen.clone());
        drop(first);
        assert!(matches!(second.look().shown, Shown::Picture(_)));
        drop(second);
        assert!(!screen.is_watched());
        screen.show(picture(None));
        assert!(matches!(ScreenWatch::new(screen).look().shown, Shown::Nothing));
    }
}
