//! The connected components of a cavern.

use crate::base::Pos;
use crate::levelgen::algo::flood::take_region;
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;

/// Fills every region with fewer than `least_region` cells, and lists the others.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_cells = draft.setting("least_region")? as usize;
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let mut unseen = cave.floor.clone();
    let mut regions: Vec<(usize, Pos)> = Vec::new();
    let seeds: Vec<Pos> = cave.floor.iter().collect();
    for seed in seeds {
        if !unseen.contains(seed) {
            continue;
        }
        let region = take_region(&mut unseen, seed);
        if region.len() < min_cells {
            cave.regions_filled += 1;
            for pos in region {
                cave.floor.remove(pos);
            }
        } else {
            regions.push((region.len(), seed));
        }
    }
    // Largest first; of regions with the same size the first in reading order.
    regions.sort_by_key(|&(size, seed)| (std::cmp::Reverse(size), seed));
    cave.regions = regions.into_iter().map(|(_, seed)| seed).collect();
    if cave.regions.is_empty() {
        return Err(PassError::Retry("every region is under least_region"));
    }
    Ok(())
}
