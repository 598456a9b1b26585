//! The prospect of a melee to the death, computed without random numbers.
//!
//! Each side has a known chance to hit for a known range of damage, at times that its pace gives it. The two sides lose
//! health independently of each other, so the state of a fight is two distributions over the health that is left. The
//! result is exact up to rounding, with one exception: a side that sometimes heals itself instead of striking is
//! modelled as striking less often on the average.

use crate::sim::{ACTION_ENERGY, Odds};

/// One side of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fighter {
    /// The odds of its blows against the other side.
    pub odds: Odds,
    pub health: i32,
    /// Healing stops here.
    pub max_health: i32,
    /// Energy gained a turn; [`ACTION_ENERGY`] gives one blow a turn.
    pub pace: i32,
    pub recovery: Recovery,
}

/// How a side regains health during the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Recovery {
    /// Number of turns from the start that regain one health each.
    pub turns: u16,
    /// Turns in which one health is regained; 0 for never.
    pub every: u16,
    /// Healing of itself, in place of a blow.
    pub own: Option<Heal>,
    /// Healing by another actor, each turn.
    pub others: Option<Heal>,
}

/// A heal of an actor that is hurt badly enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heal {
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
}

/// The fixed-point unit of chances: 2⁴⁰ stands for certainty.
const CHANCE_ONE: u64 = 1 << 40;

/// Number of the first side's blows after which an unfinished fight counts as not won.
const MAX_BLOWS: u32 = 500;

/// The prospect of a fight in which `us` strikes first and nobody flees.
pub(super) fn prospect(us: Fighter, them: Fighter) -> Prospect {
    let (mut ours, mut theirs) = (HealthDistribution::new(us), HealthDistribution::new(them));
    let (mut wins, mut lost) = (0, 0);
    let (mut own_energy, mut energy) = (ACTION_ENERGY, 0);
    let mut turn = 0;
    for _ in 0..MAX_BLOWS {
        let before = theirs.alive();
        theirs.apply_blow(CHANCE_ONE, us.odds);
        let felled = scaled(before.saturating_sub(theirs.alive()), ours.alive());
        wins += felled;
        lost += scaled(felled, ours.mean_loss());
        if scaled(theirs.alive(), ours.alive()) < CHANCE_ONE / 10_000 {
            break;
        }
        own_energy -= ACTION_ENERGY;
        while own_energy < ACTION_ENERGY {
            own_energy += us.pace.max(1);
            energy += them.pace;
            turn += 1;
            ours.recover(us.recovery, turn);
            theirs.recover(them.recovery, turn);
            while energy >= ACTION_ENERGY {
                energy -= ACTION_ENERGY;
                let heals = them.recovery.own.map_or(0, |heal| theirs.apply_heal(heal));
                ours.apply_blow(CHANCE_ONE - heals, them.odds);
            }
        }
    }
    Prospect {
        wins: ((wins * 1000 + CHANCE_ONE / 2) / CHANCE_ONE) as u32,
        loss: (lost + wins / 2).checked_div(wins).map_or(us.health, |loss| loss as i32),
    }
}

/// The product of two fixed-point chances, or of a number and a chance: `a * b / CHANCE_ONE`.
fn scaled(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) / u128::from(CHANCE_ONE)) as u64
}

/// The distribution of a side's health.
struct HealthDistribution {
    /// Health at the start.
    health: usize,
    /// Chance of each health, from 0 up, as a part of [`CHANCE_ONE`].
    chances: Vec<u64>,
}

impl HealthDistribution {
    fn new(side: Fighter) -> HealthDistribution {
        let health = side.health.max(0) as usize;
        let mut chances = vec![0; health.max(side.max_health.max(0) as usize) + 1];
        chances[health] = CHANCE_ONE;
        HealthDistribution { health, chances }
    }

    /// Applies a blow that is struck with the chance `falls`.
    fn apply_blow(&mut self, falls: u64, Odds { hit, damage: (low, high) }: Odds) {
        let faces = (high - low + 1).max(1) as u64;
        let mut after = vec![0; self.chances.len()];
        after[0] = self.chances[0];
        for (health, &chance) in self.chances.iter().enumerate().skip(1) {
            let hurt = scaled(chance * u64::from(hit) / 100, falls);
            after[health] += chance - hurt;
            for damage in low..=high {
                after[health.saturating_sub(damage.max(0) as usize)] += hurt / faces;
            }
        }
        self.chances = after;
    }

