//! Questions about the world: everything here only reads.

use std::sync::Arc;

use hecs::Entity;

use crate::base::{Bits, Dir, Pos};
use crate::content::{
    ActorKind, ActorKindId, Catalog, Gate, Guise, ItemKindId, JobKind, Sense, Status, Supply,
    Thrown,
};

use super::components::{Boss, Duty, Mind, Statuses, Vitals};
use super::event::Who;
use super::glance::Glance;
use super::order::JobCount;
use super::raid::{Raid, Report};
use super::world::{Spot, World};
use super::{ActorId, Belongings, Body, Fixture, Floor, Stack, Tally, Turns};

/// An actor as it stands there for everybody to see.
#[derive(Clone, Copy, Debug)]
pub struct Bystander {
    pub id: ActorId,
    pub kind: ActorKindId,
    pub pos: Pos,
    pub vitals: Vitals,
    pub statuses: Statuses,
    pub mind: Mind,
    pub duty: Duty,
    /// At war with the player.
    pub hostile: bool,
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
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    pub fn floor(&self) -> &Floor {
        &self.floor
    }

    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Turns since the shift began.
    pub fn clock(&self) -> Turns {
        self.clock
    }

    /// Turns from the start of the shift to dawn.
    pub fn dawn(&self) -> Turns {
        self.dawn
    }

    /// Turns that the certified order of the night's work takes; nothing of floors that were drawn.
    pub fn par(&self) -> Option<Turns> {
        self.par
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The cells that the player sees now.
    pub fn visible(&self) -> &Bits {
        &self.sight.visible
    }

    /// The cells that braziers light.
    pub fn lit(&self) -> &Bits {
        &self.sight.lit
    }

    /// Whether nobody perceives the player where he stands.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    pub fn is_identified(&self, kind: ItemKindId) -> bool {
        self.identified[usize::from(kind.0)]
    }

    /// The look of an unidentified kind, as a place in the texts.
    pub fn look(&self, kind: ItemKindId) -> usize {
        self.looks[usize::from(kind.0)].into()
    }

    /// Whether the shift has not begun: last night's raid is on.
    pub(super) fn is_before_shift(&self) -> bool {
        self.raid.as_ref().is_some_and(|raid| raid.is_rehearsal)
    }

    /// Whether the upkeeper is off the floor.
    pub fn is_away(&self) -> bool {
        self.away
    }

    /// The raid that is on.
    pub fn raid(&self) -> Option<&Raid> {
        self.raid.as_ref()
    }

    /// What last night's raid came to.
    pub fn last_night(&self) -> &Report {
        &self.last_night
    }

    /// What the raid at dawn came to, once it is over.
    pub fn at_dawn(&self) -> Option<&Report> {
        self.at_dawn.as_ref()
    }

    /// The raid that tests the work: the one that is on, or the one that is over.
    pub fn dawn_report(&self) -> Option<&Report> {
        let on = self.raid.as_ref().filter(|raid| !raid.is_rehearsal);
        self.at_dawn.as_ref().or(on.map(|raid| &raid.report))
    }

    /// Everybody but the player, by id.
    pub fn bystanders(&self) -> impl Iterator<Item = Bystander> {
        let player = &self.roster[0];
        self.roster[1..].iter().map(|spot| Bystander {
            id: spot.id,
            kind: spot.kind,
            pos: spot.pos,
            vitals: self.vitals(spot.entity),
            statuses: self.statuses(spot.entity),
            mind: self.mind(spot.entity),
            duty: self.duty(spot.entity),
            hostile: self.are_hostile(player, spot),
            guise: self.guise(spot),
        })
    }

    /// The cells that heavy blows being prepared will fall on, and whose they are.
    pub fn threatened(&self) -> impl Iterator<Item = (ActorId, Vec<Pos>)> {
        self.roster[1..].iter().filter_map(|spot| match self.duty(spot.entity) {
            Duty::Boss(Boss { windup: Some(windup), .. }) => {
                Some((spot.id, super::action::heavy::threatened(self, spot, windup)))
            }
            _ => None,
        })
    }

