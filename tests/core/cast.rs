//! The cast of a journey, night by night: who lives, who leaves, and who comes to the player's
//! floors.

use base::Seed;
use content::Depth;
use engine::sim::{
    AiState, Command, Duty, Game, Journey, JourneyCommand, Person, PersonFate, PersonId, RunStatus,
    Setup, SiteId, SiteState, Stance,
};
use levels::{RoomRole, ThingKind};

use crate::support::bots::{bot, play_to_the_end};
use crate::support::content::catalog;
use crate::support::journeys::{
    at_the_bare_seat, at_the_exit, begin, down, edited, give, journey, on_the_way, own, reports,
    work,
};
use crate::support::quick::quick_catalog;

/// What is counted of the cast on the tenth night of some journeys.
#[derive(Debug, Default)]
struct Census {
    journeys: u32,
    persons: u32,
    dead: u32,
    /// The levels of the best who still raid, added up.
    best_level: u32,
    /// Parties at dawn at a site as deep as the night asks, and strangers among them.
    parties: u32,
    strangers: u32,
}

fn count_cast(game: &Game, count: &mut Census) {
    let Journey { cast, night, .. } = journey(game);
    count.journeys += 1;
    count.persons += cast.len() as u32;
    let is_dead = |person: &&Person| {
        matches!(person.fate, PersonFate::Dead { .. } | PersonFate::Missing { .. })
    };
    count.dead += cast.iter().filter(is_dead).count() as u32;
    let raiding = cast.iter().filter(|person| person.fate == PersonFate::Raiding);
    count.best_level += raiding.map(|person| u32::from(person.level)).max().unwrap_or(0);
    // One level deeper every night and a half.
    let depth = (1 + night.unsigned_abs() * 2 / 3).min(9) as u8;
    let view = game.view();
    let map = view.journey().expect("one");
    let open = map.atlas().ids().map(|id| map.site(id));
    let open = open.filter(|own| own.state == SiteState::Open && !own.is_town && !own.is_goal);
    let mut open: Vec<_> = open.map(|site| (site.depth.0.abs_diff(depth), site.id)).collect();
    open.sort_unstable();
    for &(_, site) in open.iter().take(2) {
        count.parties += 1;
        count.strangers += u32::from(expected_at(game, site) == 0);
    }
}

/// Number of persons of the cast that come at dawn if the player works at a site tonight.
fn expected_at(game: &Game, site: SiteId) -> usize {
    let mut game = edited(game, |snapshot| {
        (own(snapshot).at, own(snapshot).came_from) = (site, site);
    });
    on_the_way(&mut game, JourneyCommand::Enter);
    journey(&game).expected.len()
}

/// A third of them are dead by the tenth night, the best are good enough for the Deep Seat, and who
/// comes at dawn is known.
#[test]
fn most_of_the_cast_live_to_be_met() {
    let mut count = Census::default();
    for seed in 0..8 {
        // The player stays at home.
        let mut game = begin(seed);
        while journey(&game).night < 10 {
            on_the_way(&mut game, JourneyCommand::Stay);
        }
        count_cast(&game, &mut count);
    }
    let Census { persons, dead, best_level, journeys, parties, strangers } = count;
    let percent = dead * 100 / persons;
    assert!((15..=42).contains(&percent), "{percent}% dead");
    assert!(best_level >= journeys * 8, "{best_level} in {journeys} journeys");
    assert!(strangers * 100 <= parties * 40, "{strangers} of {parties} parties");
}

/// The first night's work at a site of the second depth or so, where the party of the cast that
/// came on the day is the last to have been there; how rested everybody is, is changed before.
fn at_work(seed: u64, change: impl Fn(&mut Person)) -> Game {
    let site = |game: &Game| game.view().journey().expect("one").roads()[0].to;
    let game = begin(seed);
    let at = site(&game);
    let mut game = edited(&game, |snapshot| {
        let journey = own(snapshot);
        journey.at = at;
        journey.cast.iter_mut().for_each(&change);
    });
    on_the_way(&mut game, JourneyCommand::Enter);
    game
}

fn notice(game: &Game) -> String {
    game.view().notice_of_dawn().expect("a night's work")
}