    /// Applies a turn's recovery.
    fn recover(&mut self, recovery: Recovery, turn: u16) {
        let max_health = self.chances.len();
        if turn <= recovery.turns {
            self.heal_below(1, 100, max_health);
        }
        if recovery.every > 0 && turn.is_multiple_of(recovery.every) {
            self.heal_below(1, 100, max_health);
        }
        if let Some(heal) = recovery.others {
            self.apply_heal(heal);
        }
    }

    /// Applies a heal to the part of the distribution that is hurt enough. Returns the chance that it is used, given that
    /// the side is alive.
    fn apply_heal(&mut self, Heal { amount, percent, below }: Heal) -> u64 {
        let max_health = self.chances.len() - 1;
        let hurt =
            (1..=max_health).find(|&health| health * 100 >= max_health * below.max(0) as usize);
        let hurt = hurt.unwrap_or(max_health);
        let heals = self.heal_below(amount.max(0) as usize, percent, hurt);
        (u128::from(heals) * u128::from(CHANCE_ONE))
            .checked_div(u128::from(self.alive()))
            .unwrap_or(0) as u64
    }

    /// Heals `amount` with a chance of `percent` where the health is above 0 and under `below`. Returns the chance that it
    /// is used.
    fn heal_below(&mut self, amount: usize, percent: u32, below: usize) -> u64 {
        let max_health = self.chances.len() - 1;
        let mut mended = 0;
        for health in (1..below.min(max_health + 1)).rev() {
            let better = self.chances[health] * u64::from(percent) / 100;
            self.chances[health] -= better;
            self.chances[(health + amount).min(max_health)] += better;
            mended += better;
        }
        mended
    }

    /// The chance that the side is alive.
    fn alive(&self) -> u64 {
        self.chances.iter().skip(1).sum()
    }

    /// The average loss of health given that the side is alive, in units of 1 / [`CHANCE_ONE`].
    fn mean_loss(&self) -> u64 {
        let alive = self.alive();
        if alive == 0 {
            return 0;
        }
        let up = self.chances.iter().enumerate().skip(1);
        let left: u128 = up.map(|(left, &chance)| left as u128 * u128::from(chance)).sum();
        let left = left * u128::from(CHANCE_ONE) / u128::from(alive);
        // More health than at the start counts as no loss.
        (self.health as u128 * u128::from(CHANCE_ONE)).saturating_sub(left) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Fighter, Heal, Prospect, Recovery, prospect};
    use crate::base::{Purpose, Seed, Stream};
    use crate::sim::Odds;

    fn side(hit: u32, damage: (i32, i32), health: i32, pace: i32) -> Fighter {
        Fighter {
            odds: Odds { hit, damage },
            health,
            max_health: health,
            pace,
            recovery: Recovery::default(),
        }
    }

    #[test]
    fn simple_fights_come_out_as_on_paper() {
        // One blow each decides: we strike first with 1 in 2, and so on in turn: 1/2 + 1/8 + … = 2/3.
        let coin = side(50, (1, 1), 1, 100);
        assert_eq!(prospect(coin, coin), Prospect { wins: 667, loss: 0 });
        // A side that wins before the other can strike loses nothing.
        let sure = side(100, (9, 9), 10, 100);
        assert_eq!(prospect(sure, side(100, (9, 9), 9, 100)), Prospect { wins: 1000, loss: 0 });
        // Two blows against three, ours first: one of theirs falls between.
        let ours = side(100, (5, 5), 10, 100);
        assert_eq!(prospect(ours, side(100, (3, 3), 10, 100)), Prospect { wins: 1000, loss: 3 });
        // The same, if they are twice as fast.
        assert_eq!(prospect(ours, side(100, (3, 3), 10, 200)), Prospect { wins: 1000, loss: 6 });
        assert_eq!(prospect(ours, side(100, (5, 5), 10, 200)), Prospect { wins: 0, loss: 10 });
    }

