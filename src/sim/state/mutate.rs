//! Primitive writes on actors: into the world, on another cell, of another mind or duty, and the end of the shift.
//!
//! A verb does what it says and checks nothing that `check` or the action before it has checked. What follows from
//! a write by the rules of the game (noise, traps, harm) stands in `rules`.

use crate::base::Pos;
use crate::content::{ActorKindId, Catalog};

use crate::sim::event::{End, Event, WorkEvent};
use crate::sim::state::actor_table::HotComponents;
use crate::sim::state::belongings::Body;
use crate::sim::state::components::{AiState, Duty, Position, Statuses, Vitals};
use crate::sim::state::world::{ActorRecord, ActorRef, World};
use crate::sim::units::{ActorId, Turns};

impl World {
    pub(crate) fn emit(&mut self, event: Event) {
        self.events.push(event);
    }

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
            mind: AiState::Idle,
            duty: Duty::None,
        });
        self.roster[self.roster.len() - 1]
    }

    pub(crate) fn set_mind(&mut self, actor: &ActorRef, mind: AiState) {
        if self.kind(actor).traits.lurks.is_some() {
            self.floor.look_changed(actor.pos);
        }
        self.change_mind(actor.entity, mind);
    }

    /// Gives somebody something to belong to; a stray is on its own side.
    pub(crate) fn set_duty(&mut self, actor: &ActorRef, duty: Duty) {
        self.change_duty(actor.entity, |own| *own = duty);
        let side = self.side_of(actor.kind, duty);
        let Some(own) = self.actor_ref_mut(actor.id) else { return };
        own.faction = side;
        let pos = own.pos;
        if self.occupants[pos] == Some(actor.entity) {
            self.presence.put(pos, side);
        }
    }

    /// The player did something that everybody near notices: hidden no more.
    pub(crate) fn give_away(&mut self) {
        self.shift.hidden = false;
    }

    /// Ends the shift on this floor, once. Whether the run ends with it is for its mode to say.
    pub(crate) fn end_shift(&mut self, how: End) {
        if self.shift.end.is_none() {
            self.shift.end = Some(how);
            self.shift.behaviour = None;
            self.emit(Event::Work(WorkEvent::ShiftEnded { how }));
        }
    }

    /// Puts somebody on another free cell; nothing happens there yet.
    pub(crate) fn relocate(&mut self, actor: &ActorRef, to: Pos) {
        if self.occupants[actor.pos] == Some(actor.entity) {
            self.occupants[actor.pos] = None;
            self.presence.clear(actor.pos, actor.faction);
        }
        self.occupants[to] = Some(actor.entity);
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

    /// The player steps off the floor.
    pub(crate) fn leave(&mut self) {
        let player = self.roster[0];
        if self.occupants[player.pos] == Some(player.entity) {
            self.occupants[player.pos] = None;
            self.presence.clear(player.pos, player.faction);
        }
        self.shift.away = true;
        self.shift.hidden = false;
    }

    /// The player comes onto the floor at its start.
    pub(crate) fn come_in(&mut self) {
        let (player, start) = (self.roster[0], self.floor.start);
        self.shift.away = false;
        self.relocate(&player, start);
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
