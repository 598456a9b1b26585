//! Writes on actors: into the world, on another cell, of another state of mind, duty or kind; on and off the floor.

use base::Pos;
use content::{ActorKindId, Catalog, FactionId};

use crate::sim::state::actor_table::HotComponents;
use crate::sim::state::belongings::Body;
use crate::sim::state::components::{ActorKindOf, AiState, Duty, Position, Statuses, Vitals};
use crate::sim::state::floor_state::ActorRecord;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ActorId, Turns};

impl World {
    /// A living actor as the roster has it, or nothing if it died meanwhile.
    pub(crate) fn alive(&self, id: ActorId) -> Option<ActorRef> {
        self.actor_ref(id).copied()
    }

    /// Brings a new actor of a kind into the world, on a free cell.
    pub(crate) fn spawn(&mut self, kind: ActorKindId, pos: Pos) -> ActorRef {
        let id = ActorId(self.run.next_id);
        self.run.next_id += 1;
        let health = self.catalog.actor(kind).health;
        self.insert(ActorRecord {
            id,
            kind,
            pos,
            vitals: Vitals { health, max_health: health, energy: 0 },
            statuses: Statuses::default(),
            ai_state: AiState::Idle,
            duty: Duty::None,
        });
        self.roster[self.roster.len() - 1]
    }

    /// The next actor has this id, or a higher one.
    pub(crate) fn skip_ids_to(&mut self, id: u32) {
        self.run.next_id = self.run.next_id.max(id);
    }

    pub(crate) fn set_ai_state(&mut self, actor: &ActorRef, ai_state: AiState) {
        if self.kind(actor).traits.lurks.is_some() {
            self.floor.look_changed(actor.pos);
        }
        self.change_ai_state(actor.entity, ai_state);
    }

    /// Gives an actor a duty; a stray changes to the faction of strays.
    pub(crate) fn set_duty(&mut self, actor: &ActorRef, duty: Duty) {
        self.change_duty(actor.entity, |own| *own = duty);
        self.set_side(actor, self.side_of(actor.kind, duty));
    }

    /// Makes an actor one of another kind, and of the faction of that kind.
    pub(crate) fn set_kind(&mut self, actor: &ActorRef, kind: ActorKindId) {
        self.change::<ActorKindOf>(actor.entity, |own| own.0 = kind);
        if let Some(own) = self.actor_ref_mut(actor.id) {
            own.kind = kind;
        }
        self.set_side(actor, self.side_of(kind, self.duty(actor.entity)));
    }

    fn set_side(&mut self, actor: &ActorRef, side: FactionId) {
        let Some(own) = self.actor_ref_mut(actor.id) else { return };
        own.faction = side;
        let pos = own.pos;
        if self.occupants[pos] == Some(actor.id) {
            self.presence.put(pos, side);
        }
    }

    /// Puts an actor on another free cell. Traps and gas there act by the rules, not here.
    pub(crate) fn relocate(&mut self, actor: &ActorRef, to: Pos) {
        if self.occupants[actor.pos] == Some(actor.id) {
            self.occupants[actor.pos] = None;
            self.presence.clear(actor.pos, actor.faction);
        }
        self.occupants[to] = Some(actor.id);
        self.presence.put(to, actor.faction);
        self.change::<Position>(actor.entity, |position| position.0 = to);
        if let Some(own) = self.actor_ref_mut(actor.id) {
            own.pos = to;
        }
        if self.kind(actor).traits.lurks.is_some() {
            self.floor.look_changed(actor.pos);
            self.floor.look_changed(to);
        }
    }

    /// Takes the player off the floor.
    pub(crate) fn take_player_off(&mut self) {
        let player = self.roster[0];
        if self.occupants[player.pos] == Some(player.id) {
            self.occupants[player.pos] = None;
            self.presence.clear(player.pos, player.faction);
        }
        self.shift.away = true;
        self.shift.hidden = false;
    }

    /// Puts the player on the floor, at its start.
    pub(crate) fn put_player_on(&mut self) {
        self.put_player_at(self.floor.start);
    }

    /// Puts the player on the floor, on a free cell.
    pub(crate) fn put_player_at(&mut self, at: Pos) {
        let player = self.roster[0];
        self.shift.away = false;
        self.relocate(&player, at);
    }

    /// Calls a function for every actor, by id, that may change its vitals.
    pub(crate) fn change_all_vitals(
        &mut self,
        mut f: impl FnMut(&Catalog, &ActorRef, &Statuses, &mut Vitals),
    ) {
        for actor in &self.roster {
            let HotComponents { statuses, vitals, .. } = self.actor_table.get_mut(actor.entity);
            f(&self.catalog, actor, statuses, vitals);
        }
    }

    /// No body on the floor ever rises.
    pub(crate) fn keep_bodies_down(&mut self) {
        for body in &mut self.ecs.query::<&mut Body>() {
            body.rises = Turns(u32::MAX);
        }
    }
}
