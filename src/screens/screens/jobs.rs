//! The work order, and the list of the known jobs with their positions; choosing one walks there.

use crate::{
    Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::Intent,
    surroundings::bearing,
    theme::ColorRole,
    widgets::{
        KeyHint,
        sheet::{Block, Row, Sheet},
    },
};
use base::Pos;
use content::{JobKind, Supply, capital};
use engine::sim::{Command, STIRRING_TURNS};
use engine::view::{KnownJob, View};
use ratatui::text::Line;
use std::cell::OnceCell;

#[derive(Default)]
pub struct JobsScreen {
    /// Whether the order of a floor above is not done, once it has been asked: no command is given
    /// while the list is open.
    undone_above: OnceCell<bool>,
}

impl JobsScreen {
    fn told_of_none(&self, view: View<'_>) -> &'static str {
        let is_undone_above =
            || *self.undone_above.get_or_init(|| !view.undone_elsewhere().is_empty());
        if view.is_order_complete() && view.has_stairs_down() {
            "The order of this floor is done. The next floor has its own: the stairs lead down to \
             it."
        } else if view.is_order_complete() && is_undone_above() {
            "The order of this floor is done, that of a floor above is not. The site is paid as a \
             whole."
        } else if view.is_order_complete() {
            "The order is done. What is left of the night is for dawn; or stay for hazard pay: it \
             goes by the harm to them that you see, and from a wardrobe that is little."
        } else if view.is_plan_known() {
            "You have seen nothing that is left to do. The plan shows things as they should be."
        } else {
            "You know of no job left to do. What is not done is not found yet."
        }
    }
}

impl Screen for JobsScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let looks = context.appearance;
        let view = context.run().view();
        let known = view.known_jobs();
        let mut text = Vec::new();
        for count in view.order() {
            let (done, (finished, wanted)) = (view.is_complete(count), view.progress(count));
            let (sign, role) = if done {
                (GlyphId::Done, ColorRole::Good)
            } else {
                (GlyphId::Undone, ColorRole::Text)
            };
            let known_here = known.iter().filter(|job| job.job == count.job).count();
            let known_here = if done { String::new() } else { format!("{known_here} known") };
            let (sign, name) = (looks.glyph(sign), count.job.plural());
            let asked = format!("{finished}/{wanted}");
            let line = format!("{sign} {name:<8}{asked:>7} of {:<4} {known_here}", count.total);
            text.push(Block::Line(Line::styled(line, looks.style(role))));
        }
        text.push(Block::blank());
        text.extend(levers(view).into_iter().map(Block::text));
        text.push(Block::blank());
        let mut hints = vec![KeyHint::of(context, Intent::Cancel, "back")];
        if known.is_empty() {
            text.push(Block::dim(self.told_of_none(view)));
        } else {
            hints.insert(0, KeyHint::of(context, Intent::Confirm, "walk there"));
        }
        let dawn = view.expected_at_dawn().join(" ");
        let dawn = (!dawn.is_empty()).then_some(dawn);
        let notices = [view.exit_notice(), view.condition_notice(), dawn];
        let orders = view.extra_orders().into_iter().chain(view.orders_in_closet());
        let told = orders.chain(notices.into_iter().flatten());
        Some(Sheet {
            text,
            rows: known.iter().map(|job| row(*job, view.player().pos)).collect(),
            foot: told.flat_map(Block::after_blank).collect(),
            hints,
            opened_by: Some(Intent::Jobs),
            ..Sheet::boxed(66, "Jobs")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let view = context.run().view();
        if let Some(known) = view.known_jobs().get(row) {
            let command = way_to(view, *known);
            context.submit(command);
        }
        Transition::Pop
    }
}

/// The kits, the traps that are set of them, and the cords; nothing where no raid comes.
fn levers(view: View<'_>) -> Vec<String> {
    if view.expected_at_dawn().is_empty() {
        return Vec::new();
    }
    let here = view.player().pos;
    let rules = &view.catalog().rules.prepare;
    let parts = view.player().supplies.into_iter().find(|(own, _)| *own == Supply::Parts);
    let more = parts.map_or(0, |(_, parts)| parts / rules.kit_parts);
    let held = view.kits_in_words();
    let held = if held.is_empty() { "none" } else { &held };
    let mut told = vec![format!("Kits: {held}; parts for {more} more.")];
    let set: Vec<String> = view
        .own_traps()
        .into_iter()
        .map(|(at, name)| format!("{name} {}", bearing(here, at)))
        .collect();
    told.extend((!set.is_empty()).then(|| format!("Set: {}.", set.join("; "))));
    let cords = (1..).zip(view.hatch_cords());
    let cords = cords
        .map(|(number, cord)| format!("{number} to the {} {}", cord.what, bearing(here, cord.at)));
    let left = format!("{} left", view.cords_left());
    told.push(format!("Cords: {}.", cords.chain([left]).collect::<Vec<_>>().join("; ")));
    told
}

fn row(job: KnownJob, here: Pos) -> Row {
    let note = match job.rises {
        _ if !job.doable => lack(job.job).to_owned(),
        Some(left) => format!("gets up in {left}"),
        None => String::new(),
    };
    let stirs = job.rises.is_some_and(|left| left <= STIRRING_TURNS);
    let role = if stirs { ColorRole::Warning } else { ColorRole::Text };
    let text = format!("{:<8}{:<24}{note}", capital(job.job.name()), bearing(here, job.at));
    Row { role, ..Row::new(text) }
}

/// The command that walks to the nearest cell from which a job can be done: its own, unless the job
/// is done from beside alone, or one beside it.
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
