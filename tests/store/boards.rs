//! Boards: what is ranked, and in which order.

use server::store::{
    AccountId, Best, BoardQuery, CategoryRanking, Origin, Ranking, RunFacts, RunKey, RunResult,
    Store, Verdict,
};

use crate::support::database::{
    RULESET, account, daily, found_true, new_run, on_both, result, submission,
};

fn played(store: &Store, id: AccountId, run: RunFacts, turns: u32) -> RunKey {
    let lease = store.begin_run(id, run, b"head", "front").expect("a run");
    store.finish(&lease, b"end", result(&lease.run().to_string())).expect("kept");
    let verdict =
        found_true(&lease.run().to_string(), &[("order", turns), ("points", 1000 - turns)]);
    store.keep_verdict(lease.run(), verdict).expect("kept");
    lease.run()
}

/// A try at a day's shift that was found true.
fn tried(store: &Store, id: AccountId, run: RunFacts, score: u32, worked_turns: u32) -> RunKey {
    let lease = store.begin_run(id, run, b"head", "front").expect("a run");
    let digest = lease.run().to_string();
    let result = RunResult { score, worked_turns, ..result(&digest) };
    store.finish(&lease, b"end", result).expect("kept");
    let verdict = found_true(&digest, &[("order", worked_turns)]);
    store.keep_verdict(lease.run(), verdict).expect("kept");
    lease.run()
}

fn query() -> BoardQuery {
    query_of(|_| {})
}

/// The board of a category and a floor, changed.
fn query_of(change: impl Fn(&mut CategoryRanking)) -> BoardQuery {
    let mut ranking = CategoryRanking {
        ruleset: RULESET.to_owned(),
        origin: Origin::Live,
        category: "order".to_owned(),
        best: Best::Lowest,
        mode: "shift".to_owned(),
    };
    change(&mut ranking);
    let (kind, depth) = (Some("vault".to_owned()), Some(3));
    let ranking = Ranking::Category(ranking);
    BoardQuery { ranking, kind, depth, seed: None, day: None, limit: 10 }
}

