//! Playing over SSH: names, dropped lines, second logins, the end of the server.

use crate::running::Running;
use crate::support::pty::Pty;

/// Begins a vault of the first depth from the title, and closes its briefing.
pub(crate) fn begin_shift(pty: &mut Pty) {
    pty.send("n");
    pty.wait_for("Seed");
    pty.send("\r");
    pty.wait_for("key: begin");
    pty.send("\r");
    pty.wait_until("the map", |screen| dawn(&screen.contents()).is_some());
}

/// Gives a shift up, and goes on to its result.
pub(crate) fn give_up(pty: &mut Pty) {
    pty.send("Q");
    pty.wait_for("Put down your tools");
    pty.send("Y");
    pty.wait_for("Enter goes on.");
    pty.send("\r");
    pty.wait_for("t title");
}

/// Begins a vault of the first depth and of a seed from the title, and closes its briefing.
pub(crate) fn begin_shift_of(pty: &mut Pty, seed: &str) {
    pty.wait_for("New shift");
    pty.send("n");
    pty.wait_for("Seed");
    // The seed is the last of the fields.
    pty.send("\x1b[B\x1b[B");
    pty.send(seed);
    pty.send("\r");
    pty.wait_for("key: begin");
    pty.send("\r");
}

/// The turns that are left until dawn, as the panel shows them.
pub(crate) fn dawn(screen: &str) -> Option<u32> {
    let row = screen.lines().find(|row| row.contains("Dawn "))?;
    row.rsplit(" in ").next()?.trim().parse().ok()
}

/// Waits a turn, and until it is shown. Returns the turns that are left.
pub(crate) fn wait_a_turn(pty: &mut Pty) -> u32 {
    let before = dawn(&pty.text()).expect("a map");
    pty.send("s");
    pty.wait_until("the next turn", |screen| dawn(&screen.contents()) == Some(before - 1));
    before - 1
}

/// The turn that the title offers to go on with.
pub(crate) fn offered_turn(pty: &Pty) -> u32 {
    pty.wait_for("Continue: ");
    let text = pty.text();
    let (_, rest) = text.split_once(", turn ").expect("a turn");
    rest.split_whitespace().next().and_then(|turn| turn.parse().ok()).expect("a number")
}

#[test]
fn a_line_that_drops_costs_nothing_that_was_shown() {
    let mut server = Running::start();
    let mut pty = server.join("Ann");
    begin_shift(&mut pty);
    for _ in 0..3 {
        wait_a_turn(&mut pty);
    }
    pty.signal("KILL");
    drop(pty);
    let mut pty = server.log_in("Ann");
    assert_eq!(offered_turn(&pty), 3);
    pty.send("c");
    pty.wait_for("You take up the shift where you left it.");
    wait_a_turn(&mut pty);
    // The server dies under the player.
    server.kill_and_start();
    let mut pty = server.log_in("Ann");
    assert_eq!(offered_turn(&pty), 4);
    pty.send("c");
    pty.wait_for("You take up the shift where you left it.");
    pty.resize(120, 40);
    pty.wait_until("a wider picture", |screen| screen.contents().lines().count() > 24);
}

#[test]
fn a_second_login_takes_the_run_over() {
    let server = Running::start();
    let mut first = server.join("Ann");
    begin_shift(&mut first);
    wait_a_turn(&mut first);
    let mut second = server.log_in("Ann");
    assert_eq!(offered_turn(&second), 1);
    second.send("c");
    second.wait_for("You take up the shift where you left it.");
    assert_eq!(first.wait_exit().exit_code(), 1);
    assert!(first.text().contains("You went on with this run from elsewhere."), "{}", first.text());
    wait_a_turn(&mut second);
}

#[test]
fn whoever_has_left_a_run_stays_when_it_goes_on_elsewhere() {
    let server = Running::start();
    let mut first = server.join("Ann");
    begin_shift(&mut first);
    wait_a_turn(&mut first);
    first.send("S");
    first.wait_for("New shift");
    let mut second = server.log_in("Ann");
    second.wait_for("New shift");
    second.send("c");
    second.wait_for("You take up the shift where you left it.");
    wait_a_turn(&mut second);
    first.send("n");
    first.wait_for("Seed");
}

