//! The key that strikes: whom it strikes, whom it goes to meet, and what it says where it does
//! neither.

use base::Pos;
use content::Status;
use engine::sim::{ActorId, AiState, Duty, Snapshot};

use crate::desk::Desk;
use crate::shift::drawn_with;

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
