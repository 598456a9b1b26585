//! What asks first, and which keys say yes.

use base::{Dir, Pos};
use content::{JobKind, Status};
use engine::sim::{Command, Fixture, Reject};
use screens::config::{Animation, Settings};

use crate::desk::{Desk, Looking};
use crate::shift::{VAULT, at_the_exit, is_over};
use crate::support::content::catalog;

/// A desk whose upkeeper stands beside an armed trap, and the key that walks onto it.
fn beside_a_trap() -> (Desk, &'static str) {
    let keys = ["k", "u", "l", "n", "j", "b", "h", "y"];
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
                return (desk, keys[dir as usize]);
            }
        }
    }
    panic!("no seed leads past an armed trap");
}

#[test]
fn an_armed_trap_asks_first_and_no_key_that_walks_says_yes() {
    let (mut desk, key) = beside_a_trap();
    let turn = desk.turn();
    desk.press(key);
    assert!(desk.screen().contains("trap, armed. Step on it all the same?"), "{}", desk.screen());
    desk.press("h j k l y u b up down left right numpad-4 s w space");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn));
    assert!(desk.screen().contains("too easily pressed"), "{}", desk.screen());
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
    let walking_off = || {
        let mut desk = Desk::shift("vault", VAULT, Looking::default());
        desk.press("Q");
        desk
    };
    let on_a_trap = || {
        let (mut desk, key) = beside_a_trap();
        desk.press(key);
        desk
    };
    let at_work = || {
        let (mut desk, _) = on_the_wrong_side();
        desk.press("w");
        desk
    };
    let questions: [&dyn Fn() -> Desk; 4] = [&on_a_trap, &at_work, &walking_off, &at_the_exit];
    for ask in questions {
        let mut desk = ask();
        let (turn, screen) = (desk.turn(), desk.screen());
        assert!(screen.contains("Sure?"), "{screen}");
        assert!(screen.contains("[enter or Y] yes  [n or esc] no"), "{screen}");
        desk.press("y");
        assert_eq!(desk.stack.len(), 2, "y is too easily pressed");
        desk.press("n");
        assert_eq!((desk.stack.len(), desk.turn()), (1, turn), "n says no");
        assert!(!is_over(&desk));
        for yes in ["enter", "Y"] {
            let mut desk = ask();
            desk.press(yes);
            assert!(is_over(&desk) || desk.turn() > turn, "{yes} says yes: {}", desk.screen());
        }
    }
}

#[test]
fn striking_on_in_a_lost_fight_asks_and_tells_what_health_is_left() {
    let beside = |rows: &[&str], health: i32, enemies: usize| {
        let settings = Settings { animation: Animation::Off, ..Settings::default() };
        let mut desk = Desk::drawn_with(rows, settings, Looking::default(), |snapshot| {
            snapshot.floor.actors[0].vitals.health = health;
        });
        for _ in 0..20 {
            let view = desk.view();
            let here = view.player().pos;
            let near = view
                .actors()
                .into_iter()
                .filter(|own| own.is_after_the_upkeeper() && own.pos.steps_to(here) == 1);
            if near.count() == enemies {
                return desk;
            }
            desk.press(".");
        }
        panic!("nobody comes: {}", desk.screen());
    };
    let words = |desk: &mut Desk| {
        let turn = desk.turn();
        desk.press("F");
        let words = desk.screen().split_whitespace().collect::<Vec<_>>().join(" ");
        (words, desk.turn() == turn)
    };
    let one = ["#######", "#>@.z.#", "#######"];
    let (unhurt, is_asked) = words(&mut beside(&one, 28, 1));
    assert!(!is_asked, "{unhurt}");
    let mut desk = beside(&one, 3, 1);
    let health = desk.view().player().health;
    let (asked, is_asked) = words(&mut desk);
    assert!(is_asked && asked.contains(&format!("{health} of 28 health left")), "{asked}");
    assert!(asked.contains("Strike the skeleton all the same?"), "{asked}");
    let turn = desk.turn();
    desk.press("Y");
    assert!(desk.turn() > turn, "{}", desk.screen());
    let two = ["#######", "#...z.#", "#>@...#", "#...z.#", "#######"];
    let (asked, _) = words(&mut beside(&two, 28, 2));
    assert!(asked.contains("Strike whom?") && !asked.contains("this fight goes"), "{asked}");
    let (asked, _) = words(&mut beside(&two, 7, 2));
    assert!(asked.contains("can take 8 in a turn"), "{asked}");
    let (asked, _) = words(&mut beside(&two, 9, 2));
    assert!(asked.contains("this fight goes"), "{asked}");
}

