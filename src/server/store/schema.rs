//! The schema: the steps that bring a database to it, and its tables, as exports and comparisons go
//! through them.

use std::sync::LazyLock;

use super::engine::{Connection, Ending, Engine};
use super::error::{Fault, FaultResult as Result};
use super::rows::{Row, Value, values};
use super::sqlite::SqliteConnection;

/// The steps from an empty database to the newest schema; the number of a schema is that of its
/// last step. A step that was released is never changed.
const MIGRATIONS: [&str; 4] = [
    include_str!("migrations/0001_initial.sql"),
    include_str!("migrations/0002_watching.sql"),
    include_str!("migrations/0003_offers.sql"),
    include_str!("migrations/0004_days.sql"),
];

pub(super) const SCHEMA: i64 = MIGRATIONS.len() as i64;

/// Takes the steps that the database has not taken. Others that do the same at this moment wait,
/// and find it done. Refuses a database that a newer program has written.
pub(super) fn migrate(engine: &dyn Engine) -> Result<()> {
    let mut outcome = Ok(());
    engine.transact_alone(&mut |connection| {
        outcome = take_steps(connection);
        if outcome.is_ok() { Ending::Commit } else { Ending::Undo }
    })?;
    outcome
}

fn take_steps(connection: &mut dyn Connection) -> Result<()> {
    connection.execute_script("{migration_lock}")?;
    connection
        .execute_script("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
    let mut versions = connection.query("SELECT version FROM schema_version", &[])?;
    let found = versions.first_mut().map_or(Ok(0), Row::take::<i64>)?;
    if found == SCHEMA {
        return Ok(());
    }
    let taken = usize::try_from(found).ok().filter(|&taken| taken < MIGRATIONS.len());
    let taken = taken.ok_or(Fault::NewerSchema { found, known: SCHEMA })?;
    for step in &MIGRATIONS[taken..] {
        connection.execute_script(step)?;
    }
    connection.execute("DELETE FROM schema_version", &[])?;
    connection.execute("INSERT INTO schema_version (version) VALUES ($1)", &values![SCHEMA])?;
    Ok(())
}

#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// All columns, those of the primary key first.
    pub(super) columns: Vec<String>,
    key_columns: usize,
    /// How many rows are read at once: fewer where a row can be long.
    page: u32,
}

/// All tables but that of the schema's version, with their pages; those that others refer to come
/// first.
const TABLES: [(&str, u32); 9] = [
    ("accounts", 256),
    ("account_keys", 256),
    ("key_offers", 256),
    ("bans", 256),
    ("front_ends", 256),
    ("secrets", 256),
    ("runs", 64),
    ("run_frames", 16),
    ("measures", 256),
];

/// The tables with their columns: those of a database in memory that has taken all steps.
pub(super) fn tables() -> &'static [Table] {
    static READ: LazyLock<Vec<Table>> =
        LazyLock::new(|| read_tables().expect("the steps are tested"));
    &READ
}

fn read_tables() -> Result<Vec<Table>> {
    let mut connection = SqliteConnection::in_memory()?;
    take_steps(&mut connection)?;
    let mut table = |(name, page): (&'static str, u32)| {
        let sql = "SELECT name, pk FROM pragma_table_info($1) ORDER BY cid";
        let rows = connection.query(sql, &values![name])?.into_iter();
        let columns: Vec<(String, i64)> = rows.map(|mut row| row.take()).collect::<Result<_>>()?;
        let key_columns = columns.iter().filter(|(_, place)| *place > 0).count();
        let columns = columns.into_iter().map(|(name, _)| name).collect();
        Ok(Table { name, columns, key_columns, page })
    };
    TABLES.into_iter().map(&mut table).collect()
}

impl Table {
    /// The values of the primary key of a row.
    pub(super) fn key<'r>(&self, row: &'r [Value]) -> &'r [Value] {
        &row[..self.key_columns]
    }

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

    pub(super) fn next(&mut self, connection: &mut dyn Connection) -> Result<Option<Vec<Value>>> {
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
