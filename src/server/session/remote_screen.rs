//! The front end that draws on a terminal at the end of a connection.

use std::io::{self, Write as _};
use std::sync::Arc;

use ratatui::layout::Size;

use super::outlet::{Outlet, OutletWriter};
use screens::terminal::Paint;
use screens::{Context, Frontend, FullScreen, ScreenStack};

/// Draws the newest picture when the one before it has been sent, and none between: a slow line shows fewer pictures, not older
/// ones.
pub(crate) struct RemoteScreen {
    /// Draws into memory: what is drawn must not be sent before the store has the commands that led to it.
    screen: FullScreen<Vec<u8>>,
    outlet: Arc<Outlet>,
}

impl RemoteScreen {
    /// # Errors
    /// When the connection is gone.
    pub(crate) fn new(outlet: Arc<Outlet>, size: Size, paint: Paint) -> io::Result<RemoteScreen> {
        let screen = FullScreen::new(Vec::new(), size, paint)?;
        Ok(RemoteScreen { screen, outlet })
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
        self.screen.show(stack, context)
    }

    fn send(&mut self) -> io::Result<()> {
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
