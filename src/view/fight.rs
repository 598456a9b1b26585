//! How a fight to the end would go, worked out and not played: exact but for roundings, and nothing is drawn.
//!
//! Each side hits a known part of the time for a damage in a known range, in turns that its pace gives it. The two
//! sides lose health independently of each other, so that a list of chances for each, one for every health left, tells
//! all there is to know. Whoever mends itself instead of striking strikes as much less often on the average: that is
//! the one thing that is not exact.

use crate::sim::{ACTION_ENERGY, Odds};

/// One side of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fighter {
    /// Of its blows against the other.
    pub odds: Odds,
    pub health: i32,
    /// Nobody mends beyond that.
    pub max_health: i32,
    /// Energy gained a turn; 100 is a blow a turn.
    pub pace: i32,
    pub mends: Mends,
}

/// How a side gets better while the fight goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mends {
    /// For so many turns by a point each.
    pub turns: u16,
    /// By a point every so many turns; 0 for never.
    pub every: u16,
    /// Its own prayer, in place of a blow.
    pub own: Option<Prayer>,
    /// Somebody else's for it, once a turn.
    pub others: Option<Prayer>,
}

/// What healers do for whoever is hurt badly enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prayer {
    pub amount: i32,
    /// How often, of a hundred times.
    pub percent: u32,
    /// Of all its health: with less than that it is hurt.
    pub below: i32,
}

/// What a fight to the end comes to, for the side that strikes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// Times in a thousand that it wins.
    pub wins: u32,
    /// Health that it loses on the average, when it wins.
    pub loss: i32,
}

/// The fixed-point unit of chances: 2⁴⁰ stands for certainty.
const CHANCE_ONE: u64 = 1 << 40;

/// A fight that has not ended by then is nobody's.
const MAX_BLOWS: u32 = 500;

/// Works out a fight in which `us` strikes first and nobody runs.
pub(super) fn prospect(us: Fighter, them: Fighter) -> Prospect {
    let (mut ours, mut theirs) = (HealthDistribution::new(us), HealthDistribution::new(them));
    let (mut wins, mut lost) = (0, 0);
    let (mut own_energy, mut energy) = (ACTION_ENERGY, 0);
    let mut turn = 0;
    for _ in 0..MAX_BLOWS {
        let before = theirs.alive();
        theirs.suffer_in(CHANCE_ONE, us.odds);
        let felled = part(before.saturating_sub(theirs.alive()), ours.alive());
        wins += felled;
        lost += part(felled, ours.mean_loss());
        if part(theirs.alive(), ours.alive()) < CHANCE_ONE / 10_000 {
            break;
        }
        own_energy -= ACTION_ENERGY;
        while own_energy < ACTION_ENERGY {
            own_energy += us.pace.max(1);
            energy += them.pace;
            turn += 1;
            ours.recover(us.mends, turn);
            theirs.recover(them.mends, turn);
            while energy >= ACTION_ENERGY {
                energy -= ACTION_ENERGY;
                let prays = them.mends.own.map_or(0, |prayer| theirs.pray(prayer));
                ours.suffer_in(CHANCE_ONE - prays, them.odds);
            }
        }
    }
    Prospect {
        wins: ((wins * 1000 + CHANCE_ONE / 2) / CHANCE_ONE) as u32,
        loss: (lost + wins / 2).checked_div(wins).map_or(us.health, |loss| loss as i32),
    }
}

/// The chance of two things that have nothing to do with each other; or of one of them, the other being a number.
fn part(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) / u128::from(CHANCE_ONE)) as u64
}

/// The chance of each health that is left.
struct HealthDistribution {
    health: usize,
    chances: Vec<u64>,
}

impl HealthDistribution {
    fn new(side: Fighter) -> HealthDistribution {
        let health = side.health.max(0) as usize;
        let mut chances = vec![0; health.max(side.max_health.max(0) as usize) + 1];
        chances[health] = CHANCE_ONE;
        HealthDistribution { health, chances }
    }

    /// A blow falls so often, on whoever is still up.
    fn suffer_in(&mut self, falls: u64, Odds { hit, damage: (low, high) }: Odds) {
        let faces = (high - low + 1).max(1) as u64;
        let mut after = vec![0; self.chances.len()];
        after[0] = self.chances[0];
        for (health, &chance) in self.chances.iter().enumerate().skip(1) {
            let hurt = part(chance * u64::from(hit) / 100, falls);
            after[health] += chance - hurt;
            for damage in low..=high {
                after[health.saturating_sub(damage.max(0) as usize)] += hurt / faces;
            }
        }
        self.chances = after;
    }

