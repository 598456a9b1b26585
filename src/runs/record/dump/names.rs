//! A serializer that replaces the numbers of kinds with their names, between the state's own
//! `Serialize` and a dump.
//!
//! The state is serialised by what its structs derive, so that no field can be left out. This
//! serializer forwards everything unchanged except `u64`, which becomes text, and the newtypes that
//! it knows by name: the number of a kind becomes the kind's name, and a list with one entry for
//! each kind becomes a map by name. `NoticeId`, `SayingId`, `HouseKindId` and `TradeId` are not
//! among them and stay numbers.

use serde::Serialize;
use serde::ser::{self, Error as _, Serializer};
use serde_json::Value;

use content::{Catalog, JobKind, Slot, Status, Supply};

/// A value that is serialised with the names of kinds in it.
pub(super) struct Named<'a, T: ?Sized> {
    pub value: &'a T,
    pub catalog: &'a Catalog,
}

impl<T: Serialize + ?Sized> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(Naming { inner: serializer, catalog: self.catalog })
    }
}

/// A list whose entries have names.
pub(super) struct Keyed {
    pub names: Vec<String>,
    /// The value of entries that are left out: 0 or false.
    pub absent: Option<Value>,
}

/// The names of the entries of a newtype, if it is a list with one entry for each kind.
pub(super) fn keyed(newtype: &str, catalog: &Catalog) -> Option<Keyed> {
    fn all<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<String> {
        all.iter().map(|&one| name(one).to_owned()).collect()
    }
    let items = || catalog.items.iter().map(|item| item.name.clone()).collect();
    Some(match newtype {
        "PerJob" => Keyed { names: all(&JobKind::ALL, JobKind::name), absent: None },
        "PerSupply" => Keyed { names: all(&Supply::ALL, Supply::name), absent: None },
        "Worn" => Keyed { names: all(&Slot::ALL[..3], Slot::name), absent: None },
        "Statuses" => {
            Keyed { names: all(&Status::ALL, Status::name), absent: Some(Value::from(0)) }
        }
        "Identified" => Keyed { names: items(), absent: Some(Value::Bool(false)) },
        "Appearances" => Keyed { names: items(), absent: None },
        _ => return None,
    })
}

/// The names of all kinds, by number, if a newtype is the number of one.
pub(super) fn kind_names<'c>(
    newtype: &str,
    catalog: &'c Catalog,
) -> Option<Box<dyn Iterator<Item = &'c str> + 'c>> {
    Some(match newtype {
        "ItemKindId" => Box::new(catalog.items.iter().map(|kind| kind.name.as_str())),
        "ActorKindId" => Box::new(catalog.actors.iter().map(|kind| kind.name.as_str())),
        "TrapKindId" => Box::new(catalog.traps.iter().map(|kind| kind.name.as_str())),
        "ConditionId" => Box::new(catalog.conditions.kinds.iter().map(|kind| kind.name.as_str())),
        "HeroClassId" => Box::new(catalog.cast.classes.iter().map(|class| class.name.as_str())),
        "EncounterId" => Box::new(catalog.encounters.iter().map(|kind| kind.name.as_str())),
        "FlagId" => Box::new(catalog.flags.iter().map(String::as_str)),
        "PerkId" => Box::new(catalog.perks.iter().map(|perk| perk.name.as_str())),
        "HabitId" => Box::new(catalog.cast.habits.iter().map(|habit| habit.name.as_str())),
        "PartyKindId" => Box::new(catalog.parties.iter().map(|kind| kind.name.as_str())),
        _ => return None,
    })
}

/// Forwards everything to another serializer, with names in the place of numbers.
struct Naming<'a, S> {
    inner: S,
    catalog: &'a Catalog,
}

/// Methods that hand their arguments on as they are.
macro_rules! pass_on {
    ($($method:ident($($argument:ident: $type:ty),*)),*) => {$(
        fn $method(self, $($argument: $type),*) -> Result<S::Ok, S::Error> {
            self.inner.$method($($argument),*)
        }
    )*};
}

