//! The story of a run, opened from its result.

use ratatui::{Frame, text::Line};

use crate::{
    Screen, ScreenContext, Transition,
    keymap::Intent,
    terminal::{Input, sanitize},
    theme::ColorRole,
    widgets::{KeyHint, Scroll, Width, fit, sheet},
};

/// The text of a story.
pub struct MorgueScreen {
    rows: Vec<String>,
    file: Option<String>,
    scroll: Scroll,
}

impl MorgueScreen {
    /// For a text of [`crate::morgue::text`], and where the host keeps it, if it does.
    pub fn new(text: &str, file: Option<String>) -> Self {
        let rows = text.lines().map(sanitize).collect();
        Self { rows, file, scroll: Scroll::default() }
    }
}

impl Screen for MorgueScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of(context, Intent::PageDown, "more"),
            KeyHint::of(context, Intent::PageUp, "back up"),
        ];
        let title = match &self.file {
            Some(file) => format!("The whole story, as it is in {file}"),
            None => "The whole story".to_owned(),
        };
        let area = sheet(frame, &looks, Width::Text, &title, &hints);
        let width = usize::from(area.width);
        let text = looks.style(ColorRole::Text);
        let lines: Vec<_> =
            self.rows.iter().map(|row| Line::styled(fit(row, width, &looks), text)).collect();
        self.scroll.draw(frame, area, &looks, &lines);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        super::scroll_or_close(&mut self.scroll, input, context)
    }
}
