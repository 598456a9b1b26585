//! Seniority: when a perk is due, and which are offered. What is offered follows from the seed and from what is held, and is never
//! saved.

use crate::sim::state::purpose;
use base::{Ordinal, Seed, Stream};
use content::{Catalog, PerkId};

/// The number of perks that so many completed orders have earned, as far as there are that many.
pub fn perks_earned(orders: u16, catalog: &Catalog) -> usize {
    usize::from(orders / catalog.campaign.seniority.every).min(catalog.perks.len())
}

/// The perks that are offered to a player who holds some already, in the order in which those were chosen. No two are the same,
/// none is held.
pub fn offer(seed: Seed, held: &[PerkId], catalog: &Catalog) -> Vec<PerkId> {
    let mut left: Vec<PerkId> = (0..catalog.perks.len() as u8).map(PerkId).collect();
    left.retain(|perk| !held.contains(perk));
    let number = Ordinal(held.len() as u64);
    Stream::new(seed, purpose::SENIORITY, number).shuffle(&mut left);
    left.truncate(catalog.campaign.seniority.offers.into());
    left
}
