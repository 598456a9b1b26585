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

/// One side of a fight.
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

/// How a side regains health during the fight.
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
    /// For each enemy, while it is the one that is struck at.
    stages: Vec<Stage>,
    /// The chance to have won with each health left, from 0 up.
    won: Vec<u64>,
    /// Room for the next state of a stage.
    next: Vec<u64>,
    /// Turns that have passed.
    turn: u16,
    /// What each enemy has saved up towards its next action.
    energy: Vec<i32>,
}

/// The states in which those before an enemy have fallen, and it has not.
struct Stage {
    /// The chance of each health of the enemy and, for each of these, of the player, from 0 up.
    chances: Vec<u64>,
    /// Whether any chance is not 0.
    is_open: bool,
}

impl Fight<'_> {
    fn new(us: Fighter, them: &[Fighter]) -> Fight<'_> {
        let columns = max_health(us) + 1;
        let mut stages: Vec<Stage> = them
            .iter()
            .map(|&enemy| Stage {
                chances: vec![0; (max_health(enemy) + 1) * columns],
                is_open: false,
            })
            .collect();
        let mut won = vec![0; columns];
        let own = us.health.max(0) as usize;
        match (stages.first_mut(), them.first()) {
            (Some(stage), Some(enemy)) => {
                stage.chances[enemy.health.max(0) as usize * columns + own] = CHANCE_ONE;
                stage.is_open = true;
            }
            _ => won[own] = CHANCE_ONE,
        }
        Fight { us, them, stages, won, next: Vec::new(), turn: 0, energy: vec![0; them.len()] }
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

    /// A blow of the player at the enemy whose turn it is to be struck.
    fn strike(&mut self, odds: Odds) {
        let columns = self.columns();
        // From the last: who is struck at only after this blow is not struck by it.
        for place in (0..self.stages.len()).rev() {
            if !self.stages[place].is_open {
                continue;
            }
            let (faces, (low, high)) = (faces(odds), odds.damage);
            let chances = std::mem::take(&mut self.stages[place].chances);
            self.next.clear();
            self.next.resize(chances.len(), 0);
            for (state, &chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance > 0) {
                let (health, own) = (state / columns, state % columns);
                let hurt = chance * u64::from(odds.hit) / 100;
                self.next[state] += chance - hurt;
                for damage in low..=high {
                    let left = health.saturating_sub(damage.max(0) as usize);
                    match left {
                        0 => self.fell(place, own, hurt / faces),
                        left => self.next[left * columns + own] += hurt / faces,
                    }
                }
            }
            self.keep(place, chances);
        }
    }

    /// An enemy falls with this chance, and the next one is struck at.
    fn fell(&mut self, place: usize, own: usize, chance: u64) {
        let columns = self.columns();
        match (self.stages.get_mut(place + 1), self.them.get(place + 1)) {
            (Some(stage), Some(enemy)) => {
                stage.chances[enemy.health.max(0) as usize * columns + own] += chance;
                stage.is_open = true;
            }
            _ => self.won[own] += chance,
        }
    }

    /// An action of an enemy, wherever it has not fallen: it heals whoever is struck at, or strikes
    /// the player.
    fn strike_back(&mut self, place: usize, enemy: &Fighter) {
        let columns = self.columns();
        for stage in 0..=place {
            if !self.stages[stage].is_open {
                continue;
            }
            let (faces, (low, high)) = (faces(enemy.odds), enemy.odds.damage);
            let struck = self.them[stage];
            let chances = std::mem::take(&mut self.stages[stage].chances);
            self.next.clear();
            self.next.resize(chances.len(), 0);
            for (state, &chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance > 0) {
                let (health, own) = (state / columns, state % columns);
                let mut chance = chance;
                if let Some(heal) = enemy.recovery.heals
                    && (health * 100) < max_health(struck) * heal.below.max(0) as usize
                {
                    let healed = chance * u64::from(heal.percent) / 100;
                    let better = (health + heal.amount.max(0) as usize).min(max_health(struck));
                    self.next[better * columns + own] += healed;
                    chance -= healed;
                }
                let hurt = chance * u64::from(enemy.odds.hit) / 100;
                self.next[state] += chance - hurt;
                for damage in low..=high {
                    let left = own.saturating_sub(damage.max(0) as usize);
                    if left > 0 {
                        self.next[health * columns + left] += hurt / faces;
                    }
                }
            }
            self.keep(stage, chances);
        }
    }

    /// A turn's recovery of the player and of whoever is struck at.
    fn recover(&mut self, turn: u16) {
        let columns = self.columns();
        for place in 0..self.stages.len() {
            let by = (gain(self.them[place], turn), gain(self.us, turn));
            if !self.stages[place].is_open || by == (0, 0) {
                continue;
            }
            let max_health = max_health(self.them[place]);
            let chances = std::mem::take(&mut self.stages[place].chances);
            self.next.clear();
            self.next.resize(chances.len(), 0);
            for (state, &chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance > 0) {
                let health = (state / columns + by.0).min(max_health);
                let own = (state % columns + by.1).min(columns - 1);
                self.next[health * columns + own] += chance;
            }
            self.keep(place, chances);
        }
    }

    /// Makes the next state of a stage its state, and keeps the room of the old one.
    fn keep(&mut self, place: usize, old: Vec<u64>) {
        let stage = &mut self.stages[place];
        stage.chances = std::mem::replace(&mut self.next, old);
        stage.is_open = stage.chances.iter().any(|&chance| chance > 0);
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
        let is_won = wins > 0;
        Prospect {
            wins: ((wins * 1000 + CHANCE_ONE / 2) / CHANCE_ONE) as u32,
            loss: (lost + wins / 2).checked_div(wins).map_or(self.us.health, |loss| loss as i32),
            spread: if is_won {
                (quantile(1), quantile(9))
            } else {
                (self.us.health, self.us.health)
            },
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
