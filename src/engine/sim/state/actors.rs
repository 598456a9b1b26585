//! Actors: into the world, on another cell, of another state of mind, duty or kind; on and off the
//! floor. Every write keeps the roster, the occupants and the presence of factions in step.

use crate::sim::state::cells::ActorRecord;
use crate::sim::state::components::{AiState, Duty, HotComponents, Raider, Statuses, Vitals};
use crate::sim::state::scratch::Presence;
use crate::sim::state::shift::Tenant;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;
use base::{Grid, Pos};
use content::{ActorKind, ActorKindId, Catalog, FactionId, RaiderKind, Status};
use hecs::Entity;

impl World {
    /// Every living actor, by id: the player first, on the floor or off it.
    pub fn roster(&self) -> &[ActorRef] {
        &self.roster
    }

    /// All actors on the floor, by id: the roster without a player who is off the floor.
    pub(crate) fn present(&self) -> &[ActorRef] {
        &self.roster[usize::from(self.shift.away)..]
    }

    /// The cells where actors stand, by faction.
    pub(crate) fn presence(&self) -> &Presence {
        &self.presence
    }

    pub fn player(&self) -> Entity {
        self.roster[0].entity
    }

    pub fn player_pos(&self) -> Pos {
        self.roster[0].pos
    }

    pub(crate) fn actor_ref(&self, id: ActorId) -> Option<&ActorRef> {
        Some(&self.roster[self.place(id)?])
    }

    /// A living actor as the roster has it, or nothing if it died meanwhile.
    pub(crate) fn alive(&self, id: ActorId) -> Option<ActorRef> {
        self.actor_ref(id).copied()
    }

