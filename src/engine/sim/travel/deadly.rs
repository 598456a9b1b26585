//! Harm that goes on: whether it would kill before an activity is over, and what keeps it from it.

use crate::sim::floor::fire::{
    MIN_HARMFUL_GAS, flame_turns, gas_damage, is_by_water, spread_gas_once,
};
use crate::sim::prelude::*;
use crate::sim::reject::Remedy;
use crate::sim::things::check_things;
use crate::sim::travel::walk;
use crate::sim::work::check_work;
use levels::Tile;

/// A clear cell farther off is not told of.
const MAX_STEPS_TO_CLEAR_CELL: u16 = 12;

/// The harm that would kill the player before it is over, if they stay where they are and do
/// nothing about it.
pub(crate) fn deadly_harm(world: &World) -> Option<Harm> {
    Prognosis::of(world).death().map(|(by, _)| by)
}

/// # Errors
/// That harm, with what can be done about it.
pub(crate) fn refuse_if_deadly(world: &World) -> Result<(), Reject> {
    let refuse = |by| Err(Reject::Deadly { by, remedy: remedy(world) });
    deadly_harm(world).map_or(Ok(()), refuse)
}

/// The remedy that is nearest at hand: off the cell; water, in reach, in the cart or near enough; a
/// drink.
fn remedy(world: &World) -> Remedy {
    let body = Prognosis::of(world).elsewhere();
    let Some((_, turns)) = body.clone().death() else {
        return clear_cell(world).map_or(Remedy::Nothing, |way| Remedy::ClearCell { way });
    };
    let helps = |effects: &[Effect]| body.clone().after(effects).death().is_none();
    let is_saved_by_water = helps(&[Effect::Cure { status: Status::Burning }]);
    if is_saved_by_water && is_by_water(world, &world.roster()[0]) {
        return Remedy::WaterBeside;
    }
    if is_saved_by_water && can_rinse(world) {
        return Remedy::Rinse;
    }
    // Things in the cart: broken at the player's feet, or used up.
    let known = || world.belongings().stacks().filter(|(_, stack)| world.is_identified(stack.kind));
    let here = world.player_pos();
    let is_poured = |&(slot, Stack { kind, .. }): &(CartIndex, Stack)| {
        let thrown = &world.catalog.item(kind).thrown;
        thrown.as_ref().is_some_and(|thrown| helps(&thrown.effects))
            && check_things::throw(world, slot, here).is_ok()
    };
    let is_used = |&(slot, Stack { kind, .. }): &(CartIndex, Stack)| {
        helps(&world.catalog.item(kind).effects) && check_things::use_up(world, slot).is_ok()
    };
    let poured = known().find(is_poured).map(|(_, stack)| Remedy::Pour(stack.kind));
    poured
        .or_else(|| water_in_time(world, turns).filter(|_| is_saved_by_water))
        .or_else(|| known().find(is_used).map(|(_, stack)| Remedy::Use(stack.kind)))
        .unwrap_or(Remedy::Nothing)
}

/// The way to the nearest cell in sight without gas and fire.
fn clear_cell(world: &World) -> Option<Dir> {
    let (floor, here) = (&world.floor, world.player_pos());
    let mut ground = world.ground(&world.roster()[0]);
    ground.intersect(&floor.planned);
    ground.subtract(&world.known_traps_to_avoid());
    for other in world.roster()[1..].iter().filter(|it| world.sight.visible.contains(it.pos)) {
        ground.remove(other.pos);
    }
    let is_clear = |&pos: &Pos| {
        floor.gas(pos) < MIN_HARMFUL_GAS
            && floor.fire(pos) == 0
            && world.sight.visible.contains(pos)
            && pos != here
    };
    let field = &mut world.scratch.borrow_mut().way;
    field.spread(&ground, [here], Moves::Eight, MAX_STEPS_TO_CLEAR_CELL);
    let clear = ground.iter().filter(is_clear);
    let (_, nearest) = clear.filter_map(|pos| Some((field.reached(pos)?, pos))).min()?;
    Some(here.bearing(nearest))
}

