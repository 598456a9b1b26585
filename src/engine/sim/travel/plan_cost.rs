//! What a plan of the night takes, by the ways that the player knows now.

use crate::sim::floor::known::places_to_work;
use crate::sim::prelude::*;
use crate::sim::travel::{jobs, walk};

/// An estimate: nothing gets in the way, no trap of the plan bars one, and what is not known yet is
/// no short cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanCost {
    /// Ways and work, from where the player stands.
    pub turns: Turns,
    /// The way to the exit from where the plan ends; `None` where none is known.
    pub way_out: Option<Turns>,
    /// How many things no known way leads to. Only their work is counted.
    pub out_of_reach: usize,
    /// In the order of [`Supply::ALL`].
    pub supplies: [u16; Supply::ALL.len()],
    pub cords: usize,
}

impl World {
    /// What it takes to do these things, in this order.
    pub fn plan_cost(&self, plan: &[Lever]) -> PlanCost {
        let mut round = Round {
            world: self,
            safe: self.known_safe_ground(),
            from_here: DistanceField::new(),
            here: self.player_pos(),
            kits: self.belongings().kits.clone(),
            fouled: self.belongings().mop_fouled,
            cost: PlanCost::default(),
        };
        round.stand(self.player_pos());
        if self.is_carrying() {
            round.dispose(self.belongings().carrying);
        }
        for &lever in plan {
            round.take(lever);
        }
        round.finish()
    }
}

/// The plan as far as it was walked.
struct Round<'w> {
    world: &'w World,
    safe: Bits,
    from_here: DistanceField,
    here: Pos,
    /// Those of the cart that no planned kit has used up.
    kits: Vec<TrapKindId>,
    fouled: u8,
    cost: PlanCost,
}

impl Round<'_> {
    fn stand(&mut self, here: Pos) {
        self.here = here;
        self.safe.insert(here);
        let all = DistanceField::MAX_DISTANCE;
        self.from_here.spread(&self.safe, [here], Moves::Eight, all);
    }

    /// To the nearest of some places, at a pace in percent. False where no known way leads to any.
    fn walk(&mut self, places: impl IntoIterator<Item = Pos>, pace: u32) -> bool {
        let reached = places.into_iter();
        let reached = reached.filter_map(|pos| Some((self.from_here.reached(pos)?, pos)));
        let Some((steps, place)) = reached.min() else { return false };
        self.work(self.world.turns_for_steps(u32::from(steps) * 100 / pace.max(1)));
        if place != self.here {
            self.stand(place);
        }
        true
    }

    fn work(&mut self, turns: Turns) {
        self.cost.turns.0 += turns.0;
    }

    fn prepare(&mut self, what: Preparation) {
        self.work(Turns(self.world.preparation_turns(what).into()));
    }

    fn take(&mut self, lever: Lever) {
        let world = self.world;
        let is_reached = match lever {
            Lever::Job { at, job } => self.walk(places_to_work(world, at, job), 100),
            Lever::Kit { at, .. } | Lever::Cord { at } => {
                self.walk(places_to_work(world, at, JobKind::Trap), 100)
            }
            Lever::Post { who, .. } => {
                let residents = world.residents_to_lead();
                let home = residents.iter().find(|&&(id, _)| id == who).map(|&(_, home)| home);
                self.walk(home.into_iter().flat_map(Pos::neighbours), 100)
                    || world.led().is_some_and(|led| led.id == who)
            }
        };
        self.cost.out_of_reach += usize::from(!is_reached);
        match lever {
            Lever::Job { at, job } => self.job(at, job, is_reached),
            Lever::Kit { trap, .. } => {
                if let Some(own) = self.kits.iter().position(|&own| own == trap) {
                    self.kits.remove(own);
                } else {
                    self.use_up(Supply::Parts, world.catalog.rules.prepare.kit_parts);
                    self.prepare(Preparation::MakeKit { trap });
                }
                self.prepare(Preparation::SetKit { trap, dir: Dir::North });
            }
            Lever::Cord { .. } => {
                self.cost.cords += 1;
                self.prepare(Preparation::Cord { dir: Dir::North });
            }
            Lever::Post { who, at } => {
                self.prepare(Preparation::Lead { dir: Dir::North });
                let pace = world.pace_of(who).unwrap_or(ACTION_ENERGY).min(ACTION_ENERGY);
                self.walk([at], pace.unsigned_abs());
                self.prepare(Preparation::TakePost);
            }
        }
    }

    fn job(&mut self, at: Pos, job: JobKind, is_reached: bool) {
        self.work(Turns(self.world.work_turns(job).into()));
        match job {
            JobKind::Body if is_reached => self.dispose(self.world.body_at(at)),
            JobKind::Stain if self.fouled >= self.world.mop_cells() => {
                self.walk(walk::places_by(self.world, Fixture::has_water), 100);
                self.fouled = 1;
                self.work(Turns(1));
                self.walk(places_to_work(self.world, at, job), 100);
            }
            JobKind::Stain => self.fouled += 1,
            _ => {
                if let Some(supply) = World::supply_for(job) {
                    self.use_up(supply, 1);
                }
            }
        }
    }

    fn dispose(&mut self, body: Option<Body>) {
        let is_now = self.world.is_carrying();
        let pace = if is_now { 100 } else { self.world.catalog.rules.carrying_speed.into() };
        self.walk(jobs::places_to_dispose(self.world, body), pace);
        self.work(Turns(1));
    }

    fn use_up(&mut self, supply: Supply, count: u16) {
        self.cost.supplies[supply as usize] += count;
    }

    fn finish(mut self) -> PlanCost {
        let turns = self.cost.turns;
        let is_known = self.walk([self.world.floor.exit], 100);
        let way_out = self.cost.turns.saturating_sub(turns);
        PlanCost { turns, way_out: is_known.then_some(way_out), ..self.cost }
    }
}
