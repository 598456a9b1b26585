//! The raid of dawn on a site of several floors, with the player on any of them, or on none.

use content::Status;
use engine::sim::{
    Body, Command, Duty, End, Event, Fate, Game, JourneyCommand, PersonFate, PersonId, RaidEvent,
    RaidProgress, RaidReport, Reject, RunStatus, Snapshot, Turns,
};

use crate::support::content::catalog;
use crate::support::journeys::{
    at_the_bare_seat, at_the_exit, at_the_start, before_dawn, down, edited, give, hidden, journey,
    on_the_way, own, raid_progress, reloaded, reports,
};

const SEED: u64 = 3;

/// More turns than raids of three floors take.
const MAX_TURNS: u32 = 3_000;

fn seat() -> Game {
    at_the_bare_seat(SEED)
}

fn end(game: &Game) -> Option<End> {
    game.snapshot().shift.end
}

fn clock(game: &Game) -> Turns {
    game.snapshot().shift.clock
}

/// Waits turn by turn until something holds; all that has happened.
fn wait_until(game: &mut Game, command: Command, holds: impl Fn(&Game) -> bool) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..MAX_TURNS {
        if holds(game) {
            return events;
        }
        events.extend(give(game, command));
    }
    panic!("it never came to that");
}

/// When the party comes down from the floor above, and what it came to there.
fn arrival(game: &Game) -> (Turns, RaidReport) {
    match raid_progress(game) {
        RaidProgress::Arrives { on, report } => (on, *report),
        other => panic!("nobody comes down: {other:?}"),
    }
}

/// Who came through a floor, by person.
fn through(report: &RaidReport) -> Vec<Option<PersonId>> {
    let through = report.members.iter().filter(|member| member.fate == Fate::Through);
    through.map(|member| member.person).collect()
}

fn persons(report: &RaidReport) -> Vec<Option<PersonId>> {
    report.members.iter().map(|member| member.person).collect()
}

fn count(events: &[Event], is: impl Fn(&RaidEvent) -> bool) -> usize {
    events.iter().filter(|event| matches!(event, Event::Raid(raid) if is(raid))).count()
}

fn began(event: &RaidEvent) -> bool {
    matches!(event, RaidEvent::RaidBegan { .. })
}

/// Each floor saw those who got through the one above, and nobody twice.
fn assert_relayed(game: &Game) {
    let expected: Vec<Option<PersonId>> = journey(game).expected.into_iter().map(Some).collect();
    let reports: Vec<RaidReport> =
        reports(game).into_iter().map(Option::unwrap_or_default).collect();
    assert_eq!(persons(&reports[0]), expected);
    for pair in reports.windows(2) {
        assert_eq!(persons(&pair[1]), through(&pair[0]));
    }
    assert!(!through(&reports[1]).is_empty(), "the last floor was to be reached");
}

#[test]
fn on_the_first_floor_the_party_comes_in_and_the_floors_below_follow() {
    let mut game = hidden(&before_dawn(&seat(), 2));
    wait_until(&mut game, Command::Wait, |game| raid_progress(game) == RaidProgress::Here);
    assert_eq!((journey(&game).floor, clock(&game)), (0, game.snapshot().shift.dawn));
    let mut last = Vec::new();
    while end(&game).is_none() {
        last = give(&mut game, Command::Wait);
    }
    assert_eq!((end(&game), journey(&game).floor), (Some(End::Dawn), 0));
    assert_relayed(&game);
    // What the player was there for is told, and nothing of the floors below.
    assert_eq!(count(&last, |event| *event == RaidEvent::RaidOver), 1, "{last:?}");
    assert_eq!(count(&last, |event| *event == RaidEvent::PartyCameDown), 0, "{last:?}");
}

