//! The shift: its lists, what was begun, the shop and the raids; and what the player has.

use crate::sim::state::belongings::Belongings;
use crate::sim::state::components::Duty;
use crate::sim::state::fixture::{Door, Fixture};
use crate::sim::state::raid::{Fate, Raid, RaidReport};
use crate::sim::state::shift::{Prepared, RehungDoor, ShiftState, Shop, Tenant, Tutor};
use crate::sim::state::snapshot::check::{Checker, SnapshotError, once_each, require, rising};
use crate::sim::units::{ActorId, Holder, Stack};
use base::Pos;
use content::{ItemKindId, Slot};
use levels::Request;

impl Checker<'_> {
    pub(super) fn shift(&self, shift: &ShiftState) -> Result<(), SnapshotError> {
        let stood_still = shift.stood_still <= shift.clock;
        require(stood_still, "shift.stood_still", "more turns than have gone by")?;
        let place = self.snapshot.floor.actors.first().and_then(|player| self.fixture(player.pos));
        let hides = place.is_some_and(Fixture::hides);
        require(!shift.hidden || hides, "shift.hidden", "nothing hides the player there")?;
        require(shift.threats.is_sorted(), "shift.threats", "out of order")?;
        rising(shift.recently_seen.iter().map(|own| own.0), "shift.recently_seen")?;
        let past = shift.recently_seen.iter().all(|(_, turn)| *turn <= shift.clock);
        require(past, "shift.recently_seen", "not seen yet")?;
        rising(shift.shut_out.iter().map(|own| own.0), "shift.shut_out")?;
        require(shift.discarded.is_sorted(), "shift.discarded", "out of order")?;
        rising(&shift.thrown, "shift.thrown")?;
        rising(&shift.placed_traps, "shift.placed_traps")?;
        let is_trap = |&pos: &Pos| matches!(self.fixture(pos), Some(Fixture::Trap { .. }));
        let are_traps = shift.placed_traps.iter().all(is_trap);
        require(are_traps, "shift.placed_traps", "no trap is there")?;
        rising(&shift.tally.finished_jobs, "shift.tally.finished_jobs")?;
        self.prepared(&shift.prepared)?;
        self.shop(shift.shop, &shift.goods)?;
        self.tenants(&shift.tenants)?;
        if let Some(raid) = &shift.raid {
            self.raid(raid, shift)?;
        }
        report(&shift.last_night, "shift.last_night")?;
        if let Some(at_dawn) = &shift.at_dawn {
            report(at_dawn, "shift.at_dawn")?;
        }
        shift.tutor.as_ref().map_or(Ok(()), |tutor| self.tutor(tutor, shift))
    }

    fn tutor(&self, tutor: &Tutor, shift: &ShiftState) -> Result<(), SnapshotError> {
        let tutorial = &self.catalog.tutorial;
        let is_whole = tutor.learned.len() == tutorial.lessons.len();
        require(is_whole, "shift.tutor.learned", "as many as there are lessons, no more")?;
        let is_whole = tutor.remarked.len() == tutorial.remarks.len();
        require(is_whole, "shift.tutor.remarked", "as many as there are remarks, no more")?;
        require(tutor.since <= shift.clock, "shift.tutor.since", "not yet")
    }

    fn prepared(&self, prepared: &Prepared) -> Result<(), SnapshotError> {
        let Prepared { led, posted, rehung } = prepared;
        let is_guard = |id: ActorId| {
            let mut actors = self.snapshot.floor.actors.iter();
            actors.any(|actor| actor.id == id && matches!(actor.duty, Duty::Guard { .. }))
        };
        require(led.is_none_or(is_guard), "shift.prepared.led", "follows and is no resident")?;
        rising(posted.iter().map(|posted| posted.id), "shift.prepared.posted")?;
        let are_guards = posted.iter().all(|posted| is_guard(posted.id));
        require(are_guards, "shift.prepared.posted", "no residents")?;
        rising(rehung.iter().map(|door| door.at), "shift.prepared.rehung")?;
        let hangs = |door: &RehungDoor| {
            let fixture = self.fixture(door.at);
            let is_whole =
                matches!(fixture, Some(Fixture::Door(Door::Open | Door::Closed | Door::Barred)));
            is_whole && !door.opens_to.is_diagonal()
        };
        require(rehung.iter().all(hangs), "shift.prepared.rehung", "no such door hangs there")
    }

    fn shop(&self, shop: Option<Shop>, goods: &[Pos]) -> Result<(), SnapshotError> {
        let floor = &self.snapshot.floor;
        if let Some(Shop { room, keeper }) = shop {
            let side = 1..=Request::LARGEST;
            let is_room = side.contains(&room.w) && side.contains(&room.h);
            require(is_room, "shift.shop", "no such size")?;
            // Near enough that no corner of it runs over.
            let near = 0..=Request::LARGEST;
            let terrain = &floor.cells.terrain;
            let corners = || [(room.x, room.y), (room.right() - 1, room.bottom() - 1)];
            let is_inside = |(x, y)| {
                let pos = Pos::new(x, y);
                terrain.contains(pos) && !terrain.is_border(pos)
            };
            let fits = near.contains(&room.x)
                && near.contains(&room.y)
                && corners().into_iter().all(is_inside);
            require(fits, "shift.shop", "off the floor")?;
            let kept = floor.actors.iter().any(|actor| actor.id == keeper);
            require(kept && keeper != ActorId::PLAYER, "shift.shop", "nobody keeps it")?;
        }
        require(shop.is_some() || goods.is_empty(), "shift.goods", "for sale, and nobody sells")?;
        rising(goods, "shift.goods")?;
        let lies = |pos: &Pos| floor.items.binary_search_by_key(pos, |&(at, _)| at).is_ok();
        require(goods.iter().all(lies), "shift.goods", "nothing lies there")
    }

    /// Each is somebody, and those who are still inside are on the floor.
    fn tenants(&self, tenants: &[Tenant]) -> Result<(), SnapshotError> {
        const PATH: &str = "shift.tenants";
        rising(tenants.iter().map(|tenant| tenant.id), PATH)?;
        let mut holders: Vec<Holder> = Vec::new();
        for &Tenant { id, holder, fate, .. } in tenants {
            require(id != ActorId::PLAYER, PATH, "is the player")?;
            require(!holders.contains(&holder), PATH, "in two places")?;
            holders.push(holder);
            let is_person = |kind| self.catalog.actor(kind).is_person;
            let mut actors = self.snapshot.floor.actors.iter();
            let is_there = actors.any(|actor| actor.id == id && is_person(actor.kind));
            require(is_there == (fate == Fate::Inside), PATH, "on the floor, or not")?;
        }
        Ok(())
    }

    fn raid(&self, raid: &Raid, shift: &ShiftState) -> Result<(), SnapshotError> {
        let terrain = &self.snapshot.floor.cells.terrain;
        let fits = raid.seen.width() == terrain.width() && raid.seen.height() == terrain.height();
        require(fits, "shift.raid.seen", "what is seen has another size than what is")?;
        let is_on = raid.began <= shift.clock && !raid.is_of_last_night;
        require(is_on, "shift.raid.began", "is not of now")?;
        let fought = raid.last_fight.is_none_or(|(turn, _)| turn <= shift.clock);
        require(fought, "shift.raid.last_fight", "a fight that is still to come")?;
        rising(&raid.tended, "shift.raid.tended")?;
        rising(&raid.spotted, "shift.raid.spotted")?;
        rising(&raid.braved, "shift.raid.braved")?;
        report(&raid.report, "shift.raid.report")
    }

    pub(super) fn belongings(&self, own: &Belongings) -> Result<(), SnapshotError> {
        let slot_of = |kind: ItemKindId| self.catalog.item(kind).slot;
        let path = "run.belongings.cart";
        require(own.cart.last() != Some(&Stack::NONE), path, "ends with a free place")?;
        for (index, stack) in own.cart.iter().enumerate() {
            let path = format_args!("{path}[{index}]");
            require(stack.count > 0 || *stack == Stack::NONE, path, "a stack of nothing")?;
            require(slot_of(stack.kind) != Slot::Belt, path, "hangs on the belt alone")?;
        }
        for (slot, kind) in own.worn.0.iter().enumerate() {
            let path = format_args!("run.belongings.worn.{}", Slot::ALL[slot].name());
            let fits = kind.is_none_or(|kind| slot_of(kind) as usize == slot);
            require(fits, path, "cannot be worn there")?;
        }
        require(own.kits.is_sorted(), "run.belongings.kits", "out of order")?;
        for (index, stack) in own.belt.iter().enumerate() {
            let path = format_args!("run.belongings.belt[{index}]");
            require(slot_of(stack.kind) == Slot::Belt, path, "does not hang on a belt")?;
        }
        rising(own.belt.iter().map(|stack| stack.kind), "run.belongings.belt")?;
        rising(own.resting.iter().map(|own| own.0), "run.belongings.resting")?;
        rising(own.unpaid.iter().map(|stack| stack.kind), "run.belongings.unpaid")
    }
}

/// What a raid came to, or has come to so far.
pub(super) fn report(report: &RaidReport, path: &str) -> Result<(), SnapshotError> {
    let low = report.order.iter().all(|count| count.done <= count.total);
    require(low, format_args!("{path}.order"), "more work done than there is")?;
    let persons = report.members.iter().filter_map(|member| member.person);
    once_each(persons, format_args!("{path}.members"))?;
    for (index, member) in report.members.iter().enumerate() {
        let sound = (0..=member.max_health).contains(&member.health);
        require(sound, format_args!("{path}.members[{index}]"), "health out of bounds")?;
    }
    Ok(())
}
