//! The parts of a cavern that hang together.

use crate::base::{Bits, Pos};
use crate::levelgen::plan::{Plan, Stop};

/// Fills every region of fewer cells than the least, and lists the rest.
pub(in crate::levelgen) fn fill_small(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let least = plan.setting("least_region")? as usize;
    let cave = plan.cave("Regions")?;
    let mut unseen = cave.floor.clone();
    let mut regions: Vec<(usize, Pos)> = Vec::new();
    let seeds: Vec<Pos> = cave.floor.iter().collect();
    for seed in seeds {
        if !unseen.contains(seed) {
            continue;
        }
        let region = flood(&mut unseen, seed);
        if region.len() < least {
            cave.regions_filled += 1;
            for pos in region {
                cave.floor.remove(pos);
            }
        } else {
            regions.push((region.len(), seed));
        }
    }
    // Largest first; of equals the one that comes first in reading order.
    regions.sort_by_key(|&(size, seed)| (std::cmp::Reverse(size), seed));
    cave.regions = regions.into_iter().map(|(_, seed)| seed).collect();
    if cave.regions.is_empty() {
        return Err(Stop::Retry("every region is under least_region"));
    }
    Ok(())
}

/// Takes the cells that hang together with one, by cardinal steps, out of a set and gives them.
pub(in crate::levelgen) fn flood(set: &mut Bits, seed: Pos) -> Vec<Pos> {
    set.remove(seed);
    let mut region = vec![seed];
    let mut next = 0;
    while let Some(&pos) = region.get(next) {
        next += 1;
        for beside in pos.cardinals() {
            if set.contains(beside) {
                set.remove(beside);
                region.push(beside);
            }
        }
    }
    region
}