#[test]
fn below_it_the_party_is_heard_and_comes_down_after_as_many_turns_as_the_floors_took() {
    for floor in [1, 2] {
        let mut game = hidden(&before_dawn(&down(seat(), floor), 2));
        let is_on_its_way = |game: &Game| raid_progress(game) != RaidProgress::NotYet;
        let heard = wait_until(&mut game, Command::Wait, is_on_its_way);
        assert_eq!(count(&heard, |event| *event == RaidEvent::HeardAbove), 1);
        assert_eq!(count(&heard, began), 0, "nobody came in here");
        let dawn = game.snapshot().shift.dawn;
        assert_eq!((journey(&game).floor, clock(&game)), (floor, dawn));
        let (on, report) = arrival(&game);
        let above = reports(&game).into_iter().flatten();
        let turns: u32 = above.map(|report| report.turns).sum();
        assert_eq!(on, Turns(dawn.0 + turns), "floor {floor}");
        let is_there = |game: &Game| raid_progress(game) == RaidProgress::Here;
        let told = wait_until(&mut game, Command::Wait, is_there);
        assert_eq!(clock(&game), on);
        assert_eq!(count(&told, |event| *event == RaidEvent::PartyCameDown), 1);
        let raid = game.snapshot().shift.raid.expect("they are in");
        assert_eq!(persons(&raid.report), through(&report));
        wait_until(&mut game, Command::Wait, |game| end(game).is_some());
        assert_eq!((end(&game), journey(&game).floor), (Some(End::Dawn), floor));
        assert_relayed(&game);
    }
}

#[test]
fn what_happens_in_the_turn_of_dawn_is_told_although_the_floors_above_are_played() {
    let game = hidden(&before_dawn(&down(seat(), 1), 1));
    // Poison wears off in that turn.
    let mut game = edited(&game, |snapshot| {
        snapshot.floor.actors[0].statuses.0[Status::Hasted as usize] = 1;
    });
    let events = give(&mut game, Command::Wait);
    let of_player = |event: &Event| matches!(event, Event::Fight(_));
    assert!(events.iter().any(of_player), "{events:?}");
    assert_eq!(count(&events, |event| *event == RaidEvent::HeardAbove), 1);
}

#[test]
fn who_rests_when_the_party_is_heard_or_comes_down_is_interrupted() {
    let mut game = hidden(&before_dawn(&down(seat(), 1), 3));
    let linger = |game: &mut Game| {
        give(game, Command::Linger);
        let mut events = Vec::new();
        while game.status() == RunStatus::Busy {
            events = give(game, Command::Continue);
        }
        events
    };
    let heard = linger(&mut game);
    assert_eq!(count(&heard, |event| *event == RaidEvent::HeardAbove), 1, "{heard:?}");
    let there = linger(&mut game);
    assert_eq!(count(&there, |event| *event == RaidEvent::PartyCameDown), 1, "{there:?}");
}

#[test]
fn who_has_clocked_out_watches_the_party_through_all_floors() {
    let mut game = at_the_exit(&down(seat(), 2));
    let events = give(&mut game, Command::ClockOut);
    assert_eq!(count(&events, began), 1);
    assert_eq!((journey(&game).floor, raid_progress(&game)), (0, RaidProgress::Here));
    let mut at_once = reloaded(&game);
    let (mut floors, mut watched) = (vec![0], reloaded(&game));
    while end(&game).is_none() {
        assert_eq!(game.status(), RunStatus::Busy);
        let events = give(&mut game, Command::Continue);
        assert_eq!(count(&events, began), 0);
        // Saved and loaded in every turn, it goes the same way.
        watched = reloaded(&watched);
        give(&mut watched, Command::Continue);
        if floors.last() != Some(&journey(&game).floor) {
            floors.push(journey(&game).floor);
            assert_eq!(watched.digest(), game.digest());
        }
    }
    assert_eq!(floors, [0, 1, 2]);
    assert_eq!(end(&game), Some(End::ClockedOut));
    assert_relayed(&game);
    give(&mut at_once, Command::Linger);
    assert_eq!(at_once.digest(), game.digest(), "watched to its end in one go");
    assert_eq!(watched.digest(), game.digest(), "saved and loaded in every turn");
    let mut again = reloaded(&game);
    on_the_way(&mut game, JourneyCommand::Depart);
    on_the_way(&mut again, JourneyCommand::Depart);
    assert_eq!(again.digest(), game.digest());
}

