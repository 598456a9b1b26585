//! The site as the player knows it, and as they would assume the rest: cells that nobody has told
//! them of are solid, and what they have not seen is not there. The sketch hangs in the closet, and
//! residents are colleagues: what is on it, and who keeps which post or has left it, the player
//! knows. A stray out of sight is assumed at its post.
//!
//! Nothing else may come in here: what the player cannot know must move no forecast.

use crate::sim::prelude::*;
use crate::sim::state::cells::{ActorRecord, Cells, FloorState, Knowledge};
use crate::sim::state::journey::StoredFloor;
use crate::sim::state::shift::{Prepared, ShiftState};
use crate::sim::state::world::FloorId;
use crate::sim::travel::PlanCost;
use levels::Tile;

impl World {
    /// A copy of the site as the player knows it, with some levers to be set, when the party comes:
    /// as soon as the player has done that and left, or at dawn. Of a site of several floors it
    /// ends with the last to whose end a way is known.
    pub(super) fn as_known(&self, levers: &[Lever], out: Turns) -> World {
        let mut world = known_world(self, levers, out);
        // The hour at which they come decides nothing but on which turns they look about.
        world.shift.clock = self.shift.dawn;
        let Some(mut journey) = self.journey().cloned() else { return world };
        let known = self.stored_worlds().map(|own| known_world(&own, &[], own.shift.clock));
        let numbers = journey.floors.iter().map(|stored| stored.number);
        let stored = numbers.zip(known).take_while(|(number, own)| {
            // What is above was walked through.
            *number < journey.floor || own.leads_to_exit()
        });
        let stored = stored.map(|(number, own)| {
            // Actors of all floors have ids of their own.
            world.skip_ids_to(own.run.next_id);
            let Snapshot { floor, shift, streams, .. } = own.snapshot();
            StoredFloor { number, floor, shift, streams }
        });
        journey.floors = stored.collect();
        world.set_journey(Some(journey), self.atlas().cloned());
        world
    }

    /// The turn at which the player can have left with a plan done, dawn at the latest.
    pub(super) fn end_of_plan(&self, plan: &[Lever]) -> Turns {
        let PlanCost { turns, way_out, .. } = self.plan_cost(plan);
        let way_out = way_out.unwrap_or_default();
        Turns(self.clock().0 + turns.0 + way_out.0).min(self.shift.dawn)
    }

    /// Whether a party can get from where it comes in to the exit.
    pub(super) fn leads_to_exit(&self) -> bool {
        let mut way = DistanceField::new();
        let (ground, exit) = (self.floor.ground_of_raiders(), self.floor.exit);
        way.spread_until(&ground, [exit], Moves::Eight, self.floor.start).is_some()
    }

    /// A body as it lies when the party comes, or whoever has got up from it by then.
    pub(super) fn lay_known(&mut self, at: Pos, body: Body, comes: Turns) {
        if body.rises > comes {
            self.drop_body(at, body);
        } else if let Some(place) = self.nearest_free(at) {
            self.spawn(self.catalog.risen(body.kind, self.depth), place);
        }
    }

    /// A cell as the sketch shows it that those who got away have drawn; `None` where nobody has
    /// been. The way in and the exit are on every sketch.
    pub(crate) fn sketched(&self, pos: Pos) -> Option<(Tile, Option<Fixture>)> {
        let (floor, sketch) = (&self.floor, &self.shift.sketch);
        let is_drawn = sketch.seen.as_ref().is_some_and(|seen| seen.contains(pos));
        if !is_drawn && !floor.is_start_or_exit(pos) {
            return None;
        }
        let fixture = floor.fixture(pos).filter(|fixture| match fixture {
            Fixture::Chest { .. } => true,
            Fixture::Post { .. } => sketch.posts.contains(&pos),
            Fixture::Trap { .. } => sketch.traps.contains(&pos),
            _ => false,
        });
        Some((floor.tile(pos), fixture))
    }
}

/// A floor as the player knows it, at a turn of its clock.
fn known_world(world: &World, levers: &[Lever], clock: Turns) -> World {
    let own = KnownFloor { world, levers };
    let actors = own.actors();
    let shift = own.shift(clock, &actors);
    let id = FloorId {
        seed: world.seed,
        key: world.floor_key,
        kind: world.level_kind,
        depth: world.depth,
    };
    let floor = FloorState {
        depth: world.depth,
        cells: own.cells(&actors),
        actors: vec![world.actor_record(&world.roster()[0])],
        items: own.items(),
        bodies: Vec::new(),
    };
    let mut run = world.run.clone();
    // How many there are that the player does not know of tells nothing.
    run.next_id = actors.last().map_or(ActorId::PLAYER, |last| last.id).0 + 1;
    let streams = Streams::new(world.seed, world.floor_key);
    let mut known = World::of_floor(world.catalog.clone(), id, floor, run, shift, streams);
    known.take_player_off();
    for record in actors {
        let is_free = !known.is_occupied(record.pos);
        let place = if is_free { Some(record.pos) } else { known.nearest_free(record.pos) };
        if let Some(pos) = place {
            known.insert(ActorRecord { pos, ..record });
        }
    }
    for (at, body) in own.bodies() {
        known.lay_known(at, body, known.shift.turns_in_play());
    }
    known
}

