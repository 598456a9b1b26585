//! The whole message log, repeats folded, the newest line at the foot.

use ratatui::{
    Frame,
    text::{Line, Span},
};

use crate::{
    ActiveRun, Context, RunScreen, RunTransition,
    keymap::Intent,
    terminal::Input,
    theme::ColorRole,
    widgets::{KeyHint, Scroll, hint_text, messages::voice, page::Page, wrap},
};

use super::scroll_or_close_by;

/// The log, to scroll through.
#[derive(Default)]
pub struct HistoryScreen {
    scroll: Scroll,
    /// Whether it was drawn before. The first drawing scrolls to the end.
    opened: bool,
}

impl RunScreen for HistoryScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, run: &mut ActiveRun, context: &mut Context) {
        let looks = context.appearance;
        let width = usize::from(frame.area().width).saturating_sub(4 + 7);
        let mut lines = Vec::new();
        for line in run.log.lines() {
            let style = voice(line, looks);
            for (index, row) in wrap(&line.text(), width).into_iter().enumerate() {
                let turn = if index == 0 { format!("{:>5}  ", line.at) } else { " ".repeat(7) };
                lines.push(Line::from(vec![
                    Span::styled(turn, looks.style(ColorRole::Dim)),
                    Span::styled(row, style),
                ]));
            }
        }
        if !self.opened {
            self.opened = true;
            self.scroll.range(lines.len(), frame.area().height.saturating_sub(2));
            self.scroll.take(Intent::Last);
        }
        Page {
            title: "What was said, by the turn".to_owned(),
            lines,
            footer: hint_text(&[
                KeyHint::of(context, Intent::Previous, "up"),
                KeyHint::of(context, Intent::Next, "down"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ]),
            scroll: Some(&mut self.scroll),
            full: true,
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, _: &mut ActiveRun, context: &mut Context) -> RunTransition {
        scroll_or_close_by(Intent::History, &mut self.scroll, input, context).into()
    }
}
