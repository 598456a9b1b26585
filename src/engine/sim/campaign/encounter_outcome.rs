//! What a choice in an encounter costs and does.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::campaign::{encounters, travel};
use crate::sim::event::{ChoiceChange, Meeting};
use crate::sim::prelude::*;
use content::{EncounterCost, EncounterEffect};

/// What an outcome leads to, besides what it has done.
#[derive(Default)]
struct Aftermath {
    nights: u16,
    turns_back: bool,
    foes: Vec<String>,
}

/// Makes a choice that was checked: pays for it, draws what it comes to, and goes on with the road.
pub(super) fn choose(world: &mut World, meeting: Meeting, place: u8) {
    let catalog = world.catalog.clone();
    let encounter = catalog.encounter(meeting.encounter);
    let (Some(choice), Some(journey)) =
        (encounter.choices.get(usize::from(place)), world.on_journey())
    else {
        return;
    };
    let rolled = journey.roll(choice, place);
    let mut after = Aftermath::default();
    let mut change = Box::<ChoiceChange>::default();
    count(world, -1, &mut change);
    for cost in &choice.costs {
        pay(world, cost, &mut after);
    }
    let outcome = rolled as u8;
    world.emit(JourneyEvent::Chosen { meeting, choice: place, outcome });
    world.change_journey(|journey| {
        journey.phase = Phase::Map;
        set_member(&mut journey.met, meeting.encounter, true);
    });
    for effect in &choice.outcomes[rolled].effects {
        apply(world, effect, meeting, &mut after);
    }
    count(world, 1, &mut change);
    change.supplies.retain(|&(_, count)| count != 0);
    change.items.retain(|&(_, count)| count != 0);
    let settled = JourneyEvent::ChoiceSettled { meeting, choice: place, outcome, change };
    world.emit(settled);
    for _ in 0..after.nights {
        if !travel::is_over(world) {
            travel::pass_night(world);
        }
    }
    if after.turns_back || travel::is_over(world) {
        return;
    }
    if !after.foes.is_empty() && travel::begin_fight(world, meeting.to, &after.foes) {
        return;
    }
    travel::arrive(world, meeting.to);
}

fn pay(world: &mut World, cost: &EncounterCost, after: &mut Aftermath) {
    match cost {
        EncounterCost::Coins(coins) => world.spend_coins(Coins(*coins)),
        EncounterCost::Rations(rations) => world.change_rations(-i32::from(*rations)),
        EncounterCost::Health(health) => change_health(world, -health),
        EncounterCost::Item(name) => {
            if let Some(slot) = encounters::carried(world, name) {
                world.run.belongings.take(slot, 1);
            }
        }
        EncounterCost::Supply(supply, count) => change_supply(world, *supply, -i32::from(*count)),
        EncounterCost::Night => after.nights += 1,
    }
}

