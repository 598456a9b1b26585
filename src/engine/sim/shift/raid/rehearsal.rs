//! Raids played on a copy of the site, with random streams of their own.

use crate::sim::event::Who;
use crate::sim::prelude::*;
use crate::sim::shift;
use crate::sim::shift::grade::DawnPoints;
use crate::sim::shift::raid::relay;
use crate::sim::state::journey::StoredFloor;
use crate::sim::state::world::FloorId;
use crate::sim::work::cords;

/// What a raid on a copy came to.
pub struct Rehearsal {
    pub report: RaidReport,
    /// The cells of the floor in play that members trod.
    pub trod: Bits,
    pub points: DawnPoints,
    /// The chests of that floor that were emptied, and all who died on it.
    pub(crate) looted: Vec<Pos>,
    pub(crate) deaths: Vec<Who>,
}

impl World {
    /// A copy of the site at rest; for a rehearsal with random numbers of its own.
    pub(crate) fn copy(&self, sample: Option<u32>) -> World {
        let Snapshot { run, shift, floor, streams, journey } = self.snapshot();
        let id = FloorId {
            seed: self.seed,
            key: self.floor_key,
            kind: self.level_kind,
            depth: self.depth,
        };
        let mut world = World::of_floor(self.catalog.clone(), id, floor, run, shift, streams);
        world.set_journey(journey, self.atlas().cloned());
        world.rehearsed = sample.map(|sample| {
            let number = (self.floor_key, Ordinal(sample.into()));
            Seed(Stream::new(self.seed, purpose::REHEARSAL, number).next_u64())
        });
        world.deal(ActorId::PLAYER.0);
        world
    }

    /// A number for an actor: in play its id. In a rehearsal raiders go by the order in which they
    /// have come in, so that it does not depend on who else is on the floor.
    pub(crate) fn number_of(&self, id: ActorId) -> u32 {
        let raid = self.raid().filter(|_| self.rehearsed.is_some());
        let place = raid.and_then(|raid| raid.report.members.iter().position(|own| own.id == id));
        place.map_or(id.0, |place| !(place as u32))
    }

    /// Deals out the random numbers of this turn, to an actor that is about to act or, to that of
    /// the player, for all that nobody does. In a rehearsal they are the same whatever was drawn
    /// before: what another one does, or is spared, does not change anybody's luck. In play the
    /// streams go on.
    pub(crate) fn deal(&mut self, to: u32) {
        let Some(seed) = self.rehearsed else { return };
        let (party, turn) = self.raid().map_or((0, 0), |raid| {
            (raid.report.parties.len() as u64, self.clock().saturating_sub(raid.entered).0.into())
        });
        let floor = self.journey().map_or(0, |journey| u64::from(journey.floor));
        let moment: u64 = floor << 56 | party << 48 | turn << 32 | u64::from(to);
        self.streams = Streams::of_moment(seed, moment);
    }

    /// A copy with all of the order done.
    pub fn mended(&self) -> World {
        let mut world = self.copy(None);
        for y in 0..world.floor.height() {
            for x in 0..world.floor.width() {
                crate::sim::shift::raid::after_raid::mend(&mut world, Pos::new(x, y));
            }
        }
        world
    }

    /// Plays the raid of dawn on a copy, the player off the site. Cords are pulled by
    /// [`World::cord_to_pull`].
    pub fn rehearse(&self, sample: u32) -> Rehearsal {
        self.rehearse_after(sample, |_| ())
    }

    /// The same after something that is done first.
    pub(crate) fn rehearse_after(&self, sample: u32, first: impl FnOnce(&mut World)) -> Rehearsal {
        self.rehearse_rest(sample, |world| {
            world.take_player_off();
            first(world);
            world.update_sight();
            relay::come_at_dawn(world);
        })
    }

    /// Takes the traps from kits off all floors of the site.
    fn take_kits_off(&mut self) {
        for at in std::mem::take(&mut self.shift.placed_traps) {
            self.floor.set_fixture(at, None);
        }
        self.change_journey(|journey| {
            for StoredFloor { floor, shift, .. } in &mut journey.floors {
                let kits = std::mem::take(&mut shift.placed_traps);
                floor.cells.fixtures.retain(|(at, _)| !kits.contains(at));
            }
        });
    }

    /// Plays the raid that is on to its end on a copy, after something that is done first.
    pub(crate) fn rehearse_rest(&self, sample: u32, first: impl FnOnce(&mut World)) -> Rehearsal {
        let mut world = self.copy(Some(sample));
        first(&mut world);
        let mut trod = Bits::new(self.floor.width(), self.floor.height());
        let (mut looted, mut deaths) = (Vec::new(), Vec::new());
        while world.raid().is_some() && world.shift.end.is_none() {
            if let Some(cord) = world.cord_to_pull() {
                cords::pull(&mut world, cord);
            }
            shift::watch(&mut world);
            let events = std::mem::take(&mut world.events);
            if world.floor_key != self.floor_key {
                continue;
            }
            for event in events {
                match event {
                    Event::Raid(RaidEvent::ChestLooted { at, .. }) => looted.push(at),
                    Event::Fight(FightEvent::Died { who, .. }) => deaths.push(who),
                    _ => {}
                }
            }
            for id in world.raid().into_iter().flat_map(Raid::inside) {
                if let Some(own) = world.alive(id) {
                    trod.insert(own.pos);
                }
            }
        }
        let report = world.site_raid().unwrap_or_default();
        Rehearsal { points: world.dawn_points(&report), report, trod, looted, deaths }
    }

    /// Notes what the dawn of this night brings if the player stays in bed: as many raids on the
    /// site as it is now are rehearsed as the rules say, without traps that the player has set on a
    /// night before.
    pub(crate) fn note_bed(&mut self) {
        let samples = self.catalog.rules.grade.bed_raids;
        let raw = |sample| self.rehearse_after(sample, World::take_kits_off).points.raw();
        let bed = (0..samples).map(raw).sum::<u32>() / samples;
        self.shift.bed = bed;
        self.change_journey(|journey| {
            journey.floors.iter_mut().for_each(|stored| stored.shift.bed = bed);
        });
    }
}
