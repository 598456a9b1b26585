//! What a choice in an encounter costs and does.

use crate::sim::prelude::*;
use std::collections::BTreeSet;

use crate::sim::campaign::choice_change::Holdings;
use crate::sim::campaign::party_choice::plan;
use crate::sim::campaign::{encounters, roads, travel};
use crate::sim::event::Meeting;
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
        (encounter.choices.get(usize::from(place)), world.journey())
    else {
        return;
    };
    let rolled = encounters::roll(world, journey, choice, place);
    let mut after = Aftermath::default();
    let before = Holdings::of(world);
    for cost in &choice.costs {
        pay(world, cost, &mut after);
    }
    let outcome = rolled as u8;
    world.emit(Event::Journey(JourneyEvent::Chosen { meeting, choice: place, outcome }));
    world.change_journey(|journey| {
        journey.phase = Phase::Map;
        if let Err(at) = journey.met.binary_search(&meeting.encounter) {
            journey.met.insert(at, meeting.encounter);
        }
    });
    for effect in &choice.outcomes[rolled].effects {
        apply(world, effect, meeting, &mut after);
    }
    let change = Box::new(before.change_to(&Holdings::of(world)));
    let settled = JourneyEvent::ChoiceSettled { meeting, choice: place, outcome, change };
    world.emit(Event::Journey(settled));
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
        EncounterCost::Rations(rations) => {
            world.change_journey(|journey| {
                journey.rations = journey.rations.saturating_sub(*rations);
            });
        }
        EncounterCost::Health(health) => change_health(world, -health),
        EncounterCost::Item(name) => {
            if let Some(kind) = world.catalog.find_item(name) {
                take_one(world, kind);
            }
        }
        EncounterCost::Supply(supply, count) => {
            change_supply(world, *supply, -i32::from(*count));
        }
        EncounterCost::Night => after.nights += 1,
    }
}

fn apply(world: &mut World, effect: &EncounterEffect, meeting: Meeting, after: &mut Aftermath) {
    let max_rations = world.catalog.campaign.max_rations;
    match effect {
        EncounterEffect::Coins(coins) => change_coins(world, *coins),
        EncounterEffect::Rations(rations) => world.change_journey(|journey| {
            let left = i32::from(journey.rations) + rations;
            journey.rations = left.clamp(0, i32::from(max_rations)) as u16;
        }),
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
                world.add_to_belongings(Stack { kind, count: *count });
            }
        }
        EncounterEffect::Flag(name) => set_flag(world, name, true),
        EncounterEffect::ClearFlag(name) => set_flag(world, name, false),
        EncounterEffect::Fight(foes) => after.foes.clone_from(foes),
        EncounterEffect::Night => after.nights += 1,
        EncounterEffect::RoadClosed => {
            after.turns_back = true;
            close_road(world, meeting.to);
        }
        EncounterEffect::RoadOpened => open_road(world, meeting.to),
        EncounterEffect::Follower(name) => {
            let kind = world.catalog.find_actor(name);
            world.change_journey(|journey| journey.follower = kind);
        }
        EncounterEffect::NextStatus(status, turns) => note_status(world, *status, *turns),
        EncounterEffect::Rumour => tell_plans(world),
        EncounterEffect::Identify => {
            world.identify_all();
        }
        EncounterEffect::Grudge => change_hero(world, meeting, |own| own.stance = Stance::Grudge),
        EncounterEffect::Debt => change_hero(world, meeting, |own| own.stance = Stance::Debt),
        EncounterEffect::HeroRests(nights) => {
            let until =
                world.journey().map_or(0, |journey| journey.night) + (*nights).cast_signed();
            change_hero(world, meeting, |own| own.keep_in_bed(until));
        }
        EncounterEffect::HeroDies => {
            let night = world.journey().map_or(0, |journey| journey.night);
            let fate = PersonFate::Missing { night, site: meeting.to };
            change_hero(world, meeting, |own| own.fate = fate);
        }
        EncounterEffect::HeroCoins(coins) => change_hero(world, meeting, |own| {
            own.coins = (i32::from(own.coins) + coins).clamp(0, i32::from(u16::MAX)) as u16;
        }),
    }
}

