//! How a fight would go: chances to hit, damage, strength, and who would win.

use crate::sim::fight::{blows, throws};
use crate::sim::prelude::*;
use crate::sim::query::Odds;
use content::{ItemKind, Thrown};

/// Bounds of the chance that a blow hits, in percent.
const MIN_HIT_PERCENT: i32 = 5;
const MAX_HIT_PERCENT: i32 = 95;

/// Healers heal friends that have less than this percentage of their health.
pub(crate) const HEALERS_HELP_BELOW_PERCENT: i32 = 65;

impl World {
    /// The cells that heavy blows being prepared will fall on, and whose they are.
    pub fn threatened(&self) -> impl Iterator<Item = (ActorId, Vec<Pos>)> {
        self.roster()[1..].iter().filter_map(|actor| match self.duty(actor.entity) {
            Duty::Boss(Boss { windup: Some(windup), .. }) => {
                Some((actor.id, blows::threatened(self, actor, windup)))
            }
            _ => None,
        })
    }

    /// The odds of a blow of the player against an actor, and of its blow against the player.
    pub fn odds_against(&self, id: ActorId) -> Option<(Odds, Odds)> {
        let (player, other) = (self.roster()[0], *self.actor_ref(id)?);
        Some((self.odds(&player, &other), self.odds(&other, &player)))
    }

    /// The periods of the player's regenerations, by nature and by what is worn: turns from one
    /// point of health to the next; 0 for a regeneration that there is not. On a journey time heals
    /// only at work: towns and roads have no clock.
    pub(crate) fn regeneration_periods(&self) -> [u16; 2] {
        if self.journey().is_some_and(|journey| journey.phase != Phase::Site) {
            return [0; 2];
        }
        let mut worn = self.belongings().equipment(&self.catalog).map(|item| item.regeneration);
        [self.catalog.rules.regeneration, worn.find(|&turns| turns > 0).unwrap_or(0)]
    }

    /// Turns in which the player regains a point of health; 0 for never.
    pub fn mends_every(&self) -> u16 {
        let [own, worn] = self.regeneration_periods().map(u32::from);
        // Regenerations with periods of a and b turns heal together once in ab / (a + b) turns.
        let both = match (own, worn) {
            (0, only) | (only, 0) => only,
            (own, worn) => own * worn / (own + worn),
        };
        both.min(u16::MAX.into()) as u16
    }

    /// Whether an actor was driven from its post, and is hurt enough to run home.
    pub(crate) fn is_beaten_stray(&self, actor: &ActorRef) -> bool {
        matches!(self.duty(actor.entity), Duty::Stray { .. }) && self.vitals(actor.entity).is_low()
    }

    /// The odds of an item that the player throws against the actor that it meets.
    pub fn odds_of_throw(&self, thrown: &Thrown, id: ActorId) -> Option<Odds> {
        let victim = *self.actor_ref(id)?;
        Some(self.odds_of(&victim, thrown.hit, thrown.damage, i32::from(thrown.damage.1 > 0)))
    }

    /// The enemies in sight that would join a fight of the player with an actor: those that hunt
    /// the player already, those of its party, and those that see it or hear the noise of it. The
    /// nearest first.
    pub fn helpers_of(&self, id: ActorId) -> Vec<ActorId> {
        let Some(&target) = self.actor_ref(id) else { return Vec::new() };
        let here = self.player_pos();
        let is_raider = |actor| matches!(self.duty(actor), Duty::Raider(_));
        let joins = |actor: &&ActorRef| {
            let distance = actor.pos.steps_to(here);
            let hears = i32::from(self.catalog.rules.noise_fight) - i32::from(self.hearing(actor));
            let is_near = distance <= self.alertness(actor).max(hears);
            actor.id != id
                && self.sight.visible.contains(actor.pos)
                && !self.is_harmless(actor)
                && self.guise(actor).is_none()
                && match self.ai_state(actor.entity) {
                    AiState::Hunting { quarry, .. } => quarry == ActorId::PLAYER,
                    AiState::Fleeing { .. } => false,
                    _ => is_near || (is_raider(actor.entity) && is_raider(target.entity)),
                }
                && (!self.kind(actor).traits.rooted || distance <= 1)
        };
        let mut helpers: Vec<&ActorRef> = self.roster()[1..].iter().filter(joins).collect();
        helpers.sort_by_key(|actor| (actor.pos.steps_to(here), actor.id));
        helpers.into_iter().map(|actor| actor.id).collect()
    }

