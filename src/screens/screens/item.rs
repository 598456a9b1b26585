//! The page of one item in the cart: its description, its numbers, and the actions that apply to it. The cart screen opens
//! it over its list.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Context, Transition,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint,
        facts::facts,
        hint_text,
        page::{Page, room},
        wrap,
    },
};
use content::{Slot, capital};
use engine::sim::{CartIndex, Command};
use engine::view::{CartSlot, Comparison, ItemAction, View, weigh};

use super::{ask::submit_or_ask, cursor::CursorScreen};

/// The page of the item in a slot of the cart.
pub struct ItemPage {
    pub slot: CartIndex,
}

const TEXT_COLUMNS: usize = 60;
const ITEM_ACTIONS: [(Intent, ItemAction); 4] = [
    (Intent::Equip, ItemAction::Equip),
    (Intent::Use, ItemAction::Use),
    (Intent::Fire, ItemAction::Throw),
    (Intent::Drop, ItemAction::Drop),
];

impl ItemPage {
    /// Draws the page over the cart's list.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, view: View<'_>, context: &Context) {
        let looks = context.appearance;
        let cart = view.cart();
        let Some(entry) = cart.into_iter().find(|entry| entry.slot == self.slot) else { return };
        let mut lines = Vec::new();
        if entry.identified {
            lines.extend(
                wrap(&entry.item.description, room(frame, TEXT_COLUMNS)).into_iter().map(Line::raw),
            );
            let facts = facts(entry.item);
            if !facts.is_empty() {
                lines.push(Line::default());
            }
            let rows = facts.into_iter().flat_map(|fact| wrap(&fact, room(frame, TEXT_COLUMNS)));
            lines.extend(rows.map(Line::raw));
        } else {
            let text = "Nobody has found out yet what it does. Using it would tell.";
            lines.extend(wrap(text, room(frame, TEXT_COLUMNS)).into_iter().map(Line::raw));
        }
        if entry.item.slot.is_equipment() && !entry.worn {
            lines.push(Line::default());
            let Comparison { better, worse } =
                weigh(entry.item, view.player().worn_like(entry.item));
            for (text, role) in [(better, ColorRole::Good), (worse, ColorRole::Bad)] {
                let rows = wrap(&text, room(frame, TEXT_COLUMNS)).into_iter();
                lines.extend(
                    rows.filter(|row| !row.is_empty())
                        .map(|row| Line::styled(row, looks.style(role))),
                );
            }
        }
        for text in standing(view, &entry) {
            lines.push(Line::styled(text, looks.style(ColorRole::Warning)));
        }
        lines.push(Line::default());
        let wear = if entry.worn { "put away" } else { "put on or take in hand" };
        for (intent, action) in ITEM_ACTIONS {
            if action.applies_to(entry.item) {
                let does = match action {
                    ItemAction::Look | ItemAction::Equip => wear,
                    ItemAction::Use => does_use(entry.item.slot),
                    ItemAction::Throw => "throw",
                    ItemAction::Drop => "put down",
                };
                let text = format!("[{}] {does}", context.key(intent));
                lines.push(Line::styled(text, looks.style(ColorRole::Key)));
            }
        }
        Page {
            title: capital(&entry.name),
            lines,
            footer: hint_text(&[KeyHint::of(context, Intent::Cancel, "back to the cart")]),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    /// Handles an input; `None` goes back to the cart.
    pub(super) fn input(
        &self,
        input: &Input,
        run: &mut ActiveRun,
        context: &Context,
    ) -> Option<Transition> {
        let slot = self.slot;
        if let Some(Intent::Cancel | Intent::Confirm) = context.intent(InputMode::List, input) {
            return None;
        }
        let playing = context.intent(InputMode::Play, input);
        let view = run.view();
        let cart = view.cart();
        let entry = cart.iter().find(|entry| entry.slot == slot)?;
        let action = ITEM_ACTIONS
            .into_iter()
            .find(|&(intent, action)| playing == Some(intent) && action.applies_to(entry.item));
        let command = match action.map(|(_, action)| action) {
            None | Some(ItemAction::Look) => return Some(Transition::Ignore),
            Some(ItemAction::Throw) => {
                return Some(Transition::replace(CursorScreen::aim(slot, run)));
            }
            Some(ItemAction::Equip) => Command::Equip { slot },
            Some(ItemAction::Use) => Command::Use { slot },
            Some(ItemAction::Drop) => Command::Drop { slot },
        };
        drop(cart);
        let here = run.view().player().pos;
        Some(submit_or_ask(command, here, run, context))
    }
}

/// The verb for using an item of a slot.
fn does_use(slot: Slot) -> &'static str {
    match slot {
        Slot::Potion => "drink",
        Slot::Scroll => "read",
        // Of the others, only charms can be used.
        Slot::Charm
        | Slot::Tool
        | Slot::Garb
        | Slot::Trinket
        | Slot::Missile
        | Slot::Sundry
        | Slot::Belt => "rub",
    }
}

/// The state of this item: the turns that it rests, that it is not paid for, or what the shop pays for it.
fn standing(view: View<'_>, entry: &CartSlot<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if entry.rests.0 > 0 {
        lines.push(format!("It rests for {} more turns.", entry.rests));
    }
    if entry.owed {
        lines.push("It is not paid for.".to_owned());
    } else if view.is_in_shop() {
        lines.push(format!("The shop pays {}.", view.offer(entry.slot)));
    }
    lines
}
