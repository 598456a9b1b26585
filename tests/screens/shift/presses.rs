//! How many key presses the order of a vault takes a player who presses the key that carries on.

use base::Dir;
use engine::sim::{Command, Reject};
use screens::config::Settings;

use crate::desk::{Desk, Looking};
use crate::shift::{STEPS, is_over};

/// Seeds of vaults on depth 1.
const SEEDS: std::ops::Range<u64> = 1..25;
/// Presses in which an order is done, and the player has clocked out.
const WANTED_PRESSES: usize = 20;
/// More presses than anybody would make for one order.
const MAX_PRESSES: usize = 300;

/// A player who presses the key that carries on until nothing is left to do, sees to enemies
/// between, and leaves.
pub(crate) struct Player {
    pub(crate) desk: Desk,
    presses: usize,
    /// Presses with an enemy in sight that hunted the player.
    in_fights: usize,
}

/// How it went.
#[derive(Debug)]
struct Played {
    presses: usize,
    /// Those with an enemy in sight that hunted the player.
    in_fights: usize,
    is_order_complete: bool,
    has_left: bool,
}

impl Player {
    pub(crate) fn new(desk: Desk) -> Player {
        Player { desk, presses: 0, in_fights: 0 }
    }

    fn press(&mut self, key: &str) {
        self.desk.press(key);
        self.presses += 1;
    }

    /// Turns the pages of the log, if it has more than fits.
    fn read(&mut self) {
        while self.desk.screen().contains("-- more: any key --") {
            self.press("space");
        }
    }

    fn is_over(&self) -> bool {
        is_over(&self.desk) || self.desk.view().is_away()
    }

    fn is_hunted(&self) -> bool {
        let refusal = self.desk.view().refusal(&Command::DoNextJob);
        matches!(refusal, Some(Reject::Threatened { .. }))
    }

    /// The key for an enemy that hunts the player: a blow, or a wait until it comes; a body is put
    /// down first.
    fn answer_to_enemies(&self) -> &'static str {
        let view = self.desk.view();
        if view.player().carrying.is_some() {
            return "c";
        }
        let here = view.player().pos;
        let enemies = view.actors().into_iter().filter(|actor| actor.hostile && !actor.harmless);
        let is_step = |dir: &Dir| view.refusal(&Command::Step(*dir)).is_none();
        let mut blows =
            enemies.filter_map(|enemy| Dir::between(here, enemy.pos)).filter(|dir| is_step(dir));
        blows.next().map_or(".", |dir| STEPS[dir as usize])
    }

    /// Plays until the order is done, or nothing is left of it that can be done.
    fn play(seed: u64) -> Played {
        let mut player = Player::new(Desk::shift("vault", seed, Looking::default()));
        player.work_until(|_| false);
        let is_order_complete = player.desk.view().is_order_complete();
        player.leave();
        let Player { presses, in_fights, .. } = player;
        Played { presses, in_fights, is_order_complete, has_left: player.is_over() }
    }

    /// Carries on until something is so, or nothing is left that can be done.
    pub(crate) fn work_until(&mut self, is_so: impl Fn(&Desk) -> bool) {
        while !self.is_over() && self.presses < MAX_PRESSES && !is_so(&self.desk) {
            self.read();
            if self.is_hunted() {
                let key = self.answer_to_enemies();
                self.press(key);
                self.in_fights += 1;
                continue;
            }
            let turn = self.desk.turn();
            self.press("A");
            if self.desk.stack.len() > 1 {
                self.press("Y");
            } else if self.desk.turn() == turn && !self.is_over() {
                break;
            }
        }
    }

    /// Walks to the exit and clocks out.
    pub(crate) fn leave(&mut self) {
        while !self.is_over() && self.presses < MAX_PRESSES {
            self.read();
            let turn = self.desk.turn();
            self.press(">");
            if self.desk.stack.len() > 1 {
                self.press("Y");
            } else if self.desk.turn() == turn {
                return;
            }
        }
    }
}

#[test]
fn the_order_of_a_vault_takes_few_presses() {
    let played: Vec<Played> = SEEDS.map(Player::play).collect();
    let count = played.len();
    let within = played.iter().filter(|played| played.presses <= WANTED_PRESSES).count();
    assert!(within * 5 >= count * 3, "three in five: {played:#?}");
    let is_calm = |played: &&Played| played.presses - played.in_fights <= WANTED_PRESSES;
    let calm = played.iter().filter(is_calm).count();
    assert!(calm * 5 >= count * 4, "without fights four in five: {played:#?}");
    let complete = played.iter().filter(|played| played.is_order_complete && played.has_left);
    assert!(complete.count() * 5 >= count * 3, "orders done: {played:#?}");
}

#[test]
fn the_lines_of_many_jobs_are_not_pages_to_turn() {
    let mut player = Player::new(Desk::shift("vault", 21, Looking::default()));
    player.press("A");
    let done: u16 = player.desk.view().order().into_iter().map(|count| count.done).sum();
    player.read();
    assert!(done > 3 && player.presses <= 2, "{done} jobs, {} presses", player.presses);
}

#[test]
fn with_the_order_done_the_key_says_which_keys_are_left() {
    let rows = ["########", "#>@.*..#", "########"];
    let mut desk = Desk::drawn(&rows, Settings::default(), Looking::default());
    desk.press("W W");
    desk.tells("The order is done: there is no next job. > leaves, J plans for dawn.");
}
