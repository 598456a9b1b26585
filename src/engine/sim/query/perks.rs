//! What the player's perks change.

use crate::sim::prelude::*;
use content::{PerkId, PerkWhen};
use levels::Tile;

/// The distance of a job that is done with a long handle.
const LONG_REACH_CELLS: i32 = 2;

/// A function that finds a value in the effects that match a pattern, and nothing in others.
macro_rules! perk_value {
    ($effect:pat $(if $holds:expr)? => $value:expr) => {
        |effect: &PerkEffect| match *effect {
            $effect $(if $holds)? => Some($value),
            _ => None,
        }
    };
}

impl World {
    /// The perks that the player holds, in the order in which they were chosen.
    pub fn perks(&self) -> &[PerkId] {
        &self.run.perks
    }

    fn perk_effects(&self) -> impl Iterator<Item = &PerkEffect> {
        self.perks().iter().flat_map(|&perk| &self.catalog.perk(perk).effects)
    }

    /// What a function finds in the first effect of the player's perks in which it finds anything.
    pub(crate) fn perk<T>(&self, find: impl FnMut(&PerkEffect) -> Option<T>) -> Option<T> {
        self.perk_effects().find_map(find)
    }

    pub(crate) fn has_perk_effect(&self, effect: &PerkEffect) -> bool {
        self.perk_effects().any(|own| own == effect)
    }

    /// A number with the percents that a function finds in the effects of the player's perks taken
    /// of it, one after the other.
    fn with_perks(&self, number: u32, percent: impl FnMut(&PerkEffect) -> Option<u32>) -> u32 {
        let percents = self.perk_effects().filter_map(percent);
        percents.fold(number, |number, percent| number.saturating_mul(percent) / 100)
    }

    pub(crate) fn pay_with_perks(&self, coins: u32) -> u32 {
        self.with_perks(coins, perk_value!(PerkEffect::Pay { percent } => percent))
    }

    /// The percent of the lost health that a day's sleep gives back, by what it would be without
    /// perks.
    fn sleep_with_perks(&self, percent: i32) -> i32 {
        let of_sleep = perk_value!(PerkEffect::Sleep { percent } => percent.unsigned_abs());
        let slept = self.with_perks(percent.unsigned_abs(), of_sleep);
        slept.min(100).cast_signed()
    }

    pub(crate) fn health_from_sleep(&self) -> i32 {
        let vitals = self.vitals(self.player());
        let percent = self.sleep_with_perks(self.catalog.campaign.sleep_percent);
        ((vitals.max_health - vitals.health) * percent).div_euclid(100)
    }

    /// How often vermin come, in percent; as usual before the shift.
    pub(crate) fn vermin_with_perks(&self, percent: u32) -> u32 {
        if self.is_before_shift() {
            return percent;
        }
        self.with_perks(percent, perk_value!(PerkEffect::Vermin { percent } => percent))
    }

    pub(crate) fn loudness_with_perks(&self, loudness: u8, noise: PerkNoise) -> u8 {
        let of_noise = perk_value!(
            PerkEffect::Louder { what, percent } if what == noise => u32::from(percent)
        );
        let loudness = self.with_perks(loudness.into(), of_noise);
        loudness.min(u8::MAX.into()) as u8
    }

    /// Whether an actor overlooks the player because of a perk; one that hunts the player already
    /// does not.
    pub(crate) fn overlooks_player(&self, actor: &ActorRef) -> bool {
        self.overlooks(actor, |when| match when {
            PerkWhen::Always => true,
            PerkWhen::Bearing => {
                let body = self.belongings().carrying;
                body.is_some_and(|body| {
                    self.catalog.actor(body.kind).faction == self.kind(actor).faction
                })
            }
        })
    }

    /// Whether an actor overlooks the player whatever the player does, but for a blow.
    pub(crate) fn is_used_to_player(&self, actor: &ActorRef) -> bool {
        self.overlooks(actor, |when| when == PerkWhen::Always)
    }

