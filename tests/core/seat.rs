//! The Deep Seat and sites that parties settle in: who holds them, what it takes to win, and what
//! is refused.

use crate::support::journeys::{begin, edited, journey, on_the_way, own, reloaded, try_edited};
use std::sync::Arc;

use base::Seed;
use content::Catalog;
use engine::sim::{
    ActorRecord, End, Fate, Game, Harm, Holder, Journey, JourneyCommand, PersonFate, PersonId,
    RunStatus, Setup, SiteId, SiteState, Snapshot, SnapshotError, Tenant,
};

use crate::seniority::content_with;
use crate::support::content::catalog;

/// A journey with something changed before the first night.
fn forged(
    seed: u64,
    catalog: &Arc<Catalog>,
    change: impl FnOnce(&mut Journey),
) -> Result<Game, SnapshotError> {
    let game = Game::new(Setup::campaign(Seed(seed)), catalog).expect("a map");
    try_edited(&game, |snapshot| change(own(snapshot)))
}

fn goal(seed: u64) -> SiteId {
    begin(seed).view().journey().expect("one").goal()
}

/// A journey whose player has entered a site.
fn entered(
    seed: u64,
    site: SiteId,
    catalog: &Arc<Catalog>,
    change: impl FnOnce(&mut Journey),
) -> Game {
    let mut game = forged(seed, catalog, |journey| {
        (journey.at, journey.came_from) = (site, site);
        change(journey);
    })
    .expect("possible");
    on_the_way(&mut game, JourneyCommand::Enter);
    game
}

/// Those who hold the site, on whichever floor.
fn tenants(snapshot: &Snapshot) -> Vec<Tenant> {
    let stored = snapshot.journey.iter().flat_map(|journey| &journey.floors);
    let all = stored.flat_map(|floor| &floor.shift.tenants).chain(&snapshot.shift.tenants);
    all.copied().collect()
}

/// The same night at its end, without any work done, and with the boss dead if that is said.
fn departed(game: &Game, is_boss_dead: bool) -> Game {
    let mut game = edited(game, |snapshot| {
        let boss = tenants(snapshot)[0].id;
        let floors = snapshot.journey.iter_mut().flat_map(|journey| &mut journey.floors);
        let stored = floors.map(|stored| (&mut stored.shift, &mut stored.floor));
        for (shift, floor) in stored.chain([(&mut snapshot.shift, &mut snapshot.floor)]) {
            if is_boss_dead && let Some(own) = shift.tenants.iter_mut().find(|own| own.id == boss) {
                own.fate = Fate::Fell(Harm::Gas);
                floor.actors.retain(|actor| actor.id != boss);
            }
        }
        snapshot.shift.end = Some(End::ClockedOut);
    });
    on_the_way(&mut game, JourneyCommand::Depart);
    game
}

/// Levels for everybody: the same for all but some.
fn set_levels(journey: &mut Journey, all: u8, some: &[(usize, u8)]) {
    journey.cast.iter_mut().for_each(|person| person.level = all);
    for &(place, level) in some {
        journey.cast[place].level = level;
    }
}

#[test]
fn the_best_who_raids_holds_the_seat_with_their_friends() {
    let game = entered(3, goal(3), catalog(), |journey| {
        set_levels(journey, 6, &[(3, 9), (5, 9), (7, 10)]);
        journey.cast[3].record.through = 4;
        journey.cast[5].record.through = 5;
        // The best of all raids no more, and the other is in bed.
        journey.cast[7].fate = PersonFate::Retired { night: 0 };
        journey.cast[5].rested_on = 9;
    });
    let after = journey(&game);
    assert_eq!(after.seat.holder, Some(Holder::Person(PersonId(5))));
    assert_eq!(after.cast[5].fate, PersonFate::Seated { night: after.night });
    let there = tenants(&game.snapshot());
    assert_eq!(there[0].holder, Holder::Person(PersonId(5)));
    assert_eq!((there[0].kit, there[0].wary), (after.cast[5].kit, after.cast[5].wary));
    assert!(there.len() > 1, "without friends");
    for friend in &there[1..] {
        let Holder::Person(id) = friend.holder else { panic!("a stand-in has no friends") };
        assert!(after.cast[5].friends.contains(&id));
        assert!(matches!(after.cast[usize::from(id.0)].fate, PersonFate::Seated { .. }));
    }
    let view = game.view();
    let name = view.journey().expect("one").person(PersonId(5)).name();
    assert!(view.household_notice().expect("told").contains(&name));
    assert_eq!(reloaded(&game).digest(), game.digest());
}

#[test]
fn somebody_worse_holds_the_seat_where_nobody_is_good_enough() {
    for (fate, told) in [
        (None, "nobody has come to level"),
        (Some(PersonFate::Retired { night: 0 }), "Made a fortune"),
        (Some(PersonFate::Dead { night: 0, site: SiteId(1), by: Harm::Gas }), "Choked"),
    ] {
        let game = entered(3, goal(3), catalog(), |journey| {
            set_levels(journey, 3, &[]);
            if let Some(fate) = fate {
                journey.cast[4].level = 9;
                journey.cast[4].fate = fate;
            }
        });
        assert_eq!(journey(&game).seat.holder, Some(Holder::StandIn(0)));
        let notice = game.view().household_notice().expect("told");
        assert!(notice.contains("Odo Crump") && notice.contains(told), "{notice}");
    }
}

