//! Extra orders: off the board of a town, about the next site, and out of the closet of a site,
//! about the raid of the night. One of each is taken at most. What is taken pays if it is fulfilled
//! and costs a fine if not.

use std::mem::discriminant;

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::prelude::*;
use crate::sim::shift::grade::Grade;
use crate::sim::shift::grade_line::GradeReason;
use crate::sim::state::journey::ExtraOrder;
use crate::sim::work::check_prepare::bench_in_reach;
use content::{Demand, NoticeId};

impl JourneyRef<'_> {
    /// The orders that hang in the closet of the site where the player is about to work, by the
    /// party that is expected.
    pub(super) fn closet_orders_tonight(self) -> ClosetOrders {
        let (rules, depth) = (&self.catalog.notices, self.atlas.site(self.at).depth);
        let key = (Ordinal(self.at.0.into()), night_ordinal(self.night));
        let mut stream = Stream::new(self.seed, purpose::CLOSET_ORDERS, key);
        let mut asked: Vec<Demand> = Vec::new();
        let mut offered = Vec::new();
        for _ in 0..rules.in_closet {
            let weights = rules.kinds.iter().map(|notice| {
                let is_like = |own: &Demand| discriminant(own) == discriminant(&notice.asks);
                let fits = notice.hangs == NoticePlace::Closet && depth.0 >= notice.from;
                let has_person = !notice.asks.is_about_person() || !self.expected.is_empty();
                if fits && !asked.iter().any(is_like) && has_person { notice.weight } else { 0 }
            });
            let Some(place) = stream.weighted(weights) else { break };
            let notice = &rules.kinds[place];
            asked.push(notice.asks);
            let any = stream.pick(&self.expected).copied();
            offered.push(ExtraOrder {
                notice: NoticeId(place as u8),
                coins: notice.pay_at(depth, self.catalog.campaign.pay.deeper),
                person: any.filter(|_| notice.asks.is_about_person()),
            });
        }
        ClosetOrders { offered, taken: None }
    }
}

/// The order off the board of the town that the player is in.
pub(super) fn of_board(world: &World) -> Option<ExtraOrder> {
    let notice = world.journey()?.visit.as_ref()?.notice?;
    // Thefts make goods dearer, not the player's work.
    let pay = world.catalog.campaign.pay.deeper;
    let coins = world.catalog.notice(notice).pay_at(world.depth, pay);
    Some(ExtraOrder { notice, coins, person: None })
}

pub(super) fn take_off_board(world: &mut World) {
    let Some(order) = of_board(world) else { return };
    world.change_journey(|journey| {
        journey.extra_order = Some(order);
        if let Some(visit) = &mut journey.visit {
            visit.notice = None;
        }
    });
    tell_taken(world, order);
}

/// One of the orders in the closet, if it can be taken: before the night's first turn, or beside
/// the closet.
pub(super) fn check_closet(
    world: &World,
    journey: &Journey,
    place: u8,
) -> Result<ExtraOrder, Reject> {
    let orders = &journey.closet_orders;
    if orders.taken.is_some() {
        return Err(Reject::OrderTaken);
    }
    let order = orders.offered.get(usize::from(place)).ok_or(Reject::NoClosetOrder)?;
    if world.is_away() || world.raid().is_some() || world.dawn_report().is_some() {
        return Err(Reject::TooLateToPrepare);
    }
    let is_first_turn = world.clock() == Turns(0) && journey.floor == 0;
    let is_there = is_first_turn || bench_in_reach(world).is_some();
    if is_there { Ok(*order) } else { Err(Reject::NotAtCloset) }
}

/// The player takes one of the orders in the closet; the others are taken down.
pub(super) fn take_in_closet(world: &mut World, order: ExtraOrder) {
    world.change_journey(|journey| {
        journey.closet_orders = ClosetOrders { offered: Vec::new(), taken: Some(order) };
    });
    tell_taken(world, order);
}