#[test]
fn where_nobody_is_rested_those_come_tired_who_soon_will_be() {
    for (nights, comes) in [(0, true), (1, true), (2, true), (3, false)] {
        let game = at_work(1, |person| person.rested_on = 1 + nights);
        let expected = journey(&game).expected;
        assert_eq!(!expected.is_empty(), comes, "{nights} nights");
        let is_tired = comes && nights > 0;
        assert_eq!(
            notice(&game).contains("tired, with 90% of their health"),
            is_tired,
            "{nights} nights"
        );
        let text = notice(&game);
        assert_eq!(text.contains("Nobody is rested"), is_tired, "{text}");
    }
}

#[test]
fn whom_the_player_kept_in_bed_does_not_come_tired_either() {
    let game = at_work(1, |person| (person.rested_on, person.abed_until) = (2, 2));
    assert!(journey(&game).expected.is_empty());
}

/// Tired people have less health, and rest for longer afterwards.
#[test]
fn a_raid_costs_the_tired_the_rest_that_they_lacked_too() {
    let dawn = |nights: i16| {
        let game = at_the_bare_seat(3);
        let mut game = edited(&game, |snapshot| {
            let journey = own(snapshot);
            let night = journey.night;
            let expected = journey.expected.clone();
            for id in expected {
                journey.cast[usize::from(id.0)].rested_on = night + nights;
            }
        });
        game = at_the_exit(&down(game, 2));
        give(&mut game, Command::ClockOut);
        while game.status() == RunStatus::Busy {
            give(&mut game, Command::Continue);
        }
        let members = reports(&game)[0].clone().expect("a raid").members;
        on_the_way(&mut game, JourneyCommand::Depart);
        let after = journey(&game);
        let rests = members
            .iter()
            .map(|own| after.cast[usize::from(own.person.expect("of the cast").0)].rested_on);
        let rests: Vec<i16> = rests.collect();
        (members.iter().map(|own| own.max_health).collect::<Vec<i32>>(), rests)
    };
    let ((rested, short), (tired, long)) = (dawn(0), dawn(2));
    assert_eq!(rested.iter().map(|own| (own * 90 / 100).max(1)).collect::<Vec<_>>(), tired);
    assert!(short.iter().zip(&long).all(|(short, long)| short + 2 <= *long), "{short:?}, {long:?}");
}

/// The night at a site at which the player works after one of a depth, with the levels of the cast
/// changed before.
fn after_work_at(depth: u8, change: impl Fn(&mut Journey)) -> Game {
    let game = begin(1);
    let view = game.view();
    let all = view.journey().expect("one");
    let sites = all.atlas().ids().map(|id| all.site(id)).filter(|site| !site.is_town);
    let sites: Vec<_> = sites.map(|site| (site.depth.0, site.id)).collect();
    let of_depth = |depth| sites.iter().find(|site| site.0 == depth).expect("one").1;
    let (worked, at) = (of_depth(depth), of_depth(4));
    let mut game = edited(&game, |snapshot| {
        let journey = own(snapshot);
        journey.trail.push(work(worked, 1));
        (journey.at, journey.night) = (at, 2);
        for person in &mut journey.cast {
            (person.rested_on, person.level) = (0, 4);
        }
        change(journey);
    });
    on_the_way(&mut game, JourneyCommand::Enter);
    game
}

