//! The front end that draws on a terminal at the end of a connection.

use std::io::{self, Write as _};
use std::sync::Arc;

use ratatui::layout::Size;

use super::outlet::{Outlet, OutletWriter};
use super::shared_screen::{SharedPicture, SharedScreen, Shown};
use screens::terminal::Paint;
use screens::{Context, Frontend, FullScreen, ScreenStack};

/// Draws the newest picture when the one before it has been sent, and none between: a slow line shows fewer pictures, not older
/// ones.
pub(crate) struct RemoteScreen {
    /// Draws into memory: what is drawn must not be sent before the store has the commands that led to it.
    screen: FullScreen<Vec<u8>>,
    outlet: Arc<Outlet>,
    shared: Arc<SharedScreen>,
    /// What was drawn last, for those who watch: they see it when the player does.
    drawn: Option<Shown>,
}

impl RemoteScreen {
    /// # Errors
    /// When the connection is gone.
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
