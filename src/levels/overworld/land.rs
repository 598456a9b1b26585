//! The land around each site.

use crate::overworld::marches::Marches;
use base::{Grid, Pos, Rect};

/// The rows of a disc of cells nearer than `r` to its centre: for each row how far it extends to both sides.
pub(crate) fn disc(r: i32) -> Vec<(i32, i32)> {
    (1 - r..r)
        .map(|dy| {
            let reach = (0..r).take_while(|dx| dx * dx + dy * dy < r * r).last().unwrap_or(0);
            (dy, reach)
        })
        .collect()
}

/// Calls a function for every cell of a disc that lies within bounds, with its squared distance from the centre.
pub(crate) fn stamp(
    disc: &[(i32, i32)],
    middle: Pos,
    bounds: Rect,
    mut each: impl FnMut(Pos, i32),
) {
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

/// The nearest site of every cell, the lowest id of several: the sites' Voronoi cells. Every cell has a site nearer than `r`,
/// so each site claims cells within `r` only.
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
    /// Matula and Beck, "Smallest-last ordering and clustering and graph coloring algorithms" (1983):
    /// six are enough for a planar graph.
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
