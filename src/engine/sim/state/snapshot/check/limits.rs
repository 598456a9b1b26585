//! The limits of single values, by their types: a serializer that reads a whole snapshot and
//! refuses the first value that no play leads to. A new field is held to the limit of its type
//! without a word here; only fields with a range of their own have a row in
//! [`Walker::range_of_field`].
//!
//! How values go together is for the other files beside this one.

use std::fmt::{Display, Write as _};

use crate::sim::state::components::Boss;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::raid::MAX_SPOILED_WORK;
use crate::sim::state::shift::{MAX_CORDS, MAX_PLAN};
use crate::sim::state::snapshot::check::{Checker, MAX_ACTORS, MAX_COUNTER, SnapshotError};
use base::{Dir, Pos};
use content::{JobKind, Slot, Status, Supply};
use levels::Request;
use serde::{Serialize, ser};

/// Counters of 16 bits that go on counting stay far from where they would run over.
const MAX_SMALL_COUNTER: i64 = 1 << 14;
/// So many of one thing at a place, and no more, that what is picked up and put together is not
/// more than can be counted.
const MAX_COUNT: i64 = 1 << 10;
/// Nights are fewer than so many, before the journey and in it.
const MAX_NIGHT: i64 = 1 << 12;
/// Health and energy.
const MAX_VITALS: i64 = 10_000;

/// Reads a snapshot, value by value.
pub(super) struct Walker<'a> {
    checker: &'a Checker<'a>,
    /// The structs, lists, tuples and variants around the value, the outermost first.
    frames: Vec<Frame>,
    /// The newtype, or the variant of an enum, right around the value; "" if there is none.
    newtype: &'static str,
}

/// A struct, a list, a tuple or a variant of an enum that is being read, and what of it.
#[derive(Default)]
struct Frame {
    /// The name of a struct or an enum; "" for lists and tuples.
    owner: &'static str,
    variant: &'static str,
    field: &'static str,
    /// The newtype around a list or a tuple.
    newtype: &'static str,
    /// The number of the next entry of a list.
    next: usize,
    is_list: bool,
    /// The first number of a tuple: the column of a cell, if another of its type follows.
    column: Option<i32>,
}

impl Checker<'_> {
    /// Refuses the first value beyond the limit of its type.
    pub(super) fn limits(&self) -> Result<(), SnapshotError> {
        self.snapshot.serialize(&mut Walker { checker: self, frames: Vec::new(), newtype: "" })
    }
}

