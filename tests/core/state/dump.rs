//! Dumps read back as the states that they show; what no state can be is refused by its path.

use crate::support::journeys::reloaded;
use std::fs;

use base::Seed;
use content::Depth;
use engine::sim::{Game, Setup};
use runs::record::{Assignment, Dump, DumpedState, Replay, RunHeader, differences};
use runs::save;
use serde_json::{Value, json};

use super::{moments, plain};
use crate::support::content::catalog;
use crate::support::driver::Driver;
use crate::support::golden::folder;
use crate::support::kinds::kinds;
use crate::support::table::rows;

/// What is set in a dump, and what is said of it.
const REFUSALS: &str = include_str!("../../tables/dumps.txt");

/// The dump of a game, printed and parsed as by other programs.
fn dump(header: &RunHeader, game: &Game) -> Value {
    let text = Dump::new(header, game, 7).to_json().expect("plain data");
    serde_json::from_str(&text).expect("JSON")
}

/// Reads a dump back and plays on from it beside the game that it is of.
fn check_round_trip(header: &RunHeader, mut game: Game) {
    let first = dump(header, &game);
    let read = DumpedState::read(&first, catalog()).expect("reads back");
    assert_eq!(read.header.setup, header.setup);
    assert_eq!(read.header.name, header.name);
    let mut again = Game::restore(read.header.setup, read.snapshot, catalog()).expect("can be");
    assert_eq!(again.digest(), game.digest());
    assert_eq!(dump(header, &again), first);
    let mut driver = Driver::new(5);
    for _ in 0..20 {
        let Some(command) = driver.next(&game) else { return };
        if game.check(&command).is_err() {
            continue;
        }
        game.step(command).expect("the driver asks first");
        again.step(command).expect("the same is accepted");
        assert_eq!(again.digest(), game.digest(), "it goes on otherwise");
    }
}

#[test]
fn states_in_the_middle_of_runs_of_every_kind_read_back() {
    for (kind, depth) in kinds().flat_map(|kind| [1, 5, 10].map(|depth| (kind, depth))) {
        let setup = Setup::shift(kind, Depth(depth), Seed(3));
        let header = RunHeader::new("Ann", setup.clone(), catalog());
        let mut game = Game::new(setup, catalog()).expect("a level");
        let mut driver = Driver::new(u64::from(depth));
        for turns in [0, 40, 150] {
            for _ in 0..turns {
                let Some(command) = driver.next(&game) else { break };
                // Waiting is its last resort, and not always accepted.
                let _ = game.step(command);
            }
            check_round_trip(&header, reloaded(&game));
        }
    }
    for moment in moments() {
        let header = RunHeader::new("Ann", moment.setup.clone(), catalog());
        let game = Game::restore(moment.setup, moment.snapshot, catalog()).expect("sound");
        check_round_trip(&header, game);
    }
}

#[test]
fn states_of_the_released_run_files_read_back() {
    let files = fs::read_dir(folder()).expect("saves").map(|entry| entry.expect("a file").path());
    let files = files.filter(|path| path.extension().is_some_and(|own| own == "upk"));
    let mut count = 0;
    for path in files {
        let recording = save::open(&path).expect("opens").whole().expect("whole");
        // Those of other rules cannot be played.
        let Ok(mut replay) = Replay::new(recording, catalog()) else { continue };
        for at in [0, replay.recording().len() / 2, replay.recording().len()] {
            replay.seek(at).expect("is there");
            let game = replay.game();
            check_round_trip(replay.recording().header(), reloaded(game));
        }
        count += 1;
    }
    assert!(count >= 10, "only {count} files were read");
}

/// A state to change.
fn sample() -> Value {
    let moment = moments().swap_remove(0);
    let header = RunHeader::new("Ann", moment.setup.clone(), catalog());
    dump(&header, &Game::restore(moment.setup, moment.snapshot, catalog()).expect("sound"))
}

fn set(dump: &mut Value, assignment: &str) -> Result<(), String> {
    let assignment: Assignment = assignment.parse().map_err(|error| format!("{error}"))?;
    assignment.apply(dump).map_err(|error| error.to_string())
}

/// What is said of a dump that is read and played.
fn refusal(dump: &Value) -> Option<String> {
    let read = match DumpedState::read(dump, catalog()) {
        Ok(read) => read,
        Err(error) => return Some(error.to_string()),
    };
    Game::restore(read.header.setup, read.snapshot, catalog()).err().map(|error| error.to_string())
}