#[test]
fn who_takes_the_stairs_down_from_the_party_has_the_turns_that_it_still_needs() {
    let mut game = hidden(&before_dawn(&seat(), 1));
    for _ in 0..12 {
        give(&mut game, Command::Wait);
    }
    let began = game.snapshot().shift.raid.expect("they are in").began;
    let mut game = at_the_exit(&game);
    let left = clock(&game);
    on_the_way(&mut game, JourneyCommand::TakeStairs);
    let (on, report) = arrival(&game);
    assert_eq!((journey(&game).floor, clock(&game)), (1, Turns(left.0 + 1)), "stairs take a turn");
    assert_eq!(on.0, began.0 + report.turns, "the turns before the player went are over");
    assert!(on > left);
    // They are on the stairs.
    let up = Command::Journey(JourneyCommand::TakeStairs);
    let before = at_the_start(&game);
    assert_eq!(before.check(&up), Err(Reject::StairsTaken));
    // Farther down it takes them the next floor as well.
    let mut game = at_the_exit(&game);
    on_the_way(&mut game, JourneyCommand::TakeStairs);
    let (later, next) = arrival(&game);
    assert_eq!(later.0, on.0 + next.turns);
    assert_eq!((journey(&game).floor, clock(&game)), (2, Turns(left.0 + 2)));
    // Who clocks out with a party overhead brings no second one.
    let mut game = at_the_exit(&game);
    let mut events = give(&mut game, Command::ClockOut);
    assert!(game.snapshot().shift.raid.is_none());
    let mut reloading = reloaded(&game);
    while end(&game).is_none() {
        events.extend(give(&mut game, Command::Continue));
        reloading = reloaded(&reloading);
        give(&mut reloading, Command::Continue);
    }
    assert_eq!(reloading.digest(), game.digest());
    assert_eq!(end(&game), Some(End::ClockedOut));
    assert_eq!(count(&events, self::began), 0);
    assert_eq!(count(&events, |event| *event == RaidEvent::PartyCameDown), 1);
    assert_relayed(&game);
}

#[test]
fn who_goes_up_past_the_party_ends_the_night_and_it_goes_on_below() {
    // They have come down to the second floor, where the player waits for them.
    let mut game = hidden(&before_dawn(&down(seat(), 1), 1));
    wait_until(&mut game, Command::Wait, |game| raid_progress(game) == RaidProgress::Here);
    for _ in 0..12 {
        give(&mut game, Command::Wait);
    }
    let mut game = at_the_start(&game);
    on_the_way(&mut game, JourneyCommand::TakeStairs);
    assert_eq!((journey(&game).floor, end(&game)), (0, Some(End::Dawn)));
    assert_eq!(raid_progress(&game), RaidProgress::Over);
    assert_relayed(&game);
    assert_eq!(game.check(&Command::Wait), Err(Reject::ShiftDone));
}

/// The turns until each body on the floor gets up.
fn turns_to_rising(game: &Game) -> Vec<u32> {
    let Snapshot { floor, shift, .. } = game.snapshot();
    let turns = shift.clock.0 - shift.stood_still.0;
    floor.bodies.iter().map(|(_, body)| body.rises.0 - turns).collect()
}

#[test]
fn bodies_do_not_get_up_on_a_floor_that_nobody_is_on() {
    let game = down(before_dawn(&seat(), 400), 1);
    let mut game = edited(&game, |snapshot| {
        let kind = catalog().find_actor("skeleton").expect("a kind");
        let turns = snapshot.shift.clock.0 - snapshot.shift.stood_still.0;
        let body = Body { kind, rises: Turns(turns + 50), by: None, person: None };
        snapshot.floor.bodies = vec![(snapshot.floor.cells.exit, body)];
    });
    give(&mut game, Command::Wait);
    let before = turns_to_rising(&game);
    assert_eq!(before, [49]);
    game = at_the_start(&game);
    on_the_way(&mut game, JourneyCommand::TakeStairs);
    for _ in 0..80 {
        give(&mut game, Command::Wait);
    }
    game = down(reloaded(&game), 1);
    assert_eq!(turns_to_rising(&game), [48], "one turn for the stairs");
    wait_until(&mut game, Command::Wait, |game| turns_to_rising(game).is_empty());
}

