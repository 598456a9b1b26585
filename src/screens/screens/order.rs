//! The work order, what is made ready for dawn, and who comes then.

use crate::{
    Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    surroundings::bearing,
    terminal::Input,
    theme::ColorRole,
    widgets::sheet::{Block, Sheet},
};
use content::Supply;
use engine::view::View;
use ratatui::text::Line;
use std::cell::OnceCell;

#[derive(Default)]
pub(crate) struct OrderScreen {
    /// Whether the order of a floor above is not done, once it has been asked: no command is given
    /// while the list is open.
    undone_above: OnceCell<bool>,
}

impl OrderScreen {
    /// Why there is nothing to do, where nothing is known.
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

impl Screen for OrderScreen {
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
        if known.is_empty() {
            text.push(Block::dim(self.told_of_none(view)));
        }
        let dawn = view.expected_at_dawn().join(" ");
        let dawn = (!dawn.is_empty()).then_some(dawn);
        let notices = [view.exit_notice(), view.condition_notice(), dawn];
        let orders = view.extra_orders().into_iter().chain(view.orders_in_closet());
        let outlook = context.run().outlook.forecast();
        let outlook = outlook.map_or(Vec::new(), |forecast| view.outlook(forecast));
        let told = orders.chain(notices.into_iter().flatten());
        text.extend(told.flat_map(Block::after_blank));
        text.extend((!outlook.is_empty()).then(Block::blank));
        text.extend(outlook.into_iter().map(Block::text));
        Some(Sheet {
            text,
            hints: context.hints([(Intent::Cancel, "back")]),
            is_compact: true,
            is_read: true,
            ..Sheet::boxed(66, "The order, and dawn")
        })
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        match context.intent(InputMode::Board, input) {
            Some(Intent::Outlook) => Transition::Pop,
            _ => Transition::Ignore,
        }
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
