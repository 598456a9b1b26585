//! The actors of a floor.

use std::fmt::Display;

use super::{Checker, MAX_ACTORS, SnapshotError, require};
use crate::sim::state::components::{AiState, Boss, Duty, Raider, Vitals};
use crate::sim::state::floor_state::ActorRecord;
use crate::sim::state::journey::Phase;
use crate::sim::units::ActorId;
use base::Pos;
use content::ActorKindId;

impl Checker<'_> {
    pub(super) fn actors(&self, actors: &[ActorRecord]) -> Result<(), SnapshotError> {
        let is_player = actors.first().is_some_and(|actor| {
            actor.id == ActorId::PLAYER && actor.kind == self.catalog.upkeeper
        });
        require(is_player, "actors[0]", "is not the upkeeper")?;
        let count = actors.len();
        require(count <= MAX_ACTORS, "actors", format_args!("{count} are more than {MAX_ACTORS}"))?;
        for (index, pair) in (1..).zip(actors.windows(2)) {
            let path = format_args!("actors[{index}].id");
            require(pair[0].id < pair[1].id, path, "out of order, or given twice")?;
        }
        for (index, actor) in actors.iter().enumerate() {
            self.actor(actor, format_args!("actors[{index}]"))?;
        }
        // A player who is off the floor occupies no cell.
        let away = usize::from(self.snapshot.shift.away);
        let mut places: Vec<(Pos, usize)> =
            (away..).zip(&actors[away..]).map(|(index, actor)| (actor.pos, index)).collect();
        places.sort_unstable();
        for pair in places.windows(2) {
            let [(at, index), (other, _)] = [pair[1], pair[0]];
            let path = format_args!("actors[{index}].at");
            require(at != other, path, format_args!("actors[{}] stands there", pair[0].1))?;
        }
        Ok(())
    }

    fn actor(&self, actor: &ActorRecord, path: impl Display + Copy) -> Result<(), SnapshotError> {
        // Statuses last for any number of turns.
        let &ActorRecord { id, kind, pos, vitals, statuses: _, ai_state, duty } = actor;
        let next_id = self.snapshot.run.next_id;
        let fault = format_args!("{} is not below run.next_id, {next_id}", id.0);
        require(id.0 < next_id, format_args!("{path}.id"), fault)?;
        require(self.has_actor(kind), format_args!("{path}.kind"), "no such kind")?;
        self.on_floor(pos, format_args!("{path}.at"))?;
        self.vitals(vitals, id, format_args!("{path}.vitals"))?;
        match ai_state {
            AiState::Curious { goal: pos, .. }
            | AiState::Hunting { last_seen: pos, .. }
            | AiState::Fleeing { from: pos, .. } => {
                self.inside(pos, format_args!("{path}.mind"))?;
            }
            AiState::Idle | AiState::GaveUp { .. } => {}
        }
        self.duty(kind, duty, format_args!("{path}.duty"))
    }

    fn vitals(
        &self,
        vitals: Vitals,
        id: ActorId,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        let Vitals { health, max_health, energy } = vitals;
        let within = |number: i32, low: i32, high: i32, key: &str| {
            let path = format_args!("{path}.{key}");
            let fault = format_args!("{number} is not from {low} to {high}");
            require((low..=high).contains(&number), path, fault)
        };
        within(max_health, 1, 10_000, "max_health")?;
        let fault = format_args!("{health} is above its maximum {max_health}");
        require(health <= max_health, format_args!("{path}.health"), fault)?;
        within(health, -10_000, 10_000, "health")?;
        within(energy, -10_000, 10_000, "energy")?;
        let journey = self.snapshot.journey.as_ref();
        let is_run_over = journey.is_some_and(|own| matches!(own.phase, Phase::Over(_)));
        let is_over = is_run_over || self.snapshot.shift.end.is_some();
        let lives = health > 0 || (id == ActorId::PLAYER && is_over);
        let fault = format_args!("{health}: whoever is up has some");
        require(lives, format_args!("{path}.health"), fault)
    }

    fn duty(
        &self,
        kind: ActorKindId,
        duty: Duty,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        match duty {
            Duty::Guard { post } | Duty::Stray { post } => self.inside(post, path),
            Duty::Raider(Raider { kit, carries, errand, .. }) => {
                for stack in [kit, carries].into_iter().flatten() {
                    require(stack.count > 0, path, "carries none of it")?;
                    self.item(stack.kind, path)?;
                }
                errand.map_or(Ok(()), |errand| self.inside(errand.at, path))
            }
            Duty::Boss(boss) => {
                let kind = self.catalog.actor(kind).boss.as_ref();
                let blows = kind.map_or(0, |kind| kind.blows.len());
                let sound = blows > 0
                    && boss.phase <= Boss::LEAVING
                    && boss.ready.0 < 1 << 24
                    && boss.windup.is_none_or(|windup| usize::from(windup.blow) < blows);
                require(sound, path, "is no such boss")
            }
            Duty::None => Ok(()),
        }
    }
}