fn can_rinse(world: &World) -> bool {
    let mut places = std::iter::once(None).chain(Dir::ALL.into_iter().map(Some));
    places.any(|dir| {
        let fixture = world.floor.fixture(check_work::place(world, dir));
        fixture.is_some_and(Fixture::has_water) && check_work::work(world, dir).is_ok()
    })
}

/// The nearest water that the player knows and gets to before they have burnt for so many turns.
fn water_in_time(world: &World, turns: u32) -> Option<Remedy> {
    let (floor, here) = (&world.floor, world.player_pos());
    let deep = floor.planned.iter().filter(|&pos| floor.tile(pos) == Tile::DeepWater);
    // Deep water puts out whoever comes beside it, a well whoever takes a turn at it.
    let banks = deep.flat_map(Pos::neighbours).map(|pos| (0, pos));
    let wells = walk::places_by(world, Fixture::has_water).into_iter().map(|pos| (1, pos));
    let places: Vec<(u32, Pos)> = banks.chain(wells).collect();
    let safe = world.known_safe_ground();
    let field = &mut world.scratch.borrow_mut().way;
    field.spread(&safe, [here], Moves::Eight, DistanceField::MAX_DISTANCE);
    let places = places.into_iter().filter(|&(_, pos)| safe.contains(pos));
    let reached = places.filter_map(|(work, pos)| {
        let steps = field.reached(pos)?;
        let needed = world.turns_for_steps(steps.into()).0 + work;
        (needed <= turns).then_some((needed, steps, pos))
    });
    let (_, steps, nearest) = reached.min()?;
    Some(Remedy::Water { steps, way: here.bearing(nearest) })
}

/// The causes that are told apart, in the order in which they count if two take the same.
const CAUSES: [Harm; 4] =
    [Harm::Gas, Harm::Status(Status::Burning), Harm::Status(Status::Poisoned), Harm::Fire];

/// The player's body and cell at some turn.
#[derive(Clone)]
struct Prognosis<'w> {
    world: &'w World,
    vitals: Vitals,
    statuses: Statuses,
    /// The gas in sight, in reading order.
    gas: Vec<(Pos, u8)>,
    /// Turns that the player's cell goes on burning, and the cells beside it.
    fire: u8,
    fire_beside: u8,
    clock: Turns,
    /// The health that each of the causes has taken.
    taken: [i32; CAUSES.len()],
}

impl<'w> Prognosis<'w> {
    fn of(world: &'w World) -> Prognosis<'w> {
        let (floor, here) = (&world.floor, world.player_pos());
        let seen = floor.gassy.iter().filter(|&&pos| world.sight.visible.contains(pos));
        Prognosis {
            world,
            vitals: world.vitals(world.player()),
            statuses: world.statuses(world.player()),
            gas: seen.map(|&pos| (pos, floor.gas(pos))).collect(),
            fire: floor.fire(here),
            fire_beside: here.neighbours().map(|pos| floor.fire(pos)).max().unwrap_or(0),
            clock: world.clock(),
            taken: [0; CAUSES.len()],
        }
    }

    /// The same on a cell without gas and fire.
    fn elsewhere(mut self) -> Prognosis<'w> {
        self.gas.clear();
        (self.fire, self.fire_beside) = (0, 0);
        self
    }

