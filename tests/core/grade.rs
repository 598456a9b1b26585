//! What the points of a shift are for: the order, harm by what became of each raider, chests that
//! are kept, all that set against a night in bed, and having been there.

use content::{Depth, JobKind};
use engine::sim::{
    Command, End, Fate, Fixture, Game, Grade, GradeReason, Harm, Letter, RaidReport, Setup,
    Snapshot,
};

use crate::support::content::catalog;
use crate::support::journeys::{edited, give};

/// A shift that is over, of which the player did nothing.
fn slept_through(kind: &str, seed: u64) -> Game {
    let setup = Setup::shift(kind, Depth(1), base::Seed(seed));
    let game = Game::new(setup, catalog()).expect("a level");
    let mut game = edited(&game, |snapshot| {
        let (exit, actors) = (snapshot.floor.cells.exit, &mut snapshot.floor.actors);
        let start = actors[0].pos;
        if let Some(other) = actors[1..].iter_mut().find(|actor| actor.pos == exit) {
            other.pos = start;
        }
        actors[0].pos = exit;
    });
    give(&mut game, Command::ClockOut);
    while game.view().shift_end().is_none() {
        give(&mut game, Command::Continue);
    }
    game
}

fn report(snapshot: &mut Snapshot) -> &mut RaidReport {
    snapshot.shift.at_dawn.as_mut().expect("it is over")
}

/// The grade of the same shift if all raiders had come to one end, with so much of a hundred
/// health.
fn after(game: &Game, fate: Fate, health: i32) -> Grade {
    let game = edited(game, |snapshot| {
        for member in &mut report(snapshot).members {
            (member.fate, member.max_health, member.health) = (fate, 100, health);
        }
        snapshot.shift.bed = 0;
    });
    game.grade()
}

fn fill(snapshot: &mut Snapshot, is_full: impl Fn(usize) -> bool) {
    let fixtures = snapshot.floor.cells.fixtures.iter_mut().map(|(_, fixture)| fixture);
    let chests = fixtures.filter(|fixture| matches!(fixture, Fixture::Chest { .. }));
    for (place, chest) in chests.enumerate() {
        *chest = Fixture::Chest { full: is_full(place) };
    }
}

#[test]
fn a_night_in_bed_earns_next_to_nothing() {
    for kind in ["vault", "crypt"] {
        let grades: Vec<Grade> = (1..=9).map(|seed| slept_through(kind, seed).grade()).collect();
        let mut points: Vec<u32> = grades.iter().map(|grade| grade.points).collect();
        points.sort_unstable();
        assert!(points[4] <= 10, "{kind}: {points:?}");
        // What they come to by chance differs from its mean, and not always to the same side.
        assert!(grades.iter().any(|grade| grade.harm + grade.kept < grade.bed), "{kind}");
    }
}

#[test]
fn harm_goes_by_what_became_of_each_raider() {
    let game = slept_through("vault", 1);
    for (fate, health, harm) in [
        (Fate::Fell(Harm::Gas), 0, 45),
        (Fate::Fled, 49, 36),
        (Fate::Through, 49, 36),
        (Fate::Fled, 60, 18),
        (Fate::Through, 60, 18),
        (Fate::Through, 100, 0),
        // Out of time, or lost.
        (Fate::Inside, 10, 0),
    ] {
        assert_eq!(after(&game, fate, health).harm, harm, "{fate:?} with {health}");
    }
    // Each raider has an equal share.
    let one_fell = edited(&game, |snapshot| {
        for (place, member) in report(snapshot).members.iter_mut().enumerate() {
            member.fate = if place == 0 { Fate::Fell(Harm::Gas) } else { Fate::Inside };
        }
    });
    let grade = one_fell.grade();
    let members = one_fell.snapshot().shift.at_dawn.expect("it is over").members.len() as u32;
    assert_eq!(grade.harm, (450 / members + 5) / 10);
}

