//! Towns: every one can be walked through, what people in it say is true or not by person, and what
//! is taken and paid for.

use crate::support::journeys::{begin, edited, journey, on_the_way, own, towns, try_edited};

use base::{Dir, Pos};
use content::Service;
use engine::sim::{
    Coins, Command, Fixture, Game, JourneyCommand, Phase, Reject, RunStatus, SiteId, SiteState,
    Snapshot, Subject, TownWho,
};
use engine::view::HouseView;

use crate::support::content::catalog;

/// A journey that stands before the gate of its first town, changed before: the state, the town,
/// and where the player came from.
pub(crate) fn before_gate(seed: u64, change: impl FnOnce(&mut Snapshot, SiteId, SiteId)) -> Game {
    let game = begin(seed);
    let town = towns(&game)[0];
    let from = game.view().journey().expect("one").atlas().roads(town)[0].0;
    edited(&game, |snapshot| {
        (own(snapshot).at, own(snapshot).came_from) = (town, from);
        change(snapshot, town, from);
    })
}

/// The same with so many rations and coins.
fn at_town(seed: u64, rations: u16, coins: u32) -> Game {
    before_gate(seed, |snapshot, _, _| {
        own(snapshot).rations = rations;
        snapshot.run.belongings.coins = Coins(coins);
    })
}

pub(crate) fn inside(seed: u64, rations: u16, coins: u32) -> Game {
    let mut game = at_town(seed, rations, coins);
    on_the_way(&mut game, JourneyCommand::Enter);
    game
}

/// Carries a command out to its end.
fn walk(game: &mut Game, command: Command) -> Result<(), Reject> {
    game.step(command)?;
    while game.status() == RunStatus::Busy {
        game.step(Command::Continue)?;
    }
    Ok(())
}

/// Walks on until something holds, since somebody may stand in the way for a moment.
fn walk_until(game: &mut Game, command: Command, holds: impl Fn(&Game) -> bool) {
    for _ in 0..20 {
        if holds(game) {
            return;
        }
        if walk(game, command).is_err() {
            game.step(Command::Wait).expect("always");
        }
    }
    panic!("{command:?} leads nowhere");
}

fn is_inside(game: &Game) -> bool {
    game.view().town().is_some_and(|town| town.here().is_some())
}

/// Walks to the door of a house and goes in.
pub(crate) fn go_in(game: &mut Game, door: Pos) {
    let step = |game: &Game| {
        let here = game.view().player().pos;
        Dir::CARDINAL.into_iter().find(|&dir| here + dir == door)
    };
    walk_until(game, Command::Travel(door), |game| is_inside(game) || step(game).is_some());
    if let Some(dir) = step(game).filter(|_| !is_inside(game)) {
        game.step(Command::Step(dir)).expect("the door is open");
    }
}

fn go_out(game: &mut Game) {
    walk_until(game, Command::TravelToExit, |game| !is_inside(game));
}

fn houses(game: &Game) -> Vec<HouseView<'_>> {
    game.view().town().expect("in a town").houses()
}

fn doors(game: &Game) -> Vec<Pos> {
    houses(game).iter().map(|house| house.door).collect()
}

fn house_kind(game: &Game) -> Option<String> {
    Some(game.view().town()?.here()?.kind?.name.clone())
}

pub(crate) fn house_of(game: &Game, kind: &str) -> Pos {
    let houses = houses(game);
    let found = houses.iter().find(|house| house.kind.is_some_and(|own| own.name == kind));
    found.expect("every town has one").door
}

