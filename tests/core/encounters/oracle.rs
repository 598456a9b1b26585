//! What a choice is declared to cost and to do, reckoned once more.

use crate::support::content::catalog;
use content::{ActorKindId, EncounterChoice, EncounterCost, EncounterEffect, FlagId, Status};
use engine::sim::{
    Event, Game, JourneyEvent, Meeting, Person, PersonFate, Phase, Snapshot, Stance,
};

use crate::support::journeys::journey;

/// How the player and the person whom it is with stand after a choice.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    coins: i32,
    rations: i32,
    supplies: Vec<i32>,
    health: i32,
    /// How many of each kind of item.
    items: Vec<i32>,
    flags: Vec<FlagId>,
    follower: Option<ActorKindId>,
    statuses: Vec<(Status, u16)>,
    hero: Option<Person>,
    nights: i16,
    foes: Option<Vec<String>>,
    road_closed: bool,
    road_opened: bool,
    rumour: bool,
    identifies: bool,
    before: Snapshot,
    meeting: Meeting,
}

fn items(snapshot: &Snapshot) -> Vec<i32> {
    let mut items = vec![0; catalog().items.len()];
    let own = &snapshot.run.belongings;
    for stack in own.cart.iter().chain(&own.belt) {
        items[usize::from(stack.kind.0)] += i32::from(stack.count);
    }
    items
}

/// What a choice has to come to.
pub(super) fn expected(
    before: &Snapshot,
    meeting: Meeting,
    choice: &EncounterChoice,
    outcome: usize,
) -> Expected {
    let own = before.journey.as_ref().expect("a journey");
    let belongings = &before.run.belongings;
    let max_health = before.floor.actors[0].vitals.max_health;
    let mut to = Expected {
        coins: belongings.coins.0 as i32,
        rations: own.rations.into(),
        supplies: belongings.supplies.0.iter().map(|&count| count.into()).collect(),
        health: before.floor.actors[0].vitals.health,
        items: items(before),
        flags: own.flags.clone(),
        follower: own.follower,
        statuses: own.next_statuses.clone(),
        hero: meeting.person.map(|id| own.cast[usize::from(id.0)].clone()),
        nights: 0,
        foes: None,
        road_closed: false,
        road_opened: false,
        rumour: false,
        identifies: false,
        before: before.clone(),
        meeting,
    };
    let item = |name: &str| usize::from(catalog().find_item(name).expect("an item").0);
    for cost in &choice.costs {
        match cost {
            EncounterCost::Coins(coins) => to.coins -= *coins as i32,
            EncounterCost::Rations(rations) => to.rations -= i32::from(*rations),
            EncounterCost::Health(health) => to.health -= health,
            EncounterCost::Item(name) => to.items[item(name)] -= 1,
            EncounterCost::Supply(supply, count) => {
                to.supplies[*supply as usize] -= i32::from(*count);
            }
            EncounterCost::Night => to.nights += 1,
        }
    }
    let nothing_is_owed = to.coins >= 0 && to.rations >= 0 && to.health > 0;
    assert!(nothing_is_owed && to.supplies.iter().chain(&to.items).all(|&count| count >= 0));
    let night = own.night;
    let max_rations = i32::from(catalog().campaign.max_rations);
    for effect in &choice.outcomes[outcome].effects {
        let hero = || to.hero.clone().expect("it is with somebody");
        match effect {
            EncounterEffect::Coins(coins) => to.coins = (to.coins + coins).max(0),
            EncounterEffect::Rations(rations) => {
                to.rations = (to.rations + rations).clamp(0, max_rations);
            }
            EncounterEffect::Supply(supply, count) => {
                let own = &mut to.supplies[*supply as usize];
                *own = (*own + count).max(0);
            }
            EncounterEffect::Health(health) => {
                to.health = (to.health + health).clamp(1, max_health);
            }
            EncounterEffect::HealPercent(percent) => {
                to.health += (max_health - to.health) * percent / 100;
            }
            EncounterEffect::Item(name, count) => to.items[item(name)] += i32::from(*count),
            EncounterEffect::Flag(name) => {
                to.flags.push(catalog().find_flag(name).expect("a flag"));
            }
            EncounterEffect::ClearFlag(name) => {
                let flag = catalog().find_flag(name).expect("a flag");
                to.flags.retain(|own| *own != flag);
            }
            EncounterEffect::Fight(foes) => to.foes = Some(foes.clone()),
            EncounterEffect::Night => to.nights += 1,
            EncounterEffect::RoadClosed => to.road_closed = true,
            EncounterEffect::RoadOpened => to.road_opened = true,
            EncounterEffect::Follower(name) => to.follower = catalog().find_actor(name),
            EncounterEffect::NextStatus(status, turns) => to.statuses.push((*status, *turns)),
            EncounterEffect::Rumour => to.rumour = true,
            EncounterEffect::Identify => to.identifies = true,
            EncounterEffect::Grudge => {
                to.hero = Some(Person { stance: Stance::Grudge, met: Some(night), ..hero() });
            }
            EncounterEffect::Debt => {
                to.hero = Some(Person { stance: Stance::Debt, met: Some(night), ..hero() });
            }
            EncounterEffect::HeroRests(nights) => {
                let until = night + nights.cast_signed();
                let rested_on = hero().rested_on.max(until);
                let abed_until = hero().abed_until.max(until);
                to.hero = Some(Person { rested_on, abed_until, met: Some(night), ..hero() });
            }
            EncounterEffect::HeroDies => {
                let fate = PersonFate::Missing { night, site: meeting.to };
                to.hero = Some(Person { fate, met: Some(night), ..hero() });
            }
            EncounterEffect::HeroCoins(coins) => {
                let coins = (i32::from(hero().coins) + coins).max(0) as u16;
                to.hero = Some(Person { coins, met: Some(night), ..hero() });
            }
        }
    }
    to.flags.sort_unstable();
    to.flags.dedup();
    to
}

