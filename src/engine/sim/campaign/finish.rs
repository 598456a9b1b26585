//! The end of a night's work: pay, what became of the party and of those who held the site, sleep,
//! the nights of everybody else, and the perk that every few completed orders bring.

use crate::sim::campaign::journey_ref::JourneyMut;
use crate::sim::campaign::pay::{OrderVerdict, Pay, PayReason, pay_for, verdicts};
use crate::sim::campaign::site_floor;
use crate::sim::prelude::*;
use crate::sim::state::journey::records::SiteMemory;
use crate::sim::state::journey::{ExtraOrder, Leg, offer_perks, perks_chosen, perks_earned};
use crate::sim::state::shift::Tenant;
use content::PerkId;

pub(super) fn depart(world: &mut World, end: End) {
    let grade = world.grade(end);
    let pay = pay_for(world, &grade);
    let orders = verdicts(world, &grade, &world.site_raid().unwrap_or_default());
    let tenants = world.site_tenants();
    let slain = world.of_all_floors(slain_stragglers).concat();
    let reports = world.of_all_floors(|floor| floor.dawn_report().cloned().unwrap_or_default());
    let memory = site_floor::memory_of_night(world);
    let parties = world.parties_at_dawn();
    let Some(mut own) = world.take_journey_out() else { return };
    let (site, night, clock) = (own.at, own.night, world.clock());
    for id in slain {
        own.bury(id, site, Harm::Blow { by: world.catalog.rules.upkeeper.id });
    }
    let of_dawn = reports.into_iter().reduce(|whole, next| whole.followed_by(&next));
    if let Some(report) = &of_dawn {
        own.apply_report(report, site);
        for member in &report.members {
            let Some(id) = member.person else { continue };
            let person = own.person_mut(id);
            person.record.met_player += 1;
            person.met = Some(night);
            if member.loot > 0 && !matches!(member.fate, Fate::Fell(_)) {
                person.robbed_player_on = Some(night);
            }
        }
    }
    let everybody = parties.into_iter().reduce(|mut all, party| {
        all.members.extend(party.members);
        all
    });
    let raid = of_dawn.as_ref().zip(everybody).map(|(report, party)| {
        let (fallen, chests) = (report.fallen() as u8, report.loot_taken() as u16);
        SiteRaid { night, party, fallen, chests }
    });
    // One that asks for jobs which this site did not have is kept for the next.
    if orders.iter().any(|order| Some(order.order) == own.extra_order) {
        own.extra_order = None;
    }
    own.closet_orders = ClosetOrders::default();
    own.expected.clear();
    own.floors.clear();
    (own.floor, own.raid) = (0, RaidProgress::NotYet);
    own.hand_nights = own.hand_nights.saturating_sub(1);
    own.add_turns(clock, world.shift.tally.left_at.unwrap_or(clock));
    own.trail.push(Leg::Work {
        site,
        night,
        points: grade.points,
        max_points: grade.max_points,
        letter: grade.letter,
        coins: pay.total().0.min(u16::MAX.into()) as u16,
    });
    own.settle_household(site, &tenants);
    let is_in_order = grade.letter.is_at_least(own.catalog.campaign.seat.least_grade);
    let is_goal = site == own.atlas.goal();
    let is_cleared = own.seat.holder.is_none();
    let is_won = is_goal && is_cleared && is_in_order;
    if is_goal && is_cleared && !is_in_order {
        own.tell(JourneyEvent::SeatUnworked);
    }
    if !is_goal && !is_in_order {
        own.tell(JourneyEvent::SiteUnworked { site });
    }
    if is_won || (!is_goal && is_in_order) {
        let record = own.site_mut(site);
        record.state = SiteState::Worked { night };
        record.falls_on = None;
        record.memory = SiteMemory::default();
        // A site that is not in order is found as it was before the night, but for what its memory
        // keeps: raids are played again on floors that nobody has worked on, where this one would
        // have gone another way.
        record.raids.extend(raid);
        if grade.letter.is_at_least(own.catalog.campaign.seniority.grade) {
            own.orders = own.orders.saturating_add(1);
        }
    } else {
        own.site_mut(site).memory = memory;
    }
    own.tell_pay(site, &pay, &orders);
    world.earn(pay.total());
    world.run.belongings.supplies = site_floor::kept_supplies(world.belongings(), &world.catalog);
    sleep(world);
    if is_won {
        own.phase = Phase::Over(End::Won);
    } else {
        own.phase = Phase::Map;
        own.pass_night();
        // A perk is chosen before the journey goes on over the map.
        let earned = perks_earned(own.orders, &own.catalog);
        if own.phase == Phase::Map && earned > perks_chosen(&world.run.perks, &own.catalog) {
            own.phase = Phase::Seniority;
            own.tell(JourneyEvent::SeniorityReached { orders: own.orders });
        }
    }
    world.clear_shift();
    world.put_journey_back(own);
}

