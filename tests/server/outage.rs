//! A database that goes away while somebody plays, and comes back soon or late.

#![expect(clippy::disallowed_types, reason = "the server stops in time")]

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::running::{Running, wait_until};
use crate::sessions::{begin_shift, dawn, join_by, offered_turn, wait_a_turn};
use crate::support::postgres_server::PostgresServer;
use crate::support::pty::Pty;
use crate::watching::{is_watched, watched};

/// The time in which a server stops.
const MAX_STOP_TIME: Duration = Duration::from_secs(10);

/// A front end on a server of its own.
fn start_on(postgres: &PostgresServer, settings: &str) -> Running {
    postgres.create("outage");
    Running::start_with(&format!("store = '{}'\n{settings}", postgres.url("outage")))
}

/// Sends keys that pass so many turns while the database is away, and waits until they are shown
/// after its return.
fn play_through(
    pty: &mut Pty,
    postgres: &PostgresServer,
    end: impl Fn(&PostgresServer),
    turns: u32,
) {
    let before = dawn(&pty.text()).expect("a map");
    // The first may be under way when it ends.
    pty.send("s");
    end(postgres);
    pty.send(&"s".repeat(turns as usize - 1));
    postgres.start();
    pty.wait_until("the turns", |screen| dawn(&screen.contents()) == Some(before - turns));
}

#[test]
fn a_database_that_restarts_costs_a_player_nothing() {
    let Some(postgres) = PostgresServer::of_its_own() else { return };
    let mut server = start_on(&postgres, "");
    let mut pty = server.with_player("Ann", 1);
    for turns in 1..4 {
        play_through(&mut pty, &postgres, PostgresServer::stop, turns);
        play_through(&mut pty, &postgres, PostgresServer::crash, turns);
    }
    wait_a_turn(&mut pty);
    // All of it is in the database.
    server.kill_and_start();
    let mut pty = server.go_on("Ann", 14);
    wait_a_turn(&mut pty);
}

#[test]
fn a_database_that_stays_away_ends_the_session_with_words() {
    let Some(postgres) = PostgresServer::of_its_own() else { return };
    let server = start_on(&postgres, "[session]\noutage_seconds = 1\n");
    let mut pty = server.with_player("Ann", 1);
    let mut idle = server.join("Bea");
    postgres.stop();
    pty.ends_by("s", 75);
    assert!(
        pty.text().contains("The books cannot be found just now. Your run is kept"),
        "{}",
        pty.text()
    );
    assert_eq!(server.get("/readyz").0, "HTTP/1.1 503 Service Unavailable");
    assert_eq!(server.get("/healthz").0, "HTTP/1.1 200 OK");
    // Whoever comes is told, too.
    let mut ssh = server.ssh("Ann", &["-o", "LogLevel=INFO"]);
    let refused = ssh.arg("whoami").stdin(Stdio::null()).output().expect("runs");
    assert_eq!(refused.status.code(), Some(255));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("The books cannot be found just now."), "{said}");
    postgres.start();
    // Whoever asked for nothing meanwhile goes on.
    begin_shift(&mut idle);
    wait_a_turn(&mut idle);
    let mut pty = server.go_on("Ann", 1);
    wait_a_turn(&mut pty);
}

#[test]
fn nobody_is_watched_while_the_database_does_not_tell_whether_the_door_is_open() {
    let Some(postgres) = PostgresServer::of_its_own() else { return };
    let server = start_on(&postgres, "[session]\noutage_seconds = 1\n");
    let (mut ann, mut bea) = watched(&server);
    postgres.stop();
    bea.wait_for("Who is at work");
    ann.wait_until("no watcher", |screen| !is_watched(screen));
    postgres.start();
    ann.press("V", "Your door is closed");
    bea.wait_for("Nobody else is at work just now.");
    bea.send("\r");
    ann.press("V", "Your door is open again");
    bea.wait_for("Ann               vault, depth 1, turn 1");
}

#[test]
fn a_server_without_its_database_stops_in_time() {
    let Some(postgres) = PostgresServer::of_its_own() else { return };
    let mut server = start_on(&postgres, "");
    let mut pty = server.with_player("Ann", 1);
    let _idle = server.join("Bea");
    postgres.stop();
    pty.send("s");
    let begun = Instant::now();
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(begun.elapsed() < MAX_STOP_TIME, "{:?}", begun.elapsed());
    pty.ends_with(75);
    postgres.start();
    server.start_again();
    assert_eq!(offered_turn(&server.log_in("Ann")), 1);
}

