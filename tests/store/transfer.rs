//! Backup, export and import, and comparing what came out, between any two databases.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use runs::save::Overwrite;
use server::store::{Backup, Store, StoreOptions, Verdict};

use crate::support::database::{
    Database, account, add_key, at, daily, found_true, new_run, on_both, result, submission,
};

/// Rows in every table, with what is awkward: texts that languages sort otherwise than by bytes,
/// empty and long bytes, absent values, numbers at their limits.
fn fill(store: &Store) {
    for (number, name) in
        ["ann", "Bob", "_eve", "É", "zoë", "a-b", "aB", "'; --", "\u{1b}[2J\n\"\\"]
            .iter()
            .enumerate()
    {
        let id = account(store, name).id;
        store.keep_settings(id, &"x = 1\n".repeat(number * 100)).expect("kept");
        add_key(store, id, &format!("second of {name}"), "").expect("a key");
        store.offer_key(id, &format!("offered by {name}"), name).expect("an offer");
        store.offer_key(id, "offered by all", "").expect("an offer");
        store.ban(name, "", (number % 2 == 0).then_some(Duration::from_mins(1))).expect("banned");
        let lease = store
            .begin_run(id, new_run(u64::MAX - number as u64), b"head", "front-1")
            .expect("a run");
        for turn in 0..40 {
            let bytes: Vec<u8> = (0..=u8::try_from(turn).expect("small"))
                .map(|byte| byte.wrapping_mul(37))
                .collect();
            store.append(&lease, &bytes, at(turn)).expect("kept");
        }
        let over = store
            .begin_run(id, daily("2026-11-23"), &vec![0xff; 300_000], "front-2")
            .expect("a run");
        store.keep_morgue(id, over.run(), "You died.\n").expect("kept");
        store.finish(&over, b"end", result(&format!("d{number}"))).expect("kept");
        let verdict = if number == 2 {
            Verdict::Untrue { reason: "no".to_owned() }
        } else {
            found_true(&format!("d{number}"), &[("order", u32::MAX), ("É", 0)])
        };
        store.keep_verdict(over.run(), verdict).expect("kept");
    }
    let guest = store.create_guest("guest", "guest", Duration::from_mins(1)).expect("a guest");
    let damaged = store.begin_run(guest.id, new_run(0), b"h", "front-1").expect("a run");
    store.mark_damaged(&damaged, "it is").expect("kept");
    store.submit_run(guest.id, submission("s")).expect("kept");
    store.heartbeat("front-1", &[(damaged.run(), 2)]).expect("alive");
    store.daily_secret().expect("a secret");
}

fn exported(store: &Store) -> Vec<u8> {
    let mut bytes = Vec::new();
    store.export(&mut bytes).expect("an export");
    bytes
}

/// Imports into a new database of each kind, and compares.
fn check_import(store: &Store, bytes: &[u8]) {
    for target in [Some(Database::sqlite()), Database::postgres()].into_iter().flatten() {
        let copy = target.open();
        let rows = copy.import(bytes).expect("imported");
        let comparison = store.compare(&copy).expect("a comparison");
        assert_eq!(
            (comparison.equal, comparison.different),
            (rows, 0),
            "{:?}",
            comparison.examples
        );
        assert_eq!(exported(&copy), bytes, "an export of the copy is the same to the byte");
        // And it is a store that works.
        let ann = copy.account_of_name("ann").expect("an answer").expect("an account");
        let run = copy.unfinished_runs(ann.id).expect("an answer").swap_remove(0);
        let taken = copy.take_over(ann.id, run.run, "front").expect("a lease");
        assert_eq!(Some(taken.bytes.clone()), store.run_bytes(run.run).expect("an answer"));
        copy.append(&taken.lease, b"more", at(99)).expect("kept");
        let comparison = store.compare(&copy).expect("a comparison");
        let told: Vec<_> = comparison
            .examples
            .iter()
            .map(|example| (example.table, example.to_string()))
            .collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].0 == "runs" && told[0].1.ends_with("differs in epoch, holder, held_at"),
            "{told:?}"
        );
        assert!(
            told[1].0 == "run_frames" && told[1].1.ends_with("only the second store has it"),
            "{told:?}"
        );
    }
}