#[test]
fn what_has_ended_elsewhere_is_offered_no_more() {
    let server = Running::start();
    let mut first = server.join("Ann");
    begin_shift(&mut first);
    wait_a_turn(&mut first);
    first.send("S");
    first.wait_for("Continue: ");
    let mut second = server.log_in("Ann");
    assert_eq!(offered_turn(&second), 1);
    first.send("c");
    first.wait_for("You take up the shift where you left it.");
    give_up(&mut first);
    second.send("c");
    second.wait_until("nothing to go on with", |screen| !screen.contents().contains("Continue: "));
    second.send("n");
    second.wait_for("Seed");
}

#[test]
fn all_unfinished_shifts_can_be_gone_on_with() {
    let server = Running::start();
    let mut first = server.join("Ann");
    begin_shift(&mut first);
    wait_a_turn(&mut first);
    let mut second = server.log_in("Ann");
    begin_shift_of(&mut second, "7");
    second.wait_until("the map", |screen| dawn(&screen.contents()).is_some());
    second.send("S");
    // Continue is of the one that was left last; the title knows of the other, too.
    second.wait_for("Continue: vault, depth 1, turn 0");
    second.send("u");
    second.wait_for("vault, depth 1, turn 1, being played; last played");
    second.send("\x1b[B\r");
    second.wait_for("You take up the shift where you left it.");
    assert_eq!(first.wait_exit().exit_code(), 1);
    wait_a_turn(&mut second);
}

#[test]
fn a_server_that_stops_tells_its_players_and_keeps_their_runs() {
    let mut server = Running::start();
    let mut pty = server.join("Ann");
    begin_shift(&mut pty);
    wait_a_turn(&mut pty);
    assert_eq!(server.stop("TERM"), Some(0));
    assert_eq!(pty.wait_exit().exit_code(), 1);
    assert!(pty.text().contains("The server stops for a moment."), "{}", pty.text());
    server.kill_and_start();
    assert_eq!(offered_turn(&server.log_in("Ann")), 1);
}

#[test]
fn names_are_unique_to_the_eye() {
    let server = Running::start();
    drop(server.join("Molly"));
    let mut pty = server.log_in("other");
    pty.wait_for("What shall we call you?");
    for (name, said) in [
        ("rn0lly", "somebody here is called that"),
        ("a", "too short"),
        ("adm1n", "that name is reserved"),
        ("b b", "a blank cannot be in a name"),
    ] {
        pty.send(&format!("\x15{name}\r"));
        pty.wait_for(said);
    }
    pty.send("\x15Bea\r");
    pty.wait_for("You are hired, Bea.");
}

/// Makes the account of Ann by a key. Returns its recovery code.
pub(crate) fn join_by(server: &Running, key: &str) -> String {
    let mut pty = server.log_in(key);
    pty.wait_for("What shall we call you?");
    pty.send("Ann\r");
    pty.wait_for("Your recovery code");
    let text = pty.text();
    let code =
        text.split("Your recovery code:").nth(1).and_then(|rest| rest.split_whitespace().next());
    let code = code.expect("a code").to_uppercase();
    pty.send("\r");
    pty.wait_for("New shift");
    code
}

#[test]
fn a_lost_key_is_helped_by_the_code() {
    let server = Running::start();
    let code = join_by(&server, "lost");
    let mut pty = server.log_in("found");
    pty.wait_for("What shall we call you?");
    pty.send("\t");
    pty.wait_for("as you wrote it down");
    pty.send("wrong\r");
    pty.wait_for("no account has that code");
    pty.send(&format!("\x15{}\r", code.replace('-', " ")));
    pty.wait_for("Welcome back, Ann.");
    assert!(!pty.text().to_uppercase().contains(&code), "the code is a new one");
    pty.send("\r");
    pty.wait_for("New shift");
    for key in ["lost", "found"] {
        let told = server.request(key, &["whoami"]);
        assert!(String::from_utf8_lossy(&told.stdout).starts_with("Ann, key SHA256:"), "{told:?}");
    }
}

