//! What belongs to the run, whatever floor it is on.

use serde::{Deserialize, Serialize};

use crate::sim::state::belongings::Belongings;
use crate::sim::state::purpose;
use crate::sim::units::{ActorId, Coins, Stack};
use base::{Seed, Stream};
use content::{Catalog, Depth, ItemKindId, KitRule, PerkId, Slot};

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
    /// A run that begins at a depth: with the kit of that depth, and with appearances drawn from the seed.
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

/// What each kind of item looks like as long as it is not identified, as a place in the texts; by the kind's place
/// in the catalog. Drawn from the seed.
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
