//! Seniority on a journey: when a perk is due, what is offered, and the perks that change what
//! happens between the floors.

use std::sync::Arc;

use base::Seed;
use content::{Catalog, PerkId, Sources};
use engine::sim::{
    Command, End, Game, JourneyCommand, Leg, Letter, PayPart, PayReason, Phase, RunStatus, Setup,
    SiteId, SiteState, Snapshot, offer_perks, perks_earned,
};

use crate::support::bots::{bot, play};
use crate::support::content::catalog;
use crate::support::journeys::{begin, edited, own, reloaded, try_edited};

/// Commands of a journey at most.
const MAX_COMMANDS: u32 = 30_000;

/// A change that no play leads to, given two perks.
type Forge = fn(&mut Snapshot, [PerkId; 2]);

const PICK_FIRST: Command = Command::Journey(JourneyCommand::PickPerk { choice: 0 });

/// The built-in content with another text in the rules of journeys.
pub(crate) fn content_with(from: &str, to: &str) -> Arc<Catalog> {
    let mut sources = Sources::default();
    let text = sources.text("campaign.ron").replace(from, to);
    assert!(sources.replace("campaign.ron", text));
    Arc::new(Catalog::from_sources(&sources).expect("valid"))
}

/// The content with a perk after every order of at least a grade.
fn perk_after_every(grade: char) -> Arc<Catalog> {
    content_with("(every: 3, grade: 'C'", &format!("(every: 1, grade: '{grade}'"))
}

fn phase(game: &Game) -> Phase {
    game.view().journey().expect("a journey").phase()
}

/// A journey that has given some perks, by name, and whose state was changed besides.
fn with_perks(seed: u64, names: &[&str], change: impl FnOnce(&mut Snapshot)) -> Game {
    again_with_perks(&begin(seed), names, change)
}

fn again_with_perks(game: &Game, names: &[&str], change: impl FnOnce(&mut Snapshot)) -> Game {
    edited(game, |snapshot| {
        let perks = names.iter().map(|name| catalog().find_perk(name).expect(name));
        snapshot.run.perks = perks.collect();
        own(snapshot).orders = names.len() as u16 * catalog().campaign.seniority.every;
        change(snapshot);
    })
}

/// Before the first choice of a perk.
fn before_choice(seed: u64) -> Game {
    with_perks(seed, &[], |snapshot| {
        own(snapshot).orders = catalog().campaign.seniority.every;
        own(snapshot).phase = Phase::Seniority;
    })
}

/// Plays by the bot until something is the case; `None` if the journey ends before.
fn play_until(mut game: Game, is_there: impl Fn(&Game) -> bool) -> Option<Game> {
    let mut bot = bot("planner", game.setup().seed.0);
    for _ in 0..MAX_COMMANDS {
        if is_there(&game) {
            return Some(game);
        }
        play(&mut game, &mut *bot, 1, |_, _, _| {});
    }
    None
}

#[test]
fn a_choice_is_made_before_anything_else_and_for_good() {
    let mut game = before_choice(1);
    let offered: Vec<String> =
        game.view().perks_offered().into_iter().map(|perk| perk.name.clone()).collect();
    assert_eq!(offered.len(), 3);
    for command in [
        Command::Wait,
        Command::Journey(JourneyCommand::Stay),
        Command::Journey(JourneyCommand::Choose { choice: 0 }),
        Command::Journey(JourneyCommand::PickPerk { choice: 3 }),
    ] {
        assert!(game.check(&command).is_err(), "{command:?}");
    }
    game.step(Command::Journey(JourneyCommand::PickPerk { choice: 1 })).expect("is offered");
    assert_eq!(phase(&game), Phase::Map);
    let view = game.view();
    let held: Vec<&str> = view.perks().into_iter().map(|perk| perk.name.as_str()).collect();
    assert_eq!(held, [offered[1].as_str()]);
    let offered: Vec<&str> = offered.iter().map(String::as_str).collect();
    assert_eq!(view.perk_choices(), [(offered.clone(), offered[1])]);
    assert!(game.check(&PICK_FIRST).is_err(), "one for every few orders");
    assert!(game.view().perks_offered().is_empty());
}

