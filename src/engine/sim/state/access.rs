//! Reads of single fields and components.

use std::sync::Arc;

use hecs::Entity;

use base::{Bits, Pos};
use content::{ActorKind, Catalog, Status};

use crate::sim::state::actor_table::HotComponents;
use crate::sim::state::belongings::{Belongings, Body};
use crate::sim::state::components::{AiState, Duty, Position, Statuses, Vitals};
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::presence::Presence;
use crate::sim::state::run::RunState;
use crate::sim::state::shift::ShiftState;
use crate::sim::state::tenant::Tenant;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ActorId, Stack};

impl World {
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// What is carried from floor to floor.
    pub(crate) fn run(&self) -> &RunState {
        &self.run
    }

    /// The journey, in the mode that is one.
    pub(crate) fn journey(&self) -> Option<&Journey> {
        self.journey.as_ref()
    }

    /// The map of the journey.
    pub(crate) fn atlas(&self) -> Option<&Arc<Atlas>> {
        self.atlas.as_ref()
    }

    /// Who an actor is, if it is a person of a journey who holds this floor, or stands by who does.
    pub(crate) fn tenant(&self, id: ActorId) -> Option<&Tenant> {
        self.shift.tenants.iter().find(|own| own.id == id)
    }

    /// What begins and ends with the shift.
    pub fn shift(&self) -> &ShiftState {
        &self.shift
    }

    /// Every living actor, by id: the player first, on the floor or off it.
    pub fn roster(&self) -> &[ActorRef] {
        &self.roster
    }

    /// The cells where actors stand, by faction.
    pub(crate) fn presence(&self) -> &Presence {
        &self.presence
    }

    /// The cells with an item.
    pub(crate) fn item_cells(&self) -> &Bits {
        &self.item_cells
    }

    /// The cells with a body.
    pub(crate) fn body_cells(&self) -> &Bits {
        &self.body_cells
    }

    /// The cells with an item that smells of food, in reading order.
    pub(crate) fn bait_cells(&self) -> &[Pos] {
        &self.bait_cells
    }

    /// Calls a function for every body on the floor, in no order.
    pub(crate) fn each_body(&self, mut f: impl FnMut(Pos, &Body)) {
        for (position, body) in &mut self.ecs.query::<(&Position, &Body)>() {
            f(position.0, body);
        }
    }

    pub fn player(&self) -> Entity {
        self.roster[0].entity
    }

    pub fn player_pos(&self) -> Pos {
        self.roster[0].pos
    }

    pub fn vitals(&self, entity: Entity) -> Vitals {
        self.hot_components(entity).vitals
    }

    pub fn statuses(&self, entity: Entity) -> Statuses {
        self.hot_components(entity).statuses
    }

    pub fn has_status(&self, entity: Entity, status: Status) -> bool {
        self.hot_components(entity).statuses.has(status)
    }

    pub fn ai_state(&self, entity: Entity) -> AiState {
        self.hot_components(entity).ai_state
    }

    pub fn duty(&self, entity: Entity) -> Duty {
        self.hot_components(entity).duty
    }

    pub(crate) fn hot_components(&self, entity: Entity) -> &HotComponents {
        self.actor_table.get(entity)
    }

    /// What the player has with them.
    pub fn belongings(&self) -> &Belongings {
        &self.run.belongings
    }

    pub(crate) fn kind(&self, actor: &ActorRef) -> &ActorKind {
        self.catalog.actor(actor.kind)
    }

    /// The actor on a cell.
    pub(crate) fn actor_at(&self, pos: Pos) -> Option<&ActorRef> {
        self.actor_ref((*self.occupants.get(pos)?)?)
    }

    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.occupants.get(pos).is_some_and(Option::is_some)
    }

    pub fn item_at(&self, pos: Pos) -> Option<Stack> {
        Some(self.get((*self.items.get(pos)?)?))
    }

    pub fn body_at(&self, pos: Pos) -> Option<Body> {
        Some(self.get((*self.bodies.get(pos)?)?))
    }
}
