//! Journeys as recorded runs: their categories and splits, and a keyframe on every new floor.

use crate::support::journeys::{begin, edited, own};
use std::sync::LazyLock;

use base::Seed;
use content::{CategoryMode, Slot, SplitPoint};
use engine::sim::{
    Command, End, Event, Game, HandMeDown, JourneyCommand, JourneyEvent, Phase, RunStatus, Setup,
};
use runs::record::{
    CategoryResult, Frame, Incomparable, RunFacts, RunHeader, Session, Sink as _, SplitTimer,
    SubmitError, TimedRun, Unmet, UnrankedReason, bot, check_same_shift, compare,
};
use runs::save::{Overwrite, RunFile, RunSource, RunWriter, compact};

use crate::run_file::runs::{bot_frames, timed, verified, whole_run};
use crate::support::content::catalog;

/// A journey of a bot to its end.
fn journey_frames(name: &str, seed: u64) -> (RunHeader, Vec<Frame>) {
    whole_run(name, Setup::campaign(Seed(seed)))
}

/// A journey that works more than five sites and is not won.
static LONG: LazyLock<TimedRun> = LazyLock::new(|| {
    let runs = (1..).map(|seed| timed(journey_frames("look", seed)));
    let mut long = runs.filter(|run| {
        run.timer.reached(SplitPoint::Site(6)).is_some()
            && run.timer.reached(SplitPoint::Won).is_none()
    });
    long.next().expect("one of them")
});

/// Plays a run again and gives what each command led to, with its number, to a function.
fn outcomes(run: &TimedRun, mut see: impl FnMut(u32, &[Event], &Game)) -> Game {
    let mut game = Game::new(run.header.setup.clone(), catalog()).expect("a map");
    for (number, command) in (1..).zip(run.commands()) {
        let outcome = game.step(command).expect("was played");
        see(number, &outcome.events, &game);
    }
    game
}

#[test]
fn a_journey_is_split_by_the_sites_that_it_worked() {
    let run = &*LONG;
    let category = catalog().find_category("journey").expect("is there");
    let mut departures = Vec::new();
    let end = outcomes(run, |number, events, game| {
        for event in events {
            if let Event::Journey(JourneyEvent::Departed { site, .. }) = *event {
                let place = game.view().journey().expect("one").site(site);
                let place = format!("{}, {}, depth {}", place.name, place.kind, place.depth);
                departures.push((number, game.view().turns_worked(), place));
            }
        }
    });
    let splits = run.splits(category);
    let sites = splits.iter().filter(|split| matches!(split.point, SplitPoint::Site(_)));
    let told: Vec<_> = sites
        .map(|split| {
            let at = split.reached.expect("only sites that were worked are splits");
            assert_eq!(run.real_time_of(split), Some(u64::from(at.commands) * 1_000));
            (at.commands, at.worked_turns, run.site(split.point).expect("it has one").to_owned())
        })
        .collect();
    assert!(told.len() > 5);
    assert_eq!(told, departures);
    // What was not reached comes last.
    assert_eq!(splits.last().map(|split| split.point), Some(SplitPoint::Won));
    let result = run.result(category);
    assert!(result.qualifies(), "{result:?}");
    assert_eq!(result.measure, Some(end.run_grade().score));
    let five = run.result(catalog().find_category("first-five").expect("is there"));
    assert!(five.qualifies());
    assert_eq!(five.measure, Some(departures[4].1.0));
    let seat = run.result(catalog().find_category("seat").expect("is there"));
    assert_eq!((seat.unmet, seat.measure), (vec![Unmet::Won], None));
}

#[test]
fn no_category_takes_runs_of_another_mode() {
    let shift = timed(bot_frames("planner", "vault", 3));
    for (run, mode) in [(&shift, CategoryMode::Shift), (&*LONG, CategoryMode::Campaign)] {
        for category in &catalog().categories {
            let is_of_other = run.result(category).unmet.contains(&Unmet::Mode);
            assert_eq!(is_of_other, category.mode != mode, "{}", category.id);
            assert_eq!(run.splits(category).is_empty(), is_of_other, "{}", category.id);
        }
    }
    assert_eq!(catalog().category_or_first("order", CategoryMode::Campaign).id, "journey");
    assert_eq!(catalog().category_or_first("seat", CategoryMode::Campaign).id, "seat");
    assert_eq!(catalog().category_or_first("seat", CategoryMode::Shift).id, "clock-out");
}

/// The state of a journey with another phase and night.
fn ended(end: End, night: i16) -> Game {
    edited(&begin(1), |snapshot| {
        (own(snapshot).phase, own(snapshot).night) = (Phase::Over(end), night);
    })
}

