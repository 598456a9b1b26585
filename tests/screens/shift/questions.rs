//! What asks first, and which keys say yes.

use base::{Dir, Pos};
use content::{JobKind, Status};
use engine::sim::{Command, Fixture, Reject};

use crate::desk::{Desk, Looking};
use crate::shift::{STEPS, VAULT, at_the_exit, drawn, drawn_with, is_over};
use crate::support::content::catalog;

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
fn an_armed_trap_asks_first_and_no_key_that_walks_says_yes() {
    let (mut desk, key) = beside_a_trap();
    let turn = desk.turn();
    desk.press(key).says("trap, armed. Step on it all the same?");
    desk.press("h j k l y u b up down left right numpad-4 s w space");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn));
    desk.says("too easily pressed");
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
        desk.says("Sure?").says("[enter or Y] yes  [n or esc] no");
        desk.press("y");
        assert_eq!(desk.stack.len(), 2, "y is too easily pressed");
        desk.press("n");
        assert_eq!((desk.stack.len(), desk.turn()), (1, turn), "n says no");
        assert!(!is_over(&desk));
        for yes in ["enter", "Y"] {
            let mut desk = asked();
            desk.press(yes);
            assert!(is_over(&desk) || desk.turn() > turn, "{yes} says yes: {}", desk.screen());
        }
    }
}

#[test]
fn striking_on_in_a_lost_fight_asks_and_tells_what_health_is_left() {
    // The key that strikes, beside so many enemies: the turns that it takes are told.
    let strike = |rows: &[&str], health: i32, enemies: usize| {
        let mut desk = drawn_with(rows, |snapshot| {
            snapshot.floor.actors[0].vitals.health = health;
        });
        desk.press_until(".", |desk| desk.hunters_beside() == enemies);
        let (turn, left) = (desk.turn(), desk.view().player().health);
        desk.press("F");
        let passed = desk.turn() - turn;
        (desk, passed, left)
    };
    let one = ["#######", "#>@.z.#", "#######"];
    assert_eq!(strike(&one, 28, 1).1, 1, "nobody is asked");
    let (mut desk, passed, left) = strike(&one, 3, 1);
    assert_eq!(passed, 0);
    desk.says(&format!("{left} of 28 health left")).says("Strike the skeleton all the same?");
    let turn = desk.turn();
    assert!(desk.press("Y").turn() > turn, "{}", desk.screen());
    let two = ["#######", "#...z.#", "#>@...#", "#...z.#", "#######"];
    strike(&two, 28, 2).0.says("Strike whom?").lacks("this fight goes");
    strike(&two, 7, 2).0.says("can take 8 in a turn");
    strike(&two, 9, 2).0.says("this fight goes");
}

#[test]
fn whoever_hunts_is_struck_before_who_only_stands_there() {
    let rows = ["########", "#>a@.z.#", "########"];
    let mut desk = drawn(&rows);
    desk.press_until(".", |desk| desk.hunters_beside() > 0);
    desk.says("beetle");
    desk.press("F");
    let said = desk.said().join(" ");
    assert!(said.contains("skeleton") && !said.contains("Strike whom"), "{said}");
}

#[test]
fn under_fire_from_the_dark_work_and_search_ask_first() {
    let rows = ["############", "#>@.....n..#", "#....*.....#", "############"];
    for key in ["o", "W"] {
        // Whoever is blind sees no archer.
        let mut desk = drawn_with(&rows, |snapshot| {
            snapshot.floor.actors[0].statuses.0[Status::Blind as usize] = 200;
        });
        desk.press_until(".", |desk| {
            desk.said().iter().any(|line| line.contains(", from the east."))
        });
        let turn = desk.turn();
        desk.press(key).says("Somebody that you do not see shoots at you.");
        assert_eq!(desk.turn(), turn, "{key}");
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
    assert!(is_over(&desk), "{}", desk.screen());
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

#[test]
fn setting_a_kit_that_shuts_off_asks_and_names_the_cell() {
    let rows = ["############", "#>@........#", "############"];
    let mut desk = drawn_with(&rows, |snapshot| {
        snapshot.run.belongings.kits = vec![catalog().find_trap("dart").expect("a kind of trap")];
    });
    desk.press("l l l l P enter").says("[east] · west");
    desk.press("h");
    desk.says("Set west of you, that trap shuts you off from the exit.");
}
