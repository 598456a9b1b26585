//! Paths of values in a dump, and changing what stands there.
//!
//! ```text
//! shift.clock                 a key in a key
//! run.belongings.cart[0]      an entry by its place, counted from 0
//! actors[id=7].vitals         an entry by the value of a key; with a number before `=`, by that
//!                             part of a tuple
//! floor.fixtures[13,1]        what is listed for a cell, given as column and row
//! floor.tiles[3,4]            a cell of rows of cells
//! run.belongings.cart[+]      one more entry
//! ```

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use thiserror::Error;

use super::DumpError;
use super::diff::ListIdentity;
use super::dump::{DERIVED, Result};

/// A value for a path: `shift.clock=5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    steps: Vec<Step>,
    value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    /// What stands between brackets.
    Entry(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Key(key) => f.write_str(key),
            Step::Entry(selector) => write!(f, "[{selector}]"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AssignmentError {
    #[error("“{0}” has no “=”: path=value was expected, such as shift.clock=5")]
    NoValue(String),
    #[error("“{0}” is no path: such as shift.clock, actors[2].vitals.health, actors[id=7].at")]
    NoPath(String),
}

impl FromStr for Assignment {
    type Err = AssignmentError;

    fn from_str(text: &str) -> Result<Assignment, AssignmentError> {
        let mut depth = 0_i32;
        let end = text.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == '=' && depth == 0
        });
        let (end, _) = end.ok_or_else(|| AssignmentError::NoValue(text.to_owned()))?;
        let (path, value) = (&text[..end], &text[end + 1..]);
        let steps = steps(path).ok_or_else(|| AssignmentError::NoPath(path.to_owned()))?;
        // A word that is no JSON is a text.
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        Ok(Assignment { steps, value })
    }
}

fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, selectors) = part.split_at(part.find('[').unwrap_or(part.len()));
        if key.is_empty() {
            return None;
        }
        steps.push(Step::Key(key.to_owned()));
        let mut rest = selectors;
        while !rest.is_empty() {
            let (selector, more) = rest.strip_prefix('[')?.split_once(']')?;
            steps.push(Step::Entry(selector.trim().to_owned()));
            rest = more;
        }
    }
    Some(steps)
}

impl Assignment {
    /// Writes the value into a dump. Null takes an entry of a list out of it.
    /// Errors: the part of the path that leads nowhere. Whether the value is of use there shows
    /// when the dump is read.
    pub fn apply(&self, dump: &mut Value) -> Result<()> {
        if let Some(Step::Key(key)) = self.steps.first()
            && DERIVED.contains(&key.as_str())
        {
            let from = if key == "turn" { "shift.clock" } else { "the state" };
            return Err(DumpError::at(key, format!("cannot be set: it follows from {from}")));
        }
        let mut place = Place { value: dump, key: String::new(), path: String::new() };
        let (last, before) = self.steps.split_last().expect("a path has a step");
        for step in before {
            place = place.follow(step)?;
        }
        place.assign(last, self.value.clone())
    }
}

/// A value of a dump, and the way to it.
struct Place<'a> {
    value: &'a mut Value,
    /// The last key on the way.
    key: String,
    path: String,
}

impl<'a> Place<'a> {
    fn error<T>(&self, step: &Step, reason: impl fmt::Display) -> Result<T> {
        Err(DumpError::at(&self.join(step), reason))
    }

    fn join(&self, step: &Step) -> String {
        let dot = if self.path.is_empty() || matches!(step, Step::Entry(_)) { "" } else { "." };
        format!("{}{dot}{step}", self.path)
    }

