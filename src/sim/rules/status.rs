//! Healing, and statuses that begin and end.

use crate::content::Status;

use crate::sim::event::{Event, FightEvent, FloorEvent};
use crate::sim::state::components::Vitals;
use crate::sim::state::world::{ActorRef, World};

impl World {
    pub(crate) fn heal(&mut self, actor: &ActorRef, amount: i32) {
        let vitals = self.vitals(actor.entity);
        let amount = amount.min(vitals.max_health - vitals.health);
        if amount > 0 {
            self.change::<Vitals>(actor.entity, |vitals| vitals.health += amount);
            let who = self.who(actor);
            self.emit(Event::Fight(FightEvent::Healed { who, amount }));
        }
    }

    /// Gives an actor a status for some turns, unless it has it for longer or is warded against it.
    pub(crate) fn inflict(&mut self, actor: &ActorRef, status: Status, turns: u16) {
        if self.is_warded(actor, status) {
            return;
        }
        let before = self.statuses(actor.entity).turns(status);
        if before >= turns {
            return;
        }
        self.change_statuses(actor.entity, |statuses| statuses.0[status as usize] = turns);
        if before == 0 {
            let who = self.who(actor);
            self.emit(Event::Fight(FightEvent::StatusBegan { who, status, turns }));
        }
        if status == Status::Drenched {
            for washed_off in [Status::Burning, Status::Tarred, Status::Reeking] {
                self.cure(actor, washed_off);
            }
        }
    }

    /// A burning actor gets into water.
    pub(crate) fn quench(&mut self, actor: &ActorRef) {
        let who = self.who(actor);
        self.emit(Event::Floor(FloorEvent::Quenched { who }));
        self.inflict(actor, Status::Drenched, self.catalog.rules.fire.drenched);
    }

    pub(crate) fn cure(&mut self, actor: &ActorRef, status: Status) {
        if self.has_status(actor.entity, status) {
            self.change_statuses(actor.entity, |statuses| statuses.0[status as usize] = 0);
            let who = self.who(actor);
            self.emit(Event::Fight(FightEvent::StatusEnded { who, status }));
        }
    }
}