    /// The odds of a blow of the player against somebody, and of theirs against the player.
    pub fn odds_against(&self, id: ActorId) -> Option<(Odds, Odds)> {
        let (player, other) = (self.roster[0], *self.spot(id)?);
        Some((self.odds(&player, &other), self.odds(&other, &player)))
    }

    /// Energy that somebody gains a turn, as they are now; 100 is an action a turn.
    pub fn pace_of(&self, id: ActorId) -> Option<i32> {
        let spot = self.spot(id)?;
        let pace = if id == ActorId::PLAYER { self.pace() } else { 100 };
        Some(super::turn::speed(self.kind(spot).speed, &self.statuses(spot.entity), pace))
    }

    /// The odds of something thrown by the player against somebody it meets.
    pub fn odds_of_throw(&self, thrown: &Thrown, id: ActorId) -> Option<Odds> {
        let victim = *self.spot(id)?;
        let ((low, high), armour) = (thrown.damage, self.armour(&victim));
        let least = i32::from(high > 0);
        let damage = ((low - armour).max(least), (high - armour).max(least));
        Some(Odds { hit: self.hit_chance(thrown.hit, &victim), damage })
    }

    fn odds(&self, by: &Spot, victim: &Spot) -> Odds {
        let (hit, (low, high)) = self.blow(by);
        let armour = self.armour(victim);
        Odds {
            hit: self.hit_chance(hit, victim),
            damage: ((low - armour).max(1), (high - armour).max(1)),
        }
    }

    /// The cells that a thing thrown would fly over, the last of them where it lands, as far as the
    /// player can tell: somebody out of sight may be in the way.
    pub fn flight(&self, target: Pos, range: i32) -> Vec<Pos> {
        let blocked =
            |pos| self.floor.known(pos).plan && super::action::throw::is_blocked(self, pos);
        super::action::throw::flight(self, target, range, blocked, |pos| {
            self.is_occupied(pos) && self.sight.visible.contains(pos)
        })
    }

    pub fn player(&self) -> Entity {
        self.roster[0].entity
    }

    pub fn player_pos(&self) -> Pos {
        self.roster[0].pos
    }

    pub fn vitals(&self, entity: Entity) -> Vitals {
        self.get(entity)
    }

    pub fn statuses(&self, entity: Entity) -> Statuses {
        self.glance(entity).statuses
    }

    pub fn has_status(&self, entity: Entity, status: Status) -> bool {
        self.glance(entity).statuses.has(status)
    }

    pub fn mind(&self, entity: Entity) -> Mind {
        self.glance(entity).mind
    }

    pub fn duty(&self, entity: Entity) -> Duty {
        self.glance(entity).duty
    }

    fn glance(&self, entity: Entity) -> &Glance {
        let glance = self.glances.of(entity);
        debug_assert_eq!(glance.mind, self.get(entity), "a mind that was changed behind our back");
        debug_assert_eq!(glance.duty, self.get(entity));
        debug_assert_eq!(glance.statuses, self.get(entity));
        glance
    }

    /// What the player has with them.
    pub fn belongings(&self) -> Belongings {
        self.with_belongings(Belongings::clone)
    }

    pub(super) fn with_belongings<R>(&self, f: impl FnOnce(&Belongings) -> R) -> R {
        let belongings = self.ecs.get::<&Belongings>(self.player());
        f(&belongings.unwrap_or_else(|error| unreachable!("the player has a cart: {error}")))
    }

    pub fn is_carrying(&self) -> bool {
        self.with_belongings(|own| own.carrying.is_some())
    }

    pub fn supply(&self, supply: Supply) -> u16 {
        self.with_belongings(|own| own.supply(supply))
    }

