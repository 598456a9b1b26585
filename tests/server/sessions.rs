//! Playing over SSH: names, dropped lines, second logins, the end of the server.

use crate::refusals::expect_refusals;
use crate::running::Running;
use crate::support::pty::Pty;

/// Begins a vault of the first depth from the title, and closes its briefing.
pub(crate) fn begin_shift(pty: &mut Pty) {
    pty.press("n", "Seed");
    pty.press("\r", "key: begin");
    pty.send("\r");
    pty.wait_until("the map", |screen| dawn(&screen.contents()).is_some());
}

/// Gives a shift up, and goes on to its result.
pub(crate) fn give_up(pty: &mut Pty) {
    pty.press("Q", "Put down your tools");
    pty.press("Y", "Enter goes on.");
    pty.press("\r", "t title");
}

/// Begins a vault of the first depth and of a seed from the title, and closes its briefing.
pub(crate) fn begin_shift_of(pty: &mut Pty, seed: &str) {
    pty.wait_for("New shift");
    pty.press("n", "Seed");
    // The seed is the last of the fields.
    pty.send("\x1b[B\x1b[B");
    pty.send(seed);
    pty.press("\r", "key: begin");
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

/// Goes on with the run that the title offers.
pub(crate) fn take_up(pty: &mut Pty) {
    pty.press("c", "You take up the shift where you left it.");
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
    let pty = server.with_player("Ann", 3);
    pty.signal("KILL");
    drop(pty);
    let mut pty = server.go_on("Ann", 3);
    wait_a_turn(&mut pty);
    // The server dies under the player.
    server.kill_and_start();
    let pty = server.go_on("Ann", 4);
    pty.resize(120, 40);
    pty.wait_until("a wider picture", |screen| screen.contents().lines().count() > 24);
}

#[test]
fn a_second_login_takes_the_run_over() {
    let server = Running::start();
    let mut first = server.with_player("Ann", 1);
    let mut second = server.go_on("Ann", 1);
    first.ends_with(1);
    assert!(first.text().contains("You went on with this run from elsewhere."), "{}", first.text());
    wait_a_turn(&mut second);
}

#[test]
fn whoever_has_left_a_run_stays_when_it_goes_on_elsewhere() {
    let server = Running::start();
    let mut first = server.with_player("Ann", 1);
    first.press("S", "New shift");
    let mut second = server.log_in("Ann");
    second.wait_for("New shift");
    take_up(&mut second);
    wait_a_turn(&mut second);
    first.press("n", "Seed");
}

#[test]
fn what_has_ended_elsewhere_is_offered_no_more() {
    let server = Running::start();
    let mut first = server.with_player("Ann", 1);
    first.press("S", "Continue: ");
    let mut second = server.log_in("Ann");
    assert_eq!(offered_turn(&second), 1);
    take_up(&mut first);
    give_up(&mut first);
    second.send("c");
    second.wait_until("nothing to go on with", |screen| !screen.contents().contains("Continue: "));
    second.press("n", "Seed");
}

#[test]
fn all_unfinished_shifts_can_be_gone_on_with() {
    let server = Running::start();
    let mut first = server.with_player("Ann", 1);
    let mut second = server.log_in("Ann");
    begin_shift_of(&mut second, "7");
    second.wait_until("the map", |screen| dawn(&screen.contents()).is_some());
    second.send("S");
    // Continue is of the one that was left last; the title knows of the other, too.
    second.wait_for("Continue: vault, depth 1, turn 0");
    second.press("u", "vault, depth 1, turn 1, being played; last played");
    second.press("\x1b[B\r", "You take up the shift where you left it.");
    first.ends_with(1);
    wait_a_turn(&mut second);
}

#[test]
fn a_server_that_stops_tells_its_players_and_keeps_their_runs() {
    let mut server = Running::start();
    let mut pty = server.with_player("Ann", 1);
    assert_eq!(server.stop("TERM"), Some(0));
    pty.ends_with(1);
    assert!(pty.text().contains("The server stops for a moment."), "{}", pty.text());
    server.kill_and_start();
    assert_eq!(offered_turn(&server.log_in("Ann")), 1);
}

#[test]
fn names_are_unique_to_the_eye() {
    let server = Running::start().with_account("Molly");
    let mut pty = server.log_in("other");
    pty.wait_for("What shall we call you?");
    for (name, said) in [
        ("rn0lly", "somebody here is called that"),
        ("a", "too short"),
        ("adm1n", "that name is reserved"),
        ("b b", "a blank cannot be in a name"),
    ] {
        pty.press(&format!("\x15{name}\r"), said);
    }
    expect_refusals(&server, "name_refused", 3);
    assert!(!server.log().contains("dm1n"), "{}", server.log());
    pty.press("\x15Bea\r", "You are hired, Bea.");
}

/// Makes the account of Ann by a key. Returns its recovery code.
pub(crate) fn join_by(server: &Running, key: &str) -> String {
    let mut pty = server.log_in(key);
    pty.wait_for("What shall we call you?");
    pty.press("Ann\r", "Your recovery code");
    let text = pty.text();
    let code =
        text.split("Your recovery code:").nth(1).and_then(|rest| rest.split_whitespace().next());
    let code = code.expect("a code").to_uppercase();
    pty.press("\r", "New shift");
    code
}

#[test]
fn a_lost_key_is_helped_by_the_code() {
    let server = Running::start();
    let code = join_by(&server, "lost");
    let mut pty = server.log_in("found");
    pty.wait_for("What shall we call you?");
    pty.press("\t", "as you wrote it down");
    pty.press("wrong\r", "no account has that code");
    pty.press(&format!("\x15{}\r", code.replace('-', " ")), "Welcome back, Ann.");
    assert!(!pty.text().to_uppercase().contains(&code), "the code is a new one");
    pty.press("\r", "New shift");
    for key in ["lost", "found"] {
        let told = server.who(key);
        assert!(told.starts_with("Ann, key SHA256:"), "{told}");
    }
}

#[test]
fn an_account_has_one_try_at_the_day() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    ann.press("d", "your one try is open");
    ann.wait_for("The seed is this server's own");
    ann.press("\r", "Begin the one try of");
    ann.press("Y", "key: begin");
    assert!(ann.text().contains("seed told tomorrow"), "{}", ann.text());
    ann.send("\r");
    ann.wait_until("the map", |screen| dawn(&screen.contents()).is_some());
    wait_a_turn(&mut ann);
    ann.press("S", "turn 1");
    ann.press("d", "your one try goes on");
    // From another machine it is the same try.
    let mut again = server.log_in("Ann");
    again.wait_for("New shift");
    again.press("d", "your one try goes on");
    again.press("\r", "You take up the shift where you left it.");
    // A guest has none, and rehearses today's floor for nobody.
    let mut guest = server.log_in_as_guest();
    guest.wait_for("New shift");
    guest.press("w", "Ann ");
    guest.press("\r", "shown to you after your one try");
    guest.press("\x1b", "New shift");
    guest.press("d", "Guests have no try that counts.");
    guest.press("\r", "can be practised from tomorrow on");
    guest.press("\x1b[B", "The seed was ");
    guest.press("\r", "key: begin");
}

