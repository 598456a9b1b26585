//! What a choice on the road changes of the player's belongings and health.

use crate::sim::prelude::*;
use std::collections::BTreeMap;

use crate::sim::event::ChoiceChange;

/// What the player has at a moment, to be compared with what they have later.
pub(super) struct Holdings {
    coins: i32,
    rations: i32,
    health: i32,
    supplies: PerSupply,
    items: BTreeMap<ItemKindId, i32>,
}

impl Holdings {
    pub(super) fn of(world: &World) -> Holdings {
        let own = world.belongings();
        let mut items = BTreeMap::new();
        for (_, stack) in own.stacks() {
            *items.entry(stack.kind).or_insert(0) += i32::from(stack.count);
        }
        Holdings {
            coins: own.coins.0 as i32,
            rations: world.journey().map_or(0, |journey| journey.rations.into()),
            health: world.vitals(world.player()).health,
            supplies: own.supplies,
            items,
        }
    }

    /// What has changed since.
    pub(super) fn change_to(&self, after: &Holdings) -> ChoiceChange {
        let supplies = Supply::ALL.into_iter().map(|supply| {
            let counts = (self.supplies[supply], after.supplies[supply]);
            (supply, i32::from(counts.1) - i32::from(counts.0))
        });
        let mut items = after.items.clone();
        for (kind, count) in &self.items {
            *items.entry(*kind).or_insert(0) -= count;
        }
        ChoiceChange {
            coins: after.coins - self.coins,
            rations: after.rations - self.rations,
            health: after.health - self.health,
            supplies: supplies.filter(|&(_, count)| count != 0).collect(),
            items: items.into_iter().filter(|&(_, count)| count != 0).collect(),
        }
    }
}