    /// The odds of an actor's shot at the player; `None` if it has none that hurts.
    pub fn odds_of_shot(&self, id: ActorId) -> Option<Odds> {
        let (player, other) = (self.roster()[0], *self.actor_ref(id)?);
        let shot = self.kind(&other).shot.as_ref().filter(|shot| shot.damage.1 > 0)?;
        Some(self.odds_of(&player, shot.hit, self.strengthened(&other, shot.damage), 1))
    }

    /// The same for each turn that an actor stands away from the player; `None` also where it
    /// stands beside. A shot that is not always ready counts as one that hits less often.
    pub fn odds_from_afar(&self, id: ActorId) -> Option<Odds> {
        let other = *self.actor_ref(id)?;
        let shot = self.kind(&other).shot.as_ref()?;
        let Odds { hit, damage } = self.odds_of_shot(id)?;
        let is_away = !other.pos.is_within(1, self.player_pos());
        is_away.then_some(Odds { hit: hit * shot.ready / 100, damage })
    }

    /// The odds of an actor that joins a fight against the player, and the turns until it strikes
    /// or shoots for the first time.
    pub fn odds_of_helper(&self, id: ActorId) -> Option<(Odds, u16)> {
        if let Some(odds) = self.odds_from_afar(id) {
            return Some((odds, 0));
        }
        let (player, other) = (self.roster()[0], *self.actor_ref(id)?);
        let distance = other.pos.steps_to(player.pos);
        let walk = (distance - 1).max(0) * ACTION_ENERGY / self.pace_of(id)?.max(1);
        // Who is held beside the player strikes all the same.
        let held = if distance > 1 { self.statuses(other.entity).turns(Status::Snared) } else { 0 };
        Some((self.odds(&other, &player), walk as u16 + held))
    }

    fn odds(&self, by: &ActorRef, victim: &ActorRef) -> Odds {
        let (hit, damage) = self.blow(by);
        self.odds_of(victim, hit, damage, 1)
    }

    /// The odds of a blow, shot or throw, the damage of a hit at least `min`.
    fn odds_of(&self, victim: &ActorRef, hit: i32, damage: (i32, i32), min: i32) -> Odds {
        let damage = <[i32; 2]>::from(damage).map(|drawn| self.damage_to(victim, drawn, min));
        Odds { hit: self.hit_chance(hit, victim), damage: damage.into() }
    }

    /// The cells that a thing thrown would fly over, the last of them where it lands, as far as the
    /// player can tell: actors out of sight may be in the way.
    pub fn flight(&self, target: Pos, range: i32) -> Vec<Pos> {
        throws::flight(self, target, range, true)
    }

    /// The cells within `steps` of an actor where its enemies stand, in no order.
    pub(crate) fn foes_near(&self, actor: &ActorRef, steps: i32) -> impl Iterator<Item = Pos> {
        let (from, foes) = (actor.pos, self.foes(actor).flatten().copied());
        foes.filter(move |foe| foe.is_within(steps, from))
    }

    /// Whether an enemy stands within `steps` of an actor.
    pub(crate) fn has_foe_near(&self, actor: &ActorRef, steps: i32) -> bool {
        self.foes(actor).any(|cells| cells.iter().any(|foe| foe.is_within(steps, actor.pos)))
    }

    /// The cells where enemies of an actor stand, by faction, in no order.
    pub(crate) fn foes(&self, actor: &ActorRef) -> impl Iterator<Item = &[Pos]> {
        self.presence().foes(actor.faction, &self.catalog.factions)
    }

    /// Whether an actor does no harm to the player unless it is provoked: it is at peace with the
    /// player or used to them, or its kind attacks nobody on sight and it hunts nobody now.
    pub(crate) fn is_harmless(&self, actor: &ActorRef) -> bool {
        let is_tame = || {
            !self.kind(actor).temperament.aggressive
                && matches!(self.duty(actor.entity), Duty::None | Duty::Guard { .. })
                && !matches!(self.ai_state(actor.entity), AiState::Hunting { .. })
        };
        !self.are_hostile(&self.roster()[0], actor) || is_tame() || self.is_used_to_player(actor)
    }

    /// Whether a step of an actor into another is a blow. The player strikes nobody harmless by
    /// walking, except those that are rooted to their cell.
    pub(crate) fn strikes_by_step(&self, actor: &ActorRef, other: &ActorRef) -> bool {
        self.are_hostile(actor, other)
            && (actor.id != ActorId::PLAYER
                || !self.is_harmless(other)
                || self.kind(other).traits.rooted)
    }

