//! Leases: one writer a run, whoever races whom.

use std::sync::Barrier;
use std::thread;

use server::store::{RunKey, Store, StoreError};

use crate::support::database::{account, at, at_once, new_run, on_both, result};

fn bytes(store: &Store, run: RunKey) -> Vec<u8> {
    store.run_bytes(run).expect("an answer").expect("a run")
}

on_both! {
    fn a_run_is_taken_over_with_all_its_bytes(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let old = store.begin_run(ann.id, new_run(7), b"head", "front-1").expect("a run");
        store.append(&old, b"one", at(1)).expect("kept");
        store.append(&old, b"two", at(2)).expect("kept");
        store.append(&old, b"", at(2)).expect("nothing to keep");
        let taken = store.take_over(ann.id, old.run(), "front-2").expect("a lease");
        assert_eq!((taken.bytes.as_slice(), taken.previous_holder.as_deref()),
            (&b"headonetwo"[..], Some("front-1")));
        assert!(taken.lease.epoch() > old.epoch());
        assert!(matches!(store.append(&old, b"three", at(3)), Err(StoreError::LeaseLost)));
        assert!(matches!(store.finish(&old, b"end", result("d")), Err(StoreError::LeaseLost)));
        assert!(matches!(store.mark_damaged(&old, "no"), Err(StoreError::LeaseLost)));
        store.release(&old).expect("nothing to give back");
        store.append(&taken.lease, b"three", at(3)).expect("kept");
        assert_eq!(bytes(&store, old.run()), b"headonetwothree");
        let info = store.run(old.run()).expect("an answer").expect("a run");
        assert_eq!((info.progress.turn, info.bytes, info.holder.as_deref()),
            (3, 15, Some("front-2")));
        store.release(&taken.lease).expect("given back");
        assert!(matches!(store.append(&taken.lease, b"four", at(4)), Err(StoreError::LeaseLost)));
        assert_eq!(store.take_over(ann.id, old.run(), "front-1").expect("a \
            lease").previous_holder, None);
    }

    fn nobody_takes_over_the_run_of_another(database) {
        let store = database.open();
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        let lease = store.begin_run(ann.id, new_run(7), b"head", "front").expect("a run");
        assert!(matches!(store.take_over(bob.id, lease.run(), "front"),
            Err(StoreError::NoSuchRun)));
        assert!(matches!(store.delete_run(bob.id, lease.run()), Err(StoreError::NoSuchRun)));
        assert!(!store.keep_morgue(bob.id, lease.run(), "x").expect("an answer"));
        store.append(&lease, b"one", at(1)).expect("kept");
    }

    /// Writers append as fast as they can while others take their runs over, again and again. What
    /// a take-over answers with is all there is, and only its lease can go on.
    fn an_append_never_slips_past_a_take_over(database) {
        const RUNS: usize = 4;
        const TAKE_OVERS: usize = 60;
        let store = database.open();
        let ann = account(&store, "ann");
        let start = Barrier::new(RUNS * 2);
        thread::scope(|scope| {
            for number in 0..RUNS {
                let first = store.begin_run(ann.id, new_run(number as u64), b"0000", "front")
                    .expect("a run");
                let (store, start) = (&store, &start);
                let run = first.run();
                let (leases, taken_up) = std::sync::mpsc::channel();
                leases.send((first, 4)).expect("a writer");
                // Appends by each lease until it is lost, and tells how far it came.
                let writer = scope.spawn(move || {
                    start.wait();
                    let mut acknowledged = Vec::new();
                    for (lease, length) in taken_up {
                        let mut length: usize = length;
                        let word = |length: usize| format!("{:04}", length / 4 % 10_000);
                        while store.append(&lease, word(length).as_bytes(), at(1)).is_ok() {
                            length += 4;
                        }
                        assert!(matches!(store.append(&lease, b"late", at(1)),
                            Err(StoreError::LeaseLost)));
                        acknowledged.push(length);
                    }
                    acknowledged
                });
                scope.spawn(move || {
                    start.wait();
                    let mut lengths = Vec::new();
                    for _ in 0..TAKE_OVERS {
                        let taken = store.take_over(ann.id, run, "front").expect("a lease");
                        // What comes in between would be here, and not in the answer.
                        let now = bytes(store, run);
                        assert_eq!(now, taken.bytes, "something was appended after the take-over");
                        lengths.push(now.len());
                        leases.send((taken.lease, now.len())).expect("a writer");
                        // Lets it get somewhere.
                        let goes_on = (0..100_000).any(|_| bytes(store, run).len() > now.len());
                        assert!(goes_on, "the writer has stopped");
                    }
                    store.take_over(ann.id, run, "front").expect("a lease");
                    drop(leases);
                    // Whatever a writer was told is kept stood in the answer of the next take-over.
                    let acknowledged = writer.join().expect("no panic");
                    for (told, answered) in acknowledged.iter().zip(&lengths) {
                        assert_eq!(told, answered);
                    }
                    let all = bytes(store, run);
                    assert_eq!(Some(&all.len()), acknowledged.last());
                    for (number, word) in all.chunks(4).enumerate() {
                        assert_eq!(word, format!("{:04}", number % 10_000).as_bytes());
                    }
                });
            }
        });
    }

    fn two_that_log_in_at_once_get_one_valid_lease(database) {
        let (store, other) = (database.open(), database.open());
        let ann = account(&store, "ann");
        for round in 0..20 {
            let run = store.begin_run(ann.id, new_run(round), b"head", "front").expect("a \
                run").run();
            let leases = at_once([("front-1", &store), ("front-2", &other)], |(front_end, store)| {
                store.take_over(ann.id, run, front_end).expect("a lease").lease
            });
            let appended: Vec<_> = leases.iter().map(|lease| store.append(lease, b"x", at(1)))
                .collect();
            assert_eq!(appended.iter().filter(|appended| appended.is_ok()).count(), 1,
                "{appended:?}");
            assert_eq!(bytes(&store, run), b"headx");
            store.delete_run(ann.id, run).expect("deleted");
        }
    }

    fn an_append_whose_answer_was_lost_can_be_repeated(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let lease = store.begin_run(ann.id, new_run(7), b"head", "front").expect("a run");
        // It was kept, and the connection broke before the answer: the bytes are there, the lease
        // does not know.
        let blob = if database.url().starts_with("sqlite") { "x'6f6e65'" } else { "'\\x6f6e65'" };
        database.sql(&format!(
            "INSERT INTO run_frames (run, start, bytes, turn, commands) SELECT id, 4, {blob}, 1, 1 \
             FROM runs"
        ));
        store.append(&lease, b"one", at(1)).expect("it is kept");
        store.append(&lease, b"two", at(2)).expect("kept");
        assert_eq!(bytes(&store, lease.run()), b"headonetwo");
    }

    fn the_end_of_a_run_makes_one_row_of_its_bytes(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let lease = store.begin_run(ann.id, new_run(7), b"head", "front").expect("a run");
        for turn in 1..50 {
            store.append(&lease, b"frame", at(turn)).expect("kept");
        }
        store.finish(&lease, b"end", result("digest")).expect("kept");
        // The same once more is the same.
        let again = store.finish(&lease, b"", result("another"));
        assert!(matches!(again, Err(StoreError::LeaseLost)), "{again:?}");
        let all = [&b"head"[..], &b"frame".repeat(49), b"end"].concat();
        assert_eq!(bytes(&store, lease.run()), all);
        assert_eq!(database.number("SELECT count(*) FROM run_frames"), 1);
        let info = store.run(lease.run()).expect("an answer").expect("a run");
        assert_eq!(info.result, Some(result("digest")));
        assert_eq!((info.holder, info.bytes), (None, all.len() as u64));
        assert!(matches!(store.append(&lease, b"more", at(99)), Err(StoreError::LeaseLost)));
        assert!(matches!(store.take_over(ann.id, lease.run(), "front"), Err(StoreError::RunOver)));
        assert_eq!(store.unfinished_runs(ann.id).expect("an answer"), []);
    }
}
