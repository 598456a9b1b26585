//! Checks that several data files share, and the line numbers of their errors.

use crate::actor::ActorKind;
use crate::cast::HeroClass;
use crate::cast::PartyKind;
use crate::condition::ConditionKind;
use crate::effect::Effect;
use crate::effect::TrapKind;
use crate::item::ItemKind;
use crate::kind_id::{
    ActorKindId, ConditionId, HeroClassId, ItemKindId, LevelKindId, PartyKindId, PerkId, Ref,
    TrapKindId,
};
use crate::level::LevelKind;
use crate::perk::Perk;
use crate::source::DataError;
use crate::source::Sources;

/// The letters of grades, from the best to the worst.
const GRADES: &str = "SABCDF";

/// Checks entries of one data file. In every method `entry` is the name of an entry, or empty for a
/// file that is a single entry; the error names file, line and field.
pub(super) struct Checker<'a> {
    pub name: &'static str,
    pub text: &'a str,
}

impl<'a> Checker<'a> {
    pub(super) fn new(sources: &'a Sources, file: &'static str) -> Checker<'a> {
        Checker { name: file, text: sources.text(file) }
    }

    pub(super) fn error(&self, entry: &str, field: &str, message: impl Into<String>) -> DataError {
        let named = format!("name: \"{entry}\"");
        let quoted = &named["name: ".len()..];
        let start = match entry {
            "" => 0,
            _ => self.text.find(&named).or_else(|| self.text.find(quoted)).unwrap_or(0),
        };
        self.error_from(start, entry, field, message.into())
    }

    /// The error of a field of an entry, at the line of the first string `word` in the entry.
    pub(super) fn error_at(
        &self,
        entry: &str,
        field: &str,
        word: &str,
        message: impl Into<String>,
    ) -> DataError {
        let mut error = self.error(entry, field, message);
        let start = self.text.find(&format!("name: \"{entry}\"")).unwrap_or(0);
        if let Some(offset) = self.text[start..].find(&format!("\"{word}\"")) {
            error.line = self.text[..start + offset].lines().count().max(1);
        }
        error
    }

    /// The error of a field of the entry that begins at a byte of the text. The line is that of the
    /// last of the field's parts that is found after the one before it.
    fn error_from(&self, start: usize, entry: &str, field: &str, message: String) -> DataError {
        let own = &self.text[start..];
        let own = if entry.is_empty() { own } else { own.split("\n    )").next().unwrap_or(own) };
        let offset = field
            .split('.')
            .fold(0, |offset, part| offset + own[offset..].find(&format!("{part}:")).unwrap_or(0));
        let line = self.text[..start + offset].lines().count().max(1);
        let field = if entry.is_empty() { field.to_owned() } else { format!("{entry}.{field}") };
        DataError { file: self.name, line, field, message }
    }

    /// The error of a row of a picture, which stands in the text as it is.
    pub(super) fn error_of_row(&self, field: &str, row: &str, message: String) -> DataError {
        let start = self.text.find(&format!("\"{row}\"")).unwrap_or(0);
        let line = self.text[..start].matches('\n').count() + 1;
        DataError { file: self.name, line, field: field.to_owned(), message }
    }

    /// Refuses a name that two entries have.
    pub(super) fn unique<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<(), DataError> {
        let mut seen = std::collections::BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                let again = format!("\"{name}\"");
                let start = self.text.rfind(&format!("name: {again}"));
                let start = start.or_else(|| self.text.rfind(&again)).unwrap_or(0);
                return Err(self.error_from(start, name, "name", "stands twice".to_owned()));
            }
        }
        Ok(())
    }

    /// Refuses a name that two kinds have.
    pub(super) fn unique_kinds<K: Kind>(&self, kinds: &[K]) -> Result<(), DataError> {
        self.unique(kinds.iter().map(Kind::name))
    }

    /// Sets the id of a kind that a field names; refuses a name that there is none of.
    pub(super) fn link<K: Kind>(
        &self,
        entry: &str,
        field: &str,
        own: &mut Ref<K::Id>,
        kinds: &[K],
    ) -> Result<(), DataError> {
        own.id = named(kinds, &own.name).map_err(|message| self.error(entry, field, message))?;
        Ok(())
    }

    /// As [`Checker::link`], with the error at the line of the name: for entries with several.
    pub(super) fn link_at<K: Kind>(
        &self,
        entry: &str,
        field: &str,
        own: &mut Ref<K::Id>,
        kinds: &[K],
    ) -> Result<(), DataError> {
        own.id = named(kinds, &own.name)
            .map_err(|message| self.error_at(entry, field, &own.name, message))?;
        Ok(())
    }

    /// Refuses a value that is not from `low` to `high`, both included.
    pub(super) fn within(
        &self,
        entry: &str,
        field: &str,
        value: impl Into<i64>,
        low: impl Into<i64>,
        high: impl Into<i64>,
    ) -> Result<(), DataError> {
        let (value, low, high) = (value.into(), low.into(), high.into());
        if (low..=high).contains(&value) {
            return Ok(());
        }
        Err(self.error(entry, field, format!("{value} is not within {low} and {high}")))
    }

    /// Refuses a number of things that is not from `low` to `high`, both included.
    pub(super) fn count<T>(
        &self,
        entry: &str,
        field: &str,
        things: &[T],
        low: u8,
        high: u8,
    ) -> Result<(), DataError> {
        self.within(entry, field, things.len() as i64, low, high)
    }

    /// Refuses a letter that no grade has.
    pub(super) fn grade(&self, entry: &str, field: &str, letter: char) -> Result<(), DataError> {
        if GRADES.contains(letter) {
            return Ok(());
        }
        Err(self.error(entry, field, format!("'{letter}' is no grade; there are {GRADES}")))
    }

    /// Refuses effects with numbers out of range, and an [`Effect::Around`] inside another.
    pub(super) fn effects(&self, entry: &str, effects: &[Effect]) -> Result<(), DataError> {
        let within = |value: i64, low, high| self.within(entry, "effects", value, low, high);
        for effect in effects {
            match *effect {
                Effect::Around { radius, ref effects, .. } => {
                    within(radius.into(), 0, 12)?;
                    if effects.iter().any(|effect| matches!(effect, Effect::Around { .. })) {
                        return Err(self.error(entry, "effects", "one crowd at a time"));
                    }
                    self.effects(entry, effects)?;
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

/// The id of the kind with a name, or the message for one that no kind has.
pub(super) fn named<K: Kind>(kinds: &[K], name: &str) -> Result<K::Id, String> {
    find(kinds, name).ok_or_else(|| format!("there is no {} “{name}” in {}", K::NOUN, K::FILE))
}