    #[test]
    fn mending_counts() {
        let ours = side(100, (2, 2), 10, 100);
        let troll = side(100, (3, 3), 7, 100);
        assert_eq!(prospect(ours, troll), Prospect { wins: 1000, loss: 9 });
        // A point a turn, and the last blow comes a turn too late.
        let recovery = Recovery { turns: 9, ..Recovery::default() };
        assert_eq!(prospect(ours, Fighter { recovery, ..troll }).wins, 0);
        let recovery = Recovery { every: 1, ..Recovery::default() };
        assert_eq!(prospect(ours, Fighter { recovery, ..troll }).wins, 0);
        // Our own recovery saves us; it stops at full health.
        assert_eq!(prospect(Fighter { recovery, ..ours }, troll), Prospect { wins: 1000, loss: 7 });
        // A side that another heals as fast as it is struck never dies.
        let heal = Heal { amount: 2, percent: 100, below: 65 };
        let recovery = Recovery { others: Some(heal), ..Recovery::default() };
        assert_eq!(prospect(ours, Fighter { recovery, ..troll }).wins, 0);
        // A side that heals itself does not strike meanwhile.
        let recovery = Recovery { own: Some(heal), ..Recovery::default() };
        let priest = Fighter { odds: Odds { hit: 100, damage: (5, 5) }, recovery, ..troll };
        assert_eq!(prospect(ours, Fighter { recovery: Recovery::default(), ..priest }).wins, 0);
        assert!(prospect(Fighter { health: 11, max_health: 11, ..ours }, priest).wins < 10);
    }

    #[test]
    fn the_prospect_is_what_playing_it_often_gives() {
        let mut stream = Stream::new(Seed(7), Purpose::new("fights"), ());
        for case in 0..20 {
            let mut draw = || {
                let low = stream.range(1, 4);
                let damage = (low, low + stream.range(0, 4));
                let (hit, health) = (stream.range(30, 95) as u32, stream.range(4, 30));
                let pace = [50, 90, 100, 110, 150][stream.below(5) as usize];
                let heal = Heal { amount: 2, percent: stream.below(50), below: 65 };
                let recovery = Recovery {
                    turns: stream.below(9) as u16,
                    every: stream.below(6) as u16,
                    own: None,
                    others: stream.one_in(2).then_some(heal),
                };
                Fighter { recovery, ..side(hit, damage, health, pace) }
            };
            let (us, them) = (draw(), draw());
            let told = prospect(us, them);
            let (mut wins, mut lost) = (0, 0);
            let fights = 20_000;
            for _ in 0..fights {
                let left = play(us, them, &mut stream);
                wins += i32::from(left > 0);
                lost += if left > 0 { us.health - left } else { 0 };
            }
            let seen = wins * 1000 / fights;
            assert!((seen - told.wins as i32).abs() <= 15, "case {case}: {told:?}, played {seen}");
            if wins > fights / 10 {
                let loss = lost / wins;
                assert!((loss - told.loss).abs() <= 1, "case {case}: {told:?}, played {loss}");
            }
        }
    }

    /// The health that is left to us.
    fn play(us: Fighter, them: Fighter, stream: &mut Stream) -> i32 {
        let (mut ours, mut theirs) = (us.health, them.health);
        let (mut own_energy, mut energy) = (100, 0);
        let mut turn = 0;
        let blow = |stream: &mut Stream, odds: Odds| {
            let hits = stream.percent(odds.hit);
            if hits { stream.range(odds.damage.0, odds.damage.1) } else { 0 }
        };
        for _ in 0..super::MAX_BLOWS {
            theirs -= blow(stream, us.odds);
            if theirs <= 0 {
                return ours;
            }
            own_energy -= 100;
            while own_energy < 100 {
                own_energy += us.pace;
                energy += them.pace;
                turn += 1;
                ours = mend(ours, us, turn, stream);
                theirs = mend(theirs, them, turn, stream);
                while energy >= 100 {
                    energy -= 100;
                    ours -= blow(stream, them.odds);
                    if ours <= 0 {
                        return 0;
                    }
                }
            }
        }
        0
    }

    fn mend(
        mut health: i32,
        Fighter { max_health, recovery, .. }: Fighter,
        turn: u16,
        stream: &mut Stream,
    ) -> i32 {
        health += i32::from(turn <= recovery.turns);
        health += i32::from(recovery.every > 0 && turn.is_multiple_of(recovery.every));
        health = health.min(max_health);
        match recovery.others {
            Some(Heal { amount, percent, below })
                if health * 100 < max_health * below && stream.percent(percent) =>
            {
                (health + amount).min(max_health)
            }
            _ => health,
        }
    }
}
