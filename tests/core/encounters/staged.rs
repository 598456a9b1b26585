//! Journeys in the middle of an encounter, with all that it and a choice of it ask for.

use std::sync::LazyLock;

use content::{EncounterCost, EncounterId, EncounterNeed, HeroNeed};
use engine::sim::{
    Game, Journey, Leg, Meeting, PersonFate, PersonId, Phase, SiteId, SiteState, Snapshot, Stack,
    Stance,
};

use crate::support::content::catalog;
use crate::support::journeys::{begin, edited, own};

const SEED: u64 = 2;

const MAX_LENGTH_CELLS: u32 = 16;

/// The first morning of a journey.
static MORNING: LazyLock<Snapshot> = LazyLock::new(|| begin(SEED).snapshot());

pub(super) fn morning() -> Game {
    let setup = engine::sim::Setup::campaign(base::Seed(SEED));
    Game::restore(setup, MORNING.clone(), catalog()).expect("a morning")
}

/// A journey in an encounter.
pub(super) struct Staged {
    pub(super) game: Game,
    pub(super) meeting: Meeting,
}

/// All choices of all encounters, by their places.
pub(super) fn every_choice() -> Vec<(usize, usize)> {
    let encounters = catalog().encounters.iter().enumerate();
    encounters
        .flat_map(|(place, own)| (0..own.choices.len()).map(move |choice| (place, choice)))
        .collect()
}

/// Puts a journey that has walked so many roads into an encounter, with what it needs, and with
/// what a choice of it needs and costs.
pub(super) fn stage(encounter: usize, choice: Option<usize>, roads: u16) -> Staged {
    let declared = &catalog().encounters[encounter];
    let choice = choice.map(|place| &declared.choices[place]);
    let needs: Vec<&EncounterNeed> =
        declared.needs.iter().chain(choice.iter().flat_map(|choice| &choice.needs)).collect();
    let game = morning();
    let (from, to) = road(&game, &needs);
    let person = needs.iter().find_map(|need| match need {
        EncounterNeed::Hero(_) => Some(anybody(&journey_of(&game))),
        _ => None,
    });
    let meeting = Meeting { encounter: EncounterId(encounter as u8), person, to };
    let game = edited(&game, |snapshot| {
        put_on_road(own(snapshot), from, roads);
        own(snapshot).phase = Phase::Encounter(meeting);
        for need in &needs {
            fulfil(need, person, snapshot);
        }
        choice.iter().flat_map(|choice| &choice.costs).for_each(|cost| afford(cost, snapshot));
    });
    Staged { game, meeting }
}

fn journey_of(game: &Game) -> Journey {
    crate::support::journeys::journey(game)
}

/// A road of the map that leads where the needs say.
pub(super) fn road(game: &Game, needs: &[&EncounterNeed]) -> (SiteId, SiteId) {
    let view = game.view();
    let atlas = view.journey().expect("one").atlas();
    let fits = |to: SiteId| {
        needs.iter().all(|need| match need {
            EncounterNeed::Depth(low, high) => (*low..=*high).contains(&atlas.site(to).depth.0),
            _ => true,
        })
    };
    let all = atlas.ids().flat_map(|from| atlas.roads(from).iter().map(move |road| (from, road)));
    // A long road takes a night, and nights take time.
    let mut roads = all.filter(|(_, (_, length))| *length <= MAX_LENGTH_CELLS);
    let is_work = |to: SiteId| !atlas.is_town(to) && to != atlas.goal();
    let road = roads.find_map(|(from, &(to, _))| (fits(to) && is_work(to)).then_some((from, to)));
    road.expect("a road leads there")
}

/// The player stands at a worked site, having walked so many roads.
pub(super) fn put_on_road(journey: &mut Journey, from: SiteId, roads: u16) {
    journey.at = from;
    journey.sites[usize::from(from.0)].state = SiteState::Worked { night: 1 };
    let road = Leg::Road { to: from, night: 1, rations: 0, health: 0 };
    journey.trail = vec![road; usize::from(roads)];
}

fn anybody(journey: &Journey) -> PersonId {
    let place = journey.cast.iter().position(|person| person.fate == PersonFate::Raiding);
    PersonId(place.expect("somebody raids") as u8)
}

/// Makes true what is needed.
pub(super) fn fulfil(need: &EncounterNeed, person: Option<PersonId>, snapshot: &mut Snapshot) {
    let vitals = &mut snapshot.floor.actors[0].vitals;
    let belongings = &mut snapshot.run.belongings;
    let journey = snapshot.journey.as_mut().expect("a journey");
    match need {
        EncounterNeed::Depth(..) => {}
        EncounterNeed::Night(low, _) => journey.night = journey.night.max(low.cast_signed()),
        EncounterNeed::Coins(coins) => belongings.coins.0 = belongings.coins.0.max(*coins),
        EncounterNeed::Rations(rations) => journey.rations = journey.rations.max(*rations),
        EncounterNeed::Supply(supply, count) => {
            let own = &mut belongings.supplies[*supply];
            *own = (*own).max(*count);
        }
        EncounterNeed::Health(_) => vitals.health = vitals.max_health,
        EncounterNeed::HurtBelow(limit) => vitals.health = vitals.max_health * limit / 100 - 1,
        EncounterNeed::Item(name) => carry(name, snapshot),
        EncounterNeed::Flag(name) => {
            let flag = catalog().find_flag(name).expect("a flag");
            if let Err(place) = journey.flags.binary_search(&flag) {
                journey.flags.insert(place, flag);
            }
        }
        EncounterNeed::NoFlag(name) => {
            let flag = catalog().find_flag(name).expect("a flag");
            journey.flags.retain(|own| *own != flag);
        }
        EncounterNeed::Hero(of) => {
            let night = journey.night;
            let hero = &mut journey.cast[usize::from(person.expect("it is with somebody").0)];
            match of {
                HeroNeed::Any => {}
                HeroNeed::Wounded => hero.rested_on = night + 3,
                HeroNeed::Rich => hero.coins = catalog().cast.fortune - 1,
                HeroNeed::Grudge => hero.stance = Stance::Grudge,
                HeroNeed::Debt => hero.stance = Stance::Debt,
            }
        }
    }
}

/// Gives the player what a choice costs.
fn afford(cost: &EncounterCost, snapshot: &mut Snapshot) {
    let vitals = &mut snapshot.floor.actors[0].vitals;
    match cost {
        EncounterCost::Coins(coins) => {
            fulfil(&EncounterNeed::Coins(*coins), None, snapshot);
        }
        EncounterCost::Rations(rations) => {
            fulfil(&EncounterNeed::Rations(*rations), None, snapshot);
        }
        EncounterCost::Supply(supply, count) => {
            fulfil(&EncounterNeed::Supply(*supply, *count), None, snapshot);
        }
        EncounterCost::Health(health) => vitals.health = vitals.health.max(health + 1),
        EncounterCost::Item(name) => carry(name, snapshot),
        EncounterCost::Night => {}
    }
}

fn carry(name: &str, snapshot: &mut Snapshot) {
    let kind = catalog().find_item(name).expect("an item");
    let cart = &mut snapshot.run.belongings.cart;
    if cart.iter().all(|stack| stack.kind != kind || stack.count == 0) {
        cart.push(Stack { kind, count: 1 });
    }
}
