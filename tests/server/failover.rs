//! Two front ends on one database: what is played at one is watched at the other, and goes on there when the first is killed.

#![expect(clippy::disallowed_types, reason = "a run goes on elsewhere within seconds")]

use std::fs;
use std::time::{Duration, Instant};

use crate::running::Running;
use crate::sessions::{begin_shift, dawn, is_watched, offered_turn, wait_a_turn};
use crate::support::postgres_server::PostgresServer;

/// The time in which a run goes on at another front end.
const LIMIT: Duration = Duration::from_secs(5);

/// Kills the front end at which a player plays, so often, and has the player go on at the other.
fn fail_over(kills: u32, database: &str) {
    let Some(postgres) = PostgresServer::get() else { return };
    postgres.create(database);
    let settings = format!("store = '{}'\n", postgres.url(database));
    let mut front_ends = [Running::start_with(&settings), Running::start_with(&settings)];
    let mut pty = front_ends[0].join("Ann");
    for kind in ["Ann", "Ann.pub"] {
        fs::copy(front_ends[0].path(kind), front_ends[1].path(kind)).expect("copies");
    }
    begin_shift(&mut pty);
    let first = dawn(&pty.text()).expect("a map");
    for kill in 0..kills {
        let at = kill as usize % 2;
        wait_a_turn(&mut pty);
        // Some of these are under way when it dies.
        pty.send(&"s".repeat(3 + kill as usize % 5));
        front_ends[at].kill();
        pty.wait_exit();
        let shown = first - dawn(&pty.text()).expect("the last picture");
        let begun = Instant::now();
        pty = front_ends[1 - at].log_in("Ann");
        let turn = offered_turn(&pty);
        assert!(turn >= shown, "kill {kill}: {turn} after {shown} was shown");
        pty.send("c");
        pty.wait_for("You take up the shift where you left it.");
        assert!(begun.elapsed() < LIMIT, "kill {kill}: {:?}", begun.elapsed());
        front_ends[at].start_again();
    }
}

#[test]
fn watchers_at_another_front_end_are_counted_and_sent_out() {
    let Some(postgres) = PostgresServer::get() else { return };
    postgres.create("watchers");
    let settings = format!("store = '{}'\n", postgres.url("watchers"));
    let front_ends = [Running::start_with(&settings), Running::start_with(&settings)];
    let mut ann = front_ends[0].join("Ann");
    let mut bea = front_ends[1].join("Bea");
    begin_shift(&mut ann);
    wait_a_turn(&mut ann);
    bea.send("w");
    bea.wait_for("Ann               vault, depth 1");
    bea.send("\r");
    bea.wait_for("Ann at work");
    ann.wait_until("a watcher", is_watched);
    ann.send("S");
    ann.wait_for("Continue: ");
    bea.wait_for("Ann has left the run.");
    ann.send("c");
    bea.wait_for("Ann at work");
    ann.wait_until("a watcher", is_watched);
    ann.send("V");
    bea.wait_for("Ann has closed the door.");
    ann.wait_until("no watcher", |screen| !is_watched(screen));
}

#[test]
fn a_run_goes_on_at_another_front_end() {
    fail_over(3, "failover");
}

#[test]
#[ignore = "twenty kills; the suite has three"]
fn twenty_kills() {
    fail_over(20, "failover_twenty");
}
