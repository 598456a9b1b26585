//! Loot by depth and tier.

use base::{Purpose, Seed, Stream};
use content::{Catalog, Depth};
use engine::sim::World;

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
    let worths = [(1, 1), (4, 2), (7, 3), (10, 5)].map(|(depth, tier)| worth(Depth(depth), tier));
    assert!(worths.is_sorted_by(|less, more| less < more), "{worths:?}");
}
