//! How a fight to the end would go, worked out and not played: exact but for roundings, and nothing is drawn.
//!
//! Each side hits a known part of the time for a damage in a known range, in turns that its pace gives it. The two
//! sides lose health independently of each other, so that a list of chances for each, one for every health left, tells
//! all there is to know.

use crate::sim::Odds;

/// One side of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Of its blows against the other.
    pub odds: Odds,
    pub health: i32,
    /// Energy gained a turn; 100 is a blow a turn.
    pub pace: i32,
}

/// What a fight to the end comes to, for the side that strikes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// Times in a thousand that it wins.
    pub wins: u32,
    /// Health that it loses on the average, when it wins.
    pub loss: i32,
}

/// A certainty.
const ONE: u64 = 1 << 40;

/// What a blow takes, as turns count.
const BLOW: i32 = 100;

/// A fight that has not ended by then is nobody's.
const MOST_BLOWS: u32 = 500;

/// Works out a fight in which `us` strikes first and nobody runs.
pub fn prospect(us: Side, them: Side) -> Prospect {
    let (mut ours, mut theirs) = (Fate::new(us.health), Fate::new(them.health));
    let (mut wins, mut lost) = (0, 0);
    let (mut own_energy, mut energy) = (BLOW, 0);
    for _ in 0..MOST_BLOWS {
        let before = theirs.alive();
        theirs.suffer(us.odds);
        let felled = part(before.saturating_sub(theirs.alive()), ours.alive());
        wins += felled;
        lost += part(felled, ours.mean_loss());
        if part(theirs.alive(), ours.alive()) < ONE / 10_000 {
            break;
        }
        own_energy -= BLOW;
        while own_energy < BLOW {
            own_energy += us.pace.max(1);
            energy += them.pace;
            while energy >= BLOW {
                energy -= BLOW;
                ours.suffer(them.odds);
            }
        }
    }
    Prospect {
        wins: ((wins * 1000 + ONE / 2) / ONE) as u32,
        loss: (lost + wins / 2).checked_div(wins).map_or(us.health, |loss| loss as i32),
    }
}

/// The chance of two things that have nothing to do with each other; or of one of them, the other being a number.
fn part(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) / u128::from(ONE)) as u64
}

/// The chance of each health that is left.
struct Fate {
    health: usize,
    chances: Vec<u64>,
}

impl Fate {
    fn new(health: i32) -> Fate {
        let health = health.max(0) as usize;
        let mut chances = vec![0; health + 1];
        chances[health] = ONE;
        Fate { health, chances }
    }

    /// A blow falls, on whoever is still up.
    fn suffer(&mut self, Odds { hit, damage: (low, high) }: Odds) {
        let faces = (high - low + 1).max(1) as u64;
        let mut after = vec![0; self.chances.len()];
        after[0] = self.chances[0];
        for (health, &chance) in self.chances.iter().enumerate().skip(1) {
            let hurt = chance * u64::from(hit) / 100;
            after[health] += chance - hurt;
            for damage in low..=high {
                after[health.saturating_sub(damage.max(0) as usize)] += hurt / faces;
            }
        }
        self.chances = after;
    }

    fn alive(&self) -> u64 {
        self.chances.iter().skip(1).sum()
    }

    /// The health that was lost on the average, as a multiple of [`ONE`], if it is up.
    fn mean_loss(&self) -> u64 {
        let alive = self.alive();
        if alive == 0 {
            return 0;
        }
        let up = self.chances.iter().enumerate().skip(1);
        let sum: u128 =
            up.map(|(left, &chance)| (self.health - left) as u128 * u128::from(chance)).sum();
        (sum * u128::from(ONE) / u128::from(alive)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Prospect, Side, prospect};
    use crate::base::Stream;
    use crate::sim::Odds;

    fn side(hit: u32, damage: (i32, i32), health: i32, pace: i32) -> Side {
        Side { odds: Odds { hit, damage }, health, pace }
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
    fn the_prospect_is_what_playing_it_often_gives() {
        let mut stream = Stream::new(7, "fights", &[]);
        for case in 0..20 {
            let mut draw = || {
                let low = stream.range(1, 4);
                let damage = (low, low + stream.range(0, 4));
                let (hit, health) = (stream.range(30, 95) as u32, stream.range(4, 30));
                side(hit, damage, health, [50, 90, 100, 110, 150][stream.below(5) as usize])
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
    fn play(us: Side, them: Side, stream: &mut Stream) -> i32 {
        let (mut ours, mut theirs) = (us.health, them.health);
        let (mut own_energy, mut energy) = (100, 0);
        let mut blow = |odds: Odds| {
            let hits = stream.percent(odds.hit);
            if hits { stream.range(odds.damage.0, odds.damage.1) } else { 0 }
        };
        loop {
            theirs -= blow(us.odds);
            if theirs <= 0 {
                return ours;
            }
            own_energy -= 100;
            while own_energy < 100 {
                own_energy += us.pace;
                energy += them.pace;
                while energy >= 100 {
                    energy -= 100;
                    ours -= blow(them.odds);
                    if ours <= 0 {
                        return 0;
                    }
                }
            }
        }
    }
}
