//! Armed traps, in the open and in pockets: parts of the floor with two ways in and a trap in each.
//!
//! Neither trap of a pocket alone separates anything from the rest, but both together close it. So
//! the player must do the work inside first, and arm the last trap from outside.

use crate::algo::dfs_tree::{DfsTree, Enclosed};
use crate::algo::regions::corridor_cells;
use crate::draft::LevelDraft;
use crate::level::{Thing, ThingKind};
use base::Pos;
use content::{Count, Holding};

/// Maximum number of pockets from one search: their independence is decided by the rank of vectors
/// of 64 bits, so it must stay well below 64.
const MAX_POCKETS_PER_SEARCH: usize = 48;

/// Places traps by depth and weight: at the ends of pockets, where the ways round a loop meet,
/// where features request them, and in the open. No trap alone blocks the only way to anything.
pub(crate) fn traps(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let quiet = draft.spec.kind.furnishing.quiet;
    let mut loops = draft.far_ends_of_loops();
    loops.retain(|&pos| draft.placement().steps_to(pos) > quiet);
    // The far ends of loops are found before anything else is placed: later, blocking them may
    // disconnect cells.
    let count = draft.spec.kind.furnishing.traps.on(cells, depth) as usize;
    let mut laid = 0;
    if let Some(pockets) = draft.spec.kind.furnishing.pockets {
        let wanted = (pockets.count.on(cells, depth) as usize).min(count / 2);
        laid +=
            2 * lay_in_pockets(draft, pockets.cells, wanted, Count::area_factor(cells) as usize);
    }
    for pos in loops {
        if laid * 2 < count && draft.is_still_free(pos) {
            place_trap(draft, pos);
            laid += 1;
        }
    }
    while laid < count {
        let found = draft.find_requested(Holding::Trap).or_else(|| {
            draft.find(|map, pos| map.steps_to(pos) > quiet && !map.is_crowded(pos, 2))
        });
        let Some(pos) = found else {
            break;
        };
        place_trap(draft, pos);
        laid += 1;
    }
}

/// Places traps at both ends of up to `wanted` pockets, and returns the number of pockets. A search
/// finds up to `per_search` of them, which grows with the area, so that the number of searches does
/// not.
fn lay_in_pockets(
    draft: &mut LevelDraft<'_>,
    cells: (u32, u32),
    wanted: usize,
    per_search: usize,
) -> usize {
    let per_search = per_search.min(MAX_POCKETS_PER_SEARCH);
    let mut count = 0;
    for tried in (0..wanted).step_by(per_search) {
        for ends in draft.find_pockets(cells, per_search.min(wanted - tried)) {
            if ends.iter().all(|&end| draft.is_still_free(end)) {
                for end in ends {
                    place_trap(draft, end);
                }
                count += 1;
            }
        }
    }
    count
}

fn place_trap(draft: &mut LevelDraft<'_>, pos: Pos) {
    if let Some(kind) = draft.draw_trap() {
        draft.place_thing(ThingKind::Trap, &kind.name, kind.tier, pos);
    }
}

/// Number of cells that are tried as the first end, for each pocket that is wanted.
const TRIED_ENDS_PER_POCKET: usize = 8;

/// Two passage cells that together separate other cells from the rest.
struct Pocket {
    ends: [Pos; 2],
    enclosed: Enclosed,
}

