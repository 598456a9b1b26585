//! Reads a value back from its JSON with one leaf of it changed.
//!
//! The methods that are called of a deserializer give the type of each leaf, so that every leaf of
//! any value can be changed into another of its type without a list of fields: numbers are counted
//! up, options become some or none, enums take each of their variants, lists lose an entry or get a
//! first one.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use serde_json::Value;

/// The number of entries that are visited of a longer list.
const MAX_ENTRIES: usize = 8;

/// A value with one leaf changed, if it can be read, and the path to that leaf.
pub(crate) struct Mutated<T> {
    pub(crate) path: Vec<String>,
    pub(crate) value: Result<T, Error>,
}

/// The value with the `number`-th possible change; `None` if there are fewer.
pub(crate) fn mutated<T: DeserializeOwned>(tree: &Value, number: usize) -> Option<Mutated<T>> {
    let mutation = Mutation { number, ..Mutation::default() };
    let value = T::deserialize(Node { value: Some(tree), mutation: &mutation });
    Some(Mutated { path: mutation.changed.take()?, value })
}

/// The value without a change.
pub(crate) fn unchanged<T: DeserializeOwned>(tree: &Value) -> Result<T, Error> {
    let mutation = Mutation { number: usize::MAX, ..Mutation::default() };
    T::deserialize(Node { value: Some(tree), mutation: &mutation })
}

#[derive(Default)]
struct Mutation {
    /// The index of the change to make among the possible ones.
    number: usize,
    /// The number of possible changes so far.
    passed: Cell<usize>,
    /// Whether changes are not counted, within entries that are not visited.
    muted: Cell<bool>,
    path: RefCell<Vec<String>>,
    /// The path to the changed leaf.
    changed: RefCell<Option<Vec<String>>>,
}

impl Mutation {
    /// Whether the change that is possible here is the one to make.
    fn is_here(&self) -> bool {
        if self.muted.get() {
            return false;
        }
        let is_here = self.passed.get() == self.number;
        self.passed.set(self.passed.get() + 1);
        if is_here {
            *self.changed.borrow_mut() = Some(self.path.borrow().clone());
        }
        is_here
    }
}

/// A part of the tree, read with the change in it.
#[derive(Clone, Copy)]
struct Node<'a> {
    /// `None` for a part that the change adds: it is read as the least value of its type, that is
    /// 0, nothing, the first variant.
    value: Option<&'a Value>,
    mutation: &'a Mutation,
}

/// A part of the tree, and the last step of the path to it.
struct Step<'a> {
    key: String,
    is_muted: bool,
    node: Node<'a>,
}

impl Step<'_> {
    fn read<'de, S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        let mutation = self.node.mutation;
        let was_muted = mutation.muted.get();
        mutation.muted.set(was_muted || self.is_muted);
        mutation.path.borrow_mut().push(self.key);
        let value = seed.deserialize(self.node);
        mutation.path.borrow_mut().pop();
        mutation.muted.set(was_muted);
        value
    }
}

/// The entries of a list or the fields of a struct that are still to be read.
///
/// One type for both, and one deserializer below it: each further one compiles all that is read
/// anew.
struct Steps<'a>(std::vec::IntoIter<Step<'a>>);

impl<'a> FromIterator<Step<'a>> for Steps<'a> {
    fn from_iter<I: IntoIterator<Item = Step<'a>>>(steps: I) -> Self {
        Self(steps.into_iter().collect::<Vec<_>>().into_iter())
    }
}

impl<'de> SeqAccess<'de> for Steps<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        self.0.next().map(|step| step.read(seed)).transpose()
    }
}

impl<'de> MapAccess<'de> for Steps<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some(step) = self.0.as_slice().first() else { return Ok(None) };
        let key: StrDeserializer<'_, Error> = step.key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        self.0.next().expect("a key before its value").read(seed)
    }
}

fn wrong<T>(value: &Value, expected: &str) -> Result<T, Error> {
    Err(de::Error::custom(format_args!("{value} where {expected} was expected")))
}

