//! The screens of a shift: keys in, pictures out.

mod board;
mod changed;
mod cursor;
mod hatch;
mod history;
mod keys;
mod letters;
mod motion;
mod panel;
mod pictures;
mod prepare;
pub(crate) mod presses;
mod questions;
mod race;
mod scenarios;
mod strike;

use crate::desk::{Desk, Looking};
use base::Dir;
use engine::sim::{Command, RunStatus, Snapshot};
use screens::config::{Motion, Settings};

/// Seeds with something to see: a threat comes into sight soon.
const CAVERN: u64 = 7;
const VAULT: u64 = 42;

/// The names of the keys that step in the directions of `Dir::ALL`.
const STEPS: [&str; 8] = ["k", "u", "l", "n", "j", "b", "h", "y"];

/// What a screen shows is what is kept of it in `tests/snapshots/shift`.
fn snapshot(name: &str, screen: &str) {
    crate::support::snapshot::snapshot("snapshots/shift", name, screen);
}

/// The settings without animation.
fn still() -> Settings {
    Settings { motion: Motion::Off, ..Settings::default() }
}

/// A drawn floor, without animation.
fn drawn(rows: &[&str]) -> Desk {
    drawn_with(rows, |_| {})
}

/// The same, after a change to the state.
fn drawn_with(rows: &[&str], change: impl FnOnce(&mut Snapshot)) -> Desk {
    Desk::drawn_with(rows, still(), Looking::default(), change)
}

/// A desk whose upkeeper stands on the exit, with work left.
fn at_the_exit() -> Desk {
    for seed in 1..40 {
        let mut desk = Desk::shift("vault", seed, Looking::default());
        for _ in 0..60 {
            desk.press(">");
            if desk.stack.len() > 1 {
                return desk;
            }
            let view = desk.view();
            let here = view.player().pos;
            let enemies = view.actors().into_iter().filter(|actor| actor.hostile);
            let blows = enemies.filter_map(|actor| Dir::between(here, actor.pos));
            let mut wishes = blows.map(Command::Step).chain([Command::Explore]);
            let order = wishes.find(|command| view.refusal(command).is_none());
            desk.submit(order.unwrap_or(Command::Wait));
            desk.settle();
        }
    }
    panic!("no seed lets anybody out");
}

/// Whether the run has come to its end: after a raid, or before one.
fn is_over(desk: &Desk) -> bool {
    matches!(desk.run().status(), RunStatus::Over(_))
}
