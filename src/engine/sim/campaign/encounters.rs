//! Encounters on the road: whether one happens and which, what its choices ask for, and what they
//! come to.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::event::Meeting;
use crate::sim::prelude::*;
use content::{Encounter, EncounterChoice, EncounterCost, EncounterId, EncounterNeed, HeroNeed};

/// The encounter on the road to a site, if there is one: drawn from the seed and the number of
/// roads walked before.
pub(super) fn draw(world: &World, to: SiteId) -> Option<Meeting> {
    let journey = world.on_journey()?;
    let catalog = &world.catalog;
    let mut stream = journey.stream_of_encounter(0);
    let comes = stream.percent(catalog.campaign.encounter_percent);
    if world.has_perk_effect(&PerkEffect::NoEncounters) || !comes {
        return None;
    }
    let depth = journey.atlas.site(to).depth;
    let is_new = |place: usize| journey.met.binary_search(&EncounterId(place as u8)).is_err();
    let weight = |(place, encounter): (usize, &Encounter)| {
        let may_come = is_new(place) || !encounter.once;
        let is_met = encounter.needs.iter().all(|need| is_met(world, need, depth));
        if may_come && is_met { encounter.weight } else { 0 }
    };
    let mut weights: Vec<_> = catalog.encounters.iter().enumerate().map(weight).collect();
    // What has been met before comes again only where there is nothing else.
    if weights.iter().enumerate().any(|(place, &weight)| weight > 0 && is_new(place)) {
        for (place, weight) in weights.iter_mut().enumerate() {
            *weight *= u32::from(is_new(place));
        }
    }
    let id = EncounterId(stream.weighted(weights)? as u8);
    let hero = catalog.encounter(id).needs.iter().find_map(|need| match need {
        EncounterNeed::Hero(of) => Some(*of),
        _ => None,
    });
    let person = hero.and_then(|of| {
        let fits = journey.heroes(of).collect::<Vec<PersonId>>();
        stream.pick(&fits).copied()
    });
    Some(Meeting { encounter: id, person, to })
}

impl<'a> JourneyRef<'a> {
    /// The stream of an encounter: which one it is, and what each choice comes to.
    fn stream_of_encounter(self, part: u64) -> Stream {
        let roads = Ordinal(self.roads_walked().into());
        Stream::new(self.seed, purpose::ENCOUNTER, (roads, Ordinal(part)))
    }

    /// The place of the outcome that a choice comes to.
    pub(super) fn roll(self, choice: &EncounterChoice, place: u8) -> usize {
        let mut stream = self.stream_of_encounter(1 + u64::from(place));
        stream.weighted(choice.outcomes.iter().map(|outcome| outcome.percent)).unwrap_or(0)
    }

    /// Those of the cast whom an encounter may be with.
    fn heroes(self, of: HeroNeed) -> impl Iterator<Item = PersonId> + 'a {
        let JourneyRef { journey, catalog, .. } = self;
        let fits = move |person: &Person| {
            person.is_raiding()
                && match of {
                    HeroNeed::Any => true,
                    HeroNeed::Wounded => person.rested_on > journey.night,
                    HeroNeed::Rich => u32::from(person.coins) * 2 >= catalog.cast.fortune.into(),
                    HeroNeed::Grudge => person.stance == Stance::Grudge,
                    HeroNeed::Debt => person.stance == Stance::Debt,
                }
        };
        journey.persons().filter(move |(_, person)| fits(person)).map(|(id, _)| id)
    }
}

/// Whether what an encounter or a choice needs is there, on the road to a depth.
fn is_met(world: &World, need: &EncounterNeed, depth: Depth) -> bool {
    let (Some(journey), own) = (world.on_journey(), world.belongings()) else { return false };
    let vitals = world.vitals(world.player());
    let percent = vitals.health * 100 / vitals.max_health.max(1);
    let has_flag = |name: &String| {
        world.catalog.find_flag(name).is_some_and(|flag| journey.flags.contains(&flag))
    };
    match need {
        EncounterNeed::Depth(low, high) => (*low..=*high).contains(&depth.0),
        EncounterNeed::Night(low, high) => {
            (*low..=*high).contains(&journey.night.max(0).cast_unsigned())
        }
        EncounterNeed::Coins(coins) => own.coins.0 >= *coins,
        EncounterNeed::Rations(rations) => journey.rations >= *rations,
        EncounterNeed::Supply(supply, count) => own.supplies[*supply] >= *count,
        EncounterNeed::Health(min) => percent >= *min,
        EncounterNeed::HurtBelow(limit) => percent < *limit,
        EncounterNeed::Item(name) => carried(world, name).is_some(),
        EncounterNeed::Flag(flag) => has_flag(flag),
        EncounterNeed::NoFlag(flag) => !has_flag(flag),
        EncounterNeed::Hero(of) => journey.heroes(*of).next().is_some(),
    }
}

/// Where the player carries an item.
pub(super) fn carried(world: &World, name: &str) -> Option<CartIndex> {
    let kind = world.catalog.find_item(name);
    let mut stacks = world.belongings().stacks();
    stacks.find(|(_, stack)| Some(stack.kind) == kind).map(|(slot, _)| slot)
}

/// Whether the player can make a choice: what it needs is there, and what it costs.
pub(crate) fn is_open(world: &World, meeting: Meeting, choice: &EncounterChoice) -> bool {
    let Some(journey) = world.on_journey() else { return false };
    let depth = journey.atlas.site(meeting.to).depth;
    let own = world.belongings();
    let can_pay = |cost: &EncounterCost| match cost {
        EncounterCost::Coins(coins) => own.coins.0 >= *coins,
        EncounterCost::Rations(rations) => journey.rations >= *rations,
        EncounterCost::Health(health) => world.vitals(world.player()).health > *health,
        EncounterCost::Item(name) => carried(world, name).is_some(),
        EncounterCost::Supply(supply, count) => own.supplies[*supply] >= *count,
        EncounterCost::Night => true,
    };
    choice.needs.iter().all(|need| is_met(world, need, depth)) && choice.costs.iter().all(can_pay)
}
