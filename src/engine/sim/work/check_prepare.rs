//! Why not: preparing the floor for the raid.

use crate::sim::action::Action;
use crate::sim::prelude::*;
use crate::sim::reject::KitPlace;
use crate::sim::state::floor::Known;
use crate::sim::work::cords::CordEnd;

/// A turn of a preparation, or why it cannot be spent.
pub(crate) fn prepare(world: &World, what: Preparation) -> Result<Action, Reject> {
    if world.raid().is_some() {
        return Err(Reject::TooLateToPrepare);
    }
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    let here = world.player_pos();
    let at = match what {
        Preparation::MakeKit { trap } => make_kit(world, trap)?,
        Preparation::SetKit { trap, dir } => set_kit(world, trap, here + dir)?,
        Preparation::TakeDown { dir } => take_down(world, here + dir)?,
        Preparation::MoveWardrobe { dir } => move_wardrobe(world, here + dir, dir)?,
        Preparation::Lead { dir } => lead(world, here + dir)?,
        Preparation::Cord { dir } => cord(world, here + dir)?,
        Preparation::Uncord { dir } => {
            world.shift.prepared.cord_at(here + dir).ok_or(Reject::NoCordThere)?;
            here + dir
        }
        Preparation::Trade { give, take } => trade(world, give, take)?,
        Preparation::TakePost => take_post(world)?,
        Preparation::SendHome => world.led().ok_or(Reject::NobodyFollows)?.pos,
    };
    Ok(Action::Prepare(what, at))
}

/// The closet here or beside.
pub(crate) fn closet_in_reach(world: &World) -> Option<Pos> {
    let here = world.player_pos();
    here.with_neighbours().find(|&pos| world.floor.fixture(pos) == Some(Fixture::Closet))
}

fn trade(world: &World, give: Supply, take: Supply) -> Result<Pos, Reject> {
    let needed = world.catalog.rules.prepare.trade;
    fail_if(give == take, Reject::TradeForItself)?;
    fail_if(world.supply(give) < needed, Reject::TooFewToTrade { supply: give, needed })?;
    closet_in_reach(world).ok_or(Reject::NotAtCloset)
}

fn make_kit(world: &World, trap: TrapKindId) -> Result<Pos, Reject> {
    let rules = &world.catalog.rules.prepare;
    if !world.trap_kinds().contains(&trap) {
        return Err(Reject::UnknownTrap);
    }
    if world.supply(Supply::Parts) < rules.kit_parts {
        return Err(Reject::TooFewParts { needed: rules.kit_parts });
    }
    let max = rules.max_kits;
    fail_if(world.belongings().kits.len() >= max, Reject::KitsFull { max })?;
    Ok(world.player_pos())
}

fn set_kit(world: &World, trap: TrapKindId, at: Pos) -> Result<Pos, Reject> {
    if !world.belongings().kits.contains(&trap) {
        return Err(Reject::NoKit);
    }
    world.kit_place(at).map_err(Reject::NoPlaceForKit).map(|()| at)
}

fn take_down(world: &World, at: Pos) -> Result<Pos, Reject> {
    match world.floor.fixture(at) {
        Some(Fixture::Trap { armed: true, .. }) if world.is_occupied(at) => {
            Err(Reject::WorkOccupied)
        }
        Some(Fixture::Trap { kind, armed: true }) if !world.catalog.trap(kind).frail => Ok(at),
        _ => Err(Reject::NothingToTakeDown),
    }
}

fn move_wardrobe(world: &World, at: Pos, dir: Dir) -> Result<Pos, Reject> {
    if world.floor.fixture(at) != Some(Fixture::Wardrobe) {
        return Err(Reject::NothingToPrepare);
    }
    let to = at + dir;
    let is_free = world.kit_ground(to)
        && !world.is_occupied(to)
        && !world.is_occupied(at)
        && !world.floor.is_start_or_exit(to);
    if is_free { Ok(at) } else { Err(Reject::NoRoomToPush) }
}

fn lead(world: &World, at: Pos) -> Result<Pos, Reject> {
    let player = &world.roster()[0];
    let is_resident = |other: &&ActorRef| {
        !world.are_hostile(player, other) && matches!(world.duty(other.entity), Duty::Guard { .. })
    };
    let other = world.actor_at(at).filter(is_resident).ok_or(Reject::NobodyToLead)?;
    if let Some(led) = world.led() {
        return Err(Reject::LeadsAlready { who: led.kind });
    }
    let who = other.kind;
    fail_if(!leaves_its_post(world, other), Reject::WillNotFollow { who })?;
    let (posted, most) = (&world.shift.prepared.posted, world.catalog.rules.prepare.leads);
    let is_new = posted.iter().all(|own| own.id != other.id);
    fail_if(is_new && posted.len() >= most, Reject::LedEnough { most })?;
    let is_busy =
        matches!(world.ai_state(other.entity), AiState::Hunting { .. } | AiState::Fleeing { .. });
    let is_calm = !is_busy && !world.is_helpless(other);
    if is_calm { Ok(at) } else { Err(Reject::NotCalm { who }) }
}

/// The furniture of the house starts no fight, and goes nowhere.
pub(crate) fn leaves_its_post(world: &World, resident: &ActorRef) -> bool {
    let kind = world.kind(resident);
    let traits = &kind.traits;
    !traits.rooted && traits.lurks != Some(Guise::Chest) && kind.temperament.aggressive
}

