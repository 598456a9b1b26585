//! Everybody on a floor, and what they have with them.

use crate::base::Pos;
use crate::content::{ActorKindId, Slot};

use crate::sim::state::belongings::Belongings;
use crate::sim::state::components::{AiState, Boss, Duty, Raider};
use crate::sim::state::snapshot::check::{Checker, require};
use crate::sim::state::snapshot::{MOST_ACTORS, SnapshotError};
use crate::sim::state::world::ActorRecord;
use crate::sim::units::{ActorId, Stack};

impl Checker<'_> {
    pub(super) fn actors(&self) -> Result<(), SnapshotError> {
        let snapshot = self.snapshot;
        let first = snapshot.actors.first();
        let is_player = first.is_some_and(|actor| {
            actor.id == ActorId::PLAYER
                && actor.kind == self.catalog.upkeeper
                && actor.belongings.is_some()
        });
        require(is_player, "actor 0", "is not the upkeeper")?;
        require(snapshot.actors.len() <= MOST_ACTORS, "actors", "a crowd")?;
        for (actor, next) in snapshot.actors.iter().zip(snapshot.actors.iter().skip(1)) {
            require(actor.id < next.id, "actors", "out of order")?;
        }
        for actor in &snapshot.actors {
            self.actor(actor, &format!("actor {}", actor.id.0))?;
        }
        // Who is off the floor stands in nobody's way.
        let present = &snapshot.actors[usize::from(snapshot.away)..];
        let mut places: Vec<Pos> = present.iter().map(|actor| actor.pos).collect();
        places.sort_unstable();
        let distinct = places.windows(2).all(|pair| pair[0] != pair[1]);
        require(distinct, "actors", "two on one cell")
    }

    fn actor(&self, actor: &ActorRecord, place: &str) -> Result<(), SnapshotError> {
        require(actor.id.0 < self.snapshot.next_id, place, "has an id not given yet")?;
        require(self.has_actor(actor.kind), place, "no such kind")?;
        self.on_floor(actor.pos, place)?;
        let is_player = actor.id == ActorId::PLAYER;
        require(is_player || actor.belongings.is_none(), place, "has a cart")?;
        let lives = actor.vitals.health > 0 || (is_player && self.snapshot.end.is_some());
        require(lives, place, "is dead and up")?;
        let vitals = actor.vitals;
        let sound = (1..=10_000).contains(&vitals.most)
            && vitals.health <= vitals.most
            && (-10_000..=10_000).contains(&vitals.health)
            && (-10_000..=10_000).contains(&vitals.energy);
        require(sound, place, "vitals out of bounds")?;
        match actor.mind {
            AiState::Curious { goal: pos, .. }
            | AiState::Hunting { last_seen: pos, .. }
            | AiState::Fleeing { from: pos, .. } => self.inside(pos, place)?,
            AiState::Idle | AiState::GaveUp { .. } => {}
        }
        self.duty(actor.kind, actor.duty, place)?;
        actor.belongings.as_ref().map_or(Ok(()), |own| self.belongings(own, place))
    }

    fn duty(&self, kind: ActorKindId, duty: Duty, place: &str) -> Result<(), SnapshotError> {
        match duty {
            Duty::Guard { post } | Duty::Stray { post } => self.inside(post, place),
            Duty::Raider(Raider { carries, errand, .. }) => {
                if let Some(stack) = carries {
                    require(stack.count > 0, place, "carries none of it")?;
                    self.item(stack.kind, place)?;
                }
                errand.map_or(Ok(()), |errand| self.inside(errand.at, place))
            }
            Duty::Boss(boss) => {
                let kind = self.catalog.actor(kind).boss.as_ref();
                let blows = kind.map_or(0, |kind| kind.blows.len());
                let sound = blows > 0
                    && boss.phase <= Boss::LEAVES
                    && boss.ready.0 < 1 << 24
                    && boss.windup.is_none_or(|windup| usize::from(windup.blow) < blows);
                require(sound, place, "is no such boss")
            }
            Duty::None => Ok(()),
        }
    }

    fn belongings(&self, own: &Belongings, place: &str) -> Result<(), SnapshotError> {
        require(own.cart.len() <= 26, place, "the cart is overfull")?;
        let is_sound = own.cart.last() != Some(&Stack::NONE)
            && own.cart.iter().all(|stack| stack.count > 0 || *stack == Stack::NONE);
        require(is_sound, place, "the cart holds stacks of nothing")?;
        for kind in own.cart.iter().map(|stack| stack.kind).chain(own.worn.into_iter().flatten()) {
            self.item(kind, place)?;
        }
        let slot_of = |kind| self.catalog.item(kind).slot;
        for (slot, kind) in own.worn.iter().enumerate() {
            let fits = kind.is_none_or(|kind| slot_of(kind) as usize == slot);
            require(fits, place, "wears what cannot be worn there")?;
        }
        for stack in &own.belt {
            self.item(stack.kind, place)?;
            let hangs = slot_of(stack.kind) == Slot::Belt;
            require(hangs && stack.count > 0, place, "has on the belt what does not hang")?;
        }
        let rising = own.belt.is_sorted_by(|a, b| a.kind < b.kind);
        require(rising, place, "the belt is out of order")?;
        let in_cart = own.cart.iter().all(|stack| slot_of(stack.kind) != Slot::Belt);
        require(in_cart, place, "has in the cart what hangs on the belt")?;
        let soon = own.satchel_ready.0 < 1 << 24;
        require(soon, place, "a satchel that never refills")?;
        self.purse(own, place)?;
        let body = own.carrying.is_none_or(|body| self.has_actor(body.kind));
        require(body, place, "carries a body of no kind")
    }

    /// Coins, charms that rest, and what was not paid for.
    fn purse(&self, own: &Belongings, place: &str) -> Result<(), SnapshotError> {
        require(own.coins.0 < 1 << 24, place, "more coins than there are")?;
        for &(kind, ready) in &own.resting {
            self.item(kind, place)?;
            require(ready.0 < 1 << 24, place, "a charm that never wakes")?;
        }
        let rising = own.resting.is_sorted_by(|a, b| a.0 < b.0);
        require(rising, place, "resting charms out of order")?;
        for stack in &own.unpaid {
            self.item(stack.kind, place)?;
            require(stack.count > 0, place, "owes for none of it")?;
        }
        let rising = own.unpaid.is_sorted_by(|a, b| a.kind < b.kind);
        require(rising, place, "what is owed is out of order")
    }
}
