//! Sight and light: what the player sees, and learns of plans and items.

use crate::sim::prelude::*;
use crate::sim::state::floor::Known;
use crate::sim::state::scratch::Sight;
use base::shadowcast;
use content::Sense;

impl World {
    /// Computes light and the player's sight anew where anything changed that they depend on, and
    /// remembers what is seen.
    pub(crate) fn update_sight(&mut self) {
        let from = self.player_pos();
        let sight_version = self.floor.sight_version;
        if self.sight.lit_at != Some(sight_version) {
            self.relight();
        }
        if self.is_away() {
            self.oversee();
            return;
        }
        let blind = self.has_status(self.player(), Status::Blind);
        let (lantern, sense) = (self.lantern(), self.sense());
        let now = Some((from, sight_version, blind, lantern));
        if self.sight.seen_from != now {
            self.recast(from, blind, lantern);
            self.sight.seen_from = now;
        }
        // Also where the player stands still: a trap may go off meanwhile.
        if let Some(Sense::Traps { radius }) = sense {
            self.detect_traps(from, radius);
        }
        self.remember();
    }

    /// Marks the traps within a radius as known, through walls too.
    fn detect_traps(&mut self, from: Pos, radius: i32) {
        for pos in Rect::around(from, radius).positions() {
            if let Some(fixture @ Fixture::Trap { .. }) = self.floor.fixture(pos) {
                let known = self.floor.known(pos);
                let known = Known { plan: true, fixture: Some(fixture), ..known };
                self.floor.set_known(pos, known);
            }
        }
    }

    /// While the player is off the floor, every cell of it is visible, and no cell is in line of
    /// sight of the player.
    fn oversee(&mut self) {
        let Sight { los, visible, seen_from, .. } = &mut self.sight;
        if seen_from.is_some() || visible.is_empty() {
            los.clear();
            *visible = self.floor.opaque.complement();
            visible.union(&self.floor.opaque);
            *seen_from = None;
        }
    }

    fn relight(&mut self) {
        let Sight { lit, buffer, lit_at, .. } = &mut self.sight;
        lit.clear();
        let (brazier, fire) = (self.catalog.rules.brazier, self.catalog.rules.fire.light);
        let fixtures = self.floor.fixtures();
        let braziers = fixtures.filter(|(_, fixture)| *fixture == Fixture::Light { lit: true });
        let fires = self.floor.burning.iter().map(|&pos| (pos, fire));
        for (pos, radius) in braziers.map(|(pos, _)| (pos, brazier)).chain(fires) {
            shadowcast(&self.floor.opaque, pos, radius, buffer);
            lit.union(buffer);
        }
        *lit_at = Some(self.floor.sight_version);
    }

    fn recast(&mut self, from: Pos, blind: bool, lantern: i32) {
        let Sight { los, visible, lit, .. } = &mut self.sight;
        shadowcast(&self.floor.opaque, from, self.catalog.rules.sight, los);
        if blind {
            visible.clear();
            for pos in los.iter_in(Rect::around(from, 1)) {
                visible.insert(pos);
            }
            return;
        }
        // Of the cells in line of sight, those lit by braziers and fires, and those within reach of
        // the lantern.
        visible.clone_from(los);
        visible.intersect(lit);
        let reach = i64::from(lantern) * i64::from(lantern) + i64::from(lantern);
        let near = Rect::around(from, lantern);
        for pos in los.iter_in(near).filter(|pos| pos.squared(from) <= reach) {
            visible.insert(pos);
        }
    }

    /// Remembers the visible cells that look different from what is remembered of them.
    fn remember(&mut self) {
        // By words of the bit set: on most turns few cells are new.
        for word in 0..self.sight.visible.words().len() {
            let mut news =
                self.sight.visible.words()[word] & !self.floor.memory_current.words()[word];
            while news != 0 {
                let pos = self.sight.visible.pos_of(word, news.trailing_zeros());
                news &= news - 1;
                if !self.floor.seen.contains(pos) {
                    self.notice(pos);
                }
                self.remember_cell(pos);
            }
        }
    }

    pub(crate) fn remember_cell(&mut self, at: Pos) {
        let item = self.item_at(at).map(|stack| stack.kind);
        let body = self.body_cells().contains(at);
        self.floor.remember(at, item, body);
        if self.seems_a_chest(at) {
            let fixture = Some(Fixture::Chest { full: true });
            self.floor.set_known(at, Known { fixture, ..self.floor.known(at) });
        }
    }

    /// Tells of a gate, or of what opens one, on a cell that is seen for the first time.
    fn notice(&mut self, at: Pos) {
        if let Some(gate) = self.gate_at(at) {
            let is_same = |near| self.floor.seen.contains(near) && self.gate_at(near) == Some(gate);
            if !at.neighbours().any(is_same) {
                self.emit(FloorEvent::GateSeen { gate, at });
            }
        }
        let item = self.item_at(at).map(|stack| stack.kind);
        if let Some(item) = item.filter(|&kind| self.catalog.item(kind).slot == Slot::Belt) {
            self.emit(FloorEvent::OpenerSeen { item, at });
        }
    }

    /// Terrain and fixtures of the whole floor become known, as from a drawing. Returns whether any
    /// of that is new.
    pub(crate) fn learn_plan(&mut self) -> bool {
        let before = self.floor.planned.clone();
        self.floor.learn_plan();
        let is_new = self.floor.planned != before;
        if is_new {
            self.emit(ItemEvent::MapRead);
        }
        is_new
    }

    /// The player learns what everything in the cart is. Returns whether any of that is new.
    pub(crate) fn identify_all(&mut self) -> bool {
        let stacks: Vec<_> = self.belongings().stacks().collect();
        stacks.into_iter().fold(false, |any, (_, stack)| self.identify(stack.kind) || any)
    }
}
