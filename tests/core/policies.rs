//! Journeys by bots with policies of their own: whatever they buy and wherever they go, the purse
//! adds up and the journey ends.

use std::collections::BTreeSet;

use base::Seed;
use engine::sim::{Coins, Event, Game, ItemEvent, JourneyEvent, Outcome, RunStatus};
use runs::record::bot::{self, Policy, Purchase, Way};

use crate::support::content::catalog;
use crate::support::journeys::{begin, reloaded};

/// More commands than any journey takes.
const MAX_COMMANDS: u32 = 60_000;

/// More refusals in a row than a bot needs to think of something else.
const MAX_REFUSED: u32 = 1_000;

/// Plays a journey to its end. A function is told of every step: the coins before it, the game
/// after it, and what happened.
fn play(seed: u64, policy: &Policy, mut watch: impl FnMut(Coins, &Game, &Outcome)) -> Game {
    let mut game = begin(seed);
    let mut player = bot::find_with("look", Seed(seed), policy.clone()).expect("a bot");
    let (mut commands, mut refused) = (0, 0);
    while !matches!(game.status(), RunStatus::Over(_)) {
        let (command, before) = (player.decide(&game.view()), game.view().coins());
        match game.step(command) {
            Ok(outcome) => {
                watch(before, &game, &outcome);
                (commands, refused) = (commands + 1, 0);
            }
            Err(_) => refused += 1,
        }
        assert!(refused < MAX_REFUSED, "{policy:?}, seed {seed}: stuck with {command:?}");
        assert!(commands < MAX_COMMANDS, "{policy:?}, seed {seed}: without an end");
    }
    if let Err(fault) = game.audit(catalog()) {
        panic!("{policy:?}, seed {seed}: {fault}");
    }
    game
}

/// What was bought in a step, in a word, and its price.
fn bought(game: &Game, event: &Event) -> Option<(String, Coins)> {
    let view = game.view();
    match event {
        Event::Item(ItemEvent::Bought { stack, price }) => {
            Some((view.catalog().item(stack.kind).slot.name().to_owned(), *price))
        }
        Event::Journey(JourneyEvent::Bought { offer, price, .. }) => {
            let house = view.town()?.here()?;
            let gives = house.kind?.offers.get(usize::from(*offer))?.gives;
            let word = format!("{gives:?}");
            let end = word.find('(').unwrap_or(word.len());
            Some((word[..end].to_owned(), *price))
        }
        _ => None,
    }
}

#[test]
fn what_is_bought_is_paid_for_and_the_game_goes_on_the_same_when_saved() {
    let policy = Policy { buys: Purchase::ALL.to_vec(), way: Way::Towns, ..Policy::default() };
    let mut kinds = BTreeSet::new();
    let wanted = ["Rations", "Heal", "Kit", "Supply", "Rumour", "tool", "trinket", "potion"];
    for seed in 93..190 {
        if wanted.into_iter().all(|kind| kinds.contains(kind)) {
            break;
        }
        play(seed, &policy, |before, game, outcome| {
            let goods: Vec<(String, Coins)> =
                outcome.events.iter().filter_map(|event| bought(game, event)).collect();
            if goods.is_empty() {
                return;
            }
            let price: u32 = goods.iter().map(|(_, price)| price.0).sum();
            assert_eq!(before.0.checked_sub(price), Some(game.view().coins().0), "{goods:?}");
            kinds.extend(goods.into_iter().map(|(kind, _)| kind));
            assert_eq!(reloaded(game).digest(), game.digest());
        });
    }
    let missing: Vec<_> = wanted.into_iter().filter(|kind| !kinds.contains(*kind)).collect();
    assert!(missing.is_empty(), "never bought {missing:?}, only {kinds:?}");
}

#[test]
fn journeys_by_every_way_come_to_an_end() {
    for way in [Way::FewestSites, Way::MostSites, Way::Towns, Way::ShortRoads] {
        for seed in 3..5 {
            play(seed, &Policy { way, ..Policy::default() }, |_, _, _| {});
        }
    }
}

#[test]
fn nothing_is_bought_by_a_policy_that_buys_nothing() {
    let policy = Policy { buys: Vec::new(), ..Policy::default() };
    for seed in 1..3 {
        play(seed, &policy, |_, game, outcome| {
            let goods: Vec<_> =
                outcome.events.iter().filter_map(|event| bought(game, event)).collect();
            assert!(goods.is_empty(), "seed {seed}: {goods:?}");
        });
    }
}

#[test]
fn a_perk_that_is_wanted_is_taken_whenever_it_is_offered() {
    for seed in 1..80 {
        let wanted = "the long handle";
        let policy = Policy { perk: Some(wanted.to_owned()), ..Policy::default() };
        let game = play(seed, &policy, |_, _, _| {});
        for (offered, own) in game.view().perk_choices() {
            assert!(!offered.contains(&wanted) || own == wanted, "seed {seed}");
        }
        if game.view().perk_choices().iter().any(|(_, own)| *own == wanted) {
            return;
        }
    }
    panic!("never offered");
}

#[test]
fn a_sloppy_bot_earns_less_by_its_work() {
    let pay = |order_percent| {
        let mut sum = 0;
        for seed in 1..5 {
            let policy = Policy { order_percent, ..Policy::default() };
            play(seed, &policy, |_, _, outcome| {
                for event in &outcome.events {
                    if let Event::Journey(JourneyEvent::Departed { pay, .. }) = event {
                        sum += pay.0;
                    }
                }
            });
        }
        sum
    };
    let (careful, sloppy) = (pay(100), pay(50));
    assert!(sloppy < careful, "{sloppy} and {careful} coins");
}
