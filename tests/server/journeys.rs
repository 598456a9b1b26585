//! A journey over SSH: begun, dropped, gone on with, ended, verified and on its board.

use std::time::Duration;

use crate::boards::entries;
use crate::running::{Running, wait_until};
use crate::support::pty::Pty;

/// Begins a journey of a seed from the title.
fn begin_journey(pty: &mut Pty, seed: &str) {
    pty.wait_for("The marches: a journey");
    pty.press("m", "New journey");
    pty.send(seed);
    pty.press("\r", "Home Post");
}

/// Walks to and fro until the screen says something. Whatever happens on the road is got over with,
/// and nothing is eaten.
fn walk_until(pty: &mut Pty, text: &str) {
    // What a key does is shown before the next one is pressed.
    let press = |pty: &mut Pty, keys: &str| {
        pty.send(keys);
        std::thread::park_timeout(Duration::from_millis(150));
    };
    for round in 0..300 {
        let screen = pty.text();
        if screen.contains(text) {
            return;
        }
        if screen.contains("-- more") {
            press(pty, "\x1b");
        } else if screen.contains("letter that one") {
            press(pty, ["c", "b", "a", "d"][round % 4]);
        } else if screen.contains("Sure?") {
            press(pty, "Y");
        } else if screen.contains("By road: ") {
            press(pty, "\r");
        } else {
            press(pty, "\t");
        }
    }
    panic!("it never says “{text}”: {}", pty.text());
}

#[test]
fn a_journey_over_a_line_that_drops_comes_on_its_board() {
    let server = Running::start_with("[connections]\nexempt = [\"127.0.0.1\"]");
    let mut ann = server.join("Ann");
    begin_journey(&mut ann, "1");
    walk_until(&mut ann, "You walk to ");
    drop(ann);

    let mut ann = server.log_in("Ann");
    ann.wait_for("Continue: a journey, night ");
    ann.press("c", "You take up the journey where you left it.");
    walk_until(&mut ann, "You are dead");
    let campaign = ["--mode", "campaign"];
    wait_until("the journey is on its board", || entries(&server, &campaign).len() == 1);
    let board = entries(&server, &campaign);
    let entry = &board[0];
    for (field, value) in [
        ("category", "journey"),
        ("origin", "live"),
        ("name", "Ann"),
        ("kind", "marches"),
        ("unit", "points"),
    ] {
        assert_eq!(entry[field], value, "{field}");
    }
    assert_eq!(entry["measure"], entry["score"]);
    // On no board of shifts, nor on one that asks for more.
    assert!(entries(&server, &[]).is_empty());
    assert!(entries(&server, &["--category", "seat"]).is_empty());
    // A category of the other mode is no answer.
    let request = ["scores", "--mode", "campaign", "--category", "clock-out"];
    let refused = server.request("Ann", &request);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("seat-nights"));
    // One that was given up is verified, and counts on none.
    let mut bea = server.join("Bea");
    begin_journey(&mut bea, "2");
    walk_until(&mut bea, "@ you");
    while bea.text().contains("-- more") {
        bea.send("\x1b");
        std::thread::park_timeout(Duration::from_millis(150));
    }
    bea.send("Q");
    // The key that answers one question does not answer the next.
    for yes in ["Y", "\r"].into_iter().cycle().take(40) {
        if bea.text().contains("You went home") {
            break;
        }
        if bea.text().contains("Sure?") {
            bea.send(yes);
        }
        std::thread::park_timeout(Duration::from_millis(250));
    }
    bea.wait_for("You went home");
    let mut bea = server.log_in("Bea");
    bea.wait_for("The marches: a journey");
    bea.press("b", "Clock out, played here");
    bea.press("\t\t\t\t", "The journey, played here");
    bea.wait_for("  1  Ann ");
    assert!(!bea.text().contains("Bea"), "{}", bea.text());
}
