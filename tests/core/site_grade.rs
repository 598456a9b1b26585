//! The grade of a site of several floors: every line is true of all of them, and the lines add up
//! to the points. What the site pays, part by part.

use content::{Catalog, Demand, JobKind, NoticeId};
use engine::sim::{
    Command, ExtraOrder, Fate, Fixture, Game, Grade, GradeReason, JourneyCommand, JourneyEvent,
    Pay, PayReason, RunStatus, Snapshot,
};

use crate::support::journeys::{
    at_the_bare_seat, at_the_exit, before_dawn, down, edited, give, hidden, journey, on_the_way,
    own, poisoned,
};

const SEED: u64 = 3;

/// A site of three floors with a brazier to light on each, and three of the cast expected.
fn seat(lit: bool) -> Game {
    edited(&at_the_bare_seat(SEED), |snapshot| {
        let Snapshot { floor, shift, journey: Some(journey), .. } = snapshot else { return };
        let others = journey.floors.iter_mut();
        let others = others.map(|stored| (&mut stored.floor.cells, &mut stored.shift));
        for (cells, shift) in others.chain([(&mut floor.cells, shift)]) {
            for job in JobKind::ALL {
                shift.order.done[job] = u16::from(lit && job == JobKind::Light);
                shift.order.lost[job] = 0;
            }
            cells.fixtures[0].1 = Fixture::Light { lit };
        }
    })
}

fn is_over(game: &Game) -> bool {
    game.view().shift_end().is_some()
}

fn assert_adds_up(grade: &Grade, about: &str) {
    let points: i32 = grade.lines.iter().map(|line| line.points).sum();
    assert_eq!(points, grade.points as i32, "{about}: {:?}", grade.lines);
    let max: u32 = grade.lines.iter().map(|line| line.max_points).sum();
    assert_eq!(max, grade.max_points, "{about}: {:?}", grade.lines);
    let kinds: Vec<_> = grade.lines.iter().map(|line| std::mem::discriminant(&line.what)).collect();
    let is_twice = |(place, kind)| kinds[..place].contains(kind);
    assert!(!kinds.iter().enumerate().any(is_twice), "{about}: {:?}", grade.lines);
    assert!(grade.lines.len() <= 8, "{about}: {:?}", grade.lines);
    let parts = grade.order + grade.dawn + grade.hazard;
    assert_eq!(parts, grade.points, "{about}: {grade:?}");
}

/// Watched from outside, with one raider fewer on each of the first floors.
pub(crate) fn watched_with_losses(falls: u8) -> Game {
    let mut game = at_the_exit(&down(seat(true), 2));
    give(&mut game, Command::ClockOut);
    let mut fallen = 0;
    while !is_over(&game) {
        if fallen < falls && journey(&game).floor == fallen {
            game = poisoned(&game, 1);
            fallen += 1;
        }
        give(&mut game, Command::Continue);
        assert_adds_up(&game.standing(), "while it goes on");
    }
    game
}

#[test]
fn who_falls_on_any_floor_is_paid_for_on_all_of_them() {
    let game = watched_with_losses(2);
    let grade = game.grade();
    assert_adds_up(&grade, "at the end");
    let harm = grade.lines.iter().find(|line| matches!(line.what, GradeReason::Harm { .. }));
    let harm = harm.expect("the raid is told of");
    assert!(matches!(harm.what, GradeReason::Harm { fell: 2, of: 3, .. }), "{harm:?}");
    assert!((30..45).contains(&grade.harm), "{grade:?}");
    let is_done = |line: &GradeReason| {
        matches!(line, GradeReason::Order { done, asked }
            if done == asked && done[JobKind::Light] == 3)
    };
    assert!(grade.lines.iter().any(|line| is_done(&line.what)), "{:?}", grade.lines);
    assert_eq!(grade.order, 40);
    // All three are told of, whichever floor they came to.
    let tale = game.view().tale_of_dawn();
    assert!(tale[0].ends_with("came in three."), "{tale:?}");
    let party = game.view().site_party().expect("it came");
    let fates = |is: fn(Fate) -> bool| party.members.iter().filter(|own| is(own.fate)).count();
    assert_eq!(fates(|fate| matches!(fate, Fate::Fell(_))), 2);
    assert_eq!(fates(|fate| fate == Fate::Through), 1);
}

#[test]
fn a_party_that_falls_on_the_first_floor_is_worth_all_of_the_harm() {
    let mut game = hidden(&before_dawn(&seat(true), 1));
    give(&mut game, Command::Wait);
    let mut game = poisoned(&game, 3);
    while !is_over(&game) {
        give(&mut game, Command::Wait);
        assert_adds_up(&game.standing(), "while it goes on");
    }
    let grade = game.grade();
    assert_adds_up(&grade, "at the end");
    assert_eq!((grade.harm, grade.kept), (45, 15), "there is no chest to lose");
    assert_eq!(grade.dawn, 60, "and nothing could have been better");
}