fn names(store: &Store, query: &BoardQuery) -> Vec<(String, u32)> {
    let board = store.board(query).expect("a board");
    board.into_iter().map(|entry| (entry.account_name, entry.measure.expect("a measure"))).collect()
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
        database.sql(&format!("UPDATE runs SET ended_at = ended_at - 5000 WHERE account = (SELECT \
            id FROM accounts WHERE name = '{}')", "eve"));
        let board = store.board(&query()).expect("a board");
        assert_eq!(names(&store, &query()), told(&[("ann", 200), ("eve", 250), ("bob", 250)]));
        assert_eq!((board[0].run, board[0].facts.seed.as_str(), board[1].run),
            (best, "2", earlier));
        let of_seed = BoardQuery { seed: Some("1".to_owned()), ..query() };
        assert_eq!(names(&store, &of_seed), told(&[("eve", 250), ("bob", 250), ("ann", 300)]));
        let points = query_of(|ranking| (ranking.category, ranking.best) =
            ("points".to_owned(), Best::Highest));
        assert_eq!(names(&store, &points), told(&[("ann", 800), ("eve", 750), ("bob", 750)]));
        assert_eq!(names(&store, &BoardQuery { limit: 1, ..query() }), told(&[("ann", 200)]));
        assert_eq!(names(&store, &BoardQuery { kind: None, depth: None, ..query() }).len(), 3);
    }

    fn only_what_is_verified_ranked_and_comparable_is_on_a_board(database) {
        let store = database.open();
        let ann = account(&store, "ann").id;
        let good = played(&store, ann, new_run(1), 500);
        let others = [
            RunFacts { is_ranked: false, ..new_run(1) },
            RunFacts { ruleset: "7-00000000".to_owned(), ..new_run(1) },
            RunFacts { kind: "crypt".to_owned(), ..new_run(1) },
            RunFacts { depth: 4, ..new_run(1) },
            daily("2026-11-23"),
        ];
        for other in others {
            played(&store, ann, other, 100);
        }
        let untrue = played(&store, ann, new_run(1), 100);
        store.keep_verdict(untrue, Verdict::Untrue { reason: "no".to_owned() }).expect("kept");
        let unverified = store.begin_run(ann, new_run(1), b"head", "front").expect("a run");
        store.finish(&unverified, b"end", result("u")).expect("kept");
        let guest = store.create_guest("guest", "guest", std::time::Duration::from_hours(1))
            .expect("a guest");
        played(&store, guest.id, new_run(1), 100);
        let submitted = store.submit_run(ann, submission("s")).expect("kept");
        store.keep_verdict(submitted, found_true("s", &[("order", 90)])).expect("kept");
        let board = store.board(&query()).expect("a board");
        assert_eq!(board.iter().map(|entry| entry.run).collect::<Vec<_>>(), [good]);
        let submitted_board = query_of(|ranking| ranking.origin = Origin::Submitted);
        assert_eq!(names(&store, &submitted_board), told(&[("ann", 90)]));
        let of_day = query_of(|ranking| "daily".clone_into(&mut ranking.mode));
        let of_day = BoardQuery { day: Some("2026-11-23".to_owned()), ..of_day };
        assert_eq!(names(&store, &of_day), told(&[("ann", 100)]));
        assert_eq!(names(&store, &BoardQuery { day: Some("2026-11-24".to_owned()), ..of_day }),
            told(&[]));
        store.reverify_all(RULESET).expect("a count");
        assert_eq!(names(&store, &query()), told(&[]));
    }

    fn the_board_of_a_day_ranks_tries_by_points_and_stays(database) {
        let store = database.open();
        let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| account(&store, name).id);
        let (old, new) = ("2026-11-22", "2026-11-23");
        tried(&store, ann, daily(old), 100, 300);
        tried(&store, bob, daily(old), 100, 200);
        // Of rules that are no more.
        tried(&store, eve, RunFacts { ruleset: "7-00000000".to_owned(), ..daily(old) }, 200, 500);
        tried(&store, ann, daily(new), 50, 10);
        // None of these counts.
        tried(&store, bob, RunFacts { is_ranked: false, ..daily(new) }, 900, 10);
        let untrue = tried(&store, bob, daily(new), 900, 10);
        store.keep_verdict(untrue, Verdict::Untrue { reason: "no".to_owned() }).expect("kept");
        let lease = store.begin_run(eve, daily(new), b"head", "front").expect("a run");
        store.finish(&lease, b"end", result("u")).expect("kept");
        played(&store, eve, new_run(1), 900);
        let all = BoardQuery::of_days(10, 10);
        let told = |query: &BoardQuery| {
            let board = store.board(query).expect("boards");
            let told = board.into_iter().map(|entry| {
                let result = entry.result.expect("an end");
                assert_eq!((entry.measure, entry.measures["order"]),
                    (Some(result.score), result.worked_turns));
                (entry.facts.day.expect("a day"), entry.account_name)
            });
            told.collect::<Vec<_>>()
        };
        let entry = |day: &str, name: &str| (day.to_owned(), name.to_owned());
        let of_old = [entry(old, "eve"), entry(old, "bob"), entry(old, "ann")];
        assert_eq!(told(&all), [&[entry(new, "ann")][..], &of_old[..]].concat());
        assert_eq!(told(&BoardQuery { limit: 1, ..all.clone() }),
            [entry(new, "ann"), entry(old, "eve")]);
        assert_eq!(told(&BoardQuery::of_days(1, 10)), [entry(new, "ann")]);
        assert_eq!(told(&BoardQuery { day: Some(old.to_owned()), ..all.clone() }), of_old);
        assert_eq!(told(&BoardQuery { kind: Some("crypt".to_owned()), ..all }), []);
        assert_eq!(store.days_with_boards(10).expect("days"), [new, old]);
        assert_eq!(store.days_with_boards(1).expect("days"), [new]);
    }
}
