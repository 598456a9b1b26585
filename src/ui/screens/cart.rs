//! What is in the cart: to look at, or to do one thing with.

use ratatui::{Frame, text::Line};

use crate::{
    content::{ItemKindId, Slot as ItemSlot},
    sim::{Command, Slot},
    ui::{
        Context, Screen, Transition,
        intents::can,
        keymap::{InputMode, Intent},
        terminal::{Input, Key},
        theme::Role,
        widgets::{Hint, hint_text, hud::belt, page::Page, selection::Selection},
    },
    view::{CartSlot, View},
};

use super::{cursor::Cursor, item::Item};

/// What the cart was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Look,
    Equip,
    Use,
    Throw,
    Drop,
}

/// The list of what is in it.
pub struct Cart {
    purpose: Purpose,
    /// None before anything was chosen, where the first would be a poor guess.
    selection: Option<Selection>,
}

impl Cart {
    /// Opens it; where there is nothing to choose from, says so.
    pub fn open(purpose: Purpose, context: &mut Context) -> Transition {
        let Some(play) = &mut context.play else { return Transition::Ignore };
        let view = play.view();
        let entries = entries(view, purpose);
        let refusal = match purpose {
            Purpose::Look => "The cart is empty.",
            Purpose::Equip => "There is nothing in the cart to wear or wield.",
            Purpose::Use => "There is nothing in the cart to drink, read or rub.",
            Purpose::Throw => "There is nothing in the cart to throw.",
            Purpose::Drop => "There is nothing in the cart to put down.",
        };
        match entries[..] {
            [] => {
                let belt = belt(view);
                let text = if purpose == Purpose::Look && !belt.is_empty() {
                    format!("{refusal} On the belt: {}.", belt.join(", "))
                } else {
                    refusal.to_owned()
                };
                play.say(text);
                Transition::Stay
            }
            [ref only] if purpose == Purpose::Throw && is_missile(only) => {
                Transition::push(Cursor::aim(only.slot, view))
            }
            _ => {
                let at = match purpose {
                    Purpose::Throw => worth_throwing(&entries, play.thrown),
                    _ => Some(0),
                };
                Transition::push(Self { purpose, selection: at.map(|at| Selection { at }) })
            }
        }
    }

    /// Opens it to look, at an entry.
    pub fn at(slot: Slot, view: View<'_>) -> Self {
        let at = view.cart().iter().position(|entry| entry.slot == slot).unwrap_or(0);
        Self { purpose: Purpose::Look, selection: Some(Selection { at }) }
    }

    fn take(&self, slot: Slot, context: &mut Context) -> Transition {
        let command = match self.purpose {
            Purpose::Look => return Transition::replace(Item { slot }),
            Purpose::Throw => {
                let Some(view) = context.view() else { return Transition::Pop };
                return Transition::replace(Cursor::aim(slot, view));
            }
            Purpose::Equip => Command::Equip { slot },
            Purpose::Use => Command::Use { slot },
            Purpose::Drop => Command::Drop { slot },
        };
        context.submit(command);
        Transition::Pop
    }
}

/// The entries that it can be done with.
fn entries(view: View<'_>, purpose: Purpose) -> Vec<CartSlot<'_>> {
    let mut entries = view.cart();
    entries.retain(|entry| can(purpose, entry.item));
    entries
}

/// What to offer first to somebody who throws: the same as last time, or what is made for it. A potion that nobody
/// has named is worth too much.
fn worth_throwing(entries: &[CartSlot<'_>], last: Option<ItemKindId>) -> Option<usize> {
    let again = entries.iter().position(|entry| Some(entry.kind) == last);
    again.or_else(|| entries.iter().position(is_missile))
}

fn is_missile(entry: &CartSlot<'_>) -> bool {
    entry.item.slot == ItemSlot::Missile
}

/// What is to be said of an entry besides its name.
fn state(entry: &CartSlot<'_>) -> String {
    match entry {
        CartSlot { owed: true, .. } => " (not paid for)".to_owned(),
        CartSlot { worn: true, .. } => " (in use)".to_owned(),
        CartSlot { rests, .. } if rests.0 > 0 => format!(" (rests for {rests})"),
        _ => String::new(),
    }
}

/// Letters that mean nothing else in a list, in order: one for each place in the cart, whatever it is opened for.
pub fn letters(context: &Context) -> Vec<char> {
    free(context, 'a'..='z')
}

/// Those that mean nothing else in a list.
pub fn free(context: &Context, letters: impl Iterator<Item = char>) -> Vec<char> {
    let is_free = |letter: &char| {
        let input = Input::Key(Key::char(*letter));
        context.intent(InputMode::List, &input).is_none()
    };
    letters.filter(is_free).collect()
}

impl Screen for Cart {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let Some(view) = context.view() else { return };
        let letters = letters(context);
        let entries = entries(view, self.purpose);
        let lines = entries.iter().map(|entry| {
            let letter = letters.get(usize::from(entry.slot.0)).unwrap_or(&' ');
            let slot = entry.item.slot.name();
            let name = format!("{}{}", entry.name, state(entry));
            Line::raw(format!("{letter}  {name:<48} {slot}"))
        });
        let mut lines: Vec<Line<'_>> = lines.collect();
        let belt = belt(view);
        if self.purpose == Purpose::Look && !belt.is_empty() {
            lines.push(Line::default());
            let text = format!("On the belt: {}.", belt.join(", "));
            lines.push(Line::styled(text, looks.style(Role::Dim)));
        }
        let (title, does) = match self.purpose {
            Purpose::Look => ("The cart", "look closer"),
            Purpose::Equip => ("Put on or take in hand", "that one; again to put it away"),
            Purpose::Use => ("Drink, read or rub", "that one"),
            Purpose::Throw => ("Throw", "aim"),
            Purpose::Drop => ("Put down", "that one"),
        };
        let max = view.catalog().rules.cart;
        let chosen_by = match self.selection {
            Some(_) => format!("letter or {}", context.key(Intent::Confirm)),
            None => "letter".to_owned(),
        };
        Page {
            title: format!("{title} ({}/{max})", view.cart().len()),
            lines,
            footer: hint_text(&[
                Hint::new(chosen_by, does),
                Hint::of(context, Intent::Cancel, "back"),
            ]),
            selection: self.selection,
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        let intent = context.intent(InputMode::List, input);
        let letters = letters(context);
        let Some(view) = context.view() else { return Transition::Pop };
        let entries = entries(view, self.purpose);
        let count = entries.len();
        let chosen = match intent {
            Some(Intent::Cancel) => return Transition::Pop,
            Some(Intent::Confirm) => self.selection.map(|selection| selection.at),
            Some(intent) => {
                // Before the first, and after the last: one step leads onto either.
                let before = Selection {
                    at: if intent == Intent::Next { count.saturating_sub(1) } else { 0 },
                };
                let mut selection = self.selection.unwrap_or(before);
                let turns = selection.turn(intent, count);
                self.selection = if turns { Some(selection) } else { self.selection };
                return if turns { Transition::Stay } else { Transition::Ignore };
            }
            None => match input {
                Input::Key(key) => letters
                    .iter()
                    .position(|letter| *key == Key::char(*letter))
                    .and_then(|place| entries.iter().position(|e| usize::from(e.slot.0) == place)),
                _ => None,
            },
        };
        let slot = chosen.and_then(|at| entries.get(at)).map(|entry| entry.slot);
        drop(entries);
        match slot {
            Some(slot) => self.take(slot, context),
            None => Transition::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
