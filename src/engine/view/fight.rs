//! The prospect of a fight to the death against one enemy or several, computed without random
//! numbers.
//!
//! Each side has a known chance to hit for a known range of damage, at times that its pace gives
//! it. The player strikes one enemy after the other; all that still stand strike back. The state of
//! a fight is the joint distribution of the player's health and of the health of the enemy that is
//! struck at, so the result is exact up to rounding. It leaves out the walks from one enemy to the
//! next, that anybody may flee, and the statuses that blows inflict. Those that keep the player
//! from striking, and those that slow them, count as a slower pace of theirs.

use crate::sim::{ACTION_ENERGY, Odds};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The odds of its blows against the other side.
    pub odds: Odds,
    pub health: i32,
    /// Healing stops here.
    pub max_health: i32,
    /// Energy gained a turn; [`ACTION_ENERGY`] gives one blow a turn.
    pub pace: i32,
    /// Turns before it acts: until it has come near, or is no longer stunned.
    pub delay: u16,
    pub recovery: Recovery,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Number of turns from the start that regain one health each.
    pub turns: u16,
    /// Turns in which one health is regained; 0 for never.
    pub every: u16,
    /// Healing of whoever is struck at, itself or another of its side, in place of a blow.
    pub heals: Option<Heal>,
}

/// A heal of an actor that is hurt badly enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heal {
    pub amount: i32,
    /// Chance that it is used, in percent.
    pub percent: u32,
    /// Percent of its health below which an actor is healed.
    pub below: i32,
}

/// The expected result of a fight, for the side that strikes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// Chance to win, in thousandths.
    pub wins: u32,
    /// Average loss of health, given that it wins.
    pub loss: i32,
    /// The loss of health that is exceeded in nine of ten wins, and the one that is exceeded in one
    /// of ten.
    pub spread: (i32, i32),
}

/// The fixed-point unit of chances: 2⁴⁰ stands for certainty.
const CHANCE_ONE: u64 = 1 << 40;

/// Number of the first side's blows after which an unfinished fight counts as not won.
pub const MAX_BLOWS: u32 = 300;

/// The prospect of a fight in which `us` strikes first, at one of `them` after the other, and
/// nobody flees.
pub fn prospect(us: Fighter, them: &[Fighter]) -> Prospect {
    let mut fight = Fight::new(us, them);
    for _ in 0..us.delay {
        fight.pass_turn();
    }
    let mut own_energy = ACTION_ENERGY;
    for _ in 0..MAX_BLOWS {
        fight.strike(us.odds);
        if fight.open() < CHANCE_ONE / 10_000 {
            break;
        }
        own_energy -= ACTION_ENERGY;
        while own_energy < ACTION_ENERGY {
            own_energy += us.pace.max(1);
            fight.pass_turn();
        }
    }
    fight.prospect()
}

/// The state of a fight: how likely it is that it stands so and so.
struct Fight<'a> {
    us: Fighter,
    them: &'a [Fighter],
    /// For each enemy, while it is the one that is struck at: those before it have fallen.
    stages: Vec<Stage>,
    /// The chance to have won with each health left, from 0 up.
    won: Vec<u64>,
    next: Vec<u64>,
    turn: u16,
    /// What each enemy has saved up towards its next action.
    energy: Vec<i32>,
}

/// The chance of each health of an enemy and, for each of these, of the player, from 0 up.
struct Stage {
    chances: Vec<u64>,
    /// Whether any chance is not 0.
    is_open: bool,
}

