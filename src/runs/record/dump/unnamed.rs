//! A deserializer that undoes what [`super::names`] does: names become the numbers of kinds, maps
//! by name become lists.
//!
//! The state is read by what its structs derive. Nothing is filled in and nothing passed over: a
//! key that is missing, a key that no field has and a name that the data do not have are errors
//! with the path of the value.

use std::fmt::Display;

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};
use thiserror::Error;

use super::names::{Keyed, keyed, kind_names};
use content::Catalog;
use engine::sim::SnapshotError;

#[derive(Clone, Copy)]
pub(super) struct Unnamed<'a> {
    pub value: &'a Value,
    pub catalog: &'a Catalog,
}

pub(in crate::record) type Result<T, E = DumpError> = std::result::Result<T, E>;

/// A value in an error message: whole if it is short, else its type.
fn tell(value: &Value) -> String {
    let text = value.to_string();
    match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        _ if text.chars().count() <= 40 => text,
        _ => "a long text".to_owned(),
    }
}

fn wrong<T>(value: &Value, expected: &str) -> Result<T> {
    Err(DumpError::custom(format_args!("{} where {expected} was expected", tell(value))))
}

impl<'a> Unnamed<'a> {
    fn with<'b>(self, value: &'b Value) -> Unnamed<'b>
    where
        'a: 'b,
    {
        Unnamed { value, catalog: self.catalog }
    }

    fn object(self) -> Result<&'a Map<String, Value>> {
        match self.value {
            Value::Object(fields) => Ok(fields),
            other => wrong(other, "an object"),
        }
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $type:ident $read:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let number = self.value.$read().and_then(|number| $type::try_from(number).ok());
            match number {
                Some(number) => visitor.$visit(number),
                None => wrong(self.value, &format!("a whole number from {} to \
                    {}", $type::MIN, $type::MAX)),
            }
        }
    )*};
}

