//! The overworld: sites, the roads that join them, and the land around each. It is a map, not a level:
//! nobody walks on its cells.

mod land;
mod measure;
mod roads;
mod sites;

pub use measure::{MarchesMeasures, measure_marches};

use std::collections::BTreeMap;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::base::{Grid, Pos, Purpose, Seed, Stream};
use crate::content::{Catalog, Depth, MarchesRules};
use crate::levelgen::algo::delaunay::triangulate;
use crate::levelgen::error::{GenError, nearest};
use crate::levelgen::request::Request;

/// The overworld of a seed. Serialised, it is the dump of `upkeeper gen marches --format json`: keys
/// and order are part of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marches {
    pub seed: Seed,
    /// No two sites are nearer to each other, in cells.
    pub min_distance: i32,
    /// In reading order; the id of a site is its place.
    pub sites: Vec<Site>,
    /// The Delaunay triangulation of the sites: pairs of ids, lower first, in order.
    pub delaunay: Vec<(usize, usize)>,
    /// Some of its edges, in their order.
    pub roads: Vec<Road>,
    /// The site nearest to the lower left corner.
    pub start: usize,
    /// The site farthest from there by road.
    pub goal: usize,
    /// The nearest site of every cell; of several equally near the one with the lowest id.
    pub regions: Grid<u16>,
    pub attempts: u32,
}

/// A place to go to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Site {
    pub id: usize,
    pub x: i32,
    pub y: i32,
    /// The kind of level that is found there.
    pub kind: String,
    /// From 1 at the start to [`Marches::DEEPEST`] at the goal, by the length of the way.
    pub depth: Depth,
}

impl Site {
    pub fn pos(&self) -> Pos {
        Pos::new(self.x, self.y)
    }
}

/// A road between two sites, the lower id first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Road {
    pub a: usize,
    pub b: usize,
    /// In cells as the crow flies, rounded up.
    pub length: u32,
}

impl Marches {
    /// The name and number of the dump's format.
    pub const SCHEMA: &str = "upkeeper.marches/1";
    /// The depth of the goal.
    pub const DEEPEST: Depth = Depth(10);
    /// The most sites that two digits of base 36 can tell apart.
    pub const MAX_SITES: i32 = 36 * 36;

    /// The regions as lines of two digits of base 36 a cell: the id of its site.
    pub fn rows(&self) -> Vec<String> {
        let digit = |number: u16| char::from_digit(u32::from(number % 36), 36).unwrap_or('?');
        let pair = |&site: &u16| [digit(site / 36), digit(site)];
        self.regions.rows().map(|row| row.iter().flat_map(pair).collect()).collect()
    }

    /// The settings of a map of this size: name, meaning, least, most, and what it is if not said.
    pub fn settings(rules: &MarchesRules, size: (i32, i32)) -> [MarchesSetting; 2] {
        let (low, high) = distances(size);
        [
            MarchesSetting {
                name: "min_distance",
                about: "least distance between two sites, in cells",
                low,
                high,
                default: rules.min_distance.clamp(low, high),
            },
            MarchesSetting {
                name: "loop_percent",
                about: "edges beyond the spanning tree that become roads, in percent",
                low: 0,
                high: 100,
                default: rules.loop_percent,
            },
        ]
    }
}

/// A number that can be set for a single map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarchesSetting {
    pub name: &'static str,
    pub about: &'static str,
    pub low: i32,
    pub high: i32,
    pub default: i32,
}

/// The least distance with which there are never more than [`Marches::MOST_SITES`] sites, and the greatest
/// with which there are always [`MarchesRules::SURE`].
///
/// Discs of half the distance round the sites never overlap and at best fill 90.7 % of the plane (Thue's
/// theorem), so `n` sites need `n·r²·√3/2` of the area and a margin of `r/2` around it. And as no cell is
/// as far as `r` from every site, discs of radius `r + 1` cover it all.
fn distances((width, height): (i32, i32)) -> (i32, i32) {
    let (width, height) = (i64::from(width), i64::from(height));
    let is_few =
        |r: &i64| 1155 * (width + r) * (height + r) <= 1000 * i64::from(Marches::MAX_SITES) * r * r;
    let low = (2..=1024).find(is_few).unwrap_or(2);
    // 12 discs at the least: more than 11 times π.
    let is_many = |r: &i64| 35 * (r + 1) * (r + 1) <= width * height;
    let high = (2..=1024).take_while(is_many).last().unwrap_or(2);
    (low as i32, high as i32)
}

