//! Measures raids.
use engine::sim::{Fate, Game, Rehearsal, Setup};
use std::time::Instant;
fn harm(own: &Rehearsal) -> f64 {
    let all = own.report.members.len().max(1) as f64;
    own.report
        .members
        .iter()
        .map(|m| {
            let lost = (m.max_health - m.health.max(0)) as f64 / m.max_health as f64;
            match m.fate {
                Fate::Fell(_) => 1.0,
                _ if lost > 0.5 => 0.8,
                _ => lost,
            }
        })
        .sum::<f64>()
        * 45.0
        / all
}
fn median(v: &mut Vec<f64>) -> f64 {
    v.sort_by(f64::total_cmp);
    if v.is_empty() { 0.0 } else { v[v.len() / 2] }
}
fn main() {
    let catalog = std::sync::Arc::new(content::Catalog::embedded().expect("data"));
    let args: Vec<String> = std::env::args().collect();
    let kinds: Vec<&str> =
        args.get(1).map_or("vault,keep,cavern,crypt", |s| s.as_str()).split(',').collect();
    let seeds: u64 = args.get(2).map_or(10, |s| s.parse().unwrap());
    let samples = 16u32;
    let (mut all_trunk, mut all_turns) = (vec![], vec![]);
    for kind in kinds {
        for depth in [1u8, 4, 7] {
            for mend in [false, true] {
                let (
                    mut trunk,
                    mut turns,
                    mut harms,
                    mut kept,
                    mut ms,
                    mut fled,
                    mut through,
                    mut fell,
                    mut lost,
                ) = (vec![], vec![], vec![], vec![], vec![], 0, 0, 0, 0);
                for seed in 0..seeds {
                    let setup = Setup::shift(kind, content::Depth(depth), base::Seed(9000 + seed));
                    let Ok(game) = Game::new(setup, &catalog) else { continue };
                    let mended;
                    let world = if mend {
                        mended = game.world().mended();
                        &mended
                    } else {
                        game.world()
                    };
                    let floor = world.floor();
                    let mut visits = vec![0u32; (floor.width() * floor.height()) as usize];
                    let mut steps = 0u32;
                    let runs: Vec<Rehearsal> = (0..samples)
                        .map(|s| {
                            let t = Instant::now();
                            let r = world.rehearse(s);
                            ms.push(t.elapsed().as_secs_f64() * 1e3);
                            r
                        })
                        .collect();
                    for r in &runs {
                        for p in r.trod.iter() {
                            visits[(p.y * floor.width() + p.x) as usize] += 1;
                            steps += 1;
                        }
                        turns.push(f64::from(r.report.turns));
                        harms.push(harm(r));
                        kept.push(f64::from(r.kept));
                        for m in &r.report.members {
                            match m.fate {
                                Fate::Fell(_) => fell += 1,
                                Fate::Fled => fled += 1,
                                Fate::Through => through += 1,
                                Fate::Inside => lost += 1,
                            }
                        }
                    }
                    let on: u32 = visits.iter().filter(|&&v| v * 10 >= samples * 9).sum();
                    trunk.push(100.0 * f64::from(on) / f64::from(steps.max(1)));
                }
                let n = (fell + fled + through + lost).max(1) as f64;
                all_trunk.extend(&trunk);
                all_turns.extend(&turns);
                ms.sort_by(f64::total_cmp);
                let p95 = ms[ms.len() * 95 / 100];
                let mean = harms.iter().sum::<f64>() / harms.len() as f64;
                println!(
                    "{kind:8} d{depth} {} trunk {:.0} turns {:.0} harm mean {:.1} kept {:.0}% ms {:.2}/{:.2} fell {:.0} fled {:.0} through {:.0} lost {:.0}",
                    if mend { "order" } else { "idle " },
                    trunk.iter().sum::<f64>() / trunk.len().max(1) as f64,
                    median(&mut turns),
                    mean,
                    kept.iter().sum::<f64>() / kept.len().max(1) as f64,
                    median(&mut ms),
                    p95,
                    fell as f64 / n * 100.,
                    fled as f64 / n * 100.,
                    through as f64 / n * 100.,
                    lost as f64 / n * 100.
                );
            }
        }
    }
    println!(
        "trunk {:.1} turns {:.0}",
        all_trunk.iter().sum::<f64>() / all_trunk.len() as f64,
        median(&mut all_turns)
    );
}
