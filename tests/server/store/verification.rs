//! Which worker gets which run, and what becomes of verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::Duration;

use upkeeper::server::store::{RunError, RunKey, Standing, Store, Verdict};

use super::database::{RULESET, account, new_run, on_both, result};

const MINUTE: Duration = Duration::from_mins(1);

fn finished(store: &Store, count: u64) -> Vec<RunKey> {
    let ann = account(store, "ann");
    let run = |number: u64| {
        let lease = store.begin_run(ann.id, new_run(number), b"head", "front").expect("a run");
        store.finish(&lease, b"end", result(&format!("d{number}"))).expect("kept");
        lease.run()
    };
    (0..count).map(run).collect()
}

on_both! {
    fn no_run_is_handed_to_two_workers(database) {
        let store = database.open();
        let runs = finished(&store, 60);
        let handed: Vec<_> = thread::scope(|scope| {
            let workers: Vec<_> = (0..6)
                .map(|_| scope.spawn(|| {
                    let mut mine = Vec::new();
                    loop {
                        let pending = store.pending_verification(RULESET, 3, MINUTE).expect("an answer");
                        if pending.is_empty() {
                            return mine;
                        }
                        mine.extend(pending.into_iter().map(|pending| pending.run));
                    }
                }))
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
        });
        assert_eq!(handed.len(), 60);
        assert_eq!(handed.into_iter().collect::<BTreeSet<_>>(), runs.into_iter().collect());
        // They wait until they have a verdict.
        assert_eq!(store.count_pending(RULESET).expect("a count"), 60);
    }
}

on_both! {
    fn what_a_dead_worker_had_comes_back(database) {
        let store = database.open();
        finished(&store, 2);
        assert_eq!(store.pending_verification(RULESET, 10, MINUTE).expect("an answer").len(), 2);
        assert_eq!(store.pending_verification(RULESET, 10, MINUTE).expect("an answer"), []);
        database.sql("UPDATE runs SET claimed_until = claimed_until - 60001");
        assert_eq!(store.pending_verification(RULESET, 10, MINUTE).expect("an answer").len(), 2);
        assert_eq!(store.pending_verification("another ruleset", 10, MINUTE).expect("an answer"), []);
    }
}

on_both! {
    fn verdicts_are_kept_replaced_and_taken_back(database) {
        let store = database.open();
        let runs = finished(&store, 3);
        let measures = BTreeMap::from([("order".to_owned(), 300), ("clock-out".to_owned(), 250)]);
        store.keep_verdict(runs[0], Verdict::True { measures: measures.clone() }).expect("kept");
        let untrue = Verdict::Untrue { reason: "turn 7: other actors".to_owned() };
        store.keep_verdict(runs[1], untrue.clone()).expect("kept");
        let standing = |run| store.run(run).expect("an answer").expect("a run").standing;
        assert_eq!(standing(runs[0]), Standing::True);
        assert_eq!(standing(runs[1]), Standing::Untrue("turn 7: other actors".to_owned()));
        assert_eq!(standing(runs[2]), Standing::Unverified);
        assert_eq!(store.measures_of(runs[0]).expect("measures"), measures);
        store.keep_verdict(runs[0], untrue).expect("kept");
        assert_eq!(store.measures_of(runs[0]).expect("measures"), BTreeMap::new());
        assert_eq!(store.reverify_all("another ruleset").expect("a count"), 0);
        assert_eq!(store.reverify_all(RULESET).expect("a count"), 2);
        assert_eq!(standing(runs[1]), Standing::Unverified);
        assert_eq!(store.pending_verification(RULESET, 10, MINUTE).expect("an answer").len(), 3);
        // A run that goes on or was deleted has no verdict.
        let ann = store.account_of_name("ann").expect("an answer").expect("an account");
        let lease = store.begin_run(ann.id, new_run(9), b"head", "front").expect("a run");
        let verdict = Verdict::True { measures };
        assert!(matches!(store.keep_verdict(lease.run(), verdict.clone()), Err(RunError::NoSuchRun)));
        store.delete_run(ann.id, runs[2]).expect("deleted");
        assert!(matches!(store.keep_verdict(runs[2], verdict), Err(RunError::NoSuchRun)));
    }
}