fn cord(world: &World, at: Pos) -> Result<Pos, Reject> {
    let end = world.cord_end(at).ok_or(Reject::NothingToCord)?;
    if let Some(place) = world.shift.prepared.cord_at(at) {
        return Err(Reject::CordedAlready { cord: place + 1 });
    }
    let cords = world.cords_with_perks();
    fail_if(world.cords_left() == 0, Reject::NoCordLeft { cords })?;
    match end {
        CordEnd::Resident(id) => match world.alive(id) {
            Some(own) if leaves_its_post(world, &own) => Ok(at),
            Some(own) => Err(Reject::WillNotFollow { who: own.kind }),
            None => Err(Reject::NothingToCord),
        },
        _ => Ok(at),
    }
}

fn take_post(world: &World) -> Result<Pos, Reject> {
    let refusal = match usual_post(world) {
        Err(refusal @ (Reject::PostTooNear { .. } | Reject::NoPlaceForPost)) => refusal,
        decided => return decided,
    };
    let price = world.price_of_odd_post().ok_or(refusal)?;
    let at = world.led().ok_or(Reject::NobodyFollows)?.pos;
    let is_bare = world.floor.is_ungated_floor(at) && !world.floor.is_start_or_exit(at);
    let own = world.belongings().coins;
    match is_bare {
        false => Err(refusal),
        true if own < price => Err(Reject::TooPoor { price, own }),
        true => Ok(at),
    }
}

/// A post that every resident takes: away from its first one, and from start and exit.
fn usual_post(world: &World) -> Result<Pos, Reject> {
    let other = world.led().ok_or(Reject::NobodyFollows)?;
    let (at, who) = (other.pos, other.kind);
    if !world.sight.visible.contains(at) {
        return Err(Reject::FollowerOutOfSight { who });
    }
    let cells = world.catalog.rules.prepare.post_cells;
    if world.first_post(other).is_some_and(|home| home.steps_to(at) < cells) {
        return Err(Reject::PostTooNear { cells });
    }
    let is_free = world.floor.is_ungated_floor(at)
        && at.steps_to(world.floor.start) > 1
        && at.steps_to(world.floor.exit) > 1;
    if is_free { Ok(at) } else { Err(Reject::NoPlaceForPost) }
}

impl World {
    /// What the resident that follows asks for a post where it stands.
    pub(crate) fn price_of_post(&self) -> Coins {
        match usual_post(self) {
            Ok(_) => Coins(0),
            Err(_) => self.price_of_odd_post().unwrap_or(Coins(0)),
        }
    }

    /// The residents at their posts that would follow the player to another, and where they are.
    pub(crate) fn residents_to_lead(&self) -> Vec<(ActorId, Pos)> {
        let player = &self.roster()[0];
        let guards = self.roster().iter().filter(|own| {
            matches!(self.duty(own.entity), Duty::Guard { .. })
                && !self.are_hostile(player, own)
                && leaves_its_post(self, own)
        });
        guards.map(|own| (own.id, own.pos)).collect()
    }

    /// The resident that follows the player.
    pub(crate) fn led(&self) -> Option<&ActorRef> {
        self.actor_ref(self.shift.prepared.led?)
    }

    /// The post that a resident had before the player led it anywhere.
    pub(crate) fn first_post(&self, actor: &ActorRef) -> Option<Pos> {
        let chosen = self.shift.prepared.first_home(actor.id);
        chosen.or_else(|| self.duty(actor.entity).post())
    }

    /// Whether a trap kit can be set on a cell, or why not: on free floor, away from start and exit,
    /// and one a room.
    pub(crate) fn kit_place(&self, at: Pos) -> Result<(), KitPlace> {
        self.kit_place_if(at, self.kit_ground(at) && !self.is_blocked_for_work(at))
    }

    /// The same, as far as the player knows the cell.
    pub(crate) fn known_kit_place(&self, at: Pos) -> Result<(), KitPlace> {
        if self.sight.visible.contains(at) {
            return self.kit_place(at);
        }
        let Known { fixture, item, body, .. } = self.floor.known(at);
        let is_bare = fixture.is_none() && item.is_none() && !body;
        let is_floor = self.floor.is_passable(at) && !self.floor.gates.contains(at);
        self.kit_place_if(at, is_bare && is_floor)
    }

    fn kit_place_if(&self, at: Pos, is_free: bool) -> Result<(), KitPlace> {
        let rules = &self.catalog.rules.prepare;
        if matches!(self.floor.fixture(at), Some(Fixture::Door(_))) {
            return Err(KitPlace::InDoorway);
        }
        fail_if(!is_free, KitPlace::NotFree)?;
        let least = rules.kit_cells_from_ends;
        let [start, exit] = [self.floor.start, self.floor.exit].map(|end| at.steps_to(end));
        fail_if(start < least, KitPlace::NearStart { cells: start, least })?;
        fail_if(exit < least, KitPlace::NearExit { cells: exit, least })?;
        let own = self.shift.placed_traps.iter().map(|&own| (at.steps_to(own), own)).min();
        let trap = own.and_then(|(_, own)| self.floor.fixture(own)?.trap());
        let least = rules.kit_cells_apart;
        match (own, trap) {
            (Some((cells, _)), Some(trap)) if cells < least => {
                Err(KitPlace::NearOwnTrap { trap, cells, least })
            }
            _ => Ok(()),
        }
    }

    /// Whether a cell is floor on which nothing lies.
    fn kit_ground(&self, at: Pos) -> bool {
        self.floor.is_ungated_floor(at)
            && self.item_at(at).is_none()
            && self.body_at(at).is_none()
            && self.floor.fire(at) == 0
    }
}
