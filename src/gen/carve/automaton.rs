//! A cavern's cellular automaton. After Jim Babcock, "Cellular Automata Method for Generating Random
//! Cave-Like Levels" (RogueBasin, 2005).

use super::cave::Cave;
use super::neighbourhood::{next_generation, squares};
use crate::base::{Bits, Pos};
use crate::r#gen::detail::Rule;
use crate::r#gen::plan::{Ground, Plan, Stop};

/// Draws wall or floor for every cell inside the outer ring, which is wall.
///
/// As outside counts as wall, a ring of walls has five around every cell of it and stays.
pub(in crate::r#gen) fn scatter(plan: &mut Plan<'_>) -> Result<(), Stop> {
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
    plan.ground = Ground::Cave(Cave {
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

/// The open passes, then the smooth ones, each computed from the whole grid before it.
pub(in crate::r#gen) fn run(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let open = plan.setting("open_passes")? as usize;
    let smooth = plan.setting("smooth_passes")? as usize;
    let trace = plan.order.trace;
    let cave = plan.cave("Automaton")?;
    cave.passes.extend(std::iter::repeat_n(Rule::Open, open));
    cave.passes.extend(std::iter::repeat_n(Rule::Smooth, smooth));
    for rule in &cave.passes {
        cave.floor = next_generation(&cave.floor, *rule == Rule::Open);
        if trace {
            cave.generations.push(cave.floor.clone());
        }
    }
    Ok(())
}

/// Refuses a cavern with an open square wider than the cap.
pub(in crate::r#gen) fn check_open_cap(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let cap = plan.setting("open_cap")? as u32;
    let cave = plan.cave("OpenCap")?;
    let too_wide = cap < cave.floor.width().min(cave.floor.height()) as u32
        && !squares(&cave.floor, cap + 1).is_empty();
    if too_wide { Err(Stop::Retry("an open space is wider than open_cap")) } else { Ok(()) }
}
