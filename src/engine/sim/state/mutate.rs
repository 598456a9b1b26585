//! Writes on the run, the shift and the journey that keep something true: lists in order, sums that
//! do not run over, what ends with what. Fields that stand for themselves are written where a rule
//! changes them. Cells, actors and things have setters of their own (`floor/writes.rs`,
//! `actors.rs`, `things.rs`). What follows from a write by the rules of the game stands in the
//! subjects.

use std::sync::Arc;

use crate::sim::event::{End, Event, ItemEvent, WorkEvent};
use crate::sim::state::digest;
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::records::TownVisit;
use crate::sim::state::order::{Tally, WorkOrder};
use crate::sim::state::raid::{Fate, Raid, RaidMember, RaidReport};
use crate::sim::state::scratch::RaidCaches;
use crate::sim::state::shift::{PostedResident, ShiftState};
use crate::sim::state::sorted::{entry, set_member};
use crate::sim::state::world::World;
use crate::sim::units::{ActorId, Coins, Turns};
use base::Pos;
use content::{ItemKindId, Supply, TrapKindId};

/// The course of the shift.
impl World {
    pub(crate) fn emit(&mut self, event: impl Into<Event>) {
        self.events.push(event.into());
    }

    /// Forgets who was in sight, what was begun and who follows: the player leaves the floor.
    pub(crate) fn clear_encounters(&mut self) {
        self.shift.threats.clear();
        self.shift.recently_seen.clear();
        self.shift.activity = None;
        self.shift.paused_job = None;
        self.shift.prepared.led = None;
    }

    /// Sets the clock, the counts and the work order back to the beginning of a shift.
    pub(crate) fn restart_shift(&mut self) {
        (self.shift.clock, self.shift.stood_still) = (Turns(0), Turns(0));
        self.shift.tally = Tally::default();
        self.shift.order = WorkOrder::default();
    }

    /// Ends all that belongs to a shift that is over and has been dealt with: the player is off the
    /// floor, and no clock runs.
    pub(crate) fn clear_shift(&mut self) {
        self.take_player_off();
        self.shift = ShiftState::new(self.shift.dawn);
    }

    /// Ends the shift on this floor, once. Whether the run ends with it is for its mode to say.
    pub(crate) fn end_shift(&mut self, how: End) {
        if self.shift.end.is_none() {
            self.shift.end = Some(how);
            self.shift.activity = None;
            self.emit(WorkEvent::ShiftEnded { how });
        }
    }

    /// Sets the enemies in sight, sorted by id, and notes for each that it was last seen now.
    pub(crate) fn set_threats(&mut self, seen: Vec<ActorId>) {
        let now = self.shift.clock;
        let recently_seen = &mut self.shift.recently_seen;
        recently_seen.retain(|(id, _)| seen.binary_search(id).is_err());
        recently_seen.extend(seen.iter().map(|&id| (id, now)));
        recently_seen.sort_unstable();
        self.shift.threats = seen;
    }

    /// Notes that the player has shut a door on the nearest enemy in sight; or that it is no such
    /// door, if there is none.
    pub(crate) fn note_shut_door(&mut self, door: Pos) {
        let seen = self.shift.threats.iter().filter_map(|&id| self.actor_ref(id));
        let nearest = seen.min_by_key(|actor| (actor.pos.steps_to(door), actor.id));
        let kind = nearest.map(|actor| actor.kind);
        let doors = &mut self.shift.shut_out;
        doors.retain(|&(pos, _)| pos != door);
        doors.extend(kind.map(|kind| (door, kind)));
        doors.sort_unstable();
    }

    /// Removes the shop: nothing is for sale any more, and all debts are cancelled.
    pub(crate) fn close_shop(&mut self) {
        self.shift.shop = None;
        self.shift.goods.clear();
        self.run.belongings.unpaid.clear();
    }

    pub(crate) fn set_tenant_fate(&mut self, id: ActorId, fate: Fate) {
        if let Some(own) = self.shift.tenants.iter_mut().find(|own| own.id == id) {
            own.fate = fate;
        }
    }
}

/// What the player has, and can tell of items.
impl World {
    pub(crate) fn earn(&mut self, coins: Coins) {
        self.run.belongings.coins = self.run.belongings.coins.saturating_add(coins);
    }

    pub(crate) fn spend_coins(&mut self, price: Coins) {
        self.run.belongings.coins = self.run.belongings.coins.saturating_sub(price);
    }

