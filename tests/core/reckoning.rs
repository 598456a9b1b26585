//! The reckoning after dawn: what mattered, by raids with and without it.

use std::sync::Arc;

use base::{Dir, Pos};
use content::Catalog;
use engine::sim::{
    Command, Deed, DeedKind, EndCause, Fate, Fixture, Game, Loss, Missed, Night, NightEvents,
    Reckoning, ReckoningTask, RunStatus, Suggestion, Turns, Worth,
};
use runs::record::scenario::{ScenarioFile, set_up};
use runs::record::{Frame, Recording, Replay, RunHeader, Session, last_night};

use crate::support::bots::bot;
use crate::support::content::catalog;
use crate::support::driver::opening;
use crate::support::journeys::{at_the_bare_seat, at_the_exit, down, edited, give, reloaded};

/// Content in which one raider comes in each of the two parties, and a trap kills whoever is on it.
fn deadly() -> Arc<Catalog> {
    let mut catalog = (**catalog()).clone();
    catalog.rules.raid.members = (1, 1);
    catalog.rules.raid.wound = 100;
    Arc::new(catalog)
}

fn drawn(map: &str, settings: &str, catalog: &Arc<Catalog>) -> Game {
    let text = format!("== a\n{map}\n{settings}\n--\n");
    let file = ScenarioFile::parse(&text).expect("a scenario");
    set_up(&file.scenarios[0], catalog).expect("a floor")
}

/// The recording of a run from a state on, with the activities that its commands begin.
fn recorded(game: &Game, commands: &[Command], catalog: &Arc<Catalog>) -> Recording {
    let header = RunHeader::new("Ann", game.setup().clone(), catalog);
    let session = Session::begin_from(&header, game.snapshot(), catalog, Vec::new());
    let mut session = session.expect("it begins");
    for &command in commands {
        session.submit(command).unwrap_or_else(|error| panic!("{command:?}: {error:?}"));
        while session.game().view().activity().is_some() && !session.game().view().is_away() {
            session.submit(Command::Continue).expect("it goes on");
        }
    }
    let header = session.header().clone();
    Recording::of_frames(header, session.into_sink())
}

fn reckon(recording: Recording, catalog: &Arc<Catalog>) -> (Replay, Reckoning) {
    let mut replay = Replay::new(recording, catalog).expect("a replay");
    let night = last_night(&mut replay, Turns(0)).expect("it plays").expect("a raid is over");
    let mut task = ReckoningTask::new(night);
    while task.step() {}
    (replay, task.so_far())
}

/// The mean of the points of dawn over the samples of the reckoning, in hundredths; of a floor
/// that is worth nothing in bed.
fn mean(game: &Game) -> i32 {
    let raw = |sample| {
        let points = game.world().rehearse(sample).points;
        (points.harm + points.kept) as i32
    };
    (0..24).map(raw).sum::<i32>() / 24
}

/// A passage from one end to the other, with a way round the trap for who knows of it.
const PASSAGE: &str = "\
##########################
#@.......v..............>#
########.#.###############
########.#.###############
########...###############
##########################";
const ARMED: &str = "\
##########################
#@.......^..............>#
########.#.###############
########.#.###############
########...###############
##########################";

#[test]
fn a_trap_that_kills_comes_first_with_its_points() {
    let catalog = deadly();
    let settings = "trap spike pit\nsupplies 1 0 0 0\nseed 4";
    let work = [
        Command::Travel(Pos::new(8, 1)),
        Command::Work(Some(Dir::East)),
        Command::TravelToExit,
        Command::ClockOut,
        Command::Linger,
    ];
    let found = drawn(PASSAGE, settings, &catalog);
    let (replay, reckoning) = reckon(recorded(&found, &work, &catalog), &catalog);
    let armed = drawn(ARMED, settings, &catalog);
    let expected = (mean(&armed) - mean(&found) + 50) / 100;
    assert!(expected > 10, "{expected}");
    let first = reckoning.mattered.first().expect("it mattered");
    assert!(matches!(first.what.kind, DeedKind::Mended(_)), "{first:?}");
    assert_eq!(first.points, expected, "{:?}", reckoning.mattered);
    let view = replay.game().view();
    assert_eq!(view.deed_in_words(first.what), "the spike pit trap in the north, armed");
    let ends = view.member_ends(&reckoning.ends);
    let members = &replay.game().world().site_raid().expect("a raid").members;
    assert_eq!(ends.len(), members.len());
    for (end, member) in ends.iter().zip(members) {
        let fell = matches!(member.fate, Fate::Fell(_));
        assert_eq!(end.fate == "fell", fell, "{end:?}");
        assert_eq!(end.cause == Some(EndCause::ArmedTrap), fell, "{end:?}");
    }
}