fn change_coins(world: &mut World, coins: i32) {
    if coins >= 0 {
        world.earn(Coins(coins as u32));
    } else {
        let own = world.belongings().coins.0;
        world.spend_coins(Coins(coins.unsigned_abs().min(own)));
    }
}

/// Health restored, or taken down to the last point.
fn change_health(world: &mut World, health: i32) {
    world.change::<Vitals>(world.player(), |vitals| {
        vitals.health = (vitals.health + health).clamp(1, vitals.max_health);
    });
}

fn change_supply(world: &mut World, supply: Supply, count: i32) {
    let mut supplies = world.belongings().supplies;
    supplies[supply] = (i32::from(supplies[supply]) + count).clamp(0, 999) as u16;
    world.set_supplies(supplies);
}

fn take_one(world: &mut World, kind: ItemKindId) {
    let slot = world.belongings().stacks().find(|(_, stack)| stack.kind == kind);
    if let Some((slot, _)) = slot {
        world.take_from_cart(slot, 1);
    }
}

fn set_flag(world: &mut World, name: &str, is_set: bool) {
    let Some(flag) = world.catalog.find_flag(name) else { return };
    world.change_journey(|journey| match (journey.flags.binary_search(&flag), is_set) {
        (Err(place), true) => journey.flags.insert(place, flag),
        (Ok(place), false) => _ = journey.flags.remove(place),
        _ => {}
    });
}

fn note_status(world: &mut World, status: Status, turns: u16) {
    world.change_journey(|journey| journey.next_statuses.push((status, turns)));
}

fn change_hero(world: &mut World, meeting: Meeting, change: impl FnOnce(&mut Person)) {
    let Some(id) = meeting.person else { return };
    world.change_journey(|journey| {
        let night = journey.night;
        let person = journey.person_mut(id);
        change(person);
        person.met = Some(night);
    });
}

/// The road to a site is shut for good, unless the Deep Seat could not be reached any more.
fn close_road(world: &mut World, to: SiteId) {
    let Some(atlas) = world.atlas().cloned() else { return };
    world.change_journey(|journey| {
        journey.closed_roads.push((journey.at.min(to), journey.at.max(to)));
        if !roads::seat_is_in_reach(journey, &atlas, None) {
            journey.closed_roads.pop();
        }
    });
}

/// A path from the site ahead to the nearest one that no road leads to from there.
fn open_road(world: &mut World, from: SiteId) {
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else { return };
    let known: BTreeSet<SiteId> =
        roads::of(journey, atlas, from).into_iter().map(|(to, _)| to).collect();
    let is_new = |&site: &SiteId| {
        let is_lost = matches!(journey.site(site).state, SiteState::Lost { .. });
        site != from && site != journey.at && !known.contains(&site) && !is_lost
    };
    let place = atlas.site(from).pos();
    let nearest = atlas
        .ids()
        .filter(is_new)
        .min_by_key(|&site| (atlas.site(site).pos().squared(place), site));
    if let Some(to) = nearest {
        world.change_journey(|journey| journey.opened_roads.push((from.min(to), from.max(to))));
        world.emit(Event::Journey(JourneyEvent::RoadFound { from, to }));
    }
}

/// Tells who of the cast would go where tonight.
fn tell_plans(world: &mut World) {
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else { return };
    let plans = plan(journey, atlas, world.seed, &world.catalog.clone());
    for raid in plans {
        let leader = raid.members[0];
        let night = journey_night(world);
        world.change_journey(|journey| journey.person_mut(leader).met = Some(night));
        world.emit(Event::Journey(JourneyEvent::PlanHeard { leader, site: raid.site }));
    }
}

fn journey_night(world: &World) -> i16 {
    world.journey().map_or(0, |journey| journey.night)
}
