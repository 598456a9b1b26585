//! What a newcomer is told before a shift: what happened, what is wanted, by when.

use ratatui::{Frame, text::Line};

use crate::ui::{
    Context, Screen, Step,
    glyphs::Sign,
    terminal::Input,
    theme::Role,
    widgets::{
        hud::{capital, plural},
        page::{Page, room},
        wrap,
    },
};

/// The briefing with the work order. Any key goes on.
pub struct Briefing;

const WIDTH: usize = 66;

impl Screen for Briefing {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.looks;
        let Some(view) = context.view() else { return };
        let mut lines = Vec::new();
        for paragraph in &view.catalog().texts.briefing {
            lines.extend(wrap(paragraph, room(frame, WIDTH)).into_iter().map(Line::raw));
            lines.push(Line::default());
        }
        lines.push(Line::styled("Work order", looks.style(Role::Title)));
        for count in view.order() {
            let name = plural(count.job);
            let bullet = looks.glyph(Sign::Bullet);
            lines.push(Line::raw(format!("{bullet} {name:<8}{:>4}", count.total)));
        }
        lines.push(Line::default());
        let dawn =
            format!("Dawn comes in {} turns. The closet gave you what it had.", view.turns_left());
        lines.push(Line::raw(dawn));
        if let Some(par) = view.par() {
            let par = format!("Par is {par} turns: somebody worked that out, with nobody about.");
            lines.push(Line::raw(par));
        }
        Page {
            title: format!("{}, floor {}", capital(view.kind()), view.depth()),
            lines,
            footer: "any key: begin".to_owned(),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, _: &mut Context) -> Step {
        match input {
            Input::Key(_) => Step::Pop,
            _ => Step::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
