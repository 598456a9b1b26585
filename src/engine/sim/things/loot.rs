//! Loot, drawn by depth and tier: the contents of crates and of pockets.

use crate::sim::prelude::*;

/// One in this many crates with something in them holds loot of the next tier.
const RICH_CRATE_ONE_IN: u32 = 5;

/// The highest tier of items.
const MAX_TIER: u8 = 5;

impl World {
    /// A stack of an item for a tier and a depth, drawn by weight: items of the tier weigh four
    /// times, those one tier off twice what lower ones do, higher ones nothing. Coins come in more
    /// the deeper they lie.
    pub fn draw_loot(catalog: &Catalog, stream: &mut Stream, depth: Depth, tier: u8) -> Stack {
        let weights = catalog.items.iter().map(|item| {
            if item.depths.contains(depth) { item.weight * tier_weight(item.tier, tier) } else { 0 }
        });
        let kind = stream.weighted(weights).map_or(catalog.coin, |at| ItemKindId(at as u16));
        let (min, max) = catalog.item(kind).stack;
        let count = stream.range(min.into(), max.into()) as u16;
        let worth = if kind == catalog.coin { u16::from(depth.0.max(tier)) } else { 1 };
        Stack { kind, count: count.saturating_mul(worth) }
    }

    /// The contents of the crate on a cell: they depend on nothing but the floor and the cell, and
    /// on luck, which makes more crates hold something. There are none where the player has spent a
    /// night before.
    pub fn crate_contents(&self, at: Pos) -> Option<Stack> {
        if self.has_worked_here_before() {
            return None;
        }
        let part = (self.floor_key, self.depth, at);
        let mut stream = Stream::new(self.seed, purpose::CRATE, part);
        let luck: u32 = self.belongings().equipment(&self.catalog).map(|item| item.luck).sum();
        if !stream.percent((self.catalog.rules.crate_percent + luck).min(100)) {
            return None;
        }
        let tier = self.depth.tier() + u8::from(stream.one_in(RICH_CRATE_ONE_IN));
        Some(World::draw_loot(&self.catalog, &mut stream, self.depth, tier.min(MAX_TIER)))
    }

    /// The coins in the pockets of a body: they depend on nothing but the floor and the body. Until
    /// dawn there are none where the player has spent a night before.
    pub(crate) fn pockets(&self, body: &Body) -> Coins {
        if self.raid().is_none() && self.has_worked_here_before() {
            return Coins(0);
        }
        let (min, max) = self.catalog.actor(body.kind).purse;
        let part = (self.floor_key, body.kind, body.rises);
        let mut stream = Stream::new(self.seed, purpose::POCKETS, part);
        let coins = stream.range(min.into(), max.into()) as u32;
        let deeper = u32::from(self.depth.0.saturating_sub(1));
        Coins(coins * (100 + deeper * self.catalog.rules.raiders.richer) / 100)
    }
}

/// The factor of the weight of items of a tier where another tier is drawn for.
pub(crate) fn tier_weight(own: u8, wanted: u8) -> u32 {
    match own.abs_diff(wanted) {
        0 => 4,
        1 => 2,
        _ => u32::from(own < wanted),
    }
}
