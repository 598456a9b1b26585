//! Boards: what is ranked, and in which order.

use upkeeper::server::store::{
    AccountId, Best, BoardQuery, NewRun, Origin, RunKey, Store, Verdict,
};

use super::database::{RULESET, account, daily, found_true, new_run, on_both, result, submission};

fn played(store: &Store, id: AccountId, run: NewRun, turns: u32) -> RunKey {
    let lease = store.begin_run(id, run, b"head", "front").expect("a run");
    store.finish(&lease, b"end", result(&lease.run().to_string())).expect("kept");
    let verdict =
        found_true(&lease.run().to_string(), &[("order", turns), ("points", 1000 - turns)]);
    store.keep_verdict(lease.run(), verdict).expect("kept");
    lease.run()
}

fn query() -> BoardQuery {
    BoardQuery {
        ruleset: RULESET.to_owned(),
        origin: Origin::Live,
        category: "order".to_owned(),
        best: Best::Lowest,
        mode: "shift".to_owned(),
        kind: Some("vault".to_owned()),
        depth: Some(3),
        seed: None,
        day: None,
        limit: 10,
    }
}

fn names(store: &Store, query: &BoardQuery) -> Vec<(String, u32)> {
    let board = store.board(query).expect("a board");
    board.into_iter().map(|entry| (entry.account_name, entry.measure)).collect()
}

fn told(entries: &[(&str, u32)]) -> Vec<(String, u32)> {
    entries.iter().map(|&(name, measure)| (name.to_owned(), measure)).collect()
}

on_both! {
    fn a_board_has_the_best_run_of_each_account(database) {
        let store = database.open();
        let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| account(&store, name).id);
        played(&store, ann, new_run(1), 300);
        let best = played(&store, ann, new_run(2), 200);
        played(&store, bob, new_run(1), 250);
        let earlier = played(&store, eve, new_run(1), 250);
        // Of equal ones the earlier is better, whoever was written first.
        database.sql(&format!("UPDATE runs SET ended_at = ended_at - 5000 WHERE account = (SELECT id FROM accounts WHERE name = '{}')", "eve"));
        let board = store.board(&query()).expect("a board");
        assert_eq!(names(&store, &query()), told(&[("ann", 200), ("eve", 250), ("bob", 250)]));
        assert_eq!((board[0].run, board[0].seed.as_str(), board[1].run), (best, "2", earlier));
        let of_seed = BoardQuery { seed: Some("1".to_owned()), ..query() };
        assert_eq!(names(&store, &of_seed), told(&[("eve", 250), ("bob", 250), ("ann", 300)]));
        let points = BoardQuery { category: "points".to_owned(), best: Best::Highest, ..query() };
        assert_eq!(names(&store, &points), told(&[("ann", 800), ("eve", 750), ("bob", 750)]));
        assert_eq!(names(&store, &BoardQuery { limit: 1, ..query() }), told(&[("ann", 200)]));
        assert_eq!(names(&store, &BoardQuery { kind: None, depth: None, ..query() }).len(), 3);
    }
}

on_both! {
    fn only_what_is_verified_ranked_and_comparable_is_on_a_board(database) {
        let store = database.open();
        let ann = account(&store, "ann").id;
        let good = played(&store, ann, new_run(1), 500);
        let others = [
            NewRun { is_ranked: false, ..new_run(1) },
            NewRun { ruleset: "7-00000000".to_owned(), ..new_run(1) },
            NewRun { kind: "crypt".to_owned(), ..new_run(1) },
            NewRun { depth: 4, ..new_run(1) },
            daily("2026-11-23"),
        ];
        for other in others {
            played(&store, ann, other, 100);
        }
        let untrue = played(&store, ann, new_run(1), 100);
        store.keep_verdict(untrue, Verdict::Untrue { reason: "no".to_owned() }).expect("kept");
        let unverified = store.begin_run(ann, new_run(1), b"head", "front").expect("a run");
        store.finish(&unverified, b"end", result("u")).expect("kept");
        let guest = store.create_guest("guest", "guest", std::time::Duration::from_hours(1)).expect("a guest");
        played(&store, guest.id, new_run(1), 100);
        let submitted = store.submit_run(ann, submission("s")).expect("kept");
        store.keep_verdict(submitted, found_true("s", &[("order", 90)])).expect("kept");
        let board = store.board(&query()).expect("a board");
        assert_eq!(board.iter().map(|entry| entry.run).collect::<Vec<_>>(), [good]);
        let submitted_board = BoardQuery { origin: Origin::Submitted, ..query() };
        assert_eq!(names(&store, &submitted_board), told(&[("ann", 90)]));
        let of_day = BoardQuery { mode: "daily".to_owned(), day: Some("2026-11-23".to_owned()), ..query() };
        assert_eq!(names(&store, &of_day), told(&[("ann", 100)]));
        assert_eq!(names(&store, &BoardQuery { day: Some("2026-11-24".to_owned()), ..of_day }), told(&[]));
        store.reverify_all(RULESET).expect("a count");
        assert_eq!(names(&store, &query()), told(&[]));
    }
}
