//! `upkeeper admin`, on the database of a server that serves.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;
use tempfile::TempDir;

use crate::running::{Running, Told};
use crate::sessions::{begin_shift, offered_turn, wait_a_turn};
use crate::support::database::{Database, on_both};

/// A server on a database.
fn serve(database: &Database) -> Running {
    Running::start_with(&format!("store = {:?}\n", database.url()))
}

/// Runs a command that has to succeed. Returns what it prints.
fn done(server: &Running, arguments: &[&str]) -> String {
    server.admin(arguments).done()
}

/// The objects that a command prints.
fn json(server: &Running, arguments: &[&str]) -> Vec<Value> {
    let mut arguments = arguments.to_vec();
    arguments.extend(["--format", "json"]);
    let out = server.admin(&arguments).1;
    out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// The fingerprint of an account's only key.
fn fingerprint(server: &Running, name: &str) -> String {
    let account = &json(server, &["account", name])[0];
    account["keys"][0]["fingerprint"].as_str().expect("a fingerprint").to_owned()
}

on_both! {
    fn accounts_are_listed_shown_and_renamed(database) {
        let server = serve(database);
        let mut ann = server.join("Ann");
        drop(server.join("Bea"));
        begin_shift(&mut ann);
        wait_a_turn(&mut ann);
        let listed = json(&server, &["accounts"]);
        let names: Vec<&Value> = listed.iter().map(|account| &account["name"]).collect();
        assert_eq!(names, ["Ann", "Bea"]);
        assert!(listed.iter().all(|account| account["schema"] == "upkeeper.account/1"));
        assert!(done(&server, &["accounts", "--after", "Ann"]).starts_with("Bea "));
        assert_eq!(done(&server, &["accounts", "--limit", "1"]).lines().count(), 1);
        let account = &json(&server, &["account", "ann"])[0];
        assert_eq!((&account["name"], &account["guest"]), (&"Ann".into(), &false.into()));
        assert_eq!(account["runs"][0]["turn"], 1, "{account}");
        assert_eq!(account["runs"][0]["standing"], "unfinished", "{account}");
        let shown = done(&server, &["account", "Ann"]);
        assert!(shown.contains("Keys: 1") && shown.contains("turn 1;"), "{shown}");
        let live = json(&server, &["live"]);
        assert_eq!((live.len(), &live[0]["account"], &live[0]["turn"]),
            (1, &"Ann".into(), &1.into()));
        assert!(done(&server, &["live"]).starts_with("Ann "));
        // The player goes on under the new name.
        assert_eq!(done(&server, &["rename", "Ann", "Mop-7"]), "Ann is called Mop-7 from now \
            on.\n");
        assert!(server.who("Ann").starts_with("Mop-7, key SHA256:"));
        wait_a_turn(&mut ann);
        for (arguments, code, words) in [
            (&["rename", "Mop-7", "8ea"][..], 1, "the same or looks the same"),
            (&["rename", "Mop-7", "adm1n"], 2, "reserved"),
            (&["rename", "Mop-7", "x"], 2, "too short"),
            (&["rename", "Mop-7", "\u{1b}[2J"], 2, "cannot be in a name"),
            (&["rename", "Ann", "Anna"], 1, "no account Ann"),
            (&["account", "M0p-7"], 1, "there is Mop-7, which looks like it"),
            (&["account", "'; DROP TABLE accounts; --"], 1, "no account"),
        ] {
            let said = server.admin(arguments).refused(code);
            assert!(said.contains(words) && !said.contains('\u{1b}'), "{arguments:?}: {said}");
        }
        assert_eq!(json(&server, &["accounts"]).len(), 2);
    }

    fn a_deleted_account_is_gone_at_once_with_its_session(database) {
        let server = serve(database);
        let mut ann = server.with_player("Ann", 1);
        let Told(code, out, _) = server.admin(&["delete", "Ann"]);
        assert_eq!(code, Some(1));
        assert!(out.contains("1 key, 1 run (1 unfinished)") && out.contains("--yes"), "{out}");
        assert!(server.who("Ann").starts_with("Ann, "));
        assert!(done(&server, &["delete", "Ann", "--yes"]).starts_with("Ann is deleted: 1 key"));
        assert!(server.who("Ann").starts_with("nobody yet: "));
        ann.ends_with(1);
        assert_eq!(server.admin(&["delete", "Ann", "--yes"]).0, Some(1));
        // Whoever has the key can begin anew.
        drop(server.join("Ann"));
    }

    fn a_banned_key_is_refused_and_its_session_ends(database) {
        let server = serve(database);
        let mut ann = server.with_player("Ann", 1);
        let bea = server.join("Bea");
        let key = fingerprint(&server, "Ann");
        let words = done(&server, &["ban", &key, "--for", "1h", "--reason", "floods\u{1b}[2J"]);
        assert!(words.starts_with(&format!("{key} is kept out until ")), "{words}");
        ann.ends_with(1);
        assert!(ann.text().contains("opens nothing here any more"), "{}", ann.text());
        assert_eq!(server.ask("Ann", &["whoami"]).0, Some(255));
        assert!(server.who("Bea").starts_with("Bea, "), "others stay");
        assert!(bea.text().contains("New shift"), "{}", bea.text());
        let bans = json(&server, &["bans"]);
        assert_eq!((bans.len(), &bans[0]["subject"]), (1, &key.as_str().into()));
        assert!(!done(&server, &["bans"]).contains('\u{1b}'));
        assert_eq!(done(&server, &["unban", &key]), format!("{key} is let in again.\n"));
        // The front end learns of it within some seconds; each refusal takes one.
        let is_in = (0..10).any(|_| server.request("Ann", &["whoami"]).status.success());
        assert!(is_in, "the ban has ended");
        assert_eq!(offered_turn(&server.log_in("Ann")), 1);
    }

    fn a_banned_account_stays_out_by_any_key(database) {
        let server = serve(database);
        let mut ann = server.join("Ann");
        let out = done(&server, &["ban", "Ann"]);
        assert!(out.contains("(Ann) is kept out for good"), "{out}");
        ann.ends_with(1);
        assert_eq!(server.ask("Ann", &["whoami"]).0, Some(255));
        assert_eq!(json(&server, &["bans"])[0]["account"], "Ann");
        done(&server, &["unban", "Ann"]);
        assert!(json(&server, &["bans"]).is_empty());
    }

    fn a_banned_address_is_refused_at_the_door_and_its_session_ends(database) {
        let mut server = serve(database);
        let mut ann = server.join("Ann");
        // A block of the addresses, written with bits that do not count.
        let out = done(&server, &["ban", "127.1.2.3/8", "--for", "1d"]);
        assert!(out.starts_with("127.0.0.0/8 is kept out until "), "{out}");
        ann.ends_with(1);
        assert!(ann.text().contains("Nobody from your address is let in."), "{}", ann.text());
        assert_eq!(server.ask("Ann", &["whoami"]).0, Some(255));
        // It holds from the first connection on after a start.
        server.kill_and_start();
        assert_eq!(server.ask("Ann", &["whoami"]).0, Some(255));
        assert_eq!(server.stop("TERM"), Some(0));
        done(&server, &["unban", "127.0.0.0/8"]);
        server.kill_and_start();
        assert!(server.who("Ann").starts_with("Ann, "));
    }
}

#[test]
fn what_cannot_be_banned_is_told() {
    let server = Running::start();
    for (subject, code, words) in [
        ("10.0.0.0/33", 2, "neither a key's fingerprint"),
        ("SHA256:short", 2, "no fingerprint"),
        ("0.0.0.0/0", 2, "everybody"),
        ("::/0", 2, "everybody"),
        ("Nobody", 1, "no account Nobody"),
        ("", 2, "neither"),
    ] {
        let said = server.admin(&["ban", subject]).refused(code);
        assert!(said.contains(words), "{subject}: {said}");
    }
    for time in ["0d", "soon", "7", "99999999999w"] {
        let said = server.admin(&["ban", "192.0.2.1", "--for", time]).refused(2);
        assert!(said.contains("30m, 12h, 7d"), "{said}");
    }
    let Told(answer, _, said) = server.admin(&["unban", "192.0.2.1"]);
    assert_eq!(answer, Some(1));
    assert!(said.contains("192.0.2.1 is not banned"), "{said}");
    assert!(json(&server, &["bans"]).is_empty());
}

#[test]
fn a_backup_while_somebody_plays_restores() {
    let server = Running::start();
    let mut ann = server.with_player("Ann", 3);
    let backup = server.path("backup");
    let name = backup.to_str().expect("a plain name");
    assert!(done(&server, &["backup", name]).contains("to restore it"));
    let mode = fs::metadata(&backup).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    wait_a_turn(&mut ann);
    let before = fs::read(&backup).expect("reads");
    let said = server.admin(&["backup", name]).refused(73);
    assert!(said.contains("--force replaces it"), "{said}");
    assert_eq!(fs::read(&backup).expect("reads"), before);
    // The database itself is never replaced by its backup, whatever its name.
    let store = server.path("server.sqlite");
    fs::hard_link(&store, server.path("other-name")).expect("links");
    for place in [&store, &server.path("other-name")] {
        let place = place.to_str().expect("a plain name");
        let said = server.admin(&["backup", "--force", place]).refused(2);
        assert!(said.contains("the database itself"), "{said}");
    }
    // A second server on the backup, while the first one serves.
    let folder = TempDir::new().expect("a folder");
    fs::copy(&backup, folder.path().join("server.sqlite")).expect("copies");
    server.copy_key("Ann", folder.path());
    let restored = Running::start_in(folder);
    let mut again = restored.go_on("Ann", 3);
    wait_a_turn(&mut again);
    wait_a_turn(&mut ann);
    done(&server, &["backup", "--force", name]);
    assert_ne!(fs::read(&backup).expect("reads"), before);
}

on_both! {
    fn what_is_exported_and_imported_is_the_same(database) {
        let mut server = serve(database);
        let _ann = server.with_player("Ann", 1);
        done(&server, &["ban", "192.0.2.0/24", "--reason", "floods"]);
        assert_eq!(server.stop("TERM"), Some(0));
        let [export, other] = ["all.jsonl", "other.sqlite"].map(|name| server.path(name));
        let (file, url) =
            (export.to_str().expect("a plain name"), format!("sqlite:{}", other.display()));
        let rows = &json(&server, &["export", file])[0]["rows"];
        assert!(rows.as_u64().is_some_and(|rows| rows > 4), "{rows}");
        let mode = fs::metadata(&export).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(server.admin(&["export", file]).0, Some(73));
        assert_eq!(done(&server, &["export", "-"]), fs::read_to_string(&export).expect("reads"));
        assert_eq!(&json(&server, &["import", file, "--store", &url])[0]["rows"], rows);
        let compared = &json(&server, &["compare", &url])[0];
        assert_eq!((&compared["different"], &compared["equal"]), (&0.into(), rows));
        assert_eq!(server.admin(&["compare", &url]).0, Some(0));
        // A row that is not the same is told, by its table and column and not by what is in it.
        done(&server, &["rename", "Ann", "Bea", "--store", &url]);
        let Told(code, out, _) = server.admin(&["compare", &url]);
        assert_eq!(code, Some(1));
        assert!(out.contains("accounts, row 1: differs in name, skeleton"), "{out}");
        assert!(out.contains("1 different."), "{out}");
        // Nothing is imported over what is there, and nothing by halves.
        let said = server.admin(&["import", file, "--store", &url]).refused(73);
        assert!(said.contains("not empty"), "{said}");
        let torn = server.path("torn");
        let bytes = fs::read(&export).expect("reads");
        fs::write(&torn, &bytes[..bytes.len() / 2]).expect("writes");
        let url = format!("sqlite:{}", server.path("third.sqlite").display());
        let torn = torn.to_str().expect("a plain name");
        let said = server.admin(&["import", torn, "--store", &url]).refused(65);
        assert!(said.contains("line "), "{said}");
        assert!(json(&server, &["accounts", "--store", &url]).is_empty());
    }
}

#[test]
fn the_store_is_named_as_the_server_names_it() {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (arguments, code, words) in [
        (&["accounts", "--store", &format!("sqlite:{}", path("none"))][..], 66, "no such database"),
        (&["compare", &format!("sqlite:{}", path("none"))], 66, "no such database"),
        (&["accounts", "--store", "mysql://x"], 2, "begins neither with"),
        (&["accounts", "--config", &path("none.toml")], 78, "cannot be read"),
        (&["import", &path("none")], 66, "No such file"),
        (&["import", &path("")], 65, "no regular file"),
    ] {
        let said = server.admin(arguments).refused(code);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    assert!(!folder.path().join("none").exists(), "no database was made");
    fs::write(path("noise"), vec![7; 10_000]).expect("writes");
    let noise = format!("sqlite:{}", path("noise"));
    server.admin(&["check", "--store", &noise]).refused(65);
    // By the settings of the server.
    drop(server.join("Ann"));
    let text = format!("store = 'sqlite:{}'\n", server.path("server.sqlite").display());
    fs::write(path("server.toml"), text).expect("writes");
    let home = path("home");
    let listed = done(&server, &["accounts", "--config", &path("server.toml"), "--home", &home]);
    assert!(listed.starts_with("Ann "), "{listed}");
}

on_both! {
    fn the_store_is_checked_and_looked_after(database) {
        let server = serve(database);
        drop(server.log_in_as_guest());
        assert!(done(&server, &["check"]).ends_with(": no damage was found.\n"));
        let checked = &json(&server, &["check"])[0];
        assert_eq!(
            (&checked["schema"], checked["damage"].as_array().map(Vec::len)),
            (&"upkeeper.check/1".into(), Some(0))
        );
        assert!(done(&server, &["prune"]).starts_with("0 guests deleted"));
        assert!(done(&server, &["reverify"]).starts_with("0 runs of ruleset "));
    }
}