#[test]
fn whoever_hunts_is_struck_before_who_only_stands_there() {
    let settings = Settings { animation: Animation::Off, ..Settings::default() };
    let rows = ["########", "#>a@.z.#", "########"];
    let mut desk = Desk::drawn(&rows, settings, Looking::default());
    let hunts = |desk: &Desk| {
        let here = desk.view().player().pos;
        let actors = desk.view().actors();
        actors.iter().any(|own| own.is_after_the_upkeeper() && own.pos.steps_to(here) == 1)
    };
    for _ in 0..60 {
        if hunts(&desk) {
            break;
        }
        desk.press(".");
    }
    assert!(hunts(&desk) && desk.screen().contains("beetle"), "{}", desk.screen());
    desk.press("F");
    let said = desk.said().join(" ");
    assert!(said.contains("skeleton") && !said.contains("Strike whom"), "{said}");
}

#[test]
fn under_fire_from_the_dark_work_and_search_ask_first() {
    let rows = ["############", "#>@.....n..#", "#....*.....#", "############"];
    let settings = Settings { animation: Animation::Off, ..Settings::default() };
    for key in ["o", "W"] {
        // Whoever is blind sees no archer.
        let mut desk = Desk::drawn_with(&rows, settings.clone(), Looking::default(), |snapshot| {
            snapshot.floor.actors[0].statuses.0[Status::Blind as usize] = 200;
        });
        let is_shot_at =
            |desk: &Desk| desk.said().iter().any(|line| line.contains(", from the east."));
        for _ in 0..60 {
            if is_shot_at(&desk) {
                break;
            }
            desk.press(".");
        }
        assert!(is_shot_at(&desk), "{}", desk.screen());
        let turn = desk.turn();
        desk.press(key);
        let words = desk.screen().split_whitespace().collect::<Vec<_>>().join(" ");
        let asks = words.contains("Somebody that you do not see shoots at you.");
        assert_eq!((asks, desk.turn()), (true, turn), "{key}: {words}");
    }
}

#[test]
fn abandoning_ends_the_run() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("Q Y");
    assert!(is_over(&desk), "{}", desk.screen());
    assert!(desk.screen().contains("Enter goes on."), "{}", desk.screen());
    desk.press("l");
    assert!(desk.screen().contains("Enter goes on."), "a key that walks does not end the map");
    desk.press("enter");
    assert!(!desk.screen().contains("Work order"), "{}", desk.screen());
}

#[test]
fn clocking_out_with_work_left_asks_first() {
    let mut desk = at_the_exit();
    assert!(desk.screen().contains("The order is not done."), "{}", desk.screen());
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
    desk.press("w");
    assert!(desk.screen().contains("Armed from this side"), "{}", desk.screen());
    desk.press("esc");
    assert_eq!(desk.view().job_at(trap), Some(JobKind::Trap));
    desk.press("w Y");
    assert_eq!(desk.view().job_at(trap), None, "{}", desk.screen());
}

#[test]
fn setting_a_kit_that_shuts_off_asks_and_names_the_cell() {
    let settings = Settings { animation: Animation::Off, ..Settings::default() };
    let rows = ["############", "#>@........#", "############"];
    let mut desk = Desk::drawn_with(&rows, settings, Looking::default(), |snapshot| {
        snapshot.run.belongings.kits = vec![catalog().find_trap("dart").expect("a kind of trap")];
    });
    desk.press("l l l l P enter");
    assert!(desk.screen().contains("[east] · west"), "{}", desk.screen());
    desk.press("h");
    let asked = desk.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(asked.contains("Set west of you, that trap shuts you off from the exit."), "{asked}");
}