    /// Whether an actor is hurt enough to flee, by the bound of its kind.
    pub(crate) fn is_hurt_to_flee(&self, actor: &ActorRef) -> bool {
        let vitals = self.vitals(actor.entity);
        vitals.health * 100 < vitals.max_health * self.kind(actor).temperament.flees_below
    }

    /// The enemies beside an actor that it can strike, clockwise from the north.
    pub(crate) fn strikable_foes(&self, actor: &ActorRef) -> impl Iterator<Item = &ActorRef> {
        let dirs = Dir::ALL.into_iter().filter(|&dir| self.is_occupied(actor.pos + dir));
        dirs.filter(|&dir| !self.cuts_corner(actor, dir))
            .filter_map(|dir| self.actor_at(actor.pos + dir))
            .filter(|other| self.are_hostile(actor, other))
    }

    pub(crate) fn is_raider(&self, actor: &ActorRef) -> bool {
        let is_on_duty = |actor: ActorRef| matches!(self.duty(actor.entity), Duty::Raider(_));
        self.raider_kind(actor).is_some() && self.alive(actor.id).is_some_and(is_on_duty)
    }

    /// Whether an actor hunts another that stands beside it.
    pub(crate) fn is_at_blows(&self, actor: &ActorRef) -> bool {
        let AiState::Hunting { quarry, .. } = self.ai_state(actor.entity) else { return false };
        self.actor_ref(quarry).is_some_and(|other| actor.pos.is_beside(other.pos))
    }

    /// The enemy in sight that a blow with a long weapon would hit in a direction, two or more
    /// cells away with nothing between.
    pub(crate) fn in_reach(&self, dir: Dir) -> Option<ActorId> {
        let player = self.roster()[0];
        let other = self.cells_before(dir).find_map(|at| self.actor_at(at))?;
        let is_struck = !other.pos.is_beside(player.pos) && self.strikes_by_step(&player, other);
        is_struck.then_some(other.id)
    }

    /// The cells in a direction that the weapon in hand reaches, up to where sight ends.
    fn cells_before(&self, dir: Dir) -> impl Iterator<Item = Pos> {
        let cells = std::iter::successors(Some(self.player_pos() + dir), move |&at| Some(at + dir));
        cells
            .take(self.reach().max(0) as usize)
            .take_while(|&at| self.sight.visible.contains(at) && !self.floor.opaque.contains(at))
    }

    /// The cells that the weapon in the player's hand reaches in a straight line; 1 without a long
    /// one.
    pub(crate) fn reach(&self) -> i32 {
        self.belongings().tool(&self.catalog).map_or(1, |tool| tool.reach)
    }

    /// The cells that the player can strike with a long weapon without a step, as far as they are
    /// in sight; empty with any other.
    pub fn cells_in_reach(&self) -> Vec<Pos> {
        let dirs = Dir::ALL.into_iter().filter(|_| self.reach() > 1);
        dirs.flat_map(|dir| self.cells_before(dir)).collect()
    }

    /// What armour lets through of damage to an actor: that of the kind and a shield by magic take
    /// their points off, and then what is worn, but never more than a share.
    pub(crate) fn through_armour(&self, actor: &ActorRef, drawn: i32) -> i32 {
        let shielded = self.has_status(actor.entity, Status::Shielded);
        let shield = if shielded { self.catalog.rules.shield } else { 0 };
        let through = (drawn - self.kind(actor).armour - shield).max(0);
        let min_through = (through * self.catalog.rules.through_worn + 99) / 100;
        (through - self.worn_sum(actor, |item| item.armour)).max(min_through)
    }

    /// The most that a trap of a kind takes off the player, in percent of full health.
    pub fn trap_percent(&self, trap: TrapKindId) -> i32 {
        fn damage(effects: &[Effect]) -> i32 {
            let each = effects.iter().map(|effect| match effect {
                Effect::Damage { high, .. } => *high,
                Effect::Around { effects, .. } => damage(effects),
                _ => 0,
            });
            each.sum()
        }
        let player = self.roster()[0];
        let most = damage(&self.catalog.trap(trap).effects);
        let through = if most > 0 { self.through_armour(&player, most).max(1) } else { 0 };
        through * 100 / self.vitals(player.entity).max_health.max(1)
    }

    fn worn_sum(&self, actor: &ActorRef, value: impl Fn(&ItemKind) -> i32) -> i32 {
        if actor.id != ActorId::PLAYER {
            return 0;
        }
        self.belongings().equipment(&self.catalog).map(value).sum()
    }

