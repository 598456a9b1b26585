//! The whole message log, repeats folded, the newest line at the foot.

use std::time::Duration;

use ratatui::text::{Line, Span};

use crate::{
    Screen, ScreenContext, Transition,
    keymap::Intent,
    theme::ColorRole,
    widgets::{
        messages::voice,
        sheet::{Block, Sheet, SheetKind},
        wrap,
    },
};

/// The time from one look at the lines from before the run was taken up to the next, while they are
/// made again.
const LOG_INTERVAL: Duration = Duration::from_millis(20);

/// The columns of the border, and of the turn before a line.
const MARGIN_COLUMNS: usize = 4 + 7;

#[derive(Default)]
pub struct HistoryScreen {
    /// Whether lines from before were missing when it was drawn last.
    awaits_more: bool,
}

impl Screen for HistoryScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        context.sheet.scroll.to_end();
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let awaits_log = context.run().awaits_log();
        // Lines that come before the others move them: the newest is shown again.
        if std::mem::replace(&mut self.awaits_more, awaits_log) && !awaits_log {
            context.sheet.scroll.to_end();
        }
        let looks = context.appearance;
        let width = usize::from(context.sheet.size.width).saturating_sub(MARGIN_COLUMNS);
        let mut text = Vec::new();
        for line in context.run().log.lines() {
            let style = voice(line, looks);
            for (index, row) in wrap(&line.text(), width).into_iter().enumerate() {
                let turn = if index == 0 { format!("{:>5}  ", line.at) } else { " ".repeat(7) };
                let turn = Span::styled(turn, looks.style(ColorRole::Dim));
                text.push(Block::Line(Line::from(vec![turn, Span::styled(row, style)])));
            }
        }
        Some(Sheet {
            kind: SheetKind::FullBox,
            title: "What was said, by the turn".to_owned(),
            text,
            hints: context.hints([
                (Intent::Previous, "up"),
                (Intent::Next, "down"),
                (Intent::Cancel, "back"),
            ]),
            opened_by: Some(Intent::History),
            ..Sheet::default()
        })
    }

    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        Transition::Stay
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        context.run().awaits_log().then_some(LOG_INTERVAL)
    }
}
