//! The actors of a floor.

use super::{Checker, MAX_ACTORS, SnapshotError, require};
use crate::base::Pos;
use crate::content::ActorKindId;
use crate::sim::state::components::{AiState, Boss, Duty, Raider, Vitals};
use crate::sim::state::world::ActorRecord;
use crate::sim::units::ActorId;

impl Checker<'_> {
    pub(super) fn actors(&self, actors: &[ActorRecord]) -> Result<(), SnapshotError> {
        let is_player = actors.first().is_some_and(|actor| {
            actor.id == ActorId::PLAYER && actor.kind == self.catalog.upkeeper
        });
        require(is_player, "actor 0", "is not the upkeeper")?;
        require(actors.len() <= MAX_ACTORS, "actors", "a crowd")?;
        require(actors.is_sorted_by(|a, b| a.id < b.id), "actors", "out of order")?;
        for actor in actors {
            self.actor(actor, &format!("actor {}", actor.id.0))?;
        }
        // A player who is off the floor occupies no cell.
        let present = &actors[usize::from(self.snapshot.shift.away)..];
        let mut places: Vec<Pos> = present.iter().map(|actor| actor.pos).collect();
        places.sort_unstable();
        let distinct = places.windows(2).all(|pair| pair[0] != pair[1]);
        require(distinct, "actors", "two on one cell")
    }

    fn actor(&self, actor: &ActorRecord, place: &str) -> Result<(), SnapshotError> {
        // Statuses last for any number of turns.
        let &ActorRecord { id, kind, pos, vitals, statuses: _, ai_state, duty } = actor;
        let Vitals { health, max_health, energy } = vitals;
        require(id.0 < self.snapshot.run.next_id, place, "has an id not given yet")?;
        require(self.has_actor(kind), place, "no such kind")?;
        self.on_floor(pos, place)?;
        let is_over = self.snapshot.shift.end.is_some();
        let lives = health > 0 || (id == ActorId::PLAYER && is_over);
        require(lives, place, "is dead and up")?;
        let sound = (1..=10_000).contains(&max_health)
            && health <= max_health
            && (-10_000..=10_000).contains(&health)
            && (-10_000..=10_000).contains(&energy);
        require(sound, place, "vitals out of bounds")?;
        match ai_state {
            AiState::Curious { goal: pos, .. }
            | AiState::Hunting { last_seen: pos, .. }
            | AiState::Fleeing { from: pos, .. } => self.inside(pos, place)?,
            AiState::Idle | AiState::GaveUp { .. } => {}
        }
        self.duty(kind, duty, place)
    }

    fn duty(&self, kind: ActorKindId, duty: Duty, place: &str) -> Result<(), SnapshotError> {
        match duty {
            Duty::Guard { post } | Duty::Stray { post } => self.inside(post, place),
            Duty::Raider(Raider { kit, carries, errand, .. }) => {
                for stack in [kit, carries].into_iter().flatten() {
                    require(stack.count > 0, place, "carries none of it")?;
                    self.item(stack.kind, place)?;
                }
                errand.map_or(Ok(()), |errand| self.inside(errand.at, place))
            }
            Duty::Boss(boss) => {
                let kind = self.catalog.actor(kind).boss.as_ref();
                let blows = kind.map_or(0, |kind| kind.blows.len());
                let sound = blows > 0
                    && boss.phase <= Boss::LEAVING
                    && boss.ready.0 < 1 << 24
                    && boss.windup.is_none_or(|windup| usize::from(windup.blow) < blows);
                require(sound, place, "is no such boss")
            }
            Duty::None => Ok(()),
        }
    }
}
