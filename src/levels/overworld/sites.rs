//! The sites of the overworld, the land around each, and the roads between them.

use crate::algo::graph::{distances, graph, spanning_tree};
use crate::overworld::marches::{Marches, Road};
use base::{Bits, Grid, Pos, Rect, Stream};
use content::{Depth, MarchesRules};

/// Number of points that are drawn around a site before it is closed.
const DRAWS_PER_SITE: u32 = 12;

/// Random sites with at least `r` cells between any two, so many that every cell has a site nearer
/// than `r`; in reading order.
///
/// Bridson, "Fast Poisson disk sampling in arbitrary dimensions" (2007), on whole cells. Cells that
/// are still free at the end are filled in random order, which makes the sampling maximal.
pub(crate) fn scatter((width, height): (i32, i32), r: i32, stream: &mut Stream) -> Vec<Pos> {
    let bounds = Rect::new(0, 0, width, height);
    let disc = disc(r);
    // Cells nearer than r to a site.
    let mut taken = Bits::new(width, height);
    let mut sites = Vec::new();
    let mut settle = |pos: Pos, taken: &mut Bits| {
        stamp(&disc, pos, bounds, |cell, _| {
            taken.insert(cell);
        });
        sites.push(pos);
    };
    let first = Pos::new(stream.range(0, width - 1), stream.range(0, height - 1));
    settle(first, &mut taken);
    let mut growing = vec![first];
    while !growing.is_empty() {
        let place = stream.below(growing.len() as u32) as usize;
        let from = growing[place];
        let found = (0..DRAWS_PER_SITE)
            .map(|_| from + beside(r, stream))
            .find(|&pos| bounds.contains(pos) && !taken.contains(pos));
        match found {
            Some(pos) => {
                settle(pos, &mut taken);
                growing.push(pos);
            }
            None => {
                growing.swap_remove(place);
            }
        }
    }
    let mut left: Vec<Pos> = bounds.positions().filter(|&pos| !taken.contains(pos)).collect();
    stream.shuffle(&mut left);
    for pos in left {
        if !taken.contains(pos) {
            settle(pos, &mut taken);
        }
    }
    sites.sort_unstable();
    sites
}

/// A uniformly random offset of `r` to under `2 * r` cells.
fn beside(r: i32, stream: &mut Stream) -> Pos {
    let reach = 2 * r - 1;
    loop {
        let offset = Pos::new(stream.range(-reach, reach), stream.range(-reach, reach));
        let squared = offset.x * offset.x + offset.y * offset.y;
        if (r * r..4 * r * r).contains(&squared) {
            return offset;
        }
    }
}

/// The kind of every site: start and goal as the rules say, then the minimum number of each kind on
/// random sites, and the others by weight.
pub(crate) fn kinds(
    rules: &MarchesRules,
    count: usize,
    [start, goal]: [usize; 2],
    stream: &mut Stream,
) -> Vec<String> {
    let mut kinds = vec![String::new(); count];
    kinds[start].clone_from(&rules.start);
    kinds[goal].clone_from(&rules.goal);
    let mut free: Vec<usize> = (0..count).filter(|&id| id != start && id != goal).collect();
    stream.shuffle(&mut free);
    for kind in &rules.kinds {
        let given = [start, goal].into_iter().filter(|&id| kinds[id] == kind.name).count() as u32;
        for _ in given..kind.min {
            if let Some(id) = free.pop() {
                kinds[id].clone_from(&kind.name);
            }
        }
    }
    for id in free {
        let drawn = stream.weighted(rules.kinds.iter().map(|kind| kind.weight));
        if let Some(place) = drawn {
            kinds[id].clone_from(&rules.kinds[place].name);
        }
    }
    kinds
}

/// Which sites are joined to which by a road, and the two whose kinds are never changed.
pub(crate) struct TownNeighbours<'a> {
    town: &'a str,
    start: usize,
    goal: usize,
    /// The sites that a road leads to, by site.
    beside: Vec<Vec<usize>>,
}

