//! Who perceives whom; and hiding: no actor perceives a player in a wardrobe, an alcove or, with a
//! perk, a dark corner, unless one saw the player go in, bumps into them or hears them.

use crate::sim::prelude::*;
use crate::sim::state::scratch::Sight;
use base;
use content::Doze;

/// Distance within which a raider goes off for a chest, a thing that lies about, a trap or a
/// brazier.
pub(crate) const MAX_ERRAND_CELLS: i32 = 8;

/// Whether an actor sees another now; a blind one perceives only those beside it.
pub(crate) fn sees(world: &World, actor: &ActorRef, other: &ActorRef) -> bool {
    let is_player = other.id == ActorId::PLAYER;
    if is_player && (world.shift.hidden || world.overlooks_player(actor)) {
        return false;
    }
    if world.has_status(actor.entity, Status::Blind) {
        return actor.pos.is_beside(other.pos);
    }
    if is_player {
        world.is_player_seen_from(actor.pos)
    } else {
        base::sees(&world.floor.opaque, actor.pos, other.pos)
    }
}

impl World {
    /// Whether an actor on a cell sees the player: exactly where the player would see them,
    /// and besides from anywhere in line when the player stands in the light, or burns.
    pub fn is_player_seen_from(&self, pos: Pos) -> bool {
        let Sight { los, lit, .. } = &self.sight;
        let shines =
            || lit.contains(self.player_pos()) || self.has_status(self.player(), Status::Burning);
        los.contains(pos)
            && (lit.contains(pos) || shines() || {
                let reach = i64::from(self.lantern());
                pos.squared(self.player_pos()) <= reach * reach + reach
            })
    }

    /// Distance within which an actor notices enemies, by its kind; less while it dozes.
    pub(crate) fn alertness(&self, actor: &ActorRef) -> i32 {
        self.doze(actor).map_or(self.kind(actor).alert, |doze| doze.alert)
    }

    /// What a noise has to be louder than for an actor to hear it, in cells of way.
    pub(crate) fn hearing(&self, actor: &ActorRef) -> u8 {
        self.doze(actor).map_or(self.kind(actor).hearing, |doze| doze.hearing)
    }

    /// The senses of a boss that nothing has woken.
    fn doze(&self, actor: &ActorRef) -> Option<Doze> {
        let boss = self.kind(actor).boss.as_ref()?;
        (self.ai_state(actor.entity) == AiState::Idle).then_some(boss.dozes)
    }

    /// The bosses that nothing has woken, where the player has seen them, and how near one may
    /// come.
    pub(crate) fn dozing_bosses(&self) -> impl Iterator<Item = (&ActorRef, i32)> {
        let known = self.roster().iter().filter(|actor| self.floor.seen.contains(actor.pos));
        known.filter_map(|actor| Some((actor, self.doze(actor)?.alert)))
    }

    /// The cells on which one of them would notice the player.
    pub(crate) fn cells_near_dozing(&self) -> Vec<Pos> {
        let near = |(boss, alert): (&ActorRef, i32)| Rect::around(boss.pos, alert).positions();
        self.dozing_bosses().flat_map(near).filter(|&pos| self.floor.contains(pos)).collect()
    }

    /// How far the lantern shines.
    pub(crate) fn lantern(&self) -> i32 {
        let extra: i32 = self.belongings().equipment(&self.catalog).map(|item| item.light).sum();
        (self.catalog.rules.lantern + self.changes().lantern + extra).max(1)
    }
}

/// The undead enemies that an actor sees within `range` steps, in reading order.
pub(crate) fn undead_in_sight(world: &World, actor: &ActorRef, range: i32) -> Vec<ActorRef> {
    let near = world.foes_near(actor, range).filter_map(|pos| world.actor_at(pos).copied());
    let mut undead: Vec<ActorRef> = near
        .filter(|other| {
            world.kind(other).faction.name == "undead"
                && base::sees(&world.floor.opaque, actor.pos, other.pos)
        })
        .collect();
    undead.sort_unstable_by_key(|other| other.pos);
    undead
}

/// Hides the player in a hiding place once no enemy watches it; reveals a player who left it or
/// burns.
pub(crate) fn update_hidden(world: &mut World) {
    let player = world.roster()[0];
    if world.is_away()
        || !is_in_hiding_place(world)
        || world.has_status(player.entity, Status::Burning)
    {
        world.shift.hidden = false;
        return;
    }
    if world.shift.hidden {
        return;
    }
    let watches = |other: &ActorRef| {
        let knows = matches!(
            world.ai_state(other.entity),
            AiState::Hunting { quarry: ActorId::PLAYER, last_seen, .. } if last_seen == player.pos
        );
        !world.is_harmless(other) && (knows || sees(world, other, &player))
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

/// Whether the player is in a hiding place. A corner does not hide a player for whom this command
/// emitted `Moved`, as walking does; a teleport emits another event and does not count.
fn is_in_hiding_place(world: &World) -> bool {
    let at = world.player_pos();
    let moved = |event: &Event| match event {
        Event::Actor(ActorEvent::Moved { who, .. }) => who.is_player(),
        _ => false,
    };
    world.floor.fixture(at).is_some_and(Fixture::hides)
        || (world.is_hiding_corner(at) && !world.events.iter().any(moved))
}

/// Drags the player out of a hiding place, to the free cell nearest to the actor that does it.
///
/// Returns whether the player is still in reach of that actor: they may have been dragged onto a
/// trap.
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
    world.shift.end.is_none() && world.player_pos().is_beside(by.pos)
}