#[test]
fn winning_takes_the_champion_gone_and_the_work_in_order() {
    let usual = catalog();
    let lenient = content_with("least_grade: 'C'", "least_grade: 'F'");
    let begun = |catalog: &Arc<Catalog>| {
        entered(3, goal(3), catalog, |journey| set_levels(journey, 6, &[(5, 10), (6, 9)]))
    };
    // No work was done.
    let game = departed(&begun(usual), true);
    let after = journey(&game);
    assert!(!matches!(game.status(), RunStatus::Over(_)), "won without working");
    assert_eq!(after.sites[usize::from(goal(3).0)].state, SiteState::Open);
    assert!(matches!(after.cast[5].fate, PersonFate::Dead { .. }));
    assert_eq!((after.seat.holder, after.seat.beaten.len()), (None, 1));
    let is_seated = |fate| matches!(fate, PersonFate::Seated { .. });
    assert!(!after.cast.iter().any(|person| is_seated(person.fate)), "friends stay behind");
    // The Champion sits there still.
    let game = departed(&begun(&lenient), false);
    assert!(!matches!(game.status(), RunStatus::Over(_)), "won with the Champion alive");
    assert_eq!(journey(&game).seat.holder, Some(Holder::Person(PersonId(5))));
    // Both.
    let game = departed(&begun(&lenient), true);
    assert_eq!(game.status(), RunStatus::Over(End::Won));
}

/// The Champion of every class through a night that a bot plays: the party of dawn meets them too.
#[test]
fn a_night_at_the_seat_is_played_to_its_end_and_goes_on_the_same_after_having_been_saved() {
    let start = begin(3);
    let view = start.view();
    let cast: Vec<_> = view.journey().expect("one").cast().collect();
    let of_class = |kinds: &[&str]| {
        cast.iter().find(|person| kinds.contains(&person.kind())).map(|person| person.id)
    };
    let champions: Vec<PersonId> = [
        &["squire", "fighter", "sellsword"][..],
        &["hedge witch", "mage"],
        &["treasure hunter", "rogue"],
        &["priest"],
        &["ranger"],
    ]
    .into_iter()
    .filter_map(of_class)
    .collect();
    assert!(champions.len() >= 4, "this seed lacks classes");
    let mut fought = 0;
    for id in champions {
        let begun = entered(3, goal(3), catalog(), |journey| {
            set_levels(journey, 7, &[(usize::from(id.0), 10)]);
        });
        let play = |saves: bool| {
            let mut game = reloaded(&begun);
            let mut bot = runs::record::bot::find("trapper", Seed(3)).expect("a bot");
            for number in 0..20_000 {
                if game.view().is_on_map() || matches!(game.status(), RunStatus::Over(_)) {
                    return game;
                }
                let _ = game.step(bot.decide(&game.view()));
                if saves && number % 61 == 0 {
                    game = reloaded(&game);
                }
            }
            panic!("{id:?}: the night has no end");
        };
        let (whole, saved) = (play(false), play(true));
        assert_eq!(whole.digest(), saved.digest(), "{id:?}");
        assert_eq!(whole.audit(catalog()).err(), None, "{id:?}");
        let after = journey(&whole);
        let is_beaten = after.seat.beaten.len() == 1;
        let lost_friends = after
            .cast
            .iter()
            .any(|person| matches!(person.fate, PersonFate::Dead { site, .. } if site == goal(3)));
        fought += usize::from(is_beaten || lost_friends);
    }
    assert!(fought > 0, "nobody met anybody");
}

/// A journey on the night after everybody has got rich, all of a habit.
fn rich(habit: &str) -> Game {
    let (seed, place) = (0..50)
        .find_map(|seed| {
            let game = begin(seed);
            let view = game.view();
            let mut cast = view.journey().expect("one").cast().collect::<Vec<_>>().into_iter();
            let place = cast.position(|person| person.habit().0 == habit)?;
            Some((seed, place))
        })
        .expect("some cast has one");
    let mut game = forged(seed, catalog(), |journey| {
        let own = journey.cast[place].habit;
        for person in &mut journey.cast {
            (person.habit, person.coins, person.rested_on) = (own, 1_000, 0);
        }
    })
    .expect("possible");
    for _ in 0..2 {
        on_the_way(&mut game, JourneyCommand::Stay);
    }
    game
}

