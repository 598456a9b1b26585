//! Measures of levels, for the expressive range of their kinds.

use crate::bracket_map::cells_within;
use crate::level::{Level, Thing, ThingKind};
use base::Bits;

pub(crate) mod graph;
pub(crate) mod plan;
use plan::{Plan, share};

/// Up to how many steps from a trap or a resident a cell is under threat.
const THREAT_STEPS: u8 = 3;

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
    let plan = Plan::of(level);
    Measures {
        density: plan.density(),
        path: plan.path(),
        loops: plan.loops(),
        dead_ends: plan.dead_ends(),
        chokepoints: plan.chokepoints(),
        linearity: plan.linearity(),
        leniency: leniency(level),
        symmetry: plan.symmetry(),
    }
}

/// The share of cells in which two sets of passable cells of the same size differ, in thousandths.
pub fn differing(a: &Bits, b: &Bits) -> u32 {
    let pairs = a.words().iter().zip(b.words());
    let differing: u32 = pairs.map(|(a, b)| (a ^ b).count_ones()).sum();
    share(differing as usize, (a.width() * a.height()) as usize)
}

/// See [`Measures`].
pub fn leniency(level: &Level) -> u32 {
    let is_threat = |thing: &&Thing| matches!(thing.kind, ThingKind::Trap | ThingKind::Actor);
    let threats = level.things.iter().filter(is_threat).map(Thing::pos);
    let cells = level.passable().count();
    share(cells.saturating_sub(cells_within(level, threats, THREAT_STEPS)), cells)
}