impl JourneyMut {
    fn settle_household(&mut self, site: SiteId, tenants: &[Tenant]) {
        let night = self.night;
        for tenant in tenants {
            let Some(id) = tenant.holder.person() else { continue };
            match tenant.fate {
                Fate::Inside => {}
                Fate::Fell(by) => self.bury(id, site, by),
                Fate::Through | Fate::Fled => {
                    self.person_mut(id).fate = PersonFate::DrivenOff { night, site };
                    self.tell(JourneyEvent::PersonDrivenOff { person: id, site });
                }
            }
        }
        let Some(boss) = tenants.first().filter(|boss| boss.fate != Fate::Inside) else { return };
        if self.seat.holder == Some(boss.holder) {
            self.clear_seat(match boss.fate {
                Fate::Fell(by) => Some(by),
                _ => None,
            });
        } else {
            for id in self.settlers(site).collect::<Vec<PersonId>>() {
                self.raid_again(id);
            }
        }
    }

    /// Tells what is paid, and for what besides the order.
    fn tell_pay(&mut self, site: SiteId, pay: &Pay, orders: &[OrderVerdict]) {
        self.tell(JourneyEvent::Departed { site, pay: pay.total() });
        for part in &pay.parts {
            let coins = Coins(part.coins.unsigned_abs());
            match part.why {
                PayReason::Dawn { .. } if part.coins > 0 => {
                    self.tell(JourneyEvent::DawnPaid { coins });
                }
                PayReason::Bounty => self.tell(JourneyEvent::BountyPaid { site, coins }),
                PayReason::Withheld => self.tell(JourneyEvent::PayWithheld { site, coins }),
                PayReason::Work { .. }
                | PayReason::Dawn { .. }
                | PayReason::Order { .. }
                | PayReason::Fine { .. } => {}
            }
        }
        for &OrderVerdict { order: ExtraOrder { notice, person, .. }, .. } in orders {
            let from = self.catalog.notice(notice).hangs;
            let coins = pay.coins_for(|why| why == PayReason::Order { from });
            let fine = pay.coins_for(|why| why == PayReason::Fine { from });
            self.tell(JourneyEvent::NoticeSettled { notice, person, coins, fine });
        }
    }
}

/// Those of the cast who stayed on a floor after the raid before the shift, and are not alive any
/// more.
fn slain_stragglers(world: &World) -> Vec<PersonId> {
    let stayed = world.shift.last_night.members.iter().filter(|own| own.fate == Fate::Inside);
    let slain = stayed.filter(|member| world.actor_ref(member.id).is_none());
    slain.filter_map(|member| member.person).collect()
}

/// The day's sleep: a part of the lost health comes back.
pub(super) fn sleep(world: &mut World) {
    let slept = world.health_from_sleep();
    world.hot_mut(world.player()).vitals.health += slept;
}

pub(super) fn pick_perk(world: &mut World, perk: PerkId) {
    world.run.perks.push(perk);
    world.change_journey(|journey| journey.phase = Phase::Map);
    world.emit(JourneyEvent::PerkTaken { perk });
}

impl World {
    /// The perks among which the player has to choose now; empty if none is due.
    pub(crate) fn perks_offered(&self) -> Vec<PerkId> {
        match self.journey() {
            Some(journey) if journey.phase == Phase::Seniority => {
                offer_perks(self.seed, &self.run.perks, &self.catalog)
            }
            _ => Vec::new(),
        }
    }

    /// What was offered at each choice so far, and the perk that was taken, in order.
    pub(crate) fn perk_choices(&self) -> Vec<(Vec<PerkId>, PerkId)> {
        let held = &self.run.perks;
        let offered = |place| offer_perks(self.seed, &held[..place], &self.catalog);
        let chosen = held.iter().enumerate().filter(|&(_, &perk)| !self.catalog.perk(perk).sold);
        chosen.map(|(place, &perk)| (offered(place), perk)).collect()
    }
}