    fn overlooks(&self, actor: &ActorRef, is_now: impl Fn(PerkWhen) -> bool) -> bool {
        let is_on = |ai_state| matches!(ai_state, AiState::Hunting { quarry: ActorId::PLAYER, .. });
        let is_unseen_by = |effect: &PerkEffect| match effect {
            PerkEffect::UnseenBy { faction, when } => {
                self.kind(actor).faction.name == *faction && is_now(*when)
            }
            _ => false,
        };
        self.perk_effects().any(is_unseen_by) && !is_on(self.ai_state(actor.entity))
    }

    /// The cell of a job: here, beside, or, with a long handle, beyond a cell beside where nothing
    /// is to be done.
    pub fn place_of_work(&self, dir: Option<Dir>) -> Pos {
        let here = self.player_pos();
        let Some(dir) = dir else { return here };
        let (near, far) = (here + dir, here + dir + dir);
        let is_job = |at| self.job_at(at).is_some_and(|job| job != JobKind::Body);
        let fixture = self.floor.fixture(near);
        let is_taken = self.job_at(near).is_some()
            || fixture == Some(Fixture::Crate)
            || fixture.is_some_and(Fixture::has_water)
            || self.gate_at(near) == Some(Gate::Rubble);
        if !is_taken && self.is_in_reach_of_work(far) && is_job(far) { far } else { near }
    }

    /// Whether the player can work on a cell from where they stand: here, beside, or two cells away
    /// in a straight line and in sight, with a long handle.
    pub(crate) fn is_in_reach_of_work(&self, at: Pos) -> bool {
        let here = self.player_pos();
        let off = at - here;
        let is_straight = off.x % LONG_REACH_CELLS == 0 && off.y % LONG_REACH_CELLS == 0;
        let between = Pos::new(here.x + off.x / 2, here.y + off.y / 2);
        match here.steps_to(at) {
            0 | 1 => true,
            LONG_REACH_CELLS => {
                is_straight
                    && self.floor.contains(at)
                    && !self.floor.opaque.contains(between)
                    && self.long_handle().is_some()
            }
            _ => false,
        }
    }

    /// Turns that a job takes more with a long handle.
    fn long_handle(&self) -> Option<u8> {
        self.perk(perk_value!(PerkEffect::LongReach { more_turns } => more_turns))
    }

    pub fn work_turns_at(&self, job: JobKind, at: Pos) -> u8 {
        let is_far = self.player_pos().steps_to(at) > 1;
        let more = self.long_handle().filter(|_| is_far).unwrap_or(0);
        self.work_turns(job).saturating_add(more)
    }

    /// Turns to set a kit or to take a trap down, by what they are without perks.
    pub(crate) fn kit_turns_with_perks(&self, turns: u8) -> u8 {
        let quick = self.perk(perk_value!(PerkEffect::QuickKits { turns } => turns));
        quick.map_or(turns, |quick| quick.min(turns))
    }

    /// The cords of a night.
    pub(crate) fn cords_with_perks(&self) -> usize {
        let of_cords = perk_value!(PerkEffect::Cords { more } => usize::from(more));
        let more = self.perk_effects().filter_map(of_cords);
        self.catalog.rules.prepare.cords + more.sum::<usize>()
    }

    /// Whether a body in the arms leaves none free to strike with.
    pub(crate) fn is_hampered(&self) -> bool {
        self.is_carrying() && !self.has_perk_effect(&PerkEffect::FightWhileCarrying)
    }

    pub(crate) fn takes_bodies(&self, at: Pos) -> bool {
        self.floor.fixture(at) == Some(Fixture::Chute) || self.is_hole_for_bodies(at)
    }

    /// Whether a body on a cell is disposed of because of a perk: in a pit, or in deep water.
    pub(crate) fn is_hole_for_bodies(&self, at: Pos) -> bool {
        self.floor.contains(at)
            && (self.gate_at(at) == Some(Gate::Pit) || self.floor.tile(at) == Tile::DeepWater)
            && self.has_perk_effect(&PerkEffect::PitsAreChutes)
    }

