//! Items and bodies that lie on the floor: entities of hecs, and indexes of them by cell.

use crate::sim::state::belongings::Body;
use crate::sim::state::scratch::ThingIndex;
use crate::sim::state::sorted::set_member;
use crate::sim::state::world::World;
use crate::sim::units::{Stack, Turns};
use base::{Bits, Pos};
use hecs::{Component, Entity};

impl World {
    pub(crate) fn item_cells(&self) -> &Bits {
        &self.items.cells
    }

    pub(crate) fn body_cells(&self) -> &Bits {
        &self.bodies.cells
    }

    /// The cells with an item that smells of food, in reading order.
    pub(crate) fn bait_cells(&self) -> &[Pos] {
        &self.bait_cells
    }

    pub fn item_at(&self, pos: Pos) -> Option<Stack> {
        self.thing(&self.items, pos)
    }

    pub fn body_at(&self, pos: Pos) -> Option<Body> {
        self.thing(&self.bodies, pos)
    }

    fn thing<T: Component + Copy>(&self, index: &ThingIndex, pos: Pos) -> Option<T> {
        self.ecs.get::<&T>((*index.at.get(pos)?)?).ok().map(|thing| *thing)
    }

    /// Calls a function for every thing of a kind on the floor, in no order.
    pub(crate) fn each_thing<T: Component>(&self, mut f: impl FnMut(Pos, &T)) {
        for (&pos, thing) in &mut self.ecs.query::<(&Pos, &T)>() {
            f(pos, thing);
        }
    }

    /// Every thing of a kind on the floor, in reading order.
    pub(crate) fn lying<T: Component + Copy>(&self) -> Vec<(Pos, T)> {
        let mut all = Vec::new();
        self.each_thing(|pos, &thing: &T| all.push((pos, thing)));
        all.sort_unstable_by_key(|&(pos, _)| pos);
        all
    }

    pub(crate) fn place_item(&mut self, pos: Pos, stack: Stack) {
        self.floor.look_changed(pos);
        let smells = self.catalog.item(stack.kind).scent > 0;
        set_member(&mut self.bait_cells, pos, smells);
        self.items.insert(pos, self.ecs.spawn((pos, stack)));
    }

    pub(crate) fn place_body(&mut self, pos: Pos, body: Body) {
        self.floor.look_changed(pos);
        self.bodies.insert(pos, self.ecs.spawn((pos, body)));
    }

    pub(crate) fn lift_item(&mut self, pos: Pos) -> Option<Stack> {
        let entity = self.items.remove(pos)?;
        self.floor.look_changed(pos);
        set_member(&mut self.bait_cells, pos, false);
        set_member(&mut self.shift.goods, pos, false);
        self.lift(entity)
    }

    pub(crate) fn lift_body(&mut self, pos: Pos) -> Option<Body> {
        let entity = self.bodies.remove(pos)?;
        self.floor.look_changed(pos);
        self.lift(entity)
    }

    fn lift<T: Component>(&mut self, entity: Entity) -> Option<T> {
        let thing = self.ecs.remove_one::<T>(entity).ok()?;
        let _ = self.ecs.despawn(entity);
        Some(thing)
    }

    /// No body on the floor ever rises.
    pub(crate) fn keep_bodies_down(&mut self) {
        for body in &mut self.ecs.query::<&mut Body>() {
            body.rises = Turns(u32::MAX);
        }
    }

    /// Whether every index of things is what the entities make it. Debug builds ask now and then.
    pub(super) fn thing_indexes_agree(&self) -> bool {
        let mut bait = Vec::new();
        self.each_thing(|pos, stack: &Stack| {
            if self.catalog.item(stack.kind).scent > 0 {
                bait.push(pos);
            }
        });
        bait.sort_unstable();
        bait == self.bait_cells
            && self.rebuilt_index::<Stack>() == self.items
            && self.rebuilt_index::<Body>() == self.bodies
    }

    fn rebuilt_index<T: Component>(&self) -> ThingIndex {
        let mut index = ThingIndex::new(self.floor.width(), self.floor.height());
        for (entity, &pos, _) in &mut self.ecs.query::<(Entity, &Pos, &T)>() {
            index.insert(pos, entity);
        }
        index
    }
}