/// All raiders on the floor are about to die of poison.
fn poisoned(game: &Game) -> Game {
    edited(game, |snapshot| {
        let mut any = false;
        for actor in &mut snapshot.floor.actors {
            if matches!(actor.duty, Duty::Raider(_)) {
                actor.vitals.health = 1;
                actor.statuses.0[Status::Poisoned as usize] = 9;
                any = true;
            }
        }
        assert!(any, "nobody is in");
    })
}

/// The party is dead on the first floor: those below were never reached.
fn assert_dead_above(game: &Game) {
    let reports: Vec<RaidReport> =
        reports(game).into_iter().map(|report| report.expect("a report of every floor")).collect();
    assert_eq!(reports[0].fallen(), 3);
    for below in &reports[1..] {
        assert!(below.members.is_empty() && below.party.is_none(), "{below:?}");
        assert_eq!((below.turns, below.fallen()), (0, 0));
    }
    let found = |report: &RaidReport| !report.order.is_empty();
    assert!(reports.iter().all(found), "what was to be done is graded on every floor");
}

/// Who of the cast came is dead for good once the player has left.
fn assert_buried(mut game: Game) {
    let fallen: Vec<PersonId> = journey(&game).expected;
    on_the_way(&mut game, JourneyCommand::Depart);
    let cast = journey(&game).cast;
    let is_dead = |id: &PersonId| matches!(cast[usize::from(id.0)].fate, PersonFate::Dead { .. });
    assert!(fallen.iter().all(is_dead));
}

#[test]
fn a_party_that_dies_above_reaches_no_floor_below() {
    // With the player there, watching from outside, and by stairs on the way down.
    let mut there = hidden(&before_dawn(&seat(), 1));
    give(&mut there, Command::Wait);
    let mut there = poisoned(&there);
    wait_until(&mut there, Command::Wait, |game| end(game).is_some());
    assert_eq!(end(&there), Some(End::Dawn));
    assert_dead_above(&there);

    let mut out = at_the_exit(&down(seat(), 2));
    give(&mut out, Command::ClockOut);
    let mut out = poisoned(&out);
    give(&mut out, Command::Linger);
    assert_eq!((end(&out), journey(&out).floor), (Some(End::ClockedOut), 0));
    assert_dead_above(&out);

    let mut below = hidden(&before_dawn(&seat(), 1));
    give(&mut below, Command::Wait);
    let mut below = poisoned(&at_the_exit(&below));
    on_the_way(&mut below, JourneyCommand::TakeStairs);
    wait_until(&mut below, Command::Wait, |game| end(game).is_some());
    assert_eq!((end(&below), journey(&below).floor), (Some(End::Dawn), 1));
    assert_eq!(raid_progress(&below), RaidProgress::Over);
    assert_dead_above(&below);
    assert_buried(there);
    assert_buried(out);
    assert_buried(below);
}