    /// What a turn mends by itself, or through others.
    fn recover(&mut self, mends: Mends, turn: u16) {
        let max_health = self.chances.len();
        if turn <= mends.turns {
            self.mend(1, 100, max_health);
        }
        if mends.every > 0 && turn.is_multiple_of(mends.every) {
            self.mend(1, 100, max_health);
        }
        if let Some(prayer) = mends.others {
            self.pray(prayer);
        }
    }

    /// A prayer, if it is hurt enough for one; how often it comes to that, as long as it is up.
    fn pray(&mut self, Prayer { amount, percent, below }: Prayer) -> u64 {
        let max_health = self.chances.len() - 1;
        let hurt =
            (1..=max_health).find(|&health| health * 100 >= max_health * below.max(0) as usize);
        let hurt = hurt.unwrap_or(max_health);
        let prays = self.mend(amount.max(0) as usize, percent, hurt);
        (u128::from(prays) * u128::from(CHANCE_ONE))
            .checked_div(u128::from(self.alive()))
            .unwrap_or(0) as u64
    }

    /// Whoever is up with less than so much health gets better; how often that is.
    fn mend(&mut self, amount: usize, percent: u32, below: usize) -> u64 {
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

    fn alive(&self) -> u64 {
        self.chances.iter().skip(1).sum()
    }

    /// The health that was lost on the average, as a multiple of [`CHANCE_ONE`], if it is up.
    fn mean_loss(&self) -> u64 {
        let alive = self.alive();
        if alive == 0 {
            return 0;
        }
        let up = self.chances.iter().enumerate().skip(1);
        let left: u128 = up.map(|(left, &chance)| left as u128 * u128::from(chance)).sum();
        let left = left * u128::from(CHANCE_ONE) / u128::from(alive);
        // Who has mended more than it lost has lost nothing.
        (self.health as u128 * u128::from(CHANCE_ONE)).saturating_sub(left) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Fighter, Mends, Prayer, Prospect, prospect};
    use crate::base::{Purpose, Seed, Stream};
    use crate::sim::Odds;

    fn side(hit: u32, damage: (i32, i32), health: i32, pace: i32) -> Fighter {
        Fighter {
            odds: Odds { hit, damage },
            health,
            max_health: health,
            pace,
            mends: Mends::default(),
        }
    }

    #[test]
    fn simple_fights_come_out_as_on_paper() {
        // One blow each decides: we strike first with 1 in 2, and so on in turn: 1/2 + 1/8 + … = 2/3.
        let coin = side(50, (1, 1), 1, 100);
        assert_eq!(prospect(coin, coin), Prospect { wins: 667, loss: 0 });
        // Who cannot be hurt in time loses nothing.
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
        let mends = Mends { turns: 9, ..Mends::default() };
        assert_eq!(prospect(ours, Fighter { mends, ..troll }).wins, 0);
        let mends = Mends { every: 1, ..Mends::default() };
        assert_eq!(prospect(ours, Fighter { mends, ..troll }).wins, 0);
        // Ours lets us stand it; nobody gets better than well.
        assert_eq!(prospect(Fighter { mends, ..ours }, troll), Prospect { wins: 1000, loss: 7 });
        // Whoever is prayed for by another as fast as it is struck never falls.
        let prayer = Prayer { amount: 2, percent: 100, below: 65 };
        let mends = Mends { others: Some(prayer), ..Mends::default() };
        assert_eq!(prospect(ours, Fighter { mends, ..troll }).wins, 0);
        // Who prays does not strike meanwhile.
        let mends = Mends { own: Some(prayer), ..Mends::default() };
        let priest = Fighter { odds: Odds { hit: 100, damage: (5, 5) }, mends, ..troll };
        assert_eq!(prospect(ours, Fighter { mends: Mends::default(), ..priest }).wins, 0);
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
                let prayer = Prayer { amount: 2, percent: stream.below(50), below: 65 };
                let mends = Mends {
                    turns: stream.below(9) as u16,
                    every: stream.below(6) as u16,
                    own: None,
                    others: stream.one_in(2).then_some(prayer),
                };
                Fighter { mends, ..side(hit, damage, health, pace) }
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
        Fighter { max_health, mends, .. }: Fighter,
        turn: u16,
        stream: &mut Stream,
    ) -> i32 {
        health += i32::from(turn <= mends.turns);
        health += i32::from(mends.every > 0 && turn.is_multiple_of(mends.every));
        health = health.min(max_health);
        match mends.others {
            Some(Prayer { amount, percent, below })
                if health * 100 < max_health * below && stream.percent(percent) =>
            {
                (health + amount).min(max_health)
            }
            _ => health,
        }
    }
}