#[test]
fn a_run_is_given_up_before_the_choice_too() {
    let mut game = before_choice(1);
    game.step(Command::Abandon).expect("at any time");
    assert!(matches!(game.status(), RunStatus::Over(_)));
    assert_eq!(game.audit(catalog()), Ok(()));
}

#[test]
fn journeys_give_perks_and_go_on_the_same_after_having_been_saved() {
    let catalog = perk_after_every('F');
    let played = |seed: u64, is_reloaded: bool| {
        let mut game = Game::new(Setup::campaign(Seed(seed)), &catalog).expect("a map");
        let mut bot = bot("planner", seed);
        let (mut choices, mut commands) = (0, 0);
        while !matches!(game.status(), RunStatus::Over(_)) && commands < MAX_COMMANDS {
            commands += 1;
            if phase(&game) == Phase::Seniority {
                choices += 1;
                assert_eq!(game.audit(&catalog), Ok(()));
                if is_reloaded {
                    game = reloaded(&game);
                }
            }
            _ = game.step(bot.decide(&game.view()));
        }
        (choices, game)
    };
    let mut all = (4..30).map(|seed| (seed, played(seed, false)));
    let chose = |(seed, (choices, whole))| (choices >= 2).then_some((seed, choices, whole));
    let (seed, choices, whole) = all.find_map(chose).expect("two choices of a perk");
    let (_, saved) = played(seed, true);
    assert_eq!(whole.digest(), saved.digest());
    let snapshot = whole.snapshot();
    let journey = snapshot.journey.expect("a journey");
    // However often a site is tried: its order is done once.
    let nights = journey.trail.iter().filter_map(|leg| match *leg {
        Leg::Work { site, .. } => Some(site),
        Leg::Road { .. } => None,
    });
    let mut sites: Vec<_> = nights.collect();
    sites.sort_unstable();
    sites.dedup();
    let is_worked = |site: &SiteId| {
        matches!(journey.sites[usize::from(site.0)].state, SiteState::Worked { .. })
    };
    let worked = sites.iter().filter(|site| is_worked(site)).count();
    // At the Deep Seat a journey is over before there is anything to choose.
    let last = usize::from(whole.status() == RunStatus::Over(End::Won));
    assert_eq!(choices, worked - last, "seed {seed}");
    assert_eq!(snapshot.run.perks.len(), choices);
    for (offered, taken) in whole.view().perk_choices() {
        assert!(offered.contains(&taken), "{taken} was not offered: {offered:?}");
    }
}

#[test]
fn orders_of_a_worse_grade_do_not_count() {
    let begun =
        |seed| Game::new(Setup::campaign(Seed(seed)), &perk_after_every('S')).expect("a map");
    let grades = |game: &Game| {
        let journey = game.snapshot().journey.expect("a journey");
        let grade = |leg: &Leg| match *leg {
            Leg::Work { letter, .. } => Some(letter),
            Leg::Road { .. } => None,
        };
        (journey.trail.iter().filter_map(grade).collect::<Vec<_>>(), journey.orders)
    };
    let is_done = |letter: Letter| letter != Letter::S && letter.is_at_least('C');
    let is_wanted = |game: &Game| grades(game).0.into_iter().any(is_done);
    let game = (4..24).find_map(|seed| play_until(begun(seed), is_wanted));
    let (grades, orders) = grades(&game.expect("some night is worked like that"));
    let best = grades.into_iter().filter(|&letter| letter == Letter::S).count();
    assert_eq!(usize::from(orders), best);
}

