//! Why not: whether a command can be carried out. Pure: it looks and touches nothing.

mod trade;

use crate::base::{Dir, Pos};
use crate::content::{Gate, JobKind, Slot as Place, Status};
use crate::levelgen::Tile;

use crate::sim::command::{Command, Slot};
use crate::sim::reject::Reject;
use crate::sim::rules::actions::Action;
use crate::sim::state::behaviour::Behaviour;
use crate::sim::state::fixture::{Door, Fixture};
use crate::sim::state::world::World;
use crate::sim::travel;
use crate::sim::travel::menace;
use crate::sim::units::{Coins, Turns};

/// Turns that are waited in one go for something to happen.
const LONGEST_WAIT: u32 = 50;

/// What a command comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    /// An action now, and perhaps something that goes on after it.
    Act(Action, Option<Behaviour>),
    /// What was begun is over; no time passes.
    Stop(crate::sim::interruption::Stop),
    Abandon,
    ClockOut,
    /// A turn that goes by without the upkeeper.
    Watch,
}

pub(crate) fn plan(world: &World, command: &Command) -> Result<Plan, Reject> {
    if world.end.is_some() {
        return Err(Reject::Over);
    }
    if world.away {
        return match command {
            Command::Continue => Ok(Plan::Watch),
            Command::Abandon => Ok(Plan::Abandon),
            _ => Err(Reject::Away),
        };
    }
    let act = |action| Ok(Plan::Act(action, None));
    match *command {
        Command::Step(dir) => act(step(world, dir, false)?),
        Command::StepAnyway(dir) => act(step(world, dir, true)?),
        Command::Wait => act(Action::Wait),
        Command::Work(dir) => act(work(world, dir)?),
        Command::Carry(dir) => act(carry(world, dir)?),
        Command::CloseDoor(dir) => act(close_door(world, dir)?),
        Command::Rest => begin(world, Behaviour::Rest),
        Command::NextJob => begin(world, Behaviour::NextJob),
        Command::Explore => begin(world, Behaviour::Explore),
        Command::Travel(goal) => {
            if !world.floor.contains(goal) {
                return Err(Reject::NoWay);
            }
            begin(world, Behaviour::Travel { goal })
        }
        Command::TravelToExit => begin(world, Behaviour::Leave),
        Command::Continue => go_on(world),
        Command::Get => act(get(world)?),
        Command::Equip { slot } => act(equip(world, slot)?),
        Command::Use { slot } => act(use_up(world, slot)?),
        Command::Throw { slot, target } => act(throw(world, slot, target)?),
        Command::Drop { slot } => {
            world.with_belongings(|own| own.stack(slot)).ok_or(Reject::EmptySlot)?;
            act(Action::Drop(slot))
        }
        Command::ClockOut if world.player_pos() == world.floor.exit => Ok(Plan::ClockOut),
        Command::ClockOut => Err(Reject::NotAtExit),
        Command::Abandon => Ok(Plan::Abandon),
        Command::BarDoor(dir) => act(bar_door(world, dir)?),
        Command::Douse(dir) => act(douse(world, dir)?),
        Command::Buy { at } => act(trade::buy(world, at)?),
        Command::Sell { slot } => act(trade::sell(world, slot)?),
        Command::Pay => act(trade::pay(world)?),
        Command::Linger => {
            begin(world, Behaviour::Linger { until: Turns(world.clock.0 + LONGEST_WAIT) })
        }
        Command::Mop => begin(world, Behaviour::Mop),
    }
}

fn begin(world: &World, behaviour: Behaviour) -> Result<Plan, Reject> {
    if let Some(kind) = menace(world) {
        return Err(Reject::Threatened { who: format!("the {}", world.catalog.actor(kind).name) });
    }
    let owed = world.owed();
    let stays = matches!(behaviour, Behaviour::Rest | Behaviour::Linger { .. });
    if owed > Coins(0) && !stays {
        return Err(Reject::Owing { owed });
    }
    match travel::next(world, behaviour) {
        Ok(action) => Ok(Plan::Act(action, Some(behaviour))),
        Err(why) => Err(travel::refusal(world, behaviour, why)),
    }
}

fn go_on(world: &World) -> Result<Plan, Reject> {
    let behaviour = world.behaviour.ok_or(Reject::NothingBegun)?;
    Ok(match travel::next(world, behaviour) {
        Ok(action) => Plan::Act(action, Some(behaviour)),
        Err(why) => Plan::Stop(why),
    })
}