fn apply(world: &mut World, effect: &EncounterEffect, meeting: Meeting, after: &mut Aftermath) {
    let mut hero = |change: &dyn Fn(&mut Person, i16)| {
        let Some(id) = meeting.person else { return };
        world.change_journey(|journey| {
            let night = journey.night;
            let person = journey.person_mut(id);
            change(person, night);
            person.met = Some(night);
        });
    };
    match effect {
        EncounterEffect::Grudge => hero(&|own, _| own.stance = Stance::Grudge),
        EncounterEffect::Debt => hero(&|own, _| own.stance = Stance::Debt),
        EncounterEffect::HeroRests(nights) => {
            hero(&|own, night| own.keep_in_bed(night + nights.cast_signed()));
        }
        EncounterEffect::HeroDies => hero(&|own, night| {
            own.fate = PersonFate::Missing { night, site: meeting.to };
        }),
        EncounterEffect::HeroCoins(coins) => hero(&|own, _| {
            own.coins = (i32::from(own.coins) + coins).clamp(0, i32::from(u16::MAX)) as u16;
        }),
        EncounterEffect::Coins(coins) if *coins < 0 => {
            world.spend_coins(Coins(coins.unsigned_abs()));
        }
        EncounterEffect::Coins(coins) => world.earn(Coins(coins.unsigned_abs())),
        EncounterEffect::Rations(rations) => world.change_rations(*rations),
        EncounterEffect::Supply(supply, count) => change_supply(world, *supply, *count),
        EncounterEffect::Health(health) => change_health(world, *health),
        EncounterEffect::HealPercent(percent) => {
            let vitals = world.vitals(world.player());
            let lost = vitals.max_health - vitals.health;
            change_health(world, lost * percent / 100);
        }
        EncounterEffect::Item(name, count) => {
            if let Some(kind) = world.catalog.find_item(name) {
                world.identify(kind);
                world.run.belongings.add(Stack { kind, count: *count }, &world.catalog);
            }
        }
        EncounterEffect::Flag(name) => set_flag(world, name, true),
        EncounterEffect::ClearFlag(name) => set_flag(world, name, false),
        EncounterEffect::Fight(foes) => after.foes.clone_from(foes),
        EncounterEffect::Night => after.nights += 1,
        EncounterEffect::RoadClosed => {
            after.turns_back = true;
            if let Some(mut own) = world.take_journey_out() {
                own.close_road(meeting.to);
                world.put_journey_back(own);
            }
        }
        EncounterEffect::RoadOpened => open_road(world, meeting.to),
        EncounterEffect::Follower(name) => {
            let kind = world.catalog.find_actor(name);
            world.change_journey(|journey| journey.follower = kind);
        }
        EncounterEffect::NextStatus(status, turns) => {
            world.change_journey(|journey| journey.next_statuses.push((*status, *turns)));
        }
        EncounterEffect::Rumour => tell_plans(world),
        EncounterEffect::Identify => {
            world.identify_all();
        }
    }
}

/// Health restored, or taken down to the last point.
pub(super) fn change_health(world: &mut World, health: i32) {
    let vitals = &mut world.hot_mut(world.player()).vitals;
    vitals.health = (vitals.health + health).clamp(1, vitals.max_health);
}

fn change_supply(world: &mut World, supply: Supply, count: i32) {
    let own = &mut world.run.belongings.supplies[supply];
    *own = (i32::from(*own) + count).clamp(0, 999) as u16;
}

fn set_flag(world: &mut World, name: &str, is_set: bool) {
    let Some(flag) = world.catalog.find_flag(name) else { return };
    world.change_journey(|journey| _ = set_member(&mut journey.flags, flag, is_set));
}

/// A path from the site ahead to the nearest one that no road leads to from there.
fn open_road(world: &mut World, from: SiteId) {
    let Some(journey) = world.on_journey() else { return };
    let (atlas, roads) = (journey.atlas, journey.roads(from));
    let is_new = |&site: &SiteId| {
        let is_known = roads.iter().any(|(to, _)| *to == site);
        site != from && site != journey.at && !is_known && !journey.is_lost(site)
    };
    let place = atlas.site(from).pos();
    let far = |&site: &SiteId| (atlas.site(site).pos().squared(place), site);
    if let Some(to) = atlas.ids().filter(is_new).min_by_key(far) {
        world.change_journey(|journey| journey.opened_roads.push((from.min(to), from.max(to))));
        world.emit(JourneyEvent::RoadFound { from, to });
    }
}

fn tell_plans(world: &mut World) {
    for raid in world.on_journey().map_or_else(Vec::new, JourneyRef::plan) {
        let leader = raid.members[0];
        world.change_journey(|journey| journey.person_mut(leader).met = Some(journey.night));
        world.emit(JourneyEvent::PlanHeard { leader, site: raid.site });
    }
}

/// Adds to a change what the player has now, times a sign: `-1` before it, and `1` after it.
fn count(world: &World, sign: i32, change: &mut ChoiceChange) {
    let own = world.belongings();
    change.coins += sign * own.coins.0 as i32;
    change.rations += sign * world.journey().map_or(0, |journey| i32::from(journey.rations));
    change.health += sign * world.vitals(world.player()).health;
    for supply in Supply::ALL {
        let count = entry(&mut change.supplies, |own| own.0, (supply, 0));
        count.1 += sign * i32::from(own.supplies[supply]);
    }
    for (_, stack) in own.stacks() {
        let count = entry(&mut change.items, |own| own.0, (stack.kind, 0));
        count.1 += sign * i32::from(stack.count);
    }
}