#[test]
fn what_nobody_comes_by_is_not_listed_and_a_cord_is_told_of() {
    let catalog = deadly();
    // They come in between the two traps, and go east.
    let map = "\
##########################
#v@......^..............>#
#........................#
##########################";
    let settings = "trap spike pit\nsupplies 1 0 0 0\nseed 4\ncord 9 1";
    let work = [Command::Work(Some(Dir::West)), Command::TravelToExit, Command::ClockOut];
    let found = drawn(map, settings, &catalog);
    let mut game = drawn(map, settings, &catalog);
    let mut commands = work.to_vec();
    for command in work {
        game.step(command).expect("it is accepted");
        while game.view().activity().is_some() && !game.view().is_away() {
            game.step(Command::Continue).expect("it goes on");
        }
    }
    while game.view().shift_end().is_none() {
        let cord = game.world().cord_to_pull();
        let next = cord.map_or(Command::Watch { turns: 1 }, |cord| Command::Pull { cord });
        game.step(next).expect("it is accepted");
        commands.push(next);
    }
    let (replay, reckoning) = reckon(recorded(&found, &commands, &catalog), &catalog);
    let view = replay.game().view();
    let kinds: Vec<DeedKind> = reckoning.mattered.iter().map(|own| own.what.kind).collect();
    assert!(!kinds.iter().any(|kind| matches!(kind, DeedKind::Mended(_))), "{kinds:?}");
    assert!(kinds.iter().any(|kind| matches!(kind, DeedKind::Cord { .. })), "{kinds:?}");
    assert!(kinds.iter().any(|kind| matches!(kind, DeedKind::Pull { .. })), "{kinds:?}");
    assert!(reckoning.mattered.iter().all(|own| own.points > 0), "{:?}", reckoning.mattered);
    let ends = view.member_ends(&reckoning.ends);
    assert!(ends.iter().all(|end| end.cause == Some(EndCause::Cord(0))), "{ends:?}");
    assert!(ends[0].text.ends_with(", by your cord 1"), "{}", ends[0].text);
}

#[test]
fn what_could_have_been_had_is_told() {
    let catalog = deadly();
    let found = drawn(PASSAGE, "trap spike pit\nsupplies 3 0 0 0\nseed 4", &catalog);
    let work = [Command::TravelToExit, Command::ClockOut, Command::Linger];
    let (replay, reckoning) = reckon(recorded(&found, &work, &catalog), &catalog);
    assert!(reckoning.mattered.is_empty(), "nothing was done: {:?}", reckoning.mattered);
    assert!(matches!(reckoning.suggestion(), Some(Suggestion::With(_))));
    let told = replay.game().view().suggestion_in_words(&reckoning).expect("a suggestion");
    assert!(told.contains("spike pit trap") && told.ends_with(" more."), "{told}");
}

/// A night whose one cord is pulled so many turns after each came into its reach, if ever.
fn with_a_pull_after(turns: Option<u32>, catalog: &Arc<Catalog>) -> (Replay, Reckoning) {
    let map = "\
##########################
#@.......^..............>#
##########################";
    let found = drawn(map, "trap spike pit\nbare\nseed 4\ncord 9 1", catalog);
    let mut game = drawn(map, "trap spike pit\nbare\nseed 4\ncord 9 1", catalog);
    let mut commands = vec![Command::TravelToExit, Command::ClockOut];
    for command in commands.clone() {
        game.step(command).expect("it is accepted");
        while game.view().activity().is_some() && !game.view().is_away() {
            game.step(Command::Continue).expect("it goes on");
        }
    }
    let mut wait = turns;
    while game.view().shift_end().is_none() {
        let is_in_reach = game.view().cord_to_pull().is_some() || wait != turns;
        let next = match (wait, is_in_reach) {
            (Some(0), true) => Command::Pull { cord: 0 },
            _ => Command::Watch { turns: 1 },
        };
        wait = match next {
            Command::Pull { .. } => turns,
            _ => wait.map(|left| left - u32::from(is_in_reach)),
        };
        game.step(next).expect("it is accepted");
        commands.push(next);
    }
    reckon(recorded(&found, &commands, catalog), catalog)
}

#[test]
fn a_pull_that_was_left_is_told_of() {
    let catalog = deadly();
    let is_pull = |missed: Option<&Worth<Missed>>| {
        missed.is_some_and(|own| {
            matches!(own.what, Missed::Pull(Deed { kind: DeedKind::Pull { cord: 0, .. }, .. }))
        })
    };
    let (replay, reckoning) = with_a_pull_after(None, &catalog);
    assert!(is_pull(reckoning.missed.as_ref()));
    let told = replay.game().view().suggestion_in_words(&reckoning).expect("a suggestion");
    assert!(told.starts_with("A pull of cord 1 on turn ") && told.ends_with(" more."), "{told}");
    // Who pulls a turn later has what an earlier pull would have brought.
    let (_, reckoning) = with_a_pull_after(Some(1), &catalog);
    assert!(!is_pull(reckoning.missed.as_ref()), "{:?}", reckoning.missed);
}