    /// The same after effects that are sure.
    fn after(mut self, effects: &[Effect]) -> Prognosis<'w> {
        for effect in effects {
            match *effect {
                Effect::Heal { amount } => self.heal(amount),
                Effect::Cure { status } => self.set(status, 0),
                Effect::Inflict { status: Status::Mending, turns, percent: 100.. } => {
                    self.set(Status::Mending, self.statuses.turns(Status::Mending).max(turns));
                }
                Effect::Douse { .. } => self.drench(),
                _ => {}
            }
        }
        self
    }

    /// What kills the player and in how many turns of the clock; of several causes the one that
    /// takes the most health until then.
    fn death(mut self) -> Option<(Harm, u32)> {
        let mut turns = 0;
        while self.goes_on() {
            turns += 1;
            self.pass_turn();
            if self.vitals.health <= 0 {
                let most = self.taken.into_iter().max()?;
                let cause = self.taken.into_iter().position(|taken| taken == most)?;
                return Some((CAUSES[cause], turns));
            }
        }
        None
    }

    /// Whether anything takes health, or is about to.
    fn goes_on(&self) -> bool {
        let ails = self.statuses.iter().any(|(status, _)| status.takes_health());
        ails || self.gas_here() >= MIN_HARMFUL_GAS || self.is_in_flames()
    }

    fn is_in_flames(&self) -> bool {
        self.fire > 0 || (self.fire_beside > 0 && self.statuses.has(Status::Tarred))
    }

    fn gas_here(&self) -> u8 {
        let here = self.world.player_pos();
        let place = self.gas.binary_search_by_key(&here, |&(pos, _)| pos);
        place.map_or(0, |place| self.gas[place].1)
    }

    /// One turn, in the order of `shift::turn::tick`.
    fn pass_turn(&mut self) {
        let (world, rules) = (self.world, &self.world.catalog.rules.fire);
        let player = &world.roster()[0];
        self.clock.0 += 1;
        self.gas = spread_gas_once(world, &self.gas, self.clock);
        let thickness = self.gas_here();
        if thickness >= MIN_HARMFUL_GAS && !world.is_warded(player, Status::Poisoned) {
            self.hurt(Harm::Gas, gas_damage(thickness));
        }
        if thickness >= MIN_HARMFUL_GAS && (self.fire > 0 || self.fire_beside > 0) {
            if !self.is_fireproof() {
                self.hurt(Harm::Fire, 1 + i32::from(thickness / rules.flash_per));
            }
            // It goes off ring by ring: what is near is gone as well.
            self.gas.clear();
            self.fire = self.fire.max(rules.flash);
        }
        self.fire = self.fire.saturating_sub(1);
        self.fire_beside = self.fire_beside.saturating_sub(1);
        if self.is_in_flames() && !self.is_fireproof() {
            let burning = self.statuses.turns(Status::Burning).max(rules.burning);
            self.set(Status::Burning, burning);
        }
        for status in Status::ALL {
            let turns = self.statuses.turns(status);
            if turns == 0 {
                continue;
            }
            self.set(status, turns - 1);
            match status {
                Status::Poisoned => self.hurt(Harm::Status(status), i32::from(turns % 2)),
                Status::Burning if world.changes().under_water => self.drench(),
                Status::Burning => {
                    if self.fire == 0 && self.gas_here() >= MIN_HARMFUL_GAS {
                        self.fire = flame_turns(world, player.pos);
                    }
                    let is_tarred = self.statuses.has(Status::Tarred);
                    let damage = if is_tarred { rules.damage_tarred } else { rules.damage };
                    self.hurt(Harm::Status(status), damage);
                }
                Status::Mending => self.heal(1),
                _ => {}
            }
        }
        let is_due = |&turns: &u16| turns > 0 && self.clock.0.is_multiple_of(u32::from(turns));
        let mended = world.regeneration_periods().iter().filter(|turns| is_due(turns)).count();
        if self.vitals.health > 0 && !self.statuses.has(Status::Poisoned) {
            self.heal(mended as i32);
        }
    }

    fn is_fireproof(&self) -> bool {
        let (world, player) = (self.world, &self.world.roster()[0]);
        let is_wet = world.has_status(player.entity, Status::Drenched);
        self.statuses.has(Status::Drenched) || (!is_wet && world.is_warded(player, Status::Burning))
    }

    fn drench(&mut self) {
        for washed_off in [Status::Burning, Status::Tarred] {
            self.set(washed_off, 0);
        }
        self.set(Status::Drenched, self.world.catalog.rules.fire.drenched);
    }

    fn hurt(&mut self, by: Harm, damage: i32) {
        if self.vitals.health <= 0 {
            return;
        }
        self.vitals.health -= damage;
        let cause = CAUSES.iter().position(|&cause| cause == by);
        self.taken[cause.unwrap_or(0)] += damage;
    }

    fn heal(&mut self, amount: i32) {
        if self.vitals.health > 0 {
            self.vitals.health = (self.vitals.health + amount).min(self.vitals.max_health);
        }
    }

    fn set(&mut self, status: Status, turns: u16) {
        self.statuses.0[status as usize] = turns;
    }
}