impl<'a> TownNeighbours<'a> {
    pub(crate) fn new(
        town: &'a str,
        [start, goal]: [usize; 2],
        count: usize,
        roads: &[Road],
    ) -> TownNeighbours<'a> {
        let mut beside = vec![Vec::new(); count];
        for road in roads {
            beside[road.a].push(road.b);
            beside[road.b].push(road.a);
        }
        TownNeighbours { town, start, goal, beside }
    }

    /// Whether a road leads from a site to a town other than one.
    fn is_town_beside(&self, kinds: &[String], at: usize, but: usize) -> bool {
        self.beside[at].iter().any(|&other| other != but && kinds[other] == self.town)
    }

    /// The workplaces to which a town can move without another beside it.
    fn free_places(&self, kinds: &[String], from: usize) -> Vec<usize> {
        let others = (0..kinds.len())
            .filter(|&at| at != self.start && at != self.goal && kinds[at] != self.town);
        others.filter(|&at| !self.is_town_beside(kinds, at, from)).collect()
    }

    /// Swaps kinds so that no two towns are joined by a road, as far as there are other places for
    /// them: whoever sets out from one has work before them. Each town with another beside it, in
    /// the order of ids, changes kinds with a random workplace that has no town beside, if there is
    /// one.
    pub(crate) fn keep_towns_apart(&self, kinds: &mut [String], stream: &mut Stream) {
        for id in 0..kinds.len() {
            let is_fixed = id == self.start || id == self.goal;
            if is_fixed || kinds[id] != self.town || !self.is_town_beside(kinds, id, id) {
                continue;
            }
            if let Some(&to) = stream.pick(&self.free_places(kinds, id)) {
                kinds.swap(id, to);
            }
        }
    }

    /// Swaps kinds so that there is a town within each range of depths, as far as there are places
    /// and towns for it. One comes from where there is no range, or from a range with several.
    pub(crate) fn have_towns_within(
        &self,
        ranges: &[(u8, u8)],
        kinds: &mut [String],
        depths: &[Depth],
        stream: &mut Stream,
    ) {
        let is_within = |id: usize, (low, high): (u8, u8)| (low..=high).contains(&depths[id].0);
        let is_moved = |id: usize| id != self.start && id != self.goal;
        for &range in ranges {
            let towns: Vec<usize> =
                (0..kinds.len()).filter(|&id| is_moved(id) && kinds[id] == self.town).collect();
            let count_in = |range| towns.iter().filter(|&&id| is_within(id, range)).count();
            if count_in(range) > 0 {
                continue;
            }
            let is_spare = |&id: &usize| {
                let own = ranges.iter().find(|&&range| is_within(id, range));
                own.is_none_or(|&own| count_in(own) > 1)
            };
            let spare: Vec<usize> = towns.iter().copied().filter(is_spare).collect();
            let Some(&from) = stream.pick(&spare) else { continue };
            let mut free = self.free_places(kinds, from);
            free.retain(|&id| is_within(id, range));
            if let Some(&to) = stream.pick(&free) {
                kinds.swap(from, to);
            }
        }
    }
}

/// The rows of a disc of cells nearer than `r` to its centre: for each row how far it extends to
/// both sides.
pub(crate) fn disc(r: i32) -> Vec<(i32, i32)> {
    (1 - r..r)
        .map(|dy| {
            let reach = (0..r).take_while(|dx| dx * dx + dy * dy < r * r).last().unwrap_or(0);
            (dy, reach)
        })
        .collect()
}

/// Calls a function for every cell of a disc that lies within bounds, with its squared distance
/// from the centre.
fn stamp(disc: &[(i32, i32)], middle: Pos, bounds: Rect, mut each: impl FnMut(Pos, i32)) {
    for &(dy, reach) in disc {
        let y = middle.y + dy;
        if y < bounds.y || y >= bounds.bottom() {
            continue;
        }
        let (first, last) =
            ((middle.x - reach).max(bounds.x), (middle.x + reach).min(bounds.right() - 1));
        for x in first..=last {
            let dx = x - middle.x;
            each(Pos::new(x, y), dx * dx + dy * dy);
        }
    }
}

