//! Differences of two states, field by field.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Dump;

/// One field in which two states differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldDifference {
    /// One of [`crate::sim::ComponentDigests::NAMES`]; or `header` for what is no part of the state.
    pub component: &'static str,
    /// The actor whose field it is, if it is an actor's.
    pub actor: Option<u64>,
    /// The path of the field: `mind.Hunting.lost`, `tiles (3, 4)`.
    pub field: String,
    /// The value in the first state; null if it has no such field.
    pub left: Value,
    /// The same of the second state.
    pub right: Value,
}

/// The fields in which two states differ, in the order of the dump.
pub fn differences(left: &Dump, right: &Dump) -> Result<Vec<FieldDifference>, serde_json::Error> {
    let (left, right) = (serde_json::to_value(left)?, serde_json::to_value(right)?);
    let mut walk = Walk { found: Vec::new(), component: "header", actor: None };
    let (Some(left), Some(right)) = (left.as_object(), right.as_object()) else {
        return Ok(walk.found);
    };
    for (key, component) in [
        ("name", "header"),
        ("origin", "header"),
        ("ruleset", "header"),
        ("setup", "header"),
        ("commands", "header"),
        ("floor", "cells"),
        ("actors", "actors"),
        ("items", "things"),
        ("bodies", "things"),
        ("run", "run"),
        ("shift", "shift"),
        ("streams", "streams"),
    ] {
        walk.component = component;
        // The fields of a whole component are named by themselves, a single field by its key.
        let is_whole = matches!(key, "floor" | "actors" | "run" | "shift" | "streams");
        let path = if is_whole { "" } else { key };
        walk.compare(path, &left[key], &right[key]);
    }
    Ok(walk.found)
}

struct Walk {
    found: Vec<FieldDifference>,
    component: &'static str,
    actor: Option<u64>,
}

impl Walk {
    fn compare(&mut self, path: &str, left: &Value, right: &Value) {
        if left == right {
            return;
        }
        match (left, right) {
            (Value::Object(left), Value::Object(right)) => self.objects(path, left, right),
            (Value::Array(left), Value::Array(right)) => self.arrays(path, left, right),
            (Value::String(left), Value::String(right)) if is_row(path) => {
                self.rows(path, left, right);
            }
            _ => self.note(path, left, right),
        }
    }

    fn objects(&mut self, path: &str, left: &Map<String, Value>, right: &Map<String, Value>) {
        for (key, value) in left {
            self.compare(&join(path, key), value, right.get(key).unwrap_or(&Value::Null));
        }
        for (key, value) in right.iter().filter(|(key, _)| !left.contains_key(*key)) {
            self.compare(&join(path, key), &Value::Null, value);
        }
    }

    /// Matches entries by their `id`, by the cell `at` which they are or by the cell that they begin with; all others by
    /// their index.
    fn arrays(&mut self, path: &str, left: &[Value], right: &[Value]) {
        if !(has_keys(left) && has_keys(right)) {
            for place in 0..left.len().max(right.len()) {
                let of = |all: &[Value]| all.get(place).cloned().unwrap_or(Value::Null);
                self.compare(&format!("{path} {place}"), &of(left), &of(right));
            }
            return;
        }
        let find = |all: &[Value], key: &Value| {
            all.iter().find(|entry| key_of(entry) == Some(key)).cloned().unwrap_or(Value::Null)
        };
        let keys = left.iter().filter_map(key_of);
        let more = right.iter().filter_map(key_of);
        for key in keys.clone().chain(more.filter(|key| !keys.clone().any(|own| own == *key))) {
            let (left, right) = (find(left, key), find(right, key));
            if self.component == "actors" && path.is_empty() {
                self.actor = key.as_u64();
                self.compare("", &left, &right);
                self.actor = None;
            } else {
                self.compare(&format!("{path} {key}"), &left, &right);
            }
        }
    }

    /// Compares rows of cells, cell by cell.
    fn rows(&mut self, path: &str, left: &str, right: &str) {
        let (mut a, mut b) = (left.chars(), right.chars());
        for x in 0..left.chars().count().max(right.chars().count()) {
            let (a, b) = (a.next(), b.next());
            if a != b {
                let of = |c: Option<char>| c.map_or(Value::Null, |c| c.to_string().into());
                self.note(&format!("{path}, column {x}"), &of(a), &of(b));
            }
        }
    }

    fn note(&mut self, path: &str, left: &Value, right: &Value) {
        self.found.push(FieldDifference {
            component: self.component,
            actor: self.actor,
            field: if path.is_empty() { "whole".to_owned() } else { path.to_owned() },
            left: left.clone(),
            right: right.clone(),
        });
    }
}

/// Whether every entry has a key, and no two have the same.
fn has_keys(entries: &[Value]) -> bool {
    let keys: Vec<&Value> = entries.iter().filter_map(key_of).collect();
    let is_first = |(place, key): (usize, &&Value)| !keys[..place].contains(key);
    keys.len() == entries.len() && keys.iter().enumerate().all(is_first)
}

fn key_of(entry: &Value) -> Option<&Value> {
    let first = || entry.get(0).filter(|first| first.is_array());
    entry.get("id").or_else(|| entry.get("at")).or_else(first)
}

fn is_row(path: &str) -> bool {
    ["tiles ", "known ", "raid.seen "].iter().any(|rows| path.starts_with(rows))
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
