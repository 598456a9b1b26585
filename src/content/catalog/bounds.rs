//! Checks the numbers of the data files against their bounds, which are data: `bounds.ron`.

use std::collections::BTreeMap;

use ron::Value;
use ron::value::Map;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::checker::Checker;
use crate::source::{Checked, DataError};

/// The bounds of the data files, by name.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Bounds(BTreeMap<String, FileBounds>);

#[derive(Default, Deserialize)]
#[serde(default)]
struct FileBounds {
    numbers: Vec<Bound>,
    spans: Vec<Bound>,
}

/// A path, and the lowest and the highest value, both included.
#[derive(Deserialize)]
struct Bound(String, Limit, Limit);

#[derive(Deserialize)]
#[serde(untagged)]
enum Limit {
    Number(i64),
    /// The value of a field beside the one that is bounded.
    Field(String),
}

impl Limit {
    fn value(&self, beside: &Map) -> Option<i64> {
        match self {
            Limit::Number(number) => Some(*number),
            Limit::Field(name) => number(field(beside, name)?),
        }
    }
}

impl Bounds {
    pub(super) fn embedded() -> Checked<Bounds> {
        parse("bounds.ron", include_str!("bounds.ron"))
    }

    /// Refuses the first number or span of a file that is out of its bounds.
    pub(super) fn check(&self, file: Checker<'_>) -> Checked {
        let Some(FileBounds { numbers, spans }) = self.0.get(file.name) else { return Ok(()) };
        let value: Value = parse(file.name, file.text)?;
        let numbers = numbers.iter().map(|bound| (bound, false));
        for (bound, is_span) in numbers.chain(spans.iter().map(|bound| (bound, true))) {
            let path: Vec<&str> = bound.0.split(['/', '.']).collect();
            let walk = Walk { file, bound, is_span };
            walk.check(&value, &path, "", &Map::new())?;
        }
        Ok(())
    }
}

/// The walk to the values that one bound holds for.
struct Walk<'a> {
    file: Checker<'a>,
    bound: &'a Bound,
    is_span: bool,
}

impl Walk<'_> {
    /// Checks a value, or what the rest of the path leads to from there. `entry` is the name of the
    /// innermost entry around it, `beside` the fields beside it. Fields that are left out have a
    /// valid default.
    fn check(&self, value: &Value, path: &[&str], entry: &str, beside: &Map) -> Checked {
        match (value, path) {
            (Value::Option(Some(value)), _) => self.check(value, path, entry, beside),
            (Value::Map(fields), [step, rest @ ..]) => {
                let entry = name_of(fields).unwrap_or(entry);
                field(fields, step).map_or(Ok(()), |value| self.check(value, rest, entry, fields))
            }
            (Value::Seq(pair), []) if self.is_span => {
                let [low, high] = [pair.first(), pair.last()].map(|it| it.and_then(number));
                let (Some(low), Some(high)) = (low, high) else { return Ok(()) };
                self.within(entry, low, self.bound.1.value(beside), Some(high))?;
                self.within(entry, high, Some(low), self.bound.2.value(beside))
            }
            (Value::Seq(values), _) => {
                values.iter().try_for_each(|value| self.check(value, path, entry, beside))
            }
            (value, []) => number(value).map_or(Ok(()), |number| {
                let Bound(_, low, high) = self.bound;
                self.within(entry, number, low.value(beside), high.value(beside))
            }),
            _ => Ok(()),
        }
    }

    fn within(&self, entry: &str, value: i64, low: Option<i64>, high: Option<i64>) -> Checked {
        let shown = self.bound.0.rsplit('/').next().unwrap_or_default();
        let (low, high) = (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
        self.file.of(entry).within(shown, value, low, high)
    }
}

fn field<'v>(fields: &'v Map, name: &str) -> Option<&'v Value> {
    fields.get(&Value::String(name.to_owned()))
}

/// What an entry is called in errors.
fn name_of(fields: &Map) -> Option<&str> {
    ["name", "text"].into_iter().find_map(|key| match field(fields, key) {
        Some(Value::String(name)) => Some(name.as_str()),
        _ => None,
    })
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(_) => value.clone().into_rust().ok(),
        _ => None,
    }
}

/// Reads the text of a data file.
pub(super) fn parse<T: DeserializeOwned>(file: &'static str, text: &str) -> Checked<T> {
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| DataError {
        file,
        line: error.span.start.line,
        field: "syntax".to_owned(),
        message: error.code.to_string(),
    })
}
