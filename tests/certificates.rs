//! Certificates, checked by playing them with nobody else about.

use std::sync::Arc;

use upkeeper::base::Seed;
use upkeeper::content::{Catalog, JobKind, Supply};
use upkeeper::sim::{Deed, End, Event, Fixture, Game, Setup, Status};

fn catalog() -> Arc<Catalog> {
    Arc::new(Catalog::embedded().expect("valid content"))
}

/// Plays the certificate of a shift, and holds all that it promises.
fn play_certificate(catalog: &Arc<Catalog>, kind: &str, depth: u8, seed: u64) {
    let context = format!("{kind} of depth {depth}, seed {seed}");
    let setup = Setup::shift(kind, depth, Seed(seed));
    let game = Game::new(setup, catalog).unwrap_or_else(|error| panic!("{context}: {error}"));
    let certificate = game.world().certify().unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(game.world().par(), Some(certificate.par), "{context}");
    let last = certificate.order.last().expect("the exit at least");
    assert_eq!((last.deed, last.at), (Deed::Exit, game.world().floor().exit), "{context}");
    let parts = certificate.order.iter().filter(|step| step.deed == Deed::Job(JobKind::Trap));
    let needed = certificate.supplies[Supply::Parts as usize];
    assert_eq!(parts.count(), usize::from(needed), "{context}");
    for supply in Supply::ALL {
        let has = game.world().supply(supply);
        assert!(has >= certificate.supplies[supply as usize], "{context}: {supply}");
    }

    let mut game = game.quiet();
    for (place, &command) in certificate.commands.iter().enumerate() {
        let outcome = game.step(command);
        let outcome = outcome.unwrap_or_else(|why| panic!("{context}: {place} {command:?}: {why}"));
        let sprung = outcome.events.iter().any(|event| matches!(event, Event::TrapSprung { .. }));
        assert!(!sprung, "{context}: {place} {command:?} springs a trap");
    }
    assert_eq!(game.status(), Status::Over(End::ClockedOut), "{context}");
    assert_eq!(game.world().clock(), certificate.par, "{context}");
    let view = game.view();
    for count in view.order() {
        assert!(view.is_complete(count), "{context}: {count:?}");
    }
    let lies_about =
        game.world().floor().fixtures().any(|(_, it)| it.job().is_some_and(|_| it != Fixture::Crate));
    assert!(!lies_about, "{context}: something is left");
}

const KINDS: [&str; 8] =
    ["vault", "keep", "warren", "cavern", "crypt", "bastion", "cloister", "delve"];

#[test]
fn certificates_hold_when_they_are_played() {
    let catalog = catalog();
    for kind in KINDS {
        for seed in 0..25 {
            play_certificate(&catalog, kind, 1 + (seed % 10) as u8, seed);
        }
    }
}

#[test]
#[ignore = "long: 500 seeds of each kind"]
fn certificates_of_five_hundred_seeds_hold_when_they_are_played() {
    let catalog = catalog();
    for kind in KINDS {
        for seed in 0..500 {
            play_certificate(&catalog, kind, 1 + (seed % 10) as u8, seed);
        }
    }
}

/// What the certificates of many levels come to; for whoever tunes the recipes.
#[test]
#[ignore = "prints figures"]
fn figures() {
    let catalog = catalog();
    for kind in KINDS {
        for depth in [1, 3, 8] {
            let (mut pars, mut stuck, mut late, mut spent) = (Vec::new(), 0, 0, 0_u128);
            for seed in 0..200 {
                let setup = Setup::shift(kind, depth, Seed(seed));
                let game = match Game::new(setup, &catalog) {
                    Ok(game) => game,
                    Err(error) => {
                        println!("{error}");
                        continue;
                    }
                };
                let begun = own_time();
                let certificate = game.world().certify().expect("it was built with one");
                spent += own_time() - begun;
                stuck += u32::from(game.world().nearest_first().is_err());
                late += u32::from(certificate.par > game.world().dawn());
                pars.push(certificate.par.0);
            }
            pars.sort_unstable();
            let at = |percent: usize| pars[pars.len() * percent / 100];
            println!(
                "{kind:<9} depth {depth:>2}: par {:>4} {:>4} {:>4} {:>4}, {late} after dawn, \
                 {stuck} stuck by nearest first, {} µs",
                at(1), at(10), at(50), at(99), spent / pars.len() as u128
            );
        }
    }
}

/// Microseconds for which this thread has had a core.
fn own_time() -> u128 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as u128 * 1_000_000 + time.tv_nsec as u128 / 1_000
}
