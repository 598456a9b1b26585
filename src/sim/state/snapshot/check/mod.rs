//! Whether a snapshot is one that play could have led to: everything in it is read, because files lie.

mod actors;

use crate::base::Pos;
use crate::content::{Catalog, Depth, ItemKindId, JobKind};

use crate::sim::event::Harm;
use crate::sim::state::behaviour::Behaviour;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::report::{Fate, MOST_DEEDS, Report};
use crate::sim::state::shop::Shop;
use crate::sim::state::snapshot::{Snapshot, SnapshotError};
use crate::sim::units::ActorId;

pub(super) struct Checker<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) catalog: &'a Catalog,
}

impl Checker<'_> {
    pub(super) fn check(&self) -> Result<(), SnapshotError> {
        let snapshot = self.snapshot;
        self.counters()?;
        self.raids()?;
        self.floor()?;
        self.actors()?;
        self.shop()?;
        self.lying("item", &snapshot.items)?;
        self.lying("body", &snapshot.bodies)?;
        self.door_damage()?;
        self.hidden()?;
        for (_, stack) in &snapshot.items {
            require(stack.count > 0, "item", "none of it")?;
            self.item(stack.kind, "item")?;
        }
        for (_, body) in &snapshot.bodies {
            require(self.has_actor(body.kind), "body", "no such kind")?;
            if let Some(by) = body.by {
                self.harm(by)?;
            }
        }
        for stream in [&snapshot.streams.ai, &snapshot.streams.combat, &snapshot.streams.floor] {
            require(stream.check().is_ok(), "streams", "a state of all zeros")?;
        }
        let kinds = self.catalog.items.len();
        require(
            snapshot.identified.len() == kinds && snapshot.appearances.len() == kinds,
            "identities",
            "not one for each kind of item",
        )?;
        require(snapshot.threats.is_sorted(), "threats", "out of order")?;
        let recently_seen = &snapshot.recently_seen;
        let rising = recently_seen.is_sorted_by(|a, b| a.0 < b.0);
        let past = recently_seen.iter().all(|&(_, turn)| turn <= snapshot.clock);
        require(rising && past, "familiar", "out of order, or not seen yet")?;
        require(snapshot.discarded.is_sorted(), "discarded", "out of order")?;
        require(
            (Depth::FIRST..=crate::levelgen::Request::DEEPEST).contains(&snapshot.depth),
            "depth",
            "there is no such depth",
        )?;
        match snapshot.behaviour {
            Some(Behaviour::Work { at: pos } | Behaviour::Travel { goal: pos }) => {
                self.inside(pos, "behaviour")
            }
            _ => Ok(()),
        }
    }

    /// Blows were taken by doors alone, and never as many as break any.
    fn door_damage(&self) -> Result<(), SnapshotError> {
        let door_damage = &self.snapshot.door_damage;
        self.sorted(door_damage.iter().map(|&(pos, _)| pos), "hammered")?;
        for &(pos, blows) in door_damage {
            require((1..100).contains(&blows), "hammered", "more than any door stands")?;
            let is_door = matches!(self.fixture(pos), Some(Fixture::Door(_)));
            require(is_door, "hammered", "no door")?;
        }
        Ok(())
    }

    fn hidden(&self) -> Result<(), SnapshotError> {
        let snapshot = self.snapshot;
        let place = snapshot.actors.first().and_then(|player| self.fixture(player.pos));
        let hides = place.is_some_and(Fixture::hides);
        require(!snapshot.hidden || hides, "actor 0", "hides where nothing hides")
    }

    fn fixture(&self, pos: Pos) -> Option<Fixture> {
        let fixtures = &self.snapshot.floor.fixtures;
        let place = fixtures.binary_search_by_key(&pos, |&(at, _)| at).ok()?;
        Some(fixtures[place].1)
    }

    /// Counters that go on counting stay far from where they would run over.
    fn counters(&self) -> Result<(), SnapshotError> {
        const FAR: u32 = 1 << 24;
        let Snapshot { clock, next_id, order, tally, par, .. } = self.snapshot;
        require(clock.0 < FAR && *next_id < FAR, "clock", "later than any night")?;
        require(par.is_none_or(|par| par.0 < FAR), "par", "longer than any night")?;
        let jobs = order.done.iter().chain(&order.lost).chain(&order.ordered);
        require(jobs.copied().all(|count| count < 1 << 14), "order", "more than any floor holds")?;
        let counts = [tally.kills, tally.traps_sprung, tally.items_used, tally.bosses];
        let sums = [tally.damage_taken, tally.steps];
        let low = counts.into_iter().all(|count| count < 1 << 14)
            && sums.into_iter().all(|sum| sum < FAR);
        require(low, "tally", "more than any night holds")?;
        let word = tally
            .killed_by
            .as_ref()
            .is_none_or(|word| word.len() <= 100 && !word.chars().any(char::is_control));
        require(word, "tally", "a word that is none")?;
        self.sorted(tally.finished_jobs.iter().copied(), "tally")
    }

    fn raids(&self) -> Result<(), SnapshotError> {
        let Snapshot { raid, last_night, at_dawn, floor, .. } = self.snapshot;
        let reports = [Some(last_night), at_dawn.as_ref(), raid.as_ref().map(|raid| &raid.report)];
        for report in reports.into_iter().flatten() {
            self.report(report)?;
        }
        let Some(raid) = raid else { return Ok(()) };
        let fits = raid.seen.width() == floor.terrain.width()
            && raid.seen.height() == floor.terrain.height();
        require(fits, "raid", "what is seen has another size than what is")?;
        require(raid.began <= self.snapshot.clock && !raid.is_setup_raid, "raid", "is not of now")?;
        let cells = raid
            .route
            .iter()
            .chain(&raid.footsteps)
            .copied()
            .chain(raid.last_fight.map(|(_, at)| at));
        for pos in cells {
            self.inside(pos, "raid")?;
        }
        let fought = raid.last_fight.is_none_or(|(turn, _)| turn <= self.snapshot.clock);
        require(fought, "raid", "a fight that is still to come")?;
        self.sorted(raid.tended.iter().copied(), "raid")?;
        self.sorted(raid.spotted.iter().copied(), "raid")
    }

    fn report(&self, report: &Report) -> Result<(), SnapshotError> {
        let party =
            report.party.is_none_or(|party| usize::from(party.0) < self.catalog.parties.len());
        require(party, "raid", "no such party")?;
        require(report.members.len() <= 100, "raid", "a crowd")?;
        let counts = report.counts();
        let low = counts.into_iter().all(|count| count < 1 << 14) && report.turns < 1 << 24;
        require(low, "raid", "more than any raid holds")?;
        require(
            report.order.len() <= JobKind::ALL.len(),
            "raid",
            "more kinds of work than there are",
        )?;
        let low =
            report.order.iter().all(|count| count.done <= count.total && count.total < 1 << 14);
        require(low, "raid", "more work than any floor holds")?;
        let lost = report.lost_to_traps < 1 << 24 && report.lost_to_blows < 1 << 24;
        require(lost && report.deeds.len() <= MOST_DEEDS, "raid", "too much to tell")?;
        for deed in &report.deeds {
            self.inside(deed.at, "raid")?;
            self.fixture_exists(deed.left)?;
        }
        for member in &report.members {
            require(self.has_actor(member.kind), "raid", "no such kind")?;
            let sound =
                (1..=10_000).contains(&member.most) && (0..=member.most).contains(&member.health);
            require(sound, "raid", "vitals out of bounds")?;
            if let Fate::Fell(by) = member.fate {
                self.harm(by)?;
            }
        }
        Ok(())
    }

    fn harm(&self, by: Harm) -> Result<(), SnapshotError> {
        let exists = match by {
            Harm::Blow { by } => self.has_actor(by),
            Harm::Trap(kind) => usize::from(kind.0) < self.catalog.traps.len(),
            Harm::Missile(kind) | Harm::Potion(kind) => {
                usize::from(kind.0) < self.catalog.items.len()
            }
            Harm::Gas | Harm::Fire | Harm::Status(_) => true,
        };
        require(exists, "raid", "killed by nothing that is")
    }

    fn floor(&self) -> Result<(), SnapshotError> {
        let floor = &self.snapshot.floor;
        let (width, height) = (floor.terrain.width(), floor.terrain.height());
        let largest = crate::levelgen::Request::LARGEST;
        require(
            (3..=largest).contains(&width) && (3..=largest).contains(&height),
            "floor",
            "no such size",
        )?;
        require(
            floor.known.width() == width && floor.known.height() == height,
            "floor",
            "what is known has another size than what is",
        )?;
        let borders = floor.terrain.iter().filter(|(pos, _)| floor.terrain.is_border(*pos));
        for (_, tile) in borders {
            require(!tile.is_passable(), "floor", "the outer ring is open")?;
        }
        for pos in [floor.start, floor.exit] {
            self.inside(pos, "floor")?;
        }
        self.sorted(floor.fixtures.iter().map(|&(pos, _)| pos), "fixture")?;
        self.sorted(floor.blood.iter().copied(), "blood")?;
        self.sorted(floor.gas.iter().map(|&(pos, _)| pos), "gas")?;
        self.sorted(floor.fire.iter().map(|&(pos, _)| pos), "fire")?;
        let burns = floor.fire.iter().all(|&(_, turns)| turns > 0);
        require(burns, "fire", "that does not burn")?;
        let known = floor.known.cells().iter();
        let fixtures = floor.fixtures.iter().map(|&(_, fixture)| fixture);
        for fixture in fixtures.chain(known.clone().filter_map(|known| known.fixture)) {
            self.fixture_exists(fixture)?;
        }
        for kind in known.filter_map(|known| known.item) {
            self.item(kind, "known")?;
        }
        Ok(())
    }

    fn fixture_exists(&self, fixture: Fixture) -> Result<(), SnapshotError> {
        match fixture {
            Fixture::Trap { kind, .. } => {
                let exists = usize::from(kind.0) < self.catalog.traps.len();
                require(exists, "fixture", "no such kind of trap")
            }
            Fixture::Drop(dir) => require(!dir.is_diagonal(), "fixture", "a ledge across a corner"),
            _ => Ok(()),
        }
    }

    fn shop(&self) -> Result<(), SnapshotError> {
        let Snapshot { shop, goods, items, .. } = self.snapshot;
        if let Some(Shop { room, keeper }) = *shop {
            let side = 1..=crate::levelgen::Request::LARGEST;
            require(side.contains(&room.w) && side.contains(&room.h), "shop", "no such size")?;
            // Near enough that no corner of it runs over.
            let near = 0..=crate::levelgen::Request::LARGEST;
            require(near.contains(&room.x) && near.contains(&room.y), "shop", "off the floor")?;
            self.inside(Pos::new(room.x, room.y), "shop")?;
            self.inside(Pos::new(room.right() - 1, room.bottom() - 1), "shop")?;
            let kept = self.snapshot.actors.iter().any(|actor| actor.id == keeper);
            require(kept && keeper != ActorId::PLAYER, "shop", "nobody keeps it")?;
        }
        require(shop.is_some() || goods.is_empty(), "goods", "for sale, and nobody sells")?;
        self.sorted(goods.iter().copied(), "goods")?;
        let lies = |pos: &Pos| items.binary_search_by_key(pos, |&(at, _)| at).is_ok();
        require(goods.iter().all(lies), "goods", "nothing lies there")
    }

    fn lying<T>(&self, place: &str, all: &[(Pos, T)]) -> Result<(), SnapshotError> {
        self.sorted(all.iter().map(|&(pos, _)| pos), place)?;
        all.iter().try_for_each(|&(pos, _)| self.on_floor(pos, place))
    }

    fn sorted(
        &self,
        places: impl Iterator<Item = Pos> + Clone,
        place: &str,
    ) -> Result<(), SnapshotError> {
        for pos in places.clone() {
            self.inside(pos, place)?;
        }
        let rising = places.clone().zip(places.skip(1)).all(|(a, b)| a < b);
        require(rising, place, "out of order, or two on one cell")
    }

    /// Actors, things and goals stand inside the outer ring, so that their neighbours exist.
    fn inside(&self, pos: Pos, place: &str) -> Result<(), SnapshotError> {
        let terrain = &self.snapshot.floor.terrain;
        let inside = terrain.contains(pos) && !terrain.is_border(pos);
        require(inside, place, "stands outside the floor")
    }

    /// On a cell that can be stood on, as its terrain goes.
    fn on_floor(&self, pos: Pos, place: &str) -> Result<(), SnapshotError> {
        self.inside(pos, place)?;
        require(self.snapshot.floor.terrain[pos].is_passable(), place, "stands in solid rock")
    }

    fn item(&self, kind: ItemKindId, place: &str) -> Result<(), SnapshotError> {
        require(usize::from(kind.0) < self.catalog.items.len(), place, "no such kind of item")
    }

    fn has_actor(&self, kind: crate::content::ActorKindId) -> bool {
        usize::from(kind.0) < self.catalog.actors.len()
    }
}

fn require(holds: bool, place: &str, fault: &'static str) -> Result<(), SnapshotError> {
    if holds { Ok(()) } else { Err(SnapshotError { place: place.to_owned(), fault }) }
}