impl<'a> Node<'a> {
    /// A part that the change adds.
    fn least(self) -> Node<'a> {
        Node { value: None, ..self }
    }

    fn fewest_entries<'de, V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let step = |_| Step { key: String::new(), is_muted: false, node: self.least() };
        visitor.visit_seq((0..length).map(step).collect::<Steps<'_>>())
    }

    fn first_variant(self, own: &'a str) -> Variant<'a> {
        Variant { own, content: Some(self.least()) }
    }

    fn steps(self, list: &'a Value) -> Result<Steps<'a>, Error> {
        let Value::Array(entries) = list else { return wrong(list, "a list") };
        let stride = entries.len().div_ceil(MAX_ENTRIES).max(1);
        let is_long = entries.len() > 2 * MAX_ENTRIES;
        let steps = entries.iter().enumerate().map(|(place, value)| Step {
            key: place.to_string(),
            is_muted: is_long && place % stride != 0,
            node: Node { value: Some(value), ..self },
        });
        Ok(steps.collect())
    }

    fn entries<'de, V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Some(list) => visitor.visit_seq(self.steps(list)?),
            None => self.fewest_entries(length, visitor),
        }
    }

    fn fields<'de, V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fields = match self.value {
            Some(Value::Object(fields)) => fields,
            Some(other) => return wrong(other, "fields"),
            None => return self.fewest_entries(names.len(), visitor),
        };
        let steps = fields.iter().map(|(key, value)| {
            let node = Node { value: Some(value), ..self };
            Step { key: key.clone(), is_muted: false, node }
        });
        visitor.visit_map(steps.collect::<Steps<'_>>())
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $type:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let Some(value) = self.value else { return visitor.$visit(0) };
            let number: $type = serde_json::from_value(value.clone()).map_err(de::Error::custom)?;
            let is_here = self.mutation.is_here();
            visitor.$visit(if is_here { number.checked_add(1).unwrap_or_else(|| number - 1) }
                else { number })
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'_> {
    type Error = Error;

    numbers! {
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Some(Value::Bool(value)) => visitor.visit_bool(value ^ self.mutation.is_here()),
            Some(other) => wrong(other, "true or false"),
            None => visitor.visit_bool(false),
        }
    }

    /// One of its characters becomes another. Several are tried, since not all of them may be read.
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = match self.value {
            Some(Value::String(text)) => text,
            Some(other) => return wrong(other, "text"),
            None => return visitor.visit_string(String::new()),
        };
        let mut characters: Vec<char> = text.chars().collect();
        // In two places, since another may be refused in one of them.
        for (other, shift) in [0, characters.len() / 2]
            .into_iter()
            .flat_map(|shift| ['#', '.', '+', '-'].map(|other| (other, shift)))
        {
            if self.mutation.is_here() {
                match characters.get_mut(shift) {
                    Some(character) => *character = other,
                    None => characters.push(other),
                }
            }
        }
        visitor.visit_string(characters.into_iter().collect())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(value) = self.value else { return visitor.visit_none() };
        match (value, self.mutation.is_here()) {
            (Value::Null, true) => visitor.visit_some(self.least()),
            (Value::Null, false) | (_, true) => visitor.visit_none(),
            (_, false) => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(list) = self.value else { return self.fewest_entries(0, visitor) };
        let mut steps = self.steps(list)?;
        if self.mutation.is_here() && steps.0.next_back().is_none() {
            return self.fewest_entries(1, visitor);
        }
        visitor.visit_seq(steps)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.entries(length, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.entries(length, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fields(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (own, content) = match self.value {
            Some(Value::String(own)) => (own, None),
            Some(whole @ Value::Object(fields)) => match fields.iter().next() {
                Some((own, content)) => (own, Some(Node { value: Some(content), ..self })),
                None => return wrong(whole, "a variant"),
            },
            Some(other) => return wrong(other, "a variant"),
            None => return visitor.visit_enum(self.first_variant(variants[0])),
        };
        for &other in variants.iter().filter(|other| *other != own) {
            if self.mutation.is_here() {
                return visitor.visit_enum(self.first_variant(other));
            }
        }
        visitor.visit_enum(Variant { own, content })
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let expected = Expected(&visitor).to_string();
        wrong(self.value.unwrap_or(&Value::Null), &expected)
    }

    serde::forward_to_deserialize_any! {
        f32 f64 char str bytes byte_buf unit_struct map identifier ignored_any
    }
}

/// What a visitor expects, in words.
struct Expected<'a, V>(&'a V);

impl<'de, V: Visitor<'de>> fmt::Display for Expected<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }
}

/// A variant by its name, and its content, read with the change in it.
struct Variant<'a> {
    own: &'a str,
    content: Option<Node<'a>>,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Variant<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Variant<'a>), Error> {
        let own: StrDeserializer<'_, Error> = self.own.into_deserializer();
        Ok((seed.deserialize(own)?, self))
    }
}

impl<'a> Variant<'a> {
    fn content(self) -> Result<Node<'a>, Error> {
        self.content.ok_or_else(|| de::Error::custom("a variant without its content"))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.content()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        self.content()?.entries(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.content()?.fields(fields, visitor)
    }
}
