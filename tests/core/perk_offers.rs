//! The perks that are offered, and how often.

use base::Seed;
use content::{Catalog, PerkId};
use engine::sim::{offer_perks, perks_earned};

#[test]
fn offers_are_distinct_and_every_perk_comes_up_at_every_pick() {
    let catalog = Catalog::embedded().expect("valid");
    let mut seen = [const { Vec::new() }; 3];
    for seed in (0..400).map(Seed) {
        let mut held: Vec<PerkId> = Vec::new();
        for seen in &mut seen {
            let offered = offer_perks(seed, &held, &catalog);
            assert_eq!(offered, offer_perks(seed, &held, &catalog));
            assert_eq!(offered.len(), 3);
            let mut all = [held.clone(), offered.clone()].concat();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), held.len() + 3, "seed {seed}: {offered:?} to {held:?}");
            seen.extend(offered.iter().copied());
            held.push(offered[seed.0 as usize % 3]);
        }
    }
    for seen in &mut seen {
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), catalog.perks.len());
    }
}

#[test]
fn every_third_order_earns_one_as_long_as_there_are_any() {
    let catalog = Catalog::embedded().expect("valid");
    let earned = [0, 2, 3, 5, 6, 9, u16::MAX].map(|orders| perks_earned(orders, &catalog));
    assert_eq!(earned, [0, 0, 1, 1, 2, 3, catalog.perks.len()]);
    let all: Vec<PerkId> = (0..catalog.perks.len() as u8).map(PerkId).collect();
    assert_eq!(offer_perks(Seed(1), &all[2..], &catalog).len(), 2);
    assert!(offer_perks(Seed(1), &all, &catalog).is_empty());
}
