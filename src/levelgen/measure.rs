//! Measures of levels, for the expressive range of their kinds.

use crate::base::{Bits, Grid, Pos};
use crate::levelgen::bracket_map::BracketMap;
use crate::levelgen::level::{Level, Thing, ThingKind};

pub(in crate::levelgen) mod graph;
use graph::LevelGraph;

/// Measures of a level, for comparing many (the expressive range of a generator; Smith and Whitehead,
/// "Analyzing the expressive range of a level generator", 2010). Shares are in thousandths.
///
/// The parts that `loops`, `dead_ends`, `chokepoints` and `linearity` are counted over are the rooms
/// and links of a kind that has both, a vault's features and connections, and elsewhere the passable
/// cells; there loops are counted round rock, not round every four cells of open floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measures {
    /// Passable cells, as a share of all cells.
    pub density: u32,
    /// Steps from start to exit, as a share of the diameter of the level. The diameter is estimated by two searches for
    /// the farthest cell, which may fall slightly short.
    pub path: u32,
    /// Edges − nodes + components: the number of edges that can be removed without disconnecting the level.
    pub loops: u32,
    /// Parts with a single neighbour.
    pub dead_ends: u32,
    /// Articulation points, as a share of all parts.
    pub chokepoints: u32,
    /// Parts on the shortest path from start to exit, as a share of all parts.
    pub linearity: u32,
    /// Passable cells more than three steps from every trap and resident, as a share of all passable cells.
    pub leniency: u32,
    /// Cells that are passable exactly if their counterpart is, as a share of all cells; the best of three symmetries:
    /// mirrored left to right, mirrored top to bottom, turned by half.
    pub symmetry: u32,
}

/// Measures a level. Takes time in proportion to its area.
pub fn measure(level: &Level) -> Measures {
    let passable = level.tiles.map(|tile| tile.is_passable());
    let cells = passable.cells().iter().filter(|&&passable| passable).count();
    let walk = BracketMap::on(&level.tiles);
    let from_start = walk.steps_from(level.start);
    let end = farthest(&from_start);
    let diameter = walk.steps_from(end).cells().iter().copied().filter(|&s| s != u32::MAX).max();

    let graph = LevelGraph::of(level);
    let nodes = graph.len();
    Measures {
        density: share(cells, level.tiles.area()),
        path: share(from_start[level.exit] as usize, diameter.unwrap_or(0) as usize),
        loops: graph.loops() as u32,
        dead_ends: graph.dead_ends() as u32,
        chokepoints: share(graph.articulation_points(), nodes),
        linearity: share(graph.shortest_path(), nodes),
        leniency: leniency(level, cells),
        symmetry: symmetry(&passable),
    }
}

/// The share of cells in which two sets of passable cells of the same size differ, in thousandths.
pub fn differing(a: &Bits, b: &Bits) -> u32 {
    let pairs = a.words().iter().zip(b.words());
    let differing: u32 = pairs.map(|(a, b)| (a ^ b).count_ones()).sum();
    share(differing as usize, (a.width() * a.height()) as usize)
}

/// `part` in thousandths of `whole`; 0 if that is 0.
pub(in crate::levelgen) fn share(part: usize, whole: usize) -> u32 {
    (part * 1000).checked_div(whole).unwrap_or(0) as u32
}

/// The reachable cell with the most steps; of several the first in reading order.
fn farthest(steps: &Grid<u32>) -> Pos {
    let reachable = steps.iter().filter(|&(_, &steps)| steps != u32::MAX);
    reachable
        .max_by_key(|&(pos, &steps)| (steps, std::cmp::Reverse(pos)))
        .map_or_else(Pos::default, |(pos, _)| pos)
}

fn leniency(level: &Level, cells: usize) -> u32 {
    let threats = level
        .things
        .iter()
        .filter(|thing| matches!(thing.kind, ThingKind::Trap | ThingKind::Actor))
        .map(Thing::pos);
    let near = BracketMap::on(&level.tiles).within(threats, 3);
    share(cells.saturating_sub(near), cells)
}

fn symmetry(passable: &Grid<bool>) -> u32 {
    let (right, bottom) = (passable.width() - 1, passable.height() - 1);
    let matching = |counterpart: &dyn Fn(Pos) -> Pos| {
        passable.iter().filter(|&(pos, &cell)| passable[counterpart(pos)] == cell).count()
    };
    let best = matching(&|pos| Pos::new(right - pos.x, pos.y))
        .max(matching(&|pos| Pos::new(pos.x, bottom - pos.y)))
        .max(matching(&|pos| Pos::new(right - pos.x, bottom - pos.y)));
    share(best, passable.area())
}
