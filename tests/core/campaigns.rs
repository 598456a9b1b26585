//! Whole journeys by bots: they come to an end, never get stuck, and go on the same after having
//! been saved at every kind of moment.

use std::collections::BTreeSet;

use engine::sim::{Coins, Game, Phase, RaidProgress, RunStatus};
use runs::record::bot::NAMES;

use crate::encounters::in_a_fight;
use crate::support::bots::bot;
use crate::support::content::catalog;
use crate::support::journeys::{begin, journey, reloaded};

/// More commands than any journey takes.
const MAX_COMMANDS: u32 = 60_000;

/// More refusals in a row than a bot needs to think of something else.
const MAX_REFUSED: u32 = 1_000;

/// Some commands lie between two saves within a kind of moment.
const COMMANDS_PER_SAVE: u32 = 131;

/// What kind of moment it is: a word for each that differs in what is saved.
fn kind_of_moment(game: &Game) -> &'static str {
    let view = game.view();
    let journey = view.journey().expect("one");
    match journey.phase() {
        Phase::Over(_) => "the end",
        Phase::Encounter(_) => "an encounter",
        Phase::Seniority => "a choice of a perk",
        Phase::Field { .. } => "a fight",
        Phase::Town if view.town().is_some_and(|town| town.here().is_some()) => "a house",
        Phase::Town => "a town",
        Phase::Map => "the map",
        Phase::Site if view.shift_end().is_some() => "after the shift",
        Phase::Site if view.is_away() => "a raid that is watched",
        Phase::Site => {
            let is_on_stairs = journey.floor().1 > 1 && view.player().pos == view.exit();
            match game.world().raid() {
                Some(_) => "a raid",
                None if game.world().owed() > Coins(0) => "a shop",
                None if is_on_stairs => "stairs",
                None if journey.floor().0 > 1 => "a floor below",
                None => "a site",
            }
        }
    }
}

/// Plays a journey beside the same one that is saved and loaded whenever the kind of moment
/// changes, and now and then between.
fn play(name: &str, seed: u64, kinds: &mut BTreeSet<&'static str>) {
    play_on(begin(seed), name, seed, kinds);
}

/// The same from a moment of a journey on.
fn play_on(mut whole: Game, name: &str, seed: u64, kinds: &mut BTreeSet<&'static str>) {
    let mut saved = reloaded(&whole);
    let (mut player, mut other) = (bot(name, seed), bot(name, seed));
    let (mut commands, mut refused, mut kind) = (0, 0, "");
    while !matches!(whole.status(), RunStatus::Over(_)) {
        let now = kind_of_moment(&whole);
        if now != kind || commands % COMMANDS_PER_SAVE == 0 {
            kinds.insert(now);
            if !matches!(journey(&whole).raid, RaidProgress::NotYet | RaidProgress::Here) {
                kinds.insert("a raid overhead");
            }
            saved = reloaded(&saved);
            if let Err(fault) = whole.audit(catalog()) {
                panic!("{name}, seed {seed}, command {commands}, {now}: {fault}");
            }
            assert_eq!(saved.digest(), whole.digest(), "{name}, seed {seed}, {now}");
            kind = now;
        }
        let command = player.decide(&whole.view());
        assert_eq!(other.decide(&saved.view()), command, "{name}, seed {seed}, {now}");
        match (whole.step(command), saved.step(command)) {
            (Ok(one), Ok(two)) => {
                assert_eq!(one, two, "{name}, seed {seed}: {command:?}");
                (commands, refused) = (commands + 1, 0);
            }
            (Err(one), Err(two)) => {
                assert_eq!(one, two, "{name}, seed {seed}: {command:?}");
                refused += 1;
            }
            _ => panic!("{name}, seed {seed}: {command:?} is refused of one of the two"),
        }
        assert!(refused < MAX_REFUSED, "{name}, seed {seed}: stuck in {now}");
        assert!(commands < MAX_COMMANDS, "{name}, seed {seed}: without an end, in {now}");
    }
    kinds.insert(kind_of_moment(&whole));
    assert_eq!(reloaded(&saved).digest(), whole.digest(), "{name}, seed {seed}");
    if let Err(fault) = whole.audit(catalog()) {
        panic!("{name}, seed {seed}, at the end: {fault}");
    }
}

#[test]
fn journeys_go_on_the_same_after_having_been_saved_at_every_kind_of_moment() {
    let mut kinds = BTreeSet::new();
    for (name, seeds) in [
        ("runner", 1..3),
        ("look", 18..22),
        ("cautious", 3..5),
        ("random", 1..2),
        ("trapper", 11..12),
    ] {
        for seed in seeds {
            play(name, seed, &mut kinds);
        }
    }
    let wanted = [
        "the map",
        "a town",
        "a house",
        "an encounter",
        "a fight",
        "a site",
        "stairs",
        "a floor below",
        "a raid",
        "a raid that is watched",
        "after the shift",
        "the end",
    ];
    // Bots go out of the way of most fights.
    play_on(in_a_fight(), "planner", 1, &mut kinds);
    let missing: Vec<_> = wanted.into_iter().filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "never came to {missing:?}, only to {kinds:?}");
}

#[test]
#[ignore = "long: 500 journeys"]
fn five_hundred_journeys_come_to_an_end_and_go_on_the_same_when_saved() {
    let mut kinds = BTreeSet::new();
    for seed in 0..100 {
        for name in NAMES {
            play(name, seed, &mut kinds);
        }
        println!("{} journeys: {kinds:?}", (seed + 1) * NAMES.len() as u64);
    }
}