    /// How far the player throws a body, in cells, and for how many turns it stuns.
    pub(crate) fn body_throw(&self) -> Option<(u8, u16)> {
        self.perk(perk_value!(PerkEffect::HurlBody { cells, stuns } => (cells, stuns)))
    }

    /// The loudness of a wipe, of a mop that never fouls.
    pub(crate) fn wiping_noise(&self) -> Option<u8> {
        self.perk(perk_value!(PerkEffect::MopNeverFouls { noise } => noise))
    }

    /// Whether the trap on a cell does not go off at the player: it hangs on a cord, or is from a
    /// kit that knows them.
    pub(crate) fn is_spared_by_trap(&self, at: Pos) -> bool {
        self.shift.prepared.cord_at(at).is_some()
            || self.shift.is_placed_trap(at) && self.has_perk_effect(&PerkEffect::KitsSpare)
    }

    /// The traps that the player knows to be armed and does not walk over: those that spare the
    /// player are not among them.
    pub(crate) fn known_traps_to_avoid(&self) -> Bits {
        let mut traps = self.floor.known_traps.clone();
        for cord in &self.shift.prepared.cords {
            traps.remove(cord.at);
        }
        if self.has_perk_effect(&PerkEffect::KitsSpare) {
            for &own in &self.shift.placed_traps {
                traps.remove(own);
            }
        }
        traps
    }

    /// The parts that the trap on a cell gives when it is taken down, and whether it is gone then.
    pub(crate) fn scrap_of(&self, at: Pos) -> (u16, bool) {
        let scrap = self.perk(perk_value!(PerkEffect::Scrap { parts } => parts));
        match scrap.filter(|_| !self.shift.is_placed_trap(at)) {
            Some(parts) => (parts, true),
            None => (self.catalog.rules.prepare.parts_back, false),
        }
    }

    /// What residents ask for a post where they would take none otherwise.
    pub(crate) fn price_of_odd_post(&self) -> Option<Coins> {
        self.perk(perk_value!(PerkEffect::PostAnywhere { coins } => Coins(coins)))
    }

    /// How far a player hears everybody who is hidden now.
    pub(crate) fn hearing_while_hidden(&self) -> Option<i32> {
        self.perk(perk_value!(PerkEffect::HearWhileHidden { cells } if self.shift.hidden => cells))
    }

    /// The supply that stands in for one that has run out, and how many of it: that of which there
    /// is most.
    pub(crate) fn substitute_for(&self, supply: Supply) -> Option<(Supply, u16)> {
        let count = self.perk(perk_value!(PerkEffect::Substitute { count } => count))?;
        let others = Supply::ALL.into_iter().filter(|&other| other != supply);
        let most = others.rev().max_by_key(|&other| self.supply(other))?;
        (self.supply(supply) == 0 && self.supply(most) >= count).then_some((most, count))
    }

    /// Whether the coins of raiders are the player's when they fall: at dawn.
    pub(crate) fn pays_for_fallen(&self) -> bool {
        self.raid().is_some_and(|raid| !raid.is_of_last_night)
            && self.has_perk_effect(&PerkEffect::FallenPay)
    }

    pub fn can_clock_out_here(&self) -> bool {
        let at = self.player_pos();
        let is_first_floor = self.journey().is_none_or(|journey| journey.floor == 0);
        at == self.floor.exit
            || (at == self.floor.start
                && is_first_floor
                && self.has_perk_effect(&PerkEffect::LeaveByStart))
    }

    /// Whether an unlit corner between two walls hides the player.
    pub(crate) fn is_hiding_corner(&self, at: Pos) -> bool {
        let is_wall = |dir: Dir| {
            let pos = at + dir;
            !self.floor.contains(pos) || matches!(self.floor.tile(pos), Tile::Wall | Tile::Rock)
        };
        self.has_perk_effect(&PerkEffect::HideInCorners)
            && !self.sight.lit.contains(at)
            && self.floor.fixture(at).is_none()
            && (is_wall(Dir::North) || is_wall(Dir::South))
            && (is_wall(Dir::East) || is_wall(Dir::West))
    }
}
