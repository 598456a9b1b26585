//! Bringing a database to the schema of this program.

use super::engine::{Connection, Ending, Engine};
use super::error::Fault;
use super::value::values;

/// The steps from an empty database to the newest schema; the number of a schema is that of its last step. A step that was
/// released is never changed.
const MIGRATIONS: [&str; 4] = [
    include_str!("migrations/0001_initial.sql"),
    include_str!("migrations/0002_watching.sql"),
    include_str!("migrations/0003_offers.sql"),
    include_str!("migrations/0004_days.sql"),
];

/// The newest schema that this program knows.
pub(super) const SCHEMA: i64 = MIGRATIONS.len() as i64;

/// Takes the steps that the database has not taken. Others that do the same at this moment wait, and find it done.
///
/// # Errors
/// Refuses a database that a newer program has written.
pub(super) fn migrate(engine: &dyn Engine) -> Result<(), Fault> {
    let mut outcome = Ok(());
    engine.transact_alone(&mut |connection| {
        outcome = take_steps(connection);
        if outcome.is_ok() { Ending::Commit } else { Ending::Undo }
    })?;
    outcome
}

fn take_steps(connection: &mut dyn Connection) -> Result<(), Fault> {
    connection.execute_script("{migration_lock}")?;
    connection
        .execute_script("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
    let mut versions = connection.query("SELECT version FROM schema_version", &[])?;
    let found = versions.first_mut().map_or(Ok(0), super::value::Row::int)?;
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
