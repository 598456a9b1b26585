//! How journeys go, leg by leg: `cargo run --release --example journeys -- BOT COUNT [FIRST SEED]`.
//!
//! For each worked site of the way: how many journeys came to it, how many were alive after it, and the median of coins, rations,
//! supplies, health and cast. Below: what killed, how long it took, who held the Deep Seat.

use std::collections::BTreeMap;
use std::sync::Arc;

use upkeeper::base::Seed;
use upkeeper::content::Catalog;
use upkeeper::record::bot;
use upkeeper::sim::{
    Command, End, Event, Game, Harm, JourneyCommand, JourneyEvent, PersonFate, RunStatus, Setup,
};

/// Commands of a journey, at the most.
const MAX_COMMANDS: u32 = 30_000;

/// What was left when a site was done.
struct Stand {
    night: i16,
    coins: u32,
    rations: u16,
    supplies: u16,
    health: i32,
    dead: usize,
    is_cast: bool,
    depth: u8,
    grade: u32,
}

/// A journey from its beginning to its end.
struct Way {
    stands: Vec<Stand>,
    end: Option<End>,
    depth: u8,
    killed_by: String,
    commands: u32,
    turns: u32,
    holder: String,
    bought: u32,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "planner".to_owned());
    let count: u64 = args.next().and_then(|count| count.parse().ok()).unwrap_or(40);
    let first: u64 = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let catalog = Arc::new(Catalog::embedded().expect("the data of the repository"));
    let (name, catalog) = (&name, &catalog);
    let ways: Vec<Way> = std::thread::scope(|scope| {
        let half = |part: u64| {
            move || {
                let seeds = (first..first + count).filter(move |seed| seed % 2 == part);
                seeds.map(|seed| play(name, seed, catalog)).collect::<Vec<Way>>()
            }
        };
        let workers = [scope.spawn(half(0)), scope.spawn(half(1))];
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    tell(name, &ways);
}

fn play(name: &str, seed: u64, catalog: &Arc<Catalog>) -> Way {
    let mut game = Game::new(Setup::campaign(Seed(seed)), catalog).expect("a map");
    let mut player = bot::find(name, Seed(seed)).expect("a bot of that name");
    let mut way = Way {
        stands: Vec::new(),
        end: None,
        depth: 0,
        killed_by: String::new(),
        commands: 0,
        turns: 0,
        holder: String::new(),
        bought: 0,
    };
    let mut is_cast = false;
    while !matches!(game.status(), RunStatus::Over(_)) && way.commands < MAX_COMMANDS {
        let command = player.decide(&game.view());
        if command == Command::Journey(JourneyCommand::Depart) {
            let snapshot = game.snapshot();
            is_cast = snapshot.journey.is_some_and(|journey| !journey.expected.is_empty());
        }
        let Ok(outcome) = game.step(command) else { continue };
        way.commands += 1;
        for event in outcome.events {
            match event {
                Event::Journey(JourneyEvent::Departed { .. }) => {
                    way.stands.push(stand(&game, is_cast));
                }
                Event::Journey(JourneyEvent::Bought { .. }) => way.bought += 1,
                Event::Journey(JourneyEvent::SeatTaken { holder, .. }) => {
                    way.holder = format!("{holder:?}");
                }
                _ => {}
            }
        }
    }
    way.end = match game.status() {
        RunStatus::Over(end) => Some(end),
        _ => None,
    };
    way.depth = game.view().depth().0;
    way.turns = game.turns().0;
    way.killed_by = killer(&game, catalog);
    way
}

fn stand(game: &Game, is_cast: bool) -> Stand {
    let view = game.view();
    let player = view.player();
    let snapshot = game.snapshot();
    let journey = snapshot.journey.expect("a journey");
    let is_dead = |fate: PersonFate| matches!(fate, PersonFate::Dead { .. });
    let grade = game.run_grade();
    Stand {
        night: journey.night,
        coins: view.coins().0,
        rations: journey.rations,
        supplies: player.supplies.iter().map(|(_, count)| *count).sum(),
        health: player.health * 100 / player.max_health.max(1),
        dead: journey.cast.iter().filter(|person| is_dead(person.fate)).count(),
        is_cast,
        depth: view.depth().0,
        grade: grade.points * 100 / grade.max_points.max(1),
    }
}

fn killer(game: &Game, catalog: &Catalog) -> String {
    match game.snapshot().shift.tally.killed_by {
        Some(Harm::Blow { by }) => catalog.actors[usize::from(by.0)].name.clone(),
        Some(other) => format!("{other:?}"),
        None => "the road".to_owned(),
    }
}

fn median<N: Copy + Ord>(values: impl Iterator<Item = N>) -> Option<N> {
    let mut values: Vec<N> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

fn tell(name: &str, ways: &[Way]) {
    println!("{name}, {} journeys", ways.len());
    println!("leg  came  done  depth night coins rations supplies health dead cast% points%");
    let longest = ways.iter().map(|way| way.stands.len()).max().unwrap_or(0);
    for leg in 0..=longest {
        let came = ways.iter().filter(|way| way.stands.len() >= leg).count();
        let here: Vec<&Stand> = ways.iter().filter_map(|way| way.stands.get(leg)).collect();
        if here.is_empty() {
            continue;
        }
        let of_cast = here.iter().filter(|stand| stand.is_cast).count() * 100 / here.len();
        let of =
            |read: fn(&Stand) -> i64| median(here.iter().map(|stand| read(stand))).unwrap_or(0);
        println!(
            "{:>3} {came:>5} {:>5} {:>6} {:>5} {:>5} {:>7} {:>8} {:>6} {:>4} {of_cast:>5} {:>7}",
            leg + 1,
            here.len(),
            of(|own| own.depth.into()),
            of(|own| own.night.into()),
            of(|own| own.coins.into()),
            of(|own| own.rations.into()),
            of(|own| own.supplies.into()),
            of(|own| own.health.into()),
            of(|own| own.dead as i64),
            of(|own| own.grade.into()),
        );
    }
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut deaths: BTreeMap<&str, u32> = BTreeMap::new();
    let mut depths: BTreeMap<u8, u32> = BTreeMap::new();
    for way in ways {
        *ends.entry(format!("{:?}", way.end)).or_default() += 1;
        if way.end == Some(End::Died) {
            *deaths.entry(&way.killed_by).or_default() += 1;
            *depths.entry(way.depth).or_default() += 1;
        }
    }
    println!("ends: {ends:?}");
    println!("deaths by depth: {depths:?}");
    let mut deaths: Vec<(&str, u32)> = deaths.into_iter().collect();
    deaths.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    println!("killed by: {:?}", &deaths[..deaths.len().min(14)]);
    let commands = median(ways.iter().map(|way| way.commands)).unwrap_or(0);
    let most = ways.iter().map(|way| way.commands).max().unwrap_or(0);
    let turns = median(ways.iter().map(|way| way.turns)).unwrap_or(0);
    println!("commands: median {commands}, most {most}; turns: median {turns}");
    let held: Vec<&Way> = ways.iter().filter(|way| !way.holder.is_empty()).collect();
    let persons = held.iter().filter(|way| way.holder.starts_with("Person")).count();
    println!("came to the Seat: {}, held by one of the cast: {persons}", held.len());
    let bought = median(ways.iter().map(|way| way.bought)).unwrap_or(0);
    println!("bought over counters: median {bought}");
}