#[test]
fn guests_play_without_a_name() {
    let server = Running::start();
    let mut pty = server.log_in_as_guest();
    pty.wait_for("New shift");
    begin_shift(&mut pty);
    wait_a_turn(&mut pty);
    pty.send("S");
    pty.wait_for("Continue: ");
    pty.send("q");
    assert_eq!(pty.wait_exit().exit_code(), 0);
}

#[test]
fn an_account_has_one_try_at_the_day() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    ann.send("d");
    ann.wait_for("your one try is open");
    ann.wait_for("The seed is this server's own");
    ann.send("\r");
    ann.wait_for("Begin the one try of");
    ann.send("Y");
    ann.wait_for("key: begin");
    assert!(ann.text().contains("seed told tomorrow"), "{}", ann.text());
    ann.send("\r");
    ann.wait_until("the map", |screen| dawn(&screen.contents()).is_some());
    wait_a_turn(&mut ann);
    ann.send("S");
    ann.wait_for("turn 1");
    ann.send("d");
    ann.wait_for("your one try goes on");
    // From another machine it is the same try.
    let mut again = server.log_in("Ann");
    again.wait_for("New shift");
    again.send("d");
    again.wait_for("your one try goes on");
    again.send("\r");
    again.wait_for("You take up the shift where you left it.");
    // A guest has none, and rehearses today's floor for nobody.
    let mut guest = server.log_in_as_guest();
    guest.wait_for("New shift");
    guest.send("w");
    guest.wait_for("Ann ");
    guest.send("\r");
    guest.wait_for("shown to you after your one try");
    guest.send("\x1b");
    guest.wait_for("New shift");
    guest.send("d");
    guest.wait_for("Guests have no try that counts.");
    guest.send("\r");
    guest.wait_for("can be practised from tomorrow on");
    guest.send("\x1b[B");
    guest.wait_for("The seed was ");
    guest.send("\r");
    guest.wait_for("key: begin");
}

#[test]
fn keys_are_added_by_pasting_and_removed() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    let line = std::fs::read_to_string(server.key("laptop") + ".pub").expect("reads");
    ann.send("a");
    ann.wait_for("the one you came with");
    ann.send("d");
    ann.wait_for("You came with that key");
    ann.send("a");
    ann.wait_for("Paste the public key");
    ann.send("nonsense\r");
    ann.wait_for("That is no public key.");
    // One that could not log in is not taken.
    let rsa = std::fs::read_to_string(server.key_of("old", "rsa") + ".pub").expect("reads");
    ann.send("a");
    ann.send(&format!("\x1b[200~{}\x1b[201~\r", rsa.trim_end()));
    ann.wait_for("A key of that kind opens nothing here");
    ann.send("a");
    ann.send(&format!("\x1b[200~{}\x1b[201~\r", line.trim_end()));
    ann.wait_for("offered and not yet taken");
    let mut pty = server.log_in("laptop");
    accept_offer(&mut pty, "Ann");
    drop(pty);
    ann.send("\x1b");
    ann.wait_for("New shift");
    ann.send("a");
    ann.wait_until("a key of hers", |screen| {
        screen.contents().contains("since") && !screen.contents().contains("offered")
    });
    let who = |key| String::from_utf8_lossy(&server.request(key, &["whoami"]).stdout).into_owned();
    assert!(who("laptop").starts_with("Ann, key "), "{}", who("laptop"));
    // A key is one account's.
    let mut bea = server.join("Bea");
    bea.send("aa");
    bea.send(&format!("{}\r", line.trim_end()));
    bea.wait_for("the key belongs to an account");
    ann.send("\x1b[B");
    ann.send("d");
    ann.wait_for("opens nothing here any more");
    assert!(who("laptop").starts_with("nobody yet"), "{}", who("laptop"));
    let code = |screen: &str| {
        let rest = screen.split("Your new recovery code: ").nth(1)?;
        Some(rest.split('.').next()?.to_owned())
    };
    ann.send("c");
    ann.wait_until("a code", |screen| code(&screen.contents()).is_some());
    let code = code(&ann.text()).expect("a code");
    let mut pty = server.log_in("laptop");
    pty.wait_for("What shall we call you?");
    pty.send("\t");
    pty.send(&format!("{code}\r"));
    pty.wait_for("Welcome back, Ann.");
}

