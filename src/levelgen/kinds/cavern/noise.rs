//! The noise that a cavern starts from.

use crate::base::{Bits, Pos};
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::cavern::state::Cave;

/// Draws wall or floor for every cell inside the outer ring, which is wall.
///
/// As outside counts as wall, a ring of walls has five around every cell of it and stays.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let fill_percent = plan.setting("fill_percent")?;
    let (width, height) = (plan.order.width, plan.order.height);
    let mut floor = Bits::new(width, height);
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            if !plan.stream.percent(fill_percent as u32) {
                floor.insert(Pos::new(x, y));
            }
        }
    }
    plan.keep_floor("noise", &floor);
    plan.cave = Some(Cave {
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
