//! 64 bits over the whole state, by component: what tells that two runs are still the same run.
//!
//! A digest sees what serde's derive shows of the state, which is what files hold: a field that is
//! saved cannot be left out. Cells are kept incrementally (Zobrist); actors and things are
//! combined by XOR, so that their order does not matter; the rest is folded whole. Nothing here is
//! a cryptographic promise: who doubts a run simulates it again.

use crate::sim::state::belongings::Body;
use crate::sim::state::cells::{ActorRecord, FloorState};
use crate::sim::state::journey::Journey;
use crate::sim::state::snapshot::Snapshot;
use crate::sim::state::world::World;
use crate::sim::units::{ActorId, Digest, Stack};
use base::fold;
use content::Depth;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentDigests {
    /// The depth, terrain, fixtures, blood, gas, fire and what is known of them.
    pub cells: Digest,
    pub actors: Digest,
    /// Items and bodies on the floor.
    pub things: Digest,
    /// What is carried from floor to floor, and the journey.
    pub run: Digest,
    /// The clock, the order, what was begun, the raid.
    pub shift: Digest,
    /// The random streams.
    pub streams: Digest,
}

impl ComponentDigests {
    /// The names of the components, in the order of [`ComponentDigests::values`].
    pub const NAMES: [&'static str; 6] = ["cells", "actors", "things", "run", "shift", "streams"];

    pub fn values(&self) -> [Digest; 6] {
        let &ComponentDigests { cells, actors, things, run, shift, streams } = self;
        [cells, actors, things, run, shift, streams]
    }

    pub fn whole(&self) -> Digest {
        Digest(fold(0, &self.values()))
    }
}

/// What the digests of the parts are keyed by, so that equal values in different parts do not
/// cancel out.
#[derive(Clone, Copy)]
enum Key {
    Actor = 1,
    Item,
    Body,
    Floor,
    Run,
    Shift,
    Streams,
    Journey,
}

fn digest<T: Serialize + ?Sized>(key: Key, value: &T) -> u64 {
    fold(key as u64, value)
}

fn actor(record: &ActorRecord) -> u64 {
    digest(Key::Actor, record)
}

/// The digest of the cells of a floor at a depth. The size is digested too: a cell that is not
/// known has no digest, so that rows of such cells could be missing.
fn cells(depth: Depth, size: (i32, i32), cells: Digest) -> Digest {
    Digest(cells.0 ^ digest(Key::Floor, &(depth, size)))
}

/// The digest of a journey; 0 where there is none.
pub(super) fn journey(journey: Option<&Journey>) -> u64 {
    journey.map_or(0, |journey| digest(Key::Journey, journey))
}

/// The XOR of digests, in whatever order they come.
fn sum(digests: impl Iterator<Item = u64>) -> u64 {
    digests.fold(0, |sum, own| sum ^ own)
}

impl Snapshot {
    /// The digests of the state, which are those of a world made from it.
    pub fn digest_parts(&self) -> ComponentDigests {
        let Snapshot { run, shift, floor, streams, journey: own_journey } = self;
        let FloorState { depth, cells: own_cells, actors, items, bodies } = floor;
        ComponentDigests {
            cells: cells(
                *depth,
                (own_cells.known.width(), own_cells.known.height()),
                own_cells.digest(),
            ),
            actors: Digest(sum(actors.iter().map(actor))),
            things: Digest(
                sum(items.iter().map(|item| digest(Key::Item, item)))
                    ^ sum(bodies.iter().map(|body| digest(Key::Body, body))),
            ),
            run: Digest(digest(Key::Run, run) ^ journey(own_journey.as_ref())),
            shift: Digest(digest(Key::Shift, shift)),
            streams: Digest(digest(Key::Streams, streams)),
        }
    }
}

impl World {
    pub(crate) fn digest_parts(&self) -> ComponentDigests {
        let actors = self.roster.iter().map(|own| actor(&self.actor_record(own)));
        self.digest_parts_around(Digest(sum(actors)))
    }

    /// The digests by component and those of each actor, by id.
    pub(crate) fn digest_all(&self) -> (ComponentDigests, Vec<(ActorId, Digest)>) {
        let own = |own| Digest(actor(&self.actor_record(own)));
        let actors: Vec<_> = self.roster.iter().map(|actor| (actor.id, own(actor))).collect();
        let sum = sum(actors.iter().map(|(_, own)| own.0));
        (self.digest_parts_around(Digest(sum)), actors)
    }

    fn digest_parts_around(&self, actors: Digest) -> ComponentDigests {
        // Not at every turn: recomputing costs a thousand times as much as keeping.
        if cfg!(debug_assertions) && self.shift.clock.0.is_multiple_of(64) {
            let recomputed = self.floor.recomputed_digest();
            assert_eq!(self.floor.digest(), recomputed, "the digest of the cells went astray");
            assert!(self.indexes_agree(), "an index does not agree with the entities");
            let journey = journey(self.journey.as_ref());
            assert_eq!(self.journey_digest, journey, "the digest of the journey went astray");
        }
        let mut things = 0;
        self.each_thing(|pos, stack: &Stack| things ^= digest(Key::Item, &(pos, stack)));
        self.each_thing(|pos, body: &Body| things ^= digest(Key::Body, &(pos, body)));
        ComponentDigests {
            cells: cells(
                self.depth,
                (self.floor.width(), self.floor.height()),
                self.floor.digest(),
            ),
            actors,
            things: Digest(things),
            run: Digest(digest(Key::Run, &self.run) ^ self.journey_digest),
            shift: Digest(digest(Key::Shift, &self.shift)),
            streams: Digest(digest(Key::Streams, &self.streams)),
        }
    }
}