    pub(crate) fn actor_at(&self, pos: Pos) -> Option<&ActorRef> {
        self.actor_ref((*self.occupants.get(pos)?)?)
    }

    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.occupants.get(pos).is_some_and(Option::is_some)
    }

    fn place(&self, id: ActorId) -> Option<usize> {
        let place = *self.roster_index.get(id.0 as usize)? as usize;
        self.roster.get(place).is_some_and(|actor| actor.id == id).then_some(place)
    }

    pub(crate) fn kind(&self, actor: &ActorRef) -> &ActorKind {
        self.catalog.actor(actor.kind)
    }

    pub(crate) fn raider_kind(&self, actor: &ActorRef) -> Option<&RaiderKind> {
        self.kind(actor).raider.as_ref()
    }

    /// The duty of a raider, to change it.
    pub(crate) fn raider_mut(&mut self, actor: &ActorRef) -> Option<&mut Raider> {
        match &mut self.hot_mut(actor.entity).duty {
            Duty::Raider(own) => Some(own),
            _ => None,
        }
    }

    pub(crate) fn health_percent(&self, actor: &ActorRef) -> i32 {
        let vitals = self.vitals(actor.entity);
        vitals.health * 100 / vitals.max_health.max(1)
    }

    pub(crate) fn hot(&self, entity: Entity) -> &HotComponents {
        self.hot_table.get(entity)
    }

    /// For vitals and statuses; duty and state of mind have setters that do what follows from them.
    pub(crate) fn hot_mut(&mut self, entity: Entity) -> &mut HotComponents {
        self.hot_table.get_mut(entity)
    }

    pub fn vitals(&self, entity: Entity) -> Vitals {
        self.hot(entity).vitals
    }

    pub fn statuses(&self, entity: Entity) -> Statuses {
        self.hot(entity).statuses
    }

    pub fn has_status(&self, entity: Entity, status: Status) -> bool {
        self.hot(entity).statuses.has(status)
    }

    pub fn ai_state(&self, entity: Entity) -> AiState {
        self.hot(entity).ai_state
    }

    pub fn duty(&self, entity: Entity) -> Duty {
        self.hot(entity).duty
    }

    /// Who an actor is, if it is a person of a journey who holds this floor, or stands by who does.
    pub(crate) fn tenant(&self, id: ActorId) -> Option<&Tenant> {
        self.shift.tenants.iter().find(|own| own.id == id)
    }

    /// Brings a new actor of a kind into the world, on a free cell.
    pub(crate) fn spawn(&mut self, kind: ActorKindId, pos: Pos) -> ActorRef {
        let id = ActorId(self.run.next_id);
        self.run.next_id += 1;
        self.insert(ActorRecord::fresh(id, kind, pos, 0, &self.catalog));
        self.roster[self.roster.len() - 1]
    }

    /// The next actor has this id, or a higher one.
    pub(crate) fn skip_ids_to(&mut self, id: u32) {
        self.run.next_id = self.run.next_id.max(id);
    }

    /// Puts an actor into the world. Its cell must be free and its id the highest yet.
    pub(crate) fn insert(&mut self, actor: ActorRecord) {
        let ActorRecord { id, kind, pos, vitals, statuses, ai_state, duty } = actor;
        let entity = self.ecs.spawn((id, kind, pos));
        self.hot_table.insert(HotComponents { entity, vitals, ai_state, duty, statuses });
        let faction = self.side_of(kind, duty);
        debug_assert!(self.roster.last().is_none_or(|last| last.id < id));
        self.roster_index.resize(id.0 as usize + 1, u32::MAX);
        self.roster_index[id.0 as usize] = self.roster.len() as u32;
        self.roster.push(ActorRef { id, entity, kind, faction, pos });
        if id != ActorId::PLAYER || !self.shift.away {
            self.occupants[pos] = Some(id);
            self.presence.put(pos, faction);
        }
    }

    pub(crate) fn remove(&mut self, id: ActorId) {
        if let Some(place) = self.place(id) {
            let actor = self.roster.remove(place);
            for later in &self.roster[place..] {
                self.roster_index[later.id.0 as usize] -= 1;
            }
            self.occupants[actor.pos] = None;
            self.presence.clear(actor.pos, actor.faction);
            // It has a place on the roster and in hecs, or in neither.
            self.hot_table.remove(actor.entity);
            let _ = self.ecs.despawn(actor.entity);
        }
    }

    fn side_of(&self, kind: ActorKindId, duty: Duty) -> FactionId {
        match duty {
            Duty::Stray { .. } => self.catalog.rules.strays.id,
            _ => self.catalog.actor(kind).faction.id,
        }
    }

    pub(crate) fn set_ai_state(&mut self, actor: &ActorRef, ai_state: AiState) {
        if self.kind(actor).traits.lurks.is_some() {
            self.floor.look_changed(actor.pos);
        }
        self.hot_mut(actor.entity).ai_state = ai_state;
    }

    /// Gives an actor a duty; a stray changes to the faction of strays.
    pub(crate) fn set_duty(&mut self, actor: &ActorRef, duty: Duty) {
        self.hot_mut(actor.entity).duty = duty;
        self.set_side(actor, self.side_of(actor.kind, duty));
    }

    /// Makes an actor one of another kind, and of the faction of that kind.
    pub(crate) fn set_kind(&mut self, actor: &ActorRef, kind: ActorKindId) {
        self.set_component(actor.entity, kind);
        if let Some(place) = self.place(actor.id) {
            self.roster[place].kind = kind;
        }
        self.set_side(actor, self.side_of(kind, self.duty(actor.entity)));
    }

    fn set_side(&mut self, actor: &ActorRef, side: FactionId) {
        let Some(place) = self.place(actor.id) else { return };
        self.roster[place].faction = side;
        let pos = self.roster[place].pos;
        if self.occupants[pos] == Some(actor.id) {
            self.presence.put(pos, side);
        }
    }

    /// Puts an actor on another free cell. Traps and gas there act by the rules, not here.
    pub(crate) fn relocate(&mut self, actor: &ActorRef, to: Pos) {
        self.take_off(actor);
        self.occupants[to] = Some(actor.id);
        self.presence.put(to, actor.faction);
        self.set_component(actor.entity, to);
        if let Some(place) = self.place(actor.id) {
            self.roster[place].pos = to;
        }
        if self.kind(actor).traits.lurks.is_some() {
            self.floor.look_changed(actor.pos);
            self.floor.look_changed(to);
        }
    }

    /// The cell of an actor is free, if the actor stands there.
    fn take_off(&mut self, actor: &ActorRef) {
        if self.occupants[actor.pos] == Some(actor.id) {
            self.occupants[actor.pos] = None;
            self.presence.clear(actor.pos, actor.faction);
        }
    }

    /// Writes a component that hecs holds. Every actor has every component that it was spawned
    /// with: a missing one is a fault of ours.
    fn set_component<T: hecs::Component>(&mut self, entity: Entity, value: T) {
        let component = self.ecs.query_one_mut::<&mut T>(entity);
        *component.unwrap_or_else(|error| unreachable!("{error}")) = value;
    }

    pub(crate) fn take_player_off(&mut self) {
        let player = self.roster[0];
        self.take_off(&player);
        self.shift.away = true;
        self.shift.hidden = false;
    }

    pub(crate) fn put_player_on(&mut self) {
        self.put_player_at(self.floor.start);
    }

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
            let HotComponents { statuses, vitals, .. } = self.hot_table.get_mut(actor.entity);
            f(&self.catalog, actor, statuses, vitals);
        }
    }

    pub(crate) fn actor_record(&self, actor: &ActorRef) -> ActorRecord {
        let &ActorRef { id, kind, pos, .. } = actor;
        let &HotComponents { vitals, statuses, ai_state, duty, .. } = self.hot(actor.entity);
        ActorRecord { id, kind, pos, vitals, statuses, ai_state, duty }
    }

    /// Whether every index of actors is what the components make it. Debug builds ask now and then.
    pub(super) fn actor_indexes_agree(&self) -> bool {
        let mut query = self.ecs.query::<(Entity, &ActorId, &ActorKindId, &Pos)>();
        let mut roster: Vec<ActorRef> = query
            .iter()
            .map(|(entity, &id, &kind, &pos)| {
                let faction = self.side_of(kind, self.duty(entity));
                ActorRef { id, entity, kind, faction, pos }
            })
            .collect();
        roster.sort_by_key(|own| own.id);
        let numbers = roster.iter().map(|own| self.roster_index.get(own.id.0 as usize));
        let in_place = numbers.enumerate().all(|(place, own)| own == Some(&(place as u32)));
        let (width, height) = (self.floor.width(), self.floor.height());
        let mut occupants = Grid::filled(width, height, None);
        let mut presence = Presence::new(width, height, &self.catalog.factions);
        for own in roster.iter().filter(|own| own.id != ActorId::PLAYER || !self.shift.away) {
            occupants[own.pos] = Some(own.id);
            presence.put(own.pos, own.faction);
        }
        in_place
            && roster == self.roster
            && occupants == self.occupants
            && presence.agrees_with(&self.presence)
    }
}
