//! One thing from the cart, looked at closely, with what can be done to it.

use ratatui::{Frame, text::Line};

use crate::{
    content::Slot as ItemSlot,
    sim::{Command, Slot},
    ui::{
        Context, Screen, Transition,
        intents::can,
        keymap::{InputMode, Intent},
        terminal::Input,
        theme::Role,
        widgets::{
            Hint,
            facts::{Weighed, facts, weigh},
            hint_text,
            hud::capital,
            page::{Page, room},
            wrap,
        },
    },
    view::{CartSlot, View},
};

use super::{
    cart::{Cart, Purpose},
    cursor::Cursor,
};

/// What is in a slot of the cart.
pub struct Item {
    pub slot: Slot,
}

const TEXT_COLUMNS: usize = 60;
const ACTIONS: [(Intent, Purpose); 4] = [
    (Intent::Equip, Purpose::Equip),
    (Intent::Use, Purpose::Use),
    (Intent::Fire, Purpose::Throw),
    (Intent::Drop, Purpose::Drop),
];

impl Screen for Item {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let Some(view) = context.view() else { return };
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
            let Weighed { better, worse } = weigh(entry.item, view.player().worn_like(entry.item));
            for (text, role) in [(better, Role::Good), (worse, Role::Bad)] {
                let rows = wrap(&text, room(frame, TEXT_COLUMNS)).into_iter();
                lines.extend(
                    rows.filter(|row| !row.is_empty())
                        .map(|row| Line::styled(row, looks.style(role))),
                );
            }
        }
        for text in standing(view, &entry) {
            lines.push(Line::styled(text, looks.style(Role::Warning)));
        }
        lines.push(Line::default());
        let wear = if entry.worn { "put away" } else { "put on or take in hand" };
        for (intent, purpose) in ACTIONS {
            if can(purpose, entry.item) {
                let does = match purpose {
                    Purpose::Look | Purpose::Equip => wear,
                    Purpose::Use => does_use(entry.item.slot),
                    Purpose::Throw => "throw",
                    Purpose::Drop => "put down",
                };
                let text = format!("[{}] {does}", context.key(intent));
                lines.push(Line::styled(text, looks.style(Role::Key)));
            }
        }
        Page {
            title: capital(&entry.name),
            lines,
            footer: hint_text(&[Hint::of(context, Intent::Cancel, "back to the cart")]),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        let slot = self.slot;
        if let Some(Intent::Cancel | Intent::Confirm) = context.intent(InputMode::List, input) {
            return context
                .view()
                .map_or(Transition::Pop, |view| Transition::replace(Cart::at(slot, view)));
        }
        let playing = context.intent(InputMode::Play, input);
        let Some(view) = context.view() else { return Transition::Pop };
        let cart = view.cart();
        let Some(entry) = cart.iter().find(|entry| entry.slot == slot) else {
            return Transition::Pop;
        };
        let action = ACTIONS
            .into_iter()
            .find(|&(intent, purpose)| playing == Some(intent) && can(purpose, entry.item));
        let command = match action.map(|(_, purpose)| purpose) {
            None | Some(Purpose::Look) => return Transition::Ignore,
            Some(Purpose::Throw) => return Transition::replace(Cursor::aim(slot, view)),
            Some(Purpose::Equip) => Command::Equip { slot },
            Some(Purpose::Use) => Command::Use { slot },
            Some(Purpose::Drop) => Command::Drop { slot },
        };
        context.submit(command);
        Transition::Pop
    }

    fn is_overlay(&self) -> bool {
        true
    }
}

/// The word for using a thing of a slot.
fn does_use(slot: ItemSlot) -> &'static str {
    match slot {
        ItemSlot::Potion => "drink",
        ItemSlot::Scroll => "read",
        _ => "rub",
    }
}

/// How it is with this one: it rests, it is owed for, it would fetch so much.
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
