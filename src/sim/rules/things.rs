//! Verbs about work, doors, bodies, stacks and what the upkeeper owns.

use crate::base::{Pos, Rect};
use crate::content::{JobKind, Supply};

use crate::sim::command::Slot;
use crate::sim::event::Event;
use crate::sim::rules::raid;
use crate::sim::state::belongings::{Belongings, Body};
use crate::sim::state::components::{AiState, Duty};
use crate::sim::state::fixture::{Door, Fixture};
use crate::sim::state::world::World;
use crate::sim::units::{Coins, Stack};

impl World {
    pub(crate) fn earn(&mut self, coins: Coins) {
        let player = self.player();
        self.change::<Belongings>(player, |own| own.coins = own.coins.saturating_add(coins));
    }

    pub(crate) fn add_supply(&mut self, supply: Supply, amount: u16) {
        let player = self.player();
        self.change::<Belongings>(player, |own| {
            let count = &mut own.supplies[supply as usize];
            *count = count.saturating_add(amount);
        });
    }

    /// A job is done: the floor is as it should be there, and the order says so.
    pub(crate) fn complete(&mut self, job: JobKind, at: Pos) {
        match job {
            JobKind::Stain => self.floor.set_blood(at, false),
            JobKind::Body => {}
            JobKind::Pen => self.call_home(at),
            _ => {
                let mended = self.floor.fixture(at).map(Fixture::mended);
                self.floor.set_fixture(at, mended);
            }
        }
        self.order.done[job as usize] += 1;
        let finished_jobs = &mut self.tally.finished_jobs;
        if !matches!(job, JobKind::Stain | JobKind::Body)
            && self.raid.is_none()
            && let Err(place) = finished_jobs.binary_search(&at)
        {
            finished_jobs.insert(place, at);
        }
        self.emit(Event::JobDone { job, at });
    }

    /// Whoever belongs to a post is itself again, and on its way there.
    pub(crate) fn call_home(&mut self, post: Pos) {
        self.floor.set_fixture(post, Some(Fixture::Post { empty: false }));
        let stray = self
            .roster
            .iter()
            .find(|spot| self.duty(spot.entity) == (Duty::Stray { post }))
            .copied();
        if let Some(stray) = stray {
            self.set_duty(&stray, Duty::Guard { post });
            self.set_mind(&stray, AiState::Curious { goal: post, patience: u8::MAX });
        }
    }

    /// Something that was in order is a job again.
    pub(crate) fn break_fixture(&mut self, at: Pos, fixture: Fixture) {
        self.floor.set_fixture(at, Some(fixture));
        self.door_damage.retain(|&(door, _)| door != at);
        if let Some(job) = fixture.job() {
            let done = &mut self.order.done[job as usize];
            *done = done.saturating_sub(1);
        }
        if self.raid.is_some() {
            raid::spoilt(self, at, fixture);
        } else if let Ok(place) = self.tally.finished_jobs.binary_search(&at) {
            self.tally.finished_jobs.remove(place);
        }
    }

    pub(crate) fn set_door(&mut self, at: Pos, door: Door) {
        self.floor.set_fixture(at, Some(Fixture::Door(door)));
        self.door_damage.retain(|&(door_damage, _)| door_damage != at);
    }

    /// Lays a body on the nearest cell that has none, from `at` on.
    pub(crate) fn drop_body(&mut self, at: Pos, body: Body) {
        let place = self.nearest(at, |world, pos| {
            world.bodies[pos].is_none()
                && !matches!(
                    world.floor.fixture(pos),
                    Some(Fixture::Trap { .. } | Fixture::Door(_) | Fixture::Chute)
                )
        });
        // Where there is no room at all, nothing is to be found of it.
        if let Some(place) = place {
            self.place_body(place, body);
        }
    }

    /// Lays a stack on the nearest cell that has none, from `at` on.
    pub(crate) fn drop_stack(&mut self, at: Pos, stack: Stack) -> Pos {
        if let Some(lying) = self.item_at(at)
            && lying.kind == stack.kind
            && !self.is_for_sale(at)
        {
            let count = lying.count.saturating_add(stack.count);
            self.lift_item(at);
            self.place_item(at, Stack { count, ..stack });
            return at;
        }
        let place =
            self.nearest(at, |world, pos| world.items[pos].is_none() && !world.is_armed_trap(pos));
        if let Some(place) = place {
            self.place_item(place, stack);
        }
        place.unwrap_or(at)
    }

    /// The nearest cell on which somebody can appear.
    pub(crate) fn nearest_free(&self, at: Pos) -> Option<Pos> {
        self.nearest(at, |world, pos| !world.is_occupied(pos) && !world.is_armed_trap(pos))
    }

    /// The nearest passable cell that a test holds for, ring by ring, each ring in reading order.
    pub(crate) fn nearest(&self, at: Pos, test: impl Fn(&World, Pos) -> bool) -> Option<Pos> {
        (0..=6_i32).find_map(|radius| {
            let square = Rect::around(at, radius);
            square.positions().filter(|&pos| pos.steps_to(at) == radius).find(|&pos| {
                self.floor.is_passable(pos) && !self.is_closed_door(pos) && test(self, pos)
            })
        })
    }

    /// Takes one or more out of the cart.
    pub(crate) fn take_from_cart(&mut self, slot: Slot, count: u16) -> Option<Stack> {
        let mut taken = None;
        let player = self.player();
        self.change::<Belongings>(player, |own| taken = own.take(slot, count));
        taken
    }
}
