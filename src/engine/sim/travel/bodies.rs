//! A body, fetched and taken to where it is disposed of.

use crate::sim::prelude::*;
use crate::sim::query::trap_cut::places_to_work;
use crate::sim::rules::action::Action;
use crate::sim::travel::walk;
use levels::Tile;

/// To the body, and with it to a chute or a hole that takes it.
pub(super) fn dispose(world: &World, at: Pos) -> Result<Action, Interruption> {
    if world.is_carrying() {
        return bring(world);
    }
    if world.known_job_at(at) != Some(JobKind::Body) {
        return Err(Interruption::Done);
    }
    if world.player_pos().steps_to(at) <= 1 && world.body_at(at).is_some() {
        let is_free = !world.is_two_handed();
        return if is_free { Ok(Action::Lift(at)) } else { Err(Interruption::AtWork) };
    }
    let places: Vec<Pos> = places_to_work(world, at, JobKind::Body).collect();
    walk::walk(world, places, Interruption::AtWork)
}

/// With the body in the player's arms to where it is disposed of, and in with it.
fn bring(world: &World) -> Result<Action, Interruption> {
    let here = world.player_pos();
    let takers = takers(world, world.belongings().carrying);
    if let Some(taker) =
        std::iter::once(here).chain(here.neighbours()).find(|pos| takers.contains(pos))
    {
        return Ok(Action::PutDown(taker));
    }
    to(world, &takers)
}

/// A step towards the nearest place beside which the body in the player's arms can be disposed of, or what bars the way there.
pub(super) fn to_taker(world: &World) -> Result<Action, Interruption> {
    to(world, &takers(world, world.belongings().carrying))
}

/// The cells from which a body can be disposed of.
pub(super) fn places_to_dispose(world: &World, body: Option<Body>) -> Vec<Pos> {
    all_beside(world, &takers(world, body))
}

/// Whether the field leads to any place that the player knows to take bodies.
pub(super) fn reaches_taker(world: &World, field: &DistanceField) -> bool {
    let (chutes, holes) = (chutes(world), holes(world));
    chutes.iter().chain(&holes).any(|&taker| {
        places_beside(world, taker).any(|pos| field.get(pos) != DistanceField::UNREACHABLE)
    })
}

/// The known places to take a body to: chutes, and holes if there is nothing in its pockets, which a hole swallows; where no
/// way leads to a chute, holes all the same.
fn takers(world: &World, body: Option<Body>) -> Vec<Pos> {
    let mut takers = chutes(world);
    let holes = holes(world);
    if !holes.is_empty() {
        let pays = body.is_some_and(|body| world.pockets(&body) > Coins(0))
            && !world.has_perk_effect(&PerkEffect::EmptyPockets);
        let places = all_beside(world, &takers);
        if !pays || walk::walk(world, places, Interruption::AtWork).is_err() {
            takers.extend(holes);
        }
    }
    takers
}

fn to(world: &World, takers: &[Pos]) -> Result<Action, Interruption> {
    let places = all_beside(world, takers);
    walk::walk_or_obstacle(world, &places, Interruption::AtWork, Interruption::NoChute)
}

fn all_beside(world: &World, takers: &[Pos]) -> Vec<Pos> {
    takers.iter().flat_map(|&taker| places_beside(world, taker)).collect()
}

fn places_beside(world: &World, taker: Pos) -> impl Iterator<Item = Pos> {
    let places = std::iter::once(taker).chain(taker.neighbours());
    places.filter(|&pos| world.floor.is_passable(pos))
}

fn chutes(world: &World) -> Vec<Pos> {
    let floor = &world.floor;
    let is_chute = |&pos: &Pos| floor.known(pos).fixture == Some(Fixture::Chute);
    floor.remembered().iter().filter(is_chute).collect()
}

/// The pits and the deep water that the player knows of, with the perk by which they take bodies.
fn holes(world: &World) -> Vec<Pos> {
    if !world.has_perk_effect(&PerkEffect::PitsAreChutes) {
        return Vec::new();
    }
    let floor = &world.floor;
    let mut pits = floor.pits().clone();
    pits.intersect(floor.planned());
    let is_deep = |&pos: &Pos| floor.tile(pos) == Tile::DeepWater;
    pits.iter().chain(floor.planned().iter().filter(is_deep)).collect()
}
