//! The end of a night's work: pay, what became of the party, sleep, and the nights of everybody else.

use crate::sim::campaign::extra_orders::OrderVerdict;
use crate::sim::campaign::pay::{Pay, PayReason, pay_for};
use crate::sim::campaign::{extra_orders, night, outcome, seniority, site_floor, tenants};
use crate::sim::prelude::*;
use crate::sim::state::journey::Leg;
use crate::sim::state::journey::extra_order::ExtraOrder;
use crate::sim::state::journey::site::SiteMemory;

/// The player leaves the site after the raid of dawn.
pub(super) fn depart(world: &mut World) {
    let Some(end) = world.shift().end else { return };
    let grade = world.grade(end);
    let pay = pay_for(world, &grade);
    let orders = extra_orders::verdicts(world, &grade, &world.site_raid().unwrap_or_default());
    let tenants = world.site_tenants();
    let floors = world.site_reports();
    let memory = site_floor::memory_of_night(world);
    let (party, entrants) = world.party_at_dawn();
    let (Some(mut journey), Some(atlas)) = world.take_journey() else { return };
    let (site, clock) = (journey.at, world.clock());
    let mut events = Vec::new();
    for id in slain_stragglers(&floors) {
        let by = Harm::Blow { by: world.catalog.upkeeper };
        outcome::bury(&mut journey, id, site, by, &mut events);
    }
    let reports = floors.iter().map(|floor| &floor.at_dawn);
    let of_dawn = reports.cloned().reduce(|whole, next| whole.followed_by(&next));
    if let Some(report) = &of_dawn {
        outcome::apply(&mut journey, report, site, &atlas, &world.catalog, &mut events);
        let night = journey.night;
        for member in &report.members {
            let Some(id) = member.person else { continue };
            let person = journey.person_mut(id);
            person.record.met_player += 1;
            person.met = Some(night);
            if member.loot > 0 && !matches!(member.fate, Fate::Fell(_)) {
                person.robbed_player_on = Some(night);
            }
        }
    }
    let raid = of_dawn.as_ref().map(|report| SiteRaid {
        night: journey.night,
        party,
        entrants,
        fallen: report.fallen() as u8,
        chests: report.loot_taken() as u16,
    });
    // One that asks for jobs which this site did not have is kept for the next.
    if orders.iter().any(|own| Some(own.order) == journey.extra_order) {
        journey.extra_order = None;
    }
    journey.closet_orders = ClosetOrders::default();
    journey.expected.clear();
    journey.floors.clear();
    (journey.floor, journey.raid) = (0, RaidProgress::NotYet);
    journey.turns_before = Turns(journey.turns_before.0 + clock.0);
    let worked = world.shift().tally.left_at.unwrap_or(clock);
    journey.worked_before = Turns(journey.worked_before.0 + worked.0);
    journey.trail.push(Leg::Work {
        site,
        night: journey.night,
        points: grade.points,
        max_points: grade.max_points,
        letter: grade.letter,
        coins: pay.total().0.min(u16::MAX.into()) as u16,
    });
    tenants::settle_up(&mut journey, site, &tenants, &mut events);
    let is_in_order = grade.letter.is_at_least(world.catalog.campaign.seat.least_grade);
    let is_cleared = journey.seat.holder.is_none();
    let is_won = site == atlas.goal() && is_cleared && is_in_order;
    if site == atlas.goal() && is_cleared && !is_in_order {
        events.push(Event::Journey(JourneyEvent::SeatUnworked));
    }
    if site != atlas.goal() && !is_in_order {
        events.push(Event::Journey(JourneyEvent::SiteUnworked { site }));
    }
    if is_won || (site != atlas.goal() && is_in_order) {
        let night = journey.night;
        let record = journey.site_mut(site);
        record.state = SiteState::Worked { night };
        record.falls_on = None;
        record.memory = SiteMemory::default();
        // A site that is not in order is found as it was before the night, but for what its memory keeps: raids are played again
        // on floors that nobody has worked on, where this one would have gone another way.
        record.raids.extend(raid);
        seniority::count_order(world, &mut journey, grade.letter);
    } else {
        journey.site_mut(site).memory = memory;
    }
    tell_pay(site, &pay, &orders, &world.catalog, &mut events);
    world.earn(pay.total());
    world.set_supplies(site_floor::kept_supplies(world.belongings(), &world.catalog));
    sleep(world);
    if is_won {
        journey.phase = Phase::Over(End::Won);
    } else {
        journey.phase = Phase::Map;
        events.extend(night::pass(&mut journey, &atlas, world.seed, &world.catalog.clone()));
        seniority::let_choose(world, &mut journey, &mut events);
    }
    world.clear_shift();
    world.set_journey(Some(journey), Some(atlas));
    world.events.extend(events);
}

