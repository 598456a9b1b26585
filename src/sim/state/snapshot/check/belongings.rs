//! What the player has.

use super::{Checker, MAX_COUNTER, SnapshotError, require};
use crate::content::{ItemKindId, Slot};
use crate::sim::state::belongings::{Belongings, PerSupply, Worn};
use crate::sim::units::{Coins, Stack, Turns};

/// The place that faults are told of.
const FAULT_PLACE: &str = "actor 0";

impl Checker<'_> {
    pub(super) fn belongings(&self, own: &Belongings) -> Result<(), SnapshotError> {
        let Belongings {
            cart,
            worn: Worn(worn),
            // Any count will do, and the mop may be as foul as can be.
            supplies: PerSupply(_),
            mop_fouled: _,
            carrying,
            kits,
            belt,
            satchel_ready,
            coins,
            resting,
            unpaid,
        } = own;
        require(cart.len() <= 26, FAULT_PLACE, "the cart is overfull")?;
        let is_sound = cart.last() != Some(&Stack::NONE)
            && cart.iter().all(|stack| stack.count > 0 || *stack == Stack::NONE);
        require(is_sound, FAULT_PLACE, "the cart holds stacks of nothing")?;
        for kind in cart.iter().map(|stack| stack.kind).chain(worn.iter().copied().flatten()) {
            self.item(kind, FAULT_PLACE)?;
        }
        for (slot, kind) in worn.iter().enumerate() {
            let fits = kind.is_none_or(|kind| self.slot_of(kind) as usize == slot);
            require(fits, FAULT_PLACE, "wears what cannot be worn there")?;
        }
        require(kits.len() <= 26 && kits.is_sorted(), FAULT_PLACE, "the kits are out of order")?;
        for &kit in kits {
            self.trap(kit, FAULT_PLACE)?;
        }
        for stack in belt {
            self.item(stack.kind, FAULT_PLACE)?;
            let hangs = self.slot_of(stack.kind) == Slot::Belt;
            require(hangs && stack.count > 0, FAULT_PLACE, "has on the belt what does not hang")?;
        }
        let rising = belt.is_sorted_by(|a, b| a.kind < b.kind);
        require(rising, FAULT_PLACE, "the belt is out of order")?;
        let in_cart = cart.iter().all(|stack| self.slot_of(stack.kind) != Slot::Belt);
        require(in_cart, FAULT_PLACE, "has in the cart what hangs on the belt")?;
        require(satchel_ready.0 < MAX_COUNTER, FAULT_PLACE, "a satchel that never refills")?;
        self.purse(*coins, resting, unpaid)?;
        carrying.map_or(Ok(()), |body| self.body(body, FAULT_PLACE))
    }

    fn slot_of(&self, kind: ItemKindId) -> Slot {
        self.catalog.item(kind).slot
    }

    /// Coins, charms that rest, and what was not paid for.
    fn purse(
        &self,
        coins: Coins,
        resting: &[(ItemKindId, Turns)],
        unpaid: &[Stack],
    ) -> Result<(), SnapshotError> {
        require(coins.0 < MAX_COUNTER, FAULT_PLACE, "more coins than there are")?;
        for &(kind, ready) in resting {
            self.item(kind, FAULT_PLACE)?;
            require(ready.0 < MAX_COUNTER, FAULT_PLACE, "a charm that never wakes")?;
        }
        let rising = resting.is_sorted_by(|a, b| a.0 < b.0);
        require(rising, FAULT_PLACE, "resting charms out of order")?;
        for stack in unpaid {
            self.item(stack.kind, FAULT_PLACE)?;
            require(stack.count > 0, FAULT_PLACE, "owes for none of it")?;
        }
        let rising = unpaid.is_sorted_by(|a, b| a.kind < b.kind);
        require(rising, FAULT_PLACE, "what is owed is out of order")
    }
}
