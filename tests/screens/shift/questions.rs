//! What asks first, and which keys say yes.

use std::time::Duration;

use base::{Dir, Pos};
use content::JobKind;
use engine::sim::{Command, Fixture, Reject};

use crate::desk::{Desk, Looking};
use crate::shift::{STEPS, VAULT, at_the_exit, is_over};

/// A time after which no key is taken for one that was pressed on without looking.
const PAUSE: Duration = Duration::from_secs(1);

/// A desk whose upkeeper stands beside an armed trap, and the key that walks onto it.
fn beside_a_trap() -> (Desk, &'static str) {
    for seed in 1..60 {
        let mut desk = Desk::shift("cavern", seed, Looking::default());
        for _ in 0..12 {
            desk.press("o");
            let view = desk.view();
            let (width, height) = view.size();
            let cells = (0..width * height).map(|i| Pos::new(i % width, i / width));
            let way = cells
                .filter(|&pos| view.is_visible(pos))
                .filter(|&pos| view.cell(pos).fixture.is_some_and(Fixture::is_armed_trap))
                .flat_map(|trap| Dir::ALL.map(|dir| (trap + dir, dir.opposite())))
                .find(|&(from, _)| view.refusal(&Command::Travel(from)).is_none());
            let Some((from, dir)) = way else { continue };
            desk.submit(Command::Travel(from));
            desk.settle();
            let view = desk.view();
            let asks = view.refusal(&Command::Step(dir)).is_some_and(Reject::asks_to_confirm);
            if view.player().pos == from && asks {
                return (desk, STEPS[dir as usize]);
            }
        }
    }
    panic!("no seed leads past an armed trap");
}

#[test]
fn an_armed_trap_asks_first_and_no_key_that_walks_says_yes_at_once() {
    let (mut desk, key) = beside_a_trap();
    let turn = desk.turn();
    desk.press(key).says("trap, armed");
    desk.press("h j k l y u b up down left right numpad-4 s w space");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn));
    desk.says("came too soon");
    desk.wait(PAUSE);
    desk.press("l k");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn));
    for no in ["esc", "n", "N"] {
        desk.press(no);
        assert_eq!((desk.stack.len(), desk.turn()), (1, turn), "{no}");
        desk.press(key);
        assert_eq!(desk.stack.len(), 2);
    }
    desk.press("Y");
    assert_eq!(desk.stack.len(), 1);
    assert!(desk.turn() > turn, "{}", desk.screen());
}

#[test]
fn every_question_looks_the_same_and_takes_the_same_keys() {
    let walking_off = || (Desk::shift("vault", VAULT, Looking::default()), "Q");
    let at_work = || (on_the_wrong_side().0, "w");
    let at_the_exit = || (at_the_exit(), "");
    let questions: [&dyn Fn() -> (Desk, &'static str); 4] =
        [&beside_a_trap, &at_work, &walking_off, &at_the_exit];
    for ask in questions {
        let asked = || {
            let (mut desk, key) = ask();
            desk.press(key);
            desk
        };
        let mut desk = asked();
        let turn = desk.turn();
        desk.says("Sure?").says("[enter or y] yes  [n or esc] no");
        desk.press("n");
        assert_eq!((desk.stack.len(), desk.turn()), (1, turn), "n says no");
        assert!(!is_over(&desk));
        for yes in ["enter", "Y", "y"] {
            let mut desk = asked();
            desk.wait(PAUSE);
            desk.press(yes);
            let is_done = is_over(&desk) || desk.view().is_away() || desk.turn() > turn;
            assert!(is_done, "{yes} says yes: {}", desk.screen());
        }
    }
}

#[test]
fn abandoning_ends_the_run() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("Q Y");
    assert!(is_over(&desk), "{}", desk.screen());
    desk.says("Enter goes on.");
    desk.press("l");
    assert!(desk.screen().contains("Enter goes on."), "a key that walks does not end the map");
    desk.press("enter").lacks("Work order");
}

#[test]
fn clocking_out_with_work_left_asks_first() {
    let mut desk = at_the_exit();
    desk.says("The order is not done.");
    desk.press("esc");
    assert_eq!(desk.stack.len(), 1);
    desk.press("> h w esc");
    assert_eq!(desk.stack.len(), 1);
    desk.press("> Y");
    assert!(desk.view().is_away(), "{}", desk.screen());
}

/// A desk whose upkeeper stands beside a trap to be armed, on the side from which that shuts
/// something off.
fn on_the_wrong_side() -> (Desk, Pos) {
    for seed in 1..60 {
        let mut desk = Desk::shift("vault", seed, Looking::default());
        for _ in 0..12 {
            desk.submit(Command::Explore);
            let view = desk.view();
            let traps = view.known_jobs().into_iter().filter(|known| known.job == JobKind::Trap);
            let beside: Vec<(Pos, Pos)> = traps
                .flat_map(|known| known.at.neighbours().map(move |place| (known.at, place)))
                .collect();
            for (trap, place) in beside {
                desk.submit(Command::Travel(place));
                let view = desk.view();
                let mut tasks = view.tasks();
                tasks.retain(|task| task.refusal.is_none());
                let is_alone = tasks.len() == 1 && tasks[0].at == trap;
                let is_quiet = view.actors().iter().all(|actor| !actor.hostile);
                if is_quiet && is_alone && view.question_before(Command::Work(None), trap).is_some()
                {
                    desk.settle();
                    return (desk, trap);
                }
            }
        }
    }
    panic!("no way leads past a trap");
}

#[test]
fn arming_a_trap_from_the_wrong_side_asks_first() {
    let (mut desk, trap) = on_the_wrong_side();
    desk.press("w").says("Armed from this side");
    desk.press("esc");
    assert_eq!(desk.view().job_at(trap), Some(JobKind::Trap));
    desk.press("w Y");
    assert_eq!(desk.view().job_at(trap), None, "{}", desk.screen());
}
