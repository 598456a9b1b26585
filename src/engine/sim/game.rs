//! The game from outside: setup and commands in, events and states out.

use std::sync::Arc;

use crate::sim::campaign::Meaning;
use crate::sim::dispatch::{Dispatch, dispatch};
use crate::sim::prelude::*;
use crate::sim::setup::Mode;
use crate::sim::shift::build::Mess;
use crate::sim::shift::grade::Grade;
use crate::sim::shift::{build, raid, tutorial};
use crate::sim::state::digest::ComponentDigests;
use crate::sim::state::snapshot::SnapshotError;
use crate::sim::travel::JobChoice;
use crate::sim::units::Digest;
use crate::sim::work::{cords, plan};
use crate::sim::{action, campaign, perform, shift, travel};
use levels::{GenError, Level};

/// A run in progress: a fold over its setup and its commands.
pub struct Game {
    setup: Setup,
    world: World,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// In the order in which it happened.
    pub events: Vec<Event>,
    pub status: RunStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// The player chooses.
    Ready,
    /// Something begun goes on with [`Command::Continue`]; any other command ends it.
    Busy,
    Over(End),
}

impl Game {
    /// Builds the level and puts the upkeeper at its start.
    pub fn new(setup: Setup, catalog: &Arc<Catalog>) -> Result<Game, GenError> {
        let world = match setup.mode {
            Mode::Campaign | Mode::CampaignWith { .. } => campaign::begin(&setup, catalog)?,
            Mode::Shift { .. } | Mode::Daily { .. } => build::world(&setup, catalog)?,
            Mode::Tutorial => tutorial::world(&setup, catalog),
        };
        Ok(Game { setup, world })
    }

    /// A shift on a level that was generated, as the last of the parties left it. With another size
    /// or other settings than the usual ones there is no setup that leads to it.
    pub fn of_level(level: &Level, catalog: &Arc<Catalog>) -> Result<Game, GenError> {
        let setup = Setup::shift(&level.kind, level.depth, level.seed);
        let world = build::world_of_level(level, &setup, catalog)?;
        Ok(Game { setup, world })
    }

    /// A shift on a given level in a given state, as tests draw them.
    pub fn on_level(setup: Setup, level: &Level, mess: &Mess, catalog: &Arc<Catalog>) -> Game {
        let world = build::from_level(level, mess, &setup, catalog);
        Game { setup, world }
    }

    /// The same without other actors: they are removed, no vermin comes, no body rises, and nothing
    /// is different on the floor tonight. What is left is the work, as the certificate counts it.
    pub fn quiet(mut self) -> Game {
        let world = &mut self.world;
        let others: Vec<ActorId> = world.bystanders().map(|other| other.id).collect();
        for id in others {
            world.remove(id);
        }
        world.set_threats(Vec::new());
        Arc::make_mut(&mut world.catalog).rules.vermin_percent = 0;
        world.keep_bodies_down();
        world.shift.condition = None;
        self
    }

    /// Notes what a night in bed is worth on the floor as it is: on one that was drawn by hand, it
    /// is nothing before.
    pub fn note_bed(&mut self) {
        self.world.note_bed();
    }

    /// Takes up a run where a snapshot was taken of it. Refuses what no play could have led to.
    pub fn restore(
        setup: Setup,
        snapshot: Snapshot,
        catalog: &Arc<Catalog>,
    ) -> Result<Game, SnapshotError> {
        let mut world = World::restore(snapshot, &setup, catalog)?;
        world.update_sight();
        Ok(Game { setup, world })
    }