#[test]
fn a_raid_that_nobody_gets_through_above_is_over_below_when_it_would_have_ended_there() {
    // All of the first floor burns, and nobody gets through.
    let below_a_fire = |floor: u8| {
        let mut snapshot = down(seat(), floor).snapshot();
        let first = own(&mut snapshot).floors.iter_mut().find(|stored| stored.number == 0);
        let cells = &mut first.expect("the floor above").floor.cells;
        let open = cells.terrain.positions().filter(|&at| cells.terrain[at].is_passable());
        cells.fire = open.filter(|&at| !cells.terrain.is_border(at)).map(|at| (at, 200)).collect();
        edited(&seat(), |own| *own = snapshot)
    };
    for floor in [1, 2] {
        let mut game = hidden(&before_dawn(&below_a_fire(floor), 2));
        wait_until(&mut game, Command::Wait, |game| raid_progress(game) != RaidProgress::NotYet);
        let (on, report) = arrival(&game);
        assert!(through(&report).is_empty() && on > clock(&game), "floor {floor}: {on:?}");
        assert_eq!(end(&game), None, "the night goes on below");
        let again = reloaded(&game);
        assert_eq!(again.digest(), game.digest());
        wait_until(&mut game, Command::Wait, |game| end(game).is_some());
        assert_eq!((end(&game), clock(&game)), (Some(End::Dawn), on));
        assert_eq!(raid_progress(&game), RaidProgress::Over);
        let reports: Vec<_> = reports(&game).into_iter().flatten().collect();
        assert_eq!(reports.len(), 3, "floor {floor}: every floor has its report");
    }
}

#[test]
fn strangers_are_the_same_on_every_floor_and_on_the_notice() {
    let mut seen = Vec::new();
    for floor in 0..3 {
        let game = edited(&down(seat(), floor), |snapshot| own(snapshot).expected.clear());
        let notice = game.view().notice_of_dawn().expect("somebody comes");
        let mut game = at_the_exit(&down(game, 2 - floor));
        assert_eq!(game.view().notice_of_dawn().as_ref(), Some(&notice));
        give(&mut game, Command::ClockOut);
        let raid = game.snapshot().shift.raid.expect("they are in").report;
        let kinds: Vec<_> = raid.members.iter().map(|member| member.kind).collect();
        seen.push((notice, raid.party, kinds));
    }
    assert!(!seen[0].2.is_empty());
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{seen:?}");
}

#[test]
fn strangers_keep_their_names_from_floor_to_floor() {
    let game = edited(&down(seat(), 2), |snapshot| own(snapshot).expected.clear());
    let mut game = at_the_exit(&game);
    give(&mut game, Command::ClockOut);
    // Without the one who goes first.
    let mut game = edited(&game, |snapshot| {
        let leader = snapshot.floor.actors.iter_mut().find(|actor| actor.id.0 > 0);
        let leader = leader.expect("they are in");
        leader.vitals.health = 1;
        leader.statuses.0[Status::Poisoned as usize] = 9;
    });
    let names = |game: &Game| {
        let party = game.view().party().expect("they are watched");
        party.members.iter().map(|own| format!("{} {}", own.name, own.surname)).collect::<Vec<_>>()
    };
    let above = names(&game);
    wait_until(&mut game, Command::Continue, |game| journey(game).floor == 1);
    let below = names(&game);
    assert!(below.len() < above.len() && !below.is_empty(), "{above:?}, {below:?}");
    assert_eq!(below, above[above.len() - below.len()..]);
    wait_until(&mut game, Command::Continue, |game| journey(game).floor == 2);
    assert_eq!(names(&game), below);
}

/// The way of the player: waiting turns, and going down at some of them.
#[test]
fn saved_and_loaded_in_every_turn_a_night_on_three_floors_goes_the_same_way() {
    let mut whole = hidden(&before_dawn(&seat(), 20));
    let mut saved = reloaded(&whole);
    let mut stairs = 0;
    for turn in 0..MAX_TURNS {
        if end(&whole).is_some() {
            break;
        }
        // Down with the party behind, and then with it overhead.
        if matches!(turn, 40 | 60) && stairs < 2 {
            stairs += 1;
            (whole, saved) = (hidden(&down(whole, 1)), hidden(&down(saved, 1)));
        }
        saved = reloaded(&saved);
        assert_eq!(give(&mut saved, Command::Wait), give(&mut whole, Command::Wait));
        assert_eq!(saved.digest(), whole.digest(), "turn {turn}");
        assert_eq!(whole.audit(catalog()), Ok(()), "turn {turn}");
    }
    assert_eq!((stairs, end(&whole)), (2, Some(End::Dawn)));
    assert_relayed(&whole);
}