/// Tells what is paid, and for what besides the grade.
fn tell_pay(
    site: SiteId,
    pay: &Pay,
    orders: &[OrderVerdict],
    catalog: &Catalog,
    events: &mut Vec<Event>,
) {
    let mut tell = |event| events.push(Event::Journey(event));
    tell(JourneyEvent::Departed { site, pay: pay.total() });
    let (mut fell, mut fled, mut lost) = (0, 0, None);
    for part in &pay.parts {
        let coins = Coins(part.coins.unsigned_abs());
        match part.why {
            PayReason::Fell { members } => fell = members,
            PayReason::Fled { members } => fled = members,
            PayReason::Bounty => tell(JourneyEvent::BountyPaid { site, coins }),
            PayReason::Withheld => tell(JourneyEvent::PayWithheld { site, coins }),
            PayReason::LostChests { chests } => {
                lost = Some(JourneyEvent::ChestsKeptBack { chests, coins });
            }
            PayReason::Grade(_) | PayReason::Order { .. } | PayReason::Fine { .. } => {}
        }
    }
    let is_of_heads = |why| matches!(why, PayReason::Fell { .. } | PayReason::Fled { .. });
    if fell + fled > 0 {
        tell(JourneyEvent::HeadsPaid { fell, fled, coins: pay.coins_for(is_of_heads) });
    }
    // After the pay for the site: what follows it would seem to be a part of it.
    lost.into_iter().for_each(&mut tell);
    for &OrderVerdict { order: ExtraOrder { notice, person, .. }, .. } in orders {
        let from = catalog.notice(notice).hangs;
        let coins = pay.coins_for(|why| why == PayReason::Order { from });
        let fine = pay.coins_for(|why| why == PayReason::Fine { from });
        tell(JourneyEvent::NoticeSettled { notice, person, coins, fine });
    }
}

/// Those of the cast who stayed on the floor after last night's raid, and whom the night did not leave alive.
fn slain_stragglers(floors: &[FloorReports]) -> Vec<PersonId> {
    let of_floor = |floor: &FloorReports| floor.slain.clone();
    floors.iter().flat_map(of_floor).collect()
}

/// What the raids on a floor came to, before the shift and after it.
struct FloorReports {
    number: u8,
    at_dawn: RaidReport,
    /// Those of the cast who stayed after the raid before the shift, and are not alive any more.
    slain: Vec<PersonId>,
}

impl FloorReports {
    fn of(world: &World, number: u8) -> FloorReports {
        let stayed = world.last_night().members.iter().filter(|own| own.fate == Fate::Inside);
        let slain = stayed.filter(|member| world.actor_ref(member.id).is_none());
        FloorReports {
            number,
            at_dawn: world.dawn_report().cloned().unwrap_or_default(),
            slain: slain.filter_map(|member| member.person).collect(),
        }
    }
}

impl World {
    /// What the raids on the floors of the site came to, the uppermost first.
    fn site_reports(&self) -> Vec<FloorReports> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let numbers = journey.floors.iter().map(|stored| stored.number);
        let others = numbers.zip(self.stored_worlds());
        let mut floors: Vec<FloorReports> =
            others.map(|(number, world)| FloorReports::of(&world, number)).collect();
        floors.push(FloorReports::of(self, journey.floor));
        floors.sort_by_key(|floor| floor.number);
        floors
    }
}

/// The day's sleep: a part of the lost health comes back.
pub(super) fn sleep(world: &mut World) {
    let slept = world.health_from_sleep();
    world.change::<Vitals>(world.player(), |vitals| vitals.health += slept);
}
