//! What the player has.

use super::{Checker, MAX_COUNT, MAX_COUNTER, SnapshotError, below, require};
use crate::sim::state::belongings::{Belongings, PerSupply, Worn};
use crate::sim::units::{Coins, Stack, Turns};
use content::{ItemKindId, Slot, Supply};

impl Checker<'_> {
    pub(super) fn belongings(&self, own: &Belongings) -> Result<(), SnapshotError> {
        let Belongings {
            cart,
            worn: Worn(worn),
            supplies: PerSupply(supplies),
            // The mop may be as foul as can be.
            mop_fouled: _,
            carrying,
            kits,
            belt,
            satchel_ready,
            coins,
            resting,
            unpaid,
        } = own;
        self.cart(cart)?;
        for (supply, &count) in Supply::ALL.into_iter().zip(supplies) {
            below(count, MAX_COUNT, format_args!("run.belongings.supplies.{}", supply.name()))?;
        }
        for (slot, kind) in worn.iter().enumerate() {
            let path = format_args!("run.belongings.worn.{}", Slot::ALL[slot].name());
            let Some(kind) = *kind else { continue };
            self.item(kind, path)?;
            require(self.slot_of(kind) as usize == slot, path, "cannot be worn there")?;
        }
        let path = "run.belongings.kits";
        require(kits.len() <= 26 && kits.is_sorted(), path, "out of order, or more than 26")?;
        for (index, &kit) in kits.iter().enumerate() {
            self.trap(kit, format_args!("{path}[{index}]"))?;
        }
        let path = "run.belongings.belt";
        for (index, stack) in belt.iter().enumerate() {
            self.item(stack.kind, format_args!("{path}[{index}].kind"))?;
            let hangs = self.slot_of(stack.kind) == Slot::Belt && stack.count > 0;
            require(hangs, format_args!("{path}[{index}]"), "does not hang on a belt")?;
            below(stack.count, MAX_COUNT, format_args!("{path}[{index}].count"))?;
        }
        require(belt.is_sorted_by(|a, b| a.kind < b.kind), path, "out of order")?;
        below(satchel_ready.0, MAX_COUNTER, "run.belongings.satchel_ready")?;
        self.purse(*coins, resting, unpaid)?;
        carrying.map_or(Ok(()), |body| self.body(body, "run.belongings.carrying"))
    }

    fn cart(&self, cart: &[Stack]) -> Result<(), SnapshotError> {
        let path = "run.belongings.cart";
        require(cart.len() <= 26, path, "more than 26 stacks")?;
        require(cart.last() != Some(&Stack::NONE), path, "ends with a free place")?;
        for (index, stack) in cart.iter().enumerate() {
            let path = format_args!("{path}[{index}]");
            require(stack.count > 0 || *stack == Stack::NONE, path, "a stack of nothing")?;
            below(stack.count, MAX_COUNT, format_args!("{path}.count"))?;
            self.item(stack.kind, path)?;
            require(self.slot_of(stack.kind) != Slot::Belt, path, "hangs on the belt alone")?;
        }
        Ok(())
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
        below(coins.0, MAX_COUNTER, "run.belongings.coins")?;
        let path = "run.belongings.resting";
        for (index, &(kind, ready)) in resting.iter().enumerate() {
            self.item(kind, format_args!("{path}[{index}]"))?;
            below(ready.0, MAX_COUNTER, format_args!("{path}[{index}]"))?;
        }
        require(resting.is_sorted_by(|a, b| a.0 < b.0), path, "out of order")?;
        let path = "run.belongings.unpaid";
        for (index, stack) in unpaid.iter().enumerate() {
            self.item(stack.kind, format_args!("{path}[{index}].kind"))?;
            require(stack.count > 0, format_args!("{path}[{index}].count"), "none of it")?;
            below(stack.count, MAX_COUNT, format_args!("{path}[{index}].count"))?;
        }
        require(unpaid.is_sorted_by(|a, b| a.kind < b.kind), path, "out of order")
    }
}
