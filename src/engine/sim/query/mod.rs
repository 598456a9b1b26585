//! Questions about the world: everything here only reads.

pub(crate) mod perks;
pub(crate) mod town;

use crate::sim::event::Who;
use crate::sim::prelude::*;
use content::Sense;

/// An actor other than the player, as anybody can see it.
#[derive(Clone, Copy, Debug)]
pub struct Bystander {
    pub id: ActorId,
    pub kind: ActorKindId,
    pub pos: Pos,
    pub vitals: Vitals,
    pub statuses: Statuses,
    pub ai_state: AiState,
    pub duty: Duty,
    /// At war with the player.
    pub hostile: bool,
    /// At war with the player by its faction, but harmless: it attacks nobody by itself.
    pub harmless: bool,
    /// What it is taken for while it keeps still.
    pub guise: Option<Guise>,
}

impl Bystander {
    /// A stray below half its health: it wants to go home.
    pub fn is_beaten_stray(&self) -> bool {
        matches!(self.duty, Duty::Stray { .. }) && self.vitals.is_low()
    }
}

/// What an exchange of blows comes to, for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Percent.
    pub hit: u32,
    /// Health taken by a hit, armour counted in: least and most.
    pub damage: (i32, i32),
}

impl World {
    pub fn floor(&self) -> &Floor {
        &self.floor
    }

    pub fn depth(&self) -> Depth {
        self.depth
    }

    pub fn clock(&self) -> Turns {
        self.shift.clock
    }

    pub fn is_identified(&self, kind: ItemKindId) -> bool {
        self.run.identified.has(kind)
    }

    /// The look of an unidentified kind, as a place in the texts.
    pub fn look(&self, kind: ItemKindId) -> usize {
        self.run.appearances.of(kind)
    }

    /// Whether the shift has not begun: last night's raid is on.
    pub(crate) fn is_before_shift(&self) -> bool {
        self.raid().is_some_and(|raid| raid.is_of_last_night)
    }

    /// Whether the upkeeper is off the floor.
    pub fn is_away(&self) -> bool {
        self.shift.away
    }

    pub fn raid(&self) -> Option<&Raid> {
        self.shift.raid.as_ref()
    }

    /// The raid that tests the work: the one that is on, or the one that is over.
    pub fn dawn_report(&self) -> Option<&RaidReport> {
        let on = self.raid().filter(|raid| !raid.is_of_last_night);
        self.shift.at_dawn.as_ref().or(on.map(|raid| &raid.report))
    }

    /// All actors but the player, by id.
    pub fn bystanders(&self) -> impl Iterator<Item = Bystander> {
        let player = &self.roster()[0];
        self.roster()[1..].iter().map(|actor| Bystander {
            id: actor.id,
            kind: actor.kind,
            pos: actor.pos,
            vitals: self.vitals(actor.entity),
            statuses: self.statuses(actor.entity),
            ai_state: self.ai_state(actor.entity),
            duty: self.duty(actor.entity),
            hostile: self.are_hostile(player, actor),
            harmless: self.is_harmless(actor),
            guise: self.guise(actor),
        })
    }

    pub fn is_carrying(&self) -> bool {
        self.belongings().carrying.is_some()
    }

    pub fn supply(&self, supply: Supply) -> u16 {
        self.belongings().supplies[supply]
    }

    pub(crate) fn who(&self, actor: &ActorRef) -> Who {
        let seen = actor.id == ActorId::PLAYER || self.sight.visible.contains(actor.pos);
        Who { id: actor.id, kind: actor.kind, at: actor.pos, seen }
    }

    /// What a lurking actor is taken for while it keeps still at its place.
    pub(crate) fn guise(&self, actor: &ActorRef) -> Option<Guise> {
        let guise = self.kind(actor).traits.lurks?;
        let in_place = match self.duty(actor.entity) {
            Duty::Guard { post } => actor.pos == post,
            _ => true,
        };
        (in_place && self.ai_state(actor.entity) == AiState::Idle).then_some(guise)
    }

    pub fn bosses(&self) -> impl Iterator<Item = ActorKindId> {
        let is_boss = |actor: &&ActorRef| matches!(self.duty(actor.entity), Duty::Boss(_));
        self.present().iter().filter(is_boss).map(|actor| actor.kind)
    }

    pub fn seems_a_chest(&self, pos: Pos) -> bool {
        self.actor_at(pos).is_some_and(|actor| self.guise(actor) == Some(Guise::Chest))
    }

    pub fn charm_wait(&self, slot: crate::sim::command::CartIndex) -> Turns {
        let own = &self.belongings();
        own.stack(slot)
            .map_or(Turns(0), |stack| own.ready(stack.kind).saturating_sub(self.shift.clock))
    }

    /// Whether the player, at a distance, is noticed by an actor that sees them and looks for
    /// enemies up to `alert` cells.
    pub(crate) fn is_noticed(&self, distance: i32, alert: i32) -> bool {
        let stealth: i32 =
            self.belongings().equipment(&self.catalog).map(|item| item.stealth).sum();
        distance <= (alert - stealth).max(1)
    }

    /// What the player is aware of through walls.
    pub(crate) fn sense(&self) -> Option<Sense> {
        self.belongings().equipment(&self.catalog).find_map(|item| item.senses)
    }

    pub fn is_sensed(&self, pos: Pos) -> bool {
        let worn = match self.sense() {
            Some(Sense::Life { radius }) => Some(radius),
            _ => None,
        };
        let radius = worn.max(self.hearing_while_hidden());
        radius.is_some_and(|radius| pos.steps_to(self.player_pos()) <= radius)
    }

    pub(crate) fn is_aloft(&self, actor: &ActorRef) -> bool {
        self.kind(actor).flies || self.has_status(actor.entity, Status::Floating)
    }

    pub(crate) fn are_hostile(&self, a: &ActorRef, b: &ActorRef) -> bool {
        self.catalog.factions.are_hostile(a.faction, b.faction)
    }
}