#[test]
fn every_house_of_every_town_can_be_visited_and_left() {
    for seed in 1..=12 {
        let mut game = inside(seed, 5, 0);
        let kinds: Vec<&str> =
            houses(&game).iter().filter_map(|house| Some(house.kind?.name.as_str())).collect();
        assert_eq!(kinds.len(), catalog().town.houses.len(), "seed {seed}: {kinds:?}");
        let doors = doors(&game);
        assert!(doors.len() > kinds.len(), "seed {seed}: nobody lives there");
        for door in doors {
            go_in(&mut game, door);
            let view = game.view();
            let house = view.town().and_then(|town| town.here()).expect("inside");
            assert_eq!(house.door, door);
            if house.kind.is_some() {
                assert!(view.town().and_then(|town| town.keeper()).is_some(), "nobody sells");
            }
            let is_chest = |fixture| matches!(fixture, Fixture::Chest { .. });
            let holds = game.world().floor().fixtures().any(|(_, fixture)| is_chest(fixture));
            assert!(holds || house_kind(&game).is_some(), "seed {seed}: an empty house");
            game.audit(catalog()).expect("holds of every state");
            go_out(&mut game);
        }
        assert!(houses(&game).iter().all(|house| house.is_seen));
        walk(&mut game, Command::TravelToExit).expect("the gate can be reached");
        game.step(Command::ClockOut).expect("at the gate");
        assert!(game.view().is_on_map());
        game.audit(catalog()).expect("holds of every state");
    }
}

#[test]
fn the_far_gate_opens_the_roads_and_the_near_one_does_not() {
    let state = |game: &Game| {
        let journey = journey(game);
        journey.sites[usize::from(journey.at.0)].state
    };
    let mut back = inside(3, 5, 0);
    back.step(Command::ClockOut).expect("at the gate");
    assert_eq!(state(&back), SiteState::Open);
    // Once a night.
    assert_eq!(back.check(&Command::Journey(JourneyCommand::Enter)).err(), Some(Reject::TownSeen));
    let mut on = inside(3, 5, 0);
    walk(&mut on, Command::TravelToExit).expect("there is a way");
    on.step(Command::ClockOut).expect("at the gate");
    assert!(matches!(state(&on), SiteState::Worked { .. }));
    let roads = on.view().journey().expect("one").roads();
    assert!(roads.iter().any(|road| road.cost.is_ok()));
}

#[test]
fn walking_in_costs_a_ration_or_goes_hungry() {
    let fed = inside(4, 5, 0);
    assert_eq!(journey(&fed).rations, 4);
    let before = at_town(4, 0, 0);
    let cost = before.view().journey().and_then(|journey| journey.town_cost()).expect("a town");
    let hungry = inside(4, 0, 0);
    assert!(cost.hunger > 0);
    assert_eq!(before.view().player().health - hungry.view().player().health, cost.hunger);
}

#[test]
fn nobody_drops_at_a_gate() {
    let mut game = before_gate(4, |snapshot, _, _| {
        own(snapshot).rations = 0;
        snapshot.floor.actors[0].vitals.health = 2;
    });
    let cost = game.view().journey().and_then(|journey| journey.town_cost()).expect("a town");
    assert_eq!((cost.lacking, cost.hunger), (1, 1));
    on_the_way(&mut game, JourneyCommand::Enter);
    assert_eq!(game.view().player().health, 1);
    game.audit(catalog()).expect("holds of every state");
}

#[test]
fn time_heals_nobody_in_a_town() {
    let mut game = before_gate(4, |snapshot, _, _| {
        own(snapshot).rations = 4;
        snapshot.floor.actors[0].vitals.health = 9;
    });
    on_the_way(&mut game, JourneyCommand::Enter);
    assert_eq!(game.check(&Command::Rest).err(), Some(Reject::NoRestHere));
    for _ in 0..100 {
        game.step(Command::Wait).expect("always");
    }
    assert_eq!(game.view().player().health, 9);
}

#[test]
fn the_near_gate_opens_the_roads_if_the_way_back_is_closed() {
    let mut game = before_gate(3, |snapshot, _, from| {
        let journey = own(snapshot);
        journey.rations = 5;
        journey.sites[usize::from(from.0)].state = SiteState::Lost { night: 0 };
    });
    on_the_way(&mut game, JourneyCommand::Enter);
    game.step(Command::ClockOut).expect("at the gate");
    let roads = game.view().journey().expect("one").roads();
    assert!(roads.iter().any(|road| road.cost.is_ok()), "nowhere to go");
}

