//! The connected components of a cavern.

use crate::draft::LevelDraft;
use crate::error::PassError;
use base::{Components, Pos};

/// Fills every region with fewer than `least_region` cells, and lists the others.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_cells = draft.setting("least_region")? as usize;
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let mut regions: Vec<(usize, Pos)> = Vec::new();
    for (seed, region) in Components::each_part(cave.floor.clone()) {
        let size = region.iter().map(|(_, cells)| cells.count_ones() as usize).sum();
        if size < min_cells {
            cave.regions_filled += 1;
            for (word, cells) in region {
                cave.floor.words_mut()[word] &= !cells;
            }
        } else {
            regions.push((size, seed));
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