#[test]
fn who_wins_is_ranked_by_turns_and_by_nights() {
    let worth = |end: End, id: &str| {
        let setup = Setup::campaign(Seed(1));
        let mut timer = SplitTimer::new(&Game::new(setup.clone(), catalog()).expect("a map"));
        let last = ended(end, 17);
        timer.observe(&last, 40);
        let category = catalog().find_category(id).expect("is there");
        CategoryResult::of(category, &setup.mode, Some(&RunFacts::of(&last)), &timer)
    };
    let by_nights = worth(End::Won, "seat-nights");
    assert_eq!((by_nights.qualifies(), by_nights.measure), (true, Some(17)));
    let by_turns = worth(End::Won, "seat");
    assert_eq!((by_turns.qualifies(), by_turns.measure), (true, Some(0)));
    // No site was worked: that is an F.
    assert!(matches!(worth(End::Won, "seat-s").unmet[..], [Unmet::Grade { at_least: 'S', .. }]));
    let short = Unmet::SitesWorked { worked: 0, needed: 5 };
    assert_eq!(worth(End::Died, "first-five").unmet, [short]);
    assert_eq!(worth(End::Abandoned, "first-five").unmet, [Unmet::NotAbandoned, short]);
    assert_eq!(worth(End::Abandoned, "journey").unmet, [Unmet::NotAbandoned]);
    assert_eq!(worth(End::Abandoned, "seat").unmet, [Unmet::Won]);
}

#[test]
fn two_journeys_on_the_same_seed_are_compared_by_their_sites() {
    let category = catalog().find_category("journey").expect("is there");
    let (long, seed) = (&*LONG, LONG.header.setup.seed);
    let other = timed(journey_frames("random", seed.0));
    let comparison = compare(long, &other, category).expect("the same marches");
    let worked = |run: &TimedRun, number| run.timer.reached(SplitPoint::Site(number));
    for number in 1..=6 {
        let split = comparison.splits.iter().find(|split| split.point == SplitPoint::Site(number));
        let reached = split.expect("one of them has worked it").reached;
        assert_eq!(reached, [worked(long, number), worked(&other, number)]);
    }
    // The other way round it is the same.
    let back = compare(&other, long, category).expect("the same marches");
    let mut points = [&comparison, &back]
        .map(|one| one.splits.iter().map(|split| split.point).collect::<Vec<_>>());
    for points in &mut points {
        points.sort();
    }
    assert_eq!(points[0], points[1]);
}

#[test]
fn every_new_floor_of_a_journey_has_a_keyframe() {
    let (header, frames) = journey_frames("look", LONG.header.setup.seed.0);
    let mut game = Game::new(header.setup, catalog()).expect("a map");
    let (mut commands, mut floors, mut maps) = (0_u32, 0, 0);
    // Whether the state that was led to last is to have one, and whether it has.
    let (mut is_due, mut has_one) = (true, false);
    for frame in &frames {
        match frame {
            Frame::Command(command) => {
                assert!(has_one || !is_due, "none after {commands} commands");
                let was_on_floor = matches!(
                    game.view().journey().expect("one").phase(),
                    Phase::Site | Phase::Field { .. }
                );
                let outcome = game.step(*command).expect("was played");
                commands += 1;
                let is_entered =
                    |event: &Event| matches!(event, Event::Journey(JourneyEvent::Entered { .. }));
                let is_on_floor = outcome.events.iter().any(is_entered);
                let is_on_map = was_on_floor && game.view().is_on_map();
                floors += u32::from(is_on_floor);
                maps += u32::from(is_on_map);
                (is_due, has_one) = (is_on_floor || is_on_map, false);
            }
            Frame::Keyframe(keyframe) => {
                assert_eq!(keyframe.commands, commands);
                has_one = true;
            }
            _ => {}
        }
    }
    assert!(floors > 5 && maps > 3, "{floors} floors, {maps} times the map");
}

/// A journey by a bot up to the first stairs of a site of several floors; `None` if it ends before.
fn at_stairs(seed: u64) -> Option<Session<Vec<Frame>>> {
    let header = RunHeader::new("Ann", Setup::campaign(Seed(seed)), catalog());
    let mut session = Session::begin(header, catalog(), Vec::new()).expect("begins");
    let mut player = bot::find("look", Seed(seed)).expect("a bot");
    let take = Command::Journey(JourneyCommand::TakeStairs);
    while session.game().check(&take).is_err() {
        if matches!(session.status(), RunStatus::Over(_)) {
            return None;
        }
        let command = player.decide(&session.game().view());
        if let Err(SubmitError::Unrecorded(error)) = session.submit(command) {
            match error {}
        }
    }
    Some(session)
}

