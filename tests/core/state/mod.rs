//! The state of a run is declared once: whatever is saved is digested, dumped and told apart.

mod dump;
pub(crate) mod mutation;

use crate::support::journeys::at_the_exit;
use std::collections::BTreeSet;

use base::{Pos, Seed};
use content::{Depth, JobKind, TrapKindId};
use engine::sim::{
    Body, Command, Game, Harm, JourneyCommand, Lever, Phase, RaidProgress, RunStatus, Setup,
    ShiftState, Snapshot, Stack, StoredFloor, Turns,
};
use runs::record::{Dump, DumpedState, FieldDifference, RunHeader, differences};
use serde_json::Value;

use crate::support::content::catalog;
use crate::support::driver::Driver;
use mutation::{Mutated, mutated, unchanged};

/// A state, and what it is a state of.
struct Moment {
    name: &'static str,
    setup: Setup,
    snapshot: Snapshot,
}

/// States that differ in what they hold: a raid, a shop, a boss, gas and fire, a body in the arms.
fn moments() -> Vec<Moment> {
    let begun = |kind: &str, depth: u8, seed: u64| {
        let setup = Setup::shift(kind, Depth(depth), Seed(seed));
        let game = Game::new(setup.clone(), catalog()).expect("a level");
        (setup, game)
    };
    let mut inhabited = (3..).map(|seed| begun("warren", 4, seed));
    let inhabited = inhabited.find(|(_, game)| game.world().bystanders().count() > 2);
    let (setup, mut game) = inhabited.expect("some warren is inhabited");
    let mut driver = Driver::new(3);
    for _ in 0..60 {
        let Some(command) = driver.next(&game) else { break };
        game.step(command).expect("the driver asks first");
    }
    let mut snapshot = game.snapshot();
    let at = snapshot.floor.cells.start;
    let who = snapshot.floor.actors[1].id;
    snapshot.shift.plan = vec![
        Lever::Kit { at, trap: TrapKindId(1) },
        Lever::Cord { at },
        Lever::Job { at, job: JobKind::Light },
        Lever::Post { who, at },
    ];
    let played = Moment { name: "some turns into a shift, with a plan", setup, snapshot };

    let (setup, game) = begun("vault", 7, 1);
    let mut game = at_the_exit(&game);
    game.step(Command::ClockOut).expect("this is where one goes home");
    for _ in 0..60 {
        if game.status() == RunStatus::Busy {
            game.step(Command::Continue).expect("the raid goes on");
        }
    }
    assert!(game.world().raid().is_some(), "the raid is over too soon");
    let raided = Moment { name: "a raid", setup, snapshot: game.snapshot() };

    let (setup, game) = begun("keep", 1, 2);
    let mut snapshot = game.snapshot();
    let kind = catalog().find_item("hammer").expect("hammers");
    let body = Body {
        kind: catalog().rules.upkeeper.id,
        rises: Turns(90),
        by: Some(Harm::Gas),
        person: None,
    };
    snapshot.run.belongings.carrying = Some(body);
    snapshot.run.belongings.unpaid.push(Stack { kind, count: 1 });
    let free = |pos: Pos| snapshot.floor.cells.terrain[pos].is_passable();
    let shop = snapshot.shift.shop.expect("keeps have shops");
    let cells: Vec<Pos> = shop.room.positions().filter(|&pos| free(pos)).take(3).collect();
    snapshot.floor.cells.fire = vec![(cells[0], 5)];
    snapshot.floor.cells.gas = vec![(cells[1], 30), (cells[2], 3)];
    let shop = Moment { name: "a shop on fire", setup, snapshot };

    // The party of the night before may have slain theirs.
    let crypts = (1..100).map(|seed| begun("crypt", 10, seed));
    let has_boss = |(_, game): &(Setup, Game)| game.world().bosses().next().is_some();
    let (setup, game) = crypts.into_iter().find(has_boss).expect("some boss lives");
    let boss = Moment { name: "a boss", setup, snapshot: game.snapshot() };

    let setup = Setup::campaign(Seed(1));
    let mut game = Game::new(setup.clone(), catalog()).expect("a map");
    for _ in 0..4 {
        let roads = game.view().journey().expect("one").roads();
        let to = roads.iter().find(|road| road.cost.is_ok()).expect("some road is open").to;
        game.step(Command::Journey(JourneyCommand::Go { to })).expect("it is open");
        if game.step(Command::Journey(JourneyCommand::Enter)).is_ok() {
            break;
        }
    }
    let mut snapshot = game.snapshot();
    let below = StoredFloor {
        number: 1,
        floor: snapshot.floor.clone(),
        shift: ShiftState { away: true, ..snapshot.shift.clone() },
        streams: snapshot.streams.clone(),
    };
    let own = snapshot.journey.as_mut().filter(|own| own.phase == Phase::Site);
    let own = own.expect("a night's work");
    own.floors = vec![below];
    own.raid = RaidProgress::Arrives { on: Turns(900), report: Box::default() };
    let journey = Moment { name: "a night of a journey", setup, snapshot };

    let setup = Setup::tutorial(Seed(1));
    let mut game = Game::new(setup.clone(), catalog()).expect("a floor");
    for _ in 0..50 {
        game.step(Command::Wait).expect("anybody can wait");
    }
    let tutorial = Moment { name: "the tutorial", setup, snapshot: game.snapshot() };
    vec![played, raided, shop, boss, journey, tutorial]
}