    pub(crate) fn add_supply(&mut self, supply: Supply, amount: u16) {
        let count = &mut self.run.belongings.supplies[supply];
        *count = count.saturating_add(amount);
    }

    /// Uses up one of a supply. Returns how many are left.
    pub(crate) fn use_supply(&mut self, supply: Supply) -> u16 {
        let count = &mut self.run.belongings.supplies[supply];
        *count = count.saturating_sub(1);
        *count
    }

    pub(crate) fn add_kit(&mut self, trap: TrapKindId) {
        let kits = &mut self.run.belongings.kits;
        let place = kits.partition_point(|&own| own <= trap);
        kits.insert(place, trap);
    }

    /// Takes a trap kit of a kind from the player. Returns whether there was one.
    pub(crate) fn take_kit(&mut self, trap: TrapKindId) -> bool {
        let kits = &mut self.run.belongings.kits;
        kits.binary_search(&trap).map(|place| kits.remove(place)).is_ok()
    }

    /// The player learns what a kind of item is. Returns whether that is new.
    pub(crate) fn identify(&mut self, kind: ItemKindId) -> bool {
        let is_news = self.run.identified.learn(kind);
        if is_news {
            self.emit(ItemEvent::Identified { item: kind });
        }
        is_news
    }
}

/// What the player has prepared for the raid.
impl World {
    /// Notes that the player chose the post of a resident, which had another one before the shift.
    pub(crate) fn note_posted(&mut self, id: ActorId, home: Pos) {
        let posted = &mut self.shift.prepared.posted;
        entry(posted, |own| own.id, PostedResident { id, home });
    }

    /// Puts an actor among those who lie in wait for raiders, or takes it away; whether that changed
    /// anything.
    pub(crate) fn set_in_wait(&mut self, id: ActorId, waits: bool) -> bool {
        set_member(&mut self.shift.prepared.in_wait, id, waits)
    }

    /// An actor is gone: it neither follows nor has a post any more.
    pub(crate) fn forget_resident(&mut self, id: ActorId) {
        let prepared = &mut self.shift.prepared;
        prepared.led = prepared.led.filter(|&led| led != id);
        prepared.posted.retain(|posted| posted.id != id);
        prepared.in_wait.retain(|&own| own != id);
    }
}

/// The raid that is on. Where none is, these do nothing.
impl World {
    /// Begins a raid; what was cached for the one before is dropped.
    pub(crate) fn begin_raid(&mut self, raid: Raid) {
        self.shift.raid = Some(raid);
        self.scratch.get_mut().raid = RaidCaches::default();
    }

    /// Changes what the report tells of a member of the party.
    pub(crate) fn change_member(&mut self, id: ActorId, change: impl FnOnce(&mut RaidMember)) {
        self.change_report(|report| {
            if let Some(member) = report.members.iter_mut().find(|member| member.id == id) {
                change(member);
            }
        });
    }

    pub(crate) fn change_report(&mut self, change: impl FnOnce(&mut RaidReport)) {
        if let Some(raid) = &mut self.shift.raid {
            change(&mut raid.report);
        }
    }
}

/// The journey, whose digest is kept.
impl World {
    /// Begins or takes over a journey with its map.
    pub(crate) fn set_journey(&mut self, journey: Option<Journey>, atlas: Option<Arc<Atlas>>) {
        self.journey_digest = digest::journey(journey.as_ref());
        self.journey = journey;
        self.atlas = atlas;
    }

    /// Takes the journey out of this world, for the one of the next floor.
    pub(crate) fn take_journey(&mut self) -> (Option<Journey>, Option<Arc<Atlas>>) {
        self.journey_digest = 0;
        (self.journey.take(), self.atlas.take())
    }

    pub(crate) fn change_journey(&mut self, change: impl FnOnce(&mut Journey)) {
        if let Some(journey) = &mut self.journey {
            change(journey);
            self.journey_digest = digest::journey(Some(journey));
        }
    }

    pub(crate) fn change_visit(&mut self, change: impl FnOnce(&mut TownVisit)) {
        self.change_journey(|journey| {
            if let Some(visit) = &mut journey.visit {
                change(visit);
            }
        });
    }

    /// Changes the rations, as far as there are any and as many as can be carried.
    pub(crate) fn change_rations(&mut self, rations: i32) {
        let max = self.catalog.campaign.max_rations;
        self.change_journey(|journey| {
            let left = i32::from(journey.rations) + rations;
            journey.rations = left.clamp(0, i32::from(max)) as u16;
        });
    }
}