on_both! {
    fn an_export_is_imported_into_either_engine(database) {
        let store = database.open();
        fill(&store);
        check_import(&store, &exported(&store));
    }

    fn a_wrong_export_is_refused_and_leaves_nothing(database) {
        let source = database.open();
        fill(&source);
        let good = String::from_utf8(exported(&source)).expect("JSON lines");
        let target = Database::sqlite();
        let store = target.open();
        let refused = |bytes: &[u8], word: &str| {
            let error = store.import(bytes).expect_err(word);
            assert!(error.to_string().contains(word), "{word}: {error}");
            assert_eq!(store.accounts("", 1).expect("a list"), [], "something was left");
        };
        refused(b"", "does not begin");
        refused(b"\n", "does not begin");
        refused(&[0xff; 100], "the line is too long");
        refused(b"{\"format\":\"upkeeper store\",\"version\":2,\"schema\":1}\n", "version 2");
        refused(b"{\"format\":\"upkeeper store\",\"version\":1,\"schema\":99}\n", "schema 99");
        let lines: Vec<&str> = good.lines().collect();
        let joined = |lines: &[&str]| (lines.join("\n") + "\n").into_bytes();
        refused(&joined(&lines[..lines.len() - 1]), "not whole");
        refused(&good.as_bytes()[..good.len() / 2], "");
        refused(&joined(&[&lines[..], &["[]"]].concat()), "after its last line");
        refused(&joined(&[&lines[..1], &["[1,2]"], &lines[1..]].concat()), "without a table");
        refused(&joined(&[&lines[..2], &["[1,2]"], &lines[2..]].concat()), "no row of its table");
        refused(&joined(&[&lines[..1], &["{\"table\":\"sqlite_schema\",\"columns\":[\"sql\"]}"],
            &lines[1..]].concat()), "no table");
        refused(&joined(&[&lines[..3], &lines[2..]].concat()), "rule of the database");
        let row = lines.iter().position(|line| line.starts_with('[')).expect("a row");
        refused(&joined(&[&lines[..row], &lines[row + 1..]].concat()), "");
        refused(good.replacen("\"ann\"", "\"amy\"", 1).as_bytes(), "checksum");
        // Into a database with anything in it nothing is imported.
        source.import(good.as_bytes()).expect_err("it is not empty");
        store.import(good.as_bytes()).expect("imported");
        assert!(store.import(good.as_bytes()).expect_err("not empty").to_string().contains("not \
            empty"));
        assert_eq!(store.compare(&source).expect("a comparison").different, 0);
    }

    /// Writers go on appending; what the backup has of each run is whole and as long as some answer
    /// said.
    fn a_backup_of_a_busy_store_is_of_one_moment(database) {
        let store = database.open();
        fill(&store);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("backup");
        let is_over = AtomicBool::new(false);
        let (before, kind, after) = thread::scope(|scope| {
            let writers: Vec<_> = (0..4)
                .map(|number| {
                    let id = account(&store, &format!("busy-{number}")).id;
                    let lease = store.begin_run(id, new_run(1), b"00000000", "front").expect("a \
                        run");
                    let (store, is_over) = (&store, &is_over);
                    let run = lease.run();
                    scope.spawn(move || {
                        for number in 1_u32.. {
                            if is_over.load(Ordering::Relaxed) {
                                break;
                            }
                            store.append(&lease, format!("{number:08}").as_bytes(), at(number))
                                .expect("kept");
                        }
                    });
                    run
                })
                .collect();
            let lengths = || {
                let length = |&run| store.run(run).expect("an answer").expect("a run").bytes;
                writers.iter().map(length).collect::<Vec<u64>>()
            };
            while lengths().iter().any(|&length| length < 80) {}
            let before = lengths();
            let kind = store.backup_to(&path, Overwrite::Never).expect("a backup");
            let after = lengths();
            is_over.store(true, Ordering::Relaxed);
            let named = |lengths: Vec<u64>| writers.iter().copied()
                .zip(lengths).collect::<BTreeMap<_, _>>();
            (named(before), kind, named(after))
        });
        assert_eq!(fs::metadata(&path).expect("the file").permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "a draft was left");
        let error = store.backup_to(&path, Overwrite::Never).expect_err("there is a file");
        assert!(error.to_string().contains("exists"), "{error}");
        // Restored as its kind says.
        let restored = Database::sqlite();
        let copy = match kind {
            Backup::Database => {
                fs::copy(&path, restored.file()).expect("copied");
                restored.open()
            }
            Backup::Export => {
                let copy = restored.open();
                copy.import(fs::File::open(&path).expect("the file")).expect("imported");
                copy
            }
        };
        assert_eq!(copy.find_damage().expect("an answer"), [""; 0]);
        let mut is_between = false;
        for (run, length) in &before {
            let bytes = copy.run_bytes(*run).expect("an answer").expect("a run");
            let kept = bytes.len() as u64;
            assert!(*length <= kept && kept <= after[run], "{length} {kept} {}", after[run]);
            is_between |= kept < after[run];
            for (place, word) in bytes.chunks(8).enumerate() {
                assert_eq!(word, format!("{place:08}").as_bytes());
            }
        }
        assert!(is_between, "nobody wrote meanwhile");
        // All else is the same, row by row.
        let comparison = store.compare(&copy).expect("a comparison");
        let is_busy = |table: &str| table == "run_frames";
        assert!(comparison.examples.iter().all(|example| is_busy(example.table)), "{:?}",
            comparison.examples);
    }
}

#[test]
fn an_sqlite_store_is_compared_with_its_backup() {
    let database = Database::sqlite();
    let store = database.open();
    fill(&store);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("backup.db");
    assert_eq!(store.backup_to(&path, Overwrite::Never).expect("a backup"), Backup::Database);
    let copy = Store::open(&format!("sqlite:{}", path.display()), StoreOptions::default())
        .expect("a store");
    let comparison = store.compare(&copy).expect("a comparison");
    assert!(comparison.equal > 400 && comparison.different == 0, "{comparison:?}");
}
