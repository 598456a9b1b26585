//! The noise that a cavern starts from.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::cavern::state::Cave;
use base::{Bits, Pos};

/// Draws wall or floor for every cell inside the outer ring, which is wall.
///
/// Cells outside count as wall, so every cell of the outer ring has at least five walls in its block and stays wall.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let fill_percent = draft.setting("fill_percent")?;
    let (width, height) = (draft.spec.width, draft.spec.height);
    let mut floor = Bits::new(width, height);
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            if !draft.stream.percent(fill_percent as u32) {
                floor.insert(Pos::new(x, y));
            }
        }
    }
    draft.keep_floor("noise", &floor);
    draft.cave = Some(Cave {
        fill_percent,
        passes: Vec::new(),
        noise: floor.clone(),
        floor,
        generations: Vec::new(),
        regions_filled: 0,
        regions: Vec::new(),
        tunnels: Vec::new(),
    });
    Ok(())
}