/// Opens the account screen from the title, and offers a key a place.
fn offer(server: &Running, pty: &mut Pty, key: &str) {
    let line = std::fs::read_to_string(server.key(key) + ".pub").expect("reads");
    pty.send("a");
    pty.wait_for("the one you came with");
    pty.send("a");
    pty.wait_for("Paste the public key");
    // Typed, so many keys at once would be dropped.
    pty.send(&format!("\x1b[200~{}\x1b[201~\r", line.trim_end()));
    pty.wait_for("offered and not yet taken");
}

/// Takes the place in an account that is the only one or the last to offer one.
fn accept_offer(pty: &mut Pty, name: &str) {
    pty.wait_for(&format!("{name} offers you a place."));
    // Up from the first answer is the last.
    pty.send("\x1b[A");
    pty.wait_until("the chosen answer", |screen| {
        let place = format!("Take the place in the account {name}");
        screen
            .contents()
            .lines()
            .any(|row| row.contains(&place) && !row.trim_start().starts_with('T'))
    });
    pty.send("\r");
    pty.wait_for("New shift");
}

#[test]
fn a_stranger_s_key_is_not_taken() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    offer(&server, &mut ann, "owner");
    let who = |key| String::from_utf8_lossy(&server.request(key, &["whoami"]).stdout).into_owned();
    assert!(who("owner").starts_with("nobody yet: "), "{}", who("owner"));
    let shown = server.admin(&["account", "Ann"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("Keys: 1\n") && shown.contains("only offered a place"), "{shown}");
    // Whoever just presses on has an account of its own.
    let mut owner = server.log_in("owner");
    owner.wait_for("Ann offers you a place.");
    owner.send("\r");
    owner.wait_for("What shall we call you?");
    owner.send("Zoe\r");
    owner.wait_for("You are hired, Zoe.");
    assert!(who("owner").starts_with("Zoe, key SHA256:"), "{}", who("owner"));
    // The offer is no more, and another key's is taken back.
    ann.send("\x1b[Bd");
    ann.wait_for("there is no such offer any more");
    ann.send("\x1b");
    ann.wait_for("New shift");
    offer(&server, &mut ann, "second");
    ann.send("\x1b[Bd");
    ann.wait_for("is taken back.");
    drop(server.join("second"));
    // What a banned account offers is not shown.
    ann.send("\x1b");
    ann.wait_for("New shift");
    offer(&server, &mut ann, "third");
    assert!(server.admin(&["ban", "Ann"]).status.success());
    ann.wait_exit();
    drop(server.join("third"));
}

#[test]
fn of_two_offers_the_key_s_owner_takes_one() {
    let server = Running::start();
    let (mut ann, mut bea) = (server.join("Ann"), server.join("Bea"));
    offer(&server, &mut ann, "owner");
    offer(&server, &mut bea, "owner");
    let mut owner = server.log_in("owner");
    owner.wait_for("Ann offers you a place.");
    accept_offer(&mut owner, "Bea");
    let told = server.request("owner", &["whoami"]);
    assert!(String::from_utf8_lossy(&told.stdout).starts_with("Bea, key SHA256:"), "{told:?}");
    ann.send("\x1b[Bd");
    ann.wait_for("there is no such offer any more");
}

#[test]
fn signs_that_the_terminal_draws_two_columns_wide_are_ascii() {
    let server = Running::start();
    let key = server.key("ann");
    server.join("ann");
    let mut pty = server.log_in_by(&key, &["-o", "SetEnv=LC_ALL=C.UTF-8"]);
    pty.wait_for("New shift");
    let bytes = pty.take_bytes();
    assert!(bytes.windows(4).any(|four| four == b"\x1b[6n"), "it asks where the cursor is");
    assert!(!pty.text().is_ascii());
    pty.send("\x1b[2;5R");
    pty.wait_for("two columns wide");
    assert!(pty.text().is_ascii());
}