/// The overworld that a request asks for.
///
/// # Errors
/// Refuses what is impossible before any work; nothing else can go wrong.
pub fn generate_marches(request: &Request, catalog: &Catalog) -> Result<Marches, GenError> {
    let (size, [min_distance, loop_percent]) = check_marches(request, catalog)?;
    let rules = &catalog.marches;
    let deepest = u32::from(Marches::DEEPEST.below_first());
    let mut stream = Stream::new(request.seed, Purpose::new("marches"), ());
    let places = sites::scatter(size, min_distance, &mut stream);
    let delaunay = triangulate(&places);
    let roads = roads::choose(&places, &delaunay, min_distance, loop_percent, &mut stream);
    let corner = Pos::new(0, size.1 - 1);
    let start = (0..places.len()).min_by_key(|&id| (places[id].squared(corner), id)).unwrap_or(0);
    let far = roads::distances(places.len(), &roads, start);
    let goal = (0..places.len()).rev().max_by_key(|&id| far[id]).unwrap_or(0);
    let kinds = sites::kinds(rules, places.len(), [start, goal], &mut stream);
    let site = |(id, (pos, kind)): (usize, (&Pos, String))| Site {
        id,
        x: pos.x,
        y: pos.y,
        kind,
        depth: Depth::FIRST.deeper((deepest * far[id] / far[goal].max(1)) as u8),
    };
    Ok(Marches {
        seed: request.seed,
        min_distance,
        sites: places.iter().zip(kinds).enumerate().map(site).collect(),
        delaunay,
        roads,
        start,
        goal,
        regions: land::regions(size, &places, min_distance),
        attempts: 1,
    })
}

/// Refuses a map that cannot be made, without doing any of the work; else its size and settings.
pub fn check_marches(
    request: &Request,
    catalog: &Catalog,
) -> Result<((i32, i32), [i32; 2]), GenError> {
    let rules = &catalog.marches;
    let kind = || rules.name.clone();
    let (min_width, min_height) = rules.least;
    let width = request.width.unwrap_or(rules.usual.0);
    let height = request.height.unwrap_or(rules.usual.1);
    let max = Request::LARGEST;
    if !(min_width..=max).contains(&width) || !(min_height..=max).contains(&height) {
        return Err(GenError::Size { kind: kind(), width, height, min_width, min_height, max });
    }
    if request.depth != Depth::FIRST {
        return Err(GenError::Depth { depth: request.depth, max: Depth::FIRST });
    }
    let known = Marches::settings(rules, (width, height));
    let mut values = known.map(|setting| setting.default);
    let given: &BTreeMap<String, i32> = &request.settings;
    for (name, &value) in given {
        let Some(place) = known.iter().position(|setting| setting.name == name) else {
            let known: Vec<String> = known.iter().map(|known| known.name.to_owned()).collect();
            let nearest = nearest(name, &known);
            return Err(GenError::UnknownSetting {
                kind: kind(),
                setting: name.clone(),
                nearest,
                known,
            });
        };
        let MarchesSetting { low, high, .. } = known[place];
        if !(low..=high).contains(&value) {
            let setting = name.clone();
            return Err(GenError::SettingRange { kind: kind(), setting, value, low, high });
        }
        values[place] = value;
    }
    Ok(((width, height), values))
}

impl Serialize for Marches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Marches", 12)?;
        object.serialize_field("schema", Marches::SCHEMA)?;
        object.serialize_field("seed", &self.seed.to_string())?;
        object.serialize_field("width", &self.regions.width())?;
        object.serialize_field("height", &self.regions.height())?;
        object.serialize_field("min_distance", &self.min_distance)?;
        object.serialize_field("sites", &self.sites)?;
        object.serialize_field("delaunay", &self.delaunay)?;
        object.serialize_field("roads", &self.roads)?;
        object.serialize_field("start", &self.start)?;
        object.serialize_field("goal", &self.goal)?;
        object.serialize_field("regions", &self.rows())?;
        object.serialize_field("attempts", &self.attempts)?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::distances;

    #[test]
    fn distances_for_every_size() {
        for width in (30..=1024).step_by(7) {
            for height in (20..=1024).step_by(7) {
                let (low, high) = distances((width, height));
                assert!(low <= high, "{width}×{height}: {low} to {high}");
            }
        }
        assert_eq!(distances((80, 48)), (2, 9));
        assert_eq!(distances((1024, 1024)), (32, 172));
    }
}
