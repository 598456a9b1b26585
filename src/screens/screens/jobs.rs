//! The work order, and the list of the known jobs with their positions; choosing one walks there.

use std::cell::OnceCell;

use ratatui::{Frame, text::Line};

use crate::{
    Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::Intent,
    surroundings::bearing,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint, hint_text,
        page::{Page, paragraph},
        selection::Selection,
    },
};
use base::Pos;
use content::{JobKind, capital};
use engine::sim::{Command, STIRRING_TURNS};
use engine::view::{KnownJob, View};

use super::list_keys::ListKey;

/// The list of jobs.
#[derive(Default)]
pub struct JobsScreen {
    selection: Selection,
    /// Whether the order of a floor above is not done, once it has been asked: no command is given while the list is open.
    undone_above: OnceCell<bool>,
}

impl Screen for JobsScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let view = run.view();
        let here = view.player().pos;
        let known = view.known_jobs();
        let mut lines = Vec::new();
        for count in view.order() {
            let done = view.is_complete(count);
            let (sign, role) = if done {
                (GlyphId::Done, ColorRole::Good)
            } else {
                (GlyphId::Undone, ColorRole::Text)
            };
            let known_here = known.iter().filter(|job| job.job == count.job).count();
            let known_here = if done { String::new() } else { format!("{known_here} known") };
            let (finished, wanted) = view.progress(count);
            let text = format!(
                "{} {:<8}{finished:>4} of {wanted:<4} {known_here}",
                looks.glyph(sign),
                count.job.plural(),
            );
            lines.push(Line::styled(text, looks.style(role)));
        }
        lines.push(Line::default());
        let above = lines.len();
        if known.is_empty() {
            let text = if view.is_order_complete() && view.has_stairs_down() {
                "The order of this floor is done. The next floor has its own: the stairs lead down to it."
            } else if view.is_order_complete() && self.is_undone_above(view) {
                "The order of this floor is done, that of a floor above is not. The site is paid as a whole."
            } else if view.is_order_complete() {
                "The order is done. Clock out at the exit, the earlier the better, or stay for hazard pay: it goes by the harm to them that you see, and from a wardrobe that is little."
            } else if view.is_plan_known() {
                "You have seen nothing that is left to do. The plan shows things as they should be."
            } else {
                "You know of no job left to do. What is not done is not found yet."
            };
            let style = looks.style(ColorRole::Dim);
            lines.extend(paragraph(frame, text).map(|line| line.style(style)));
        }
        lines.extend(known.iter().map(|job| {
            let note = match job.rises {
                _ if !job.doable => lack(job.job).to_owned(),
                Some(left) => format!("gets up in {left}"),
                None => String::new(),
            };
            let text = format!("{:<8}{:<24}{note}", capital(job.job.name()), bearing(here, job.at));
            let stirs = job.rises.is_some_and(|left| left <= STIRRING_TURNS);
            let role = if stirs { ColorRole::Warning } else { ColorRole::Text };
            Line::styled(text, looks.style(role))
        }));
        let notices = [view.exit_notice(), view.condition_notice(), view.notice_of_dawn()];
        let notices = notices.into_iter().flatten();
        for notice in view.extra_orders().into_iter().chain(view.orders_in_closet()).chain(notices)
        {
            lines.push(Line::default());
            lines.extend(paragraph(frame, &notice));
        }
        let mut footer = vec![KeyHint::of(context, Intent::Cancel, "back")];
        if !known.is_empty() {
            footer.insert(0, KeyHint::of(context, Intent::Confirm, "walk there"));
        }
        let selection = Selection { at: self.selection.at + above };
        Page {
            title: "Jobs".to_owned(),
            lines,
            footer: hint_text(&footer),
            selection: (!known.is_empty()).then_some(selection),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let known = run.view().known_jobs();
        match ListKey::read(input, context, Intent::Jobs, &mut self.selection, known.len()) {
            ListKey::Choose(Some(place)) => {
                let command = way_to(run.view(), known[place]);
                run.submit(command, &context.settings);
                Transition::Pop
            }
            ListKey::Close | ListKey::Choose(None) => Transition::Pop,
            ListKey::Moved => Transition::Stay,
            ListKey::Other => Transition::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}

impl JobsScreen {
    fn is_undone_above(&self, view: View<'_>) -> bool {
        *self.undone_above.get_or_init(|| !view.undone_elsewhere().is_empty())
    }
}

/// The command that walks to the nearest cell from which a job can be done: its own, unless the job is done from beside alone,
/// or one beside it.
fn way_to(view: View<'_>, known: KnownJob) -> Command {
    let here = view.player().pos;
    let on_it = (!known.job.is_done_from_beside()).then_some(known.at);
    let mut places: Vec<Pos> = known.at.neighbours().chain(on_it).collect();
    places.retain(|&pos| view.is_known_passable(pos) && !view.is_known_danger(pos));
    places.sort_by_key(|&pos| (pos.steps_to(here), pos));
    places
        .into_iter()
        .map(Command::Travel)
        .find(|command| view.refusal(command).is_none())
        .unwrap_or(Command::Travel(known.at))
}

/// The supply or tool without which a job cannot be done; empty for jobs that need none.
fn lack(job: JobKind) -> &'static str {
    match job {
        JobKind::Trap => "no parts",
        JobKind::Chest => "no stock",
        JobKind::Door => "no timber",
        JobKind::Light => "no oil",
        JobKind::Pen => "no lures",
        JobKind::Stain => "the mop is foul",
        JobKind::Body => "",
    }
}
