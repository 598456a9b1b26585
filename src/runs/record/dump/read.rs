//! A dump read back: the state that it shows, whether it was printed or edited.

use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::unnamed::{Result, Unnamed, require_keys};
use super::{Dump, DumpError};
use crate::record::diff::STATE;
use crate::record::{Origin, Ruleset, RunHeader};
use base::{Day, Seed};
use content::{Catalog, Depth};
use engine::sim::{FloorState, Setup, Snapshot};

/// A state that was read from a dump, not yet checked as one that can be played.
#[derive(Clone, Debug)]
pub struct DumpedState {
    /// Of a recording that begins with the state.
    pub header: RunHeader,
    pub snapshot: Snapshot,
    /// The ruleset of the run that was dumped, if the dump names another than this program's.
    pub other_ruleset: Option<String>,
}

/// Those that say what it is a state of.
const HEADER: [&str; 3] = ["schema", "name", "setup"];
/// Those that follow from the others or that the new recording does not take over: they may be
/// missing, and are not believed.
pub(crate) const DERIVED: [&str; 6] = ["ruleset", "origin", "commands", "turn", "digest", "parts"];

impl DumpedState {
    /// Reads a dump.
    /// Errors: the path of the first value that is missing, unknown, or of no use where it stands.
    pub fn read(dump: &Value, catalog: &Catalog) -> Result<DumpedState> {
        let Value::Object(dump) = dump else {
            return Err(DumpError::at("", "this is no dump: an object was expected"));
        };
        let schema = dump.get("schema").and_then(Value::as_str).unwrap_or_default();
        if schema != Dump::SCHEMA {
            let reason = format!("“{schema}” is not “{}”, which `save dump` prints", Dump::SCHEMA);
            return Err(DumpError::at("schema", reason));
        }
        let mut stated = dump.clone();
        stated.retain(|key, _| !DERIVED.contains(&key.as_str()));
        require_keys(&stated, &[&HEADER[..], &STATE.map(|(key, _)| key)].concat())?;
        let header = header(dump, catalog)?;
        macro_rules! part {
            ($key:literal) => {
                serde::Deserialize::deserialize(Unnamed { value: &dump[$key], catalog })
                    .map_err(|error: DumpError| error.within($key))?
            };
        }
        let floor = floor(&dump["floor"], catalog).map_err(|error| error.within("floor"))?;
        let floor = FloorState {
            actors: part!("actors"),
            items: part!("items"),
            bodies: part!("bodies"),
            ..floor
        };
        let snapshot = Snapshot {
            run: part!("run"),
            shift: part!("shift"),
            floor,
            streams: part!("streams"),
            journey: part!("journey"),
        };
        let ruleset = dump.get("ruleset").and_then(Value::as_str).unwrap_or_default();
        let own = Ruleset::of(catalog).to_string();
        let other_ruleset = (!ruleset.is_empty() && ruleset != own).then(|| ruleset.to_owned());
        Ok(DumpedState { header, snapshot: snapshot.in_order(), other_ruleset })
    }
}

fn header(dump: &Map<String, Value>, catalog: &Catalog) -> Result<RunHeader> {
    let name = text(&dump["name"]).map_err(|error| error.within("name"))?;
    let setup = setup(&dump["setup"], catalog).map_err(|error| error.within("setup"))?;
    Ok(RunHeader::new(&name, setup, catalog).with_origin(Origin::Made))
}

fn text(value: &Value) -> Result<String> {
    value.as_str().map(str::to_owned).ok_or_else(|| DumpError::at("", "a text was expected"))
}

/// The setup; a daily shift must be the one of its day, and is one for practice.
fn setup(setup: &Value, catalog: &Catalog) -> Result<Setup> {
    let Value::Object(setup) = setup else {
        return Err(DumpError::at("", "an object was expected"));
    };
    let mode = setup.get("mode").and_then(Value::as_str).unwrap_or_default();
    let of_daily: &[&str] = if mode == "daily" { &["day"] } else { &[] };
    require_keys(setup, &[&["mode", "kind", "depth", "seed", "modded"], of_daily].concat())?;
    let text_of = |key: &str| text(&setup[key]).map_err(|error| error.within(key));
    let of = |key: &str| Unnamed { value: &setup[key], catalog };
    let kind = text_of("kind")?;
    if catalog.find_level(&kind).is_none() && !matches!(mode, "campaign" | "tutorial") {
        return Err(DumpError::at("kind", "there is no such kind of level in the data"));
    }
    let depth = Depth::deserialize(of("depth")).map_err(|error| error.within("depth"))?;
    let modded = bool::deserialize(of("modded")).map_err(|error| error.within("modded"))?;
    let Ok(seed) = text_of("seed")?.parse().map(Seed) else {
        return Err(DumpError::at("seed", "the number of a seed, as a text, was expected"));
    };
    // The setup that the mode has, and what is said of one that has another.
    let (mut stated, key, reason) = match mode {
        "shift" => (Setup::shift(&kind, depth, seed), "", String::new()),
        "daily" => {
            let day = text_of("day")?.parse::<Day>();
            let day = day.map_err(|error| DumpError::at("day", error))?;
            let daily = Setup::daily(day, false, catalog);
            let (kind, depth, seed) = (daily.mode.kind(), daily.mode.depth(), daily.seed);
            let reason = format!("that day has a {kind} at depth {depth} of seed {seed}");
            (daily, "day", reason)
        }
        "campaign" => {
            let journey = Setup::campaign(seed);
            let reason = format!("a journey is of the {}", journey.mode.kind());
            (journey, "kind", reason)
        }
        "tutorial" => {
            (Setup::tutorial(seed), "kind", "the tutorial has a floor of its own".to_owned())
        }
        _ => {
            let reason = "there is no such mode; there are campaign, shift, daily and tutorial";
            return Err(DumpError::at("mode", reason));
        }
    };
    if (&*kind, depth, seed) != (stated.mode.kind(), stated.mode.depth(), stated.seed) {
        return Err(DumpError::at(key, reason));
    }
    stated.options.modded = modded;
    Ok(stated)
}

/// The floor without actors, items and bodies, which stand beside it.
fn floor(floor: &Value, catalog: &Catalog) -> Result<FloorState> {
    let Value::Object(fields) = floor else {
        return Err(DumpError::at("", "an object was expected"));
    };
    let mut cells = fields.clone();
    let mut take = |key: &str| cells.remove(key).ok_or_else(|| DumpError::at(key, "is missing"));
    let (depth, width, height) = (take("depth")?, take("width")?, take("height")?);
    let cells = Value::Object(cells);
    let cells = engine::sim::Cells::deserialize(Unnamed { value: &cells, catalog })?;
    for (key, stated, found) in
        [("width", width, cells.terrain.width()), ("height", height, cells.terrain.height())]
    {
        if stated != found {
            let reason = format!("{stated}, but tiles have {found}");
            return Err(DumpError::at(key, reason));
        }
    }
    let depth = Depth::deserialize(Unnamed { value: &depth, catalog })
        .map_err(|error| error.within("depth"))?;
    Ok(FloorState { depth, cells, actors: Vec::new(), items: Vec::new(), bodies: Vec::new() })
}
