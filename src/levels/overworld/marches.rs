//! The overworld and its dump.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use base::{Grid, Line, Pos, Seed, Tie};
use content::Depth;

/// The overworld of a seed. Serialised, it is the dump of `upkeeper gen marches --format json`:
/// keys and order are part of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marches {
    pub seed: Seed,
    /// Minimum distance between two sites, in cells.
    pub min_distance: i32,
    /// In reading order; the id of a site is its index.
    pub sites: Vec<Site>,
    /// The Delaunay triangulation of the sites: pairs of ids, lower first, in order.
    pub delaunay: Vec<(usize, usize)>,
    /// Some of these edges, in the same order.
    pub roads: Vec<Road>,
    /// The site nearest to the lower left corner.
    pub start: usize,
    /// The site farthest from there by road.
    pub goal: usize,
    /// The nearest site of every cell; of several equally near the one with the lowest id.
    pub regions: Grid<u16>,
    pub attempts: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Site {
    pub id: usize,
    pub x: i32,
    pub y: i32,
    /// The kind of level that is found there.
    pub kind: String,
    /// From 1 at the start to [`Depth::DEEPEST_CONTENT`] at the goal, by the length of the way.
    pub depth: Depth,
}

impl Site {
    const TOWN_KIND: &str = "town";

    /// Whether people live there rather than work.
    pub fn is_town(&self) -> bool {
        self.kind == Site::TOWN_KIND
    }

    /// The letter on maps of a kind of level, no two of which share one.
    pub fn letter(kind: &str) -> char {
        match kind {
            "crypt" => 'Y',
            "cloister" => 'O',
            other => other.chars().next().map_or('?', |first| first.to_ascii_uppercase()),
        }
    }

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
    /// The most sites that two digits of base 36 can tell apart.
    pub const MAX_SITES: i32 = 36 * 36;

    /// The cells of a road between its ends.
    pub fn road_cells(&self, road: Road) -> impl Iterator<Item = Pos> {
        let [from, to] = [road.a, road.b].map(|site| self.sites[site].pos());
        Line::new(from, to, Tie::NorthWest).filter(move |&pos| pos != to)
    }

    /// The regions as lines of two digits of base 36 a cell: the id of its site.
    pub fn rows(&self) -> Vec<String> {
        let digit = |number: u16| char::from_digit(u32::from(number % 36), 36).unwrap_or('?');
        let pair = |&site: &u16| [digit(site / 36), digit(site)];
        self.regions.rows().map(|row| row.iter().flat_map(pair).collect()).collect()
    }
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
