//! What is carried from floor to floor: cart, belt, hands, supplies, coins, and what the player can
//! tell of items.

use std::ops::{Index, IndexMut};

use crate::sim::command::CartIndex;
use crate::sim::event::Harm;
use crate::sim::state::purpose;
use crate::sim::state::sorted::entry;
use crate::sim::units::{ActorId, Coins, PersonId, Stack, Turns};
use base::{Seed, Stream};
use content::{
    ActorKindId, Catalog, Depth, Gate, ItemKind, ItemKindId, KitRule, PerkId, Slot, Supply,
    TrapKindId,
};
use serde::{Deserialize, Serialize};

/// The part of a state that is carried from floor to floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunState {
    pub belongings: Belongings,
    pub identified: Identified,
    pub appearances: Appearances,
    /// The id of the next actor that comes into the world.
    pub next_id: u32,
    /// What seniority has given, in the order in which it was chosen.
    pub perks: Vec<PerkId>,
}

impl RunState {
    /// A run that begins at a depth: with the kit of that depth, and with appearances drawn from
    /// the seed.
    pub fn begin(seed: Seed, depth: Depth, catalog: &Catalog) -> RunState {
        let coins = {
            let (coins, deeper) = catalog.rules.coins;
            Coins(coins + deeper * u32::from(depth.0.saturating_sub(1)))
        };
        let mut belongings = Belongings { coins, ..Belongings::default() };
        let identified = catalog.items.iter().map(|item| !item.slot.is_unidentified());
        let mut identified = Identified(identified.collect());
        let is_due = |rule: &&KitRule| rule.depths.contains(depth);
        for rule in catalog.rules.kit.iter().filter(is_due) {
            if let Some(kind) = catalog.find_item(&rule.item) {
                belongings.add(Stack { kind, count: rule.count }, catalog);
                let slot = catalog.item(kind).slot;
                if slot.is_equipment() {
                    belongings.worn.0[slot as usize] = Some(kind);
                }
                identified.learn(kind);
            }
        }
        let appearances = Appearances::draw(seed, catalog);
        let next_id = ActorId::PLAYER.0 + 1;
        RunState { belongings, identified, appearances, next_id, perks: Vec::new() }
    }
}

/// Whether the player can tell what an item of each kind is, by the kind's place in the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identified(pub Vec<bool>);

/// What each kind of item looks like as long as it is not identified, as a place in the texts; by
/// the kind's place in the catalog. Drawn from the seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appearances(pub Vec<u8>);

impl Identified {
    pub fn has(&self, kind: ItemKindId) -> bool {
        self.0[usize::from(kind.0)]
    }

    /// The player learns to tell a kind; true if that is new.
    pub(crate) fn learn(&mut self, kind: ItemKindId) -> bool {
        !std::mem::replace(&mut self.0[usize::from(kind.0)], true)
    }
}

impl Appearances {
    /// One for each kind that has to be identified, no two of a slot alike.
    fn draw(seed: Seed, catalog: &Catalog) -> Appearances {
        let mut appearances = vec![0; catalog.items.len()];
        for (slot, count) in [
            (Slot::Potion, catalog.texts.potions.len()),
            (Slot::Scroll, catalog.texts.scrolls.len()),
            (Slot::Charm, catalog.texts.charms.len()),
        ] {
            let mut order: Vec<u8> = (0..count as u8).collect();
            Stream::new(seed, purpose::APPEARANCES, slot).shuffle(&mut order);
            let kinds = catalog.items.iter().enumerate().filter(|(_, item)| item.slot == slot);
            for ((kind, _), appearance) in kinds.zip(order) {
                appearances[kind] = appearance;
            }
        }
        Appearances(appearances)
    }

    pub fn of(&self, kind: ItemKindId) -> usize {
        self.0[usize::from(kind.0)].into()
    }
}

/// What is in the hand, on the body and in the pocket, in the order of [`Slot`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn(pub [Option<ItemKindId>; 3]);

/// A count for each supply, in the order of [`Supply::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerSupply(pub [u16; Supply::ALL.len()]);

impl Index<Supply> for PerSupply {
    type Output = u16;
    fn index(&self, supply: Supply) -> &u16 {
        &self.0[supply as usize]
    }
}