#[test]
fn keys_are_added_by_pasting_and_removed() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    let line = public_key(&server, "laptop", "ed25519");
    ann.press("a", "the one you came with");
    ann.press("d", "You came with that key");
    ann.press("a", "Paste the public key");
    ann.press("nonsense\r", "That is no public key.");
    // One that could not log in is not taken.
    let rsa = public_key(&server, "old", "rsa");
    ann.send("a");
    paste(&mut ann, &rsa, "A key of that kind opens nothing here");
    ann.send("a");
    paste(&mut ann, &line, "offered and not yet taken");
    let mut pty = server.log_in("laptop");
    accept_offer(&mut pty, "Ann");
    drop(pty);
    ann.press("\x1b", "New shift");
    ann.send("a");
    ann.wait_until("a key of hers", |screen| {
        screen.contents().contains("since") && !screen.contents().contains("offered")
    });
    assert!(server.who("laptop").starts_with("Ann, key "), "{}", server.who("laptop"));
    // A key is one account's.
    let mut bea = server.join("Bea");
    bea.send("aa");
    bea.press(&format!("{line}\r"), "the key belongs to an account");
    ann.send("\x1b[B");
    ann.press("d", "opens nothing here any more");
    assert!(server.who("laptop").starts_with("nobody yet"), "{}", server.who("laptop"));
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
    pty.press(&format!("{code}\r"), "Welcome back, Ann.");
}

