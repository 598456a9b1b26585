//! Opening: new, twice at once, newer, damaged, another program's.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use server::store::{Store, StoreError, StoreOptions};

use crate::support::database::{Database, account, at, at_once, new_run, on_both};

fn refused(url: &str) -> StoreError {
    Store::open(url, StoreOptions::default()).expect_err("refused")
}

on_both! {
    fn several_open_a_new_database_at_once(database) {
        let opened = at_once(0..6, |_| database.open());
        account(&opened[0], "ann");
        for store in &opened {
            assert!(store.account_of_name("ann").expect("an answer").is_some());
        }
    }

    fn a_newer_schema_is_refused(database) {
        drop(database.open());
        database.sql("UPDATE schema_version SET version = 1000");
        let error = refused(database.url());
        assert!(error.to_string().contains("schema 1000") && !error.is_transient(), "{error}");
        database.sql("UPDATE schema_version SET version = -1");
        assert!(refused(database.url()).to_string().contains("schema -1"));
    }
}

#[test]
fn a_url_of_nothing_is_refused_without_its_password() {
    for url in ["", "sqlite:", "store.db", "mysql://root:hunter2@localhost/x"] {
        let error = refused(url);
        assert!(error.to_string().contains("URL"), "{error}");
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    }
    for url in
        ["postgres://ann:hunter2@127.0.0.1:1/x", "postgres://ann:hunter2@127.0.0.1:nonsense/x"]
    {
        let error = refused(url);
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    }
    // One that does not answer may answer later.
    assert!(refused("postgres://ann:hunter2@127.0.0.1:1/x").is_transient());
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let database = Database::sqlite();
    fs::write(database.file(), "A letter.\n".repeat(1000)).expect("a file");
    assert!(refused(database.url()).to_string().contains("not a database"));
    assert_eq!(fs::read(database.file()).expect("the file").len(), 10_000);
    fs::remove_file(database.file()).expect("removed");
    database.sql("CREATE TABLE recipes (name TEXT)");
    assert!(refused(database.url()).to_string().contains("another program"));
}

#[test]
fn a_damaged_file_is_refused_in_words_or_found_damaged() {
    let database = Database::sqlite();
    let store = database.open();
    let ann = account(&store, "ann");
    let lease = store.begin_run(ann.id, new_run(1), &vec![7; 100_000], "front").expect("a run");
    store.append(&lease, &vec![8; 100_000], at(1)).expect("kept");
    assert_eq!(store.find_damage().expect("an answer"), [""; 0]);
    drop(store);
    let whole = fs::read(database.file()).expect("the file");
    // Nothing of it panics, wherever the damage is; where it can be opened, it says that it is
    // damaged.
    let page = 4096;
    for at in (0..whole.len()).step_by(page) {
        let mut bytes = whole.clone();
        let end = (at + page).min(bytes.len());
        bytes[at..end].fill(0xa5);
        fs::write(database.file(), bytes).expect("the file");
        match Store::open(database.url(), StoreOptions::default()) {
            Err(error) => {
                let words = error.to_string();
                assert!(
                    words.contains("damaged") || words.contains("not a database"),
                    "{at}: {words}"
                );
            }
            Ok(store) => {
                let found = store.find_damage();
                let read = store.run_bytes(lease.run());
                let is_told = found.as_ref().map_or(true, |found| !found.is_empty());
                // The content of a run alone has no checksum in the database: its frames have one
                // each.
                let is_content = matches!(&read, Ok(Some(bytes)) if bytes.len() == 200_000);
                assert!(is_told || is_content, "{at}: {found:?}");
            }
        }
    }
    fs::write(database.file(), &whole[..whole.len() / 2]).expect("the file");
    let error = Store::open(database.url(), StoreOptions::default());
    let told =
        error.map_or_else(|error| error.to_string(), |store| format!("{:?}", store.find_damage()));
    assert!(told.contains("damaged") || told.contains("malformed"), "{told}");
}

#[test]
fn a_new_file_is_for_its_owner_alone() {
    let database = Database::sqlite();
    let store = database.open();
    account(&store, "ann");
    for name in ["store.db", "store.db-wal"] {
        let file = database.file().with_file_name(name);
        let mode = fs::metadata(&file).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}
