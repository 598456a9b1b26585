//! Graphs are written as words: `0-1` a way, `0>1` one-way, `0-1:key` gated, `key@0` an item. The
//! start is 0, the goal the highest region; links are numbered as the ways stand, rooms as regions.

mod literal;

use crate::algo::locks::lock_graph;
use crate::algo::locks::model::{
    LockEdge, LockGraph, LockItem, LockRefusal, Opener, Passage, PlacedItem, PlayStep, Proof,
};
use crate::level::LinkGate;
use base::{Purpose, Seed, Stream};
use literal::{Literal, Says};

const MAX_STATES: usize = 1 << 18;

fn graph(text: &str) -> LockGraph {
    let mut locks = LockGraph { regions: 0, start: 0, goal: 0, edges: vec![], items: vec![] };
    let number = |text: &str| text.parse::<usize>().expect("a number");
    for word in text.split_whitespace() {
        if let Some((name, region)) = word.split_once('@') {
            let opener = match name {
                "key" => Opener::Key,
                "boss_key" => Opener::BossKey,
                "feather" => Opener::Feather,
                _ => Opener::Satchel,
            };
            let region = number(region);
            locks.items.push(LockItem { opener, region, room: region });
            continue;
        }
        let (way, gate) = word.split_once(':').map_or((word, None), |(way, gate)| {
            let gate = match gate {
                "key" => LinkGate::Key,
                "boss" => LinkGate::Boss,
                "pit" => LinkGate::Pit,
                _ => LinkGate::Rubble,
            };
            (way, Some(gate))
        });
        let one_way = way.contains('>');
        let (from, to) = way.split_once(['-', '>']).expect("two ends");
        let (from, to, link) = (number(from), number(to), locks.edges.len());
        locks.regions = locks.regions.max(from + 1).max(to + 1);
        locks.edges.push(LockEdge { from, to, one_way, gate, link });
    }
    locks.goal = locks.regions - 1;
    locks
}

fn prove(text: &str) -> Result<Proof, LockRefusal> {
    graph(text).prove(MAX_STATES)
}

/// The order of a proof, or the refusal in words.
fn verdict(text: &str) -> String {
    prove(text).map_or_else(|refusal| refusal.to_string(), |proof| words(&proof.order))
}