fn step(world: &World, dir: Dir, anyway: bool) -> Result<Action, Reject> {
    let player = world.roster[0];
    let to = player.pos + dir;
    if let Some(other) = world.spot_at(to).filter(|other| !world.are_hostile(&player, other)) {
        if world.is_keeper(other) {
            return Err(Reject::Counter);
        }
        if !world.makes_way(other, player.pos) {
            let who = format!("the {}", world.kind(other).name);
            return Err(Reject::Friend { who });
        }
    } else if world.is_occupied(to) {
        if world.cuts_corner(&player, dir) {
            return Err(Reject::Corner);
        }
        if world.has_status(player.entity, Status::Frightened) {
            return Err(Reject::TooFrightened);
        }
        return if world.is_carrying() { Err(Reject::HandsFull) } else { Ok(Action::Step(dir)) };
    }
    if let Some(victim) = world.in_reach(dir) {
        return if world.has_status(player.entity, Status::Frightened) {
            Err(Reject::TooFrightened)
        } else if world.is_carrying() {
            Err(Reject::HandsFull)
        } else {
            Ok(Action::Attack(victim))
        };
    }
    let snared = world.has_status(player.entity, Status::Snared);
    if !world.can_occupy(&player, to) {
        return step_into(world, to, dir, anyway, snared);
    }
    if world.cuts_corner(&player, dir) {
        return Err(Reject::Corner);
    }
    if world.floor.fixture(player.pos).is_some_and(|here| is_climb(here, dir)) {
        return Err(Reject::Ledge);
    }
    if !anyway && !snared {
        if let Some(Fixture::Trap { kind, armed: true }) = world.floor.fixture(to)
            && !world.is_aloft(&player)
        {
            return Err(Reject::ArmedTrap { trap: world.catalog.trap(kind).name.clone() });
        }
        if world.floor.gas(to) > 0 && world.floor.gas(player.pos) == 0 {
            return Err(Reject::IntoGas);
        }
        if world.floor.fire(to) > 0 && world.floor.fire(player.pos) == 0 {
            return Err(Reject::IntoFire);
        }
        trade::step(world, to)?;
    }
    Ok(Action::Step(dir))
}

/// A step where nobody's feet find a hold: into a gate that opens, a crate, or nothing.
fn step_into(
    world: &World,
    to: Pos,
    dir: Dir,
    anyway: bool,
    snared: bool,
) -> Result<Action, Reject> {
    let player = world.roster[0];
    let tile = world.floor.contains(to).then(|| world.floor.tile(to));
    let fixture = world.floor.fixture(to);
    match tile {
        None | Some(Tile::Wall | Tile::Rock) => return Err(Reject::Blocked),
        Some(Tile::DeepWater) => return Err(Reject::DeepWater),
        _ if world.cuts_corner(&player, dir) => return Err(Reject::Corner),
        _ => {}
    }
    let (gate, step) = (world.gate_at(to), Ok(Action::Step(dir)));
    match gate {
        Some(Gate::LockedDoor | Gate::BossDoor) if gate.is_some_and(|gate| world.opens(gate)) => {
            step
        }
        Some(Gate::LockedDoor) => Err(Reject::Locked),
        Some(Gate::BossDoor) => Err(Reject::Bolted),
        Some(Gate::Pit) if world.has_status(player.entity, Status::Floating) => {
            Err(Reject::PitWhileFloating)
        }
        Some(Gate::Pit) => Err(Reject::Pit),
        Some(Gate::Rubble) => blast(world).and(step),
        Some(Gate::Drop) if fixture.is_some_and(|ledge| is_climb(ledge, dir)) => Err(Reject::Ledge),
        Some(Gate::Drop) if anyway || snared => step,
        Some(Gate::Drop) => Err(Reject::Drop),
        None => match fixture {
            Some(Fixture::House) => Err(Reject::HouseShut),
            Some(Fixture::Crate) if world.is_carrying() => Err(Reject::ArmsFull),
            Some(Fixture::Crate) if snared => step,
            Some(Fixture::Crate) => Ok(Action::Work(to)),
            _ => Err(Reject::Blocked),
        },
    }
}

/// Whether a step to or from a ledge would lead any way but down.
fn is_climb(ledge: Fixture, dir: Dir) -> bool {
    matches!(ledge, Fixture::Drop(down) if down != dir)
}

/// Whether there is a bomb to clear rubble with, and a hand for it.
fn blast(world: &World) -> Result<(), Reject> {
    if !world.opens(Gate::Rubble) {
        return Err(Reject::Rubble);
    }
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    match world.satchel_wait() {
        crate::sim::units::Turns(0) => Ok(()),
        left => Err(Reject::SatchelEmpty { left }),
    }
}

/// Here, or beside in a direction.
fn place(world: &World, dir: Option<Dir>) -> Pos {
    let here = world.player_pos();
    dir.map_or(here, |dir| here + dir)
}

fn work(world: &World, dir: Option<Dir>) -> Result<Action, Reject> {
    let at = place(world, dir);
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    if world.gate_at(at) == Some(Gate::Rubble) {
        return blast(world).map(|()| Action::Blast(at));
    }
    if world.floor.fixture(at).is_some_and(Fixture::has_water) {
        if world.has_status(world.player(), Status::Burning) {
            return Ok(Action::Rinse);
        }
        let fouled = world.with_belongings(|own| own.mop_fouled) > 0;
        return if fouled { Ok(Action::Rinse) } else { Err(Reject::MopClean) };
    }
    work_at(world, at)?;
    Ok(Action::Work(at))
}

