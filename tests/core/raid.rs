//! Raids: every mess has a cause, the same seed tells the same story, and nobody knows what nobody
//! saw.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use base::{Pos, Seed};
use content::{Depth, JobKind, PartyKindId};
use engine::sim::{
    ActorEvent, ActorId, Aftermath, Burnt, Door, Event, Fate, FightEvent, Fixture, FloorEvent,
    Game, Harm, RaidEvent, Setup, raid,
};
use levels::{Level, Request, generate};

use crate::support::content::catalog;
use crate::support::kinds::kinds;
use crate::support::quick::quick_catalog;
use crate::support::snapshot::snapshot;
use runs::record::scenario::picture::{self, Names};

const DEPTHS: [u8; 4] = [1, 4, 7, 10];
const SEEDS: u64 = 4;

/// No raid is ever longer.
const MAX_TURNS: u32 = 900;

fn level(kind: &str, depth: Depth, seed: u64) -> Level {
    generate(&Request::new(kind, Seed(seed), depth), catalog()).expect("a level")
}

/// One of those who dare the depth, another for each seed.
fn party(depth: Depth, seed: u64) -> PartyKindId {
    let dares = |place: &usize| catalog().parties[*place].depths.contains(depth);
    let daring: Vec<usize> = (0..catalog().parties.len()).filter(dares).collect();
    PartyKindId(daring[seed as usize % daring.len()] as u16)
}

/// Some raids of every kind, each with its kind, depth and seed in words.
static RAIDS: LazyLock<Mutex<Vec<(String, Aftermath)>>> = LazyLock::new(|| {
    let mut raids = Vec::new();
    for kind in kinds() {
        for depth in DEPTHS.map(Depth) {
            for seed in 0..SEEDS {
                let level = level(kind, depth, seed);
                let after = raid(&level, party(depth, seed), Seed(seed), catalog());
                raids.push((format!("{kind} {depth} seed {seed}"), after));
            }
        }
    }
    Mutex::new(raids)
});

fn each(mut check: impl FnMut(&str, &Aftermath)) {
    let raids = RAIDS.lock().unwrap_or_else(PoisonError::into_inner);
    raids.iter().for_each(|(name, after)| check(name, after));
}

#[test]
fn every_mess_has_a_cause() {
    let (mut traps, mut chests, mut doors, mut lights, mut bodies, mut stains) = (0, 0, 0, 0, 0, 0);
    each(|name, after| {
        let [mut sprung, mut looted, mut kicked, mut put_out] = [const { BTreeSet::new() }; 4];
        let [mut died, mut bled, mut walked] = [const { BTreeSet::new() }; 3];
        for event in &after.events {
            let _is_new = match *event {
                Event::Fight(FightEvent::TrapSprung { at, .. })
                | Event::Raid(
                    RaidEvent::TrapDisarmed { at, .. } | RaidEvent::TrapBurst { at, .. },
                ) => sprung.insert(at),
                Event::Raid(RaidEvent::ChestLooted { at, .. }) => looted.insert(at),
                Event::Floor(
                    FloorEvent::DoorForced { at, .. } | FloorEvent::Burnt { at, what: Burnt::Door },
                ) => kicked.insert(at),
                Event::Floor(FloorEvent::LightOut { at, .. }) => put_out.insert(at),
                Event::Fight(FightEvent::Died { who, .. }) => died.insert(who.at),
                Event::Fight(
                    FightEvent::Struck { victim, .. }
                    | FightEvent::Shot { victim, .. }
                    | FightEvent::Hurt { victim, .. },
                ) => bled.insert(victim.at),
                Event::Actor(ActorEvent::Moved { from, who, .. }) => {
                    walked.insert(from) | walked.insert(who.at)
                }
                _ => continue,
            };
        }
        for (pos, fixture) in after.world.floor().fixtures() {
            let (count, causes) = match fixture {
                Fixture::Trap { armed: false, .. } => (&mut traps, &sprung),
                Fixture::Chest { full: false } => (&mut chests, &looted),
                Fixture::Door(Door::Broken) => (&mut doors, &kicked),
                Fixture::Light { lit: false } => (&mut lights, &put_out),
                _ => continue,
            };
            *count += 1;
            assert!(causes.contains(&pos), "{name}: nobody is to blame for {fixture:?} at {pos:?}");
        }
        let floor = after.world.floor();
        for y in 0..floor.height() {
            for pos in (0..floor.width()).map(|x| Pos::new(x, y)) {
                let Some(body) = after.world.body_at(pos) else { continue };
                bodies += 1;
                assert!(body.by.is_some(), "{name}: died of nothing at {pos:?}");
                let near = died.iter().any(|death: &Pos| death.steps_to(pos) <= 6);
                assert!(near, "{name}: nobody died near {pos:?}");
            }
        }
        for pos in floor.blood.iter() {
            stains += 1;
            let has_cause = bled.contains(&pos) || walked.contains(&pos);
            assert!(has_cause, "{name}: nobody bled at {pos:?}");
        }
    });
    let seen = [traps, chests, doors, lights, bodies, stains];
    assert!(seen.iter().all(|&count| count >= 50), "too little mess to tell: {seen:?}");
}

