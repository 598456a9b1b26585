//! The raid of dawn on a site of several floors, with the player on any of them, or on none.

use content::Status;
use engine::sim::{
    Body, Command, End, Event, Fate, Game, JourneyCommand, PersonFate, PersonId, Raid, RaidEvent,
    RaidProgress, RaidReport, Reject, RunStatus, Snapshot, Turns,
};

use crate::support::content::catalog;
use crate::support::journeys::{
    at_the_bare_seat, at_the_exit, at_the_start, before_dawn, down, edited, give, hidden, journey,
    on_the_way, own, poisoned, raid_progress, reloaded, reports,
};

const SEED: u64 = 3;

/// More turns than raids of three floors take.
const MAX_TURNS: u32 = 3_000;

fn seat() -> Game {
    at_the_bare_seat(SEED)
}

/// The player hides on a floor so many turns before dawn.
fn hiding(floor: u8, turns: u32) -> Game {
    hidden(&before_dawn(&down(seat(), floor), turns))
}

fn end(game: &Game) -> Option<End> {
    game.snapshot().shift.end
}

fn clock(game: &Game) -> Turns {
    game.snapshot().shift.clock
}

/// Gives a command turn by turn until something holds: all that has happened. A copy that is saved
/// and loaded in every turn goes the same way.
fn play_until(game: &mut Game, command: Command, holds: impl Fn(&Game) -> bool) -> Vec<Event> {
    let (mut copy, mut events) = (reloaded(game), Vec::new());
    for _ in 0..MAX_TURNS {
        if holds(game) {
            return events;
        }
        let happened = give(game, command);
        copy = reloaded(&copy);
        assert_eq!(give(&mut copy, command), happened);
        assert_eq!(copy.digest(), game.digest(), "saved and loaded, it goes on otherwise");
        assert_eq!(game.audit(catalog()), Ok(()));
        events.extend(happened);
    }
    panic!("it never came to that");
}

fn play_to_end(game: &mut Game, command: Command) -> Vec<Event> {
    play_until(game, command, |game| end(game).is_some())
}

fn wait(game: &mut Game, turns: u32) {
    let until = Turns(clock(game).0 + turns);
    play_until(game, Command::Wait, |game| clock(game) == until);
}

fn take_stairs(game: &mut Game) {
    on_the_way(game, JourneyCommand::TakeStairs);
}

/// When the party comes down from the floor above, and what it came to there.
fn arrival(game: &Game) -> (Turns, RaidReport) {
    match raid_progress(game) {
        RaidProgress::Arrives { on, report } => (on, *report),
        other => panic!("nobody comes down: {other:?}"),
    }
}

/// The raid on the floor where the player is.
fn raid_here(game: &Game) -> Raid {
    game.snapshot().shift.raid.expect("they are in")
}

/// The persons of a party who met such an end on a floor.
fn persons(report: &RaidReport, is: impl Fn(Fate) -> bool) -> Vec<Option<PersonId>> {
    let members = report.members.iter().filter(|member| is(member.fate));
    members.map(|member| member.person).collect()
}

fn through(report: &RaidReport) -> Vec<Option<PersonId>> {
    persons(report, |fate| fate == Fate::Through)
}

/// How often it was told that the party came in, was heard above, came down, and is gone.
fn told(events: &[Event]) -> [usize; 4] {
    let count = |is: fn(&RaidEvent) -> bool| {
        events.iter().filter(|event| matches!(event, Event::Raid(raid) if is(raid))).count()
    };
    [
        count(|event| matches!(event, RaidEvent::RaidBegan { .. })),
        count(|event| *event == RaidEvent::HeardAbove),
        count(|event| *event == RaidEvent::PartyCameDown),
        count(|event| *event == RaidEvent::RaidOver),
    ]
}

/// The night ended so on a floor, and each floor saw those who got through the one above.
fn assert_relayed(game: &Game, how: End, floor: u8) {
    assert_eq!((end(game), journey(game).floor), (Some(how), floor));
    let reports: Vec<RaidReport> =
        reports(game).into_iter().map(Option::unwrap_or_default).collect();
    let mut expected: Vec<_> = journey(game).expected.into_iter().map(Some).collect();
    for report in &reports {
        assert_eq!(persons(report, |_| true), expected);
        expected = through(report);
    }
    assert!(!through(&reports[1]).is_empty(), "the last floor was to be reached");
}

#[test]
fn on_the_first_floor_the_party_comes_in_and_the_floors_below_follow() {
    let mut game = hiding(0, 2);
    play_until(&mut game, Command::Wait, |game| raid_progress(game) == RaidProgress::Here);
    assert_eq!((journey(&game).floor, clock(&game)), (0, game.snapshot().shift.dawn));
    let events = play_to_end(&mut game, Command::Wait);
    assert_relayed(&game, End::Dawn, 0);
    // What the player was there for is told, and nothing of the floors below.
    assert_eq!(told(&events), [0, 0, 0, 1], "{events:?}");
}

