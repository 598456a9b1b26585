//! Floors left to themselves, with the upkeeper away and no raid on: the sides fight by the table,
//! nobody strikes a friend, and nobody dances or sticks for ever.

use crate::support::content::catalog;
use crate::support::journeys::edited;
use crate::support::kinds::kinds;
use std::collections::{BTreeMap, BTreeSet};

use base::{Pos, Seed};
use content::Depth;
use engine::sim::{
    ActorId, AiState, Bystander, Command, Duty, Event, FightEvent, Fixture, Game, Mess, Setup,
};
use levels::{Request, generate};

/// Turns that each floor is watched.
const TURNS: usize = 500;

/// Turns in which somebody has to get somewhere.
const WINDOW: usize = 120;

/// A floor that nobody has raided, and nobody comes to clean; all who guard it may have run wild.
fn deserted(kind: &str, depth: Depth, seed: u64, wild: bool) -> Game {
    let setup = Setup::shift(kind, depth, Seed(seed));
    let level = generate(&Request::new(kind, Seed(seed), depth), catalog()).expect("a level");
    edited(&Game::on_level(setup, &level, &Mess::default(), catalog()), |snapshot| {
        snapshot.shift.away = true;
        for actor in snapshot.floor.actors.iter_mut().filter(|_| wild) {
            if let Duty::Guard { post } = actor.duty {
                actor.duty = Duty::Stray { post };
                let fixture = snapshot.floor.cells.fixtures.iter_mut().find(|(at, _)| *at == post);
                fixture.expect("a post").1 = Fixture::Post { empty: true };
            }
        }
    })
}

/// Whom somebody is after.
fn quarry(moment: &Bystander) -> Option<ActorId> {
    match moment.ai_state {
        AiState::Hunting { quarry, .. } => Some(quarry),
        _ => None,
    }
}

#[test]
fn no_actor_gets_stuck_and_only_hostile_factions_fight() {
    let mut fought = BTreeSet::new();
    let mut kinds_met = BTreeSet::new();
    let (mut faults, mut wild_blows) = (Vec::new(), 0);
    for (place, kind) in kinds().enumerate() {
        for round in 0..10_u8 {
            let seed = 100 * place as u64 + u64::from(round);
            let floor = format!("{kind}, depth {}, seed {seed}", round + 1);
            let wild = round % 3 == 2;
            let mut game = deserted(kind, Depth(round + 1), seed, wild);
            let mut lives: BTreeMap<ActorId, Vec<Bystander>> = BTreeMap::new();
            let mut blows = 0;
            for turn in 1..=TURNS {
                let outcome = game.step(Command::Continue).expect("time goes on");
                for event in &outcome.events {
                    if let Event::Fight(FightEvent::Struck { by, victim, .. }) = event {
                        blows += 1;
                        let (one, other) = (catalog().actor(by.kind), catalog().actor(victim.kind));
                        let at_war =
                            catalog().factions.are_hostile(one.faction.id, other.faction.id);
                        assert!(wild || at_war, "{floor}: {} strikes {}", one.name, other.name);
                        fought.insert((one.faction.name.as_str(), other.faction.name.as_str()));
                    }
                }
                for other in game.world().bystanders() {
                    kinds_met.insert(catalog().actor(other.kind).name.as_str());
                    lives.entry(other.id).or_default().push(other);
                }
                if turn % WINDOW == 0 {
                    check_window(&game, &lives, &format!("{floor}, turn {turn}"), &mut faults);
                }
            }
            check_pens(&game, &floor);
            wild_blows += if wild { blows } else { 0 };
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(wild_blows > 100, "strays live in peace: {wild_blows} blows");
    for pair in [("residents", "vermin"), ("vermin", "residents"), ("undead", "vermin")] {
        assert!(fought.contains(&pair), "{} never struck {}", pair.0, pair.1);
    }
    let never: Vec<&str> = catalog()
        .actors
        .iter()
        .filter(|actor| actor.weight > 0 && !kinds_met.contains(actor.name.as_str()))
        .map(|actor| actor.name.as_str())
        .collect();
    assert!(never.is_empty(), "nowhere to be found: {never:?}");
    let raiders = catalog().actors.iter().filter(|actor| actor.faction.name == "raiders");
    for raider in raiders {
        assert!(!kinds_met.contains(raider.name.as_str()), "a {} lives here", raider.name);
    }
}

/// Every post that is empty is missed by a stray, every stray misses an empty post, and each is
/// counted.
fn check_pens(game: &Game, floor: &str) {
    let empty = Fixture::Post { empty: true };
    let fixtures = game.world().floor().fixtures();
    let posts: BTreeSet<Pos> =
        fixtures.filter(|&(_, fixture)| fixture == empty).map(|(at, _)| at).collect();
    let strays: BTreeSet<Pos> = game
        .world()
        .bystanders()
        .filter(|other| matches!(other.duty, Duty::Stray { .. }))
        .filter_map(|other| other.duty.post())
        .collect();
    assert_eq!(posts, strays, "{floor}");
}

/// What must not go on for a whole window: a chase that gets nobody anywhere, a way home that leads
/// nowhere.
fn check_window(
    game: &Game,
    lives: &BTreeMap<ActorId, Vec<Bystander>>,
    when: &str,
    faults: &mut Vec<String>,
) {
    for other in game.world().bystanders() {
        let life = &lives[&other.id];
        if life.len() < WINDOW {
            continue;
        }
        let last = &life[life.len() - WINDOW..];
        let places: BTreeSet<Pos> = last.iter().map(|moment| moment.pos).collect();
        let unhurt = last.iter().all(|moment| moment.vitals.health == last[0].vitals.health);
        let hunts = quarry(&last[0]).is_some()
            && last.iter().all(|moment| quarry(moment) == quarry(&last[0]));
        let is_from_home = |moment: &Bystander| match moment.duty {
            Duty::Guard { post } => moment.pos != post && quarry(moment).is_none(),
            _ => false,
        };
        let looks = |moment: &Bystander| matches!(moment.ai_state, AiState::Curious { .. });
        let fault = if hunts && unhurt {
            "is after the same one for ever"
        } else if last.iter().all(is_from_home) && places.len() <= 6 {
            "does not get back to its post"
        } else if last.iter().all(looks) && places.len() <= 3 {
            "is on its way and gets nowhere"
        } else {
            continue;
        };
        let name = &game.world().catalog().actor(other.kind).name;
        let (at, mind) = (other.pos, other.ai_state);
        faults.push(format!("{when}: {name} at {at:?} {fault}: {mind:?}"));
    }
}
