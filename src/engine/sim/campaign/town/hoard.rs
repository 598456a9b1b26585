//! Which house of a town has more in its chest than others.

use crate::sim::prelude::*;

/// The part of a key that stands for the hoard of a town, beside the numbers of its houses.
const HOARD: u64 = 1 << 16;

/// The dwelling whose first chest is a hoard, of the town that the player visits: the same on every visit.
pub(super) fn house_of_hoard(journey: &Journey, seed: Seed) -> Option<u8> {
    let houses = &journey.visit.as_ref()?.houses;
    let dwellings: Vec<u8> = (0u8..)
        .zip(houses)
        .filter(|(_, house)| house.kind.is_none())
        .map(|(number, _)| number)
        .collect();
    let key = (Ordinal(journey.at.0.into()), Ordinal(HOARD));
    Stream::new(seed, purpose::TOWN, key).pick(&dwellings).copied()
}
