//! The odds of fights against fights that are played.

use base::{Purpose, Seed, Stream};
use engine::sim::Odds;
use engine::view::fight::{Fighter, Heal, MAX_BLOWS, Prospect, Recovery, prospect};

fn side(hit: u32, damage: (i32, i32), health: i32, pace: i32) -> Fighter {
    Fighter {
        odds: Odds { hit, damage },
        health,
        max_health: health,
        pace,
        delay: 0,
        recovery: Recovery::default(),
    }
}

/// Against one, what matters most: the chance to win in thousandths, and the loss.
fn duel(us: Fighter, them: Fighter) -> (u32, i32) {
    let Prospect { wins, loss, .. } = prospect(us, &[them]);
    (wins, loss)
}

#[test]
fn simple_fights_come_out_as_on_paper() {
    // One blow each decides: we strike first with 1 in 2, and so on in turn: 1/2 + 1/8 + … = 2/3.
    let coin = side(50, (1, 1), 1, 100);
    assert_eq!(duel(coin, coin), (667, 0));
    // A side that wins before the other can strike loses nothing.
    let sure = side(100, (9, 9), 10, 100);
    assert_eq!(duel(sure, side(100, (9, 9), 9, 100)), (1000, 0));
    // Two blows against three, ours first: one of theirs falls between.
    let ours = side(100, (5, 5), 10, 100);
    assert_eq!(duel(ours, side(100, (3, 3), 10, 100)), (1000, 3));
    // The same, if they are twice as fast.
    assert_eq!(duel(ours, side(100, (3, 3), 10, 200)), (1000, 6));
    assert_eq!(duel(ours, side(100, (5, 5), 10, 200)), (0, 10));
}

#[test]
fn all_that_stand_strike_until_they_fall() {
    let ours = side(100, (5, 5), 20, 100);
    let rat = side(100, (2, 2), 5, 100);
    // The first falls at once; the second strikes once before it falls.
    assert_eq!(prospect(ours, &[rat, rat]).spread, (2, 2));
    // Three: two strike, then one.
    assert_eq!(prospect(ours, &[rat, rat, rat]).loss, 6);
    // Whoever is a turn away strikes a turn later.
    let late = Fighter { delay: 1, ..rat };
    assert_eq!(prospect(ours, &[rat, late, late]).loss, 2);
    // A healer behind the first keeps it up as long as it stands, and does not strike meanwhile.
    let heals = Some(Heal { amount: 5, percent: 100, below: 65 });
    let healer = Fighter {
        recovery: Recovery { heals, ..Recovery::default() },
        ..side(100, (9, 9), 5, 100)
    };
    let troll = side(100, (1, 1), 10, 100);
    assert_eq!(prospect(ours, &[healer, troll]).wins, 1000);
    assert_eq!(prospect(ours, &[troll, healer]).wins, 0);
}

#[test]
fn mending_counts() {
    let ours = side(100, (2, 2), 10, 100);
    let troll = side(100, (3, 3), 7, 100);
    assert_eq!(duel(ours, troll), (1000, 9));
    // A point a turn, and the last blow comes a turn too late.
    let recovery = Recovery { turns: 9, ..Recovery::default() };
    assert_eq!(duel(ours, Fighter { recovery, ..troll }).0, 0);
    let recovery = Recovery { every: 1, ..Recovery::default() };
    assert_eq!(duel(ours, Fighter { recovery, ..troll }).0, 0);
    // Our own recovery saves us; it stops at full health.
    assert_eq!(duel(Fighter { recovery, ..ours }, troll), (1000, 7));
    // A side that heals itself does not strike meanwhile.
    let heal = Heal { amount: 2, percent: 100, below: 65 };
    let recovery = Recovery { heals: Some(heal), ..Recovery::default() };
    let priest = Fighter { odds: Odds { hit: 100, damage: (5, 5) }, recovery, ..troll };
    assert_eq!(duel(ours, priest).0, 0);
}

