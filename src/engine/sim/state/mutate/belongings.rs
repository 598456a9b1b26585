//! Writes on what the player has: coins and debts, supplies, the mop, cart, belt and arms; and on what the player can
//! tell of items.

use content::{ItemKindId, PerkId, Slot, Supply, TrapKindId};

use crate::sim::command::CartIndex;
use crate::sim::event::{Event, ItemEvent};
use crate::sim::state::belongings::{Body, PerSupply};
use crate::sim::state::world::World;
use crate::sim::units::{Coins, Stack, Turns};

impl World {
    pub(crate) fn earn(&mut self, coins: Coins) {
        self.run.belongings.coins = self.run.belongings.coins.saturating_add(coins);
    }

    pub(crate) fn spend_coins(&mut self, price: Coins) {
        self.run.belongings.coins = self.run.belongings.coins.saturating_sub(price);
    }

    /// Changes how many of a kind of item are not paid for.
    pub(crate) fn change_debt(&mut self, kind: ItemKindId, change: i32) {
        self.run.belongings.owe(kind, change);
    }

    /// Cancels all debts. Returns what was not paid for.
    pub(crate) fn cancel_debts(&mut self) -> Vec<Stack> {
        std::mem::take(&mut self.run.belongings.unpaid)
    }

    pub(crate) fn set_supplies(&mut self, supplies: PerSupply) {
        self.run.belongings.supplies = supplies;
    }

    pub(crate) fn add_supply(&mut self, supply: Supply, amount: u16) {
        let count = &mut self.run.belongings.supplies[supply];
        *count = count.saturating_add(amount);
    }

    /// Uses up one of a supply. Returns how many are left.
    pub(crate) fn use_supply(&mut self, supply: Supply) -> u16 {
        let count = &mut self.run.belongings.supplies[supply];
        *count = count.saturating_sub(1);
        *count
    }

    pub(crate) fn add_kit(&mut self, trap: TrapKindId) {
        let kits = &mut self.run.belongings.kits;
        let place = kits.partition_point(|&own| own <= trap);
        kits.insert(place, trap);
    }

    /// Takes a trap kit of a kind from the player. Returns whether there was one.
    pub(crate) fn take_kit(&mut self, trap: TrapKindId) -> bool {
        let kits = &mut self.run.belongings.kits;
        let place = kits.binary_search(&trap);
        place.map(|place| kits.remove(place)).is_ok()
    }

    /// Counts one more cell that the mop has wiped since it was rinsed.
    pub(crate) fn foul_mop(&mut self) {
        self.run.belongings.mop_fouled += 1;
    }

    pub(crate) fn clean_mop(&mut self) {
        self.run.belongings.mop_fouled = 0;
    }

    /// Puts a body into the player's arms.
    pub(crate) fn carry_body(&mut self, body: Body) {
        self.run.belongings.carrying = Some(body);
    }

    /// Takes the body out of the player's arms.
    pub(crate) fn release_body(&mut self) -> Option<Body> {
        self.run.belongings.carrying.take()
    }

    /// Puts a stack into the cart, or on the belt if its kind belongs there.
    pub(crate) fn add_to_belongings(&mut self, stack: Stack) {
        self.run.belongings.add(stack, &self.catalog);
    }

    /// Takes up to `count` of a stack out of the cart; the last of a kind is also taken off.
    pub(crate) fn take_from_cart(&mut self, slot: CartIndex, count: u16) -> Option<Stack> {
        self.run.belongings.take(slot, count)
    }

    /// Takes one of a kind off the belt.
    pub(crate) fn take_from_belt(&mut self, kind: ItemKindId) {
        self.run.belongings.take_from_belt(kind);
    }

    /// Sets what the player wears in a slot for equipment.
    pub(crate) fn set_worn(&mut self, slot: Slot, kind: Option<ItemKindId>) {
        self.run.belongings.worn.0[slot as usize] = kind;
    }

    /// Sets the turn from which a charm can be used again.
    pub(crate) fn set_charm_ready(&mut self, kind: ItemKindId, ready: Turns) {
        self.run.belongings.rest(kind, ready);
    }

    /// Sets the turn from which there is a bomb in the satchel.
    pub(crate) fn set_satchel_ready(&mut self, ready: Turns) {
        self.run.belongings.satchel_ready = ready;
    }

    /// Makes charms and satchel ready at once.
    pub(crate) fn end_recharging(&mut self) {
        self.run.belongings.resting.clear();
        self.run.belongings.satchel_ready = Turns(0);
    }

    /// Gives the player a perk.
    pub(crate) fn add_perk(&mut self, perk: PerkId) {
        self.run.perks.push(perk);
    }

    /// The player learns what a kind of item is. Returns whether that is new.
    pub(crate) fn identify(&mut self, kind: ItemKindId) -> bool {
        let is_news = self.run.identified.learn(kind);
        if is_news {
            self.emit(Event::Item(ItemEvent::Identified { item: kind }));
        }
        is_news
    }
}
