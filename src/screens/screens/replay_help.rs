//! The help of the screen that plays a recorded run: its keys, and what its bar shows.

use ratatui::{Frame, text::Line};

use crate::{
    Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{KeyHint, Scroll, Width, sheet, wrap},
};

use super::help::keys_of;

/// The keys while a run is watched.
#[derive(Default)]
pub(super) struct ReplayHelpScreen {
    scroll: Scroll,
}

impl Screen for ReplayHelpScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "scroll"),
        ];
        let area = sheet(frame, &looks, Width::Text, InputMode::Replay.title(), &hints);
        let width = usize::from(area.width.saturating_sub(2));
        let mut lines = Vec::new();
        keys_of(&mut lines, InputMode::Replay, context, width);
        lines.push(Line::default());
        let (split, mark) = (looks.glyph(GlyphId::Down), looks.glyph(GlyphId::Bullet));
        let bar = format!(
            "On the bar {split} is a split and {mark} a time at which the player left the run or took it up again. \
             A click on it jumps there."
        );
        lines.extend(
            wrap(&bar, width).into_iter().map(|row| Line::styled(row, looks.style(ColorRole::Dim))),
        );
        self.scroll.draw(frame, area, &looks, &lines);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        super::scroll_or_close(&mut self.scroll, input, context)
    }
}