#[test]
fn a_file_that_is_taken_away_is_noticed() {
    let mut server = Running::start();
    let mut pty = server.with_player("Ann", 1);
    assert_eq!(server.get("/readyz").0, "HTTP/1.1 200 OK");
    let (file, elsewhere) = (server.path("server.sqlite"), server.path("elsewhere.sqlite"));
    fs::rename(&file, &elsewhere).expect("moves");
    assert_eq!(server.get("/readyz").0, "HTTP/1.1 503 Service Unavailable");
    wait_until("the reason", || server.log().contains("its file was deleted or replaced"));
    // What cannot be kept is not shown.
    let before = dawn(&pty.text());
    pty.ends_by("s", 74);
    assert!(dawn(&pty.text()).is_none_or(|dawn| Some(dawn) == before), "{}", pty.text());
    server.kill();
    fs::rename(&elsewhere, &file).expect("moves back");
    server.start_again();
    assert_eq!(offered_turn(&server.log_in("Ann")), 1);
}

/// Locks the database of a server from outside, until the connection is dropped.
fn lock(server: &Running) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(server.path("server.sqlite")).expect("the file");
    connection.execute_batch("BEGIN EXCLUSIVE").expect("nobody else has locked it");
    connection
}

const STUCK: &str = "The books are stuck. What you type is kept; wait a little.";

#[test]
fn a_locked_database_is_told_and_costs_no_key() {
    let mut server = Running::start();
    let mut pty = server.with_player("Ann", 0);
    let before = wait_a_turn(&mut pty);
    let locked = lock(&server);
    pty.press("s", STUCK);
    assert_eq!(dawn(&pty.text()), Some(before), "{}", pty.text());
    pty.send("sss");
    drop(locked);
    pty.wait_until("the turns", |screen| dawn(&screen.contents()) == Some(before - 4));
    pty.wait_until("the whole picture", |screen| !screen.contents().contains("The books are"));
    wait_a_turn(&mut pty);
    server.kill_and_start();
    assert_eq!(offered_turn(&server.log_in("Ann")), 6);
}

#[test]
fn a_locked_database_is_told_in_reader_mode_after_the_entrance() {
    let server = Running::start();
    let code = join_by(&server, "lost");
    let settings = "UPDATE accounts SET settings = 'reader = \"on\"' WHERE name = 'Ann'";
    let database = rusqlite::Connection::open(server.path("server.sqlite")).expect("the file");
    assert_eq!(database.execute(settings, []).expect("is kept"), 1);
    // The entrance is drawn, as nobody knows yet whose settings hold.
    let mut pty = server.log_in("found");
    pty.wait_for("What shall we call you?");
    pty.press(&format!("\t{code}\r"), "Welcome back, Ann.");
    pty.press("\r", "New shift");
    pty.press("n", "Seed");
    let locked = lock(&server);
    pty.press("\r", STUCK);
    drop(locked);
    pty.wait_for("key: begin");
    pty.press("\r", "Dawn");
}

#[test]
fn a_database_that_stays_locked_ends_the_session_in_time() {
    let server = Running::start_with("[session]\noutage_seconds = 2\n");
    let (mut pty, bea) = watched(&server);
    let locked = lock(&server);
    let begun = Instant::now();
    pty.press("s", STUCK);
    pty.ends_with(75);
    assert!(begun.elapsed() < MAX_STOP_TIME, "{:?}", begun.elapsed());
    assert!(pty.text().contains("Your run is kept as it was last shown"), "{}", pty.text());
    bea.wait_for("Ann was sent home: the books are stuck.");
    drop(locked);
    // What was typed last was never shown, and is not done behind the player's back.
    assert_eq!(offered_turn(&server.log_in("Ann")), 1);
}

#[test]
fn a_locked_table_is_told_and_costs_no_key() {
    let Some(postgres) = PostgresServer::of_its_own() else { return };
    let server = start_on(&postgres, "");
    let mut pty = server.with_player("Ann", 0);
    let before = wait_a_turn(&mut pty);
    thread::scope(|scope| {
        let lock = "BEGIN; LOCK TABLE run_frames; SELECT pg_sleep(3600)";
        let locked = scope.spawn(|| postgres.sql("outage", lock));
        let locks = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted \
            AND relation = 'run_frames'::regclass";
        wait_until("the lock", || postgres.number("outage", locks) == 1);
        pty.press("s", STUCK);
        pty.send("s");
        // Longer than a wait for a lock.
        thread::park_timeout(Duration::from_secs(3));
        assert_eq!(dawn(&pty.text()), Some(before), "{}", pty.text());
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE \
            'BEGIN; LOCK%'";
        assert_eq!(postgres.number("outage", end), 1);
        assert!(locked.join().is_err(), "its connection was ended");
    });
    pty.wait_until("the turns", |screen| dawn(&screen.contents()) == Some(before - 2));
    wait_a_turn(&mut pty);
}
