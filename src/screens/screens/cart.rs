//! The list of the items in the cart, opened for one action: to look at one, equip, use, throw or drop it.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{KeyHint, hint_text, hud::belt, page::Page, selection::Selection},
};
use content::{ItemKindId, Slot};
use engine::sim::{CartIndex, Command};
use engine::view::{CartSlot, ItemAction, View};

use super::{ask::submit_or_ask, cursor::CursorScreen, item::ItemPage};

/// The list of the cart's items to which an action applies.
pub struct CartScreen {
    purpose: ItemAction,
    /// The page of the item that is shown in detail over the list.
    item: Option<ItemPage>,
    /// The cursor that aims the last thing at the last target over the list of a throw.
    aim: Option<CursorScreen>,
    /// `None` as long as no item is chosen: for a throw without an obvious missile.
    selection: Option<Selection>,
}

impl CartScreen {
    /// Opens the list, or logs that there is no item for the action. With one missile, a throw goes on to aim at once; so it
    /// does with the missile that was thrown last, if its target is in reach, and going back from there shows the list.
    pub fn open(purpose: ItemAction, run: &mut ActiveRun) -> Transition {
        let view = run.view();
        let entries = entries(view, purpose);
        let refusal = match purpose {
            ItemAction::Look => "The cart is empty.",
            ItemAction::Equip => "There is nothing in the cart to wear or wield.",
            ItemAction::Use => "There is nothing in the cart to drink, read or rub.",
            ItemAction::Throw => "There is nothing in the cart to throw.",
            ItemAction::Drop => "There is nothing in the cart to put down.",
        };
        match entries[..] {
            [] => {
                let belt = belt(view);
                let text = if purpose == ItemAction::Look && !belt.is_empty() {
                    format!("{refusal} On the belt: {}.", belt.join(", "))
                } else {
                    refusal.to_owned()
                };
                run.say(text);
                Transition::Stay
            }
            [ref only] if purpose == ItemAction::Throw && is_missile(only) => {
                Transition::push(CursorScreen::aim(only.slot, run))
            }
            _ => {
                let last = run.thrown.map(|last| last.kind);
                let (at, again) = match purpose {
                    ItemAction::Throw => (worth_throwing(&entries, last), last),
                    _ => (Some(0), None),
                };
                let again =
                    entries.iter().find(|entry| Some(entry.kind) == again && is_missile(entry));
                let again = again.map(|entry| entry.slot);
                let aims = |slot: &CartIndex| CursorScreen::last_target(*slot, run).is_some();
                Transition::push(Self {
                    purpose,
                    item: None,
                    aim: again.filter(aims).map(|slot| CursorScreen::aim(slot, run)),
                    selection: at.map(|at| Selection { at }),
                })
            }
        }
    }

    fn take(&mut self, slot: CartIndex, run: &mut ActiveRun, context: &Context) -> Transition {
        let command = match self.purpose {
            ItemAction::Look => {
                let at = run.view().cart().iter().position(|entry| entry.slot == slot);
                self.selection = at.map(|at| Selection { at });
                self.item = Some(ItemPage { slot });
                return Transition::Stay;
            }
            ItemAction::Throw => {
                return Transition::replace(CursorScreen::aim(slot, run));
            }
            ItemAction::Equip => Command::Equip { slot },
            ItemAction::Use => Command::Use { slot },
            ItemAction::Drop => Command::Drop { slot },
        };
        let here = run.view().player().pos;
        submit_or_ask(command, here, run, context)
    }
}

