//! What becomes of a player who stays where they are: the health that statuses, gas and fire take until they are over. It goes by
//! what the player can tell, and by the rules of a turn (`shift::turn`); chance, others and the gas out of sight are left out.

use crate::sim::prelude::*;
use crate::sim::rules::gas::{self, MIN_HARMFUL_GAS, gas_damage};
use crate::sim::rules::ignite::flame_turns;

/// The causes that are told apart, in the order in which they count if two take the same.
const CAUSES: [Harm; 4] =
    [Harm::Gas, Harm::Status(Status::Burning), Harm::Status(Status::Poisoned), Harm::Fire];

/// The death that a player comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Death {
    /// What takes the most health until then.
    pub by: Harm,
    /// How many turns of the clock it takes.
    pub turns: u32,
}

/// The player's body and cell at some turn.
#[derive(Clone)]
pub(super) struct Prognosis<'w> {
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
    pub(super) fn of(world: &'w World) -> Prognosis<'w> {
        let (floor, here) = (&world.floor, world.player_pos());
        let seen = floor.gassy().iter().filter(|&&pos| world.sight.visible.contains(pos));
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
    pub(super) fn elsewhere(mut self) -> Prognosis<'w> {
        self.gas.clear();
        (self.fire, self.fire_beside) = (0, 0);
        self
    }

    /// The same without a status.
    pub(super) fn cured_of(mut self, status: Status) -> Prognosis<'w> {
        self.set(status, 0);
        self
    }

    /// The same after effects that are sure.
    pub(super) fn after(mut self, effects: &[Effect]) -> Prognosis<'w> {
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

    /// The death that all this leads to, if it does.
    pub(super) fn death(mut self) -> Option<Death> {
        let mut turns = 0;
        while self.goes_on() {
            turns += 1;
            self.pass_turn();
            if self.vitals.health <= 0 {
                let most = self.taken.into_iter().max()?;
                let cause = self.taken.into_iter().position(|taken| taken == most)?;
                return Some(Death { by: CAUSES[cause], turns });
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
        self.gas = gas::spread_once(world, &self.gas, self.clock);
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