#[test]
fn chests_that_are_full_when_they_have_gone_are_kept_and_a_robbed_floor_loses() {
    let game = edited(&slept_through("vault", 1), |snapshot| {
        for member in &mut report(snapshot).members {
            (member.fate, member.health) = (Fate::Fell(Harm::Gas), 0);
        }
        snapshot.shift.bed = 1_000;
    });
    let kept = |is_full: fn(usize) -> bool| edited(&game, |own| fill(own, is_full)).grade();
    let (all, robbed, first) = (kept(|_| true), kept(|_| false), kept(|place| place == 0));
    assert_eq!((all.kept, robbed.kept), (15, 0));
    assert!((1..15).contains(&first.kept), "{first:?}");
    assert_eq!((all.dawn, robbed.dawn), (60, 42), "60 × 35 ÷ 50");
    assert!(robbed.letter > all.letter, "{robbed:?}");
}

#[test]
fn a_floor_that_does_it_all_by_itself_earns_nothing() {
    let game = slept_through("vault", 1);
    let beside = |bed: u32| {
        let game = edited(&game, |snapshot| {
            for member in &mut report(snapshot).members {
                (member.fate, member.max_health, member.health) = (Fate::Through, 100, 60);
            }
            fill(snapshot, |_| false);
            snapshot.shift.bed = bed;
        });
        game.grade().dawn
    };
    assert_eq!([0, 600, 1_800, 4_000].map(beside), [18, 13, 0, 0]);
}

#[test]
fn the_order_counts_by_kinds_and_stains_for_little() {
    let game = slept_through("vault", 1);
    let done = |is_done: fn(JobKind) -> bool| {
        let game = edited(&game, |snapshot| {
            for count in &mut report(snapshot).order {
                count.done = if is_done(count.job) { count.total } else { 0 };
            }
        });
        game.grade().order
    };
    assert_eq!((done(|_| true), done(|_| false)), (40, 0));
    let clean = done(|job| job == JobKind::Stain);
    assert!((1..=4).contains(&clean), "{clean}");
    assert_eq!(done(|job| job != JobKind::Stain), 40 - clean);
}

#[test]
fn the_dead_have_the_points_of_the_order_alone() {
    let game = edited(&slept_through("vault", 1), |snapshot| {
        let report = report(snapshot);
        report.order.iter_mut().for_each(|count| count.done = count.total);
        for member in &mut report.members {
            (member.fate, member.health) = (Fate::Fell(Harm::Gas), 0);
        }
        fill(snapshot, |_| true);
        snapshot.shift.bed = 0;
    });
    let ended = |how| edited(&game, |snapshot| snapshot.shift.end = Some(how)).grade();
    let (alive, dead, gone) = (ended(End::Dawn), ended(End::Died), ended(End::Abandoned));
    assert_eq!((alive.points, alive.letter), (100, Letter::S));
    assert_eq!((dead.points, dead.letter), (40, Letter::C));
    assert_eq!((gone.points, gone.letter), (0, Letter::F));
    for grade in [alive, dead, gone] {
        let (points, max) = grade
            .lines
            .iter()
            .fold((0, 0), |(points, max), line| (points + line.points, max + line.max_points));
        assert_eq!((points, max), (grade.points as i32, 100), "{:?}", grade.lines);
    }
}

#[test]
fn who_is_in_with_them_is_paid_for_the_harm_they_see() {
    let game = slept_through("vault", 1);
    let hazard = |fate, is_in: bool, seen: u32| {
        let game = edited(&game, |snapshot| {
            if is_in {
                snapshot.shift.tally.left_at = None;
                snapshot.shift.end = Some(End::Dawn);
            }
            let report = report(snapshot);
            for member in &mut report.members {
                (member.fate, member.health) = (fate, member.max_health);
            }
            (report.lost_to_traps, report.lost_to_blows, report.harm_seen) = (60, 40, seen);
        });
        let grade = game.grade();
        let is_told =
            grade.lines.iter().any(|line| matches!(line.what, GradeReason::Hazard { .. }));
        assert_eq!(is_told, is_in);
        grade.hazard
    };
    let fell = Fate::Fell(Harm::Gas);
    assert_eq!([0, 50, 100].map(|seen| hazard(fell, true, seen)), [0, 5, 10]);
    assert_eq!(hazard(fell, false, 100), 0);
    assert_eq!(hazard(Fate::Through, true, 100), 0, "nothing was done to them");
}
