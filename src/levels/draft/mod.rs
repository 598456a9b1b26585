//! The draft of a level: what the passes of a recipe share.

pub(crate) mod dig;
pub(crate) mod placement_map;
mod placing;

use std::collections::{BTreeMap, VecDeque};

use crate::algo::bsp::Partition;
use crate::algo::locks::ProvenLocks;
use crate::detail::Detail;
use crate::detail::{Trace, TraceStage};
use crate::draft::placement_map::PlacementMap;
use crate::error::PassError;
use crate::level::rows;
use crate::level::{Level, LevelCertificate, Link, Room, Thing};
use crate::request::LevelSpec;
use crate::state::Cave;
use crate::state::Cycles;
use crate::state::Scatter;
use crate::state::SuperTiles;
use crate::state::Town;
use base::{Grid, Ordinal, Pos, Purpose, Stream};
use content::{Catalog, Holding, Pass};
use content::{Modules, Tile};

/// A level during its generation: the state that the passes work on.
///
/// A pass that others build on leaves its product in a field of its own, and what is needed to
/// check it in `detail`.
pub(crate) struct LevelDraft<'a> {
    pub spec: &'a LevelSpec<'a>,
    pub catalog: &'a Catalog,
    /// The random stream of this attempt, which all passes draw from.
    pub stream: Stream,
    pub tiles: Grid<Tile>,
    pub start: Pos,
    pub exit: Pos,
    /// The id of a room is its index here.
    pub rooms: Vec<Room>,
    pub links: Vec<Link>,
    pub super_tiles: Option<SuperTiles>,
    pub cave: Option<Cave>,
    pub partition: Option<Partition>,
    pub scatter: Option<Scatter>,
    pub cycles: Option<Cycles>,
    pub locked: Option<ProvenLocks>,
    pub town: Option<Town>,
    /// The cells where features request a thing, by the kind of thing, in the order of the
    /// features.
    pub feature_requests: BTreeMap<Holding, VecDeque<Pos>>,
    pub things: Vec<Thing>,
    /// Where things may be placed; made by the first furnishing pass.
    pub placement: Option<Box<PlacementMap>>,
    pub certificate: Option<LevelCertificate>,
    pub detail: Detail,
    /// The level after each pass that changed it, for a trace; empty without one.
    stages: Vec<TraceStage>,
    /// The number of this attempt, counted from 1.
    pub attempt: u32,
}

/// The purpose of a level's random stream; the key also has its kind, floor, depth and attempt.
const LEVEL: Purpose<'_> = Purpose::new("level");

impl<'a> LevelDraft<'a> {
    /// A draft of solid rock, with the stream of this attempt.
    pub(super) fn new(
        spec: &'a LevelSpec<'a>,
        catalog: &'a Catalog,
        attempt: u32,
    ) -> LevelDraft<'a> {
        let part = (spec.floor, spec.depth, Ordinal(attempt.into()));
        LevelDraft {
            spec,
            catalog,
            stream: Stream::new(spec.seed, LEVEL.of(&spec.kind.name), part),
            tiles: Grid::filled(spec.width, spec.height, Tile::Wall),
            start: Pos::default(),
            exit: Pos::default(),
            rooms: Vec::new(),
            links: Vec::new(),
            super_tiles: None,
            cave: None,
            partition: None,
            scatter: None,
            cycles: None,
            locked: None,
            town: None,
            feature_requests: BTreeMap::new(),
            things: Vec::new(),
            placement: None,
            certificate: None,
            detail: Detail::default(),
            stages: Vec::new(),
            attempt,
        }
    }

    /// The value of a setting. The catalog checks that a recipe has the settings that its passes
    /// need.
    pub(super) fn setting(&self, name: &'static str) -> Result<i32, PassError> {
        self.spec
            .settings
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, value)| value)
            .ok_or(PassError::NoSetting(name))
    }

    /// The cell where a shift begins; see [`Level::entrance`].
    pub(super) fn entrance(&self) -> Pos {
        self.detail.house.as_ref().map_or(self.start, |house| house.back_door)
    }

    /// Sets the cells of start and exit, and their tiles.
    pub(super) fn set_ends(&mut self, start: Pos, exit: Pos) {
        (self.start, self.exit) = (start, exit);
        self.tiles[start] = Tile::Start;
        self.tiles[exit] = Tile::Exit;
    }

    pub(super) fn modules(&self) -> Result<&'a Modules, PassError> {
        let name = &self.spec.kind.modules;
        self.catalog
            .modules
            .iter()
            .find(|set| set.file.name == *name)
            .ok_or(PassError::NothingToDraw("modules"))
    }

    /// Adds the level after a pass to the trace, if there is one and the level changed.
    pub(super) fn keep_stage(&mut self, pass: Pass) {
        if self.spec.trace {
            let (rows, things) = (rows(&self.tiles), self.things.len());
            if self.stages.last().is_none_or(|last| last.things != things || last.rows != rows) {
                self.stages.push(TraceStage { pass: pass.to_string(), rows, things });
            }
        }
    }

    /// Adds a step of a pass to the trace, if there is one, with terrain that is not yet the
    /// level's.
    pub(super) fn keep_step(&mut self, step: &str, rows: impl FnOnce() -> Vec<String>) {
        if self.spec.trace {
            let (pass, rows, things) = (step.to_owned(), rows(), self.things.len());
            self.stages.push(TraceStage { pass, rows, things });
        }
    }

    pub(super) fn into_level(mut self) -> Level {
        let modules = self.modules().ok();
        if let Some(mut tiles) = self.super_tiles {
            tiles.detail.connections = tiles.connections();
            self.detail.vault = Some(tiles.detail);
        }
        if let (Some(town), Some(modules)) = (self.town, modules) {
            self.detail.town = Some(town.detail(modules));
        }
        let mut trace = Trace { cave: None, stages: self.stages };
        if let Some(cave) = self.cave {
            self.detail.cavern = Some(cave.detail.clone());
            trace.cave = Some(cave.into_trace());
        }
        self.detail.trace = self.spec.trace.then_some(trace);
        if !self.rooms.is_empty() {
            let room_at = rooms_by_cell(&self.rooms, &self.tiles);
            self.things.iter_mut().for_each(|thing| thing.room = room_at[thing.pos()]);
        }
        Level {
            kind: self.spec.kind.name.clone(),
            seed: self.spec.seed,
            depth: self.spec.depth,
            floor: self.spec.floor,
            tiles: self.tiles,
            start: self.start,
            exit: self.exit,
            rooms: self.rooms,
            links: self.links,
            things: self.things,
            certificate: self.certificate,
            attempts: self.attempt,
            detail: self.detail,
        }
    }
}

/// The id of the room that each cell lies in.
pub(crate) fn rooms_by_cell(rooms: &[Room], tiles: &Grid<Tile>) -> Grid<Option<usize>> {
    let mut room_at = Grid::filled(tiles.width(), tiles.height(), None);
    for room in rooms {
        for pos in room.rect.positions() {
            room_at[pos] = Some(room.id);
        }
    }
    room_at
}
