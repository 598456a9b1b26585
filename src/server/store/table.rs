//! The tables of the schema, as exports and comparisons go through them: all rows, in the order of their keys.

use super::engine::Connection;
use super::error::Fault;
use super::value::{Row, Value};

/// A table of the schema.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// All columns, those of the primary key first.
    pub(super) columns: &'static [&'static str],
    key_columns: usize,
    /// How many rows are read at once: fewer where a row can be long.
    page: u32,
}

/// All tables but that of the schema's version; those that others refer to come first.
pub(super) const TABLES: [Table; 9] = [
    Table {
        name: "accounts",
        columns: &[
            "id",
            "name",
            "skeleton",
            "created_at",
            "settings",
            "recovery",
            "expires_at",
            "may_be_watched",
        ],
        key_columns: 1,
        page: 256,
    },
    Table {
        name: "account_keys",
        columns: &["fingerprint", "account", "label", "added_at"],
        key_columns: 1,
        page: 256,
    },
    Table {
        name: "key_offers",
        columns: &["fingerprint", "account", "label", "offered_at"],
        key_columns: 2,
        page: 256,
    },
    Table {
        name: "bans",
        columns: &["subject", "reason", "banned_at", "expires_at"],
        key_columns: 1,
        page: 256,
    },
    Table {
        name: "front_ends",
        columns: &["id", "heartbeat_at", "watched"],
        key_columns: 1,
        page: 256,
    },
    Table {
        name: "secrets",
        columns: &["name", "secret", "created_at"],
        key_columns: 1,
        page: 256,
    },
    Table {
        name: "runs",
        columns: &[
            "id",
            "account",
            "origin",
            "ruleset",
            "mode",
            "kind",
            "depth",
            "seed",
            "word",
            "day",
            "name",
            "is_ranked",
            "begun_at",
            "epoch",
            "holder",
            "held_at",
            "damage",
            "morgue",
            "ended_at",
            "outcome",
            "is_overtaken",
            "grade",
            "score",
            "clock",
            "worked_turns",
            "commands",
            "digest",
            "play",
            "verdict",
            "untrue_reason",
            "verified_at",
            "claimed_until",
            "attempts",
        ],
        key_columns: 1,
        page: 64,
    },
    Table {
        name: "run_frames",
        columns: &["run", "start", "bytes", "turn", "commands"],
        key_columns: 2,
        page: 16,
    },
    Table {
        name: "measures",
        columns: &["run", "category", "measure", "state"],
        key_columns: 2,
        page: 256,
    },
];

impl Table {
    /// The values of the primary key of a row.
    pub(super) fn key<'r>(&self, row: &'r [Value]) -> &'r [Value] {
        &row[..self.key_columns]
    }

    /// The statement that inserts a row.
    pub(super) fn insert(&self) -> String {
        let places: Vec<String> =
            (1..=self.columns.len()).map(|place| format!("${place}")).collect();
        let (columns, places) = (self.columns.join(", "), places.join(", "));
        format!("INSERT INTO {} ({columns}) VALUES ({places})", self.name)
    }

    fn select(&self, is_first: bool) -> String {
        let (columns, keys) =
            (self.columns.join(", "), self.columns[..self.key_columns].join(", "));
        let places: Vec<String> = (1..=self.key_columns).map(|place| format!("${place}")).collect();
        let after = format!("WHERE ({keys}) > ({})", places.join(", "));
        let after = if is_first { "" } else { &after };
        format!("SELECT {columns} FROM {} {after} ORDER BY {keys} LIMIT {}", self.name, self.page)
    }
}

/// Goes through the rows of a table, some at a time.
#[derive(Debug)]
pub(super) struct TableReader {
    table: &'static Table,
    /// The key of the last row that was read.
    after: Option<Vec<Value>>,
    rows: std::vec::IntoIter<Row>,
    is_at_end: bool,
}

impl TableReader {
    pub(super) fn new(table: &'static Table) -> TableReader {
        TableReader { table, after: None, rows: Vec::new().into_iter(), is_at_end: false }
    }

    /// The next row; `None` after the last one.
    pub(super) fn next(
        &mut self,
        connection: &mut dyn Connection,
    ) -> Result<Option<Vec<Value>>, Fault> {
        if self.rows.len() == 0 && !self.is_at_end {
            let sql = self.table.select(self.after.is_none());
            let page = connection.query(&sql, self.after.as_deref().unwrap_or_default())?;
            self.is_at_end = page.len() < self.table.page as usize;
            self.rows = page.into_iter();
        }
        let Some(row) = self.rows.next() else { return Ok(None) };
        let row = row.into_values();
        self.after = Some(self.table.key(&row).to_vec());
        Ok(Some(row))
    }
}
