//! Who is on the streets, in the houses and at the inn.

use crate::sim::campaign::town::sayings::{self, Talk};
use crate::sim::prelude::*;
use crate::sim::state::journey::town::{Subject, Who};
use content::{Topic, TradeId};

/// People of a floor stand no nearer to each other than so many cells, if there is room.
const SPACING_CELLS: i32 = 2;

/// Puts people on the streets.
pub(super) fn on_streets(streets: &mut World, before: &World) -> Vec<Townsperson> {
    let (low, high) = streets.catalog.town.strollers;
    let Some(journey) = before.journey() else { return Vec::new() };
    let key = (Ordinal(journey.at.0.into()), Ordinal(0), night_ordinal(journey.night));
    let mut stream = Stream::new(streets.seed, purpose::TOWN_PEOPLE, key);
    let count = stream.range(low.into(), high.into());
    (0..count).filter_map(|_| resident(streets, before, &mut stream)).collect()
}

/// Puts those who keep a house into it, or those who live there, and the heroes at the inn.
/// `stream` is the one of the house: the same people live there on every visit.
pub(super) fn at_home(
    house: &mut World,
    before: &World,
    number: u8,
    stream: &mut Stream,
) -> Vec<Townsperson> {
    let catalog = house.catalog.clone();
    let Some(visit) = before.journey().and_then(|journey| journey.visit.as_ref()) else {
        return Vec::new();
    };
    let kind = visit.houses[usize::from(number)].kind.map(|kind| catalog.house(kind));
    let Some(kind) = kind else {
        let (low, high) = catalog.town.dwelling.dwellers;
        let count = stream.range(low.into(), high.into());
        return (0..count).filter_map(|_| resident(house, before, stream)).collect();
    };
    let mut people = Vec::new();
    // The keeper of a shop stands in it already.
    let keeper = match house.shop() {
        Some(shop) => Some(shop.keeper),
        None => place(house, kind.keeper.id, house.floor.start, 3),
    };
    if let Some(actor) = keeper {
        let (says, about) = (sayings::any_saying(Topic::Nothing, &catalog), Subject::Nothing);
        let who = Who::Keeper { house: number };
        let (has_spoken, is_honest) = (false, true);
        people.push(Townsperson { actor, who, says, about, has_spoken, is_honest });
    }
    if kind.lodges {
        people.extend(guests(house, before));
    }
    people
}

/// The heroes who lodge in this town and are in: those with the most to tell first.
fn guests(inn: &mut World, before: &World) -> Vec<Townsperson> {
    let catalog = inn.catalog.clone();
    let Some(journey) = before.on_journey() else { return Vec::new() };
    let key = (Ordinal(journey.at.0.into()), Ordinal(1 << 8), night_ordinal(journey.night));
    let mut stream = Stream::new(inn.seed, purpose::TOWN_PEOPLE, key);
    let mut lodgers: Vec<PersonId> = journey
        .persons()
        .filter(|(_, person)| person.is_raiding() && person.lodges == journey.at)
        .map(|(id, _)| id)
        .collect();
    lodgers.sort_by_key(|&id| (std::cmp::Reverse(journey.person(id).level), id));
    lodgers.truncate(catalog.town.guests);
    let mut people = Vec::new();
    for id in lodgers {
        let Some(pos) = free_cell(inn, &mut stream) else { break };
        let Talk { says, about } = journey.talk_of_hero(id, &[], &mut stream);
        let actor = inn.spawn(catalog.town.guest.id, pos).id;
        let (who, has_spoken, is_honest) = (Who::Hero(id), false, true);
        people.push(Townsperson { actor, who, says, about, has_spoken, is_honest });
    }
    people
}

/// Puts somebody who lives in the town on the floor.
fn resident(floor: &mut World, before: &World, stream: &mut Stream) -> Option<Townsperson> {
    let catalog = floor.catalog.clone();
    let journey = before.on_journey()?;
    let given = stream.below(catalog.texts.raiders.len() as u32) as u16;
    let surname = stream.below(catalog.texts.surnames.len() as u32) as u16;
    let trade = TradeId(stream.below(catalog.town.trades.len() as u32) as u8);
    let is_honest = stream.percent(catalog.trade(trade).honest);
    let pos = free_cell(floor, stream)?;
    let actor = floor.spawn(catalog.town.resident.id, pos).id;
    // What somebody says changes with the nights; who they are does not.
    let key = (Ordinal(journey.at.0.into()), Ordinal(actor.0.into()), night_ordinal(journey.night));
    let mut talk = Stream::new(floor.seed, purpose::TOWN_TALK, key);
    let Talk { says, about } = journey.talk(is_honest, &mut talk);
    let who = Who::Resident { given, surname, trade };
    Some(Townsperson { actor, who, says, about, has_spoken: false, is_honest })
}

/// Puts an actor on the free cell nearest to another that is at least so many cells off.
fn place(floor: &mut World, kind: ActorKindId, near: Pos, cells: i32) -> Option<ActorId> {
    let free = floor.floor.passable.iter().filter(|&pos| is_free(floor, pos));
    let at = free.min_by_key(|&pos| ((pos.steps_to(near) - cells).abs(), pos))?;
    Some(floor.spawn(kind, at).id)
}

/// A cell where somebody can stand without being in the way.
fn free_cell(floor: &World, stream: &mut Stream) -> Option<Pos> {
    let cells: Vec<Pos> = floor.floor.passable.iter().filter(|&pos| is_free(floor, pos)).collect();
    let is_alone = |pos: &Pos| {
        let mut others = floor.roster().iter().filter(|other| other.id.0 > 0);
        others.all(|other| other.pos.steps_to(*pos) > SPACING_CELLS)
    };
    let lonely: Vec<Pos> = cells.iter().copied().filter(is_alone).collect();
    stream.pick(if lonely.is_empty() { &cells } else { &lonely }).copied()
}

/// Whether nobody stands on a bare cell, and it is neither door nor gate nor the way in.
fn is_free(floor: &World, pos: Pos) -> bool {
    let (start, exit) = (floor.floor.start, floor.floor.exit);
    floor.is_bare(pos)
        && !floor.is_occupied(pos)
        && pos.steps_to(start) > 1
        && pos.steps_to(exit) > 1
}
