//! Verbs about health, statuses and death.

use crate::base::Pos;
use crate::content::{JobKind, Status, with_article};

use crate::sim::event::{End, Event, Harm};
use crate::sim::rules::raid;
use crate::sim::state::belongings::Body;
use crate::sim::state::components::{Duty, Raider, Vitals};
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ActorId, Turns};

impl World {
    /// Takes health; who has none left dies. Blood falls where it flows.
    pub(crate) fn harm(&mut self, spot: &ActorRef, by: Harm, damage: i32) {
        let damage = match (by, &self.kind(spot).boss) {
            (Harm::Trap(_), Some(boss)) => damage * boss.trapped / 100,
            _ => damage,
        };
        if damage > 0 {
            let victim = self.who(spot);
            self.emit(Event::Hurt { victim, by, damage });
            self.wound(spot, by, damage);
        }
    }

    /// The same for a blow that has been told of.
    pub(crate) fn wound(&mut self, spot: &ActorRef, by: Harm, damage: i32) {
        if damage <= 0 {
            return;
        }
        let left = self.vitals(spot.entity).health.max(0);
        raid::wounded(self, spot, by, damage.min(left));
        self.change::<Vitals>(spot.entity, |vitals| vitals.health -= damage);
        if spot.id == ActorId::PLAYER {
            self.tally.damage_taken += damage as u32;
        }
        let vitals = self.vitals(spot.entity);
        let bleeds_enough =
            damage * 4 >= vitals.most && !matches!(by, Harm::Gas | Harm::Fire | Harm::Status(_));
        if self.kind(spot).bleeds && (bleeds_enough || vitals.health <= 0) {
            self.bleed(spot.pos);
        }
        if vitals.health <= 0 {
            self.die(spot, by);
        } else if let Some(part) = self.kind(spot).traits.splits_id
            && matches!(by, Harm::Blow { .. } | Harm::Missile(_) | Harm::Trap(_))
        {
            self.split(spot, part);
        }
    }

    /// Blood on a cell, unless something is built into it or it falls into a pit.
    pub(crate) fn bleed(&mut self, pos: Pos) {
        if self.floor.fixture(pos).is_none() && self.floor.is_passable(pos) {
            self.floor.set_blood(pos, true);
        }
    }

    fn die(&mut self, spot: &ActorRef, by: Harm) {
        let who = self.who(spot);
        self.emit(Event::Died { who, by });
        if spot.id == ActorId::PLAYER {
            self.tally.killed_by = Some(self.harm_name(by));
            self.finish(End::Died);
            return;
        }
        self.tally.kills += u16::from(who.seen);
        if self.is_keeper(spot) {
            self.close_shop();
        }
        let (kind, leaves_body) = (spot.kind, self.kind(spot).leaves_body);
        let duty = self.duty(spot.entity);
        if let Duty::Raider(_) = duty {
            raid::fell(self, spot, by);
        } else {
            raid::slew(self, by);
        }
        self.tally.bosses += u16::from(matches!(duty, Duty::Boss(_)));
        if let Some(post) = duty.post() {
            self.floor.set_fixture(post, None);
        }
        if let Duty::Stray { .. } = duty {
            // Nobody is left to call home.
            self.order.lost[JobKind::Pen as usize] += 1;
        }
        let catalog = self.catalog.clone();
        self.apply_effects(spot, &catalog.actor(kind).traits.bursts, by);
        self.remove(spot.id);
        if let Duty::Raider(Raider { carries: Some(stack), .. }) = duty {
            self.drop_stack(spot.pos, stack);
        }
        if leaves_body {
            if self.catalog.is_risen(kind) {
                let lost = &mut self.order.lost[JobKind::Body as usize];
                *lost = lost.saturating_sub(1);
            }
            let rises = self.draw_rising();
            self.drop_body(spot.pos, Body { kind, rises, by: Some(by) });
        }
    }

    /// When a body that falls now gets up.
    fn draw_rising(&mut self) -> Turns {
        let (least, most) = self.catalog.rules.body_rises;
        Turns(self.clock.0 + self.streams.floor.range(least as i32, most as i32) as u32)
    }

    /// The bodies of the night before get up in this one, each at its own time.
    pub(crate) fn redraw_risings(&mut self) {
        let (least, most) = self.catalog.rules.body_rises;
        let mut places: Vec<Pos> = self.body_cells.iter().collect();
        places.sort_unstable();
        for pos in places {
            if let Some(body) = self.lift_body(pos) {
                let rises = Turns(self.streams.floor.range(least as i32, most as i32) as u32);
                self.place_body(pos, Body { rises, ..body });
            }
        }
    }

    /// What took health, as in "fell to a dart trap".
    pub fn harm_name(&self, by: Harm) -> String {
        match by {
            Harm::Blow { by } => with_article(&self.catalog.actor(by).name),
            Harm::Trap(kind) => with_article(&format!("{} trap", self.catalog.trap(kind).name)),
            Harm::Gas => "choking gas".to_owned(),
            Harm::Fire | Harm::Status(Status::Burning) => "fire".to_owned(),
            Harm::Status(_) => "poison".to_owned(),
            Harm::Missile(kind) | Harm::Potion(kind) => with_article(&self.catalog.item(kind).name),
        }
    }

    pub(crate) fn heal(&mut self, spot: &ActorRef, amount: i32) {
        let vitals = self.vitals(spot.entity);
        let amount = amount.min(vitals.most - vitals.health);
        if amount > 0 {
            self.change::<Vitals>(spot.entity, |vitals| vitals.health += amount);
            let who = self.who(spot);
            self.emit(Event::Healed { who, amount });
        }
    }

    /// Brings a status, or lengthens it. Wards and natures that do not mind it keep it off.
    pub(crate) fn inflict(&mut self, spot: &ActorRef, status: Status, turns: u16) {
        if self.is_warded(spot, status) {
            return;
        }
        let before = self.statuses(spot.entity).turns(status);
        if before >= turns {
            return;
        }
        self.change_statuses(spot.entity, |statuses| statuses.0[status as usize] = turns);
        if before == 0 {
            let who = self.who(spot);
            self.emit(Event::StatusBegan { who, status, turns });
        }
        if status == Status::Drenched {
            for washed_off in [Status::Burning, Status::Tarred, Status::Reeking] {
                self.cure(spot, washed_off);
            }
        }
    }

    /// Somebody who burns gets into water.
    pub(crate) fn quench(&mut self, spot: &ActorRef) {
        let who = self.who(spot);
        self.emit(Event::Quenched { who });
        self.inflict(spot, Status::Drenched, self.catalog.rules.fire.drenched);
    }

    pub(crate) fn cure(&mut self, spot: &ActorRef, status: Status) {
        if self.has_status(spot.entity, status) {
            self.change_statuses(spot.entity, |statuses| statuses.0[status as usize] = 0);
            let who = self.who(spot);
            self.emit(Event::StatusEnded { who, status });
        }
    }
}
