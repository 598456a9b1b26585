//! Checks that several data files share, and the line numbers of their errors.

use std::fmt::Display;

use crate::actor::ActorKind;
use crate::cast::{HeroClass, PartyKind};
use crate::condition::ConditionKind;
use crate::effect::{Effect, TrapKind};
use crate::item::ItemKind;
use crate::kind_id::{
    ActorKindId, ConditionId, HeroClassId, ItemKindId, LevelKindId, PartyKindId, PerkId, Ref,
    TrapKindId,
};
use crate::level::LevelKind;
use crate::perk::Perk;
use crate::source::{Checked, DataError, Sources};

/// The letters of grades, from the best to the worst.
const GRADES: &str = "SABCDF";

/// Checks one data file, or one entry of it. The errors name file, line and field.
#[derive(Clone, Copy)]
pub(super) struct Checker<'a> {
    pub name: &'static str,
    pub text: &'a str,
    /// The name of the entry; empty for a file that is a single entry.
    entry: &'a str,
}

impl<'a> Checker<'a> {
    pub(super) fn new(sources: &'a Sources, file: &'static str) -> Checker<'a> {
        Checker { name: file, text: sources.text(file), entry: "" }
    }

    /// The checks of an entry of the file.
    pub(super) fn of<'b>(&self, entry: &'b str) -> Checker<'b>
    where
        'a: 'b,
    {
        Checker { entry, ..*self }
    }

    pub(super) fn error(&self, field: &str, message: impl Display) -> DataError {
        let named = format!("name: \"{}\"", self.entry);
        let quoted = &named["name: ".len()..];
        let start = match self.entry {
            "" => 0,
            _ => self.text.find(&named).or_else(|| self.text.find(quoted)).unwrap_or(0),
        };
        self.error_from(start, field, message)
    }

    /// The error of a field, at the line of the first string `word` in the entry.
    pub(super) fn error_at(&self, field: &str, word: &str, message: impl Display) -> DataError {
        let mut error = self.error(field, message);
        let start = self.text.find(&format!("name: \"{}\"", self.entry)).unwrap_or(0);
        if let Some(offset) = self.text[start..].find(&format!("\"{word}\"")) {
            error.line = self.text[..start + offset].lines().count().max(1);
        }
        error
    }

    /// The error of a field of the entry that begins at a byte of the text. The line is that of the
    /// last of the field's parts that is found after the one before it.
    fn error_from(&self, start: usize, field: &str, message: impl Display) -> DataError {
        let entry = self.entry;
        let own = &self.text[start..];
        let own = if entry.is_empty() { own } else { own.split("\n    )").next().unwrap_or(own) };
        let offset = field
            .split('.')
            .fold(0, |offset, part| offset + own[offset..].find(&format!("{part}:")).unwrap_or(0));
        let line = self.text[..start + offset].lines().count().max(1);
        let field = if entry.is_empty() { field.to_owned() } else { format!("{entry}.{field}") };
        DataError { file: self.name, line, field, message: message.to_string() }
    }

    /// The error of a row of a picture, which stands in the text as it is.
    pub(super) fn error_of_row(&self, field: &str, row: &str, message: String) -> DataError {
        let start = self.text.find(&format!("\"{row}\"")).unwrap_or(0);
        let line = self.text[..start].matches('\n').count() + 1;
        DataError { file: self.name, line, field: field.to_owned(), message }
    }

    /// Refuses a field unless something holds.
    pub(super) fn ensure(&self, holds: bool, field: &str, message: impl Display) -> Checked {
        if holds { Ok(()) } else { Err(self.error(field, message)) }
    }

    /// Refuses a name that two entries have.
    pub(super) fn unique<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Checked {
        let mut seen = std::collections::BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                let again = format!("\"{name}\"");
                let start = self.text.rfind(&format!("name: {again}"));
                let start = start.or_else(|| self.text.rfind(&again)).unwrap_or(0);
                return Err(self.of(name).error_from(start, "name", "stands twice"));
            }
        }
        Ok(())
    }

    /// Refuses a name that two kinds have.
    pub(super) fn unique_kinds<K: Kind>(&self, kinds: &[K]) -> Checked {
        self.unique(kinds.iter().map(Kind::name))
    }

    /// Finds the kind that a field names, and sets its id; refuses a name that there is none of.
    pub(super) fn link<'k, K: Kind>(
        &self,
        field: &str,
        own: &mut Ref<K::Id>,
        kinds: &'k [K],
    ) -> Checked<&'k K> {
        link(own, kinds).map_err(|message| self.error(field, message))
    }

    /// As [`Checker::link`], with the error at the line of the name: for entries with several.
    pub(super) fn link_at<'k, K: Kind>(
        &self,
        field: &str,
        own: &mut Ref<K::Id>,
        kinds: &'k [K],
    ) -> Checked<&'k K> {
        link(own, kinds).map_err(|message| self.error_at(field, &own.name, message))
    }

    /// Refuses a value that is not from `low` to `high`, both included.
    pub(super) fn within(
        &self,
        field: &str,
        value: impl Into<i64>,
        low: impl Into<i64>,
        high: impl Into<i64>,
    ) -> Checked {
        let (value, low, high) = (value.into(), low.into(), high.into());
        let message = format_args!("{value} is not within {low} and {high}");
        self.ensure((low..=high).contains(&value), field, message)
    }

    /// Refuses a number of things that is not from `low` to `high`, both included.
    pub(super) fn count<T>(&self, field: &str, things: &[T], low: u8, high: u8) -> Checked {
        self.within(field, things.len() as i64, low, high)
    }

    /// Refuses a letter that no grade has.
    pub(super) fn grade(&self, field: &str, letter: char) -> Checked {
        let message = format_args!("'{letter}' is no grade; there are {GRADES}");
        self.ensure(GRADES.contains(letter), field, message)
    }

    /// Refuses a text that is empty, too long, or has other control characters than blanks.
    pub(super) fn line(&self, field: &str, text: &str, max_bytes: usize) -> Checked {
        let is_line =
            !text.is_empty() && text.len() <= max_bytes && !text.contains(char::is_control);
        self.ensure(is_line, field, format_args!("must be a line of 1 to {max_bytes} bytes"))
    }

    /// Refuses effects with numbers out of range, and an [`Effect::Around`] inside another.
    pub(super) fn effects(&self, effects: &[Effect]) -> Checked {
        let within = |value: i64, low, high| self.within("effects", value, low, high);
        for effect in effects {
            match *effect {
                Effect::Around { radius, ref effects, .. } => {
                    within(radius.into(), 0, 12)?;
                    let is_nested = effects.iter().any(|own| matches!(own, Effect::Around { .. }));
                    self.ensure(!is_nested, "effects", "one crowd at a time")?;
                    self.effects(effects)?;
                }
                Effect::Ignite { radius } | Effect::Douse { radius } | Effect::Snuff { radius } => {
                    within(radius.into(), 0, 12)?;
                }
                Effect::Jet { length } => within(length.into(), 1, 20)?,
                Effect::Damage { low, high } => {
                    within(low.into(), 0, high)?;
                    within(high.into(), low, 999)?;
                }
                Effect::Inflict { percent, turns, .. } => {
                    within(percent.into(), 1, 100)?;
                    within(turns.into(), 1, 1_000)?;
                }
                Effect::Heal { amount } => within(amount.into(), 1, 999)?,
                Effect::Shove { cells } => within(cells.into(), 1, 20)?,
                Effect::Scrub { radius } => within(radius.into(), 1, 20)?,
                // Without numbers, or with numbers of which every value can be played.
                Effect::Cure { .. }
                | Effect::Gas { .. }
                | Effect::Noise { .. }
                | Effect::Teleport
                | Effect::Map
                | Effect::FinishJob
                | Effect::Kindle
                | Effect::Identify
                | Effect::Supply { .. }
                | Effect::Coins { .. }
                | Effect::Recall => {}
            }
        }
        Ok(())
    }
}

