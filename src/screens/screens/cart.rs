//! The list of the items in the cart, opened for one action: to look at one, equip, use, throw or drop it.

use crate::{
    ActiveRun, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    screen::draw_sheet,
    terminal::{Input, Key},
    widgets::{
        KeyHint,
        hud::belt,
        sheet::{Block, Row, Sheet, letters},
    },
};
use content::{ItemKindId, Slot};
use engine::sim::{CartIndex, Command};
use engine::view::{CartSlot, ItemAction, View};
use ratatui::Frame;

use super::{ask::submit_or_ask, cursor::CursorScreen, item::ItemPage};

/// The list of the cart's items to which an action applies.
pub struct CartScreen {
    purpose: ItemAction,
    /// The page of the item that is shown in detail over the list.
    item: Option<ItemPage>,
    /// The cursor that aims the last thing at the last target over the list of a throw.
    aim: Option<CursorScreen>,
    /// The row that is chosen at first: none for a throw without an obvious missile.
    first: Option<usize>,
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
                    first: at,
                })
            }
        }
    }

    fn take(&mut self, slot: CartIndex, context: &mut ScreenContext<'_>) -> Transition {
        let (run, shared) = context.in_run();
        let command = match self.purpose {
            ItemAction::Look => {
                self.item = Some(ItemPage { slot });
                return Transition::Stay;
            }
            ItemAction::Throw => return Transition::replace(CursorScreen::aim(slot, run)),
            ItemAction::Equip => Command::Equip { slot },
            ItemAction::Use => Command::Use { slot },
            ItemAction::Drop => Command::Drop { slot },
        };
        let here = run.view().player().pos;
        submit_or_ask(command, here, run, shared)
    }

    /// Aims another item by its letter, or has the cursor handle the input.
    fn aim(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        self.aim.as_ref()?;
        if context.intent(InputMode::Cursor, input) == Some(Intent::Cancel) {
            self.aim = None;
            return Some(Transition::Stay);
        }
        // The keys that the cursor has a use for are not those of items.
        let entries = entries(context.run().view(), self.purpose);
        let letters = letters(context);
        let is_meant = |entry: &&CartSlot<'_>| {
            let letter = letters.get(usize::from(entry.slot.0));
            letter.is_some_and(|&letter| *input == Input::Key(Key::char(letter)))
        };
        let other = entries.iter().find(is_meant).map(|entry| entry.slot);
        match other.filter(|_| !CursorScreen::has_use_for(input, context)) {
            Some(slot) => Some(self.take(slot, context)),
            None => self.aim.as_mut().map(|aim| aim.input(input, context)),
        }
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

/// The state of an entry, as an addition to its name.
fn state(entry: &CartSlot<'_>) -> String {
    match entry {
        CartSlot { owed: true, .. } => " (not paid for)".to_owned(),
        CartSlot { worn: true, .. } => " (in use)".to_owned(),
        CartSlot { rests, .. } if rests.0 > 0 => format!(" (rests for {rests})"),
        _ => String::new(),
    }
}

impl Screen for CartScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        context.sheet.chosen = self.first;
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        if let Some(item) = &self.item {
            return item.sheet(view, context);
        }
        let letters = letters(context);
        let entries = entries(view, self.purpose);
        let rows = entries.iter().map(|entry| {
            let (slot, name) = (entry.item.slot.name(), format!("{}{}", entry.name, state(entry)));
            let key = letters.get(usize::from(entry.slot.0)).copied();
            Row { key, ..Row::new(format!("{name:<48} {slot}")) }
        });
        let belt = belt(view);
        let has_belt = self.purpose == ItemAction::Look && !belt.is_empty();
        let belt = Block::dim(format!("On the belt: {}.", belt.join(", ")));
        let (title, does) = match self.purpose {
            ItemAction::Look => ("The cart", "look closer"),
            ItemAction::Equip => ("Put on or take in hand", "that one; again to put it away"),
            ItemAction::Use => ("Drink, read or rub", "that one"),
            ItemAction::Throw => ("Throw", "aim"),
            ItemAction::Drop => ("Put down", "that one"),
        };
        let max = view.catalog().rules.cart;
        let chosen_by = match context.sheet.chosen {
            Some(_) => format!("letter or {}", context.key(Intent::Confirm)),
            None => "letter".to_owned(),
        };
        Some(Sheet {
            rows: rows.collect(),
            foot: if has_belt { vec![Block::blank(), belt] } else { Vec::new() },
            hints: vec![
                KeyHint::new(chosen_by, does),
                KeyHint::of(context, Intent::Cancel, "back"),
            ],
            columns: 74,
            ..Sheet::boxed(format!("{title} ({}/{max})", view.cart().len()))
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let entries = entries(context.run().view(), self.purpose);
        match entries.get(row).map(|entry| entry.slot) {
            Some(slot) => {
                if self.purpose == ItemAction::Look {
                    context.sheet.chosen = Some(row);
                }
                self.take(slot, context)
            }
            None => Transition::Ignore,
        }
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let Some(item) = &self.item else { return self.aim(input, context) };
        let (run, shared) = context.in_run();
        let transition = item.input(input, run, shared);
        if transition.is_none() {
            self.item = None;
        }
        Some(transition.unwrap_or(Transition::Stay))
    }

    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        match &mut self.aim {
            Some(aim) => aim.draw(frame, context),
            None => draw_sheet(self, frame, context),
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        self.aim.as_mut()?.accessible_lines(context)
    }
}