/// The nearest site of every cell, the lowest id of several: the sites' Voronoi cells. Every cell
/// has a site nearer than `r`, so each site claims cells within `r` only.
pub(crate) fn regions((width, height): (i32, i32), sites: &[Pos], r: i32) -> Grid<u16> {
    let disc = disc(r);
    let mut nearest = Grid::filled(width, height, (i32::MAX, 0));
    for (id, &site) in sites.iter().enumerate() {
        stamp(&disc, site, Rect::new(0, 0, width, height), |pos, squared| {
            if squared < nearest[pos].0 {
                nearest[pos] = (squared, id as u16);
            }
        });
    }
    nearest.map(|&(_, site)| site)
}

impl Marches {
    /// A number for every site, so that regions that touch along a side have different ones. There
    /// are seldom more than four.
    ///
    /// Matula and Beck, "Smallest-last ordering and clustering and graph coloring algorithms"
    /// (1983): six are enough for a planar graph.
    pub fn colours(&self) -> Vec<u8> {
        let beside = self.beside();
        let mut degree: Vec<usize> = beside.iter().map(Vec::len).collect();
        let mut queue: std::collections::BTreeSet<(usize, usize)> =
            degree.iter().copied().enumerate().map(|(id, degree)| (degree, id)).collect();
        let mut order = Vec::with_capacity(beside.len());
        let mut is_taken = vec![false; beside.len()];
        while let Some((_, id)) = queue.pop_first() {
            is_taken[id] = true;
            order.push(id);
            for &other in beside[id].iter().filter(|&&other| !is_taken[other]) {
                queue.remove(&(degree[other], other));
                degree[other] -= 1;
                queue.insert((degree[other], other));
            }
        }
        let mut colours: Vec<Option<u8>> = vec![None; beside.len()];
        for id in order.into_iter().rev() {
            let is_free = |colour: &u8| beside[id].iter().all(|&it| colours[it] != Some(*colour));
            colours[id] = (0..u8::MAX).find(is_free);
        }
        colours.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// For every site those whose regions touch its own along a side, in order.
    fn beside(&self) -> Vec<Vec<usize>> {
        let mut beside = vec![Vec::new(); self.sites.len()];
        for (pos, &here) in self.regions.iter() {
            for next in [Pos::new(1, 0), Pos::new(0, 1)] {
                if let Some(&there) = self.regions.get(pos + next)
                    && there != here
                {
                    beside[usize::from(here)].push(usize::from(there));
                    beside[usize::from(there)].push(usize::from(here));
                }
            }
        }
        for ids in &mut beside {
            ids.sort_unstable();
            ids.dedup();
        }
        beside
    }
}

/// The spanning tree of the edges, and `percent` of the other edges at random: those no longer than
/// twice the minimum distance first, because longer roads look out of place on a map.
pub(crate) fn choose_roads(
    sites: &[Pos],
    edges: &[(usize, usize)],
    min_distance: i32,
    percent: i32,
    stream: &mut Stream,
) -> Vec<Road> {
    let mut chosen = spanning_tree(sites, edges);
    let mut tree = chosen.clone();
    tree.sort_unstable();
    let mut rest: Vec<(usize, usize)> =
        edges.iter().copied().filter(|edge| tree.binary_search(edge).is_err()).collect();
    let share = rest.len() * percent as usize / 100;
    stream.shuffle(&mut rest);
    let far = i64::from(2 * min_distance) * i64::from(2 * min_distance);
    rest.sort_by_key(|&(a, b)| sites[a].squared(sites[b]) > far);
    chosen.extend(rest.into_iter().take(share));
    chosen.sort_unstable();
    chosen
        .into_iter()
        .map(|(a, b)| Road { a, b, length: length(sites[a].squared(sites[b])) })
        .collect()
}

/// The square root, rounded up.
fn length(squared: i64) -> u32 {
    let root = squared.isqrt();
    (root + i64::from(root * root < squared)) as u32
}

/// The distance by road from a site to every other, in cells.
pub(crate) fn road_distances(count: usize, roads: &[Road], from: usize) -> Vec<u32> {
    distances(&graph(count, roads.iter().map(|road| (road.a, road.b, road.length))), from)
}

impl Marches {
    /// The lengths of the shortest ways by road from a site to every site, in cells.
    pub fn road_lengths(&self, from: usize) -> Vec<u32> {
        road_distances(self.sites.len(), &self.roads, from)
    }
}
