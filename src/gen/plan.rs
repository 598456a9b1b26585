use super::carve::cave::Cave;
use super::carve::super_tiles::SuperTiles;
use super::detail::{Detail, Stage};
use super::furnish::site::Site;
use super::level::rows;
use super::request::Order;
use super::{Level, Thing, Tile};
use crate::base::{Grid, Pos, Stream};
use crate::content::{Catalog, Holding};

/// A level in the making: what the passes work on.
pub(super) struct Plan<'a> {
    pub order: &'a Order<'a>,
    pub catalog: &'a Catalog,
    /// Drawn from by every pass of this attempt, and by nothing else.
    pub stream: Stream,
    pub tiles: Grid<Tile>,
    pub start: Pos,
    pub exit: Pos,
    pub ground: Ground,
    /// Where features ask for something: see [`Holding`].
    pub wishes: Vec<(Holding, Pos)>,
    pub things: Vec<Thing>,
    /// Where things may stand; made by the first furnishing pass.
    pub site: Option<Box<Site>>,
    /// The terrain after each pass that kept it, if the stages were asked for.
    pub stages: Vec<Stage>,
    attempt: u32,
}

/// What the terrain is carved from.
pub(super) enum Ground {
    Blank,
    SuperTiles(SuperTiles),
    Cave(Cave),
}

/// Why an attempt ends without a level.
pub(super) enum Stop {
    /// This one went wrong; another may not.
    Retry(&'static str),
    /// The recipe calls this pass before the one whose work it needs.
    Recipe(&'static str),
}

impl<'a> Plan<'a> {
    /// Solid rock, and the stream of this attempt.
    pub fn new(order: &'a Order<'a>, catalog: &'a Catalog, attempt: u32) -> Plan<'a> {
        let purpose = format!("level {}", order.kind.name);
        let place = [u64::from(order.depth), u64::from(attempt)];
        Plan {
            order,
            catalog,
            stream: Stream::new(order.seed.0, &purpose, &place),
            tiles: Grid::filled(order.width, order.height, Tile::Wall),
            start: Pos::default(),
            exit: Pos::default(),
            ground: Ground::Blank,
            wishes: Vec::new(),
            things: Vec::new(),
            site: None,
            stages: Vec::new(),
            attempt,
        }
    }

    /// The value of a setting; the catalog has made sure that the recipe has what its passes need.
    pub fn setting(&self, name: &'static str) -> Result<i32, Stop> {
        self.order
            .settings
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, value)| value)
            .ok_or(Stop::Recipe(name))
    }

    pub fn super_tiles(&mut self, pass: &'static str) -> Result<&mut SuperTiles, Stop> {
        match &mut self.ground {
            Ground::SuperTiles(tiles) => Ok(tiles),
            _ => Err(Stop::Recipe(pass)),
        }
    }

    pub fn cave(&mut self, pass: &'static str) -> Result<&mut Cave, Stop> {
        match &mut self.ground {
            Ground::Cave(cave) => Ok(cave),
            _ => Err(Stop::Recipe(pass)),
        }
    }

    /// Keeps the terrain as it is now, if the stages in between were asked for.
    pub fn keep_stage(&mut self, pass: &'static str) {
        if self.order.trace {
            self.stages.push(Stage { pass, rows: rows(&self.tiles) });
        }
    }

    pub fn into_level(self) -> Level {
        let trace = self.order.trace;
        Level {
            kind: self.order.kind.name.clone(),
            seed: self.order.seed,
            depth: self.order.depth,
            tiles: self.tiles,
            start: self.start,
            exit: self.exit,
            rooms: Vec::new(),
            links: Vec::new(),
            things: self.things,
            certificate: None,
            attempts: self.attempt,
            detail: match self.ground {
                Ground::Blank => Detail::Blank {},
                Ground::SuperTiles(tiles) => {
                    Detail::Vault(tiles.into_detail(trace.then_some(self.stages)))
                }
                Ground::Cave(cave) => Detail::Cavern(cave.into_detail(trace)),
            },
        }
    }
}
