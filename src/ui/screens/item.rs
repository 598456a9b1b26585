//! One thing from the cart, looked at closely, with what can be done to it.

use ratatui::{Frame, text::Line};

use crate::{
    content::ItemKind,
    sim::{Command, Slot},
    ui::{
        Context, Screen, Step,
        intents::can,
        keymap::{self, Intent},
        terminal::Input,
        theme::Role,
        widgets::{
            hud::{capital, plural},
            page::{Page, keys, room},
            wrap,
        },
    },
};

use super::{
    cart::{Cart, Purpose},
    cursor::Cursor,
};

/// What is in a slot of the cart.
pub struct Item {
    pub slot: Slot,
}

const WIDTH: usize = 60;
const ACTIONS: [(Intent, Purpose); 4] = [
    (Intent::Equip, Purpose::Equip),
    (Intent::Use, Purpose::Use),
    (Intent::Fire, Purpose::Throw),
    (Intent::Drop, Purpose::Drop),
];

impl Screen for Item {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.looks;
        let Some(view) = context.view() else { return };
        let cart = view.cart();
        let Some(entry) = cart.into_iter().find(|entry| entry.slot == self.slot) else { return };
        let mut lines = Vec::new();
        if entry.identified {
            lines.extend(
                wrap(&entry.item.description, room(frame, WIDTH)).into_iter().map(Line::raw),
            );
            let numbers = numbers(entry.item);
            if !numbers.is_empty() {
                lines.push(Line::default());
                lines.extend(numbers.into_iter().map(Line::raw));
            }
        } else {
            let text = "Nobody has found out yet what it does. Using it would tell.";
            lines.extend(wrap(text, room(frame, WIDTH)).into_iter().map(Line::raw));
        }
        lines.push(Line::default());
        let wear = if entry.worn { "put away" } else { "put on or take in hand" };
        for (intent, purpose) in ACTIONS {
            if can(purpose, entry.item) {
                let does = match purpose {
                    Purpose::Look | Purpose::Equip => wear,
                    Purpose::Use => "drink or read",
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
            footer: keys(&[(context.key(Intent::Cancel), "back to the cart")]),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Step {
        let slot = self.slot;
        if let Some(Intent::Cancel | Intent::Confirm) = context.intent(keymap::Context::List, input)
        {
            return Step::replace(Cart::at(slot));
        }
        let playing = context.intent(keymap::Context::Play, input);
        let Some(view) = context.view() else { return Step::Pop };
        let cart = view.cart();
        let Some(entry) = cart.iter().find(|entry| entry.slot == slot) else { return Step::Pop };
        let action = ACTIONS
            .into_iter()
            .find(|&(intent, purpose)| playing == Some(intent) && can(purpose, entry.item));
        let command = match action.map(|(_, purpose)| purpose) {
            None | Some(Purpose::Look) => return Step::Ignore,
            Some(Purpose::Throw) => return Step::replace(Cursor::aim(slot, view)),
            Some(Purpose::Equip) => Command::Equip { slot },
            Some(Purpose::Use) => Command::Use { slot },
            Some(Purpose::Drop) => Command::Drop { slot },
        };
        context.order(command);
        Step::Pop
    }

    fn is_overlay(&self) -> bool {
        true
    }
}

/// What an item does in numbers, a line each.
pub fn numbers(item: &ItemKind) -> Vec<String> {
    let mut lines = Vec::new();
    let (low, high) = item.damage;
    if high > 0 {
        lines.push(format!("In the hand: hits {} times in 100 for {low} to {high}.", item.hit));
    }
    if let Some(thrown) = &item.thrown {
        let (low, high) = thrown.damage;
        let damage = if high > 0 { format!(" for {low} to {high}") } else { String::new() };
        let (hit, range) = (thrown.hit, thrown.range);
        let gone = if thrown.shatters { " It breaks." } else { "" };
        lines.push(format!("Thrown: hits {hit} times in 100{damage}, up to {range} cells.{gone}"));
    }
    if item.armour != 0 {
        lines.push(format!("Armour: takes {} off every blow.", item.armour));
    }
    if item.evasion != 0 {
        lines.push(format!("Evasion: {:+} in 100.", item.evasion));
    }
    if item.light != 0 {
        lines.push(format!("Lantern: {:+} cells.", item.light));
    }
    if item.noise != 100 {
        lines.push(format!("Noise: {} in 100 of the usual.", item.noise));
    }
    if item.regeneration > 0 {
        lines.push(format!("Heals one every {} turns.", item.regeneration));
    }
    if !item.quick.is_empty() {
        let jobs: Vec<_> = item.quick.iter().map(|&job| plural(job)).collect();
        lines.push(format!("A turn less for {}.", jobs.join(", ")));
    }
    if !item.wards.is_empty() {
        let wards: Vec<_> = item.wards.iter().map(|status| status.name()).collect();
        lines.push(format!("Keeps you from being {}.", wards.join(", ")));
    }
    lines
}