#[test]
fn below_it_the_party_is_heard_and_comes_down_after_as_many_turns_as_the_floors_took() {
    for floor in [1, 2] {
        let mut game = hiding(floor, 2);
        let is_on_its_way = |game: &Game| raid_progress(game) != RaidProgress::NotYet;
        let heard = play_until(&mut game, Command::Wait, is_on_its_way);
        assert_eq!(told(&heard), [0, 1, 0, 0], "nobody came in here");
        let dawn = game.snapshot().shift.dawn;
        assert_eq!((journey(&game).floor, clock(&game)), (floor, dawn));
        let (on, report) = arrival(&game);
        let above = reports(&game).into_iter().flatten();
        let turns: u32 = above.map(|report| report.turns).sum();
        assert_eq!(on, Turns(dawn.0 + turns), "floor {floor}");
        let is_there = |game: &Game| raid_progress(game) == RaidProgress::Here;
        let came = play_until(&mut game, Command::Wait, is_there);
        assert_eq!((clock(&game), told(&came)[2]), (on, 1));
        assert_eq!(persons(&raid_here(&game).report, |_| true), through(&report));
        play_to_end(&mut game, Command::Wait);
        assert_relayed(&game, End::Dawn, floor);
    }
}

#[test]
fn what_happens_in_the_turn_of_dawn_is_told_although_the_floors_above_are_played() {
    // Haste wears off in that turn.
    let mut game = edited(&hiding(1, 1), |snapshot| {
        snapshot.floor.actors[0].statuses.0[Status::Hasted as usize] = 1;
    });
    let events = give(&mut game, Command::Wait);
    assert!(events.iter().any(|event| matches!(event, Event::Fight(_))), "{events:?}");
    assert_eq!(told(&events)[1], 1);
}

#[test]
fn who_rests_when_the_party_is_heard_or_comes_down_is_interrupted() {
    let mut game = hiding(1, 3);
    for news in [[0, 1, 0, 0], [0, 0, 1, 0]] {
        give(&mut game, Command::Linger);
        let mut events = Vec::new();
        while game.status() == RunStatus::Busy {
            events = give(&mut game, Command::Continue);
        }
        assert_eq!(told(&events), news, "{events:?}");
    }
}

#[test]
fn who_has_clocked_out_watches_the_party_through_all_floors() {
    let mut game = at_the_exit(&down(seat(), 2));
    assert_eq!(told(&give(&mut game, Command::ClockOut))[0], 1);
    let mut at_once = reloaded(&game);
    for floor in 0..3 {
        assert_eq!((journey(&game).floor, raid_progress(&game)), (floor, RaidProgress::Here));
        assert_eq!(game.status(), RunStatus::Busy);
        let is_done = |game: &Game| end(game).is_some() || journey(game).floor > floor;
        let events = play_until(&mut game, Command::Continue, is_done);
        assert_eq!(told(&events)[0], 0);
    }
    assert_relayed(&game, End::ClockedOut, 2);
    give(&mut at_once, Command::Linger);
    assert_eq!(at_once.digest(), game.digest(), "watched to its end in one go");
    let mut again = reloaded(&game);
    on_the_way(&mut game, JourneyCommand::Depart);
    on_the_way(&mut again, JourneyCommand::Depart);
    assert_eq!(again.digest(), game.digest());
}

#[test]
fn who_takes_the_stairs_down_from_the_party_has_the_turns_that_it_still_needs() {
    let mut game = hiding(0, 1);
    wait(&mut game, 12);
    let began = raid_here(&game).began;
    let mut game = at_the_exit(&game);
    let left = clock(&game);
    take_stairs(&mut game);
    let (on, report) = arrival(&game);
    assert_eq!((journey(&game).floor, clock(&game)), (1, Turns(left.0 + 1)), "stairs take a turn");
    assert_eq!(on.0, began.0 + report.turns, "the turns before the player went are over");
    assert!(on > left);
    // They are on the stairs.
    let up = Command::Journey(JourneyCommand::TakeStairs);
    assert_eq!(at_the_start(&game).check(&up), Err(Reject::StairsTaken));
    // Farther down it takes them the next floor as well.
    let mut game = at_the_exit(&game);
    take_stairs(&mut game);
    let (later, next) = arrival(&game);
    assert_eq!(later.0, on.0 + next.turns);
    assert_eq!((journey(&game).floor, clock(&game)), (2, Turns(left.0 + 2)));
    let mut waits = hidden(&game);
    play_to_end(&mut waits, Command::Wait);
    assert_relayed(&waits, End::Dawn, 2);
    // Who clocks out with a party overhead brings no second one.
    let mut game = at_the_exit(&game);
    let mut events = give(&mut game, Command::ClockOut);
    assert!(game.snapshot().shift.raid.is_none());
    events.extend(play_to_end(&mut game, Command::Continue));
    assert_eq!(told(&events)[..3], [0, 0, 1]);
    assert_relayed(&game, End::ClockedOut, 2);
}