/// The cart's entries to which an action applies.
fn entries(view: View<'_>, purpose: ItemAction) -> Vec<CartSlot<'_>> {
    let mut entries = view.cart();
    entries.retain(|entry| purpose.applies_to(entry.item));
    entries
}

/// The entry to choose first for a throw: the kind that was thrown last, or else a missile. Never another item, such as an
/// unidentified potion.
fn worth_throwing(entries: &[CartSlot<'_>], last: Option<ItemKindId>) -> Option<usize> {
    let again = entries.iter().position(|entry| Some(entry.kind) == last);
    again.or_else(|| entries.iter().position(is_missile))
}

fn is_missile(entry: &CartSlot<'_>) -> bool {
    entry.item.slot == Slot::Missile
}

/// The slot of the entry whose letter was pressed.
fn lettered(input: &Input, entries: &[CartSlot<'_>], context: &Context) -> Option<CartIndex> {
    let Input::Key(key) = input else { return None };
    let place = letters(context).iter().position(|letter| *key == Key::char(*letter))?;
    entries.iter().map(|entry| entry.slot).find(|slot| usize::from(slot.0) == place)
}

/// The state of an entry, as an addition to its name.
fn state(entry: &CartSlot<'_>) -> String {
    match entry {
        CartSlot { owed: true, .. } => " (not paid for)".to_owned(),
        CartSlot { worn: true, .. } => " (in use)".to_owned(),
        CartSlot { rests, .. } if rests.0 > 0 => format!(" (rests for {rests})"),
        _ => String::new(),
    }
}

/// The small letters that choose entries of the cart, in the order of its slots: those without an intent in lists. An item
/// has the same letter for each action.
pub fn letters(context: &Context) -> Vec<char> {
    unbound_letters(context, 'a'..='z')
}

/// The letters without an intent in lists.
pub fn unbound_letters(context: &Context, letters: impl Iterator<Item = char>) -> Vec<char> {
    let is_free = |letter: &char| {
        let input = Input::Key(Key::char(*letter));
        context.intent(InputMode::List, &input).is_none()
    };
    letters.filter(is_free).collect()
}

impl Screen for CartScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        if let Some(aim) = &mut self.aim {
            return aim.draw(frame, context);
        }
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let view = run.view();
        if let Some(item) = &self.item {
            return item.draw(frame, view, context);
        }
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
        if self.purpose == ItemAction::Look && !belt.is_empty() {
            lines.push(Line::default());
            let text = format!("On the belt: {}.", belt.join(", "));
            lines.push(Line::styled(text, looks.style(ColorRole::Dim)));
        }
        let (title, does) = match self.purpose {
            ItemAction::Look => ("The cart", "look closer"),
            ItemAction::Equip => ("Put on or take in hand", "that one; again to put it away"),
            ItemAction::Use => ("Drink, read or rub", "that one"),
            ItemAction::Throw => ("Throw", "aim"),
            ItemAction::Drop => ("Put down", "that one"),
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
                KeyHint::new(chosen_by, does),
                KeyHint::of(context, Intent::Cancel, "back"),
            ]),
            selection: self.selection,
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if let Some(aim) = &mut self.aim {
            if context.intent(InputMode::Cursor, input) == Some(Intent::Cancel) {
                self.aim = None;
                return Transition::Stay;
            }
            // The letter of another item aims that one, but for the keys that the cursor has a use for.
            let is_free = !CursorScreen::has_use_for(input, context);
            let other = is_free
                .then(|| lettered(input, &entries(context.run().view(), self.purpose), context));
            let Some(slot) = other.flatten() else { return aim.input(input, context) };
            let (run, context) = context.in_run();
            return self.take(slot, run, context);
        }
        let (run, context) = context.in_run();
        if let Some(item) = &self.item {
            return item.input(input, run, context).unwrap_or_else(|| {
                self.item = None;
                Transition::Stay
            });
        }
        let intent = context.intent(InputMode::List, input);
        let view = run.view();
        let entries = entries(view, self.purpose);
        let count = entries.len();
        let chosen = match intent {
            Some(Intent::Cancel) => return Transition::Pop,
            Some(Intent::Confirm) => self.selection.map(|selection| selection.at),
            Some(intent) => {
                // Without a choice, the next entry is the first one and the previous one is the last.
                let before = Selection {
                    at: if intent == Intent::Next { count.saturating_sub(1) } else { 0 },
                };
                let mut selection = self.selection.unwrap_or(before);
                let turns = selection.turn(intent, count);
                self.selection = if turns { Some(selection) } else { self.selection };
                return if turns { Transition::Stay } else { Transition::Ignore };
            }
            None => None,
        };
        let chosen = chosen.and_then(|at| entries.get(at)).map(|entry| entry.slot);
        let slot = chosen.or_else(|| lettered(input, &entries, context));
        drop(entries);
        match slot {
            Some(slot) => self.take(slot, run, context),
            None => Transition::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        self.aim.as_mut()?.accessible_lines(context)
    }
}