#[test]
fn a_world_has_the_digests_of_its_snapshot() {
    for Moment { name, setup, snapshot } in moments() {
        let digests = snapshot.digest_parts();
        let mut game = Game::restore(setup, snapshot.clone(), catalog()).expect("a sound state");
        assert_eq!(game.digest_parts(), digests, "{name}");
        assert_eq!(game.snapshot(), snapshot, "{name}");
        let mut driver = Driver::new(1);
        for turn in 0..40 {
            let Some(command) = driver.next(&game) else { break };
            game.step(command).expect("the driver asks first");
            assert_eq!(game.digest_parts(), game.snapshot().digest_parts(), "{name}, turn {turn}");
        }
    }
}

/// Changes one leaf after the other, and demands that it shows everywhere.
#[test]
fn a_changed_leaf_changes_digest_and_dump_and_is_named() {
    for Moment { name, setup, snapshot } in moments() {
        let header = RunHeader::new("Ann", setup, catalog());
        let dump = |snapshot| plain(&Dump::of_snapshot(&header, snapshot, 0, catalog()));
        let tree = serde_json::to_value(&snapshot).expect("plain data");
        let whole: Snapshot = unchanged(&tree).expect("reads back");
        assert!(whole == snapshot, "{name}: it reads back as another");
        let digests = snapshot.digest_parts();
        let original = dump(snapshot.clone());

        let (mut tried, mut worked) = (BTreeSet::new(), BTreeSet::new());
        for number in 0.. {
            let Some(Mutated { path, value }) = mutated::<Snapshot>(&tree, number) else { break };
            let leaf = path.join(".");
            tried.insert(leaf.clone());
            // Another way of changing the same leaf may lead to something that can be read.
            let Ok(changed) = value else { continue };
            if changed == snapshot {
                continue;
            }
            worked.insert(leaf.clone());
            let changed_digests = changed.digest_parts();
            assert!(changed_digests.whole() != digests.whole(), "{name}: {leaf} is not digested");
            let told = dump(changed.clone());
            let read = DumpedState::read(&told, catalog());
            let read = read.unwrap_or_else(|error| panic!("{name}: {leaf}: {error}"));
            assert!(
                read.snapshot == changed.in_order(),
                "{name}: {leaf} is not read back from a dump"
            );
            let found = differences(&original, &told);
            assert!(!found.is_empty(), "{name}: {leaf} is not dumped");
            let is_named = found.iter().any(|difference| names(difference, &path));
            assert!(is_named, "{name}: {leaf} is not named: {found:?}");
            let components: BTreeSet<_> = found.iter().map(|found| found.component).collect();
            let differing: BTreeSet<_> = engine::sim::ComponentDigests::NAMES
                .into_iter()
                .zip(digests.values().into_iter().zip(changed_digests.values()))
                .filter(|(_, (before, after))| before != after)
                .map(|(component, _)| component)
                .collect();
            assert_eq!(components, differing, "{name}: {leaf}");
        }
        let stuck: Vec<_> = tried.difference(&worked).collect();
        assert!(stuck.is_empty(), "{name}: no change of these could be read back: {stuck:?}");
        assert!(tried.len() > 300, "{name}: only {} leaves", tried.len());
    }
}

/// A dump as its keys and values.
pub(crate) fn plain(dump: &Dump) -> Value {
    dump.to_value().expect("plain data")
}

/// Whether a difference names the field that a path leads to. Entries that are matched by id or
/// place differ as a whole when that changes.
fn names(difference: &FieldDifference, path: &[String]) -> bool {
    let mut keys = path.iter().rev().filter(|step| step.parse::<usize>().is_err());
    let has = |key: &String| difference.field.contains(key.as_str());
    let is_whole = difference.left.is_null() || difference.right.is_null();
    let is_actor = difference.field == "whole" && difference.component == "actors";
    keys.next().is_some_and(has) || is_whole && (is_actor || keys.any(has))
}