#[test]
fn going_up_and_down_the_stairs_costs_turns_and_no_keyframes() {
    let take = Command::Journey(JourneyCommand::TakeStairs);
    let mut session = (1..=24).find_map(at_stairs).expect("some get so far");
    let keyframes = |session: &Session<Vec<Frame>>| {
        session.sink().iter().filter(|frame| matches!(frame, Frame::Keyframe(_))).count()
    };
    let (before, turns) = (keyframes(&session), session.game().turns());
    session.submit(take).expect("it was checked");
    assert_eq!(keyframes(&session), before + 1, "the floor is new");
    assert!(session.game().turns() > turns, "it takes as long as a step");
    for _ in 0..4 {
        let turns = session.game().turns();
        if session.submit(take).is_err() {
            break;
        }
        assert!(session.game().turns() > turns);
    }
    assert_eq!(keyframes(&session), before + 1, "both floors are known");
}

/// A short run that begins with something of another upkeeper, and is given up.
fn inherited(item: &str) -> (RunHeader, Vec<Frame>) {
    let item = HandMeDown { item: item.to_owned(), from: "Ann".to_owned() };
    let header = RunHeader::new("Bea", Setup::campaign_with(Seed(4), item), catalog());
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    session.submit(Command::Abandon).expect("over the map");
    (header, session.into_sink())
}

#[test]
fn a_journey_with_a_hand_me_down_is_true_and_unranked() {
    let item = catalog().items.iter().find(|item| item.slot == Slot::Charm).expect("a charm");
    let (header, frames) = inherited(&item.name);
    let count = |setup: Setup| {
        let game = Game::new(setup, catalog()).expect("a map");
        let cart = game.view().cart();
        let own = cart.iter().find(|slot| slot.item.name == item.name);
        own.map_or(0, |slot| slot.count)
    };
    assert_eq!(count(header.setup.clone()), count(Setup::campaign(Seed(4))) + 1);
    // All else is as without it: the marches and those who walk them.
    let [with, without] = [header.setup.clone(), Setup::campaign(Seed(4))]
        .map(|setup| Game::new(setup, catalog()).expect("a map").snapshot());
    assert_eq!((with.journey, with.streams), (without.journey, without.streams));
    let verdict = verified(&header, &frames);
    assert!(verdict.is_true(), "{:?}", verdict.mismatch);
    assert_eq!(verdict.unranked, Some(UnrankedReason::HandMeDown));

    // Who denies it has another first state.
    let mut plain = header.clone();
    plain.setup = Setup::campaign(Seed(4));
    let verdict = verified(&plain, &frames);
    assert!(!verdict.is_true());
    // What nobody can have had is refused.
    let belt = catalog().items.iter().find(|item| item.slot == Slot::Belt).expect("a key");
    for item in ["crown of the dungeon", &belt.name] {
        let mut forged = header.clone();
        let from = "Ann".to_owned();
        forged.setup = Setup::campaign_with(Seed(4), HandMeDown { item: item.to_owned(), from });
        let verdict = verified(&forged, &frames);
        let mismatch = verdict.mismatch.expect("it is no such item");
        assert_eq!((mismatch.component, mismatch.expected.as_str()), ("setup", item));
        assert_eq!(verdict.unranked, Some(UnrankedReason::Untrue));
    }
    // Two that began with different things are not compared.
    let other = Setup::campaign(Seed(4));
    assert_eq!(check_same_shift(&header.setup, &other), Err(Incomparable::HandMeDown));
    // A name that a terminal would obey does not come in.
    let mut named = header;
    let (item, from) = (item.name.clone(), "\u{1b}[2J".to_owned());
    named.setup = Setup::campaign_with(Seed(4), HandMeDown { item, from });
    assert!(named.check_texts().is_err());
}

#[test]
fn a_journey_is_small_and_its_last_keyframe_is_near_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let (header, frames) = journey_frames("look", LONG.header.setup.seed.0);
    let path = folder.path().join("journey.upk");
    let mut file = RunFile::create(&path, &header).expect("creates");
    file.write(&frames).expect("written");
    drop(file);
    let short = folder.path().join("short.upk");
    let source = RunSource::open(&path).expect("is there");
    let bytes = compact(&source, &short, Overwrite::Never).expect("compacted");
    let turns = LONG.verification.turns.0;
    assert!(bytes <= u64::from(turns) * 2, "{bytes} bytes for {turns} turns");
    // Loading plays a bounded number of commands again, and every state is a small part of what a
    // frame may be.
    let keyframe_bytes = |frame: &Frame| {
        let mut writer = RunWriter::begin("one", Vec::new(), &header).expect("memory");
        let before = writer.get_ref().len();
        writer.write(std::slice::from_ref(frame)).expect("memory");
        writer.into_inner().len() - before
    };
    let mut since = 0;
    for frame in &frames {
        match frame {
            Frame::Command(_) => since += 1,
            Frame::Keyframe(_) => {
                assert!(keyframe_bytes(frame) < 16 << 10, "{} bytes", keyframe_bytes(frame));
                since = 0;
            }
            _ => {}
        }
        assert!(since <= 256);
    }
}