#[test]
fn the_report_tells_what_happened() {
    each(|name, after| {
        let report = &after.report;
        let is_of_party = |id: ActorId| report.members.iter().any(|member| member.id == id);
        let mut happened = [0; 7];
        for event in &after.events {
            let place = match event {
                Event::Fight(FightEvent::TrapSprung { victim, .. }) if is_of_party(victim.id) => 0,
                Event::Raid(RaidEvent::TrapDisarmed { .. } | RaidEvent::TrapBurst { .. }) => 1,
                Event::Raid(RaidEvent::ChestLooted { .. }) => 2,
                Event::Floor(FloorEvent::DoorForced { .. }) => 3,
                Event::Floor(FloorEvent::LightOut { by: Some(_), .. }) => 4,
                Event::Fight(FightEvent::Died { who, .. }) if is_of_party(who.id) => 5,
                Event::Raid(RaidEvent::RaiderLeft { .. }) => 6,
                _ => continue,
            };
            happened[place] += 1;
        }
        let told = [
            report.traps_sprung.into(),
            report.traps_disarmed.into(),
            report.chests_looted.into(),
            report.doors_broken.into(),
            report.lights_out.into(),
            report.fallen(),
            report.home(),
        ];
        assert_eq!(told, happened, "{name}: {report:?}");
        let chests: u32 = report.members.iter().map(|member| u32::from(member.loot)).sum();
        let inside = report.members.iter().any(|member| member.fate == Fate::Inside);
        assert!(inside || chests == u32::from(report.chests_looted), "{name}: {report:?}");
    });
}

#[test]
fn a_raid_ends_and_seldom_leaves_anybody_behind() {
    let (mut raiders, mut inside, mut turns, mut raids) = (0, 0, 0, 0);
    each(|name, after| {
        assert!(after.report.turns <= MAX_TURNS, "{name}: {} turns", after.report.turns);
        raids += 1;
        turns += after.report.turns;
        for member in &after.report.members {
            raiders += 1;
            inside += u32::from(member.fate == Fate::Inside);
        }
    });
    assert!(inside * 20 <= raiders, "{inside} of {raiders} never came out");
    assert!(turns / raids <= MAX_TURNS / 2, "{} turns on average", turns / raids);
}

#[test]
fn what_lies_behind_a_shut_door_does_not_change_a_raid() {
    let rooms = [
        ["######", "#....#", "+..c.#", "#...>#", "######"],
        ["######", "#c.O.#", "+.^^.#", "#>...#", "######"],
        ["######", "#.##.#", "+.#..#", "##...#", "######"],
    ];
    let near = ["##########", "#@.......", "#..O..c..", "#........", "##########"];
    let names =
        Names { kind: "vault", trap: "dart", item: "dart", body: "fighter", actors: Vec::new() };
    let mut stories = Vec::new();
    for room in rooms {
        let map: Vec<String> = near
            .iter()
            .zip(room)
            .map(|(near, room)| {
                let wall = if room.starts_with('+') { "" } else { "#" };
                format!("{:#<9}{wall}{}", &near[..9], &room[usize::from(!wall.is_empty())..])
            })
            .collect();
        let drawn = picture::read(&map, &names, catalog()).expect("a map");
        let after = raid(&drawn.level, PartyKindId(0), Seed(5), catalog());
        let opened = after.events.iter().position(|event| {
            matches!(
                event,
                Event::Floor(FloorEvent::DoorOpened { .. } | FloorEvent::DoorForced { .. })
            )
        });
        let until = opened.expect("they go through the door");
        assert!(until > 20, "they look round the first room");
        stories.push(after.events[..until].to_vec());
    }
    assert!(stories.windows(2).all(|pair| pair[0] == pair[1]), "somebody saw through the door");
}

