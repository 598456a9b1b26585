//! A whole state as readable data, with names in the place of most ids: for people, for tests and
//! for comparisons line by line. Keys and their order are part of the interface.
//!
//! The values are what serde derives for the structs of the state, so that a dump holds every
//! field, and can be read back as the same state ([`DumpedState`]).

mod names;
mod read;
mod unnamed;

use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;

pub use self::unnamed::DumpError;
pub(super) use self::unnamed::Result;

use self::names::Named;
pub(super) use self::read::DERIVED;
pub use self::read::DumpedState;
use super::{Replay, RunHeader, Session};
use base::Day;
use content::{Catalog, Depth};
use engine::sim::{Cells, ComponentDigests, FloorState, Game, Snapshot};

/// The state of a run, with the header of its recording.
#[derive(Clone, Debug)]
pub struct Dump {
    ruleset: String,
    name: String,
    origin: &'static str,
    setup: SetupDump,
    commands: u32,
    snapshot: Snapshot,
    catalog: Arc<Catalog>,
}

#[derive(Clone, Debug, Serialize)]
struct SetupDump {
    mode: &'static str,
    /// Of a daily shift.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    kind: String,
    depth: Depth,
    seed: String,
    modded: bool,
}

/// A floor without actors, items and bodies.
#[derive(Serialize)]
struct FloorDump<'a> {
    depth: Depth,
    width: i32,
    height: i32,
    #[serde(flatten)]
    cells: Named<'a, Cells>,
}

impl Dump {
    pub const SCHEMA: &str = "upkeeper.dump/4";

    pub fn of_session<S: super::Sink>(session: &Session<S>) -> Dump {
        Dump::new(session.header(), session.game(), session.commands())
    }

    pub fn of_replay(replay: &Replay) -> Dump {
        Dump::new(replay.recording().header(), replay.game(), replay.at())
    }

    pub fn new(header: &RunHeader, game: &Game, commands: u32) -> Dump {
        Dump::of_snapshot(header, game.snapshot(), commands, game.world().catalog())
    }

    pub fn of_snapshot(
        header: &RunHeader,
        snapshot: Snapshot,
        commands: u32,
        catalog: &Arc<Catalog>,
    ) -> Dump {
        let mode = &header.setup.mode;
        Dump {
            ruleset: header.ruleset.to_string(),
            name: header.name.clone(),
            origin: header.origin.name(),
            setup: SetupDump {
                mode: mode.name(),
                day: mode.day(),
                kind: mode.kind().to_owned(),
                depth: mode.depth(),
                seed: header.setup.seed.to_string(),
                modded: header.setup.options.modded,
            },
            commands,
            snapshot,
            catalog: catalog.clone(),
        }
    }

    /// The dump as a tree.
    /// Errors: a list of the state is not as long as what it is by.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        serde_json::to_value(self)
    }

    /// The dump as JSON over several lines.
    /// Errors: as [`Dump::to_value`].
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

impl Serialize for Dump {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn named<'a, T: ?Sized>(value: &'a T, catalog: &'a Catalog) -> Named<'a, T> {
            Named { value, catalog }
        }
        let Dump { ruleset, name, origin, setup, commands, snapshot, catalog } = self;
        let Snapshot { run, shift, floor, streams, journey } = snapshot;
        let FloorState { depth, cells, actors, items, bodies } = floor;
        let digests = snapshot.digest_parts();
        let parts = ComponentDigests::NAMES.into_iter().zip(digests.values());
        let parts: Vec<_> = parts.map(|(part, digest)| (part, digest.to_string())).collect();

        let mut dump = serializer.serialize_struct("Dump", 17)?;
        dump.serialize_field("schema", Dump::SCHEMA)?;
        dump.serialize_field("ruleset", ruleset)?;
        dump.serialize_field("name", name)?;
        dump.serialize_field("origin", origin)?;
        dump.serialize_field("setup", setup)?;
        dump.serialize_field("commands", commands)?;
        dump.serialize_field("turn", &snapshot.turns())?;
        dump.serialize_field("digest", &digests.whole().to_string())?;
        dump.serialize_field("parts", &Parts(parts))?;
        let (width, height) = (cells.terrain.width(), cells.terrain.height());
        let floor = FloorDump { depth: *depth, width, height, cells: named(cells, catalog) };
        dump.serialize_field("floor", &floor)?;
        dump.serialize_field("actors", &named(actors, catalog))?;
        dump.serialize_field("items", &named(items, catalog))?;
        dump.serialize_field("bodies", &named(bodies, catalog))?;
        dump.serialize_field("run", &named(run, catalog))?;
        dump.serialize_field("shift", &named(shift, catalog))?;
        dump.serialize_field("streams", &named(streams, catalog))?;
        dump.serialize_field("journey", &named(journey, catalog))?;
        dump.end()
    }
}

struct Parts(Vec<(&'static str, String)>);

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, digest)| (name, digest)))
    }
}
