//! What is found: in crates, in pockets, on whoever was worth robbing. By depth and tier.

use crate::base::{Pos, Stream};
use crate::content::{Catalog, Depth, ItemKindId};
use crate::sim::state::purpose;

use crate::sim::state::belongings::Body;
use crate::sim::state::world::World;
use crate::sim::units::{Coins, Stack};

impl World {
    /// A stack worth a tier at a depth, drawn by weight: things of that tier before those of the next ones, and
    /// more coins the deeper they lie.
    pub(crate) fn draw_loot(
        catalog: &Catalog,
        stream: &mut Stream,
        depth: Depth,
        tier: u8,
    ) -> Stack {
        let weights = catalog.items.iter().map(|item| {
            let fits = match item.tier.abs_diff(tier) {
                0 => 4,
                1 => 2,
                _ => u32::from(item.tier < tier),
            };
            if item.depths.contains(depth) { item.weight * fits } else { 0 }
        });
        let kind = stream.weighted(weights).map_or(catalog.coin, |at| ItemKindId(at as u16));
        let (min, max) = catalog.item(kind).stack;
        let count = stream.range(min.into(), max.into()) as u16;
        let worth = if kind == catalog.coin { u16::from(depth.0.max(tier)) } else { 1 };
        Stack { kind, count: count.saturating_mul(worth) }
    }

    /// What is in the crate at a place: the same whenever it is smashed, and whatever was before it.
    /// Luck only finds more of them with something in.
    pub(crate) fn crate_contents(&self, at: Pos) -> Option<Stack> {
        let part = (self.floor_key, self.depth, at);
        let mut stream = Stream::new(self.seed, purpose::CRATE, part);
        let luck: u32 = self.belongings().equipment(&self.catalog).map(|item| item.luck).sum();
        if !stream.percent((self.catalog.rules.crate_percent + luck).min(100)) {
            return None;
        }
        let tier = self.depth.tier() + u8::from(stream.one_in(5));
        Some(World::draw_loot(&self.catalog, &mut stream, self.depth, tier.min(5)))
    }

    /// What is in the pockets of a body: the same whoever turns them out.
    pub(crate) fn pockets(&self, body: &Body) -> Coins {
        let (min, max) = self.catalog.actor(body.kind).purse;
        let part = (self.floor_key, body.kind, body.rises);
        let mut stream = Stream::new(self.seed, purpose::POCKETS, part);
        Coins(stream.range(min.into(), max.into()) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Catalog, Depth, Stream, World};
    use crate::base::{Purpose, Seed};

    #[test]
    fn what_lies_deeper_is_worth_more() {
        let catalog = Catalog::embedded().expect("valid");
        let mut stream = Stream::new(Seed(1), Purpose::new("loot"), ());
        let mut worth = |depth: Depth, tier: u8| -> u32 {
            let mut sum = 0;
            for _ in 0..2000 {
                let stack = World::draw_loot(&catalog, &mut stream, depth, tier);
                let item = catalog.item(stack.kind);
                assert!(item.depths.contains(depth) && stack.count > 0);
                let price = if stack.kind == catalog.coin { 1 } else { u32::from(item.price) };
                sum += price * u32::from(stack.count);
            }
            sum / 2000
        };
        let worths =
            [(1, 1), (4, 2), (7, 3), (10, 5)].map(|(depth, tier)| worth(Depth(depth), tier));
        assert!(worths.is_sorted_by(|less, more| less < more), "{worths:?}");
    }
}
