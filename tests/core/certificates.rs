//! Certificates, checked by playing them with nobody else about.

use crate::support::bots::{bot, play_to_the_end};
use crate::support::journeys::edited;
use crate::support::kinds::kinds;
use crate::support::quick::quick_catalog as catalog;
use crate::support::table::sections;
use base::{DistanceField, Moves, Seed};
use content::{Depth, JobKind, Supply};
use engine::sim::{
    Chore, End, Event, FightEvent, Game, RunStatus, Setup, Turns, WorkCertificate, nearest_first,
};
use levels::{Request, generate};
use runs::record::scenario::picture::{self, Drawn, Names};

/// Plays the certificate of a shift, and holds all that it promises.
fn play_certificate(kind: &str, depth: Depth, seed: u64) {
    let context = format!("{kind} of depth {depth}, seed {seed}");
    let setup = Setup::shift(kind, depth, Seed(seed));
    let game = Game::new(setup, catalog()).unwrap_or_else(|error| panic!("{context}: {error}"));
    let certificate = game.world().certify_asked();
    let certificate = certificate.unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(game.world().shift.par, Some(certificate.par), "{context}");
    for supply in Supply::ALL {
        let has = game.world().supply(supply);
        assert!(has >= certificate.supplies[supply as usize], "{context}: {supply}");
    }
    play_out(&context, game, &certificate);
}

fn play_out(context: &str, game: Game, certificate: &WorkCertificate) {
    let last = certificate.order.last().expect("the exit at least");
    assert_eq!((last.chore, last.at), (Chore::Exit, game.world().floor().exit), "{context}");
    let traps = certificate.order.iter().filter(|step| step.chore == Chore::Job(JobKind::Trap));
    let parts = certificate.supplies[Supply::Parts as usize];
    assert_eq!(traps.count(), usize::from(parts), "{context}");

    let mut game = game.quiet();
    for (place, &command) in certificate.commands.iter().enumerate() {
        let outcome = game.step(command);
        let outcome =
            outcome.unwrap_or_else(|why| panic!("{context}: {place} {command:?}: {why:?}"));
        let springs = |event: &Event| matches!(event, Event::Fight(FightEvent::TrapSprung { .. }));
        assert!(
            !outcome.events.iter().any(springs),
            "{context}: {place} {command:?} springs a trap"
        );
    }
    assert!(game.world().is_away(), "{context}: not clocked out");
    assert_eq!(game.world().clock(), certificate.par, "{context}");
    let view = game.view();
    for count in view.order() {
        assert!(view.is_complete(count), "{context}: {count:?}");
    }
}

fn draw(picture: &str) -> Game {
    let map: Vec<String> = picture.lines().map(str::to_owned).collect();
    let names =
        Names { kind: "cavern", trap: "dart", item: "dart", body: "fighter", actors: Vec::new() };
    let Drawn { level, mut mess, .. } = picture::read(&map, &names, catalog()).expect("a picture");
    mess.supplies = [9; 5];
    Game::on_level(Setup::shift("cavern", Depth(1), Seed(1)), &level, &mess, catalog())
}

/// What is said of the certificate of a picture, which is played.
fn solved(picture: &str) -> String {
    let game = draw(picture);
    let certificate = match game.world().certify() {
        Ok(certificate) => certificate,
        Err(error) => return error.to_string(),
    };
    let order: Vec<String> = certificate.order.iter().map(ToString::to_string).collect();
    let by_nearest = if game.world().nearest_first().is_ok() { "" } else { "; shut off" };
    play_out(picture, game, &certificate);
    format!("{}; {} turns{by_nearest}", order.join(" "), certificate.par.0)
}

#[test]
fn pictures_are_worked_in_the_order_that_is_written_below_them() {
    let sections = sections(include_str!("../tables/certificates.txt"));
    let wrong = sections.filter_map(|(title, picture)| {
        let (picture, rest) = picture.split_once("\n=> ").expect("an order");
        let found = solved(picture);
        (rest.lines().next() != Some(&found)).then(|| format!("{title}: {found}"))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn in_half_of_the_vaults_the_nearest_job_first_shuts_work_off() {
    for depth in 1..=3 {
        let mut shut = 0;
        for seed in 0..80 {
            let request = Request::new("vault", Seed(seed), Depth(depth));
            let level = generate(&request, catalog()).expect("a vault");
            shut += u32::from(nearest_first(&level, catalog()) == Ok(false));
        }
        assert!(shut >= 40, "depth {depth}: {shut} of 80");
    }
}

/// More commands than any game takes.
const MAX_COMMANDS: usize = 20_000;

/// Turns to dawn where time does not matter.
const LONG_NIGHT_TURNS: u32 = 6_000;

/// On how many of twelve quiet levels a bot gets the whole order done and clocks out.
fn done_by(name: &str, kind: &str) -> usize {
    let is_done = |seed: &u64| {
        let setup = Setup::shift(kind, Depth(1), Seed(*seed));
        let game = Game::new(setup, catalog()).expect("a level").quiet();
        // The night is as long as it takes: this is about what can be done, not about how fast.
        let mut game = edited(&game, |own| own.shift.dawn = Turns(LONG_NIGHT_TURNS)).quiet();
        play_to_the_end(&mut game, &mut *bot(name, *seed), MAX_COMMANDS);
        // As the party found it: they do not leave it like that.
        let found = game.world().shift.at_dawn.as_ref().map(|report| report.order.clone());
        let is_whole =
            found.is_some_and(|order| order.iter().all(|&count| game.view().is_complete(count)));
        game.status() == RunStatus::Over(End::ClockedOut) && is_whole
    };
    (0..12).filter(is_done).count()
}

#[test]
fn undisturbed_the_nearest_of_the_order_first_is_done_more_often_than_by_the_cautious_bot() {
    for kind in ["vault", "cavern", "crypt", "town", "house"] {
        let (order, cautious) = (done_by("order", kind), done_by("cautious", kind));
        assert!(order >= 9, "{kind}: {order} to {cautious}");
        assert!(kind != "vault" || order > cautious, "{kind}: {order} to {cautious}");
    }
}

#[test]
fn certificates_hold_when_they_are_played() {
    for kind in kinds() {
        for seed in 0..20 {
            play_certificate(kind, Depth(1 + (seed % 10) as u8), seed);
        }
    }
    // A box of parts lies where a door was: walked on, it is in the cart.
    play_certificate("vault", Depth(2), 201);
}

/// A house is entered at the back, and left by the front door.
#[test]
fn a_shift_in_a_house_begins_far_from_its_exit() {
    for seed in 0..100 {
        let game = Game::new(Setup::shift("house", Depth(1), Seed(seed)), catalog());
        let game = game.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let floor = game.world().floor();
        let mut field = DistanceField::new();
        let (exit, no_limit) = ([floor.exit], DistanceField::MAX_DISTANCE);
        field.spread(&floor.passable, exit, Moves::Eight, no_limit);
        let steps = field.get(floor.start);
        assert!(steps >= 20, "seed {seed}: {steps} steps from start to exit");
        assert_eq!(game.world().player_pos(), floor.start, "seed {seed}");
    }
}

#[test]
#[ignore = "long: 500 seeds of each kind"]
fn certificates_of_five_hundred_seeds_hold_when_they_are_played() {
    for kind in kinds() {
        for seed in 0..500 {
            play_certificate(kind, Depth(1 + (seed % 10) as u8), seed);
        }
    }
}
