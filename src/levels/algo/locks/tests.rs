//! Graphs are written as words: `0-1` a way, `0>1` one-way, `0-1:key` gated, `key@0` an item. The
//! start is 0, the goal the highest region; links are numbered as the ways stand, rooms as regions.

mod literal;

use crate::algo::locks::{LockEdge, LockGraph, Opener, PlacedItem, PlayStep, lock_graph};
use crate::level::LinkGate;
use base::{Purpose, Seed, Stream};
use literal::Literal;

const MAX_STATES: usize = 1 << 18;

fn graph(text: &str) -> LockGraph {
    let (mut regions, mut edges, mut items) = (0, Vec::new(), Vec::new());
    let number = |text: &str| text.parse::<usize>().expect("a number");
    for word in text.split_whitespace() {
        if let Some((name, region)) = word.split_once('@') {
            let opener = match name {
                "key" => Opener::Key,
                "boss_key" => Opener::BossKey,
                "feather" => Opener::Feather,
                _ => Opener::Satchel,
            };
            items.push(PlacedItem { opener, room: number(region) });
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
        let (from, to, link) = (number(from), number(to), edges.len());
        regions = regions.max(from + 1).max(to + 1);
        edges.push(LockEdge { from, to, one_way, gate, link });
    }
    of_regions(regions, edges, items)
}

fn of_regions(regions: usize, edges: Vec<LockEdge>, items: Vec<PlacedItem>) -> LockGraph {
    let region_of = (0..regions).collect();
    LockGraph { regions, region_of, start: 0, goal: regions - 1, edges, items }
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
        let proof = graph(text).prove(MAX_STATES).expect(text);
        assert_eq!(words(&proof.order), order, "{text}");
    }
}

#[test]
fn refuses_what_locks_up_or_cannot_be_reached() {
    for text in [
        // Two doors, a key on each side: the one on the right was meant to come second.
        "0-1:key 0-2:key 1-3:key key@0 key@1",
        "0-1:key 0-2:key key@0",
        // A drop past the key.
        "0>1 1-2:key key@0",
        // A drop with too few of the keys.
        "0>1 1-2:key 2-3:key key@0 key@1",
        "0>1 1-2:pit feather@0",
        // Holes without a way out.
        "0>1 0-2",
        "0-1:rubble 1>2 0-3 satchel@0",
        // The goal is no end: here one can drop out of it.
        "0-2 2>1",
        // No order of play reaches the goal.
        "0-1:key key@1",
        "1>0 0-2:key 1-2",
        "0-1:boss key@0",
    ] {
        assert_eq!(graph(text).prove(MAX_STATES), None, "{text}");
    }
}

#[test]
fn names_gates_that_no_play_opens() {
    let proof = graph("0-1:pit 1-2 0-2 0-2:key").prove(MAX_STATES).expect("two ways");
    assert_eq!(proof.never_opened, [0, 3]);
}

/// A start with `doors` locked doors around it, and a key for each.
fn star(doors: usize) -> String {
    let words: Vec<String> = (1..=doors).map(|room| format!("0-{room}:key key@0")).collect();
    words.join(" ")
}

#[test]
fn refuses_what_is_too_large() {
    let edges =
        (0..64).map(|link| LockEdge { from: link, to: link + 1, one_way: false, gate: None, link });
    assert_eq!(of_regions(65, edges.collect(), Vec::new()).prove(MAX_STATES), None);
    assert_eq!(graph(&star(24)).prove(1000), None);
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
    let items = openers
        .into_iter()
        .map(|opener| PlacedItem { opener, room: stream.below(regions as u32) as usize });
    let items = items.collect();
    of_regions(regions, edges, items)
}

/// The prover says of each graph what the oracle says, and its order of play can be played.
#[test]
fn agrees_with_the_literal_search() {
    let mut stream = Stream::new(Seed(1), Purpose::new("locks"), ());
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let (one_way, gates) = (stream.range(0, 60) as u32, stream.range(20, 90) as u32);
        let locks = random(&mut stream, one_way, gates);
        let literal = Literal { locks: &locks };
        let proof = locks.prove(MAX_STATES);
        let never_opened = proof.as_ref().map(|proof| proof.never_opened.clone());
        assert_eq!(never_opened, literal.never_opened(), "{locks:?}");
        let Some(proof) = proof else {
            refused += 1;
            continue;
        };
        sound += 1;
        let end = literal.replay(&proof.order);
        let end = end.unwrap_or_else(|| panic!("{locks:?}: {}", words(&proof.order)));
        assert!(literal.walks(end).iter().any(|play| play.place == locks.goal), "{locks:?}");
    }
    assert!(sound > 1_000 && refused > 1_000, "{sound} sound, {refused} refused");
}

#[test]
fn rooms_that_are_joined_without_a_gate_are_one_region() {
    let passages = graph("0-1 1>2 2>3 3>1 3-4:key 4>5 2-0:pit").edges;
    let key = PlacedItem { opener: Opener::Key, room: 2 };
    let locks = lock_graph(6, [0, 5], &passages, &[key]);
    assert_eq!(locks.regions, 3);
    let links: Vec<usize> = locks.edges.iter().map(|edge| edge.link).collect();
    assert_eq!(links, [4, 5, 6]);
    assert_eq!(locks.region_of[2], locks.start);
    assert_eq!(words(&locks.prove(MAX_STATES).expect("a key for the door").order), "key@2 gate@4");
}