fn words(steps: &[PlayStep]) -> String {
    steps.iter().map(PlayStep::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn tells_an_order_of_play() {
    for (text, order) in [
        ("0-1", ""),
        ("0-1:key key@0", "key@0 gate@0"),
        ("0-1:key 1-3:boss 0-2 key@2 boss_key@1", "key@2 gate@0 boss_key@1 gate@1"),
        (
            "0-1:pit 0-2:key 1-3:rubble feather@2 satchel@1 key@0",
            "key@0 gate@1 feather@2 gate@0 satchel@1 gate@2",
        ),
        ("0>1 1>2 2>0 2-3:key key@1", "key@1 gate@3"),
        // The key may be passed by, but the way round leads back to it.
        ("0>1 1>0 1-2:key key@0", "key@0 gate@2"),
        // Two ways: the one with fewer doors.
        ("0-1:key 1-3:key 0-2 2-3:key key@0 key@0 key@0", "key@0 gate@3"),
    ] {
        assert_eq!(verdict(text), order, "{text}");
    }
}

#[test]
fn refuses_what_locks_up_and_says_how() {
    for (text, why) in [
        // Two doors, a key on each side: the one on the right was meant to come second.
        (
            "0-1:key 0-2:key 1-3:key key@0 key@1",
            "locked up after key@0 gate@1, before the gates at links [0]",
        ),
        ("0-1:key 0-2:key key@0", "locked up after key@0 gate@0, before the gates at links [1]"),
        // A drop past the key.
        ("0>1 1-2:key key@0", "locked up after drop@0, before the gates at links [1]"),
        // A drop with too few of the keys.
        (
            "0>1 1-2:key 2-3:key key@0 key@1",
            "locked up after drop@0 key@1 gate@1, before the gates at links [2]",
        ),
        ("0>1 1-2:pit feather@0", "locked up after drop@0, before the gates at links [1]"),
        // Holes without a way out.
        ("0>1 0-2", "locked up after drop@0, before the gates at links []"),
        (
            "0-1:rubble 1>2 0-3 satchel@0",
            "locked up after satchel@0 gate@0 drop@1, before the gates at links []",
        ),
        // The goal is no end: here one can drop out of it.
        ("0-2 2>1", "locked up after drop@1, before the gates at links []"),
        (
            "0-1:key key@1",
            "no order of play reaches the goal: the gates at links [0] can never be opened",
        ),
        (
            "1>0 0-2:key 1-2",
            "no order of play reaches the goal: the gates at links [1] can never be opened",
        ),
        (
            "0-1:boss key@0",
            "no order of play reaches the goal: the gates at links [0] can never be opened",
        ),
    ] {
        assert_eq!(verdict(text), why, "{text}");
    }
}

#[test]
fn names_gates_that_no_play_opens() {
    let proof = prove("0-1:pit 1-2 0-2 0-2:key").expect("two ways");
    assert_eq!(proof.never_opened, [0, 3]);
}

/// A start with `doors` locked doors around it, and a key for each.
fn star(doors: usize) -> String {
    let words: Vec<String> = (1..=doors).map(|room| format!("0-{room}:key key@0")).collect();
    words.join(" ")
}

#[test]
fn refuses_what_is_too_large() {
    let large = LockGraph { regions: 65, start: 0, goal: 1, edges: vec![], items: vec![] };
    let refusal = LockRefusal::TooLarge { what: "regions", count: 65, max: 64 };
    assert_eq!(large.prove(MAX_STATES), Err(refusal));
    let star = star(24);
    assert_eq!(graph(&star).prove(1000), Err(LockRefusal::TooManyStates { max: 1000 }));
}

#[test]
fn sixteen_doors_are_proven() {
    let star = star(16);
    let proof = graph(&star).prove(MAX_STATES).expect("a key for each");
    assert_eq!((proof.states, words(&proof.order)), (1 << 16, "key@0 gate@15".into()));
}

/// A graph with up to 6 regions, 8 ways and 5 items.
fn random(stream: &mut Stream, one_way_percent: u32, gate_percent: u32) -> LockGraph {
    let regions = stream.range(2, 6) as usize;
    let region = |stream: &mut Stream| stream.below(regions as u32) as usize;
    let ways = stream.range(regions as i32 - 1, (regions as i32 + 2).min(8)) as usize;
    let edges = (0..ways).map(|link| {
        // The first ways make a tree, so that most graphs hang together.
        let from = if link + 1 < regions {
            stream.below(link as u32 + 1) as usize
        } else {
            region(stream)
        };
        let to = if link + 1 < regions { link + 1 } else { region(stream) };
        let one_way = stream.percent(one_way_percent);
        let (from, to) = if one_way && stream.one_in(3) { (to, from) } else { (from, to) };
        let gates = [
            LinkGate::Key,
            LinkGate::Key,
            LinkGate::Key,
            LinkGate::Boss,
            LinkGate::Pit,
            LinkGate::Rubble,
        ];
        let gate = stream.percent(gate_percent).then(|| gates[stream.below(6) as usize]);
        LockEdge { from, to, one_way, gate, link }
    });
    let edges: Vec<LockEdge> = edges.collect();
    // Mostly what the gates need, and sometimes too little or too much.
    let mut openers: Vec<Opener> =
        edges.iter().filter_map(|edge| edge.gate).map(Opener::of).collect();
    if stream.one_in(4) {
        openers.push(Opener::Key);
    }
    if stream.one_in(4) {
        openers.pop();
    }
    openers.truncate(5);
    let items = openers.into_iter().map(|opener| {
        let region = stream.below(regions as u32) as usize;
        LockItem { opener, region, room: region }
    });
    let items = items.collect();
    LockGraph { regions, start: 0, goal: regions - 1, edges, items }
}

/// Proves a graph and holds everything that is said of it against the oracle.
fn compare(locks: &LockGraph) -> Says {
    let literal = Literal { locks };
    let said = literal.says();
    match locks.prove(MAX_STATES) {
        Ok(proof) => {
            assert_eq!(said, Says::Sound(proof.never_opened), "{locks:?}");
            let end = literal
                .replay(&proof.order)
                .unwrap_or_else(|| panic!("{locks:?}: {}", words(&proof.order)));
            assert!(literal.walks(end).iter().any(|play| play.place == locks.goal), "{locks:?}");
        }
        Err(LockRefusal::Unreachable { closed }) => {
            assert_eq!(said, Says::Unreachable(closed), "{locks:?}");
        }
        Err(LockRefusal::LockedUp { play, .. }) => {
            assert_eq!(said, Says::LockedUp, "{locks:?}");
            let end =
                literal.replay(&play).unwrap_or_else(|| panic!("{locks:?}: {}", words(&play)));
            assert!(!literal.can_reach_goal(end), "{locks:?}: {}", words(&play));
        }
        Err(refusal) => panic!("{locks:?}: {refusal}"),
    }
    said
}

#[test]
fn agrees_with_the_literal_search() {
    let mut stream = Stream::new(Seed(1), Purpose::new("locks"), ());
    let (mut sound, mut locked_up) = (0, 0);
    for _ in 0..20_000 {
        let (one_way, gates) = (stream.range(0, 60) as u32, stream.range(20, 90) as u32);
        match compare(&random(&mut stream, one_way, gates)) {
            Says::Sound(_) => sound += 1,
            Says::LockedUp => locked_up += 1,
            Says::Unreachable(_) => (),
        }
    }
    assert!(sound > 1_000 && locked_up > 500, "{sound} sound, {locked_up} locked up");
}

/// Trees with doors that any key fits: of those that can be solved, so many can be locked up too.
#[test]
fn refuses_the_share_of_key_placements_that_the_order_of_doors_locks_up() {
    let mut stream = Stream::new(Seed(2), Purpose::new("locks"), ());
    let (mut solved, mut locked_up) = (0, 0);
    while solved < 1_000 {
        let mut locks = random(&mut stream, 0, 0);
        for edge in &mut locks.edges {
            edge.gate = Some(LinkGate::Key);
        }
        locks.edges.truncate(locks.regions - 1);
        locks.items = locks
            .edges
            .iter()
            .map(|_| {
                let region = stream.below(locks.regions as u32) as usize;
                LockItem { opener: Opener::Key, region, room: region }
            })
            .collect();
        match compare(&locks) {
            Says::Sound(_) => solved += 1,
            Says::LockedUp => {
                solved += 1;
                locked_up += 1;
            }
            Says::Unreachable(_) => (),
        }
    }
    assert!((170..=430).contains(&locked_up), "{locked_up} of 1,000");
}

#[test]
fn rooms_that_are_joined_without_a_gate_are_one_region() {
    let passage = |a, b, one_way, gate| Passage { a, b, one_way, gate };
    let passages = [
        passage(0, 1, false, None),
        passage(1, 2, true, None),
        passage(2, 3, true, None),
        passage(3, 1, true, None),
        passage(3, 4, false, Some(LinkGate::Key)),
        passage(4, 5, true, None),
        passage(2, 0, false, Some(LinkGate::Pit)),
    ];
    let key = PlacedItem { opener: Opener::Key, room: 2 };
    let locks = lock_graph(6, 0, 5, &passages, &[key]);
    assert_eq!(locks.regions, 3);
    let links: Vec<usize> = locks.edges.iter().map(|edge| edge.link).collect();
    assert_eq!(links, [4, 5, 6]);
    assert_eq!((locks.items[0].region, locks.items[0].room), (locks.start, 2));
    assert_eq!(words(&locks.prove(MAX_STATES).expect("a key for the door").order), "key@2 gate@4");
}