#[test]
fn every_shift_has_between_5_and_60_jobs_on_average() {
    for kind in kinds() {
        for depth in DEPTHS {
            let mut jobs = Vec::new();
            for seed in 0..SEEDS {
                let setup = Setup::shift(kind, Depth(depth), Seed(seed));
                let game = Game::new(setup, quick_catalog()).expect("a shift");
                let counts = game.world().job_counts();
                let sum: u16 = counts
                    .iter()
                    .filter(|count| count.job != JobKind::Stain)
                    .map(|count| count.total)
                    .sum();
                jobs.push(sum);
                let report = &game.world().shift.last_night;
                let strays = counts.iter().find(|count| count.job == JobKind::Pen);
                let strays = strays.map_or(0, |count| count.total);
                assert!(strays <= 4, "{kind} {depth} {seed}: {strays} strays");
                assert_eq!(strays, report.residents_driven, "{kind} {depth} {seed}");
            }
            let average = jobs.iter().sum::<u16>() / jobs.len() as u16;
            assert!((5..=60).contains(&average), "{kind} {depth}: {jobs:?} jobs");
        }
    }
}

/// What happens in a raid and what it leaves of the order: the same on every machine, checked or
/// optimised.
#[test]
fn raids_go_as_they_went() {
    let mut text = String::new();
    for kind in kinds() {
        for depth in [1, 6] {
            for seed in 1..=3 {
                let level = level(kind, Depth(depth), seed);
                let after = raid(&level, party(Depth(depth), seed), Seed(seed), catalog());
                writeln!(text, "== {kind}, depth {depth}, seed {seed}")
                    .expect("a string takes all");
                tell(&after, &mut text).expect("a string takes all");
                let game = Game::new(Setup::shift(kind, Depth(depth), Seed(seed)), catalog());
                let counts = game.expect("a shift").world().job_counts();
                let jobs: Vec<String> =
                    counts.iter().map(|count| format!("{} {:?}", count.total, count.job)).collect();
                writeln!(text, "the shift: {}", jobs.join(", ")).expect("a string takes all");
            }
        }
    }
    snapshot("golden", "raids", &text);
}

/// What became of a party, and what it did, a line each.
fn tell(after: &Aftermath, text: &mut String) -> std::fmt::Result {
    let report = &after.report;
    let party = &catalog().parties[usize::from(report.parties[0].0)];
    writeln!(text, "{}: {} turns, {} events", party.name, report.turns, after.events.len())?;
    for member in &report.members {
        let fate = match member.fate {
            Fate::Inside => "is still inside".to_owned(),
            Fate::Through => "went through".to_owned(),
            Fate::Fled => "fled".to_owned(),
            Fate::Fell(harm) => format!("fell to {}", cause(harm)),
        };
        let name = &catalog().actor(member.kind).name;
        let (health, max, loot) = (member.health, member.max_health, member.loot);
        writeln!(text, "  {name} {fate}, health {health} of {max}, {loot} chests")?;
    }
    writeln!(
        text,
        "  {} doors broken, {} lights out, {} residents slain, {} driven off, {} things taken, {} \
         stains",
        report.doors_broken,
        report.lights_out,
        report.residents_slain,
        report.residents_driven,
        report.items_taken,
        after.world.floor().blood.iter().count(),
    )
}

fn cause(harm: Harm) -> String {
    match harm {
        Harm::Blow { by } => catalog().actor(by).name.clone(),
        Harm::Trap(trap) => format!("a {} trap", catalog().trap(trap).name),
        Harm::Missile(item) | Harm::Potion(item) => catalog().item(item).name.clone(),
        Harm::Gas | Harm::Fire | Harm::Status(_) => format!("{harm:?}"),
    }
}
