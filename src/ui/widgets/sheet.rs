//! The frame of a screen of text: the title on top, the keys at the foot, room between.

use super::{
    hint::{Hint, hint_line},
    words::fit,
};
use crate::ui::{Appearance, theme::Role};
use ratatui::{Frame, layout::Rect, text::Line};

/// How wide a screen is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// As wide as lines of text can be read.
    Text,
    /// As wide as the terminal.
    All,
}

impl Width {
    const fn max_columns(self) -> u16 {
        match self {
            Self::Text => 88,
            Self::All => u16::MAX,
        }
    }
}

/// Draws title and keys. Returns the room between: all of its rows, and the columns that text should take.
pub fn sheet(
    frame: &mut Frame<'_>,
    looks: &Appearance,
    width: Width,
    title: &str,
    hints: &[Hint],
) -> Rect {
    let area = frame.area();
    let column = column(area, width);
    let Rect { x, width, .. } = column;
    let top = Rect { height: 1, ..column };
    frame.render_widget(
        Line::styled(fit(title, usize::from(width), looks), looks.style(Role::Title)),
        top,
    );
    let foot = Rect { y: area.bottom().saturating_sub(1), height: 1, ..column };
    frame.render_widget(hint_line(hints, usize::from(width), looks), foot);
    // A small terminal has no rows to give away.
    let air = u16::from(area.height >= 16);
    if air == 1 {
        let rule = looks.glyphs.border().horizontal_top.repeat(usize::from(width));
        let place = Rect { y: area.y + 1, height: 1, ..column };
        frame.render_widget(Line::styled(rule, looks.style(Role::Border)), place);
    }
    let y = area.y + 1 + air * 2;
    let height = foot.y.saturating_sub(y + air);
    Rect { x, y, width, height }
}

/// The columns of a screen in the middle of the terminal.
fn column(area: Rect, width: Width) -> Rect {
    let edge = u16::from(area.width >= 60);
    let width = (area.width - edge * 2).min(width.max_columns());
    Rect { x: area.x + (area.width - width) / 2, width, ..area }
}