/// Methods that begin a value of several parts, each of which has names in it.
macro_rules! begin {
    ($($compound:ident: $method:ident($($argument:ident: $type:ty),*)),*) => {$(
        fn $method(self, $($argument: $type),*) -> Result<Self::$compound, S::Error> {
            Ok(Naming { inner: self.inner.$method($($argument),*)?, catalog: self.catalog })
        }
    )*};
}

impl<'a, S: Serializer> Serializer for Naming<'a, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Naming<'a, S::SerializeSeq>;
    type SerializeTuple = Naming<'a, S::SerializeTuple>;
    type SerializeTupleStruct = Naming<'a, S::SerializeTupleStruct>;
    type SerializeTupleVariant = Naming<'a, S::SerializeTupleVariant>;
    type SerializeMap = Naming<'a, S::SerializeMap>;
    type SerializeStruct = Naming<'a, S::SerializeStruct>;
    type SerializeStructVariant = Naming<'a, S::SerializeStructVariant>;

    pass_on! {
        serialize_bool(v: bool), serialize_u8(v: u8), serialize_u16(v: u16), serialize_u32(v: u32),
        serialize_i8(v: i8), serialize_i16(v: i16), serialize_i32(v: i32), serialize_i64(v: i64),
        serialize_f32(v: f32), serialize_f64(v: f64), serialize_char(v: char),
            serialize_str(v: &str),
        serialize_bytes(v: &[u8]), serialize_none(), serialize_unit(),
        serialize_unit_struct(name: &'static str),
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str)
    }

    begin! {
        SerializeSeq: serialize_seq(length: Option<usize>),
        SerializeTuple: serialize_tuple(length: usize),
        SerializeTupleStruct: serialize_tuple_struct(name: &'static str, length: usize),
        SerializeTupleVariant: serialize_tuple_variant(
            name: &'static str, index: u32, variant: &'static str, length: usize
        ),
        SerializeMap: serialize_map(length: Option<usize>),
        SerializeStruct: serialize_struct(name: &'static str, length: usize),
        SerializeStructVariant: serialize_struct_variant(
            name: &'static str, index: u32, variant: &'static str, length: usize
        )
    }

    /// As text: other programs that read JSON round numbers above 2^53.
    fn serialize_u64(self, value: u64) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(&value)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&Named { value, catalog: self.catalog })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let Naming { inner, catalog } = self;
        let value = Named { value, catalog };
        if let Some(Keyed { names, absent }) = keyed(name, catalog) {
            let entries = serde_json::to_value(&value).map_err(S::Error::custom)?;
            let Value::Array(entries) = entries else {
                return Err(S::Error::custom(format_args!("{name} is no list")));
            };
            if entries.len() != names.len() {
                return inner.collect_seq(entries);
            }
            let is_told = |entry: &Value| absent.as_ref() != Some(entry);
            return inner
                .collect_map(names.iter().zip(&entries).filter(|(_, entry)| is_told(entry)));
        }
        let Some(mut names) = kind_names(name, catalog) else {
            return inner.serialize_newtype_struct(name, &value);
        };
        let number = serde_json::to_value(&value).map_err(S::Error::custom)?;
        let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
        match number.and_then(|number| names.nth(number)) {
            Some(kind) => inner.serialize_str(kind),
            None => inner.serialize_newtype_struct(name, &value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let value = Named { value, catalog: self.catalog };
        self.inner.serialize_newtype_variant(name, index, variant, &value)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! compounds {
    ($($compound:ident: $method:ident($($name:ident)?)),*) => {$(
        impl<C: ser::$compound> ser::$compound for Naming<'_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), C::Error> {
                self.inner.$method($($name,)? &Named { value, catalog: self.catalog })
            }

            fn end(self) -> Result<C::Ok, C::Error> {
                self.inner.end()
            }
        }
    )*};
}

compounds! {
    SerializeSeq: serialize_element(), SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(), SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(key), SerializeStructVariant: serialize_field(key)
}

impl<C: ser::SerializeMap> ser::SerializeMap for Naming<'_, C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), C::Error> {
        self.inner.serialize_key(&Named { value: key, catalog: self.catalog })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), C::Error> {
        self.inner.serialize_value(&Named { value, catalog: self.catalog })
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.inner.end()
    }
}