impl IndexMut<Supply> for PerSupply {
    fn index_mut(&mut self, supply: Supply) -> &mut u16 {
        &mut self.0[supply as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    pub kind: ActorKindId,
    /// When it gets up again, if it still lies about then: of the turns in which its floor does not
    /// stand still.
    pub rises: Turns,
    /// What it died of, where that is known.
    pub by: Option<Harm>,
    /// Who it was, if it was one of the cast of a journey.
    pub person: Option<PersonId>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belongings {
    /// The cart: a stack keeps its place as long as it is carried. A place that is free between
    /// others holds [`Stack::NONE`], the last is never free.
    pub cart: Vec<Stack>,
    pub worn: Worn,
    pub supplies: PerSupply,
    /// Trap kits, by kind; several of a kind stand side by side.
    pub kits: Vec<TrapKindId>,
    /// Cells wiped since the mop was last rinsed.
    pub mop_fouled: u8,
    pub carrying: Option<Body>,
    /// Keys and tools for gates, by kind. They take no room and are never put down.
    pub belt: Vec<Stack>,
    /// From when on there is a bomb in the satchel.
    pub satchel_ready: Turns,
    pub coins: Coins,
    /// Charms that rest, by kind, and when they can be used again.
    pub resting: Vec<(ItemKindId, Turns)>,
    /// What was taken off the shelves of a shop and not paid for, by kind.
    pub unpaid: Vec<Stack>,
}

impl Belongings {
    pub fn stack(&self, slot: CartIndex) -> Option<Stack> {
        self.cart.get(usize::from(slot.0)).copied().filter(|stack| stack.count > 0)
    }

    /// What is in the cart, and in which places.
    pub fn stacks(&self) -> impl Iterator<Item = (CartIndex, Stack)> {
        let places = (0..).map(CartIndex).zip(self.cart.iter().copied());
        places.filter(|(_, stack)| stack.count > 0)
    }

    /// When a charm of this kind can be used again: at once, if it has not been used.
    pub fn ready(&self, kind: ItemKindId) -> Turns {
        self.resting
            .iter()
            .find(|&&(resting, _)| resting == kind)
            .map_or(Turns(0), |&(_, ready)| ready)
    }

    pub fn owed(&self, kind: ItemKindId) -> u16 {
        self.unpaid.iter().find(|own| own.kind == kind).map_or(0, |own| own.count)
    }

    /// Whether one more stack of this kind finds room. For what is taken up where it lies there
    /// always is some.
    pub fn has_room(&self, kind: ItemKindId, catalog: &Catalog) -> bool {
        catalog.item(kind).slot.is_taken_up()
            || self.stacks().count() < catalog.rules.cart
            || self.stacks().any(|(_, stack)| stack.kind == kind)
    }

    pub fn is_worn(&self, kind: ItemKindId) -> bool {
        self.worn.0.contains(&Some(kind))
    }

    /// What of a stack of the cart is sold in one go: without the one in use, if there are others.
    pub fn to_sell(&self, slot: CartIndex) -> Option<Stack> {
        let stack = self.stack(slot)?;
        let kept = u16::from(stack.count > 1 && self.is_worn(stack.kind));
        Some(Stack { count: stack.count - kept, ..stack })
    }

    pub fn tool<'c>(&self, catalog: &'c Catalog) -> Option<&'c ItemKind> {
        self.worn.0[Slot::Tool as usize].map(|kind| catalog.item(kind))
    }

    /// Everything worn or held.
    pub fn equipment<'c>(&self, catalog: &'c Catalog) -> impl Iterator<Item = &'c ItemKind> {
        self.worn.0.into_iter().flatten().map(|kind| catalog.item(kind))
    }

    pub fn has_opener(&self, gate: Gate, catalog: &Catalog) -> bool {
        catalog.opener(gate).is_some_and(|kind| self.belt.iter().any(|own| own.kind == kind))
    }

    /// Adds to the stack of its kind, or a new one: in the first free place of the cart, by kind on
    /// the belt.
    pub(crate) fn add(&mut self, stack: Stack, catalog: &Catalog) {
        if catalog.item(stack.kind).slot == Slot::Belt {
            let own = entry(&mut self.belt, |own| own.kind, Stack { count: 0, ..stack });
            own.count = own.count.saturating_add(stack.count);
            return;
        }
        let mut own = self.cart.iter_mut().filter(|own| own.count > 0);
        if let Some(own) = own.find(|own| own.kind == stack.kind) {
            own.count = own.count.saturating_add(stack.count);
            return;
        }
        match self.cart.iter_mut().find(|own| own.count == 0) {
            Some(free) => *free = stack,
            None => self.cart.push(stack),
        }
    }

    pub(crate) fn rest(&mut self, kind: ItemKindId, ready: Turns) {
        entry(&mut self.resting, |own| own.0, (kind, ready)).1 = ready;
    }

    /// So many of a kind more, or with a negative number fewer, are not paid for.
    pub(crate) fn owe(&mut self, kind: ItemKindId, change: i32) {
        let own = entry(&mut self.unpaid, |own| own.kind, Stack { kind, count: 0 });
        own.count = (i32::from(own.count) + change).clamp(0, u16::MAX.into()) as u16;
        self.unpaid.retain(|own| own.count > 0);
    }

    pub(crate) fn take_from_belt(&mut self, kind: ItemKindId) {
        if let Some(own) = self.belt.iter_mut().find(|own| own.kind == kind) {
            own.count -= 1;
        }
        self.belt.retain(|own| own.count > 0);
    }

    /// Takes `count` out of a slot; the last one takes it off as well.
    pub(crate) fn take(&mut self, slot: CartIndex, count: u16) -> Option<Stack> {
        let place = usize::from(slot.0);
        let stack = self.cart.get_mut(place).filter(|stack| stack.count > 0)?;
        let kind = stack.kind;
        let count = count.min(stack.count);
        stack.count -= count;
        if stack.count == 0 {
            *stack = Stack::NONE;
            while self.cart.last() == Some(&Stack::NONE) {
                self.cart.pop();
            }
            for worn in &mut self.worn.0 {
                if *worn == Some(kind) {
                    *worn = None;
                }
            }
        }
        Some(Stack { kind, count })
    }
}
