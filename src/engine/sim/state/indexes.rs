//! Whether the indexes of the entities (roster, occupancy, presence, things by cell) agree with the entities.
//!
//! Debug builds ask from time to time: the indexes are made anew from the components and compared.

use hecs::Entity;

use crate::sim::state::belongings::Body;
use crate::sim::state::components::{ActorKindOf, Position};
use crate::sim::state::presence::Presence;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ActorId, Stack};
use base::{Bits, Grid, Pos};

impl World {
    /// Whether every index is what the components make it.
    pub(in crate::sim) fn indexes_agree(&self) -> bool {
        let roster = self.rebuilt_roster();
        let numbers = roster.iter().map(|own| self.roster_index.get(own.id.0 as usize));
        let in_place = numbers.enumerate().all(|(place, own)| own == Some(&(place as u32)));
        in_place && roster == self.roster && self.occupancy_agrees(&roster) && self.things_agree()
    }

    fn rebuilt_roster(&self) -> Vec<ActorRef> {
        let mut query = self.ecs.query::<(Entity, &ActorId, &ActorKindOf, &Position)>();
        let mut roster: Vec<ActorRef> = query
            .iter()
            .map(|(entity, &id, kind, position)| {
                let faction = self.side_of(kind.0, self.duty(entity));
                ActorRef { id, entity, kind: kind.0, faction, pos: position.0 }
            })
            .collect();
        roster.sort_by_key(|own| own.id);
        roster
    }

    fn occupancy_agrees(&self, roster: &[ActorRef]) -> bool {
        let (width, height) = (self.floor.width(), self.floor.height());
        let mut occupants = Grid::filled(width, height, None);
        let mut presence = Presence::new(width, height, &self.catalog.factions);
        for own in roster.iter().filter(|own| own.id != ActorId::PLAYER || !self.shift.away) {
            occupants[own.pos] = Some(own.id);
            presence.put(own.pos, own.faction);
        }
        occupants == self.occupants && presence.agrees_with(&self.presence)
    }

    fn things_agree(&self) -> bool {
        let mut bait: Vec<Pos> = Vec::new();
        for (position, stack) in &mut self.ecs.query::<(&Position, &Stack)>() {
            if self.catalog.item(stack.kind).scent > 0 {
                bait.push(position.0);
            }
        }
        bait.sort_by_key(|pos| (pos.y, pos.x));
        bait == self.bait_cells
            && self.cells_agree::<Stack>(&self.items, &self.item_cells)
            && self.cells_agree::<Body>(&self.bodies, &self.body_cells)
    }

    /// Whether the entities with a component stand in a grid and in a set of cells, and nothing else does.
    fn cells_agree<T: hecs::Component>(&self, grid: &Grid<Option<Entity>>, cells: &Bits) -> bool {
        let (width, height) = (self.floor.width(), self.floor.height());
        let mut own_grid = Grid::filled(width, height, None);
        let mut own_cells = Bits::new(width, height);
        for (entity, position, _) in &mut self.ecs.query::<(Entity, &Position, &T)>() {
            own_grid[position.0] = Some(entity);
            own_cells.insert(position.0);
        }
        own_grid == *grid && own_cells == *cells
    }
}