    /// Who stands on a cell.
    pub(super) fn spot_at(&self, pos: Pos) -> Option<&Spot> {
        let entity = (*self.occupants.get(pos)?)?;
        let id = self.get::<ActorId>(entity);
        self.spot(id)
    }

    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.occupants.get(pos).is_some_and(Option::is_some)
    }

    pub fn item_at(&self, pos: Pos) -> Option<Stack> {
        Some(self.get((*self.items.get(pos)?)?))
    }

    pub fn body_at(&self, pos: Pos) -> Option<Body> {
        Some(self.get((*self.bodies.get(pos)?)?))
    }

    pub(super) fn kind(&self, spot: &Spot) -> &ActorKind {
        self.catalog.actor(spot.kind)
    }

    /// Somebody as events name them.
    pub(super) fn who(&self, spot: &Spot) -> Who {
        let seen = spot.id == ActorId::PLAYER || self.sight.visible.contains(spot.pos);
        Who { id: spot.id, kind: spot.kind, at: spot.pos, seen }
    }

    /// Terrain and corners allow somebody a step, whoever may stand there.
    ///
    /// A diagonal step needs both cells beside it to bear them: no cutting of corners. Ledges are gone
    /// over in their own direction alone.
    pub(super) fn can_pass(&self, spot: &Spot, dir: Dir) -> bool {
        let to = spot.pos + dir;
        let goes_down = |pos| match self.floor.fixture(pos) {
            Some(Fixture::Drop(down)) => Some(down == dir),
            _ => None,
        };
        goes_down(spot.pos).unwrap_or(true)
            && (self.bears(spot, to) || goes_down(to) == Some(true))
            && !self.cuts_corner(spot, dir)
    }

    /// Somebody's feet find a hold on a cell, or need none: boots and wings cross pits.
    pub(super) fn bears(&self, spot: &Spot, pos: Pos) -> bool {
        self.floor.is_passable(pos)
            || (self.floor.gates().contains(pos) && self.gets_past(spot, pos))
    }

    /// Whether a gate is none for somebody: over pits there are boots and wings, and raiders bring ropes and
    /// picks. What they get past they leave as it was.
    fn gets_past(&self, spot: &Spot, pos: Pos) -> bool {
        match self.floor.gate(pos) {
            None | Some(Gate::Drop) => false,
            Some(gate) => {
                (gate == Gate::Pit && self.crosses_pits(spot))
                    || (self.raid.is_some() && self.kind(spot).raider.is_some())
            }
        }
    }

    /// Whether somebody who is no enemy would change places with whoever stands on a cell.
    pub(super) fn makes_way(&self, other: &Spot, pos: Pos) -> bool {
        let statuses = self.statuses(other.entity);
        let traits = &self.kind(other).traits;
        self.bears(other, pos)
            && !traits.rooted
            && traits.lurks != Some(Guise::Chest)
            && !self.is_at_blows(other)
            && !statuses.has(Status::Snared)
            && !statuses.has(Status::Stunned)
            && !matches!(self.floor.fixture(pos), Some(Fixture::Drop(_)))
    }

    /// All cells that bear somebody.
    pub(super) fn ground(&self, spot: &Spot) -> Bits {
        let mut ground = self.floor.passable().clone();
        if self.crosses_pits(spot) {
            ground.union(self.floor.pits());
        }
        ground
    }

    pub(super) fn crosses_pits(&self, spot: &Spot) -> bool {
        self.kind(spot).flies || self.has_opener(spot, Gate::Pit)
    }

    /// Whether somebody has what opens a gate. Nobody but the player carries anything.
    pub(super) fn has_opener(&self, spot: &Spot, gate: Gate) -> bool {
        spot.id == ActorId::PLAYER && self.opens(gate)
    }

    /// Whether what opens a gate hangs on the player's belt.
    pub fn opens(&self, gate: Gate) -> bool {
        self.with_belongings(|own| own.has_opener(gate, &self.catalog))
    }

    /// The gate on a cell, whoever it opens for.
    pub fn gate_at(&self, pos: Pos) -> Option<Gate> {
        self.floor.gate(pos)
    }

    /// The gate that the player knows to be on a cell; a pit is none in the right boots.
    pub fn known_gate_at(&self, pos: Pos) -> Option<Gate> {
        let gate = self.gate_at(pos).filter(|_| self.floor.known(pos).plan)?;
        (gate != Gate::Pit || !self.opens(Gate::Pit)).then_some(gate)
    }

    /// The cells of all such gates.
    pub(super) fn known_gates(&self) -> Bits {
        let mut gates = self.floor.gates().clone();
        gates.intersect(self.floor.planned());
        if self.opens(Gate::Pit) {
            gates.subtract(self.floor.pits());
        }
        gates
    }

    /// Turns until there is a bomb in the satchel.
    pub fn satchel_wait(&self) -> Turns {
        self.with_belongings(|own| own.satchel_ready.saturating_sub(self.clock))
    }

    pub(super) fn cuts_corner(&self, spot: &Spot, dir: Dir) -> bool {
        let Pos { x, y } = dir.offset();
        dir.is_diagonal()
            && !(self.bears(spot, spot.pos + Pos::new(x, 0))
                && self.bears(spot, spot.pos + Pos::new(0, y)))
    }

    pub(super) fn is_closed_door(&self, pos: Pos) -> bool {
        self.floor.shut().contains(pos)
    }

    pub(super) fn is_barred(&self, pos: Pos) -> bool {
        self.floor.fixture(pos) == Some(Fixture::Door(super::Door::Barred))
    }

    /// Whether a cell would go off under somebody: not under wings, nor under who made the trap.
    pub(super) fn endangers(&self, spot: &Spot, pos: Pos) -> bool {
        match self.floor.fixture(pos) {
            Some(Fixture::Trap { kind, armed: true }) => {
                !self.is_aloft(spot) && self.kind(spot).traits.weaves_id != Some(kind)
            }
            _ => false,
        }
    }

    /// What somebody is taken for: who lurks keeps still, at its post or where it hid.
    pub(super) fn guise(&self, spot: &Spot) -> Option<Guise> {
        let guise = self.kind(spot).traits.lurks?;
        let in_place = match self.duty(spot.entity) {
            Duty::Guard { post } => spot.pos == post,
            _ => true,
        };
        (in_place && self.mind(spot.entity) == Mind::Idle).then_some(guise)
    }

    /// Whether what stands on a cell would be taken for a full chest, and is none.
    pub fn seems_a_chest(&self, pos: Pos) -> bool {
        self.spot_at(pos).is_some_and(|spot| self.guise(spot) == Some(Guise::Chest))
    }

    /// Whether somebody is after somebody who stands beside them.
    pub(super) fn is_at_blows(&self, spot: &Spot) -> bool {
        match self.mind(spot.entity) {
            Mind::Hunting { quarry, .. } => {
                self.spot(quarry).is_some_and(|other| spot.pos.is_beside(other.pos))
            }
            _ => false,
        }
    }

    pub(super) fn is_armed_trap(&self, pos: Pos) -> bool {
        self.floor.fixture(pos).is_some_and(Fixture::is_armed_trap)
    }

    /// The player knows better than to walk there: a trap known to be armed, gas or fire in sight.
    pub(super) fn is_known_danger(&self, pos: Pos) -> bool {
        self.floor.feared().contains(pos)
            || ((self.floor.gas(pos) > 0 || self.floor.fire(pos) > 0)
                && self.sight.visible.contains(pos))
    }

    /// The job that the state of a cell calls for. A body comes before what it lies on.
    pub fn job_at(&self, pos: Pos) -> Option<JobKind> {
        if self.bodies.get(pos).is_some_and(Option::is_some) {
            return Some(JobKind::Body);
        }
        let fixture = self.floor.fixture(pos).and_then(Fixture::job);
        fixture.or_else(|| self.floor.has_blood(pos).then_some(JobKind::Stain))
    }

    /// The work order as it stands: one line for each kind that the night holds.
    pub fn job_counts(&self) -> Vec<JobCount> {
        let mut open = [0_u16; JobKind::ALL.len()];
        for job in self.floor.fixtures().filter_map(|(_, fixture)| fixture.job()) {
            open[job as usize] += 1;
        }
        open[JobKind::Stain as usize] = self.floor.blood().count().min(u16::MAX.into()) as u16;
        open[JobKind::Body as usize] =
            self.ecs.query::<&Body>().iter().count() as u16 + u16::from(self.is_carrying());
        JobKind::ALL
            .into_iter()
            .map(|job| {
                let done = self.order.done(job);
                let open = open[job as usize];
                let total = done.saturating_add(self.order.lost(job)).saturating_add(open);
                JobCount { job, done, total }
            })
            .filter(|count| count.total > 0)
            .collect()
    }

    /// Every job that the player knows of, in reading order: as it was when last seen.
    pub fn known_jobs(&self) -> Vec<(Pos, JobKind)> {
        let cells = self.floor.noted().iter().filter(|&pos| self.floor.is_passable(pos));
        cells.filter_map(|pos| Some((pos, self.known_job_at(pos)?))).collect()
    }

    /// The job that the player knows a cell to call for.
    pub fn known_job_at(&self, pos: Pos) -> Option<JobKind> {
        super::behaviour::job_of(self.floor.known(pos))
    }

    /// There are supplies for it, and a mop that wipes.
    pub fn is_doable(&self, job: JobKind) -> bool {
        super::behaviour::is_doable(self, job)
    }

    /// The supply that a job uses up.
    pub fn supply_for(job: JobKind) -> Option<Supply> {
        match job {
            JobKind::Trap => Some(Supply::Parts),
            JobKind::Chest => Some(Supply::Stock),
            JobKind::Door => Some(Supply::Timber),
            JobKind::Light => Some(Supply::Oil),
            JobKind::Pen => Some(Supply::Lures),
            JobKind::Body | JobKind::Stain => None,
        }
    }

    /// Turns that a job takes with the tool in hand, in the state the player is in.
    pub fn work_turns(&self, job: JobKind) -> u8 {
        let rules = &self.catalog.rules;
        let turns = match job {
            JobKind::Trap => rules.work_trap,
            JobKind::Chest => rules.work_chest,
            JobKind::Door => rules.work_door,
            JobKind::Light => rules.work_light,
            JobKind::Stain => rules.work_stain,
            JobKind::Pen => rules.work_pen,
            JobKind::Body => 1,
        };
        let is_quick = self.with_belongings(|own| {
            own.tool(&self.catalog).is_some_and(|tool| tool.quick.contains(&job))
        });
        let is_slow = self.with_belongings(|own| {
            own.tool(&self.catalog).is_some_and(|tool| tool.slow.contains(&job))
        });
        let turns = (turns + u8::from(is_slow)).saturating_sub(u8::from(is_quick)).max(1);
        if self.has_status(self.player(), Status::Diligent) { turns.div_ceil(2) } else { turns }
    }

    /// Turns that a crate takes with the tool in hand: what opens chests opens crates.
    pub fn smash_turns(&self) -> u8 {
        let is_quick = self.with_belongings(|own| {
            own.tool(&self.catalog).is_some_and(|tool| tool.quick.contains(&JobKind::Chest))
        });
        let is_slow = self.with_belongings(|own| {
            own.tool(&self.catalog).is_some_and(|tool| tool.slow.contains(&JobKind::Chest))
        });
        let turns = self.catalog.rules.work_crate + u8::from(is_slow);
        let turns = turns.saturating_sub(u8::from(is_quick)).max(1);
        if self.has_status(self.player(), Status::Diligent) { turns.div_ceil(2) } else { turns }
    }

    /// Cells that a mop wipes before it is foul.
    pub fn mop_cells(&self) -> u8 {
        let more = self.with_belongings(|own| {
            own.equipment(&self.catalog).map(|item| item.mop_cells).fold(0, u8::saturating_add)
        });
        self.catalog.rules.mop_cells.saturating_add(more)
    }

    /// Turns until the charm in a slot can be used again.
    pub fn charm_wait(&self, slot: super::Slot) -> Turns {
        self.with_belongings(|own| {
            own.stack(slot)
                .map_or(Turns(0), |stack| own.ready(stack.kind).saturating_sub(self.clock))
        })
    }

    /// Whether what is in the player's hands leaves none free.
    pub fn is_two_handed(&self) -> bool {
        self.with_belongings(|own| own.tool(&self.catalog).is_some_and(|tool| tool.two_handed))
    }

    /// Whom a blow with a long weapon would hit in that direction: an enemy in sight, nobody and nothing between.
    pub(super) fn in_reach(&self, dir: Dir) -> Option<ActorId> {
        let player = self.roster[0];
        let reach =
            self.with_belongings(|own| own.tool(&self.catalog).map_or(1, |tool| tool.reach));
        let mut at = player.pos;
        for step in 1..=reach {
            at = at + dir;
            if !self.sight.visible.contains(at) || self.floor.opaque().contains(at) {
                return None;
            }
            if let Some(other) = self.spot_at(at) {
                return (step > 1 && self.are_hostile(&player, other)).then_some(other.id);
            }
        }
        None
    }

    /// Percent of the usual speed that is left to the player, by what is worn and carried.
    pub(super) fn pace(&self) -> i32 {
        let carries = self.catalog.rules.carrying_speed;
        self.with_belongings(|own| {
            let mut pace = 100;
            if own.carrying.is_some() {
                let eased: i32 = own.equipment(&self.catalog).map(|item| item.carrying).sum();
                pace = (i32::from(carries) + eased).clamp(10, 100);
            }
            own.equipment(&self.catalog).fold(pace, |pace, item| pace * item.speed / 100)
        })
    }

    /// Whether the player is near enough to bother somebody who sees them and minds that far.
    pub(super) fn is_noticed(&self, distance: i32, alert: i32) -> bool {
        let stealth: i32 =
            self.with_belongings(|own| own.equipment(&self.catalog).map(|item| item.stealth).sum());
        distance <= (alert - stealth).max(1)
    }

    /// What the player is aware of through walls.
    pub(super) fn sense(&self) -> Option<Sense> {
        self.with_belongings(|own| own.equipment(&self.catalog).find_map(|item| item.senses))
    }

    /// Whether the player is aware of whoever stands there, seen or not.
    pub fn is_sensed(&self, pos: Pos) -> bool {
        let Some(Sense::Life { radius }) = self.sense() else { return false };
        pos.steps_to(self.player_pos()) <= radius
    }

    /// Armour, as worn and as grown.
    pub(super) fn armour(&self, spot: &Spot) -> i32 {
        let shielded = self.has_status(spot.entity, Status::Shielded);
        let shield = if shielded { self.catalog.rules.shield } else { 0 };
        self.kind(spot).armour + self.worn_sum(spot, |item| item.armour) + shield
    }

    pub(super) fn evasion(&self, spot: &Spot) -> i32 {
        self.kind(spot).evasion + self.worn_sum(spot, |item| item.evasion)
    }

    fn worn_sum(&self, spot: &Spot, value: impl Fn(&crate::content::ItemKind) -> i32) -> i32 {
        if spot.id != ActorId::PLAYER {
            return 0;
        }
        self.with_belongings(|own| own.equipment(&self.catalog).map(value).sum())
    }

    /// Blows: percent to hit and damage, by what is in the hand.
    pub(super) fn blow(&self, spot: &Spot) -> (i32, (i32, i32)) {
        let melee = &self.kind(spot).melee;
        let tool = (spot.id == ActorId::PLAYER)
            .then(|| self.with_belongings(|own| own.worn[crate::content::Slot::Tool as usize]))
            .flatten()
            .map(|kind| self.catalog.item(kind));
        let (hit, (low, high)) =
            tool.map_or((melee.hit, melee.damage), |tool| (tool.hit, tool.damage));
        let might = self.worn_sum(spot, |item| item.might);
        (hit, (low + might, high + might))
    }

    /// The chance in percent that a blow of the one hits the other.
    pub(super) fn hit_chance(&self, hit: i32, victim: &Spot) -> u32 {
        (hit - self.evasion(victim)).clamp(5, 95) as u32
    }

    pub(super) fn is_warded(&self, spot: &Spot, status: Status) -> bool {
        let kind = self.kind(spot);
        match status {
            Status::Poisoned if kind.breathless => true,
            Status::Burning if kind.fireproof => true,
            Status::Burning if self.has_status(spot.entity, Status::Drenched) => true,
            _ => {
                spot.id == ActorId::PLAYER
                    && self.with_belongings(|own| {
                        own.equipment(&self.catalog).any(|item| item.wards.contains(&status))
                    })
            }
        }
    }

    /// Its feet do not touch the floor.
    pub(super) fn is_aloft(&self, spot: &Spot) -> bool {
        self.kind(spot).flies || self.has_status(spot.entity, Status::Floating)
    }

    pub(super) fn are_hostile(&self, a: &Spot, b: &Spot) -> bool {
        self.catalog.factions.are_hostile(a.faction, b.faction)
    }
}
