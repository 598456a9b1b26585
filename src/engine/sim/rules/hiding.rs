//! Hiding: no actor perceives a player in a wardrobe or an alcove, unless one saw the player go in, bumps into them or
//! hears them.

use crate::sim::prelude::*;
use crate::sim::query::perception;

/// Hides the player in a hiding place once no enemy watches it; reveals a player who left it or burns.
pub(crate) fn update_hidden(world: &mut World) {
    let player = world.roster()[0];
    if world.is_away()
        || !is_in_hiding_place(world)
        || world.has_status(player.entity, Status::Burning)
    {
        world.shift.hidden = false;
        return;
    }
    if world.is_hidden() {
        return;
    }
    let watches = |other: &ActorRef| {
        let knows = matches!(
            world.ai_state(other.entity),
            AiState::Hunting { quarry: ActorId::PLAYER, last_seen, .. } if last_seen == player.pos
        );
        !world.is_harmless(other) && (knows || perception::sees(world, other, &player))
    };
    if !world.roster()[1..].iter().any(watches) {
        world.shift.hidden = true;
        world.emit(FloorEvent::Hid { at: player.pos });
    }
}

/// A raider searches a hiding place, and drags out a player who is in there.
pub(crate) fn search(world: &mut World, by: &ActorRef, at: Pos) {
    world.emit(RaidEvent::Searched { who: world.who(by), at });
    if !world.is_away() && world.player_pos() == at {
        drag_out(world, by);
    }
}

fn is_in_hiding_place(world: &World) -> bool {
    let at = world.player_pos();
    world.floor.fixture(at).is_some_and(Fixture::hides)
        || (world.is_hiding_corner(at) && !has_just_moved(world))
}

/// Whether the player has come to where they are with this command: a corner hides those who keep still.
fn has_just_moved(world: &World) -> bool {
    let moved = |event: &Event| matches!(event, Event::Actor(ActorEvent::Moved { who, .. }) if who.is_player());
    world.events.iter().any(moved)
}

/// Drags the player out of a hiding place, to the free cell nearest to the actor that does it.
///
/// Returns whether the player is still in reach of that actor: they may have been dragged onto a trap.
pub(crate) fn drag_out(world: &mut World, by: &ActorRef) -> bool {
    let player = world.roster()[0];
    world.shift.hidden = false;
    if is_in_hiding_place(world) {
        let free = |pos: &Pos| {
            world.floor.is_passable(*pos) && !world.is_closed_door(*pos) && !world.is_occupied(*pos)
        };
        let out = player.pos.neighbours().filter(free);
        if let Some(to) = out.min_by_key(|&pos| (pos.squared(by.pos), pos)) {
            world.emit(FloorEvent::DraggedOut { by: world.who(by), from: player.pos });
            world.walk(&player, to);
        }
    }
    world.shift().end.is_none() && world.player_pos().is_beside(by.pos)
}
