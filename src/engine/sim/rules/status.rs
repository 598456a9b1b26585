//! Healing, and statuses that begin and end.

use crate::sim::prelude::*;

impl World {
    /// Restores health. Returns whether there was any to restore.
    pub(crate) fn heal(&mut self, actor: &ActorRef, amount: i32) -> bool {
        let vitals = self.vitals(actor.entity);
        let amount = amount.min(vitals.max_health - vitals.health);
        if amount > 0 {
            self.hot_mut(actor.entity).vitals.health += amount;
            self.emit(FightEvent::Healed { who: self.who(actor), amount });
        }
        amount > 0
    }

    /// Gives an actor a status for some turns, unless it has it for longer or is warded against it. Returns whether it did.
    pub(crate) fn inflict(&mut self, actor: &ActorRef, status: Status, turns: u16) -> bool {
        if self.is_warded(actor, status) {
            return false;
        }
        let before = self.statuses(actor.entity).turns(status);
        if before >= turns {
            return false;
        }
        self.hot_mut(actor.entity).statuses.0[status as usize] = turns;
        if before == 0 {
            self.emit(FightEvent::StatusBegan { who: self.who(actor), status, turns });
        }
        if status == Status::Drenched {
            for washed_off in [Status::Burning, Status::Tarred, Status::Reeking] {
                self.cure(actor, washed_off);
            }
        }
        true
    }

    /// A burning actor gets into water.
    pub(crate) fn quench(&mut self, actor: &ActorRef) {
        self.emit(FloorEvent::Quenched { who: self.who(actor) });
        self.inflict(actor, Status::Drenched, self.catalog.rules.fire.drenched);
    }

    /// Ends a status. Returns whether the actor had it.
    pub(crate) fn cure(&mut self, actor: &ActorRef, status: Status) -> bool {
        let ails = self.has_status(actor.entity, status);
        if ails {
            self.hot_mut(actor.entity).statuses.0[status as usize] = 0;
            self.emit(FightEvent::StatusEnded { who: self.who(actor), status });
        }
        ails
    }
}
