//! A disk that is full or fails under the database: the session ends with words and the exit code
//! of a failed disk, and the run is as it was shown last.

use std::fs;

use tempfile::TempDir;

use crate::running::Running;
use crate::sessions::{dawn, offered_turn, wait_a_turn};
use crate::support::failing_call::{Call, FAILING, failing_call};
use crate::support::postgres_server::PostgresServer;
use crate::support::pty::Pty;

const WRITE: Call = Call {
    declaration: "ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)",
    otherwise: "syscall(SYS_pwrite64, fd, bytes, size, at)",
};
const SYNC: Call = Call { declaration: "int fsync(int fd)", otherwise: "0" };

/// A player types a command that is not kept.
fn lose_a_turn(pty: &mut Pty) {
    let before = dawn(&pty.text());
    pty.ends_by("s", 74);
    let text = pty.text();
    assert!(text.contains("Your run is kept as it was last shown."), "{text}");
    assert!(dawn(&text).is_none_or(|dawn| Some(dawn) == before), "{text}");
}

#[test]
fn a_disk_that_takes_nothing_ends_a_session_as_such() {
    for (call, errno) in [(&WRITE, "ENOSPC"), (&WRITE, "EROFS"), (&SYNC, "EIO"), (&SYNC, "EDQUOT")]
    {
        let folder = TempDir::new().expect("a folder");
        failing_call(folder.path(), call, errno);
        let failing = folder.path().join(FAILING);
        fs::remove_file(&failing).expect("it works at first");
        let server = Running::start_in(folder);
        let mut pty = server.with_player("Ann", 1);
        fs::write(&failing, "").expect("writes");
        lose_a_turn(&mut pty);
        fs::remove_file(&failing).expect("it works again");
        let mut pty = server.go_on("Ann", 1);
        wait_a_turn(&mut pty);
    }
}

#[test]
fn a_full_disk_of_postgresql_ends_a_session_as_such() {
    let Some(postgres) = PostgresServer::get() else { return };
    for (database, code) in [("disk_full", "53100"), ("io_error", "58030")] {
        postgres.create(database);
        let server = Running::start_with(&format!("store = '{}'", postgres.url(database)));
        let mut pty = server.with_player("Ann", 1);
        let fail = format!(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             RAISE EXCEPTION 'no space' USING ERRCODE = '{code}'; END $$; \
             CREATE TRIGGER fail BEFORE INSERT ON run_frames EXECUTE FUNCTION fail()"
        );
        postgres.sql(database, &fail);
        lose_a_turn(&mut pty);
        postgres.sql(database, "DROP TRIGGER fail ON run_frames");
        assert_eq!(offered_turn(&server.log_in("Ann")), 1, "{code}");
    }
}
