//! What a choice is declared to cost and to do, done once more to the state before it.

use crate::support::content::catalog;
use content::{EncounterCost, EncounterEffect, FlagId};
use engine::sim::{
    Event, Game, JourneyEvent, Meeting, Person, PersonFate, Phase, Snapshot, Stance,
};

use crate::support::journeys::journey;

/// How many of each kind of item.
fn items(snapshot: &Snapshot) -> Vec<u16> {
    let mut items = vec![0; catalog().items.len()];
    let own = &snapshot.run.belongings;
    for stack in own.cart.iter().chain(&own.belt) {
        items[usize::from(stack.kind.0)] += stack.count;
    }
    items
}

fn item(name: &str) -> usize {
    usize::from(catalog().find_item(name).expect("an item").0)
}

fn flag(name: &str) -> FlagId {
    catalog().find_flag(name).expect("a flag")
}

/// A choice in an encounter, and what it came to.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'a> {
    pub(super) before: &'a Snapshot,
    pub(super) meeting: Meeting,
    pub(super) costs: &'a [EncounterCost],
    pub(super) effects: &'a [EncounterEffect],
}

impl Chosen<'_> {
    fn has(&self, effect: &EncounterEffect) -> bool {
        self.effects.contains(effect)
    }

    /// The state that is due, and how many of each kind of item.
    fn due(&self) -> (Snapshot, Vec<u16>) {
        let (mut due, mut items) = (self.before.clone(), items(self.before));
        let Snapshot { run, floor, journey: Some(own), .. } = &mut due else { panic!("a journey") };
        let (purse, vitals) = (&mut run.belongings, &mut floor.actors[0].vitals);
        let night = own.night;
        for cost in self.costs {
            match cost {
                EncounterCost::Coins(coins) => purse.coins.0 -= coins,
                EncounterCost::Rations(rations) => own.rations -= rations,
                EncounterCost::Health(health) => vitals.health -= health,
                EncounterCost::Item(name) => items[item(name)] -= 1,
                EncounterCost::Supply(supply, count) => purse.supplies[*supply] -= count,
                EncounterCost::Night => own.night += 1,
            }
        }
        assert!(vitals.health > 0, "nothing is owed");
        let max_rations = i32::from(catalog().campaign.max_rations);
        for effect in self.effects {
            let id = self.meeting.person.map_or(0, |id| usize::from(id.0));
            let hero = &mut own.cast[id];
            match effect {
                EncounterEffect::Coins(coins) => {
                    purse.coins.0 = purse.coins.0.saturating_add_signed(*coins);
                }
                EncounterEffect::Rations(rations) => {
                    let rations = i32::from(own.rations) + rations;
                    own.rations = rations.clamp(0, max_rations) as u16;
                }
                EncounterEffect::Supply(supply, count) => {
                    let count = i32::from(purse.supplies[*supply]) + count;
                    purse.supplies[*supply] = count.max(0) as u16;
                }
                EncounterEffect::Health(health) => {
                    vitals.health = (vitals.health + health).clamp(1, vitals.max_health);
                }
                EncounterEffect::HealPercent(percent) => {
                    vitals.health += (vitals.max_health - vitals.health) * percent / 100;
                }
                EncounterEffect::Item(name, count) => items[item(name)] += count,
                EncounterEffect::Flag(name) => own.flags.push(flag(name)),
                EncounterEffect::ClearFlag(name) => own.flags.retain(|own| *own != flag(name)),
                EncounterEffect::Night => own.night += 1,
                EncounterEffect::Follower(name) => own.follower = catalog().find_actor(name),
                EncounterEffect::NextStatus(status, turns) => {
                    own.next_statuses.push((*status, *turns));
                }
                EncounterEffect::Grudge => hero.stance = Stance::Grudge,
                EncounterEffect::Debt => hero.stance = Stance::Debt,
                EncounterEffect::HeroRests(nights) => {
                    let until = night + nights.cast_signed();
                    hero.rested_on = hero.rested_on.max(until);
                    hero.abed_until = hero.abed_until.max(until);
                }
                EncounterEffect::HeroDies => {
                    hero.fate = PersonFate::Missing { night, site: self.meeting.to };
                }
                EncounterEffect::HeroCoins(coins) => {
                    hero.coins = (i32::from(hero.coins) + coins).max(0) as u16;
                }
                // What becomes of the road is looked at by itself.
                EncounterEffect::Fight(_)
                | EncounterEffect::RoadClosed
                | EncounterEffect::RoadOpened
                | EncounterEffect::Rumour
                | EncounterEffect::Identify => {}
            }
            if matches!(
                effect,
                EncounterEffect::Grudge
                    | EncounterEffect::Debt
                    | EncounterEffect::HeroRests(_)
                    | EncounterEffect::HeroDies
                    | EncounterEffect::HeroCoins(_)
            ) {
                own.cast[id].met = Some(night);
            }
        }
        own.flags.sort_unstable();
        own.flags.dedup();
        (due, items)
    }

    /// Demands that it has come so.
    pub(super) fn check(&self, game: &Game, events: &[Event], name: &str) {
        let (after, (due, due_items)) = (game.snapshot(), self.due());
        let state = |snapshot: &Snapshot| {
            let (own, purse) = (snapshot.journey.clone().expect("one"), &snapshot.run.belongings);
            let health = snapshot.floor.actors[0].vitals.health;
            let of_road = (own.flags, own.follower, own.next_statuses, own.night, own.trail);
            (purse.coins, own.rations, purse.supplies, health, of_road)
        };
        assert_eq!(state(&after), state(&due), "{name}");
        assert_eq!(items(&after), due_items, "{name}: items");
        let (own, old) = (journey(game), self.before.journey.as_ref().expect("a journey"));
        assert!(own.met.binary_search(&self.meeting.encounter).is_ok(), "{name}: not noted");
        let hears = self.has(&EncounterEffect::Rumour);
        // The nights that pass are those of the cast.
        if let (Some(id), true) = (self.meeting.person, own.night == old.night) {
            let found = &own.cast[usize::from(id.0)];
            let hero = due.journey.expect("a journey").cast[usize::from(id.0)].clone();
            let met = if hears { found.met } else { hero.met };
            assert_eq!(*found, Person { met, ..hero }, "{name}: the person");
        }
        if self.has(&EncounterEffect::Identify) {
            let mut kinds = after.run.belongings.cart.iter().filter(|stack| stack.count > 0);
            assert!(kinds.all(|stack| after.run.identified.has(stack.kind)), "{name}");
        }
        let is = |found: fn(&JourneyEvent) -> bool| {
            events.iter().any(|event| matches!(event, Event::Journey(own) if found(own)))
        };
        assert!(!hears || is(|event| matches!(event, JourneyEvent::PlanHeard { .. })), "{name}");
        let is_opened = self.has(&EncounterEffect::RoadOpened);
        let opened = own.opened_roads.len() - old.opened_roads.len();
        assert_eq!(opened, usize::from(is_opened), "{name}: paths");
        assert_eq!(is(|event| matches!(event, JourneyEvent::RoadFound { .. })), is_opened);
        let closed = own.closed_roads.len() - old.closed_roads.len();
        let is_closed = self.has(&EncounterEffect::RoadClosed);
        assert_eq!(closed, usize::from(is_closed), "{name}: shut roads");
        self.check_place(game, is_closed, name);
    }

    /// Where the player is now.
    fn check_place(&self, game: &Game, is_closed: bool, name: &str) {
        let (own, old) = (journey(game), self.before.journey.as_ref().expect("a journey"));
        let to = self.meeting.to;
        if is_closed {
            assert_eq!((own.phase, own.at), (Phase::Map, old.at), "{name}: turned back");
            let road = (old.at.min(to), old.at.max(to));
            assert_eq!(own.closed_roads.last(), Some(&road), "{name}");
            return;
        }
        let foes = self.effects.iter().find_map(|effect| match effect {
            EncounterEffect::Fight(foes) => Some(foes),
            _ => None,
        });
        let Some(foes) = foes else {
            let is_there = (own.phase, own.at, own.came_from) == (Phase::Map, to, old.at);
            let is_lost = own.phase == Phase::Map && own.at == old.at && own.night > old.night;
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
