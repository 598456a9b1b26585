//! What statements take and what rows hold: the types that both databases have.

use std::time::Duration;

use super::error::Fault;

/// A parameter of a statement, or a field of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Null,
    /// Numbers, times in milliseconds since 1970, and truth values as 0 and 1.
    Int(i64),
    Text(String),
    Blob(Vec<u8>),
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::Int(value.into())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Int(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::Text(value)
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Value {
        Value::Text(value.clone())
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Value {
        Value::Blob(value.to_vec())
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Value {
        Value::Blob(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// The parameters of a statement, in the order of `$1`, `$2` …
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$($crate::store::value::Value::from($value)),*] };
}
pub(super) use values;

/// A row of an answer, whose fields are taken in order.
#[derive(Clone, Debug)]
pub(super) struct Row {
    fields: std::vec::IntoIter<Value>,
}

impl Row {
    pub(super) fn new(fields: Vec<Value>) -> Row {
        Row { fields: fields.into_iter() }
    }

    /// The fields that were not taken.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.fields.collect()
    }

    fn value(&mut self) -> Result<Value, Fault> {
        self.fields.next().ok_or(Fault::Shape("it has too few fields"))
    }

    pub(super) fn optional_int(&mut self) -> Result<Option<i64>, Fault> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Int(value) => Ok(Some(value)),
            Value::Text(_) | Value::Blob(_) => Err(Fault::Shape("a field is no number")),
        }
    }

    pub(super) fn int(&mut self) -> Result<i64, Fault> {
        self.optional_int()?.ok_or(Fault::Shape("a number is missing"))
    }

    /// A number that is kept as one below 2^32.
    pub(super) fn small(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.int()?).map_err(|_| Fault::Shape("a number is out of its range"))
    }

    pub(super) fn optional_small(&mut self) -> Result<Option<u32>, Fault> {
        let value = self.optional_int()?.map(u32::try_from).transpose();
        value.map_err(|_| Fault::Shape("a number is out of its range"))
    }

    pub(super) fn flag(&mut self) -> Result<bool, Fault> {
        Ok(self.int()? != 0)
    }

    pub(super) fn optional_text(&mut self) -> Result<Option<String>, Fault> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Text(value) => Ok(Some(value)),
            Value::Int(_) | Value::Blob(_) => Err(Fault::Shape("a field is no text")),
        }
    }

    pub(super) fn text(&mut self) -> Result<String, Fault> {
        self.optional_text()?.ok_or(Fault::Shape("a text is missing"))
    }

    pub(super) fn optional_blob(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Blob(value) => Ok(Some(value)),
            Value::Int(_) | Value::Text(_) => Err(Fault::Shape("a field has no bytes")),
        }
    }

    pub(super) fn blob(&mut self) -> Result<Vec<u8>, Fault> {
        self.optional_blob()?.ok_or(Fault::Shape("bytes are missing"))
    }
}

/// A time as the database has it.
pub(super) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2)
}