#[test]
fn forged_perks_are_refused() {
    let game = begin(1);
    let (first, second) = (PerkId(0), PerkId(1));
    let cases: [(&str, Forge); 6] = [
        ("run.perks: not as many as were earned", |state, [a, _]| state.run.perks.push(a)),
        ("run.perks: not as many as were earned", |state, _| own(state).orders = 3),
        ("run.perks[1]: held twice", |state, [a, _]| {
            own(state).orders = 6;
            state.run.perks = vec![a, a];
        }),
        ("run.perks[1]: no such perk", |state, [a, _]| {
            own(state).orders = 6;
            state.run.perks = vec![a, PerkId(250)];
        }),
        ("journey.phase: a choice of a perk that was not earned", |state, [a, b]| {
            own(state).orders = 8;
            state.run.perks = vec![a, b];
            own(state).phase = Phase::Seniority;
        }),
        ("journey.orders: ", |state, _| own(state).orders = u16::MAX),
    ];
    for (fault, forge) in cases {
        let error = try_edited(&game, |snapshot| forge(snapshot, [first, second]));
        let error = error.err().expect(fault).to_string();
        assert!(error.contains(fault), "{error}, and not {fault}");
    }
}

fn is_for_points(part: &PayPart) -> bool {
    matches!(part.why, PayReason::Work { .. } | PayReason::Dawn { .. })
}

#[test]
fn the_fee_comes_off_the_pay_and_a_light_sleeper_sleeps_less() {
    // What is paid and kept back for other reasons than points.
    let others = |game: &Game| -> i32 {
        let parts = game.view().pay().expect("a night's work is done").parts;
        let others = parts.iter().filter(|part| !is_for_points(part));
        others.map(|part| part.coins).sum()
    };
    let is_well_paid = |game: &Game| {
        let is_over = matches!(game.status(), RunStatus::Over(_));
        let parts = game.view().pay().expect("done").parts;
        let coins = parts.iter().filter(|part| is_for_points(part)).map(|part| part.coins);
        !is_over && coins.sum::<i32>() >= 14
    };
    let done = (1..20).find_map(|seed| {
        let game = begin(seed);
        play_until(game, |game| game.view().shift_end().is_some()).filter(is_well_paid)
    });
    let done = done.expect("a night's work is done");
    let others = others(&done);
    let depart = |names: &[&str]| {
        let mut game = again_with_perks(&done, names, |snapshot| {
            snapshot.floor.actors[0].vitals.health = 2;
        });
        let before = game.view().coins().0;
        game.step(Command::Journey(JourneyCommand::Depart)).expect("the night is over");
        let paid = (game.view().coins().0 - before) as i32;
        (paid - others, game.view().player().health)
    };
    let (pay, health) = depart(&[]);
    let most = done.view().player().max_health;
    assert!(pay >= 14 && health == 2 + (most - 2) * 60 / 100, "{pay} coins, {health} health");
    // The parts of the pay are rounded, each for itself and by each perk.
    let assert_pays = |names: &[&str], coins: i32| {
        let (own, left) = depart(names);
        assert!(
            (own - coins).abs() <= names.len() as i32 && left == health,
            "{names:?}: {own} coins, not {coins}"
        );
    };
    assert_pays(&["finder's fee"], pay * 75 / 100);
    assert_pays(&["the tradesmen's door"], pay * 90 / 100);
    assert_pays(&["finder's fee", "the tradesmen's door"], pay * 75 / 100 * 90 / 100);
    assert_eq!(depart(&["light sleeper"]), (pay, 2 + (most - 2) * 30 / 100));
}

#[test]
fn a_light_sleeper_meets_nobody() {
    let met = |names: &[&str]| {
        let walks = (1..30).filter(|&seed| {
            let mut game = with_perks(seed, names, |_| ());
            let roads = game.view().journey().expect("a journey").roads();
            let to = roads.iter().find(|road| road.cost.is_ok()).expect("a road").to;
            game.step(Command::Journey(JourneyCommand::Go { to })).expect("it is open");
            matches!(phase(&game), Phase::Encounter(_))
        });
        walks.count()
    };
    assert!(met(&[]) > 5);
    assert_eq!(met(&["light sleeper"]), 0);
}

