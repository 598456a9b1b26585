//! Watching others at work over SSH: what is seen, what is told, and the door that a player can
//! close.

use crate::running::Running;
use crate::sessions::{begin_shift, dawn, give_up, take_up, wait_a_turn};
use crate::support::pty::Pty;

/// The rows of the map on an 80×24 screen.
fn floor(screen: &str) -> Vec<String> {
    screen.lines().take(19).map(|row| row.chars().take(56).collect()).collect()
}

#[test]
fn others_are_watched_as_they_see_it() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    let mut bea = server.join("Bea");
    bea.press("w", "Nobody else is at work just now.");
    begin_shift(&mut ann);
    bea.wait_for("Ann               vault, depth 1, turn 0");
    bea.press("\r", "Ann at work");
    for _ in 0..3 {
        let left = wait_a_turn(&mut ann);
        bea.wait_until("Ann's turn", |screen| dawn(&screen.contents()) == Some(left));
    }
    // The same floor, and nothing of it that Ann has not seen.
    let (seen, watched) = (floor(&ann.text()), floor(&bea.text()));
    assert_eq!(seen, watched);
    bea.resize(120, 40);
    bea.wait_until("a larger picture", |screen| {
        screen.contents().lines().nth(39).is_some_and(|row| row.contains("Ann at work"))
    });
    ann.press("S", "Continue: ");
    bea.wait_for("Ann has left the run.");
    bea.press("\x1b", "Nobody else is at work just now.");
}

/// Waits until a watcher has the very screen of a player, but for the last row, where the watcher's
/// own key stands.
pub(crate) fn see_the_same(watcher: &Pty, player: &Pty) {
    let rows = |text: &str| -> Vec<String> {
        let rows = text.lines().chain(std::iter::repeat("")).take(23);
        rows.map(|row| row.trim_end().to_owned()).collect()
    };
    watcher.wait_until("the player's screen", |screen| {
        rows(&screen.contents()) == rows(&player.text())
    });
}

/// Two players of a server, one of whom watches the other at work in a shift just begun.
pub(crate) fn watched(server: &Running) -> (Pty, Pty) {
    watched_from(server, server)
}

/// The same with the watcher at another front end.
pub(crate) fn watched_from(server: &Running, watchers: &Running) -> (Pty, Pty) {
    let mut ann = server.join("Ann");
    let mut bea = watchers.join("Bea");
    begin_shift(&mut ann);
    wait_a_turn(&mut ann);
    bea.press("w", "Ann               vault, depth 1");
    bea.press("\r", "Ann at work");
    ann.wait_until("a watcher", is_watched);
    (ann, bea)
}

#[test]
fn watchers_see_menus_questions_and_the_title_but_nothing_private() {
    let server = Running::start();
    let (mut ann, bea) = watched(&server);
    see_the_same(&bea, &ann);
    let screens =
        [("i", "The cart"), ("x", "walk there"), ("?", "Moving"), ("Q", "Put down your tools")];
    for (key, shown) in screens {
        ann.press(key, shown);
        see_the_same(&bea, &ann);
        ann.send("\x1b");
        ann.wait_until("the map", |screen| !screen.contents().contains(shown));
        see_the_same(&bea, &ann);
    }
    ann.press("S", "Continue: ");
    bea.wait_for("Ann has left the run.");
    see_the_same(&bea, &ann);
    // Keys and addresses are nobody else's business.
    ann.press("a", "SHA256:");
    bea.wait_for("Ann is at something private.");
    assert!(!bea.text().contains("SHA256:"), "{}", bea.text());
    assert!(!bea.text().contains("Continue: "), "{}", bea.text());
    ann.press("\x1b", "Continue: ");
    bea.wait_for("Continue: ");
    // It goes on where it was left.
    take_up(&mut ann);
    bea.wait_for("You take up the shift where you left it.");
    bea.wait_for("Ann at work");
}

#[test]
fn watchers_are_told_how_it_ends_and_are_back_at_the_list_by_one_key() {
    let server = Running::start();
    let (mut ann, mut bea) = watched(&server);
    give_up(&mut ann);
    bea.wait_for("t title");
    bea.wait_for("Ann is done here.");
    see_the_same(&bea, &ann);
    // Another run is another one to watch.
    ann.press("t", "New shift");
    begin_shift(&mut ann);
    bea.wait_for("Ann has begun another run.");
    assert!(!bea.text().contains("Work order"), "{}", bea.text());
    bea.press("\x1b", "Ann               vault, depth 1");
    bea.press("\r", "Ann at work");
    wait_a_turn(&mut ann);
    // The line drops, and the run goes on over another one.
    ann.signal("KILL");
    drop(ann);
    bea.wait_for("Ann's line has dropped.");
    let mut ann = server.log_in("Ann");
    ann.wait_for("Continue: ");
    take_up(&mut ann);
    bea.wait_for("Ann at work");
    let mut elsewhere = server.log_in("Ann");
    elsewhere.wait_for("Continue: ");
    take_up(&mut elsewhere);
    wait_a_turn(&mut elsewhere);
    see_the_same(&bea, &elsewhere);
    elsewhere.press("S", "Continue: ");
    elsewhere.ends_by("q", 0);
    bea.wait_for("Ann has gone home.");
    bea.press("\x1b", "Nobody else is at work just now.");
}

#[test]
fn a_screen_too_small_for_the_players_has_the_floor_drawn_for_it() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    ann.resize(120, 40);
    ann.wait_until("a wider picture", |screen| screen.contents().lines().count() > 24);
    let mut bea = server.join("Bea");
    begin_shift(&mut ann);
    let left = wait_a_turn(&mut ann);
    bea.press("w", "Ann               vault, depth 1");
    bea.send("\r");
    bea.wait_until("Ann's turn", |screen| dawn(&screen.contents()) == Some(left));
    bea.wait_for("Ann at work");
    ann.send("Q");
    bea.wait_for("Put down your tools");
}

/// Whether the panel says that somebody watches.
pub(crate) fn is_watched(screen: &vt100::Screen) -> bool {
    screen.contents().lines().any(|row| row.contains("Work order") && row.contains("1 watches"))
}

#[test]
fn whoever_is_watched_sees_it_and_can_close_the_door() {
    let server = Running::start();
    // Ann is told of it without a key of hers.
    let (mut ann, mut bea) = watched(&server);
    let left = dawn(&ann.text());
    bea.send("\x1b");
    ann.wait_until("no watcher", |screen| !is_watched(screen));
    bea.send("\r");
    ann.wait_until("a watcher again", is_watched);
    ann.press("V", "Your door is closed");
    bea.wait_for("Ann has closed the door.");
    bea.wait_for("Nobody else is at work just now.");
    ann.wait_until("no watcher", |screen| !is_watched(screen));
    assert_eq!(dawn(&ann.text()), left, "it costs no turn");
    // It stays closed, for other runs and from other machines.
    ann.press("S", "Continue: ");
    drop(ann);
    let mut ann = server.log_in("Ann");
    begin_shift(&mut ann);
    wait_a_turn(&mut ann);
    ann.press("S", "Continue: ");
    ann.press("w", "Your own door is closed");
    ann.press("\x1b", "Continue: ");
    take_up(&mut ann);
    bea.press("\x1b", "New shift");
    bea.press("w", "Nobody else is at work just now.");
    ann.press("V", "Your door is open again");
    bea.wait_for("Ann               vault, depth 1, turn 1");
}
