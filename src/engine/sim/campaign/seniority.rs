//! Seniority: completed orders are counted, and a perk is chosen for every few of them.

use crate::sim::prelude::*;
use crate::sim::state::journey::seniority::{offer, perks_earned};
use content::PerkId;

/// Counts the order of a site that was worked with a grade.
pub(super) fn count_order(world: &World, journey: &mut Journey, letter: Letter) {
    if letter.is_at_least(world.catalog.campaign.seniority.grade) {
        journey.orders = journey.orders.saturating_add(1);
    }
}

/// Lets the player choose a perk before the journey goes on over the map, if one is due.
pub(super) fn let_choose(world: &World, journey: &mut Journey, events: &mut Vec<Event>) {
    let earned = perks_earned(journey.orders, &world.catalog);
    if journey.phase == Phase::Map && earned > world.run().perks.len() {
        journey.phase = Phase::Seniority;
        events.push(Event::Journey(JourneyEvent::SeniorityReached { orders: journey.orders }));
    }
}

/// The player takes one of the perks that are offered.
pub(super) fn pick(world: &mut World, choice: u8) {
    let Some(&perk) = world.perks_offered().get(usize::from(choice)) else { return };
    world.add_perk(perk);
    world.change_journey(|journey| journey.phase = Phase::Map);
    world.emit(Event::Journey(JourneyEvent::PerkTaken { perk }));
}

impl World {
    /// The perks among which the player has to choose now; empty if none is due.
    pub(crate) fn perks_offered(&self) -> Vec<PerkId> {
        match self.journey() {
            Some(journey) if journey.phase == Phase::Seniority => {
                offer(self.seed, &self.run().perks, &self.catalog)
            }
            _ => Vec::new(),
        }
    }

    /// What was offered at each choice so far, and the perk that was taken, in order.
    pub(crate) fn perk_choices(&self) -> Vec<(Vec<PerkId>, PerkId)> {
        let held = &self.run().perks;
        let offered = |place| offer(self.seed, &held[..place], &self.catalog);
        held.iter().enumerate().map(|(place, &perk)| (offered(place), perk)).collect()
    }
}
