//! The page of one item in the cart: its description, its numbers, and the actions that apply to it. The cart screen opens
//! it over its list.

use crate::{
    ActiveRun, Context, Transition,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint,
        facts::facts,
        sheet::{Block, Sheet},
    },
};
use content::{Slot, capital};
use engine::sim::{CartIndex, Command};
use engine::view::{CartSlot, ItemAction, View, weigh};

use super::{ask::submit_or_ask, cursor::CursorScreen, shop::compared};

/// The page of the item in a slot of the cart.
pub struct ItemPage {
    pub slot: CartIndex,
}

const ITEM_ACTIONS: [(Intent, ItemAction); 4] = [
    (Intent::Equip, ItemAction::Equip),
    (Intent::Use, ItemAction::Use),
    (Intent::Fire, ItemAction::Throw),
    (Intent::Drop, ItemAction::Drop),
];

impl ItemPage {
    /// What is told of the item; `None` once it is not in the cart any more.
    pub(super) fn sheet(&self, view: View<'_>, context: &Context) -> Option<Sheet> {
        let cart = view.cart();
        let entry = cart.into_iter().find(|entry| entry.slot == self.slot)?;
        let mut text = Vec::new();
        if entry.identified {
            text.push(Block::text(&*entry.item.description));
            let facts = facts(entry.item);
            text.extend((!facts.is_empty()).then(Block::blank));
            text.extend(facts.into_iter().map(Block::text));
        } else {
            text.push(Block::text("Nobody has found out yet what it does. Using it would tell."));
        }
        if entry.item.slot.is_equipment() && !entry.worn {
            text.push(Block::blank());
            text.extend(compared(weigh(entry.item, view.player().worn_like(entry.item))));
        }
        let standing = standing(view, &entry).into_iter();
        text.extend(standing.map(|text| Block::Text(text, ColorRole::Warning)));
        text.push(Block::blank());
        let wear = if entry.worn { "put away" } else { "put on or take in hand" };
        for (intent, action) in ITEM_ACTIONS {
            if action.applies_to(entry.item) {
                let does = match action {
                    ItemAction::Look | ItemAction::Equip => wear,
                    ItemAction::Use => does_use(entry.item.slot),
                    ItemAction::Throw => "throw",
                    ItemAction::Drop => "put down",
                };
                let key = context.key(intent);
                text.push(Block::Text(format!("[{key}] {does}"), ColorRole::Key));
            }
        }
        Some(Sheet {
            text,
            hints: vec![KeyHint::of(context, Intent::Cancel, "back to the cart")],
            columns: 60,
            ..Sheet::boxed(capital(&entry.name))
        })
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
