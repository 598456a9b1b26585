//! Deaths, and what follows from them.

use crate::sim::prelude::*;
use crate::sim::rules::{raid_members, raid_report};
use crate::sim::state::shift::Tenant;

impl World {
    /// The tutorial lets nobody die: the player is whole again, and free of what ailed them.
    fn catch_player(&mut self, player: &ActorRef) {
        let vitals = &mut self.hot_mut(player.entity).vitals;
        vitals.health = vitals.max_health;
        self.hot_mut(player.entity).statuses = Statuses::default();
        self.emit(TutorEvent::Caught);
    }

    /// Removes an actor that has no health left: its duty, loot and body are seen to, its traits burst. The death of the
    /// player ends the shift.
    pub(crate) fn die(&mut self, actor: &ActorRef, by: Harm) {
        if actor.id == ActorId::PLAYER && self.shift().tutor.is_some() {
            return self.catch_player(actor);
        }
        let who = self.who(actor);
        self.emit(FightEvent::Died { who, by });
        if actor.id == ActorId::PLAYER {
            self.shift.tally.killed_by = Some(by);
            self.end_shift(End::Died);
            return;
        }
        if who.seen && !self.is_away() {
            self.shift.tally.kills += 1;
        }
        if self.is_keeper(actor) {
            self.close_shop();
        }
        let (kind, leaves_body) = (actor.kind, self.kind(actor).leaves_body);
        let duty = self.duty(actor.entity);
        let tenant = self.tenant(actor.id).copied();
        let person = match tenant {
            Some(tenant) => tenant.holder.person(),
            None => self.raid().and_then(|raid| raid.member(actor.id)?.person),
        };
        self.set_tenant_fate(actor.id, Fate::Fell(by));
        if let Duty::Raider(_) = duty {
            raid_members::fell(self, actor, by);
        } else {
            raid_report::slew(self, by);
        }
        if let Duty::Boss(_) = duty {
            self.shift.tally.bosses += 1;
        }
        // On the post of somebody who settled there may be something else.
        if let Some(post) = duty.post()
            && matches!(self.floor.fixture(post), Some(Fixture::Post { .. }))
        {
            self.floor.set_fixture(post, None);
        }
        if let Duty::Stray { .. } = duty {
            // There is no stray left to call home.
            self.shift.order.lost[JobKind::Pen] += 1;
        }
        let catalog = self.catalog.clone();
        self.apply_effects(actor, &catalog.actor(kind).traits.bursts, by);
        self.forget_resident(actor.id);
        self.remove(actor.id);
        let held = match (duty, tenant) {
            (Duty::Raider(Raider { kit, carries, .. }), _)
            | (_, Some(Tenant { kit, carries, .. })) => Some((kit, carries)),
            _ => None,
        };
        if let Some((kit, carries)) = held {
            for stack in [kit, carries].into_iter().flatten() {
                self.drop_stack(actor.pos, stack);
            }
        }
        if leaves_body {
            let total = self.order_total(JobKind::Body);
            if self.catalog.is_risen(kind) {
                let lost = &mut self.shift.order.lost[JobKind::Body];
                *lost = lost.saturating_sub(1);
            }
            let rises = self.draw_rising();
            let body = Body { kind, rises, by: Some(by), person };
            self.drop_body(actor.pos, body);
            let coins = self.pockets(&body);
            if matches!(duty, Duty::Raider(_)) && self.pays_for_fallen() && coins > Coins(0) {
                self.earn(coins);
                self.emit(ItemEvent::PocketsEmptied { coins });
            }
            let now = self.order_total(JobKind::Body);
            if now > total && self.raid().is_none() {
                self.emit(WorkEvent::BodyOrdered { total: now });
            }
        }
    }
}