impl Walker<'_> {
    /// The name of the struct that the value is in, and the field.
    fn place(&self) -> (&'static str, &'static str) {
        let inmost = self.frames.iter().rev().find(|frame| !frame.owner.is_empty());
        inmost.map_or(("", ""), |frame| (frame.owner, frame.field))
    }

    /// The path of the value in a dump, where the cells stand in the floor and the rest beside it.
    fn path(&self) -> String {
        let mut path = String::new();
        for Frame { variant, field, newtype, next, is_list, .. } in &self.frames {
            for step in [*variant, *field].into_iter().filter(|step| !step.is_empty()) {
                path.push('.');
                path.push_str(step);
            }
            if *is_list {
                let index = next.saturating_sub(1);
                let _ = match *newtype {
                    "PerSupply" => write!(path, ".{}", Supply::ALL[index].name()),
                    "PerJob" => write!(path, ".{}", JobKind::ALL[index].name()),
                    "Worn" => write!(path, ".{}", Slot::ALL[index].name()),
                    "Statuses" => write!(path, ".{}", Status::ALL[index].name()),
                    _ => write!(path, "[{index}]"),
                };
            }
        }
        let path = path.trim_start_matches('.').replacen("floor.cells.", "floor.", 1);
        let is_beside =
            |rest: &&str| ["actors", "items", "bodies"].iter().any(|own| rest.starts_with(own));
        path.strip_prefix("floor.").filter(is_beside).map(str::to_owned).unwrap_or(path)
    }

    fn fault(&self, fault: impl Display) -> SnapshotError {
        SnapshotError { path: self.path(), fault: fault.to_string() }
    }

    /// The least and the greatest number that a field may hold, where its type does not tell.
    fn range_of_field(&self) -> Option<(i64, i64)> {
        let catalog = self.checker.catalog;
        let count = |length: usize| (0, length as i64 - 1);
        let houses = || {
            let journey = self.checker.snapshot.journey.as_ref();
            journey.and_then(|own| own.visit.as_ref()).map_or(0, |visit| visit.houses.len())
        };
        Some(match self.place() {
            ("FloorState", "depth") => (1, Request::MAX_DEPTH.0.into()),
            ("Cells", "gas" | "fire") => (1, u8::MAX.into()),
            // Never as many blows as break any door.
            ("Cells", "door_damage") => (1, 99),
            ("ShiftState", "dawn") => (1, i64::from(MAX_COUNTER) - 1),
            ("ShiftState", "bed") => (0, i64::from(catalog.rules.grade.max_of_dawn()) * 100),
            ("Journey", "night") => (1, MAX_NIGHT),
            ("Vitals" | "RaidMember", "max_health") => (1, MAX_VITALS),
            ("Boss", "phase") => (0, Boss::LEAVING.into()),
            ("RaidMember" | "EntrantPerson", "spots") => (0, 100),
            ("EntrantPerson", "level" | "health") | ("Tenant", "level") => (1, 100),
            ("Person", "level") => (1, catalog.cast.max_level.into()),
            ("Person" | "Who", "given") => count(catalog.texts.raiders.len()),
            ("Person" | "Who", "surname") => count(catalog.texts.surnames.len()),
            ("Who" | "Subject", "house") => count(houses()),
            // A place in the cart that is free between others.
            ("Stack", "count") if self.is_in_cart() => (0, MAX_COUNT - 1),
            ("Stack", "count") => (1, MAX_COUNT - 1),
            _ => return None,
        })
    }

    fn is_in_cart(&self) -> bool {
        self.frames.iter().any(|frame| frame.field == "cart")
    }

    /// The number of kinds, persons or sites that a newtype numbers, and what they are called.
    fn kinds(&self, newtype: &str) -> Option<(usize, &'static str)> {
        let Checker { catalog, atlas, snapshot } = self.checker;
        let journey = snapshot.journey.as_ref();
        Some(match newtype {
            "ActorKindId" => (catalog.actors.len(), "kind of actor"),
            "ItemKindId" => (catalog.items.len(), "kind of item"),
            "TrapKindId" => (catalog.traps.len(), "kind of trap"),
            "PartyKindId" => (catalog.parties.len(), "party"),
            "ConditionId" => (catalog.conditions.kinds.len(), "condition"),
            "HeroClassId" => (catalog.cast.classes.len(), "class"),
            "HabitId" => (catalog.cast.habits.len(), "habit"),
            "EncounterId" => (catalog.encounters.len(), "encounter"),
            "FlagId" => (catalog.flags.len(), "flag"),
            "PerkId" => (catalog.perks.len(), "perk"),
            "NoticeId" => (catalog.notices.kinds.len(), "order"),
            "SayingId" => (catalog.sayings.len(), "saying"),
            "HouseKindId" => (catalog.town.houses.len(), "kind of house"),
            "TradeId" => (catalog.town.trades.len(), "trade"),
            "SiteId" => (atlas.map_or(0, Atlas::count), "site on the map"),
            "PersonId" => (journey.map_or(0, |own| own.cast.len()), "person of the cast"),
            "StandIn" => {
                let count = catalog.campaign.seat.stand_ins.len();
                (journey.map_or(0, |_| count), "stand-in")
            }
            _ => return None,
        })
    }

    /// Refuses a whole number beyond the limit of its field, of its newtype or of its size.
    fn number(&self, number: i64, limit_of_size: i64) -> Result<(), SnapshotError> {
        if let Some((low, high)) = self.range_of_field() {
            return match number {
                _ if (low..=high).contains(&number) => Ok(()),
                0 if matches!(self.place().0, "Stack" | "Cells") => Err(self.fault("none of it")),
                _ if high == MAX_COUNT - 1 => self.below(number, MAX_COUNT),
                _ => Err(self.fault(format_args!("{number} is not from {low} to {high}"))),
            };
        }
        let list = self.frames.last().map_or("", |frame| frame.newtype);
        let newtype = if self.newtype.is_empty() { list } else { self.newtype };
        if let Some((count, what)) = self.kinds(newtype) {
            let exists = usize::try_from(number).is_ok_and(|number| number < count);
            return exists.then_some(()).ok_or_else(|| self.fault(format_args!("no such {what}")));
        }
        match (newtype, self.place()) {
            // Kinds of traps that are not there are never looked for.
            ("TrapSet" | "Statuses", _)
            // A body rises at any turn, or at none that ever comes; any coins can be spent.
            // Health is not above its maximum, which has a limit.
            | (_, ("Body", "rises") | ("Person", "coins") | ("Vitals", "health")) => Ok(()),
            ("PerSupply", _) => self.below(number, MAX_COUNT),
            _ => self.below(number, limit_of_size),
        }
    }

    fn below(&self, number: i64, limit: i64) -> Result<(), SnapshotError> {
        let fault = || self.fault(format_args!("{number} is not below {limit}"));
        (number < limit).then_some(()).ok_or_else(fault)
    }

    /// Actors, things and goals stand inside the outer ring, so that their neighbours exist.
    fn cell(&self, pos: Pos) -> Result<(), SnapshotError> {
        let cells = &self.checker.snapshot.floor.cells;
        let is_there = match self.place() {
            // On other floors than this one.
            ("TownHouse" | "TownRecord" | "FloorMemory", _) => true,
            ("Cells", "remembered") => cells.known.contains(pos),
            _ => cells.terrain.contains(pos) && !cells.terrain.is_border(pos),
        };
        let fault = || self.fault(format_args!("{}, {} lies outside of the floor", pos.x, pos.y));
        is_there.then_some(()).ok_or_else(fault)
    }

    /// The most entries of a list whose order does not bound them.
    fn max_length(&self) -> usize {
        match self.place() {
            ("FloorState", "actors") => MAX_ACTORS,
            ("Belongings", "cart" | "kits") => 26,
            ("RaidReport", "members") => 100,
            ("RaidReport", "order") => JobKind::ALL.len(),
            ("RaidReport", "deeds") => MAX_SPOILED_WORK,
            ("Prepared", "cords") => MAX_CORDS,
            ("ShiftState", "plan") => MAX_PLAN,
            ("Journey", "cast" | "expected") | ("SiteRecord", "raids") => 64,
            ("SiteRaid", "entrants") | ("SiteMemory", "floors") => 64,
            ("Journey", "closed_roads" | "opened_roads" | "next_statuses" | "trail") => 1_024,
            ("ClosetOrders", "offered") => 8,
            ("TownRecord", "emptied") => 512,
            ("TownVisit", "houses") => 254,
            ("TownVisit", "people") => 256,
            ("TownVisit", "said") => 4_096,
            ("Seat", "beaten") => u8::MAX.into(),
            _ => usize::MAX,
        }
    }

    /// Enters a frame. The newtype around a list holds for the entries.
    fn enter(&mut self, mut frame: Frame) -> &mut Self {
        frame.newtype = std::mem::take(&mut self.newtype);
        self.frames.push(frame);
        self
    }

    fn entry<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SnapshotError> {
        if let Some(frame) = self.frames.last_mut() {
            frame.next += 1;
        }
        value.serialize(self)
    }

    fn field<T: Serialize + ?Sized>(
        &mut self,
        field: &'static str,
        value: &T,
    ) -> Result<(), SnapshotError> {
        if let Some(frame) = self.frames.last_mut() {
            frame.field = field;
        }
        // Cells of a stored floor are held to the size of that floor.
        if self.place() == ("Journey", "floors") { Ok(()) } else { value.serialize(self) }
    }
}