    pub fn snapshot(&self) -> Snapshot {
        self.world.snapshot()
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn status(&self) -> RunStatus {
        let run_end = match self.world.journey().map(|journey| journey.phase) {
            None => self.world.shift.end,
            Some(Phase::Over(end)) => Some(end),
            Some(_) => None,
        };
        match (run_end, self.world.shift.activity) {
            (Some(end), _) => RunStatus::Over(end),
            (None, Some(_)) => RunStatus::Busy,
            (None, None) => RunStatus::Ready,
        }
    }

    pub fn activity(&self) -> Option<Activity> {
        self.world.shift.activity
    }

    /// Whether a command would be accepted, and why not. Touches nothing.
    pub fn check(&self, command: &Command) -> Result<(), Reject> {
        match campaign::check(&self.world, *command)? {
            Meaning::OfFloor(command) => dispatch(&self.world, &command).map(|_| ()),
            Meaning::OfJourney(_) => Ok(()),
        }
    }

    /// Carries a command out, and all that follows until the player must choose again.
    ///
    /// A rejected command leaves the state as it was, random streams included.
    pub fn step(&mut self, command: Command) -> Result<Outcome, Reject> {
        let world = &mut self.world;
        match campaign::check(world, command)? {
            Meaning::OfFloor(command) => {
                let outcome = dispatch(world, &command)?;
                world.events.clear();
                step_on_floor(world, command, outcome);
                tutorial::attend(world);
                campaign::after_turn(world);
            }
            Meaning::OfJourney(deed) => {
                world.events.clear();
                deed(world);
            }
        }
        // As much happens in the next turn as in this one: then the list need not grow bit by bit.
        let room = Vec::with_capacity(self.world.events.len());
        let events = std::mem::replace(&mut self.world.events, room);
        Ok(Outcome { events, status: self.status() })
    }

    /// The last raid on this site before the shift, at its beginning, in a game of its own: on a
    /// journey, for as long as the player is at the site. It goes on by [`Command::Continue`].
    pub fn raid_of_last_night(&self) -> Option<Game> {
        let world = campaign::before_last_raid(&self.world)?;
        Some(Game { setup: self.setup.clone(), world })
    }

    /// Turns since the run began.
    pub fn turns(&self) -> Turns {
        let before = self.world.journey().map_or(0, |journey| journey.turns_before.0);
        Turns(before + self.world.clock().0)
    }

    /// The turns among them that the player worked.
    pub fn turns_worked(&self) -> Turns {
        let before = self.world.journey().map_or(0, |journey| journey.worked_before.0);
        let here = self.world.shift.tally.left_at.unwrap_or(self.world.clock());
        Turns(before + here.0)
    }

    pub fn digest(&self) -> Digest {
        self.world.digest_parts().whole()
    }

    pub fn digest_parts(&self) -> ComponentDigests {
        self.world.digest_parts()
    }

    /// The digests by component and those of each actor, by id: all that is recorded of a state.
    pub fn digest_all(&self) -> (ComponentDigests, Vec<(ActorId, Digest)>) {
        self.world.digest_all()
    }

    /// Compares what is kept incrementally with what it follows from, and the state with its own
    /// snapshot: slow, for tests and fuzzing.
    ///
    /// # Errors
    /// The promise that is broken.
    pub fn audit(&self, catalog: &Arc<Catalog>) -> Result<(), String> {
        let floor = self.world.floor();
        if floor.digest() != floor.recomputed_digest() {
            return Err("the digest of the cells is not that of the cells".to_owned());
        }
        if !self.world.indexes_agree() {
            return Err("an index does not agree with the entities".to_owned());
        }
        let (snapshot, parts) = (self.snapshot(), self.digest_parts());
        if snapshot.digest_parts() != parts {
            return Err("the digests of the snapshot are not those of the state".to_owned());
        }
        let again = Game::restore(self.setup.clone(), snapshot.clone(), catalog)
            .map_err(|error| format!("the state is refused when it is loaded: {error}"))?;
        if again.digest_parts() != parts || again.snapshot() != snapshot {
            return Err("loaded again it is another state".to_owned());
        }
        Ok(())
    }

    /// What the shift is worth as the raid stands, if the upkeeper lives to see the end of it.
    pub fn standing(&self) -> Grade {
        self.world.grade(self.world.shift.end.unwrap_or(End::ClockedOut))
    }

    /// What the run is worth: its only shift, or all of a journey so far.
    pub fn run_grade(&self) -> Grade {
        self.world.journey_grade().unwrap_or_else(|| self.grade())
    }

    /// What the shift is worth; as if abandoned while it goes on.
    pub fn grade(&self) -> Grade {
        self.world.grade(self.world.shift.end.unwrap_or(End::Abandoned))
    }
}

fn step_on_floor(world: &mut World, command: Command, outcome: Dispatch) {
    match outcome {
        Dispatch::Stop(why) => {
            world.shift.activity = None;
            world.emit(WorkEvent::Stopped { why });
        }
        Dispatch::Abandon => world.end_shift(End::Abandoned),
        Dispatch::ClockOut => clock_out(world),
        Dispatch::Watch => shift::hatch::watch(world),
        Dispatch::WatchToEnd => {
            while world.shift.end.is_none() {
                shift::hatch::watch(world);
            }
        }
        Dispatch::WatchOn(turns) => shift::hatch::watch_on(world, turns),
        Dispatch::Pull(cord) => {
            cords::pull(world, cord);
            world.update_sight();
        }
        Dispatch::Plan(change) => plan::change(world, change),
        Dispatch::Act(action, activity) => {
            let seeks_job =
                command == Command::DoNextJob || world.shift.activity == Some(Activity::SeekJob);
            world.shift.activity = None;
            if let Some(activity) = activity {
                world.shift.activity = Some(activity);
            }
            if seeks_job {
                tell_next_job(world, command);
            }
            if command == Command::TravelToExit
                && let Some(by) = travel::menace(world)
            {
                world.emit(WorkEvent::LeavesHunted { by });
            }
            let is_work = matches!(action, action::Action::Work(_) | action::Action::Prepare(..));
            if !is_work {
                world.shift.paused_job = None;
            }
            let player = world.roster()[0];
            let before = travel::Before::of(world);
            perform::perform(world, &player, action);
            let told = world.events.len();
            shift::advance(world);
            travel::interrupt(world, &before, told);
            plan::settle(world);
        }
    }
}

/// Tells which job the player sets out for, or that they set out to find one.
fn tell_next_job(world: &mut World, command: Command) {
    match world.shift.activity {
        Some(Activity::DoJob { .. }) => {
            let Some(choice) = travel::choose_job(world) else { return };
            let JobChoice { at, job, steps, mut reason } = choice;
            let turns = travel::turns_for(world, choice);
            // That nothing else is known goes without saying when it was just looked for.
            if reason == JobReason::Only && command != Command::DoNextJob {
                reason = JobReason::Nearest;
            }
            let way = world.player_pos().bearing(at);
            world.emit(WorkEvent::JobChosen { job, at, way, steps, turns, reason });
        }
        Some(Activity::SeekJob) if command == Command::DoNextJob => {
            let why = world.why_no_job();
            world.emit(WorkEvent::JobSought { why });
        }
        _ => {}
    }
}

/// The upkeeper goes home, and the raid comes whatever the hour: what is left is to watch.
fn clock_out(world: &mut World) {
    world.shift.tally.left_at = Some(world.shift.clock);
    world.emit(WorkEvent::ClockedOut);
    world.take_player_off();
    if world.raid().is_none() {
        raid::relay::come_at_dawn(world);
    }
    world.shift.activity = Some(Activity::Watch);
    world.update_sight();
}
