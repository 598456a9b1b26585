//! Backups while the store is in use, and comparing two stores row by row to check one.

use std::cmp::Ordering;
use std::fmt;
use std::path::Path;

use tempfile::NamedTempFile;

use super::Store;
use super::engine::Connection;
use super::error::{Fault, Result};
use super::rows::Value;
use super::schema::{Table, TableReader, tables};
use crate::private_file;
use runs::save::Overwrite;

/// The form of a backup, which says how it is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// An SQLite file: it is restored by putting it in the place of the store's.
    Database,
    /// An export: it is restored by importing it into an empty database.
    Export,
}

impl Store {
    /// Writes everything that is kept, of one moment, into a new file that only its owner can read,
    /// while others write. The file appears when it is whole and safe.
    pub fn backup_to(&self, path: &Path, overwrite: Overwrite) -> Result<Backup> {
        const DOING: &str = "back up the store";
        write(path, overwrite, DOING, |draft| {
            let is_copied = self.engine.copy_to(draft.path());
            if is_copied.map_err(|fault| fault.while_doing(DOING))? {
                return Ok(Backup::Database);
            }
            self.export(draft.as_file())?;
            Ok(Backup::Export)
        })
    }

    /// As [`Store::backup_to`], always in the form of an export. Returns how many rows that is.
    pub fn export_to(&self, path: &Path, overwrite: Overwrite) -> Result<u64> {
        write(path, overwrite, "export the store", |draft| self.export(draft.as_file()))
    }
}

fn write<T>(
    path: &Path,
    overwrite: Overwrite,
    doing: &'static str,
    write: impl FnOnce(&NamedTempFile) -> Result<T>,
) -> Result<T> {
    let failed = |error| Fault::Io(error).while_doing(doing);
    private_file::write(path, overwrite, failed, write)
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// How many rows both have, and the same.
    pub equal: u64,
    /// How many rows only one of them has, or both and not the same.
    pub different: u64,
    /// The first of the different ones.
    pub examples: Vec<Difference>,
}

/// A row that is not the same in both stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub table: &'static str,
    /// The number of the row in its table, in the order of their keys, counted from one.
    pub row: u64,
    pub kind: DifferenceKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    OnlyFirst,
    OnlySecond,
    /// The columns in which it does.
    Columns(Vec<&'static str>),
}

impl fmt::Display for Difference {
    /// Tells nothing of what is in the row: it may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, row {}: ", self.table, self.row)?;
        match &self.kind {
            DifferenceKind::OnlyFirst => f.write_str("only the first store has it"),
            DifferenceKind::OnlySecond => f.write_str("only the second store has it"),
            DifferenceKind::Columns(columns) => write!(f, "differs in {}", columns.join(", ")),
        }
    }
}

/// How many differences are told one by one.
const MAX_EXAMPLES: usize = 100;

impl Store {
    /// Compares every row of this store with that of another, each as it is at one moment.
    pub fn compare(&self, other: &Store) -> Result<Comparison> {
        let mut compared = Ok(Comparison::default());
        let mut inner = Ok(());
        let outer = self.engine.read_snapshot(&mut |first| {
            inner = other.engine.read_snapshot(&mut |second| {
                compared = compare_all(first, second);
            });
        });
        let compared = outer.and(inner).and(compared);
        compared.map_err(|fault| fault.while_doing("compare two stores"))
    }
}

fn compare_all(
    first: &mut dyn Connection,
    second: &mut dyn Connection,
) -> Result<Comparison, Fault> {
    let mut comparison = Comparison::default();
    for table in tables() {
        let (mut firsts, mut seconds) = (TableReader::new(table), TableReader::new(table));
        let (mut one, mut two) = (firsts.next(first)?, seconds.next(second)?);
        for row in 1.. {
            let (order, kind) = match (&one, &two) {
                (None, None) => break,
                (Some(_), None) => (Ordering::Less, Some(DifferenceKind::OnlyFirst)),
                (None, Some(_)) => (Ordering::Greater, Some(DifferenceKind::OnlySecond)),
                (Some(one), Some(two)) => compare_rows(table, one, two),
            };
            comparison.add(kind.map(|kind| Difference { table: table.name, row, kind }));
            if order.is_le() {
                one = firsts.next(first)?;
            }
            if order.is_ge() {
                two = seconds.next(second)?;
            }
        }
    }
    Ok(comparison)
}

/// Which of two rows comes first, and how they differ.
fn compare_rows(
    table: &'static Table,
    one: &[Value],
    two: &[Value],
) -> (Ordering, Option<DifferenceKind>) {
    let order = table.key(one).cmp(table.key(two));
    let kind = match order {
        Ordering::Less => Some(DifferenceKind::OnlyFirst),
        Ordering::Greater => Some(DifferenceKind::OnlySecond),
        Ordering::Equal if one == two => None,
        Ordering::Equal => Some(DifferenceKind::Columns(differing_columns(table, one, two))),
    };
    (order, kind)
}

fn differing_columns(table: &'static Table, one: &[Value], two: &[Value]) -> Vec<&'static str> {
    let pairs = one.iter().zip(two);
    let named = table.columns.iter().zip(pairs);
    named.filter(|(_, (one, two))| one != two).map(|(column, _)| column.as_str()).collect()
}

impl Comparison {
    fn add(&mut self, difference: Option<Difference>) {
        let Some(difference) = difference else {
            self.equal += 1;
            return;
        };
        self.different += 1;
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(difference);
        }
    }
}
