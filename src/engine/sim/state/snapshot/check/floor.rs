//! The floor: its cells, and what stands and lies on them. The shift: its lists, what was begun,
//! the shop and the raids; and what the player has.

use crate::sim::command::Lever;
use crate::sim::state::belongings::Belongings;
use crate::sim::state::cells::{ActorRecord, CellMemory, Cells, FloorState};
use crate::sim::state::components::{Boss, Duty, Vitals};
use crate::sim::state::fixture::Fixture;
use crate::sim::state::journey::Phase;
use crate::sim::state::raid::{Fate, Raid, RaidReport};
use crate::sim::state::shift::{Cord, Prepared, ShiftState, Shop, Tenant, Tutor};
use crate::sim::state::snapshot::check::{
    Checker, MAX_CELLS, SnapshotError, once_each, require, rising,
};
use crate::sim::units::{ActorId, Holder, Stack};
use base::Pos;
use content::{ItemKindId, Slot};
use levels::Request;

impl Checker<'_> {
    pub(super) fn floor(&self, floor: &FloorState) -> Result<(), SnapshotError> {
        let FloorState { depth: _, cells, actors, items, bodies } = floor;
        self.cells(cells)?;
        self.actors(actors)?;
        rising(items.iter().map(|own| own.0), "items")?;
        rising(bodies.iter().map(|own| own.0), "bodies")?;
        for (index, &(pos, _)) in items.iter().enumerate() {
            self.on_floor(pos, format_args!("items[{index}]"))?;
        }
        for (index, &(pos, _)) in bodies.iter().enumerate() {
            self.on_floor(pos, format_args!("bodies[{index}]"))?;
        }
        Ok(())
    }

    /// On a cell that can be stood on, as its terrain goes.
    fn on_floor(&self, pos: Pos, path: impl std::fmt::Display) -> Result<(), SnapshotError> {
        let is_passable = self.snapshot.floor.cells.terrain[pos].is_passable();
        require(is_passable, path, format_args!("{}, {} is solid rock", pos.x, pos.y))
    }

    fn cells(&self, cells: &Cells) -> Result<(), SnapshotError> {
        let (terrain, known) = (&cells.terrain, &cells.known);
        let (width, height) = (terrain.width(), terrain.height());
        let sides = 3..=Request::LARGEST;
        let is_floor = sides.contains(&width) && sides.contains(&height);
        let fault = format_args!("{width}×{height} is no size of a floor");
        require(is_floor, "floor.tiles", fault)?;
        let fault = format_args!("{width}×{height} are more than {MAX_CELLS} cells");
        require(width * height <= MAX_CELLS, "floor.tiles", fault)?;
        let is_known_whole = known.width() == width && known.height() == height;
        require(is_known_whole, "floor.known", "has another size than floor.tiles")?;
        for (Pos { x, y }, tile) in terrain.iter().filter(|(pos, _)| terrain.is_border(*pos)) {
            let fault = format_args!("column {x}: the outer ring is open");
            require(!tile.is_passable(), format_args!("floor.tiles[{y}]"), fault)?;
        }
        rising(cells.fixtures.iter().map(|own| own.0), "floor.fixtures")?;
        rising(&cells.blood, "floor.blood")?;
        rising(cells.gas.iter().map(|own| own.0), "floor.gas")?;
        rising(cells.fire.iter().map(|own| own.0), "floor.fire")?;
        rising(cells.door_damage.iter().map(|own| own.0), "floor.door_damage")?;
        rising(cells.remembered.iter().map(|own| own.0), "floor.remembered")?;
        for (index, &(pos, _)) in cells.door_damage.iter().enumerate() {
            let is_door = matches!(self.fixture(pos), Some(Fixture::Door(_)));
            require(is_door, format_args!("floor.door_damage[{index}]"), "no door")?;
        }
        for (index, (_, memory)) in cells.remembered.iter().enumerate() {
            let path = format_args!("floor.remembered[{index}]");
            require(*memory != CellMemory::default(), path, "nothing")?;
        }
        Ok(())
    }

    fn actors(&self, actors: &[ActorRecord]) -> Result<(), SnapshotError> {
        let is_player = actors.first().is_some_and(|actor| {
            actor.id == ActorId::PLAYER && actor.kind == self.catalog.rules.upkeeper.id
        });
        require(is_player, "actors[0]", "is not the upkeeper")?;
        rising(actors.iter().map(|actor| actor.id), "actors")?;
        for (index, actor) in actors.iter().enumerate() {
            self.actor(actor, &format!("actors[{index}]"))?;
        }
        // A player who is off the floor occupies no cell.
        let away = usize::from(self.snapshot.shift.away);
        let mut places: Vec<(Pos, usize)> =
            (away..).zip(&actors[away..]).map(|(index, actor)| (actor.pos, index)).collect();
        places.sort_unstable();
        for pair in places.windows(2) {
            let [(at, index), (other, _)] = [pair[1], pair[0]];
            let path = format_args!("actors[{index}].at");
            require(at != other, path, format_args!("actors[{}] stands there", pair[0].1))?;
        }
        Ok(())
    }

    fn actor(&self, actor: &ActorRecord, path: &str) -> Result<(), SnapshotError> {
        let next_id = self.snapshot.run.next_id;
        let fault = format_args!("{} is not below run.next_id, {next_id}", actor.id.0);
        require(actor.id.0 < next_id, format_args!("{path}.id"), fault)?;
        self.on_floor(actor.pos, format_args!("{path}.at"))?;
        let Vitals { health, max_health, energy: _ } = actor.vitals;
        let path_of_health = format_args!("{path}.vitals.health");
        let fault = format_args!("{health} is above its maximum {max_health}");
        require(health <= max_health, path_of_health, fault)?;
        let journey = self.snapshot.journey.as_ref();
        let is_run_over = journey.is_some_and(|own| matches!(own.phase, Phase::Over(_)));
        let is_over = is_run_over || self.snapshot.shift.end.is_some();
        let lives = health > 0 || (actor.id == ActorId::PLAYER && is_over);
        let fault = format_args!("{health}: whoever is up has some");
        require(lives, path_of_health, fault)?;
        let Duty::Boss(Boss { windup, .. }) = actor.duty else { return Ok(()) };
        let blows = self.catalog.actor(actor.kind).boss.as_ref().map_or(0, |own| own.blows.len());
        let sound = blows > 0 && windup.is_none_or(|windup| usize::from(windup.blow) < blows);
        require(sound, format_args!("{path}.duty"), "is no such boss")
    }
}

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
        let is_new = |(place, own): (usize, &Lever)| !shift.plan[..place].contains(own);
        let are_apart = shift.plan.iter().enumerate().all(is_new);
        require(are_apart, "shift.plan", "the same thing twice")?;
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
        let Prepared { led, posted, in_wait, cords } = prepared;
        let is_guard = |id: ActorId| {
            let mut actors = self.snapshot.floor.actors.iter();
            actors.any(|actor| actor.id == id && matches!(actor.duty, Duty::Guard { .. }))
        };
        require(led.is_none_or(is_guard), "shift.prepared.led", "follows and is no resident")?;
        rising(posted.iter().map(|posted| posted.id), "shift.prepared.posted")?;
        let are_guards = posted.iter().all(|posted| is_guard(posted.id));
        require(are_guards, "shift.prepared.posted", "no residents")?;
        rising(in_wait.iter().copied(), "shift.prepared.in_wait")?;
        let is_there = |id: &ActorId| self.snapshot.floor.actors.iter().any(|own| own.id == *id);
        let are_there = in_wait.iter().all(is_there);
        require(are_there, "shift.prepared.in_wait", "nobody on the floor")?;
        let terrain = &self.snapshot.floor.cells.terrain;
        let are_inside = cords.iter().all(|cord| terrain.contains(cord.at));
        require(are_inside, "shift.prepared.cords", "not on the floor")?;
        let is_own = |(number, cord): (usize, &Cord)| prepared.cord_at(cord.at) == Some(number);
        let are_apart = cords.iter().enumerate().all(is_own);
        require(are_apart, "shift.prepared.cords", "two on the same cell")
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
        rising(&raid.posts, "shift.raid.posts")?;
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
