//! The overworld: sites, roads between them, and the land around each. It is a map and no level:
//! its cells are not walked on.

mod marches;
mod sites;

use crate::algo::delaunay::triangulate;
use crate::error::GenError;
use crate::measure::{LevelGraph, share};
use crate::overworld::sites::road_distances;
use crate::request::{Request, Setting, check_size, resolve_settings};
use base::{Pos, Purpose, Stream};
use content::{Catalog, Depth, MarchesRules};
use sites::TownNeighbours;

pub use marches::{Marches, Road, Site};

impl Marches {
    /// The settings of a map of this size, with their ranges and defaults.
    pub fn settings(rules: &MarchesRules, size: (i32, i32)) -> [Setting<'static>; 2] {
        let (low, high) = distance_bounds(size);
        [
            Setting {
                name: "min_distance",
                about: "least distance between two sites, in cells",
                low,
                high,
                default: rules.min_distance.clamp(low, high),
            },
            Setting {
                name: "loop_percent",
                about: "edges beyond the spanning tree that become roads, in percent",
                low: 0,
                high: 100,
                default: rules.loop_percent,
            },
        ]
    }
}

/// The least `min_distance` with which there are never more than [`Marches::MAX_SITES`] sites, and
/// the greatest with which there are always [`MarchesRules::GUARANTEED_SITES`].
///
/// Discs of half the distance round the sites never overlap and at best fill 90.7 % of the plane
/// (Thue's theorem), so `n` sites need `n·r²·√3/2` of the area and a margin of `r/2` around it. And
/// as no cell is as far as `r` from every site, discs of radius `r + 1` cover it all.
fn distance_bounds((width, height): (i32, i32)) -> (i32, i32) {
    let (width, height) = (i64::from(width), i64::from(height));
    let is_few =
        |r: &i64| 1155 * (width + r) * (height + r) <= 1000 * i64::from(Marches::MAX_SITES) * r * r;
    let low = (2..=1024).find(is_few).unwrap_or(2);
    // 12 discs at the least: more than 11 times π.
    let is_many = |r: &i64| 35 * (r + 1) * (r + 1) <= width * height;
    let high = (2..=1024).take_while(is_many).last().unwrap_or(2);
    (low as i32, high as i32)
}

pub fn generate_marches(request: &Request, catalog: &Catalog) -> Result<Marches, GenError> {
    let (size, [min_distance, loop_percent]) = check_marches(request, catalog)?;
    let rules = &catalog.marches;
    let deepest = u32::from(Depth::DEEPEST_CONTENT.below_first());
    let mut stream = Stream::new(request.seed, Purpose::new("marches"), ());
    let places = sites::scatter(size, min_distance, &mut stream);
    let delaunay = triangulate(&places);
    let roads = sites::choose_roads(&places, &delaunay, min_distance, loop_percent, &mut stream);
    let corner = Pos::new(0, size.1 - 1);
    let start = (0..places.len()).min_by_key(|&id| (places[id].squared(corner), id)).unwrap_or(0);
    let far = sites::road_distances(places.len(), &roads, start);
    let goal = (0..places.len()).rev().max_by_key(|&id| far[id]).unwrap_or(0);
    let ends = [start, goal];
    let mut kinds = sites::kinds(rules, places.len(), ends, &mut stream);
    let depth = |&own: &u32| Depth::FIRST.deeper((deepest * own / far[goal].max(1)) as u8);
    let depths: Vec<Depth> = far.iter().map(depth).collect();
    let towns = TownNeighbours::new(&rules.start, ends, places.len(), &roads);
    towns.keep_towns_apart(&mut kinds, &mut stream);
    towns.have_towns_within(&rules.towns_within, &mut kinds, &depths, &mut stream);
    let site = |(id, (pos, kind)): (usize, (&Pos, String))| Site {
        id,
        x: pos.x,
        y: pos.y,
        kind,
        depth: depths[id],
    };
    Ok(Marches {
        seed: request.seed,
        min_distance,
        sites: places.iter().zip(kinds).enumerate().map(site).collect(),
        delaunay,
        roads,
        start,
        goal,
        regions: sites::regions(size, &places, min_distance),
        attempts: 1,
    })
}

/// The size and settings of a request for an overworld.
pub fn check_marches(
    request: &Request,
    catalog: &Catalog,
) -> Result<((i32, i32), [i32; 2]), GenError> {
    let rules = &catalog.marches;
    let size = (request.width.unwrap_or(rules.usual.0), request.height.unwrap_or(rules.usual.1));
    check_size(&rules.name, size, rules.min)?;
    if request.depth != Depth::FIRST {
        return Err(GenError::Depth { depth: request.depth, max: Depth::FIRST });
    }
    let known = Marches::settings(rules, size);
    let values = resolve_settings(&rules.name, &known, &request.settings)?;
    Ok((size, [values[0], values[1]]))
}

/// Measures of an overworld. Shares are in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarchesMeasures {
    pub sites: u32,
    pub roads: u32,
    /// Number of roads that could be removed without disconnecting the map.
    pub loops: u32,
    /// Sites with a single road.
    pub dead_ends: u32,
    /// Articulation points, as a share of all sites.
    pub chokepoints: u32,
    /// From start to goal by road, in cells.
    pub distance: u32,
    /// The same as a share of the diameter, which is estimated by two searches for the farthest
    /// site and may fall slightly short.
    pub path: u32,
    /// Sites on the way from start to goal with the fewest roads, as a share of all sites.
    pub linearity: u32,
    /// The mean length of a road, in cells.
    pub length: u32,
}

pub fn measure_marches(marches: &Marches) -> MarchesMeasures {
    let count = marches.sites.len();
    let pairs = marches.roads.iter().map(|road| (road.a, road.b));
    let graph = LevelGraph::new(count, pairs, [marches.start, marches.goal]);
    let distance = road_distances(count, &marches.roads, marches.start)[marches.goal];
    let diameter =
        road_distances(count, &marches.roads, marches.goal).into_iter().max().unwrap_or(0);
    let total: u32 = marches.roads.iter().map(|road| road.length).sum();
    MarchesMeasures {
        sites: count as u32,
        roads: marches.roads.len() as u32,
        loops: graph.loops() as u32,
        dead_ends: graph.dead_ends() as u32,
        chokepoints: share(graph.articulation_points(), count),
        distance,
        path: share(distance as usize, diameter as usize),
        linearity: share(graph.shortest_path(), count),
        length: total / (marches.roads.len() as u32).max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::distance_bounds;

    #[test]
    fn distances_for_every_size() {
        for width in (30..=1024).step_by(7) {
            for height in (20..=1024).step_by(7) {
                let (low, high) = distance_bounds((width, height));
                assert!(low <= high, "{width}×{height}: {low} to {high}");
            }
        }
        assert_eq!(distance_bounds((80, 48)), (2, 9));
        assert_eq!(distance_bounds((1024, 1024)), (32, 172));
    }
}
