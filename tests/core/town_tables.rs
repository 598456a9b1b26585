//! Heroes at an inn: what they say, what they are stood, and dice.

use std::collections::BTreeSet;

use base::Dir;
use content::ItemKindId;
use engine::sim::{
    ActorId, Coins, Command, Event, Game, JourneyCommand, JourneyEvent, Person, PersonId, Reject,
    RunStatus, Stack, Stance, TownWho,
};

use crate::support::content::catalog;
use crate::support::journeys::{journey, on_the_way, own};
use crate::town::{before_gate, go_in, house_of};

const COINS: Coins = Coins(500);

/// The player in the inn of the first town, beside a hero who lodges there: who, and in which
/// direction. The cast is changed before.
fn beside_hero(seed: u64, change: fn(&mut Person)) -> (Game, ActorId, PersonId, Dir) {
    let mut game = before_gate(seed, |snapshot, town, from| {
        let journey = own(snapshot);
        journey.rations = 5;
        journey.cast[0].lodges = town;
        change(&mut journey.cast[0]);
        for person in &mut journey.cast[1..] {
            person.lodges = from;
        }
        snapshot.run.belongings.coins = COINS;
    });
    on_the_way(&mut game, JourneyCommand::Enter);
    let inn = house_of(&game, "inn");
    go_in(&mut game, inn);
    // Exploring leads to whoever has something to say, and has the first word.
    for _ in 0..400 {
        let visit = journey(&game).visit.expect("a visit");
        let hero = visit.people.iter().find(|own| matches!(own.who, TownWho::Hero(_)));
        let hero = *hero.expect("somebody lodges there");
        let TownWho::Hero(id) = hero.who else { unreachable!() };
        let dir = game.view().town().and_then(|town| town.dir_to(hero.actor));
        if let Some(dir) = dir.filter(|_| hero.has_spoken) {
            return (game, hero.actor, id, dir);
        }
        go_on(&mut game, Command::Explore);
    }
    panic!("the hero cannot be reached");
}

fn go_on(game: &mut Game, command: Command) {
    let busy = game.status() == RunStatus::Busy;
    let command = if busy { Command::Continue } else { command };
    if game.step(command).is_err() {
        game.step(Command::Wait).expect("always");
    }
}

/// The hero as the state has them.
fn person(game: &Game, id: PersonId) -> Person {
    journey(game).cast[usize::from(id.0)].clone()
}

/// The direction of the hero, who may have stepped on.
fn towards(game: &Game, hero: ActorId) -> Dir {
    game.view().town().and_then(|town| town.dir_to(hero)).expect("they sit still")
}

#[test]
fn a_hero_says_one_thing_after_the_other_and_nothing_twice_before_all_is_said() {
    let (mut game, hero, _, _) = beside_hero(5, |hero| hero.coins = 60);
    let mut said: Vec<String> = Vec::new();
    for _ in 0..catalog().town.hero_lines {
        let words = game.view().town().and_then(|town| town.said_by(hero)).expect("words");
        assert!(!words.contains('{'), "{words}");
        said.push(words);
        let dir = towards(&game, hero);
        game.step(Command::Journey(JourneyCommand::Talk { dir })).expect("a word");
        game.audit(catalog()).expect("holds of every state");
    }
    let distinct: BTreeSet<&String> = said.iter().collect();
    assert_eq!(distinct.len(), said.len(), "{said:#?}");
}

#[test]
fn who_has_had_a_long_evening_goes_nowhere_tonight_and_has_no_second() {
    let (mut game, hero, id, _) = beside_hero(6, |hero| hero.rested_on = 0);
    let night = journey(&game).night;
    let treat = |game: &Game| {
        Command::Journey(JourneyCommand::Treat { dir: towards(game, hero), drink: 1 })
    };
    let price = game.view().town().expect("a town").pastimes(id, towards(&game, hero))[1].price;
    game.step(treat(&game)).expect("they drink");
    let own = person(&game, id);
    assert_eq!((own.rested_on, own.abed_until), (night + 1, night + 1));
    assert_eq!(price, Some(Coins(COINS.0 - game.view().coins().0)));
    assert_eq!(game.check(&treat(&game)).err(), Some(Reject::HadEnough));
    game.audit(catalog()).expect("holds of every state");
}

