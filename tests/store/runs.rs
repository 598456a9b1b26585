//! Runs: what is known of them, what an account may keep, the one try at a day, submissions.

use runs::save::RunId;
use server::store::{AccountQuota, Origin, RunFacts, RunKey, Standing, StoreError, StoreOptions};

use crate::support::database::{
    account, at, at_once, daily, found_true, new_run, on_both, pass_a_moment, result, submission,
};

on_both! {
    fn a_run_is_found_with_all_that_is_known_of_it(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let new = RunFacts { word: Some("mop".to_owned()), ..new_run(u64::MAX) };
        let lease = store.begin_run(ann.id, new, b"head", "front").expect("a run");
        let run = store.run(lease.run()).expect("an answer").expect("a run");
        assert_eq!(run.facts.seed, u64::MAX.to_string());
        assert_eq!((run.account, run.account_name.as_str(), run.facts.word.as_deref()),
            (ann.id, "ann", Some("mop")));
        assert_eq!((run.origin, run.facts.depth, run.facts.is_ranked, run.progress.turn),
            (Origin::Live, 3, true, 0));
        assert_eq!((run.standing, run.result), (Standing::Unfinished, None));
        // Its key goes through what lists of scores and screens call it by.
        let id = RunId::from(run.run);
        assert_eq!(RunKey::try_from(&id), Ok(run.run));
        assert!(id.as_str().len() >= 12);
        pass_a_moment(&store);
        let newer = store.begin_run(ann.id, new_run(2), b"head", "front").expect("a run");
        // The one that was played last comes first.
        pass_a_moment(&store);
        store.take_over(ann.id, run.run, "front").expect("a lease");
        let order: Vec<_> = store.unfinished_runs(ann.id).expect("a \
            list").iter().map(|run| run.run).collect();
        assert_eq!(order, [run.run, newer.run()]);
        assert_eq!(store.morgue(run.run).expect("an answer"), None);
        assert!(store.keep_morgue(ann.id, run.run, "You died.").expect("an answer"));
        assert_eq!(store.morgue(run.run).expect("an answer").as_deref(), Some("You died."));
        store.delete_run(ann.id, run.run).expect("deleted");
        assert!(matches!(store.delete_run(ann.id, run.run), Err(StoreError::NoSuchRun)));
        assert_eq!(store.runs_of(ann.id).expect("a list").len(), 1);
    }

    fn damaged_bytes_are_kept_and_not_offered_again(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let lease = store.begin_run(ann.id, new_run(1), b"head", "front").expect("a run");
        store.mark_damaged(&lease, "frame 3: wrong checksum").expect("kept");
        assert_eq!(store.unfinished_runs(ann.id).expect("an answer"), []);
        let run = store.run(lease.run()).expect("an answer").expect("a run");
        assert_eq!(run.standing, Standing::Damaged("frame 3: wrong checksum".to_owned()));
        assert_eq!(store.run_bytes(run.run).expect("an answer").expect("bytes"), b"head");
        assert!(matches!(store.append(&lease, b"x", at(1)), Err(StoreError::LeaseLost)));
        let refused = store.take_over(ann.id, run.run, "front");
        assert!(matches!(refused, Err(StoreError::RunDamaged(why)) if why == "frame 3: wrong \
            checksum"));
    }

    fn missing_bytes_are_told_as_damage(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let lease = store.begin_run(ann.id, new_run(1), b"head", "front").expect("a run");
        store.append(&lease, b"one", at(1)).expect("kept");
        store.append(&lease, b"two", at(2)).expect("kept");
        database.sql("DELETE FROM run_frames WHERE start = 4");
        let error = store.run_bytes(lease.run()).expect_err("damage");
        assert!(error.is_damage() && !error.is_transient(), "{error}");
    }

    fn an_account_keeps_no_more_than_it_may(database) {
        let options = StoreOptions {
            max_unfinished_runs: 3,
            quota: AccountQuota { max_runs: 5, max_bytes: 4096 },
            max_run_bytes: 1024,
            ..StoreOptions::default()
        };
        let store = database.open_with(options);
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        let begin = |bytes: usize| store.begin_run(ann.id, new_run(1), &vec![7; bytes], "front");
        // Many ask at once; three get a run.
        let begun = at_once(0..8, |_| begin(1000));
        let (leases, refused): (Vec<_>, Vec<_>) = begun.into_iter().partition(Result::is_ok);
        assert_eq!((leases.len(), refused.len()), (3, 5));
        assert!(refused.iter()
            .all(|refused| matches!(refused, Err(StoreError::TooManyUnfinished(3)))));
        let leases: Vec<_> = leases.into_iter().flatten().collect();
        assert!(matches!(begin(1025), Err(StoreError::RunTooLong(1024))));
        store.append(&leases[0], &[7; 24], at(1)).expect("just fits");
        assert!(matches!(store.append(&leases[0], &[7], at(1)), Err(StoreError::RunTooLong(1024))));
        assert!(matches!(store.finish(&leases[0], &[7], result("a")),
            Err(StoreError::RunTooLong(1024))));
        for (number, lease) in leases.iter().enumerate() {
            store.finish(lease, b"", result(&number.to_string())).expect("kept");
        }
        begin(1000).expect("the fourth");
        assert!(matches!(begin(1000), Err(StoreError::QuotaExceeded(4096))));
        store.begin_run(bob.id, new_run(1), b"head", "front").expect("others are not concerned");
        store.set_quota(AccountQuota { max_runs: 5, max_bytes: 1 << 20 });
        begin(1000).expect("the fifth");
        assert!(matches!(begin(1000), Err(StoreError::TooManyRuns(5))));
        store.clone().set_quota(AccountQuota { max_runs: 6, max_bytes: 1 << 20 });
        begin(1000).expect("the sixth");
    }

    fn a_day_has_one_ranked_try_an_account(database) {
        let store = database.open();
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        let begin = |id, run| store.begin_run(id, run, b"head", "front");
        let tries = at_once(0..6, |_| begin(ann.id, daily("2026-11-23")));
        let (begun, refused): (Vec<_>, Vec<_>) = tries.into_iter().partition(Result::is_ok);
        assert_eq!((begun.len(), refused.len()), (1, 5));
        assert!(refused.iter().all(|refused| matches!(refused, Err(StoreError::TryTaken))));
        let lease = begun.into_iter().flatten().next().expect("one");
        let found = store.ranked_try(ann.id, "2026-11-23").expect("an answer").expect("a try");
        assert_eq!((found.run, found.standing), (lease.run(), Standing::Unfinished));
        assert_eq!(store.ranked_try(bob.id, "2026-11-23").expect("an answer"), None);
        // Practice, other days and others are free; deleting it does not give another.
        begin(ann.id, RunFacts { is_ranked: false, ..daily("2026-11-23") }).expect("practice");
        begin(ann.id, RunFacts { is_ranked: false, ..daily("2026-11-23") }).expect("more practice");
        begin(ann.id, daily("2026-11-24")).expect("another day");
        begin(bob.id, daily("2026-11-23")).expect("another player");
        assert!(matches!(store.delete_run(ann.id, lease.run()), Err(StoreError::IsRankedTry)));
        store.finish(&lease, b"end", result("d")).expect("kept");
        assert!(matches!(store.delete_run(ann.id, lease.run()), Err(StoreError::IsRankedTry)));
        assert!(matches!(begin(ann.id, daily("2026-11-23")), Err(StoreError::TryTaken)));
    }

    fn a_run_is_submitted_once(database) {
        let store = database.open();
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        let handed = at_once([ann.id, bob.id, ann.id], |id| store.submit_run(id, submission("d1")));
        let (kept, refused): (Vec<_>, Vec<_>) = handed.into_iter().partition(Result::is_ok);
        assert_eq!((kept.len(), refused.len()), (1, 2), "{refused:?}");
        let is_told = |refused: &_| matches!(refused,
            Err(StoreError::RunKnown(_) | StoreError::RunOfAnother));
        assert!(refused.iter().all(is_told), "{refused:?}");
        let run = kept.into_iter().flatten().next().expect("one");
        let info = store.run(run).expect("an answer").expect("a run");
        assert_eq!((info.origin, info.standing, info.holder),
            (Origin::Submitted, Standing::Unverified, None));
        assert_eq!((info.result, info.progress.turn, info.bytes), (Some(result("d1")), 900, 4));
        // Nor can what was played here be handed in by somebody who has fetched it.
        let lease = store.begin_run(ann.id, new_run(2), b"head", "front").expect("a run");
        store.finish(&lease, b"end", result("d2")).expect("kept");
        store.keep_verdict(lease.run(), found_true("d2", &[])).expect("kept");
        assert!(matches!(store.submit_run(bob.id, submission("d2")),
            Err(StoreError::RunOfAnother)));
        // To its player it is known.
        assert!(matches!(store.submit_run(ann.id, submission("d2")),
            Err(StoreError::RunKnown(known)) if known == lease.run()));
        // What guests play is nobody's.
        let guest = store.create_guest("guest", "guest", std::time::Duration::from_hours(1))
            .expect("a guest");
        let lease = store.begin_run(guest.id, new_run(2), b"head", "front").expect("a run");
        store.finish(&lease, b"end", result("d4")).expect("kept");
        store.keep_verdict(lease.run(), found_true("d4", &[])).expect("kept");
        let of_guest = store.submit_run(ann.id, submission("d4")).expect("kept");
        store.delete_run(ann.id, of_guest).expect("deleted");
        store.submit_run(bob.id, submission("d3")).expect("another");
        assert_eq!(store.runs_of(ann.id).expect("a list").len() + store.runs_of(bob.id).expect("a \
            list").len(), 3);
    }

    fn a_run_is_watched_from_a_place_on_until_the_door_is_closed(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let lease = store.begin_run(ann.id, new_run(1), b"head", "front").expect("a run");
        let watch = |place| {
            let watched = store.watch_run(lease.run(), place).expect("an answer").expect("a run");
            (watched.may_be_watched, String::from_utf8(watched.bytes).expect("a text"))
        };
        assert_eq!(watch(4), (true, String::new()));
        store.append(&lease, b"one", at(1)).expect("kept");
        store.append(&lease, b"two", at(2)).expect("kept");
        for place in 0..=10 {
            assert_eq!(watch(place as u64), (true, "headonetwo"[place..].to_owned()), "{place}");
        }
        store.let_watch(ann.id, false).expect("closed");
        assert_eq!(watch(4), (false, "onetwo".to_owned()));
        assert!(!store.account(ann.id).expect("an answer").expect("ann").may_be_watched);
        store.let_watch(ann.id, true).expect("opened");
        store.finish(&lease, b"end", result("d")).expect("kept");
        for place in [0, 4, 5, 10, 12, 13, 14] {
            assert_eq!(watch(place as u64),
                (true, "headonetwoend".get(place..).unwrap_or_default().to_owned()), "{place}");
        }
        store.delete_run(ann.id, lease.run()).expect("deleted");
        assert_eq!(store.watch_run(lease.run(), 0).expect("an answer"), None);
    }

    fn who_plays_is_told_for_all_front_ends_that_are_alive(database) {
        let store = database.open();
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        store.heartbeat("front-1", &[]).expect("alive");
        store.heartbeat("front-1", &[]).expect("still alive");
        store.heartbeat("front-2", &[]).expect("alive");
        assert_eq!(store.front_ends().expect("a list"), ["front-1", "front-2"]);
        let first = store.begin_run(ann.id, new_run(1), b"head", "front-1").expect("a run");
        pass_a_moment(&store);
        let second = store.begin_run(bob.id, new_run(1), b"head", "front-2").expect("a run");
        store.begin_run(bob.id, new_run(1), b"head", "nobody knows it").expect("a run");
        store.append(&first, b"one", at(5)).expect("kept");
        let live = store.live_runs().expect("a list");
        let told: Vec<_> = live.iter()
            .map(|live| (live.account_name.as_str(), live.facts.kind.as_str(),
            live.progress.turn)).collect();
        assert_eq!(told, [("ann", "vault", 5), ("bob", "vault", 0)]);
        assert!(live[0].may_be_watched && live[0].holder.as_deref() == Some("front-1")
            && live[0].run == first.run());
        store.let_watch(ann.id, false).expect("closed");
        assert!(!store.live_runs().expect("a list")[0].may_be_watched);
        store.release(&first).expect("given back");
        store.leave("front-2").expect("gone");
        assert_eq!(store.live_runs().expect("a list"), []);
        // One that was silent for too long does not count, by the database's clock.
        store.heartbeat("front-2", &[]).expect("back");
        assert_eq!(store.live_runs().expect("a list")[0].run, second.run());
        database.sql("UPDATE front_ends SET heartbeat_at = heartbeat_at - 16000");
        assert_eq!(store.live_runs().expect("a list"), []);
        assert_eq!(store.front_ends().expect("a list"), [""; 0]);
    }
}