#[test]
fn lines_add_up_on_every_floor_of_journeys_that_are_played() {
    let mut graded = 0;
    for seed in 12..120 {
        if graded > 0 {
            break;
        }
        let mut game = crate::support::journeys::begin(seed);
        let mut bot = runs::record::bot::find("planner", base::Seed(seed)).expect("a bot");
        for _ in 0..8_000 {
            if matches!(game.status(), RunStatus::Over(_)) {
                break;
            }
            let command = bot.decide(&game.view());
            let has_floors = !journey(&game).floors.is_empty() && !game.view().is_in_town();
            if has_floors && is_over(&game) {
                let about = format!("seed {seed}, night {}", journey(&game).night);
                assert_adds_up(&game.grade(), &about);
                graded += 1;
            }
            _ = game.step(command);
        }
    }
    assert!(graded > 0, "nobody worked on a site of several floors");
}

fn coins(game: &Game) -> i32 {
    game.snapshot().run.belongings.coins.0 as i32
}

/// Leaves the site, and compares what is in the purse then with what is counted.
pub(crate) fn paid(mut game: Game) -> (Pay, Vec<JourneyEvent>) {
    let pay = game.view().pay().expect("a journey");
    let before = coins(&game);
    let events = on_the_way(&mut game, JourneyCommand::Depart);
    assert_eq!(coins(&game) - before, pay.total().0 as i32);
    let left: i32 = pay.parts.iter().map(|part| part.coins).sum();
    assert_eq!(left, pay.total().0 as i32, "the parts come to what is paid: {pay:?}");
    let events = events.into_iter().filter_map(|event| match event {
        engine::sim::Event::Journey(event) => Some(event),
        _ => None,
    });
    (pay, events.collect())
}

fn part(pay: &Pay, is: impl Fn(PayReason) -> bool) -> Option<i32> {
    pay.parts.iter().find(|part| is(part.why)).map(|part| part.coins)
}

fn deeper(game: &Game, coins: u32) -> i32 {
    let pay = &game.view().catalog().campaign.pay;
    (coins * (100 + pay.deeper * u32::from(game.view().depth().below_first())) / 100) as i32
}

#[test]
fn pay_follows_the_points_and_most_of_it_those_of_dawn() {
    let game = watched_with_losses(2);
    let grade = game.grade();
    let rules = game.view().catalog().campaign.pay.clone();
    let work = deeper(&game, rules.order) * grade.order as i32 / 40;
    let dawn = deeper(&game, rules.dawn) * (grade.dawn + grade.hazard) as i32 / 60;
    assert!(rules.dawn > rules.order && dawn > 0, "{grade:?}");
    let (pay, events) = paid(game);
    assert_eq!(part(&pay, |why| matches!(why, PayReason::Work { .. })), Some(work));
    assert_eq!(part(&pay, |why| matches!(why, PayReason::Dawn { .. })), Some(dawn));
    let told = events.iter().find_map(|event| match event {
        JourneyEvent::DawnPaid { coins } => Some(coins.0 as i32),
        _ => None,
    });
    assert_eq!(told, Some(dawn));
}

fn notice(catalog: &Catalog, asks: Demand) -> NoticeId {
    let place = catalog.notices.kinds.iter().position(|own| own.asks == asks);
    NoticeId(place.expect("it is on the board") as u8)
}

fn with_order(game: &Game, asks: Demand, coins: u16) -> (Game, u32) {
    let notice = notice(game.view().catalog(), asks);
    let fine =
        u32::from(coins) * game.view().catalog().notices.kinds[usize::from(notice.0)].fine / 100;
    let game = edited(game, |snapshot| {
        own(snapshot).extra_order = Some(ExtraOrder { notice, coins, person: None });
    });
    (game, fine)
}

fn settled(events: &[JourneyEvent]) -> Option<(u32, u32)> {
    events.iter().find_map(|event| match event {
        JourneyEvent::NoticeSettled { coins, fine, .. } => Some((coins.0, fine.0)),
        _ => None,
    })
}

#[test]
fn an_order_off_the_board_pays_or_costs() {
    let two_dead = watched_with_losses(2);
    let (without, _) = paid(edited(&two_dead, |_| ()));
    // Kept.
    let (game, _) = with_order(&two_dead, Demand::Fallen(2), 30);
    let (pay, events) = paid(game);
    assert_eq!(settled(&events), Some((30, 0)));
    assert_eq!(pay.total().0, without.total().0 + 30);
    // Failed: somebody got through.
    let (game, fine) = with_order(&two_dead, Demand::NobodyThrough, 30);
    assert!(fine > 0);
    let (pay, events) = paid(game);
    assert_eq!(settled(&events), Some((0, fine)));
    assert_eq!(pay.total().0, without.total().0 - fine);
    // Poorer than the fine.
    let (game, fine) = with_order(&two_dead, Demand::NobodyThrough, 5_000);
    assert!(fine > without.total().0);
    let (pay, events) = paid(game);
    assert_eq!(settled(&events), Some((0, without.total().0)));
    assert_eq!(pay.total().0, 0);
    // What it asks for is not there: it is for the next site, and costs nothing.
    let (game, _) = with_order(&two_dead, Demand::All(JobKind::Trap), 30);
    let mut after = edited(&game, |_| ());
    on_the_way(&mut after, JourneyCommand::Depart);
    assert!(journey(&after).extra_order.is_some());
    let (pay, events) = paid(game);
    assert_eq!((settled(&events), pay.total()), (None, without.total()));
}
