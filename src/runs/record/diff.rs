//! Differences of two states, field by field.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldDifference {
    /// One of [`engine::sim::ComponentDigests::NAMES`]; or `header` for what is no part of the
    /// state.
    pub component: &'static str,
    /// The actor whose field it is, if it is an actor's.
    pub actor: Option<u64>,
    /// The path of the field in its component: `mind.Hunting.lost`, `tiles[3,4]`.
    pub field: String,
    /// The path of the field in the dump, by what tells entries of lists apart:
    /// `actors[id=7].mind.Hunting.lost`.
    pub path: String,
    /// The value in the first state; null if it has no such field.
    pub left: Value,
    /// The same of the second state.
    pub right: Value,
}

impl FieldDifference {
    /// Whether it is in a component, or at or below a path.
    pub fn is_in(&self, part: &str) -> bool {
        let below = self.path.strip_prefix(part);
        self.component == part
            || below.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }
}

/// The parts of a dump that hold the state, and the component that each is of.
pub(super) const STATE: [(&str, &str); 8] = [
    ("floor", "cells"),
    ("actors", "actors"),
    ("items", "things"),
    ("bodies", "things"),
    ("run", "run"),
    ("shift", "shift"),
    ("streams", "streams"),
    ("journey", "run"),
];

/// Those that say what it is a state of.
const HEADER: [&str; 5] = ["name", "origin", "ruleset", "setup", "commands"];

/// What the parts of a state are called that can be asked for alone: components, and the keys of a
/// dump.
pub fn part_names() -> BTreeSet<&'static str> {
    STATE.into_iter().flat_map(|(key, component)| [key, component]).collect()
}

/// The same of the header.
pub fn header_names() -> BTreeSet<&'static str> {
    HEADER.into_iter().chain(["header"]).collect()
}

/// The fields in which the states of two dumps differ, as [`Dump`](super::Dump) writes them, in
/// their order. What they are states of is not compared.
pub fn differences(left: &Value, right: &Value) -> Vec<FieldDifference> {
    compare(left, right, &STATE)
}

/// What differs in the headers of two dumps: the name, the origin, the ruleset, the setup, the
/// number of commands.
pub fn header_differences(left: &Value, right: &Value) -> Vec<FieldDifference> {
    compare(left, right, &HEADER.map(|key| (key, "header")))
}

fn compare(
    left: &Value,
    right: &Value,
    parts: &[(&'static str, &'static str)],
) -> Vec<FieldDifference> {
    let mut walk = Walk { found: Vec::new(), component: "header", actor: None, prefix: 0 };
    for &(key, component) in parts {
        walk.component = component;
        // The fields of a whole component are named by themselves, a single field by its key.
        let is_whole = matches!(key, "floor" | "run" | "shift" | "streams");
        walk.prefix = if is_whole { key.len() + 1 } else { 0 };
        walk.compare(key, key, &left[key], &right[key]);
    }
    walk.found
}

struct Walk {
    found: Vec<FieldDifference>,
    component: &'static str,
    actor: Option<u64>,
    /// The length of the part of a path that the component or the actor says.
    prefix: usize,
}

impl Walk {
    /// Compares two values at a path, the last key of which is `key`.
    fn compare(&mut self, path: &str, key: &str, left: &Value, right: &Value) {
        if left == right {
            return;
        }
        match (left, right) {
            (Value::Object(left), Value::Object(right)) => self.objects(path, left, right),
            (Value::Array(left), Value::Array(right)) => match ListIdentity::of(key) {
                Some(ListIdentity::Rows) => self.rows(path, left, right),
                Some(identity) => self.lists(path, identity, left, right),
                None => self.note(path, &left[..].into(), &right[..].into()),
            },
            _ => self.note(path, left, right),
        }
    }

    fn objects(&mut self, path: &str, left: &Map<String, Value>, right: &Map<String, Value>) {
        for (key, value) in left {
            let path = format!("{path}.{key}");
            self.compare(&path, key, value, right.get(key).unwrap_or(&Value::Null));
        }
        for (key, value) in right.iter().filter(|(key, _)| !left.contains_key(*key)) {
            self.compare(&format!("{path}.{key}"), key, &Value::Null, value);
        }
    }

    /// Matches entries by what tells them apart; by place if that is the same of two.
    fn lists(&mut self, path: &str, identity: ListIdentity, left: &[Value], right: &[Value]) {
        let keyed = keyed(identity, left).zip(keyed(identity, right));
        let (left, right) = keyed.unwrap_or_else(|| {
            let place = ListIdentity::Place;
            (keyed_by_place(place, left), keyed_by_place(place, right))
        });
        let of = |all: &[(String, &Value)]| -> BTreeMap<String, Value> {
            all.iter().map(|(key, value)| (key.clone(), (*value).clone())).collect()
        };
        let (own, other) = (of(&left), of(&right));
        let more = right.iter().filter(|(key, _)| !own.contains_key(key));
        for (key, _) in left.iter().chain(more) {
            let find = |all: &BTreeMap<String, Value>| all.get(key).cloned().unwrap_or_default();
            let (left, right) = (find(&own), find(&other));
            let path = format!("{path}[{key}]");
            let is_actor = self.component == "actors" && self.actor.is_none();
            if is_actor {
                self.actor = key.trim_start_matches("id=").parse().ok();
                self.prefix = path.len() + 1;
            }
            self.compare(&path, "", &left, &right);
            if is_actor {
                self.actor = None;
            }
        }
    }