impl Expected {
    /// Demands that it has come so.
    pub(super) fn compare(&self, game: &Game, events: &[Event], name: &str) {
        let after = game.snapshot();
        let (own, old) = (journey(game), self.before.journey.as_ref().expect("a journey"));
        let belongings = &after.run.belongings;
        assert_eq!(belongings.coins.0 as i32, self.coins, "{name}: coins");
        assert_eq!(i32::from(own.rations), self.rations, "{name}: rations");
        let supplies: Vec<i32> = belongings.supplies.0.iter().map(|&own| own.into()).collect();
        assert_eq!(supplies, self.supplies, "{name}: supplies");
        assert_eq!(after.floor.actors[0].vitals.health, self.health, "{name}: health");
        assert_eq!(items(&after), self.items, "{name}: items");
        assert_eq!(own.flags, self.flags, "{name}: flags");
        assert_eq!(own.follower, self.follower, "{name}: follower");
        assert_eq!(own.next_statuses, self.statuses, "{name}: statuses");
        assert_eq!(own.night, old.night + self.nights, "{name}: nights");
        assert!(own.met.binary_search(&self.meeting.encounter).is_ok(), "{name}: not noted");
        assert_eq!(own.trail, old.trail, "{name}: the road was walked before");
        // The nights that pass are those of the cast.
        if let (Some(hero), 0) = (&self.hero, self.nights) {
            let person = self.meeting.person.expect("somebody");
            let found = &own.cast[usize::from(person.0)];
            let met = if self.rumour { found.met } else { hero.met };
            assert_eq!(*found, Person { met, ..hero.clone() }, "{name}: the person");
        }
        if self.identifies {
            let mut kinds = belongings.cart.iter().filter(|stack| stack.count > 0);
            assert!(kinds.all(|stack| after.run.identified.has(stack.kind)), "{name}");
        }
        let is = |found: fn(&JourneyEvent) -> bool| {
            events.iter().any(|event| matches!(event, Event::Journey(own) if found(own)))
        };
        if self.rumour {
            assert!(is(|event| matches!(event, JourneyEvent::PlanHeard { .. })), "{name}: no news");
        }
        let opened = own.opened_roads.len() - old.opened_roads.len();
        assert_eq!(opened, usize::from(self.road_opened), "{name}: paths");
        assert_eq!(is(|event| matches!(event, JourneyEvent::RoadFound { .. })), self.road_opened);
        let closed = own.closed_roads.len() - old.closed_roads.len();
        assert_eq!(closed, usize::from(self.road_closed), "{name}: shut roads");
        self.compare_place(game, name);
    }

    /// Where the player is now.
    fn compare_place(&self, game: &Game, name: &str) {
        let (own, old) = (journey(game), self.before.journey.as_ref().expect("a journey"));
        let to = self.meeting.to;
        if self.road_closed {
            assert_eq!((own.phase, own.at), (Phase::Map, old.at), "{name}: turned back");
            let road = (old.at.min(to), old.at.max(to));
            assert_eq!(own.closed_roads.last(), Some(&road), "{name}");
            return;
        }
        let Some(foes) = &self.foes else {
            let is_there = (own.phase, own.at, own.came_from) == (Phase::Map, to, old.at);
            let is_lost = own.phase == Phase::Map && own.at == old.at && self.nights > 0;
            assert!(is_there || is_lost, "{name}: {:?} at {:?}", own.phase, own.at);
            return;
        };
        assert_eq!((own.phase, own.at), (Phase::Field { to }, old.at), "{name}: the fight");
        let view = game.view();
        assert!(view.is_in_field(), "{name}");
        let mut kinds: Vec<_> = game.world().bystanders().map(|other| other.kind).collect();
        let find = |name: &String| catalog().find_actor(name).expect("an actor");
        let mut wanted: Vec<_> = foes.iter().map(find).collect();
        kinds.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(kinds, wanted, "{name}: the foes");
    }
}