#[test]
fn the_prospect_is_what_playing_it_often_gives() {
    let mut stream = Stream::new(Seed(7), Purpose::new("fights"), ());
    for case in 0..24 {
        let mut draw = || {
            let low = stream.range(1, 4);
            let damage = (low, low + stream.range(0, 4));
            let (hit, health) = (stream.range(30, 95) as u32, stream.range(4, 30));
            let pace = [50, 90, 100, 110, 150][stream.below(5) as usize];
            let heal = Heal { amount: 2, percent: stream.below(50), below: 65 };
            let recovery = Recovery {
                turns: stream.below(9) as u16,
                every: stream.below(6) as u16,
                heals: stream.one_in(2).then_some(heal),
            };
            let delay = stream.below(4) as u16;
            Fighter { delay, recovery, ..side(hit, damage, health, pace) }
        };
        let us = Fighter { recovery: Recovery { heals: None, ..draw().recovery }, ..draw() };
        let mut them: Vec<Fighter> = (0..=case % 3).map(|_| draw()).collect();
        // Against several there is a chance only if they are weaker.
        let weaker = them.len() as i32;
        for enemy in &mut them {
            enemy.health = (enemy.health / weaker).max(1);
            enemy.max_health = enemy.health;
        }
        let told = prospect(us, &them);
        let fights = 10_000;
        let mut losses: Vec<i32> = Vec::new();
        for _ in 0..fights {
            let left = play(us, &them, &mut stream);
            losses.extend((left > 0).then_some((us.health - left).max(0)));
        }
        let wins = losses.len() as i32;
        let seen = wins * 1000 / fights;
        assert!((seen - told.wins as i32).abs() <= 20, "case {case}: {told:?}, played {seen}");
        if wins > fights / 10 {
            losses.sort_unstable();
            let mean = losses.iter().sum::<i32>() / wins;
            let spread = [1, 9].map(|tenths| losses[(wins * tenths / 10) as usize]);
            assert!((mean - told.loss).abs() <= 1, "case {case}: {told:?}, played {mean}");
            let near =
                (spread[0] - told.spread.0).abs() <= 1 && (spread[1] - told.spread.1).abs() <= 1;
            assert!(near, "case {case}: {told:?}, played {spread:?}");
        }
    }
}

/// The health that is left to us.
fn play(us: Fighter, them: &[Fighter], stream: &mut Stream) -> i32 {
    let mut ours = us.health;
    let mut theirs: Vec<i32> = them.iter().map(|enemy| enemy.health).collect();
    let mut own_energy = 100 - i32::from(us.delay) * us.pace;
    let mut energy = vec![0; them.len()];
    let mut turn = 0;
    let blow = |stream: &mut Stream, odds: Odds| {
        let hits = stream.percent(odds.hit);
        if hits { stream.range(odds.damage.0, odds.damage.1) } else { 0 }
    };
    for _ in 0..MAX_BLOWS {
        if own_energy >= 100 {
            let Some(struck) = theirs.iter().position(|&health| health > 0) else {
                return ours;
            };
            theirs[struck] -= blow(stream, us.odds);
            own_energy -= 100;
        }
        let Some(struck) = theirs.iter().position(|&health| health > 0) else { return ours };
        while own_energy < 100 {
            own_energy += us.pace;
            turn += 1;
            ours = (ours + mends(us, turn)).min(us.max_health);
            theirs[struck] =
                (theirs[struck] + mends(them[struck], turn)).min(them[struck].max_health);
            for (place, enemy) in them.iter().enumerate().skip(struck) {
                energy[place] += if turn > enemy.delay { enemy.pace } else { 0 };
                while energy[place] >= 100 {
                    energy[place] -= 100;
                    let max = them[struck].max_health;
                    match enemy.recovery.heals {
                        Some(Heal { amount, percent, below })
                            if theirs[struck] * 100 < max * below && stream.percent(percent) =>
                        {
                            theirs[struck] = (theirs[struck] + amount).min(max);
                        }
                        _ => ours -= blow(stream, enemy.odds),
                    }
                    if ours <= 0 {
                        return 0;
                    }
                }
            }
        }
    }
    0
}

fn mends(Fighter { recovery, .. }: Fighter, turn: u16) -> i32 {
    i32::from(turn <= recovery.turns)
        + i32::from(recovery.every > 0 && turn.is_multiple_of(recovery.every))
}