#[test]
fn what_is_sold_over_the_counters_is_paid_for_and_given() {
    let mut game = inside(6, 5, 900);
    for kind in ["chandler", "inn", "healer", "parish office"] {
        let door = house_of(&game, kind);
        go_in(&mut game, door);
        let keeper = game.view().town().and_then(|town| town.keeper()).expect("somebody sells");
        let deal = |offer| Command::Journey(JourneyCommand::Deal { offer });
        let count = game.view().town().expect("a town").deals().len() as u8;
        if keeper.steps_to(game.view().player().pos) > 4 {
            assert_eq!(game.check(&deal(0)).err(), Some(Reject::NobodySells));
            let near = Dir::ALL.into_iter().map(|dir| keeper + dir);
            let reached = near.into_iter().any(|at| walk(&mut game, Command::Travel(at)).is_ok());
            assert!(reached, "the keeper stands alone");
        }
        for offer in 0..count {
            let deals = game.view().town().expect("a town").deals();
            let own = &deals[usize::from(offer)];
            let (gives, price) = own.gives.zip(own.price).expect("a ware with a price");
            let before = game.snapshot();
            match game.step(deal(offer)) {
                Ok(_) => {}
                // Nobody is hurt, and the purse is deep.
                Err(reject) => {
                    let is_due = matches!(
                        (gives, reject),
                        (Service::Heal(_), Reject::Rested) | (Service::Rumour, Reject::NoNews)
                    );
                    assert!(is_due, "{gives:?}: {reject:?}");
                    continue;
                }
            }
            let after = game.snapshot();
            let (old, new) = (&before.run.belongings, &after.run.belongings);
            assert_eq!(old.coins.0 - new.coins.0, price.0, "{gives:?}");
            let most = |snapshot: &Snapshot| snapshot.floor.actors[0].vitals.max_health;
            let grown = most(&after) - most(&before);
            let (was, is) = (before.journey.expect("one"), after.journey.expect("one"));
            match gives {
                Service::Rations(more) => assert_eq!(is.rations, was.rations + more),
                Service::Supply(supply, more) => {
                    assert_eq!(new.supplies[supply], old.supplies[supply] + more);
                }
                Service::Kit => assert_eq!(new.kits.len(), old.kits.len() + 1),
                Service::Heal(_) => assert!(game.view().player().health > 0),
                Service::Tonic(more) => assert_eq!(grown, more),
                Service::Rumour => assert_eq!(is.rumours.len(), was.rumours.len() + 1),
                Service::Order => assert!(is.extra_order.is_some() && was.extra_order.is_none()),
                Service::Perk => {
                    assert_eq!(after.run.perks.len(), before.run.perks.len() + 1);
                }
                Service::Hand(nights) => assert_eq!(is.hand_nights, nights),
            }
            game.audit(catalog()).expect("holds of every state");
        }
        go_out(&mut game);
    }
}

#[test]
fn people_tell_the_truth_or_not_by_person() {
    let (mut right, mut wrong) = (0, 0);
    for seed in 1..=30 {
        let mut game = inside(seed, 5, 0);
        let doors: Vec<Pos> = houses(&game)
            .iter()
            .filter(|house| house.kind.is_none())
            .map(|house| house.door)
            .collect();
        for door in doors.into_iter().take(3) {
            go_in(&mut game, door);
            go_out(&mut game);
        }
        let snapshot = game.snapshot();
        let journey = snapshot.journey.as_ref().expect("one");
        for person in &journey.visit.as_ref().expect("a visit").people {
            if !matches!(person.who, TownWho::Resident { .. }) {
                continue;
            }
            let is_right = match person.about {
                Subject::Nothing => continue,
                Subject::Hero { person, habit } => {
                    journey.cast[usize::from(person.0)].habit == habit
                }
                Subject::Fallen { person, .. } => !matches!(
                    journey.cast[usize::from(person.0)].fate,
                    engine::sim::PersonFate::Raiding
                ),
                Subject::Site { .. } | Subject::House { .. } => continue,
            };
            let told = catalog().sayings[usize::from(person.says.0)].is_true;
            assert_eq!(is_right, told, "seed {seed}: {person:?}");
            if is_right { right += 1 } else { wrong += 1 }
        }
    }
    assert!(right > wrong && wrong > 5, "{right} of those who know, {wrong} of the others");
}