    /// Goes on to an existing value.
    fn follow(self, step: &Step) -> Result<Place<'a>> {
        let path = self.join(step);
        match step {
            Step::Key(name) => {
                if self.value.get(name).is_none() {
                    return self.error(step, self.hint(name).unwrap_or_else(|| self.keys()));
                }
                Ok(Place { value: &mut self.value[name], key: name.clone(), path })
            }
            Step::Entry(selector) => {
                let identity = ListIdentity::of(&self.key);
                let Some(place) = find(self.value, identity, selector) else {
                    return self.error(step, self.entries());
                };
                let entry = &mut self.value[place];
                let is_pair = !is_place(selector)
                    && matches!(identity, Some(ListIdentity::Cells | ListIdentity::Pairs));
                let value = if is_pair { &mut entry[1] } else { entry };
                Ok(Place { value, key: String::new(), path })
            }
        }
    }

    fn assign(self, step: &Step, value: Value) -> Result<()> {
        match step {
            Step::Key(name) => {
                let is_there = self.value.get(name).is_some();
                if !is_there && let Some(hint) = self.hint(name) {
                    return self.error(step, hint);
                }
                // A key that no field has is refused when the dump is read.
                self.value[name] = value;
                Ok(())
            }
            Step::Entry(selector) => self.assign_entry(selector, value, step),
        }
    }

    fn assign_entry(self, selector: &str, value: Value, step: &Step) -> Result<()> {
        let identity = ListIdentity::of(&self.key);
        let found = find(self.value, identity, selector);
        let cell = cell(selector);
        if let (Some(ListIdentity::Rows), Some((x, y))) = (identity, cell) {
            return self.assign_cell(x, y, &value, step);
        }
        let entries = self.entries();
        let is_pair = matches!(identity, Some(ListIdentity::Cells));
        let known = found.is_some()
            || selector == "+"
            || cell.is_some() && (is_pair || identity == Some(ListIdentity::Set));
        if !known || !self.value.is_array() {
            return self.error(step, entries);
        }
        let Value::Array(list) = self.value else { return Ok(()) };
        match (found, cell) {
            (Some(place), _) if value.is_null() => {
                list.remove(place);
            }
            (Some(place), Some(_)) if is_pair => list[place][1] = value,
            (Some(place), _) => list[place] = value,
            (None, Some((x, y))) if is_pair => list.push(serde_json::json!([[x, y], value])),
            (None, _) => list.push(value),
        }
        Ok(())
    }

    /// Writes one character of rows of cells.
    fn assign_cell(self, x: usize, y: usize, value: &Value, step: &Step) -> Result<()> {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let mut characters = value.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return self.error(step, "one character was expected");
        };
        let row = self.value.get(y).and_then(Value::as_str);
        let mut row: Vec<char> = row.unwrap_or_default().chars().collect();
        let Some(cell) = row.get_mut(x) else {
            return self.error(step, "lies outside of the floor");
        };
        *cell = character;
        self.value[y] = row.into_iter().collect::<String>().into();
        Ok(())
    }

    /// What there is where a key leads nowhere.
    fn keys(&self) -> String {
        match &*self.value {
            Value::Object(fields) => {
                let known: Vec<&str> = fields.keys().map(String::as_str).collect();
                format!("no such key; there are {}", known.join(", "))
            }
            Value::Array(_) => "no such key: this is a list, of which [0] is the first".to_owned(),
            other => format!("no such key: this is {other}"),
        }
    }

    /// What there is where a selector leads nowhere.
    fn entries(&self) -> String {
        match &*self.value {
            Value::Array(list) => format!("no such entry among {}", list.len()),
            _ => "this is no list".to_owned(),
        }
    }

    /// What is said of a key that is missing: that this has no keys, or that the key stands one
    /// level below.
    fn hint(&self, name: &str) -> Option<String> {
        let Value::Object(fields) = &*self.value else { return Some(self.keys()) };
        let (inner, _) = fields.iter().find(|(_, value)| value.get(name).is_some())?;
        Some(format!("no such key; there is {inner}.{name}"))
    }
}

/// Whether a selector is a place in a list.
fn is_place(selector: &str) -> bool {
    selector.parse::<usize>().is_ok()
}

/// The cell that a selector names: "3,4".
fn cell(selector: &str) -> Option<(usize, usize)> {
    let (x, y) = selector.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// The place of an entry in a list.
fn find(list: &Value, identity: Option<ListIdentity>, selector: &str) -> Option<usize> {
    let list = list.as_array()?;
    if let Ok(place) = selector.parse::<usize>() {
        return (place < list.len()).then_some(place);
    }
    let cell = cell(selector).map(|(x, y)| serde_json::json!([x, y]));
    let own = |entry: &Value| identity.is_some_and(|own| own.entry(0, entry).0 == selector);
    list.iter().position(|entry| match &cell {
        Some(cell) => entry == cell || entry.get(0) == Some(cell) || entry.get("at") == Some(cell),
        None => own(entry) || has_value(entry, selector),
    })
}

/// Whether an entry has a value under a key: "id=7", or "0=7" for the first part of a tuple.
fn has_value(entry: &Value, selector: &str) -> bool {
    let Some((key, value)) = selector.split_once('=') else { return false };
    let found = match key.parse::<usize>() {
        Ok(place) => entry.get(place),
        Err(_) => entry.get(key),
    };
    let text = found.map(|found| found.as_str().map_or_else(|| found.to_string(), str::to_owned));
    text.as_deref() == Some(value)
}
