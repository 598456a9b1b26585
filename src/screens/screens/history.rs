//! The whole message log, repeats folded, the newest line at the foot.

use std::time::Duration;

use ratatui::{
    Frame,
    text::{Line, Span},
};

use crate::{
    Screen, ScreenContext, Transition,
    keymap::Intent,
    terminal::Input,
    theme::ColorRole,
    widgets::{KeyHint, Scroll, hint_text, messages::voice, page::Page, wrap},
};

use super::scroll_or_close_by;

/// The time from one look at the lines from before the run was taken up to the next, while they are made again.
const LOG_INTERVAL: Duration = Duration::from_millis(20);

/// The log, to scroll through.
#[derive(Default)]
pub struct HistoryScreen {
    scroll: Scroll,
    /// Whether it was drawn before. The first drawing scrolls to the end.
    opened: bool,
    /// Whether lines from before were missing when it was drawn last.
    awaits_more: bool,
}

impl Screen for HistoryScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
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
        // Lines that come before the others move them: the newest is shown again.
        let has_come = std::mem::replace(&mut self.awaits_more, run.awaits_log());
        if !self.opened || (has_come && !self.awaits_more) {
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

    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        Transition::Stay
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        let run = context.run();
        run.awaits_log().then_some(LOG_INTERVAL)
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        scroll_or_close_by(Intent::History, &mut self.scroll, input, context)
    }
}