fn tell_taken(world: &mut World, order: ExtraOrder) {
    let ExtraOrder { notice, person, coins } = order;
    let coins = Coins(coins.into());
    world.emit(JourneyEvent::NoticeTaken { notice, person, coins });
}

/// What has become of an extra order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OrderVerdict {
    pub order: ExtraOrder,
    pub is_done: bool,
    /// What it costs not to have fulfilled it.
    pub fine: u32,
}

/// Whether the night's work has fulfilled the orders that the player has taken: off a board, and in
/// the closet. One that asks for jobs which the site did not have is no more among them than one
/// that was not taken.
pub(super) fn verdicts(world: &World, grade: &Grade, report: &RaidReport) -> Vec<OrderVerdict> {
    let Some(journey) = world.journey() else { return Vec::new() };
    let taken = journey.extra_order.into_iter().chain(journey.closet_orders.taken);
    taken.filter_map(|order| verdict(world, order, grade, report)).collect()
}

fn verdict(
    world: &World,
    order: ExtraOrder,
    grade: &Grade,
    report: &RaidReport,
) -> Option<OrderVerdict> {
    let terms = world.catalog.notice(order.notice);
    let is_done = match terms.asks {
        Demand::All(job) => {
            let jobs = grade.lines.iter().find_map(|line| match line.what {
                GradeReason::Jobs { job: own, done, total, .. } if own == job => {
                    Some((done, total))
                }
                _ => None,
            });
            let (done, total) = jobs.filter(|(_, total)| *total > 0)?;
            JobCount { job, done, total }.is_complete(world.catalog.rules.stain_percent)
        }
        Demand::Grade(letter) => grade.letter.is_at_least(letter),
        asks => is_fulfilled(world, asks, order, report),
    };
    // The office pays nothing besides where the work was left.
    let min = world.catalog.campaign.seat.least_grade;
    let is_in_order = terms.hangs == NoticePlace::Board || grade.letter.is_at_least(min);
    Some(OrderVerdict { order, is_done: is_done && is_in_order, fine: terms.fine_for(order.coins) })
}

/// Whether the raid came to what an order asks of it.
fn is_fulfilled(world: &World, asks: Demand, order: ExtraOrder, report: &RaidReport) -> bool {
    let health: i32 = report.members.iter().map(|member| member.max_health).sum();
    let share_of_health = |lost: u32| lost * 100 / health.max(1) as u32;
    let harm = report.lost_to_traps + report.lost_to_blows;
    let person = order.person;
    let named = || report.members.iter().find(|own| own.person.is_some() && own.person == person);
    let is_of_named = |is: fn(&RaidMember) -> bool| named().is_some_and(is);
    match asks {
        Demand::Fallen(members) => report.fallen() >= members.into(),
        Demand::NobodyThrough => !report.is_anybody_through(),
        Demand::NothingTaken => report.loot_taken() == 0,
        Demand::Stopped => is_of_named(|member| member.fate != Fate::Through),
        Demand::EmptyHanded => {
            is_of_named(|member| member.loot == 0 || matches!(member.fate, Fate::Fell(_)))
        }
        Demand::Spared => is_of_named(|member| !matches!(member.fate, Fate::Fell(_))),
        Demand::Prepared(percent) => share_of_health(report.kit_effect) >= percent.into(),
        // Who was turned away at the door has not bled, and nobody complains of that.
        Demand::Bled(percent) => {
            !report.is_anybody_through() || share_of_health(report.health_lost()) >= percent.into()
        }
        Demand::HeldUp(percent) => {
            let walk = world.site_work().walk.0;
            !report.is_anybody_through() || report.turns * 100 >= walk * u32::from(percent)
        }
        Demand::Witnessed(percent) => {
            let has_left = world.shift.tally.left_at.is_some_and(|turn| turn < world.shift.dawn);
            !has_left && harm > 0 && report.harm_seen.min(harm) * 100 >= harm * u32::from(percent)
        }
        Demand::All(_) | Demand::Grade(_) => false,
    }
}