#[test]
fn a_chest_is_emptied_once_and_being_seen_at_it_makes_things_dearer() {
    let (mut seen, mut unseen) = (false, false);
    for seed in 1..=40 {
        let mut game = inside(seed, 5, 50);
        let doors = doors(&game);
        for door in doors {
            go_in(&mut game, door);
            let chests: Vec<Pos> = game
                .world()
                .floor()
                .fixtures()
                .filter(|&(_, fixture)| fixture == Fixture::Chest { full: true })
                .map(|(pos, _)| pos)
                .collect();
            for chest in chests {
                let beside = Dir::ALL.into_iter().find_map(|dir| {
                    let at = chest + dir.opposite();
                    walk(&mut game, Command::Travel(at)).ok()?;
                    (game.view().player().pos == at).then_some(dir)
                });
                let Some(dir) = beside else { continue };
                let before = game.view().town().expect("a town").markup();
                if game.step(Command::Work(Some(dir))).is_err() {
                    continue;
                }
                let after = game.view().town().expect("a town").markup();
                seen |= after > before;
                unseen |= after == before && before == 0;
                assert_eq!(game.check(&Command::Work(Some(dir))).err(), Some(Reject::NoWorkInTown));
                game.audit(catalog()).expect("holds of every state");
            }
            go_out(&mut game);
        }
        if seen && unseen {
            return;
        }
    }
    panic!("nobody ever saw it, or everybody always did");
}

#[test]
fn nobody_is_struck_in_a_town() {
    let tried: u32 = (8..16).map(speak_to_all).sum();
    assert!(tried > 0);
}

/// Steps at everybody who is in sight from the door of the inn: how many were reached.
fn speak_to_all(seed: u64) -> u32 {
    let mut game = inside(seed, 5, 0);
    let door = house_of(&game, "inn");
    go_in(&mut game, door);
    let people: Vec<Pos> = game.view().actors().iter().map(|actor| actor.pos).collect();
    let mut tried = 0;
    for person in people {
        for dir in Dir::ALL {
            if walk(&mut game, Command::Travel(person + dir.opposite())).is_err()
                || game.view().player().pos + dir != person
            {
                continue;
            }
            let before = game.digest();
            assert!(game.check(&Command::StepAnyway(dir)).is_ok(), "a word is never refused");
            game.step(Command::StepAnyway(dir)).expect("a word");
            assert_ne!(game.digest(), before);
            assert!(game.view().actors().iter().all(|actor| actor.health == 100));
            tried += 1;
            break;
        }
    }
    tried
}

#[test]
fn a_forged_visit_is_refused() {
    let game = inside(2, 5, 0);
    let refused = |forge: &dyn Fn(&mut engine::sim::Journey)| {
        try_edited(&game, |snapshot| forge(own(snapshot))).is_err()
    };
    assert!(refused(&|journey| journey.phase = Phase::Map));
    assert!(refused(&|journey| journey.visit = None));
    assert!(refused(&|journey| journey.floor = 200));
    assert!(refused(&|journey| journey.towns[0].site = SiteId(9_999)));
    assert!(refused(&|journey| journey.towns.clear()));
    assert!(refused(&|journey| {
        if let Some(visit) = &mut journey.visit {
            visit.deals = vec![(250, 0, 1)];
        }
    }));
    let visit = |forge: &dyn Fn(&mut engine::sim::TownVisit)| {
        refused(&|journey| forge(journey.visit.as_mut().expect("a visit")))
    };
    let nobody = engine::sim::PersonId(u8::MAX);
    assert!(visit(&|visit| visit.tipped = vec![250]));
    assert!(visit(&|visit| visit.tipped = vec![1, 0]));
    assert!(visit(&|visit| visit.drinks = vec![(nobody, 0, 1)]));
    assert!(visit(&|visit| visit.drinks = vec![(engine::sim::PersonId(0), 99, 1)]));
    assert!(visit(&|visit| visit.games = vec![(nobody, 1)]));
    assert!(!refused(&|_| {}));
}