macro_rules! plain {
    ($($method:ident: $value:pat => $visit:ident($($argument:expr)?), $expected:literal;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.value {
                $value => visitor.$visit($($argument)?),
                other => wrong(other, $expected),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Unnamed<'_> {
    type Error = DumpError;

    numbers! {
        deserialize_u8 visit_u8 u8 as_u64, deserialize_u16 visit_u16 u16 as_u64,
        deserialize_u32 visit_u32 u32 as_u64, deserialize_i8 visit_i8 i8 as_i64,
        deserialize_i16 visit_i16 i16 as_i64, deserialize_i32 visit_i32 i32 as_i64,
        deserialize_i64 visit_i64 i64 as_i64
    }

    /// Large numbers stand in dumps as texts.
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let number = match self.value {
            Value::String(text) => text.parse().ok(),
            other => other.as_u64(),
        };
        match number {
            Some(number) => visitor.visit_u64(number),
            None => wrong(self.value, "a whole number below 2^64"),
        }
    }

    plain! {
        deserialize_bool: Value::Bool(value) => visit_bool(*value), "true or false";
        deserialize_string: Value::String(text) => visit_str(text), "a text";
        deserialize_unit: Value::Null => visit_unit(), "null";
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Array(entries) => {
                let rest = entries.iter().enumerate();
                let rest = rest.map(|(place, value)| (format!("[{place}]"), value));
                visitor.visit_seq(Parts { of: self, rest, value: None })
            }
            other => wrong(other, "a list"),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Array(entries) if entries.len() != length => {
                let found = format_args!("{} entries where {length} were expected", entries.len());
                Err(DumpError::custom(found))
            }
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if let (Value::Object(fields), Some(keyed)) = (self.value, keyed(name, self.catalog)) {
            let (list, names) = by_name(fields, keyed)?;
            let read = visitor.visit_newtype_struct(self.with(&list));
            return read.map_err(|error| error.by_name(&names));
        }
        if let (Value::String(text), Some(mut names)) = (self.value, kind_names(name, self.catalog))
        {
            let Some(number) = names.position(|name| name == text) else {
                return Err(DumpError::custom(format_args!("there is no “{text}” in the data")));
            };
            return visitor.visit_newtype_struct((number as u64).into_deserializer());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let fields = self.object()?;
        require_keys(fields, names)?;
        let rest = fields.iter().map(|(key, value)| (key.clone(), value));
        visitor.visit_map(Parts { of: self, rest, value: None })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let (name, content) = match self.value {
            Value::String(name) => (name, None),
            Value::Object(fields) if fields.len() == 1 => {
                let (name, content) = fields.iter().next().expect("one field");
                (name, Some(self.with(content)))
            }
            other => return wrong(other, &format!("one of {}", variants.join(", "))),
        };
        if !variants.contains(&name.as_str()) {
            let known = variants.join(", ");
            return Err(DumpError::custom(format_args!("“{name}” is none of {known}")));
        }
        visitor.visit_enum(Variant { name, content })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(DumpError::custom("the state has no value of such a type"))
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit_struct map identifier ignored_any
    }
}

/// Refuses keys that no field has, and fields without a key.
pub(super) fn require_keys(fields: &Map<String, Value>, names: &[&str]) -> Result<()> {
    for key in fields.keys() {
        if !names.contains(&key.as_str()) {
            let known = names.join(", ");
            return Err(DumpError::at(key, format_args!("no such key; there are {known}")));
        }
    }
    match names.iter().find(|name| !fields.contains_key(**name)) {
        Some(name) => Err(DumpError::at(name, "is missing")),
        None => Ok(()),
    }
}

/// The fields of a struct or the entries of a list, each with its step in paths.
struct Parts<'a, I> {
    of: Unnamed<'a>,
    rest: I,
    /// The value of the key that was read last.
    value: Option<(String, &'a Value)>,
}

impl<'a, I: Iterator<Item = (String, &'a Value)>> Parts<'a, I> {
    fn read<'de, V: DeserializeSeed<'de>>(
        &self,
        (step, value): (String, &'a Value),
        seed: V,
    ) -> Result<V::Value> {
        seed.deserialize(self.of.with(value)).map_err(|error| error.within(&step))
    }
}

impl<'de, 'a, I: Iterator<Item = (String, &'a Value)>> MapAccess<'de> for Parts<'a, I> {
    type Error = DumpError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.value = self.rest.next();
        let Some((key, _)) = &self.value else { return Ok(None) };
        seed.deserialize(key.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let part = self.value.take();
        self.read(part.ok_or_else(|| DumpError::custom("a value before its key"))?, seed)
    }
}

impl<'de, 'a, I: Iterator<Item = (String, &'a Value)>> SeqAccess<'de> for Parts<'a, I> {
    type Error = DumpError;

    fn next_element_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<Option<V::Value>> {
        self.rest.next().map(|part| self.read(part, seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.size_hint().0)
    }
}

/// A map by names as the list that it stands for, and the names of its entries.
fn by_name(
    fields: &Map<String, Value>,
    Keyed { names, absent }: Keyed,
) -> Result<(Value, Vec<String>)> {
    if let Some(key) = fields.keys().find(|key| !names.contains(key)) {
        return Err(DumpError::at(key, "no such key, and no such name in the data"));
    }
    let entry = |name: &String| {
        let entry = fields.get(name).or(absent.as_ref()).cloned();
        entry.ok_or_else(|| DumpError::at(name, "is missing"))
    };
    let list = names.iter().map(entry).collect::<Result<Vec<Value>, _>>()?;
    Ok((Value::Array(list), names))
}

/// A variant of an enum, with what it holds.
struct Variant<'a> {
    name: &'a str,
    content: Option<Unnamed<'a>>,
}

impl<'a> Variant<'a> {
    fn content(&self) -> Result<Unnamed<'a>> {
        let name = self.name;
        self.content.ok_or_else(|| {
            DumpError::custom(format_args!("{name} holds a value: {{\"{name}\": …}}"))
        })
    }
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = DumpError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        let name: de::value::StrDeserializer<'_, DumpError> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = DumpError;

    fn unit_variant(self) -> Result<()> {
        match self.content {
            None => Ok(()),
            Some(_) => Err(DumpError::at(self.name, "holds no value")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        let content = self.content()?;
        seed.deserialize(content).map_err(|error| error.within(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        let content = self.content()?;
        content.deserialize_tuple(length, visitor).map_err(|error| error.within(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let content = self.content()?;
        let read = content.deserialize_struct("", fields, visitor);
        read.map_err(|error| error.within(self.name))
    }
}

/// A value of a dump that is missing, of no use there, or that no state can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{reason}", path, if path.is_empty() { "" } else { ": " })]
pub struct DumpError {
    /// The path of the value: `actors[3].vitals.health`. Empty for the dump as a whole.
    pub path: String,
    pub reason: String,
}

impl DumpError {
    pub(crate) fn at(path: &str, reason: impl Display) -> DumpError {
        DumpError { path: path.to_owned(), reason: reason.to_string() }
    }

    /// The error as one of a value that the one with the error is a part of.
    pub(super) fn within(mut self, step: &str) -> DumpError {
        let is_joined = self.path.is_empty() || self.path.starts_with('[');
        let dot = if is_joined { "" } else { "." };
        self.path = format!("{step}{dot}{}", self.path);
        self
    }
}

impl DumpError {
    /// The error of a list as one of a map by the names of its entries.
    fn by_name(mut self, names: &[String]) -> DumpError {
        let place = self.path.strip_prefix('[').and_then(|path| path.split_once(']'));
        let name = place
            .and_then(|(number, rest)| Some((names.get(number.parse::<usize>().ok()?)?, rest)));
        if let Some((name, rest)) = name {
            self.path = format!("{name}{rest}");
        }
        self
    }
}

impl de::Error for DumpError {
    fn custom<T: Display>(reason: T) -> DumpError {
        DumpError { path: String::new(), reason: reason.to_string() }
    }
}

impl From<SnapshotError> for DumpError {
    fn from(SnapshotError { path, fault }: SnapshotError) -> DumpError {
        DumpError { path, reason: fault }
    }
}
