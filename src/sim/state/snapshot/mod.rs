//! The whole state as plain records: what a keyframe holds. Sorted, so that equal states have equal
//! records; checked when they come back, because files lie.

mod check;

use std::cell::RefCell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::{Bits, Grid, Pos};
use crate::content::{Catalog, Depth};

use crate::sim::event::End;
use crate::sim::setup::Setup;
use crate::sim::state::behaviour::Behaviour;
use crate::sim::state::belongings::Body;
use crate::sim::state::components::Position;
use crate::sim::state::floor::{Floor, FloorRecord};
use crate::sim::state::order::{Tally, WorkOrder};
use crate::sim::state::presence::Presence;
use crate::sim::state::raid::Raid;
use crate::sim::state::report::Report;
use crate::sim::state::shop::Shop;
use crate::sim::state::sight::Sight;
use crate::sim::state::snapshot::check::Checker;
use crate::sim::state::world::{ActorRecord, Streams, World};
use crate::sim::units::{ActorId, Stack, Turns};

/// A state at rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub depth: Depth,
    pub clock: Turns,
    pub next_id: u32,
    pub floor: FloorRecord,
    /// By id; the player first.
    pub actors: Vec<ActorRecord>,
    /// By place.
    pub items: Vec<(Pos, Stack)>,
    pub bodies: Vec<(Pos, Body)>,
    pub streams: Streams,
    pub order: WorkOrder,
    pub behaviour: Option<Behaviour>,
    pub paused_job: Option<(Pos, u8)>,
    pub door_damage: Vec<(Pos, u8)>,
    pub hidden: bool,
    pub identified: Vec<bool>,
    pub appearances: Vec<u8>,
    pub threats: Vec<ActorId>,
    pub recently_seen: Vec<(ActorId, Turns)>,
    pub discarded: Vec<Pos>,
    pub shop: Option<Shop>,
    pub goods: Vec<Pos>,
    pub tally: Tally,
    pub away: bool,
    pub raid: Option<Raid>,
    pub last_night: Report,
    pub at_dawn: Option<Report>,
    pub end: Option<End>,
    pub par: Option<Turns>,
}

/// No floor ever holds more actors than this.
const MOST_ACTORS: usize = 500;

/// A snapshot that no play could have led to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {fault}")]
pub struct SnapshotError {
    /// The record: "actor 7", "floor".
    pub place: String,
    pub fault: &'static str,
}

impl World {
    pub(crate) fn snapshot(&self) -> Snapshot {
        let actors = self
            .roster
            .iter()
            .map(|spot| ActorRecord {
                id: spot.id,
                kind: spot.kind,
                pos: spot.pos,
                vitals: self.vitals(spot.entity),
                statuses: self.statuses(spot.entity),
                mind: self.mind(spot.entity),
                duty: self.duty(spot.entity),
                belongings: (spot.id == ActorId::PLAYER).then(|| self.belongings()),
            })
            .collect();
        Snapshot {
            depth: self.depth,
            clock: self.clock,
            next_id: self.next_id,
            floor: self.floor.record(),
            actors,
            items: self.lying(),
            bodies: self.lying(),
            streams: self.streams.clone(),
            order: self.order,
            behaviour: self.behaviour,
            paused_job: self.paused_job,
            door_damage: self.door_damage.clone(),
            hidden: self.hidden,
            identified: self.identified.clone(),
            appearances: self.appearances.clone(),
            threats: self.threats.clone(),
            recently_seen: self.recently_seen.clone(),
            discarded: self.discarded.clone(),
            shop: self.shop,
            goods: self.goods.clone(),
            tally: self.tally.clone(),
            away: self.away,
            raid: self.raid.clone(),
            last_night: self.last_night.clone(),
            at_dawn: self.at_dawn.clone(),
            end: self.end,
            par: self.par,
        }
    }

    fn lying<T: hecs::Component + Copy>(&self) -> Vec<(Pos, T)> {
        let mut all: Vec<(Pos, T)> = self
            .ecs
            .query::<(&Position, &T)>()
            .iter()
            .map(|(position, thing)| (position.0, *thing))
            .collect();
        all.sort_unstable_by_key(|&(pos, _)| pos);
        all
    }

    pub(crate) fn restore(
        snapshot: Snapshot,
        setup: &Setup,
        catalog: &Arc<Catalog>,
    ) -> Result<World, SnapshotError> {
        Checker { snapshot: &snapshot, catalog }.check()?;
        let floor = Floor::from_record(&snapshot.floor);
        let (width, height) = (floor.width(), floor.height());
        let mut world = World {
            catalog: catalog.clone(),
            ecs: hecs::World::new(),
            seed: setup.seed.0,
            dawn: setup.dawn(catalog, snapshot.par),
            depth: snapshot.depth,
            roster: Vec::with_capacity(snapshot.actors.len()),
            roster_index: Vec::new(),
            occupants: Grid::filled(width, height, None),
            presence: Presence::new(width, height, &catalog.factions),
            items: Grid::filled(width, height, None),
            item_cells: Bits::new(width, height),
            bodies: Grid::filled(width, height, None),
            body_cells: Bits::new(width, height),
            bait_cells: Vec::new(),
            next_id: snapshot.next_id,
            floor,
            clock: snapshot.clock,
            streams: snapshot.streams,
            order: snapshot.order,
            behaviour: snapshot.behaviour,
            paused_job: snapshot.paused_job,
            door_damage: snapshot.door_damage,
            hidden: snapshot.hidden,
            identified: snapshot.identified,
            appearances: snapshot.appearances,
            threats: snapshot.threats,
            recently_seen: snapshot.recently_seen,
            discarded: snapshot.discarded,
            shop: snapshot.shop,
            goods: snapshot.goods,
            tally: snapshot.tally,
            away: snapshot.away,
            raid: snapshot.raid,
            last_night: snapshot.last_night,
            at_dawn: snapshot.at_dawn,
            end: snapshot.end,
            par: snapshot.par,
            sight: Sight::new(width, height),
            events: Vec::new(),
            scratch: RefCell::default(),
            glances: crate::sim::state::glance::Glances::default(),
        };
        for actor in snapshot.actors {
            world.insert(actor);
        }
        for (pos, stack) in snapshot.items {
            world.place_item(pos, stack);
        }
        for (pos, body) in snapshot.bodies {
            world.place_body(pos, body);
        }
        Ok(world)
    }
}