#[test]
fn the_tradesmens_door_is_on_the_first_floor_of_a_site() {
    let enter = |names: &[&str]| {
        let mut game = with_perks(1, names, |snapshot| {
            let game = begin(1);
            let view = game.view();
            let own = view.journey().expect("a journey");
            let has_floors = |&site: &SiteId| {
                let site = own.site(site);
                site.state == SiteState::Open
                    && !site.is_goal
                    && catalog().campaign.floors_at(site.kind, site.depth.0) > 1
            };
            let site = own.atlas().ids().find(has_floors).expect("a site of several floors");
            snapshot.journey.as_mut().expect("one").at = site;
        });
        game.step(Command::Journey(JourneyCommand::Enter)).expect("there is work");
        game
    };
    let mut game = enter(&["the tradesmen's door"]);
    let (floor, floors) = game.view().journey().expect("a journey").floor();
    assert!(floor == 1 && floors > 1);
    assert!(enter(&[]).check(&Command::ClockOut).is_err());
    game.step(Command::ClockOut).expect("it is a door for them");
    assert!(game.view().is_away());
    for _ in 0..10_000 {
        if game.view().shift_end().is_some() {
            break;
        }
        game.step(Command::Linger).expect("the raid goes on");
    }
    game.step(Command::Journey(JourneyCommand::Depart)).expect("the night is over");
    assert_eq!(phase(&game), Phase::Map);
}

#[test]
fn offers_are_distinct_and_every_perk_comes_up_at_every_pick() {
    let mut seen = [const { Vec::new() }; 3];
    for seed in (0..400).map(Seed) {
        let mut held: Vec<PerkId> = Vec::new();
        for seen in &mut seen {
            let offered = offer_perks(seed, &held, catalog());
            assert_eq!(offered, offer_perks(seed, &held, catalog()));
            assert_eq!(offered.len(), 3);
            let mut all = [held.clone(), offered.clone()].concat();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), held.len() + 3, "seed {seed}: {offered:?} to {held:?}");
            seen.extend(offered.iter().copied());
            held.push(offered[seed.0 as usize % 3]);
        }
    }
    for seen in &mut seen {
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(*seen, for_seniority());
    }
}

/// The perks that are not sold.
fn for_seniority() -> Vec<PerkId> {
    let all = (0..catalog().perks.len() as u8).map(PerkId);
    all.filter(|&perk| !catalog().perk(perk).sold).collect()
}

#[test]
fn what_was_bought_is_neither_offered_nor_counted() {
    let bought = |game: &Game| {
        edited(game, |snapshot| {
            let sold = (0..catalog().perks.len() as u8).map(PerkId);
            let sold = sold.filter(|&perk| catalog().perk(perk).sold);
            snapshot.run.perks.splice(0..0, sold);
        })
    };
    let (mut without, game) = (before_choice(1), before_choice(1));
    let mut with = bought(&game);
    let names = |game: &Game| -> Vec<String> {
        game.view().perks_offered().into_iter().map(|perk| perk.name.clone()).collect()
    };
    assert_eq!(names(&with), names(&without));
    for game in [&mut with, &mut without] {
        game.step(PICK_FIRST).expect("is offered");
    }
    assert_eq!(with.view().perk_choices(), without.view().perk_choices());
    assert_eq!(with.view().cords_left(), without.view().cords_left() + 1);
}

#[test]
fn every_third_order_earns_one_as_long_as_there_are_any() {
    let earned = [0, 2, 3, 5, 6, 9, u16::MAX].map(|orders| perks_earned(orders, catalog()));
    let all = for_seniority();
    assert_eq!(earned, [0, 0, 1, 1, 2, 3, all.len()]);
    assert_eq!(offer_perks(Seed(1), &all[2..], catalog()).len(), 2);
    assert!(offer_perks(Seed(1), &all, catalog()).is_empty());
}