#[test]
fn chests_and_traps_that_the_raid_has_cost_are_told_of() {
    let (mut chests, mut traps) = (0, 0);
    for seed in 11..17 {
        let header = opening("vault", seed);
        let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
        let mut order = bot("order", seed);
        let full = |game: &Game| {
            let full = Fixture::Chest { full: true };
            game.world().floor().fixtures().filter(|own| own.1 == full).count()
        };
        let mut at_dawn = 0;
        while !matches!(session.game().status(), RunStatus::Over(_)) {
            if session.game().view().intruders().is_none() {
                at_dawn = full(session.game());
            }
            let command = order.decide(&session.game().view());
            session.submit(command).expect("it keeps to the rules");
        }
        let carried_off = at_dawn - full(session.game());
        let mut replay = Replay::new(Recording::of_frames(header, session.into_sink()), catalog())
            .expect("a replay");
        let night = last_night(&mut replay, Turns(0)).expect("it plays").expect("a raid is over");
        let (view, lost) = (replay.game().view(), ReckoningTask::new(night).so_far().lost);
        let mut told = 0;
        for loss in lost {
            let (words, worth) = view.loss_in_words(loss);
            match loss {
                Loss::Chests { count, points } => {
                    told = usize::from(count);
                    assert!(points < 0 && worth == Some(points), "{seed}: {words}");
                    chests += 1;
                }
                Loss::Trap { at, .. } => {
                    let left = replay.game().world().floor().fixture(at);
                    assert!(!left.is_some_and(Fixture::is_armed_trap), "{seed}: {words}");
                    assert!(words.contains("taken apart by") && !words.contains("somebody"));
                    traps += 1;
                }
            }
        }
        assert!(told == carried_off || told == 0, "{seed}: {told} of {carried_off}");
    }
    assert!(chests > 0 && traps > 0, "{chests} {traps}");
}

/// A night at a site of several floors, with the player on the lowest from the first turn on.
#[test]
fn what_was_done_on_another_floor_of_the_site_counts_and_is_named_by_it() {
    let bare = at_the_exit(&down(at_the_bare_seat(1), 2));
    // Who wants through leaves a chest on the middle floor alone.
    let with_chest = |is_full: bool| {
        edited(&bare, |snapshot| {
            let journey = snapshot.journey.as_mut().expect("a journey");
            let stored = journey.floors.iter_mut().find(|own| own.number == 1).expect("a floor");
            let cells = &mut stored.floor.cells;
            let taken = cells.fixtures[0].0;
            let is_free = |pos: &Pos| cells.terrain[*pos].is_passable() && *pos != taken;
            let at = cells.terrain.positions().filter(is_free).last().expect("some floor");
            cells.fixtures.push((at, Fixture::Chest { full: is_full }));
        })
    };
    let (found, dawn) = (with_chest(false), with_chest(true));
    let (mut over, mut events) = (reloaded(&dawn), NightEvents::default());
    for command in [Command::ClockOut, Command::Linger] {
        let happened = give(&mut over, command);
        events.listen(over.world(), &happened);
    }
    while over.view().shift_end().is_none() {
        let happened = give(&mut over, Command::Continue);
        events.listen(over.world(), &happened);
    }
    let night = Night::new(found.world(), dawn.world(), over.world(), &events).expect("over");
    let mut task = ReckoningTask::new(night);
    while task.step() {}
    let reckoning = task.so_far();
    let [first] = reckoning.mattered[..] else { panic!("{:?}", reckoning.mattered) };
    assert_eq!((first.what.floor, first.points), (1, 15));
    assert_eq!(over.view().deed_in_words(first.what), "the chest on floor 2, filled");
}

#[test]
fn it_is_the_same_twice_and_from_commands_alone() {
    let header = opening("vault", 11);
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    let mut planner = bot("planner", 11);
    while !matches!(session.game().status(), RunStatus::Over(_)) {
        let command = planner.decide(&session.game().view());
        session.submit(command).expect("it keeps to the rules");
    }
    let frames = session.into_sink();
    let commands = frames.iter().filter(|frame| matches!(frame, Frame::Command(_))).cloned();
    let commands: Vec<Frame> = commands.collect();
    let of = |frames: Vec<Frame>| reckon(Recording::of_frames(header.clone(), frames), catalog()).1;
    let first = of(frames.clone());
    assert!(first.is_done() && !first.ends.is_empty() && !first.mattered.is_empty(), "{first:?}");
    assert_eq!(first, of(frames));
    assert_eq!(first, of(commands));
}

#[test]
fn there_is_none_before_a_raid_is_over() {
    let found = drawn(PASSAGE, "seed 4", catalog());
    let at_work = recorded(&found, &[Command::Wait], catalog());
    let mut replay = Replay::new(at_work, catalog()).expect("a replay");
    assert!(last_night(&mut replay, Turns(0)).expect("it plays").is_none());
    let dawning = [Command::TravelToExit, Command::ClockOut, Command::Watch { turns: 3 }];
    let mut replay = Replay::new(recorded(&found, &dawning, catalog()), catalog()).expect("one");
    assert!(last_night(&mut replay, Turns(0)).expect("it plays").is_none());
}