impl Fight<'_> {
    fn new(us: Fighter, them: &[Fighter]) -> Fight<'_> {
        let columns = max_health(us) + 1;
        let chances = |enemy: &Fighter| vec![0; (max_health(*enemy) + 1) * columns];
        let stages = them.iter().map(|enemy| Stage { chances: chances(enemy), is_open: false });
        let (stages, won, energy) = (stages.collect(), vec![0; columns], vec![0; them.len()]);
        let mut fight = Fight { us, them, stages, won, next: Vec::new(), turn: 0, energy };
        let mut begin = vec![0; columns];
        begin[us.health.max(0) as usize] = CHANCE_ONE;
        fight.turn_to(0, &begin);
        fight
    }

    /// A turn in which the player does not strike: both sides recover, and the enemies act.
    fn pass_turn(&mut self) {
        self.turn += 1;
        self.recover(self.turn);
        for (place, enemy) in self.them.iter().enumerate() {
            if self.turn <= enemy.delay {
                continue;
            }
            self.energy[place] += enemy.pace;
            while self.energy[place] >= ACTION_ENERGY {
                self.energy[place] -= ACTION_ENERGY;
                self.strike_back(place, enemy);
            }
        }
    }

    fn columns(&self) -> usize {
        self.won.len()
    }

    /// The chance that it is not decided yet.
    fn open(&self) -> u64 {
        let open = self.stages.iter().filter(|stage| stage.is_open);
        open.map(|stage| stage.chances.iter().sum::<u64>()).sum()
    }

    /// Adds chances, one for each health of the player, that those before an enemy have fallen, so
    /// that it is struck at now. After the last enemy the fight is won.
    fn turn_to(&mut self, place: usize, chances: &[u64]) {
        let columns = self.columns();
        let to = match (self.stages.get_mut(place), self.them.get(place)) {
            (Some(stage), Some(enemy)) => {
                stage.is_open |= chances.iter().any(|&chance| chance > 0);
                &mut stage.chances[enemy.health.max(0) as usize * columns..]
            }
            _ => &mut self.won[..],
        };
        to.iter_mut().zip(chances).for_each(|(own, chance)| *own += chance);
    }

    /// Moves the chance of each state of a stage to the states that follow it: `follow` is told the
    /// health of the enemy and of the player and the chance, and adds to the chances that follow.
    fn advance(&mut self, place: usize, mut follow: impl FnMut(usize, usize, u64, &mut [u64])) {
        let columns = self.columns();
        let stage = &mut self.stages[place];
        if !stage.is_open {
            return;
        }
        self.next.clear();
        self.next.resize(stage.chances.len(), 0);
        for (state, &chance) in stage.chances.iter().enumerate().filter(|(_, own)| **own > 0) {
            follow(state / columns, state % columns, chance, &mut self.next);
        }
        std::mem::swap(&mut stage.chances, &mut self.next);
        stage.is_open = stage.chances.iter().any(|&chance| chance > 0);
    }

    /// A blow of the player at the enemy whose turn it is to be struck.
    fn strike(&mut self, odds: Odds) {
        let columns = self.columns();
        let (faces, (low, high)) = (faces(odds), odds.damage);
        // From the last: who is struck at only after this blow is not struck by it.
        for place in (0..self.stages.len()).rev() {
            let mut fell = vec![0; columns];
            self.advance(place, |health, own, chance, next| {
                let hurt = chance * u64::from(odds.hit) / 100;
                next[health * columns + own] += chance - hurt;
                for damage in low..=high {
                    match health.saturating_sub(damage.max(0) as usize) {
                        0 => fell[own] += hurt / faces,
                        left => next[left * columns + own] += hurt / faces,
                    }
                }
            });
            self.turn_to(place + 1, &fell);
        }
    }

    /// An action of an enemy, wherever it has not fallen: it heals whoever is struck at, or strikes
    /// the player.
    fn strike_back(&mut self, place: usize, enemy: &Fighter) {
        let columns = self.columns();
        let (faces, (low, high)) = (faces(enemy.odds), enemy.odds.damage);
        for stage in 0..=place {
            let max_health = max_health(self.them[stage]);
            self.advance(stage, |health, own, mut chance, next| {
                if let Some(heal) = enemy.recovery.heals
                    && health * 100 < max_health * heal.below.max(0) as usize
                {
                    let healed = chance * u64::from(heal.percent) / 100;
                    let better = (health + heal.amount.max(0) as usize).min(max_health);
                    next[better * columns + own] += healed;
                    chance -= healed;
                }
                let hurt = chance * u64::from(enemy.odds.hit) / 100;
                next[health * columns + own] += chance - hurt;
                for damage in low..=high {
                    let left = own.saturating_sub(damage.max(0) as usize);
                    if left > 0 {
                        next[health * columns + left] += hurt / faces;
                    }
                }
            });
        }
    }

    /// A turn's recovery of the player and of whoever is struck at.
    fn recover(&mut self, turn: u16) {
        let columns = self.columns();
        for (place, &enemy) in self.them.iter().enumerate() {
            let by = (gain(enemy, turn), gain(self.us, turn));
            if by == (0, 0) {
                continue;
            }
            self.advance(place, |health, own, chance, next| {
                let health = (health + by.0).min(max_health(enemy));
                next[health * columns + (own + by.1).min(columns - 1)] += chance;
            });
        }
    }

    fn prospect(&self) -> Prospect {
        let wins: u64 = self.won.iter().sum();
        let loss = |left: usize| (self.us.health - left as i32).max(0);
        let lost: u64 = (0..).zip(&self.won).map(|(left, &won)| won * loss(left) as u64).sum();
        // From the least loss up: the first one by which a part of the wins is reached.
        let quantile = |tenths: u64| {
            let mut sum = 0;
            let mut up = self.won.iter().enumerate().rev();
            let found = up.find(|&(_, &won)| {
                sum += won;
                sum * 10 >= wins * tenths
            });
            found.map_or(self.us.health, |(left, _)| loss(left))
        };
        let spread =
            if wins > 0 { (quantile(1), quantile(9)) } else { (self.us.health, self.us.health) };
        Prospect {
            wins: ((wins * 1000 + CHANCE_ONE / 2) / CHANCE_ONE) as u32,
            loss: (lost + wins / 2).checked_div(wins).map_or(self.us.health, |loss| loss as i32),
            spread,
        }
    }
}

/// The health at which healing stops, at least that at the start.
fn max_health(side: Fighter) -> usize {
    side.health.max(side.max_health).max(0) as usize
}

/// The number of different damages that a hit may do.
fn faces(Odds { damage: (low, high), .. }: Odds) -> u64 {
    (high - low + 1).max(1) as u64
}

/// Health that a side regains in a turn.
fn gain(side: Fighter, turn: u16) -> usize {
    let Recovery { turns, every, .. } = side.recovery;
    usize::from(turn <= turns) + usize::from(every > 0 && turn.is_multiple_of(every))
}