#[test]
fn who_goes_up_past_the_party_ends_the_night_and_it_goes_on_below() {
    // They have come down to the second floor, where the player waits for them.
    let mut game = hiding(1, 1);
    play_until(&mut game, Command::Wait, |game| raid_progress(game) == RaidProgress::Here);
    wait(&mut game, 12);
    let mut game = at_the_start(&game);
    take_stairs(&mut game);
    assert_relayed(&game, End::Dawn, 0);
    assert_eq!(raid_progress(&game), RaidProgress::Over);
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
    wait(&mut game, 1);
    assert_eq!(turns_to_rising(&game), [49]);
    game = at_the_start(&game);
    take_stairs(&mut game);
    wait(&mut game, 80);
    game = down(game, 1);
    assert_eq!(turns_to_rising(&game), [48], "one turn for the stairs");
    play_until(&mut game, Command::Wait, |game| turns_to_rising(game).is_empty());
}

/// The night ends so on a floor after the party died on the first one: those below were never
/// reached, and the cast who came are dead for good once the player has left.
fn assert_dead_above(mut game: Game, command: Command, how: End, floor: u8) {
    play_to_end(&mut game, command);
    assert_eq!((end(&game), journey(&game).floor), (Some(how), floor));
    let reports: Vec<RaidReport> =
        reports(&game).into_iter().map(|report| report.expect("a report of every floor")).collect();
    assert_eq!(reports[0].fallen(), 3);
    for below in &reports[1..] {
        assert!(below.members.is_empty() && below.parties.is_empty(), "{below:?}");
        assert_eq!((below.turns, below.fallen()), (0, 0));
    }
    let found = |report: &RaidReport| !report.order.is_empty();
    assert!(reports.iter().all(found), "what was to be done is graded on every floor");
    let fallen: Vec<PersonId> = journey(&game).expected;
    on_the_way(&mut game, JourneyCommand::Depart);
    let cast = journey(&game).cast;
    let is_dead = |id: &PersonId| matches!(cast[usize::from(id.0)].fate, PersonFate::Dead { .. });
    assert!(fallen.iter().all(is_dead));
}

#[test]
fn a_party_that_dies_above_reaches_no_floor_below() {
    let mut there = hiding(0, 1);
    give(&mut there, Command::Wait);
    let there = poisoned(&there, 3);
    let mut below = at_the_exit(&there);
    take_stairs(&mut below);
    assert_dead_above(there, Command::Wait, End::Dawn, 0);
    assert_dead_above(below, Command::Wait, End::Dawn, 1);
    let mut out = at_the_exit(&down(seat(), 2));
    give(&mut out, Command::ClockOut);
    assert_dead_above(poisoned(&out, 3), Command::Continue, End::ClockedOut, 0);
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
        play_until(&mut game, Command::Wait, |game| raid_progress(game) != RaidProgress::NotYet);
        let (on, report) = arrival(&game);
        assert!(through(&report).is_empty() && on > clock(&game), "floor {floor}: {on:?}");
        assert_eq!(end(&game), None, "the night goes on below");
        play_to_end(&mut game, Command::Wait);
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
        let raid = raid_here(&game).report;
        let kinds: Vec<_> = raid.members.iter().map(|member| member.kind).collect();
        seen.push((notice, raid.parties, kinds));
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
    let mut game = poisoned(&game, 1);
    let names = |game: &Game| {
        let party = game.view().party().expect("they are watched");
        party.members.iter().map(|own| format!("{} {}", own.name, own.surname)).collect::<Vec<_>>()
    };
    let above = names(&game);
    play_until(&mut game, Command::Continue, |game| journey(game).floor == 1);
    let below = names(&game);
    // The second party has come in meanwhile, and goes on with them.
    let of_first: Vec<_> = below.iter().filter(|name| above.contains(name)).collect();
    assert!(of_first.len() < above.len() && !of_first.is_empty(), "{above:?}, {below:?}");
    assert!(below.iter().zip(&of_first).all(|(one, other)| one == *other), "{below:?}");
    play_until(&mut game, Command::Continue, |game| journey(game).floor == 2);
    assert_eq!(names(&game), below);
}