/// Whether work can be done, or gone on with, at a place in reach.
pub(crate) fn work_at(world: &World, at: Pos) -> Result<(), Reject> {
    let here = world.player_pos();
    if world.floor.fixture(at) == Some(Fixture::Crate) && here.steps_to(at) <= 1 {
        return Ok(());
    }
    let job = match world.job_at(at) {
        Some(job) if here.steps_to(at) <= 1 => job,
        _ => return Err(Reject::NothingToWork),
    };
    match job {
        JobKind::Body => return Err(Reject::CarryIt),
        JobKind::Trap if at == here => return Err(Reject::OnTheTrap),
        JobKind::Door if at == here => return Err(Reject::InTheDoorway),
        JobKind::Door if world.item_at(at).is_some() => return Err(Reject::DoorwayOccupied),
        JobKind::Stain if travel::is_mop_foul(world) => return Err(Reject::MopFouled),
        _ => {}
    }
    if at != here && world.is_occupied(at) {
        return Err(Reject::WorkOccupied);
    }
    match World::supply_for(job) {
        Some(supply) if world.supply(supply) == 0 => Err(Reject::OutOfSupply { supply, job }),
        _ => Ok(()),
    }
}

fn carry(world: &World, dir: Option<Dir>) -> Result<Action, Reject> {
    let at = place(world, dir);
    if world.is_carrying() {
        let fits =
            at == world.player_pos() || (world.floor.is_passable(at) && !world.is_closed_door(at));
        return if fits { Ok(Action::PutDown(at)) } else { Err(Reject::NoRoom) };
    }
    world.body_at(at).ok_or(Reject::NoBody)?;
    if world.is_two_handed() { Err(Reject::BothHands) } else { Ok(Action::Lift(at)) }
}

fn close_door(world: &World, dir: Dir) -> Result<Action, Reject> {
    let at = world.player_pos() + dir;
    if world.floor.fixture(at) != Some(Fixture::Door(Door::Open)) {
        return Err(Reject::NoOpenDoor);
    }
    let blocked =
        world.is_occupied(at) || world.body_at(at).is_some() || world.item_at(at).is_some();
    if blocked { Err(Reject::DoorwayOccupied) } else { Ok(Action::CloseDoor(at)) }
}

fn bar_door(world: &World, dir: Dir) -> Result<Action, Reject> {
    let at = world.player_pos() + dir;
    if world.floor.fixture(at) != Some(Fixture::Door(Door::Closed)) {
        return Err(Reject::NoShutDoor);
    }
    if world.is_carrying() { Err(Reject::ArmsFull) } else { Ok(Action::BarDoor(at)) }
}

fn douse(world: &World, dir: Option<Dir>) -> Result<Action, Reject> {
    let at = place(world, dir);
    let burns = world.floor.fire(at) > 0;
    if !burns && world.floor.fixture(at) != Some(Fixture::Light { lit: true }) {
        return Err(Reject::NothingToDouse);
    }
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    let mop_fails = burns && travel::is_mop_foul(world);
    if mop_fails { Err(Reject::MopFouled) } else { Ok(Action::Douse(at)) }
}

fn get(world: &World) -> Result<Action, Reject> {
    let stack = world.item_at(world.player_pos()).ok_or(Reject::NothingToGet)?;
    let has_room = world.with_belongings(|own| own.has_room(stack.kind, &world.catalog));
    if has_room { Ok(Action::Get) } else { Err(Reject::CartFull) }
}

fn kind_in(world: &World, slot: Slot) -> Result<&crate::content::ItemKind, Reject> {
    let stack = world.with_belongings(|own| own.stack(slot)).ok_or(Reject::EmptySlot)?;
    Ok(world.catalog.item(stack.kind))
}

fn equip(world: &World, slot: Slot) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    if !kind.slot.is_equipment() {
        return Err(Reject::NotEquipment);
    }
    if kind.two_handed && world.is_carrying() {
        Err(Reject::BothHands)
    } else {
        Ok(Action::Equip(slot))
    }
}

fn use_up(world: &World, slot: Slot) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    let blind = world.has_status(world.player(), Status::Blind);
    match kind.slot {
        Place::Scroll if blind => Err(Reject::CannotRead),
        Place::Potion | Place::Scroll => Ok(Action::Use(slot)),
        Place::Charm => match world.charm_wait(slot) {
            crate::sim::units::Turns(0) => Ok(Action::Use(slot)),
            left => Err(Reject::CharmRests { left }),
        },
        _ => Err(Reject::NotUsable),
    }
}

fn throw(world: &World, slot: Slot, target: Pos) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    let thrown = kind.thrown.as_ref().ok_or(Reject::NotThrowable)?;
    let here = world.player_pos();
    // What breaks can be broken over one's own head.
    if target == here && !thrown.shatters {
        return Err(Reject::OwnFeet);
    }
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    if thrown.damage.1 > 0 && world.has_status(world.player(), Status::Frightened) {
        return Err(Reject::TooFrightened);
    }
    if world.is_two_handed() {
        return Err(Reject::BothHands);
    }
    if here.steps_to(target) > thrown.range {
        return Err(Reject::TooFar { range: thrown.range });
    }
    if !world.sight.visible.contains(target) {
        return Err(Reject::CannotSeeTarget);
    }
    Ok(Action::Throw(slot, target))
}