#[test]
fn a_rich_party_goes_home_together_or_settles_where_nobody_raids_then() {
    let count = |game: &Game, is: fn(PersonFate) -> bool| {
        journey(game).cast.iter().filter(|person| is(person.fate)).count()
    };
    let is_settled = |fate| matches!(fate, PersonFate::Settled { .. });
    let is_retired = |fate| matches!(fate, PersonFate::Retired { .. });
    let greedy = rich("greedy");
    assert_eq!(count(&greedy, is_settled), 0);
    assert!(count(&greedy, is_retired) >= 2, "nobody stopped");
    let mut proud = rich("proud");
    assert!(count(&proud, is_settled) >= 1, "nobody settled");
    let before = journey(&proud);
    for _ in 0..3 {
        on_the_way(&mut proud, JourneyCommand::Stay);
    }
    let after = journey(&proud);
    for person in &before.cast {
        if let PersonFate::Settled { site, .. } = person.fate {
            let raids = |journey: &Journey| journey.sites[usize::from(site.0)].raids.len();
            assert_eq!(raids(&before), raids(&after), "{site:?} was raided");
            assert_eq!(
                after.sites[usize::from(site.0)].state,
                SiteState::Open,
                "{site:?} has fallen"
            );
        }
    }
}

/// A night at a site where the persons 2 and 3 of the cast have settled.
fn at_settled(catalog: &Arc<Catalog>) -> Game {
    let start = begin(4);
    let view = start.view();
    let map = view.journey().expect("one");
    let fits = |id: &SiteId| {
        let site = map.site(*id);
        site.state == SiteState::Open && !site.is_town && !site.is_goal
    };
    let site = map.atlas().ids().find(fits).expect("one");
    entered(4, site, catalog, |journey| {
        for (place, level) in [(2, 4), (3, 6)] {
            journey.cast[place].level = level;
            journey.cast[place].fate = PersonFate::Settled { night: 0, site };
        }
    })
}

#[test]
fn who_killed_the_player_is_named_where_there_is_no_other_of_the_kind() {
    let game = at_settled(catalog());
    let holder = tenants(&game.snapshot())[0].id;
    let killed = |others_of_the_kind: bool| {
        let is_holder = |actor: &ActorRecord| actor.id == holder;
        let actors = game.snapshot().floor.actors;
        let kind = actors.into_iter().find(is_holder).expect("on this floor").kind;
        let game = edited(&game, |snapshot| {
            let actors = &mut snapshot.floor.actors;
            actors.retain(|actor| is_holder(actor) || actor.kind != kind);
            if others_of_the_kind {
                let other = actors.iter_mut().find(|actor| actor.id.0 > 0 && !is_holder(actor));
                other.expect("somebody lives here").kind = kind;
            }
            snapshot.shift.tally.killed_by = Some(Harm::Blow { by: kind });
        });
        let view = game.view();
        (view.killer_name(), view.harm_name(Harm::Blow { by: kind }))
    };
    let view = game.view();
    let name = view.journey().expect("one").person(PersonId(3)).name();
    assert!(killed(false).0.starts_with(&name), "{:?}, and not {name}", killed(false));
    let (told, kind) = killed(true);
    assert_eq!(told, kind);
}

#[test]
fn who_has_settled_is_met_there_and_costs_pay_or_brings_a_bounty() {
    let catalog = content_with("least_grade: 'C'", "least_grade: 'F'");
    let game = at_settled(&catalog);
    let there = tenants(&game.snapshot());
    let holders: Vec<Holder> = there.iter().map(|tenant| tenant.holder).collect();
    assert_eq!(holders, [3, 2].map(|id| Holder::Person(PersonId(id))));
    let coins = |game: &Game| game.snapshot().run.belongings.coins.0;
    let (left, beaten) = (departed(&game, false), departed(&game, true));
    assert_eq!(coins(&beaten) - coins(&left), 6 * catalog.campaign.settlers.bounty);
    assert!(matches!(journey(&left).cast[3].fate, PersonFate::Settled { .. }));
    assert!(matches!(journey(&beaten).cast[3].fate, PersonFate::Dead { .. }));
    assert_eq!(journey(&beaten).cast[2].fate, PersonFate::Raiding);
}

#[test]
fn fates_that_cannot_be_are_refused() {
    let start = begin(4);
    let view = start.view();
    let map = view.journey().expect("one");
    let town = map.atlas().ids().find(|&id| map.site(id).is_town).expect("one");
    let goal = map.goal();
    let dead = PersonFate::Dead { night: 0, site: goal, by: Harm::Gas };
    let refused = |change: &dyn Fn(&mut Journey), path: &str| {
        let Err(error) = forged(4, catalog(), change) else { panic!("{path} was taken") };
        assert!(error.path.contains(path), "{path}: {}", error.path);
    };
    for site in [town, goal, SiteId(999)] {
        let fate = PersonFate::Settled { night: 0, site };
        refused(&|journey| journey.cast[1].fate = fate, "journey.cast[1]");
    }
    refused(&|journey| journey.cast[1].fate = PersonFate::Seated { night: 1 }, "journey.seat");
    refused(&|own| own.seat.holder = Some(Holder::Person(PersonId(1))), "journey.seat");
    refused(&|own| own.seat.holder = Some(Holder::Person(PersonId(200))), "journey.seat");
    refused(&|own| own.seat.holder = Some(Holder::StandIn(200)), "journey.seat");
    let expects_the_dead = |journey: &mut Journey| {
        journey.cast[1].fate = dead;
        journey.expected = vec![PersonId(1)];
    };
    refused(&expects_the_dead, "journey.expected");
}