/// Opens the account screen from the title, and offers a key a place.
fn offer(server: &Running, pty: &mut Pty, key: &str) {
    pty.press("a", "the one you came with");
    pty.press("a", "Paste the public key");
    paste(pty, &public_key(server, key, "ed25519"), "offered and not yet taken");
}

fn public_key(server: &Running, key: &str, kind: &str) -> String {
    let line = std::fs::read_to_string(server.key_of(key, kind) + ".pub").expect("reads");
    line.trim_end().to_owned()
}

/// Typed, so many keys at once would be dropped.
fn paste(pty: &mut Pty, text: &str, then: &str) {
    pty.press(&format!("\x1b[200~{text}\x1b[201~\r"), then);
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
    pty.press("\r", "New shift");
}

#[test]
fn a_stranger_s_key_is_not_taken() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    offer(&server, &mut ann, "owner");
    assert!(server.who("owner").starts_with("nobody yet: "), "{}", server.who("owner"));
    let shown = server.admin(&["account", "Ann"]).1;
    assert!(shown.contains("Keys: 1\n") && shown.contains("only offered a place"), "{shown}");
    // Whoever just presses on has an account of its own.
    let mut owner = server.log_in("owner");
    owner.wait_for("Ann offers you a place.");
    owner.press("\r", "What shall we call you?");
    owner.press("Zoe\r", "You are hired, Zoe.");
    assert!(server.who("owner").starts_with("Zoe, key SHA256:"), "{}", server.who("owner"));
    // The offer is no more, and another key's is taken back.
    ann.press("\x1b[Bd", "there is no such offer any more");
    ann.press("\x1b", "New shift");
    offer(&server, &mut ann, "second");
    ann.press("\x1b[Bd", "is taken back.");
    drop(server.join("second"));
    // What a banned account offers is not shown.
    ann.press("\x1b", "New shift");
    offer(&server, &mut ann, "third");
    assert_eq!(server.admin(&["ban", "Ann"]).0, Some(0));
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
    let told = server.who("owner");
    assert!(told.starts_with("Bea, key SHA256:"), "{told}");
    ann.press("\x1b[Bd", "there is no such offer any more");
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
    pty.press("\x1b[2;5R", "two columns wide");
    assert!(pty.text().is_ascii());
}

#[test]
fn the_theme_goes_with_the_ground_of_the_terminal_where_that_is_asked_for() {
    let server = Running::start();
    let key = server.key("ann");
    server.join("ann");
    let asks = |pty: &Pty| pty.take_bytes().windows(4).any(|four| four == b"]11;");
    let ground = |pty: &Pty| pty.screen(|screen| screen.cell(0, 0).expect("a cell").bgcolor());
    let mut pty = server.log_in_by(&key, &[]);
    pty.wait_for("New shift");
    assert!(!asks(&pty));
    pty.press("s", "Reader mode");
    pty.press("\x1b[B\x1b[B\x1b[D", "auto  ");
    pty.press("\x1b", "New shift");
    pty.ends_by("q", 0);
    let mut pty = server.log_in_by(&key, &[]);
    pty.wait_for("New shift");
    assert!(asks(&pty));
    let dark = ground(&pty);
    pty.press("\x1b]11;rgb:ffff/ffff/ffff\x07s", "Reader mode");
    assert_ne!(ground(&pty), dark);
}
