//! Checks that several data files share, and the line numbers of their errors.

use crate::DepthRange;
use crate::effect::Effect;
use crate::error::DataError;
use crate::source::Sources;

/// The letters of grades, from the best to the worst.
const GRADES: &str = "SABCDF";

/// Checks entries of one data file. In every method `entry` is the name of an entry, or empty for a file that is a single
/// entry; the error names file, line and field.
pub(super) struct Checker<'a> {
    file: &'static str,
    text: &'a str,
}

impl<'a> Checker<'a> {
    pub(super) fn new(sources: &'a Sources, file: &'static str) -> Checker<'a> {
        Checker { file, text: sources.text(file) }
    }

    /// The error of a field of an entry.
    pub(super) fn error(&self, entry: &str, field: &str, message: String) -> DataError {
        let named = format!("name: \"{entry}\"");
        let quoted = &named["name: ".len()..];
        let start = match entry {
            "" => 0,
            _ => self.text.find(&named).or_else(|| self.text.find(quoted)).unwrap_or(0),
        };
        self.error_from(start, entry, field, message)
    }

    /// The error of a field of an entry, at the line of the first string `word` in the entry.
    pub(super) fn error_at(
        &self,
        entry: &str,
        field: &str,
        word: &str,
        message: String,
    ) -> DataError {
        let mut error = self.error(entry, field, message);
        let start = self.text.find(&format!("name: \"{entry}\"")).unwrap_or(0);
        if let Some(offset) = self.text[start..].find(&format!("\"{word}\"")) {
            error.line = self.text[..start + offset].lines().count().max(1);
        }
        error
    }

    /// The error of a field of the entry that begins at a byte of the text; the line is that of the entry if it has no
    /// such field.
    fn error_from(&self, start: usize, entry: &str, field: &str, message: String) -> DataError {
        let own = &self.text[start..];
        let own = if entry.is_empty() { own } else { own.split("\n    )").next().unwrap_or(own) };
        let last = field.rsplit('.').next().unwrap_or(field);
        let offset = own.find(&format!("{last}:")).unwrap_or(0);
        let line = self.text[..start + offset].lines().count().max(1);
        let field = if entry.is_empty() { field.to_owned() } else { format!("{entry}.{field}") };
        DataError { file: self.file, line, field, message }
    }

    /// The error of a row of a picture, which stands in the text as it is.
    pub(super) fn error_of_row(&self, field: &str, row: &str, message: String) -> DataError {
        let start = self.text.find(&format!("\"{row}\"")).unwrap_or(0);
        let line = self.text[..start].matches('\n').count() + 1;
        DataError { file: self.file, line, field: field.to_owned(), message }
    }

    /// Refuses a name that two entries have.
    pub(super) fn unique<'n>(&self, names: impl Iterator<Item = &'n str>) -> Result<(), DataError> {
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

    /// Refuses a value that is not from `low` to `high`, both included.
    pub(super) fn within(
        &self,
        entry: &str,
        field: &str,
        value: i32,
        low: i32,
        high: i32,
    ) -> Result<(), DataError> {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        Err(self.error(entry, field, format!("{value} is not within {low} and {high}")))
    }

    /// Refuses a span whose ends are not from `min` to `max`, or in the wrong order.
    pub(super) fn range<T: Into<i32>>(
        &self,
        field: &str,
        (low, high): (T, T),
        min: i32,
        max: i32,
    ) -> Result<(), DataError> {
        let (low, high) = (low.into(), high.into());
        self.within("", field, low, min, high)?;
        self.within("", field, high, low, max)
    }

    /// Refuses a letter that no grade has.
    pub(super) fn grade(&self, entry: &str, field: &str, letter: char) -> Result<(), DataError> {
        if GRADES.contains(letter) {
            return Ok(());
        }
        Err(self.error(entry, field, format!("'{letter}' is no grade; there are {GRADES}")))
    }

    /// Refuses a range of depths that begins before 1 or is reversed.
    pub(super) fn depths(
        &self,
        entry: &str,
        DepthRange(low, high): DepthRange,
    ) -> Result<(), DataError> {
        self.within(entry, "depths", low.0.into(), 1, high.0.into())
    }

    /// Refuses a range of damage that is negative, over 999 or reversed.
    pub(super) fn damage(
        &self,
        entry: &str,
        field: &str,
        (low, high): (i32, i32),
    ) -> Result<(), DataError> {
        self.within(entry, field, low, 0, high)?;
        self.within(entry, field, high, low, 999)
    }

    /// Refuses a radius of an effect over 12 cells.
    pub(super) fn radius(&self, entry: &str, radius: u8) -> Result<(), DataError> {
        self.within(entry, "effects", radius.into(), 0, 12)
    }

    /// Refuses effects with numbers out of range, and an [`Effect::Around`] inside another.
    pub(super) fn effects(&self, entry: &str, effects: &[Effect]) -> Result<(), DataError> {
        for effect in effects {
            match *effect {
                Effect::Around { radius, ref effects, .. } => {
                    self.radius(entry, radius)?;
                    if effects.iter().any(|effect| matches!(effect, Effect::Around { .. })) {
                        let message = "one crowd at a time".to_owned();
                        return Err(self.error(entry, "effects", message));
                    }
                    self.effects(entry, effects)?;
                }
                Effect::Ignite { radius } | Effect::Douse { radius } | Effect::Snuff { radius } => {
                    self.radius(entry, radius)?;
                }
                Effect::Jet { length } => {
                    self.within(entry, "effects", length.into(), 1, 20)?;
                }
                Effect::Damage { low, high } => self.damage(entry, "effects", (low, high))?,
                Effect::Inflict { percent, turns, .. } => {
                    self.within(entry, "effects", percent as i32, 1, 100)?;
                    self.within(entry, "effects", turns.into(), 1, 1_000)?;
                }
                Effect::Heal { amount } => self.within(entry, "effects", amount, 1, 999)?,
                Effect::Shove { cells } => self.within(entry, "effects", cells.into(), 1, 20)?,
                Effect::Scrub { radius } => self.within(entry, "effects", radius, 1, 20)?,
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