impl LevelDraft<'_> {
    /// The two ends of up to `max_count` pockets of `min_cells` to `max_cells` cells, the ends not
    /// counted, from a single search. All of them may be closed at once: they do not overlap, and
    /// together they separate only what they enclose.
    ///
    /// The ends of two pockets may be adjacent, and then not both get a trap: the caller must check
    /// each before placing it.
    pub(crate) fn find_pockets(
        &mut self,
        (min_cells, max_cells): (u32, u32),
        max_count: usize,
    ) -> Vec<[Pos; 2]> {
        let quiet = self.spec.kind.furnishing.quiet;
        let passages = corridor_cells(&self.placement().free.open);
        let ends = self.shuffled(|map, pos| passages.contains(pos) && map.steps_to(pos) > quiet);
        let Some(map) = &self.placement else { return Vec::new() };
        let tree = DfsTree::of(&map.free.open, self.start);
        let outside = self.cells_outside_pockets(&tree);
        let is_free = |end: &&(u64, Pos)| map.free.is_free(&self.tiles, end.1);
        let ends: Vec<(u64, Pos)> =
            ends.into_iter().map(|pos| (tree.cycle_hash(pos), pos)).collect();
        let mut shut_cycles = XorBasis::default();
        let mut pockets: Vec<Pocket> = Vec::new();
        // A search for one pocket asks for the ends with a hash a few times: too seldom to sort
        // them.
        let mut by_cycles = ends.clone();
        let is_sorted = max_count > 1;
        if is_sorted {
            by_cycles.sort_unstable();
        }
        let tried = ends.iter().filter(is_free).take(TRIED_ENDS_PER_POCKET * max_count);
        for &(cycles, one) in tried {
            if pockets.len() == max_count {
                break;
            }
            if !shut_cycles.is_independent(cycles) {
                continue;
            }
            let range = if is_sorted {
                let first = by_cycles.partition_point(|&(other, _)| other < cycles);
                first..first + by_cycles[first..].partition_point(|&(other, _)| other == cycles)
            } else {
                0..by_cycles.len()
            };
            let alike = by_cycles[range].iter().filter(|&&(other, _)| other == cycles);
            let alike = alike.filter(is_free);
            let behind = alike.filter_map(|&(_, other)| {
                let enclosed = tree.between(one, other)?;
                let fits = (min_cells..=max_cells).contains(&enclosed.size)
                    && one.steps_to(other) > 2
                    && !outside.meets(&enclosed);
                let pocket = Pocket { ends: [one, other], enclosed };
                (fits && !pockets.iter().any(|before| pocket.overlaps(before, &tree)))
                    .then_some(pocket)
            });
            if let Some(pocket) = behind.max_by_key(|it| (it.enclosed.size, it.ends[1])) {
                shut_cycles.insert(cycles);
                pockets.push(pocket);
            }
        }
        pockets.into_iter().map(|pocket| pocket.ends).collect()
    }

    /// The cells that must stay outside of all pockets: those beside the exit, closets, chutes and
    /// wells.
    fn cells_outside_pockets(&self, tree: &DfsTree) -> CellNumbers {
        let is_service = |thing: &&Thing| {
            matches!(thing.kind, ThingKind::Closet | ThingKind::Chute | ThingKind::Well)
        };
        let services = self.things.iter().filter(is_service).map(Thing::pos);
        let beside = services.chain([self.exit]).flat_map(Pos::cardinals);
        let mut numbers: Vec<u32> = beside.filter_map(|pos| tree.number_of(pos)).collect();
        numbers.sort_unstable();
        CellNumbers(numbers)
    }
}

impl Pocket {
    /// Whether two pockets have a cell in common, ends included. Only the ends lead into a pocket,
    /// so it suffices to look for the ends of each in the other.
    fn overlaps(&self, other: &Pocket, tree: &DfsTree) -> bool {
        let lies_in = |end: &Pos, pocket: &Pocket| {
            pocket.ends.contains(end)
                || tree.number_of(*end).is_some_and(|number| pocket.enclosed.contains(number))
        };
        self.ends.iter().any(|end| lies_in(end, other))
            || other.ends.iter().any(|end| lies_in(end, self))
    }
}

/// Numbers of cells in a search tree, ascending.
struct CellNumbers(Vec<u32>);

impl CellNumbers {
    /// Whether any of the cells is enclosed.
    fn meets(&self, enclosed: &Enclosed) -> bool {
        enclosed.numbers().into_iter().any(|range| {
            let first = self.0.partition_point(|&number| number < range.start);
            self.0.get(first).is_some_and(|&number| number < range.end)
        })
    }
}

/// A basis of bit vectors under exclusive or: no vector is the exclusive or of others.
#[derive(Default)]
struct XorBasis(Vec<u64>);

impl XorBasis {
    /// A vector reduced by the basis; 0 if it is the exclusive or of vectors of the basis.
    fn reduced(&self, vector: u64) -> u64 {
        self.0.iter().fold(vector, |left, &row| left.min(left ^ row))
    }

    fn is_independent(&self, vector: u64) -> bool {
        self.reduced(vector) != 0
    }

    fn insert(&mut self, vector: u64) {
        self.0.push(self.reduced(vector));
    }
}

#[cfg(test)]
mod tests {
    use super::XorBasis;

    #[test]
    fn sums_of_vectors_in_the_basis_are_dependent() {
        let mut basis = XorBasis::default();
        for vector in [0b1100, 0b0110, 0b1111] {
            assert!(basis.is_independent(vector));
            basis.insert(vector);
        }
        for vector in [0, 0b1010, 0b0011, 0b0101, 0b1001] {
            assert!(!basis.is_independent(vector), "{vector:b}");
        }
        assert!(basis.is_independent(0b0001));
    }
}