#[test]
fn what_cannot_be_is_refused_by_its_path() {
    let sample = sample();
    for (assignment, said) in rows(REFUSALS, "states") {
        let mut dump = sample.clone();
        set(&mut dump, assignment).unwrap_or_else(|error| panic!("{assignment}: {error}"));
        let found = refusal(&dump);
        let is_said = found.as_deref().is_some_and(|found| found.starts_with(said));
        assert!(is_said, "{assignment}: {found:?}");
    }
    let mut crowded = sample.clone();
    crowded["actors"][1]["at"] = crowded["actors"][0]["at"].clone();
    let found = refusal(&crowded).expect("two actors share a cell");
    assert!(found.contains("actors[1].at: actors[0] stands there"), "{found}");
    for key in ["floor", "actors", "streams", "setup", "name", "schema"] {
        let mut dump = sample.clone();
        dump.as_object_mut().expect("an object").remove(key);
        let found = refusal(&dump).unwrap_or_else(|| panic!("taken without {key}"));
        assert!(found.starts_with(key), "{key}: {found}");
    }
    for no_dump in [json!([]), json!(3), json!({}), json!({"schema": 3})] {
        assert!(refusal(&no_dump).is_some(), "{no_dump} was taken");
    }
}

#[test]
fn what_follows_from_the_state_is_computed_anew() {
    let mut dump = sample();
    for (key, value) in [("digest", json!("00")), ("parts", json!(3)), ("turn", json!(9999))] {
        dump[key] = value;
    }
    let fields = dump.as_object_mut().expect("an object");
    for key in ["commands", "origin", "ruleset"] {
        fields.remove(key);
    }
    assert_eq!(refusal(&dump), None);
}

#[test]
fn what_is_set_shows_in_the_difference_and_undoes_itself() {
    let moment = moments().swap_remove(0);
    let header = RunHeader::new("Ann", moment.setup.clone(), catalog());
    let dump = |snapshot| plain(&Dump::of_snapshot(&header, snapshot, 0, catalog()));
    let tree = dump(moment.snapshot);
    let id = tree["actors"][1]["id"].as_u64().expect("a number");
    for assignment in [
        format!("actors[id={id}].vitals.energy=-300"),
        "shift.clock=999".to_owned(),
        "shift.tally.steps=4321".to_owned(),
        "actors[0].statuses.snared=4".to_owned(),
        "floor.blood[1,1]=[1,1]".to_owned(),
        "floor.gas[2,2]=9".to_owned(),
        "floor.tiles[0,0]=#".to_owned(),
        "run.belongings.coins=77".to_owned(),
    ] {
        let mut changed = tree.clone();
        set(&mut changed, &assignment).unwrap_or_else(|error| panic!("{assignment}: {error}"));
        let read = DumpedState::read(&changed, catalog());
        let read = read.unwrap_or_else(|error| panic!("{assignment}: {error}"));
        let found = differences(&tree, &dump(read.snapshot));
        if changed == tree {
            assert_eq!(found, [], "{assignment}");
            continue;
        }
        assert_eq!(found.len(), 1, "{assignment}: {found:?}");
        let own = assignment.replace("actors[0]", "actors[id=0]");
        let (path, _) = own.rsplit_once('=').expect("an assignment");
        assert_eq!(found[0].path, path);
        // By the path that the difference names, the change is taken back.
        set(&mut changed, &format!("{path}={}", found[0].left)).expect("the path is one");
        let back = DumpedState::read(&changed, catalog()).map(|read| read.snapshot);
        let sparse = found[0].left.is_null() && !path.ends_with(']');
        assert!(sparse || back == DumpedState::read(&tree, catalog()).map(|read| read.snapshot));
    }
}

#[test]
fn paths_that_lead_nowhere_are_refused() {
    let sample = sample();
    for (assignment, said) in rows(REFUSALS, "paths") {
        let found = set(&mut sample.clone(), assignment).expect_err(assignment);
        assert!(found.contains(said), "{assignment}: {found}");
    }
}

/// Every list of a dump is compared by what tells its entries apart, or on purpose as a whole.
#[test]
fn entries_of_lists_are_matched_by_identity() {
    let moment = moments().swap_remove(1);
    let header = RunHeader::new("Ann", moment.setup, catalog());
    let dump = |snapshot| plain(&Dump::of_snapshot(&header, snapshot, 0, catalog()));
    let before = dump(moment.snapshot.clone());
    let mut snapshot = moment.snapshot;
    // The first of each list goes: all others stay what they are.
    let first = snapshot.floor.actors.remove(1);
    let fixture = snapshot.floor.cells.fixtures.remove(0);
    let member = snapshot.shift.raid.as_mut().expect("a raid").report.members.remove(0);
    let found = differences(&before, &dump(snapshot));
    let paths: Vec<&str> = found.iter().map(|found| found.path.as_str()).collect();
    let (at, id) = (fixture.0, member.id.0);
    assert_eq!(
        paths,
        [
            format!("floor.fixtures[{},{}]", at.x, at.y),
            format!("actors[id={}]", first.id.0),
            format!("shift.raid.report.members[id={id}]"),
        ]
    );
    assert!(found.iter().all(|found| found.right.is_null()));
    assert!(found[1].is_in("actors") && found[1].is_in(paths[1]) && !found[1].is_in("actor"));
    assert!(found[0].is_in("cells") && found[0].is_in("floor") && !found[0].is_in("shift"));
}
