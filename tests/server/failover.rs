//! Two front ends on one database: what is played at one is watched at the other, and goes on there
//! when the first is killed.

#![expect(clippy::disallowed_types, reason = "a run goes on elsewhere within seconds")]

use std::time::{Duration, Instant};

use crate::running::Running;
use crate::sessions::{begin_shift, dawn, offered_turn, take_up, wait_a_turn};
use crate::support::postgres_server::PostgresServer;
use crate::watching::{is_watched, see_the_same, watched, watched_from};

/// The time in which a run goes on at another front end.
const LIMIT: Duration = Duration::from_secs(5);

/// Two front ends on a new database.
fn two_front_ends(database: &str) -> Option<[Running; 2]> {
    let postgres = PostgresServer::get()?;
    postgres.create(database);
    let settings = format!("store = '{}'\n", postgres.url(database));
    Some([Running::start_with(&settings), Running::start_with(&settings)])
}

/// Kills the front end at which a player plays, so often, and has the player go on at the other.
fn fail_over(kills: u32, database: &str) {
    let Some(mut front_ends) = two_front_ends(database) else { return };
    let mut pty = front_ends[0].join("Ann");
    front_ends[0].copy_key("Ann", &front_ends[1].path(""));
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
        take_up(&mut pty);
        assert!(begun.elapsed() < LIMIT, "kill {kill}: {:?}", begun.elapsed());
        front_ends[at].start_again();
    }
}

#[test]
fn watchers_at_another_front_end_are_counted_and_sent_out() {
    let Some(front_ends) = two_front_ends("watchers") else { return };
    let (mut ann, bea) = watched_from(&front_ends[0], &front_ends[1]);
    ann.press("S", "Continue: ");
    bea.wait_for("Ann has left the run.");
    ann.send("c");
    bea.wait_for("Ann at work");
    ann.wait_until("a watcher", is_watched);
    ann.send("V");
    bea.wait_for("Ann has closed the door.");
    ann.wait_until("no watcher", |screen| !is_watched(screen));
}

#[test]
fn a_run_that_goes_on_at_another_front_end_is_watched_there() {
    let Some(front_ends) = two_front_ends("watched_elsewhere") else { return };
    let (ann, mut bea) = watched(&front_ends[0]);
    front_ends[0].copy_key("Ann", &front_ends[1].path(""));
    // The line drops, and the run goes on at the other front end.
    ann.signal("KILL");
    drop(ann);
    bea.wait_for("Ann's line has dropped.");
    let mut ann = front_ends[1].log_in("Ann");
    offered_turn(&ann);
    take_up(&mut ann);
    bea.wait_for("Ann at work");
    let left = wait_a_turn(&mut ann);
    bea.wait_until("Ann's turn", |screen| dawn(&screen.contents()) == Some(left));
    // And the other way, without a word of the session that it is taken from.
    let mut back = front_ends[0].log_in("Ann");
    offered_turn(&back);
    take_up(&mut back);
    let left = wait_a_turn(&mut back);
    bea.wait_until("Ann's turn", |screen| dawn(&screen.contents()) == Some(left));
    see_the_same(&bea, &back);
    bea.press("\x1b", "Ann               vault, depth 1");
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