/// A kind that a data file declares and others name.
pub(super) trait Kind {
    type Id: Default;
    /// "actor".
    const NOUN: &str;
    const FILE: &str;

    fn name(&self) -> &str;

    fn id(place: usize) -> Self::Id;
}

macro_rules! kinds {
    ($($kind:ident, $noun:literal, $file:literal, $id:ident($number:ty);)*) => {$(
        impl Kind for $kind {
            type Id = $id;
            const NOUN: &str = $noun;
            const FILE: &str = $file;

            fn name(&self) -> &str {
                &self.name
            }

            fn id(place: usize) -> $id {
                $id(place as $number)
            }
        }
    )*};
}

kinds! {
    ActorKind, "actor", "actors.ron", ActorKindId(u16);
    PartyKind, "party", "parties.ron", PartyKindId(u16);
    ItemKind, "item", "items.ron", ItemKindId(u16);
    TrapKind, "trap", "traps.ron", TrapKindId(u16);
    LevelKind, "kind", "levels.ron", LevelKindId(u16);
    ConditionKind, "condition", "conditions.ron", ConditionId(u8);
    HeroClass, "class", "cast.ron", HeroClassId(u8);
    Perk, "perk", "perks.ron", PerkId(u8);
}

pub(super) fn find<K: Kind>(kinds: &[K], name: &str) -> Option<K::Id> {
    kinds.iter().position(|kind| kind.name() == name).map(K::id)
}

/// The place of the kind with a name, or the message for one that no kind has.
pub(super) fn named<K: Kind>(kinds: &[K], name: &str) -> Result<usize, String> {
    let place = kinds.iter().position(|kind| kind.name() == name);
    place.ok_or_else(|| format!("there is no {} “{name}” in {}", K::NOUN, K::FILE))
}

fn link<'k, K: Kind>(own: &mut Ref<K::Id>, kinds: &'k [K]) -> Result<&'k K, String> {
    let place = named(kinds, &own.name)?;
    own.id = K::id(place);
    Ok(&kinds[place])
}