impl ser::Error for SnapshotError {
    fn custom<T: Display>(reason: T) -> SnapshotError {
        SnapshotError { path: String::new(), fault: reason.to_string() }
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty, $limit:expr;)*) => {$(
        fn $method(self, value: $type) -> Result<(), SnapshotError> {
            self.number(value.into(), $limit)
        }
    )*};
}

macro_rules! any_value {
    ($($method:ident: $type:ty),*) => {$(
        fn $method(self, _: $type) -> Result<(), SnapshotError> {
            Ok(())
        }
    )*};
}

impl ser::Serializer for &mut Walker<'_> {
    type Ok = ();
    type Error = SnapshotError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = ser::Impossible<(), SnapshotError>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_u8: u8, i64::MAX;
        serialize_u16: u16, MAX_SMALL_COUNTER;
        serialize_u32: u32, MAX_COUNTER.into();
    }
    // Numbers of 64 bits are keys and states of random streams.
    any_value! {
        serialize_u64: u64, serialize_bool: bool, serialize_char: char, serialize_str: &str,
        serialize_bytes: &[u8], serialize_f32: f32, serialize_f64: f64,
        serialize_i8: i8, serialize_i64: i64, serialize_unit_struct: &'static str
    }

    fn serialize_i16(self, value: i16) -> Result<(), SnapshotError> {
        let night = i64::from(value);
        if night < -MAX_NIGHT {
            return Err(self.fault(format_args!("{night} is no night of a journey")));
        }
        self.number(night, MAX_NIGHT + 1)
    }

    fn serialize_i32(self, value: i32) -> Result<(), SnapshotError> {
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.owner.is_empty()) {
            let Some(x) = frame.column.take() else {
                frame.column = Some(value);
                return Ok(());
            };
            return self.cell(Pos::new(x, value));
        }
        if self.place().0 == "Rect" {
            return Ok(());
        }
        let number = i64::from(value);
        if self.place().0 == "Vitals" && number < -MAX_VITALS {
            let fault = format_args!("{number} is not from -{MAX_VITALS} to {MAX_VITALS}");
            return Err(self.fault(fault));
        }
        self.number(number, MAX_VITALS + 1)
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<(), SnapshotError> {
        let is_across = |dir: Dir| dir as u32 == index && dir.is_diagonal();
        if (name, self.newtype) == ("Dir", "Drop") && Dir::ALL.into_iter().any(is_across) {
            return Err(self.fault("a ledge across a corner"));
        }
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SnapshotError> {
        self.newtype = name;
        value.serialize(&mut *self)?;
        self.newtype = "";
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), SnapshotError> {
        self.enter(Frame { variant, ..Frame::default() });
        self.newtype = variant;
        value.serialize(&mut *self)?;
        self.newtype = "";
        self.frames.pop();
        Ok(())
    }

    fn serialize_none(self) -> Result<(), SnapshotError> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SnapshotError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), SnapshotError> {
        Ok(())
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, SnapshotError> {
        let (length, max) = (length.unwrap_or(usize::MAX), self.max_length());
        if length > max {
            return Err(self.fault(format_args!("{length} are more than {max}")));
        }
        Ok(self.enter(Frame { is_list: true, ..Frame::default() }))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, SnapshotError> {
        let is_list = matches!(self.newtype, "PerSupply" | "PerJob" | "Worn" | "Statuses");
        Ok(self.enter(Frame { is_list, ..Frame::default() }))
    }

    fn serialize_tuple_struct(self, _: &str, _: usize) -> Result<Self, SnapshotError> {
        Ok(self.enter(Frame::default()))
    }

    fn serialize_tuple_variant(
        self,
        _: &str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, SnapshotError> {
        Ok(self.enter(Frame { variant, ..Frame::default() }))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, SnapshotError> {
        Err(ser::Error::custom("no state holds a map"))
    }

    fn serialize_struct(self, owner: &'static str, _: usize) -> Result<Self, SnapshotError> {
        Ok(self.enter(Frame { owner, ..Frame::default() }))
    }

    fn serialize_struct_variant(
        self,
        owner: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, SnapshotError> {
        Ok(self.enter(Frame { owner, variant, ..Frame::default() }))
    }

    /// The form that files have.
    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! compounds {
    ($($compound:ident: $method:ident($($field:ident)?) by $read:ident),*) => {$(
        impl ser::$compound for &mut Walker<'_> {
            type Ok = ();
            type Error = SnapshotError;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($field: &'static str,)?
                value: &T,
            ) -> Result<(), SnapshotError> {
                self.$read($($field,)? value)
            }

            fn end(self) -> Result<(), SnapshotError> {
                self.frames.pop();
                Ok(())
            }
        }
    )*};
}

compounds! {
    SerializeSeq: serialize_element() by entry, SerializeTuple: serialize_element() by entry,
    SerializeTupleStruct: serialize_field() by entry,
    SerializeTupleVariant: serialize_field() by entry,
    SerializeStruct: serialize_field(name) by field,
    SerializeStructVariant: serialize_field(name) by field
}