#[test]
fn whoever_would_hold_the_seat_comes_once_to_a_dawn_of_the_player() {
    type Change = fn(&mut Person);
    // Better than whoever rises on the day, and near enough to everybody for company.
    let best = |journey: &mut Journey| {
        journey.cast.iter_mut().for_each(|person| person.level = 7);
        journey.cast[3].level = 10;
    };
    let leader = |game: &Game| journey(game).expected.first().copied();
    let says = "would have the Deep Seat tonight, and comes to see who keeps these floors.";
    let game = after_work_at(5, best);
    assert_eq!(leader(&game), Some(PersonId(3)));
    let name = game.view().journey().expect("one").person(PersonId(3)).name();
    assert!(notice(&game).contains(&format!("{name} {says}")), "{}", notice(&game));
    let friends = &journey(&game).cast[3].friends;
    assert!(journey(&game).expected[1..].iter().any(|id| friends.contains(id)), "without a friend");
    // Tired, if need be.
    let tired = after_work_at(5, |journey| {
        best(journey);
        journey.cast[3].rested_on = 4;
    });
    assert_eq!(leader(&tired), Some(PersonId(3)));
    // Not before the player has worked deep enough, not twice, not out of bed, and not to somebody
    // whom they owe.
    let refused: [(u8, Change); 4] = [
        (4, |_| ()),
        (5, |person| person.record.met_player = 1),
        (5, |person| person.rested_on = 5),
        (5, |person| person.stance = Stance::Debt),
    ];
    for (depth, change) in refused {
        let game = after_work_at(depth, |journey| {
            best(journey);
            change(&mut journey.cast[3]);
        });
        assert!(!notice(&game).contains(says), "{}", notice(&game));
    }
}

/// It waits in the boss room, unhurt, whatever the raid of the night before did.
#[test]
fn every_crypt_from_depth_ten_on_has_its_champion() {
    for seed in 0..150 {
        let depth = Depth(10 + (seed % 3) as u8);
        let setup = Setup::shift("crypt", depth, Seed(seed));
        let game =
            Game::new(setup, quick_catalog()).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let request = levels::Request::new("crypt", Seed(seed), depth);
        let level = levels::generate(&request, catalog()).expect("it was made before");
        let planned = level.things_of(ThingKind::Actor).filter(|thing| thing.name == "Champion");
        assert_eq!(planned.count(), 1, "seed {seed}: on the plan");
        let actors = game.snapshot().floor.actors;
        let bosses = actors.iter().filter(|actor| matches!(actor.duty, Duty::Boss(_)));
        let [boss] = bosses.collect::<Vec<_>>()[..] else { panic!("seed {seed}: no boss, or two") };
        assert_eq!(boss.vitals.health, boss.vitals.max_health, "seed {seed}");
        assert_eq!(boss.ai_state, AiState::Idle, "seed {seed}: awake");
        let rooms = level.rooms.iter().find(|room| room.role == RoomRole::Boss);
        let room = rooms.expect("a boss room").rect;
        assert!(room.contains(boss.pos), "seed {seed}: at {:?}, not in {room:?}", boss.pos);
    }
}

/// More commands than any game takes.
const MAX_COMMANDS: usize = 20_000;

/// In how many of some crypts of depth 10 a bot is alive at the end, and in how many of those the
/// Champion is dead or gone.
fn alive_and_won(name: &str, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let games = seeds.map(|seed| {
        let setup = Setup::shift("crypt", Depth(10), Seed(seed));
        let mut game = Game::new(setup, quick_catalog()).expect("a crypt");
        play_to_the_end(&mut game, &mut *bot(name, seed), MAX_COMMANDS);
        let view = game.view();
        (view.tally().killed_by.is_none(), view.tally().bosses > 0)
    });
    let alive: Vec<bool> = games.filter(|game| game.0).map(|game| game.1).collect();
    (alive.len(), alive.into_iter().filter(|&won| won).count())
}

/// A bot that lays a trap for it beats it now and then, and yet not mostly. One crypt of five is
/// what the measure below asks for; of so few the share is bound to stray.
#[test]
fn who_lays_a_trap_for_the_champion_beats_it_now_and_then() {
    let (_, won) = alive_and_won("trapper", 0..80);
    assert!((11..=56).contains(&won), "{won} of 80");
}

/// The same over many crypts: it is beaten in one of five; and a worker gets past it without
/// beating it.
#[test]
#[ignore = "long: 400 games"]
fn the_champion_is_beaten_by_traps_and_passed_by_the_quiet() {
    let (alive, won) = alive_and_won("trapper", 0..200);
    println!("trapper: {alive} alive, {won} won, of 200");
    assert!(won >= 40, "{won} of 200");
    let (alive, won) = alive_and_won("planner", 0..200);
    println!("planner: {alive} alive, {won} won, of 200");
    assert!((70..=130).contains(&alive), "{alive} of 200 alive");
    assert!(won <= 20, "{won} of 200");
}
