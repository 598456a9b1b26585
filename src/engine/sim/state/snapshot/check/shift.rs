//! The shift: its counters, what was begun, and the shop.

use super::{Checker, MAX_COUNTER, MAX_SMALL_COUNTER, SnapshotError, below, require};
use crate::sim::command::Preparation;
use crate::sim::state::activity::Activity;
use crate::sim::state::components::Duty;
use crate::sim::state::fixture::{Door, Fixture};
use crate::sim::state::order::{Tally, WorkOrder};
use crate::sim::state::prepared::{Prepared, RehungDoor};
use crate::sim::state::shift::ShiftState;
use crate::sim::state::shop::Shop;
use crate::sim::state::tutor::Tutor;
use crate::sim::units::{ActorId, Turns};
use base::Pos;
use content::ConditionId;
use levels::Request;

impl Checker<'_> {
    pub(super) fn shift(&self, shift: &ShiftState) -> Result<(), SnapshotError> {
        let ShiftState {
            clock,
            stood_still,
            dawn,
            par,
            condition,
            order,
            tally,
            activity,
            paused_job,
            hidden,
            // The player stands somewhere even when away; `end` and `away` go with any other state.
            away: _,
            threats,
            recently_seen,
            harm_told: _,
            shut_out,
            discarded,
            thrown,
            placed_traps,
            prepared,
            shop,
            goods,
            raid,
            last_night,
            at_dawn,
            end: _,
            tenants,
            tutor,
        } = shift;
        below(clock.0, MAX_COUNTER, "shift.clock")?;
        require(stood_still <= clock, "shift.stood_still", "more turns than have gone by")?;
        require(dawn.0 > 0, "shift.dawn", "comes before the night")?;
        below(dawn.0, MAX_COUNTER, "shift.dawn")?;
        par.map_or(Ok(()), |par| below(par.0, MAX_COUNTER, "shift.par"))?;
        let is_known = |id: &ConditionId| usize::from(id.0) < self.catalog.conditions.kinds.len();
        require(condition.as_ref().is_none_or(is_known), "shift.condition", "no such condition")?;
        let WorkOrder { done, ordered, lost } = order;
        let mut jobs = done.0.iter().chain(&ordered.0).chain(&lost.0);
        require(
            jobs.all(|&count| count < MAX_SMALL_COUNTER),
            "shift.order",
            "more than any floor holds",
        )?;
        self.tally(tally)?;
        if let Some(
            Activity::Work { at: pos }
            | Activity::Travel { goal: pos }
            | Activity::DoJob { at: pos, .. },
        ) = activity
        {
            self.inside(*pos, "shift.behaviour")?;
        }
        paused_job.map_or(Ok(()), |(pos, _)| self.inside(pos, "shift.paused_job"))?;
        let place = self.snapshot.floor.actors.first().and_then(|player| self.fixture(player.pos));
        let hides = place.is_some_and(Fixture::hides);
        require(!hidden || hides, "shift.hidden", "nothing hides the player there")?;
        require(threats.is_sorted(), "shift.threats", "out of order")?;
        let rising = recently_seen.is_sorted_by(|a, b| a.0 < b.0);
        let past = recently_seen.iter().all(|(_, turn)| turn <= clock);
        require(rising && past, "shift.recently_seen", "out of order, or not seen yet")?;
        self.sorted(shut_out.iter().map(|&(pos, _)| pos), "shift.shut_out")?;
        let exist = shut_out.iter().all(|&(_, kind)| self.has_actor(kind));
        require(exist, "shift.shut_out", "no such kind of actor")?;
        require(discarded.is_sorted(), "shift.discarded", "out of order")?;
        self.sorted(thrown.iter().copied(), "shift.thrown")?;
        self.sorted(placed_traps.iter().copied(), "shift.placed_traps")?;
        let is_trap = |&pos: &Pos| matches!(self.fixture(pos), Some(Fixture::Trap { .. }));
        require(placed_traps.iter().all(is_trap), "shift.placed_traps", "no trap is there")?;
        if let Some(Activity::Prepare(
            Preparation::MakeKit { trap } | Preparation::SetKit { trap, .. },
        )) = activity
        {
            self.trap(*trap, "shift.behaviour")?;
        }
        self.prepared(prepared)?;
        self.shop(*shop, goods)?;
        self.tenants(tenants)?;
        if let Some(raid) = raid {
            self.raid(raid, *clock)?;
        }
        self.report(last_night, "shift.last_night")?;
        at_dawn.as_ref().map_or(Ok(()), |report| self.report(report, "shift.at_dawn"))?;
        tutor.as_ref().map_or(Ok(()), |tutor| self.tutor(tutor, *clock))
    }

    fn tutor(&self, tutor: &Tutor, clock: Turns) -> Result<(), SnapshotError> {
        let Tutor { learned, remarked, since, helped: _ } = tutor;
        let tutorial = &self.catalog.tutorial;
        let is_whole = learned.len() == tutorial.lessons.len();
        require(is_whole, "shift.tutor.learned", "as many as there are lessons, no more")?;
        let is_whole = remarked.len() == tutorial.remarks.len();
        require(is_whole, "shift.tutor.remarked", "as many as there are remarks, no more")?;
        require(*since <= clock, "shift.tutor.since", "not yet")
    }

    fn prepared(&self, prepared: &Prepared) -> Result<(), SnapshotError> {
        let Prepared { led, posted, rehung } = prepared;
        let is_guard = |id: ActorId| {
            let mut actors = self.snapshot.floor.actors.iter();
            actors.any(|actor| actor.id == id && matches!(actor.duty, Duty::Guard { .. }))
        };
        require(led.is_none_or(is_guard), "shift.prepared.led", "follows and is no resident")?;
        let rising = posted.is_sorted_by(|a, b| a.id < b.id);
        let are_guards = posted.iter().all(|posted| is_guard(posted.id));
        require(rising && are_guards, "shift.prepared.posted", "out of order, or no residents")?;
        for posted in posted {
            self.inside(posted.home, "shift.prepared.posted")?;
        }
        self.sorted(rehung.iter().map(|door| door.at), "shift.prepared.rehung")?;
        let hangs = |door: &RehungDoor| {
            let fixture = self.fixture(door.at);
            let is_whole =
                matches!(fixture, Some(Fixture::Door(Door::Open | Door::Closed | Door::Barred)));
            is_whole && !door.opens_to.is_diagonal()
        };
        require(rehung.iter().all(hangs), "shift.prepared.rehung", "no such door hangs there")
    }

    fn tally(&self, tally: &Tally) -> Result<(), SnapshotError> {
        let Tally {
            kills,
            damage_taken,
            traps_sprung,
            items_used,
            steps,
            finished_jobs,
            bosses,
            left_at,
            killed_by,
        } = tally;
        let counts = [kills, traps_sprung, items_used, bosses];
        let sums = [damage_taken, steps];
        let low = counts.into_iter().all(|&count| count < MAX_SMALL_COUNTER)
            && sums.into_iter().all(|&sum| sum < MAX_COUNTER)
            && left_at.is_none_or(|turn| turn.0 < MAX_COUNTER);
        require(low, "shift.tally", "more than any night holds")?;
        killed_by.map_or(Ok(()), |by| self.harm(by, "shift.tally.killed_by"))?;
        self.sorted(finished_jobs.iter().copied(), "shift.tally.finished_jobs")
    }

    fn shop(&self, shop: Option<Shop>, goods: &[Pos]) -> Result<(), SnapshotError> {
        let floor = &self.snapshot.floor;
        if let Some(Shop { room, keeper }) = shop {
            let side = 1..=Request::LARGEST;
            require(
                side.contains(&room.w) && side.contains(&room.h),
                "shift.shop",
                "no such size",
            )?;
            // Near enough that no corner of it runs over.
            let near = 0..=Request::LARGEST;
            require(
                near.contains(&room.x) && near.contains(&room.y),
                "shift.shop",
                "off the floor",
            )?;
            self.inside(Pos::new(room.x, room.y), "shift.shop")?;
            self.inside(Pos::new(room.right() - 1, room.bottom() - 1), "shift.shop")?;
            let kept = floor.actors.iter().any(|actor| actor.id == keeper);
            require(kept && keeper != ActorId::PLAYER, "shift.shop", "nobody keeps it")?;
        }
        require(shop.is_some() || goods.is_empty(), "shift.goods", "for sale, and nobody sells")?;
        self.sorted(goods.iter().copied(), "shift.goods")?;
        let lies = |pos: &Pos| floor.items.binary_search_by_key(pos, |&(at, _)| at).is_ok();
        require(goods.iter().all(lies), "shift.goods", "nothing lies there")
    }
}
