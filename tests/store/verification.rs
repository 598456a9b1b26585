//! Which worker gets which run, and what becomes of verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use server::store::{RunKey, Standing, Store, StoreError, Verdict};

use crate::support::database::{
    RULESET, account, at_once, found_true, new_run, on_both, result, submission,
};

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
        let handed = at_once(0..6, |_| {
            let mut mine = Vec::new();
            loop {
                let pending = store.pending_verification(RULESET, 3, MINUTE).expect("an answer");
                if pending.is_empty() {
                    return mine;
                }
                mine.extend(pending.into_iter().map(|pending| pending.run));
            }
        });
        let handed = handed.concat();
        assert_eq!(handed.len(), 60);
        assert_eq!(handed.into_iter().collect::<BTreeSet<_>>(), runs.into_iter().collect());
        // They wait until they have a verdict.
        assert_eq!(store.count_pending(RULESET).expect("a count"), 60);
    }

    fn what_a_dead_worker_had_comes_back(database) {
        let store = database.open();
        finished(&store, 2);
        assert_eq!(store.pending_verification(RULESET, 10, MINUTE).expect("an answer").len(), 2);
        assert_eq!(store.pending_verification(RULESET, 10, MINUTE).expect("an answer"), []);
        database.sql("UPDATE runs SET claimed_until = claimed_until - 60001");
        assert_eq!(store.pending_verification(RULESET, 10, MINUTE).expect("an answer").len(), 2);
        assert_eq!(store.pending_verification("another ruleset", 10, MINUTE).expect("an \
            answer"), []);
    }

    fn verdicts_are_kept_replaced_and_taken_back(database) {
        let store = database.open();
        let runs = finished(&store, 3);
        let verdict = found_true("p0", &[("order", 300), ("clock-out", 250)]);
        let Verdict::True { measures, .. } = verdict.clone() else { panic!("true") };
        assert_eq!(store.keep_verdict(runs[0], verdict.clone()).expect("kept"), verdict);
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
        assert!(matches!(store.keep_verdict(lease.run(), verdict.clone()),
            Err(StoreError::NoSuchRun)));
        store.delete_run(ann.id, runs[2]).expect("deleted");
        assert!(matches!(store.keep_verdict(runs[2], verdict), Err(StoreError::NoSuchRun)));
    }

    fn a_run_that_ends_its_workers_is_given_up(database) {
        let store = database.open();
        let runs = finished(&store, 2);
        let pending = || -> BTreeSet<_> {
            let pending = store.pending_verification(RULESET, 10, MINUTE).expect("an answer");
            pending.into_iter().map(|pending| pending.run).collect()
        };
        let workers_die = || database.sql("UPDATE runs SET claimed_until = claimed_until - 60001");
        for _ in 0..3 {
            assert_eq!(pending().len(), 2);
            // The worker of the second is told to stop: it is not the run's fault.
            store.give_back_verification(runs[1]).expect("given back");
            workers_die();
        }
        assert_eq!(pending(), BTreeSet::from([runs[1]]));
        let standing = |run| store.run(run).expect("an answer").expect("a run").standing;
        let Standing::Untrue(why) = standing(runs[0]) else { panic!("{:?}", standing(runs[0])) };
        assert!(why.contains("has ended"), "{why}");
        assert_eq!(store.count_pending(RULESET).expect("a count"), 1);
        // Another program may fare better.
        assert_eq!(store.reverify_all(RULESET).expect("a count"), 1);
        assert_eq!(pending(), BTreeSet::from([runs[0]]));
        store.keep_verdict(runs[0], found_true("p", &[])).expect("kept");
        assert_eq!(standing(runs[0]), Standing::True);
    }

    fn a_run_that_counts_for_somebody_is_not_handed_in_by_others(database) {
        let store = database.open();
        let runs = finished(&store, 1);
        let [ann, eve] = ["ann", "eve"].map(|name| match store.account_of_name(name).expect("an \
            answer") {
            Some(account) => account.id,
            None => account(&store, name).id,
        });
        let verdict = found_true("p", &[("order", 300), ("clock-out", 350)]);
        store.keep_verdict(runs[0], verdict).expect("kept");
        // Played the same until the order was done, and otherwise afterwards: other commands, and
        // the same where it counts.
        let Verdict::True { mut measures, .. } = found_true("q", &[("clock-out", 360)])
            else { panic!("true") };
        let Verdict::True { measures: of_ann, .. } = found_true("p", &[("order", 300)])
            else { panic!("true") };
        measures.extend(of_ann);
        let copied = store.submit_run(eve, submission("q")).expect("kept");
        let verdict = |play: &str| Verdict::True { play: play.to_owned(), measures: measures
            .clone() };
        let kept = store.keep_verdict(copied, verdict("q")).expect("kept");
        let Verdict::Untrue { reason } = kept else { panic!("{kept:?}") };
        assert!(reason.contains(&runs[0].to_string()), "{reason}");
        let standing = |run| store.run(run).expect("an answer").expect("a run").standing;
        assert_eq!(standing(copied), Standing::Untrue(reason));
        assert_eq!(store.measures_of(copied).expect("measures"), BTreeMap::new());
        // Also where the copy is verified again before the run that it is of.
        store.reverify_all(RULESET).expect("a count");
        assert!(matches!(store.keep_verdict(copied, verdict("q")), Ok(Verdict::Untrue { .. })));
        // Whose it is can; and whoever plays the same here has played it.
        let own = store.submit_run(ann, submission("q")).expect("kept");
        assert!(matches!(store.keep_verdict(own, verdict("q")), Ok(Verdict::True { .. })));
        let lease = store.begin_run(eve, new_run(1), b"head", "front").expect("a run");
        store.finish(&lease, b"end", result("q")).expect("kept");
        assert!(matches!(store.keep_verdict(lease.run(), verdict("q")), Ok(Verdict::True { .. })));
    }
}