    /// Compares rows of cells, cell by cell.
    fn rows(&mut self, path: &str, left: &[Value], right: &[Value]) {
        fn row(rows: &[Value], y: usize) -> &str {
            rows.get(y).and_then(Value::as_str).unwrap_or_default()
        }
        for y in 0..left.len().max(right.len()) {
            let (left, right) = (row(left, y), row(right, y));
            if left == right {
                continue;
            }
            let (mut a, mut b) = (left.chars(), right.chars());
            for x in 0..left.chars().count().max(right.chars().count()) {
                let (a, b) = (a.next(), b.next());
                if a != b {
                    let of = |c: Option<char>| c.map_or(Value::Null, |c| c.to_string().into());
                    self.note(&format!("{path}[{x},{y}]"), &of(a), &of(b));
                }
            }
        }
    }

    fn note(&mut self, path: &str, left: &Value, right: &Value) {
        self.found.push(FieldDifference {
            component: self.component,
            actor: self.actor,
            field: path.get(self.prefix..).unwrap_or("whole").to_owned(),
            path: path.to_owned(),
            left: left.clone(),
            right: right.clone(),
        });
    }
}

fn keyed_by_place(identity: ListIdentity, entries: &[Value]) -> Vec<(String, &Value)> {
    entries.iter().enumerate().map(|(place, entry)| identity.entry(place, entry)).collect()
}

/// The entries by what tells them apart; `None` if that is the same of two.
fn keyed(identity: ListIdentity, entries: &[Value]) -> Option<Vec<(String, &Value)>> {
    let all = keyed_by_place(identity, entries);
    let distinct: BTreeSet<&String> = all.iter().map(|(key, _)| key).collect();
    (distinct.len() == all.len()).then_some(all)
}

/// What tells the entries of a list apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListIdentity {
    /// The value of a key: `actors[id=7]`.
    Key(&'static str),
    /// Pairs of a cell and a value: `fixtures[3,4]` is the value.
    Cells,
    /// Pairs of anything and a value: `resting[0=charm of bells]`.
    Pairs,
    /// The entries themselves, which are in no order: `blood[3,4]`, `threats[=7]`.
    Set,
    /// Rows of cells, a character each: `tiles[3,4]` is the cell in column 3, row 4.
    Rows,
    /// The place in the list: `cart[2]`.
    Place,
}

impl ListIdentity {
    /// That of the list of a key; `None` if its value is compared as a whole, as cells and pairs
    /// are.
    pub(super) fn of(key: &str) -> Option<ListIdentity> {
        Some(match key {
            "actors" | "members" | "posted" | "tenants" => ListIdentity::Key("id"),
            "cords" => ListIdentity::Key("at"),
            "belt" | "unpaid" => ListIdentity::Key("kind"),
            "order" => ListIdentity::Key("job"),
            "floors" => ListIdentity::Key("number"),
            "items" | "bodies" | "fixtures" | "gas" | "fire" | "door_damage" | "remembered"
            | "shut_out" => ListIdentity::Cells,
            "resting" | "recently_seen" => ListIdentity::Pairs,
            "blood" | "discarded" | "thrown" | "placed_traps" | "goods" | "finished_jobs"
            | "spotted" | "braved" | "tended" | "threats" | "expected" | "friends" | "met"
            | "flags" => ListIdentity::Set,
            "tiles" | "known" | "seen" => ListIdentity::Rows,
            "cart" | "kits" | "plan" | "deeds" | "route" | "footsteps" | "s" | "sites" | "cast"
            | "trail" | "raids" | "closed_roads" | "opened_roads" | "next_statuses" | "teams"
            | "beaten" | "perks" | "offered" => ListIdentity::Place,
            _ => return None,
        })
    }

    /// The selector of an entry, as it stands between brackets, and the value that it selects.
    pub(super) fn entry(self, place: usize, entry: &Value) -> (String, &Value) {
        let first = entry.get(0).unwrap_or(&Value::Null);
        let second = entry.get(1).unwrap_or(&Value::Null);
        match self {
            ListIdentity::Key(key) => {
                (format!("{key}={}", word(entry.get(key).unwrap_or(&Value::Null))), entry)
            }
            ListIdentity::Cells => (word(first), second),
            ListIdentity::Pairs => (format!("0={}", word(first)), second),
            ListIdentity::Set if entry.is_array() => (word(entry), entry),
            ListIdentity::Set => (format!("={}", word(entry)), entry),
            ListIdentity::Rows | ListIdentity::Place => (place.to_string(), entry),
        }
    }
}

/// A value in a selector: a text without its quotes, a cell without its brackets.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(word).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
