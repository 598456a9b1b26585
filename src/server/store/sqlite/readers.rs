//! Connections that only read, lent one at a time.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};

use super::connection::{Access, SqliteConnection};
use crate::store::error::Fault;

/// More threads than this wait for one another: two cores read no faster with more.
const MAX_READERS: usize = 8;

pub(super) struct Readers {
    path: PathBuf,
    state: Mutex<State>,
    returned: Condvar,
}

struct State {
    idle: Vec<SqliteConnection>,
    lent: usize,
}

impl Readers {
    pub(super) fn new(path: &Path) -> Readers {
        let state = Mutex::new(State { idle: Vec::new(), lent: 0 });
        Readers { path: path.to_owned(), state, returned: Condvar::new() }
    }

    /// Reads with one of the connections; waits for one if all are lent.
    pub(super) fn with<T>(
        &self,
        read: impl FnOnce(&mut SqliteConnection) -> T,
    ) -> Result<T, Fault> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.lent == MAX_READERS {
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.lent += 1;
        let idle = state.idle.pop();
        drop(state);
        let mut lent = Lent { readers: self, connection: idle };
        let connection = match &mut lent.connection {
            Some(connection) => connection,
            none => none.insert(SqliteConnection::open_brief(&self.path, Access::Read)?),
        };
        Ok(read(connection))
    }
}

/// Gives a connection back, whatever ends its use.
struct Lent<'a> {
    readers: &'a Readers,
    connection: Option<SqliteConnection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut state = self.readers.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.lent -= 1;
        state.idle.extend(self.connection.take());
        self.readers.returned.notify_one();
    }
}