struct KnownFloor<'w> {
    world: &'w World,
    levers: &'w [Lever],
}

impl KnownFloor<'_> {
    fn cells(&self, actors: &[ActorRecord]) -> Cells {
        let floor = &self.world.floor;
        let (width, height) = (floor.width(), floor.height());
        let (mut terrain, mut fixtures) = (Grid::filled(width, height, Tile::Wall), Vec::new());
        for pos in terrain.positions() {
            let (known, sketched) = (floor.known(pos), self.world.sketched(pos));
            let is_post = actors.iter().any(|own| own.duty.post() == Some(pos));
            if known.plan || sketched.is_some() || is_post {
                terrain[pos] = floor.tile(pos);
            }
            let drawn = sketched.and_then(|(_, fixture)| fixture).filter(|_| !known.seen);
            let fixture = if is_post { floor.fixture(pos) } else { drawn.or(known.fixture) };
            fixtures.extend(fixture.map(|fixture| (pos, fixture)));
        }
        Cells {
            start: floor.start,
            exit: floor.exit,
            terrain,
            fixtures,
            blood: floor.remembered.iter().filter(|&pos| floor.known(pos).blood).collect(),
            // What burns or drifts now is gone by dawn.
            gas: Vec::new(),
            fire: Vec::new(),
            door_damage: Vec::new(),
            known: Grid::filled(width, height, Knowledge::None),
            remembered: Vec::new(),
        }
    }

    fn is_in_sight(&self, pos: Pos) -> bool {
        self.world.sight.visible.contains(pos) || self.world.is_sensed(pos)
    }

    fn items(&self) -> Vec<(Pos, Stack)> {
        let world = self.world;
        let remembered = world.floor.remembered.iter();
        let items = remembered.filter_map(|pos| {
            let kind = world.floor.known(pos).item?;
            let seen = world.item_at(pos).filter(|_| world.sight.visible.contains(pos));
            Some((pos, seen.unwrap_or(Stack { kind, count: 1 })))
        });
        items.collect()
    }

    /// The bodies that the player remembers, where one still lies: the order tells of those that
    /// are gone.
    fn bodies(&self) -> Vec<(Pos, Body)> {
        let floor = &self.world.floor;
        let remembered = floor.remembered.iter().filter(|&pos| floor.known(pos).body);
        remembered.filter_map(|pos| Some((pos, self.world.body_at(pos)?))).collect()
    }

    /// Residents at their posts, and whoever else is in sight: by id, at rest.
    fn actors(&self) -> Vec<ActorRecord> {
        let others = self.world.roster()[1..].iter();
        others.filter_map(|own| self.actor(own)).collect()
    }

    fn actor(&self, own: &ActorRef) -> Option<ActorRecord> {
        let world = self.world;
        let is_in_sight = self.is_in_sight(own.pos);
        let is_resident = !world.are_hostile(&world.roster()[0], own);
        let is_called = |post| self.levers.contains(&Lever::Job { at: post, job: JobKind::Pen });
        let (pos, duty) = match world.duty(own.entity) {
            Duty::Guard { post } if is_resident || is_in_sight => (post, Duty::Guard { post }),
            Duty::Stray { post } if is_called(post) => (post, Duty::Guard { post }),
            Duty::Stray { post } if !is_in_sight => (post, Duty::Stray { post }),
            Duty::Boss(boss)
                if is_in_sight || world.dozing_bosses().any(|it| it.0.id == own.id) =>
            {
                (own.pos, Duty::Boss(Boss { windup: None, ..boss }))
            }
            duty if is_in_sight => (own.pos, duty),
            _ => return None,
        };
        // A chest is a chest until it opens its eyes.
        if !is_resident && world.guise(own) == Some(Guise::Chest) {
            return None;
        }
        let fresh = ActorRecord::fresh(own.id, own.kind, pos, 0, &world.catalog);
        let vitals = world.vitals(own.entity);
        let vitals = if is_in_sight { Vitals { energy: 0, ..vitals } } else { fresh.vitals };
        Some(ActorRecord { vitals, duty, ..fresh })
    }

    /// The shift when dawn breaks, without what nobody plans by.
    fn shift(&self, clock: Turns, actors: &[ActorRecord]) -> ShiftState {
        let is_here = |id: ActorId| actors.iter().any(|own| own.id == id);
        let own = &self.world.shift;
        let mut prepared = Prepared { led: None, ..own.prepared.clone() };
        prepared.in_wait.retain(|&id| is_here(id));
        prepared.posted.retain(|posted| is_here(posted.id));
        ShiftState {
            clock,
            prepared,
            activity: None,
            paused_job: None,
            hidden: false,
            threats: Vec::new(),
            recently_seen: Vec::new(),
            shut_out: Vec::new(),
            plan: Vec::new(),
            ..own.clone()
        }
    }
}
