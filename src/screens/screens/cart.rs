//! The list of the items in the cart, opened for one action: to look at one, equip, use, throw or
//! drop it; and the page of one item, with its description, its numbers and the actions that apply
//! to it.

use content::{Slot, capital};
use engine::{
    sim::{CartIndex, Command},
    view::{CartSlot, ItemAction, View, weigh},
};
use ratatui::Frame;

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    screen::draw_sheet,
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{
        KeyHint,
        facts::facts,
        hud::belt,
        sheet::{Block, Row, Sheet, letters},
    },
};

use super::{
    ask::{say, submit_or_ask},
    cursor::{CursorScreen, last_target},
    shop::compared,
};

/// The list of the cart's items to which an action applies.
pub struct CartScreen {
    purpose: ItemAction,
    /// The slot of the item that is shown in detail over the list.
    item: Option<CartIndex>,
    /// The cursor that aims the last thing at the last target over the list of a throw.
    aim: Option<CursorScreen>,
    /// The row that is chosen at first: none for a throw without an obvious missile.
    first: Option<usize>,
}

/// The title of the list for an action, what a row does, and what is said where there is no item.
fn words(purpose: ItemAction) -> [&'static str; 3] {
    match purpose {
        ItemAction::Look => ["The cart", "look closer", "The cart is empty."],
        ItemAction::Equip => [
            "Put on or take in hand",
            "that one; again to put it away",
            "There is nothing in the cart to wear or wield.",
        ],
        ItemAction::Use => [
            "Drink, read or rub",
            "that one",
            "There is nothing in the cart to drink, read or rub.",
        ],
        ItemAction::Throw => ["Throw", "aim", "There is nothing in the cart to throw."],
        ItemAction::Drop => ["Put down", "that one", "There is nothing in the cart to put down."],
    }
}

impl CartScreen {
    /// Opens the list, or logs that there is no item for the action. With one missile, a throw goes
    /// on to aim at once; so it does with the missile that was thrown last, if its target is in
    /// reach, and going back from there shows the list.
    pub fn open(purpose: ItemAction, run: &mut ActiveRun) -> Transition {
        let view = run.view();
        let entries = entries(view, purpose);
        let [.., refusal] = words(purpose);
        let is_throw = purpose == ItemAction::Throw;
        match entries[..] {
            [] => {
                let belt = belt(view);
                let text = if purpose == ItemAction::Look && !belt.is_empty() {
                    format!("{refusal} On the belt: {}.", belt.join(", "))
                } else {
                    refusal.to_owned()
                };
                say(text, run)
            }
            [ref only] if is_throw && is_missile(only) => {
                Transition::push(CursorScreen::aim(only.slot, run))
            }
            _ => {
                // The kind that was thrown last, or else a missile; never another item, such as an
                // unidentified potion.
                let last = run.thrown.map(|last| last.kind).filter(|_| is_throw);
                let again = entries.iter().position(|entry| Some(entry.kind) == last);
                let missile = entries.iter().position(is_missile);
                let first = if is_throw { again.or(missile) } else { Some(0) };
                let again = again.map(|at| &entries[at]).filter(|entry| is_missile(entry));
                let again = again.filter(|own| last_target(own.slot, run).is_some());
                let aim = again.map(|own| CursorScreen::aim(own.slot, run));
                Transition::push(Self { purpose, item: None, aim, first })
            }
        }
    }

    fn take(&mut self, slot: CartIndex, context: &mut ScreenContext<'_>) -> Transition {
        if self.purpose == ItemAction::Look {
            self.item = Some(slot);
            return Transition::Stay;
        }
        let (run, shared) = context.in_run();
        act(self.purpose, slot, run, shared)
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

/// Does something with an item, but for looking at it.
fn act(action: ItemAction, slot: CartIndex, run: &mut ActiveRun, context: &Context) -> Transition {
    let command = match action {
        ItemAction::Look => return Transition::Ignore,
        ItemAction::Throw => return Transition::replace(CursorScreen::aim(slot, run)),
        ItemAction::Equip => Command::Equip { slot },
        ItemAction::Use => Command::Use { slot },
        ItemAction::Drop => Command::Drop { slot },
    };
    let here = run.view().player().pos;
    submit_or_ask(command, here, run, context)
}

fn entries(view: View<'_>, purpose: ItemAction) -> Vec<CartSlot<'_>> {
    let mut entries = view.cart();
    entries.retain(|entry| purpose.applies_to(entry.item));
    entries
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
        if let Some(slot) = self.item {
            return item_sheet(slot, view, context);
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
        let [title, does, _] = words(self.purpose);
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
            ..Sheet::boxed(74, format!("{title} ({}/{max})", view.cart().len()))
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let entries = entries(context.run().view(), self.purpose);
        let Some(slot) = entries.get(row).map(|entry| entry.slot) else {
            return Transition::Ignore;
        };
        if self.purpose == ItemAction::Look {
            context.sheet.chosen = Some(row);
        }
        self.take(slot, context)
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let Some(slot) = self.item else { return self.aim(input, context) };
        let (run, shared) = context.in_run();
        let transition = item_input(slot, input, run, shared);
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

const ITEM_ACTIONS: [(Intent, ItemAction); 4] = [
    (Intent::Equip, ItemAction::Equip),
    (Intent::Use, ItemAction::Use),
    (Intent::Fire, ItemAction::Throw),
    (Intent::Drop, ItemAction::Drop),
];

/// The page of the item in a slot of the cart; `None` once it is not there any more.
fn item_sheet(slot: CartIndex, view: View<'_>, context: &Context) -> Option<Sheet> {
    let entry = view.cart_slot(slot)?;
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
    for (intent, action) in ITEM_ACTIONS {
        if action.applies_to(entry.item) {
            let does = match (action, entry.item.slot) {
                (ItemAction::Look | ItemAction::Equip, _) if entry.worn => "put away",
                (ItemAction::Look | ItemAction::Equip, _) => "put on or take in hand",
                (ItemAction::Use, Slot::Potion) => "drink",
                (ItemAction::Use, Slot::Scroll) => "read",
                // Of the others, only charms can be used.
                (ItemAction::Use, _) => "rub",
                (ItemAction::Throw, _) => "throw",
                (ItemAction::Drop, _) => "put down",
            };
            let key = context.key(intent);
            text.push(Block::Text(format!("[{key}] {does}"), ColorRole::Key));
        }
    }
    Some(Sheet {
        text,
        hints: vec![KeyHint::of(context, Intent::Cancel, "back to the cart")],
        ..Sheet::boxed(60, capital(&entry.name))
    })
}

/// Handles an input on the page of an item; `None` goes back to the cart.
fn item_input(
    slot: CartIndex,
    input: &Input,
    run: &mut ActiveRun,
    context: &Context,
) -> Option<Transition> {
    if let Some(Intent::Cancel | Intent::Confirm) = context.intent(InputMode::List, input) {
        return None;
    }
    let playing = context.intent(InputMode::Play, input);
    let item = run.view().cart_slot(slot)?.item;
    let is_meant = |&(intent, action): &(Intent, ItemAction)| {
        playing == Some(intent) && action.applies_to(item)
    };
    let action = ITEM_ACTIONS.into_iter().find(is_meant).map(|(_, action)| action);
    Some(act(action.unwrap_or(ItemAction::Look), slot, run, context))
}

/// The state of this item: the turns that it rests, that it is not paid for, or what the shop pays
/// for it.
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