    /// The blow of an actor: its chance to hit in percent, and its damage from least to most.
    pub(crate) fn blow(&self, actor: &ActorRef) -> (i32, (i32, i32)) {
        let melee = &self.kind(actor).melee;
        let (hit, (low, high)) = match self.belongings().tool(&self.catalog) {
            Some(tool) if actor.id == ActorId::PLAYER => (tool.hit, tool.damage),
            _ => (melee.hit, self.strengthened(actor, melee.damage)),
        };
        let might = self.worn_sum(actor, |item| item.might);
        (hit, (low + might, high + might))
    }

    /// The chance in percent that a blow, shot or throw hits an actor.
    pub(crate) fn hit_chance(&self, hit: i32, victim: &ActorRef) -> u32 {
        if self.held_percent(victim).is_some() {
            return 100;
        }
        let mut evasion = self.kind(victim).evasion + self.worn_sum(victim, |item| item.evasion);
        if self.is_helpless(victim) {
            evasion = evasion.min(0) - self.catalog.rules.helpless;
        }
        (hit - evasion).clamp(MIN_HIT_PERCENT, MAX_HIT_PERCENT) as u32
    }

    /// Whether an actor is snared or stunned: it evades nothing, and is hit more surely besides.
    pub(crate) fn is_helpless(&self, actor: &ActorRef) -> bool {
        let statuses = self.statuses(actor.entity);
        statuses.has(Status::Snared) || statuses.has(Status::Stunned)
    }

    /// Whether a blow or a throw of the player at an actor comes as a surprise: it is idle, and not
    /// in disguise itself.
    pub fn is_unaware(&self, id: ActorId) -> bool {
        self.actor_ref(id).is_some_and(|actor| {
            self.ai_state(actor.entity) == AiState::Idle && self.kind(actor).traits.lurks.is_none()
        })
    }

    /// The damage of a hit, which is more on an actor that is unaware of the player.
    pub(crate) fn surprise_damage(&self, damage: i32, is_surprise: bool) -> i32 {
        if is_surprise { damage * self.catalog.rules.surprise / 100 } else { damage }
    }

    /// The damage of a blow, shot or throw to an actor, by what was drawn for it; at least `min`.
    pub(crate) fn damage_to(&self, victim: &ActorRef, drawn: i32, min: i32) -> i32 {
        let damage = self.through_armour(victim, drawn).max(min);
        let usual = || self.percent_on_held_raider(victim);
        damage * self.held_percent(victim).unwrap_or_else(usual) / 100
    }

    /// What a trap takes from a member of the party: a share of full health, more while it is held.
    pub(crate) fn wound_of_raider(&self, victim: &ActorRef) -> i32 {
        let wound = self.vitals(victim.entity).max_health * self.catalog.rules.raid.wound / 100;
        wound * self.percent_on_held_raider(victim) / 100
    }

    /// Damage to a member of the party in percent of the usual: more while it is held.
    pub(crate) fn percent_on_held_raider(&self, victim: &ActorRef) -> i32 {
        let is_held = self.is_helpless(victim) && self.is_raider(victim);
        if is_held { self.catalog.rules.raid.held } else { 100 }
    }

    /// For a boss that can neither move nor strike: damage to it, in percent of the usual.
    fn held_percent(&self, victim: &ActorRef) -> Option<i32> {
        let boss = self.kind(victim).boss.as_ref()?;
        self.is_helpless(victim).then_some(boss.held)
    }

    pub(crate) fn is_warded(&self, actor: &ActorRef, status: Status) -> bool {
        let kind = self.kind(actor);
        match status {
            Status::Poisoned if kind.breathless => true,
            Status::Burning if kind.fireproof => true,
            Status::Burning if self.has_status(actor.entity, Status::Drenched) => true,
            _ => {
                let mut worn = self.belongings().equipment(&self.catalog);
                actor.id == ActorId::PLAYER && worn.any(|item| item.wards.contains(&status))
            }
        }
    }

    /// The damage of a blow or a shot of an actor, from least to most, by the numbers of its kind.
    pub(crate) fn strengthened(&self, actor: &ActorRef, (low, high): (i32, i32)) -> (i32, i32) {
        let rules = &self.catalog.campaign;
        let percent = match self.tenant(actor.id) {
            _ if actor.id == ActorId::PLAYER || self.journey().is_none() => 100,
            Some(tenant) => rules.tenants.at(tenant.level).1,
            None if self.is_raider(actor) => 100,
            None => rules.harder.damage_at(self.depth),
        };
        (low * percent / 100, high * percent / 100)
    }
}
