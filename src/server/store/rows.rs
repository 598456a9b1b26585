//! What statements take and what rows hold: the types that both databases have, and how a row is
//! read as a type of this program.

use std::time::Duration;

use super::error::{Fault, FaultResult as Result};
use super::ids::{AccountId, RunKey};

/// A parameter of a statement, or a field of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Null,
    /// Numbers, times in milliseconds since 1970, and truth values as 0 and 1.
    Int(i64),
    Text(String),
    Blob(Vec<u8>),
}

/// Each row is a type that a statement takes, and the value that it becomes.
macro_rules! values_of {
    ($($kind:ty, $value:ident => $as:expr;)*) => {$(
        impl From<$kind> for Value {
            fn from($value: $kind) -> Value {
                $as
            }
        }
    )*};
}

values_of! {
    i64, value => Value::Int(value);
    u32, value => Value::Int(value.into());
    bool, value => Value::Int(value.into());
    &str, value => Value::Text(value.to_owned());
    String, value => Value::Text(value);
    &String, value => Value::Text(value.clone());
    &[u8], value => Value::Blob(value.to_vec());
    Vec<u8>, value => Value::Blob(value);
    RunKey, key => Value::Int(key.0);
    AccountId, id => Value::Int(id.0);
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// The parameters of a statement, in the order of `$1`, `$2` …
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$($crate::store::rows::Value::from($value)),*] };
}
pub(super) use values;

/// What one field is read as.
pub(super) trait Field: Sized {
    fn of(value: Value) -> Result<Self>;
}

/// Each row is a type, the values that it is read from, and what is said of others.
macro_rules! fields {
    ($($kind:ty, $value:ident, $missing:literal, $wrong:literal;)*) => {$(
        impl Field for $kind {
            fn of(value: Value) -> Result<$kind> {
                match value {
                    Value::$value(value) => Ok(value),
                    Value::Null => Err(Fault::Shape($missing)),
                    _ => Err(Fault::Shape($wrong)),
                }
            }
        }
    )*};
}

fields! {
    i64, Int, "a number is missing", "a field is no number";
    String, Text, "a text is missing", "a field is no text";
    Vec<u8>, Blob, "bytes are missing", "a field has no bytes";
}

/// Each row is a type that is kept as a number, and how it is made of that.
macro_rules! numbers {
    ($($kind:ty, $number:ident => $as:expr;)*) => {$(
        impl Field for $kind {
            fn of(value: Value) -> Result<$kind> {
                let $number = i64::of(value)?;
                $as
            }
        }
    )*};
}

numbers! {
    u32, number => number.try_into().map_err(|_| Fault::Shape("a number is out of its range"));
    bool, number => Ok(number != 0);
    RunKey, key => Ok(RunKey(key));
    AccountId, id => Ok(AccountId(id));
}

impl<T: Field> Field for Option<T> {
    fn of(value: Value) -> Result<Option<T>> {
        match value {
            Value::Null => Ok(None),
            value => T::of(value).map(Some),
        }
    }
}

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

    pub(super) fn take<T: FromRow>(&mut self) -> Result<T> {
        T::from_row(self)
    }

    /// The next `count` fields as a type, or nothing if one of them is null.
    pub(super) fn take_whole<T: FromRow>(&mut self, count: usize) -> Result<Option<T>> {
        if self.fields.as_slice().iter().take(count).any(|value| *value == Value::Null) {
            self.fields.by_ref().take(count).for_each(drop);
            return Ok(None);
        }
        self.take().map(Some)
    }
}

/// What the next fields of a row are read as.
pub(super) trait FromRow: Sized {
    fn from_row(row: &mut Row) -> Result<Self>;
}

impl<T: Field> FromRow for T {
    fn from_row(row: &mut Row) -> Result<T> {
        T::of(row.fields.next().ok_or(Fault::Shape("it has too few fields"))?)
    }
}

impl<A: FromRow, B: FromRow> FromRow for (A, B) {
    fn from_row(row: &mut Row) -> Result<(A, B)> {
        Ok((row.take()?, row.take()?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow> FromRow for (A, B, C) {
    fn from_row(row: &mut Row) -> Result<(A, B, C)> {
        Ok((row.take()?, row.take()?, row.take()?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow, D: FromRow> FromRow for (A, B, C, D) {
    fn from_row(row: &mut Row) -> Result<(A, B, C, D)> {
        Ok((row.take()?, row.take()?, row.take()?, row.take()?))
    }
}

/// Says from which column each field of a type is read: a statement that selects its `COLUMNS`
/// answers with rows that are read as the type.
macro_rules! columns {
    ($kind:ident { $first:ident: $column:literal $(, $field:ident: $next:literal)* $(,)? }) => {
        impl $kind {
            pub(super) const COLUMNS: &'static str = concat!($column $(, ", ", $next)*);
        }

        impl $crate::store::rows::FromRow for $kind {
            fn from_row(row: &mut $crate::store::rows::Row) -> Result<$kind,
                $crate::store::error::Fault> {
                Ok($kind { $first: row.take()? $(, $field: row.take()?)* })
            }
        }
    };
}
pub(super) use columns;

/// A time as the database has it.
pub(super) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2)
}
