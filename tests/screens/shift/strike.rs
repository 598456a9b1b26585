//! The key that strikes: whom it strikes, whom it goes to meet, and what it says where it does
//! neither.

use base::Pos;
use content::Status;
use engine::sim::{ActorId, AiState, Duty, Snapshot};

use crate::desk::Desk;
use crate::shift::{drawn, drawn_with};

/// Has one of the others hunt the player.
fn set_hunting(snapshot: &mut Snapshot, by: usize) {
    let last_seen = snapshot.floor.actors[0].pos;
    let hunting = AiState::Hunting { quarry: ActorId(0), last_seen, lost: 0 };
    snapshot.floor.actors[by].ai_state = hunting;
}

/// A drawn floor with one of the others hunting the player, and snared for so many turns.
fn hunted(rows: &[&str], by: usize, snared: u16) -> Desk {
    drawn_with(rows, |snapshot| {
        set_hunting(snapshot, by);
        snapshot.floor.actors[by].statuses.0[Status::Snared as usize] = snared;
    })
}

#[test]
fn with_nobody_beside_the_key_for_striking_goes_to_meet_a_hunter_and_lets_it_come() {
    let mut desk = drawn(&["##########", "#>@....z.#", "##########"]);
    let hunter = |desk: &Desk| {
        let actors = desk.view().actors();
        actors.iter().find(|actor| actor.is_after_the_upkeeper()).map(|actor| actor.pos)
    };
    desk.press_until(".", |desk| hunter(desk).is_some());
    let (mut steps, mut waits) = (0, 0);
    while let Some(at) = hunter(&desk) {
        let here = desk.view().player().pos;
        let (turn, away) = (desk.turn(), at.steps_to(here));
        if away == 1 {
            break;
        }
        desk.press("F");
        assert!(desk.turn() > turn, "{}", desk.screen());
        let moved = desk.view().player().pos != here;
        assert_eq!(moved, away > 2, "{away} away");
        (steps, waits) = (steps + u32::from(moved), waits + u32::from(!moved));
    }
    assert!(steps > 0 && waits > 0, "{steps} steps, {waits} waits");
}

#[test]
fn a_hunter_that_does_not_come_is_gone_to_and_that_is_told() {
    let rows = ["##########", "#>@.z....#", "##########"];
    let mut desk = hunted(&rows, 1, 9);
    desk.press("F F").stands_at(2, 1);
    let said = desk.said();
    let told = "The skeleton does not come: pressed again, the key goes for it.";
    assert_eq!(said.last().map(String::as_str), Some(told), "{said:?}");
    desk.press("F").stands_at(3, 1);
}

#[test]
fn a_hunter_farther_off_is_gone_for_before_a_bystander_beside() {
    let rows = ["###########", "#>a@....z.#", "###########"];
    let mut desk = hunted(&rows, 2, 0);
    desk.press("F").stands_at(4, 1);
}

#[test]
fn who_flees_beside_is_struck_before_a_hunter_farther_off_is_gone_for() {
    let rows = ["###########", "#>r@....z.#", "###########"];
    let mut desk = drawn_with(&rows, |snapshot| {
        set_hunting(snapshot, 2);
        let from = snapshot.floor.actors[0].pos;
        snapshot.floor.actors[1].ai_state = AiState::Fleeing { from, patience: 9 };
    });
    desk.press("F").stands_at(3, 1).tells("rat");
}

/// A rat beside the player that was driven from a post behind them and is on its way home, in a
/// dead end, and a skeleton farther off that hunts the player.
fn cornered(rows: &[&str]) -> Desk {
    drawn_with(rows, |snapshot| {
        set_hunting(snapshot, 2);
        let rat = &mut snapshot.floor.actors[1];
        (rat.duty, rat.vitals.health) = (Duty::Stray { post: Pos::new(8, 1) }, 2);
    })
}

#[test]
fn who_runs_home_and_is_beside_is_struck_before_a_hunter_farther_off_is_gone_for() {
    let mut desk = cornered(&["###########", "#r@>....z.#", "###########"]);
    desk.press("F").stands_at(2, 1).tells("rat");
}

#[test]
fn who_bites_on_the_way_home_is_struck_like_a_hunter_beside() {
    let mut desk = cornered(&["###########", "#r@z>.....#", "###########"]);
    desk.press(".");
    desk.tells("rat");
    desk.press("F").says("[west: rat 40%]");
}

#[test]
fn an_enemy_round_a_corner_is_not_struck_and_that_is_told() {
    let rows = ["#####", "#>@##", "#..r#", "#####"];
    let mut desk = drawn_with(&rows, |snapshot| {
        let from = snapshot.floor.actors[0].pos;
        snapshot.floor.actors[1].ai_state = AiState::Fleeing { from, patience: 9 };
    });
    desk.press("F");
    assert_eq!(desk.said(), ["There is no squeezing past that corner."]);
}

#[test]
fn the_way_to_a_hunter_leads_through_whoever_changes_places() {
    let rows = ["##########", "#>@h..z..#", "##########"];
    let mut desk = hunted(&rows, 2, 0);
    desk.press("F").stands_at(3, 1);
}

#[test]
fn with_a_body_in_the_arms_the_key_for_striking_says_so_and_takes_no_turn() {
    let mut desk = drawn(&["##########", "#>@&....z#", "##########"]);
    desk.press("c");
    assert!(desk.view().player().carrying.is_some(), "{}", desk.screen());
    desk.press_until(".", |desk| desk.hunters_beside() > 0);
    let turn = desk.turn();
    desk.press("F");
    assert_eq!(desk.turn(), turn);
    desk.tells("in your arms");
}

#[test]
fn of_several_beside_the_most_hurt_is_struck_first() {
    let rows = ["#########", "#>r@r...#", "#########"];
    let mut desk = drawn_with(&rows, |snapshot| {
        for rat in 1..3 {
            set_hunting(snapshot, rat);
        }
        snapshot.floor.actors[2].vitals.health = 1;
    });
    desk.press("F").says("[east: rat 20%]");
}

#[test]
fn one_walks_past_the_harmless_and_strikes_them_on_purpose_alone() {
    let mut desk = drawn(&["#######", "#>@a..#", "#######"]);
    desk.press("F");
    assert!(desk.said()[0].contains("beetle"), "{:?}", desk.said());
    assert_eq!(desk.view().player().pos, Pos::new(2, 1));
    let mut desk = drawn(&["#######", "#>@a..#", "#######"]);
    desk.press("l");
    assert_eq!(desk.view().player().pos, Pos::new(3, 1));
    desk.press("l F");
    assert_eq!(
        desk.said(),
        ["There is nobody to strike beside you, and nobody in sight is after you."]
    );
}