#[test]
fn a_drink_buys_what_they_know_of_a_site_ahead() {
    let (mut game, hero, id, dir) = beside_hero(7, |_| {});
    let before = journey(&game).rumours.len();
    let treat = Command::Journey(JourneyCommand::Treat { dir, drink: 0 });
    game.step(treat).expect("they drink");
    let journey = journey(&game);
    assert_eq!(journey.rumours.len(), before + 1);
    assert_eq!(journey.visit.expect("a visit").drinks, vec![(id, 0, 1)]);
    let again = Command::Journey(JourneyCommand::Treat { dir: towards(&game, hero), drink: 0 });
    assert_eq!(game.check(&again).err(), Some(Reject::HadEnough));
}

#[test]
fn whoever_bears_a_grudge_neither_drinks_nor_plays() {
    let (game, _, _, dir) = beside_hero(8, |hero| hero.stance = Stance::Grudge);
    for command in [JourneyCommand::Treat { dir, drink: 0 }, JourneyCommand::Dice { dir, game: 0 }]
    {
        assert_eq!(game.check(&Command::Journey(command)).err(), Some(Reject::WillNotDrink));
    }
    let words = game.view().actors().iter().find_map(|own| game.view().town()?.said_by(own.id));
    assert!(words.is_some());
}

#[test]
fn dice_take_and_give_what_is_on_the_table_as_often_as_they_say() {
    let (mut won, mut lost) = (0, 0);
    for seed in 1..=24 {
        let (mut game, hero, id, _) = beside_hero(seed, |hero| hero.coins = 100);
        for _ in 0..catalog().town.dice.limit {
            let dice =
                Command::Journey(JourneyCommand::Dice { dir: towards(&game, hero), game: 0 });
            let (purse, theirs) = (game.view().coins().0, person(&game, id).coins);
            let events = game.step(dice).expect("they play").events;
            let is_won =
                |event: &Event| matches!(event, Event::Journey(JourneyEvent::DiceWon { .. }));
            let has_won = events.iter().any(is_won);
            let (after, left) = (game.view().coins().0, person(&game, id).coins);
            if has_won {
                won += 1;
                assert_eq!((after, left), (purse + 5, theirs - 5));
            } else {
                lost += 1;
                assert_eq!((after, left), (purse - 5, theirs + 5));
            }
        }
        let dice = Command::Journey(JourneyCommand::Dice { dir: towards(&game, hero), game: 0 });
        assert_eq!(game.check(&dice).err(), Some(Reject::PlayedEnough));
        game.audit(catalog()).expect("holds of every state");
    }
    let percent = 100 * won / (won + lost);
    assert!((30..65).contains(&percent), "{won} of {}", won + lost);
}

#[test]
fn what_a_hero_loses_is_theirs_no_more() {
    let (mut won, mut sore) = (0, 0);
    for seed in 1..=30 {
        const ITEM: ItemKindId = ItemKindId(0);
        let (mut game, _, id, dir) = beside_hero(seed, |hero| {
            hero.carries = Some(Stack { kind: ITEM, count: 1 });
        });
        let dice = Command::Journey(JourneyCommand::Dice { dir, game: 2 });
        if game.check(&dice).is_err() {
            continue;
        }
        let events = game.step(dice).expect("they play").events;
        let outcome = events.iter().find_map(|event| match event {
            Event::Journey(JourneyEvent::DiceWon { stack, is_sore, .. }) => {
                Some((*stack, *is_sore))
            }
            _ => None,
        });
        if let Some((stack, is_sore)) = outcome {
            won += 1;
            assert_eq!(stack.map(|stack| stack.kind), Some(ITEM));
            assert_eq!(person(&game, id).carries, None);
            sore += usize::from(is_sore);
            assert!(!is_sore || person(&game, id).stance != Stance::Debt);
            assert_eq!(game.view().coins(), COINS);
        } else {
            assert!(person(&game, id).carries.is_some());
            assert!(game.view().coins() < COINS);
        }
        game.audit(catalog()).expect("holds of every state");
    }
    assert!(won > 3 && sore < won, "{won} won, {sore} of them sore");
}
