//! What a night's work pays, part by part: for the points of the order and of dawn, for who held
//! the site, and for extra orders. What is kept back is never more than what is paid. And
//! what a journey is worth.
//!
//! Extra orders hang on the board of a town, about the next site, and in the closet of a site,
//! about the raid of the night. One of each is taken at most. What is taken pays if it is fulfilled
//! and costs a fine if not.

use std::mem::discriminant;

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::prelude::*;
use crate::sim::shift::grade::Grade;
use crate::sim::state::journey::{ExtraOrder, Leg};
use crate::sim::work::check_prepare::closet_in_reach;
use content::{Demand, NoticeId};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pay {
    pub parts: Vec<PayPart>,
}

/// Coins for one reason; fewer than none are kept back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayPart {
    pub why: PayReason,
    pub coins: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayReason {
    // Points of the order.
    Work { points: u32 },
    // Points of dawn, and for having been there.
    Dawn { points: u32 },
    // Who held the site is dead or gone.
    Bounty,
    // An extra order is fulfilled.
    Order { from: NoticePlace },
    // Somebody still lives at the site.
    Withheld,
    // An extra order is not fulfilled.
    Fine { from: NoticePlace },
}

impl Pay {
    pub fn total(&self) -> Coins {
        Coins(self.left() as u32)
    }

    /// The coins that are paid or kept back for reasons that a function picks.
    pub(super) fn coins_for(&self, is: impl Fn(PayReason) -> bool) -> Coins {
        let parts = self.parts.iter().filter(|part| is(part.why));
        Coins(parts.map(|part| part.coins).sum::<i32>().unsigned_abs())
    }

    fn left(&self) -> i32 {
        self.parts.iter().map(|part| part.coins).sum::<i32>().max(0)
    }

    fn add(&mut self, why: PayReason, coins: u32) {
        self.parts.push(PayPart { why, coins: coins as i32 });
    }

    /// Keeps coins back, as far as there are any.
    fn keep_back(&mut self, why: PayReason, coins: u32) {
        let coins = -(coins as i32).min(self.left());
        self.parts.push(PayPart { why, coins });
    }
}

/// What the work of a night pays that is graded so.
pub(crate) fn pay_for(world: &World, grade: &Grade) -> Pay {
    let rules = &world.catalog.campaign;
    let deeper =
        |coins: u32| coins * (100 + rules.pay.deeper * u32::from(world.depth.below_first())) / 100;
    let grades = &world.catalog.rules.grade;
    let part = |coins, points, of| world.pay_with_perks(deeper(coins) * points / of);
    let mut pay = Pay::default();
    let points = grade.order;
    pay.add(PayReason::Work { points }, part(rules.pay.order, points, grades.order));
    let points = grade.dawn + grade.hazard;
    pay.add(PayReason::Dawn { points }, part(rules.pay.dawn, points, grades.max_of_dawn()));
    let base = pay.left() as u32;
    let report = world.site_raid().unwrap_or_default();
    let is_goal = world.on_journey().is_some_and(|own| own.at == own.atlas.goal());
    let boss = world.site_tenants().into_iter().next();
    if let Some(boss) = boss.filter(|boss| boss.fate != Fate::Inside && !is_goal) {
        pay.add(PayReason::Bounty, rules.settlers.bounty * u32::from(boss.level));
    }
    let orders = verdicts(world, grade, &report);
    let from = |order: &OrderVerdict| world.catalog.notice(order.order.notice).hangs;
    for own in orders.iter().filter(|own| own.is_done) {
        pay.add(PayReason::Order { from: from(own) }, own.order.coins.into());
    }
    if boss.is_some_and(|boss| boss.fate == Fate::Inside) {
        // The Seat pays whoever has won it: its order could be worked night after night.
        let kept = if is_goal { pay.left() as u32 } else { base * rules.settlers.withheld / 100 };
        pay.keep_back(PayReason::Withheld, kept);
    }
    for own in orders.iter().filter(|own| !own.is_done) {
        pay.keep_back(PayReason::Fine { from: from(own) }, own.fine);
    }
    pay
}

impl World {
    /// What the journey is worth so far: the points of all sites that were worked, times their
    /// depths, and what the end adds; `None` in other modes.
    pub(crate) fn journey_grade(&self) -> Option<Grade> {
        let journey = self.on_journey()?;
        let rules = &self.catalog.campaign.score;
        let (mut points, mut max_points, mut score) = (0, 0, 0);
        for (site, own, max) in best_nights(&journey.trail) {
            points += own;
            max_points += max;
            score += own * u32::from(journey.atlas.site(site).depth.0);
        }
        let is_won = journey.phase == Phase::Over(End::Won);
        if is_won {
            let nights = rules.nights.saturating_sub(journey.night.max(0).unsigned_abs().into());
            score += rules.won + rules.night * nights + self.belongings().coins.0;
        }
        let letter = match max_points {
            0 => Letter::F,
            _ => Letter::of(&self.catalog.rules.grade, points, max_points),
        };
        Some(Grade { letter, points, max_points, score, ..Grade::default() })
    }
}

/// For every site that was worked, in the order of the first time: the points of the best night
/// there, and those it could have been worth. A site that is worked again and again is worth no
/// more than once.
pub(crate) fn best_nights(trail: &[Leg]) -> Vec<(SiteId, u32, u32)> {
    let mut nights: Vec<(SiteId, u32, u32)> = Vec::new();
    for leg in trail {
        let Leg::Work { site, points, max_points, .. } = *leg else { continue };
        match nights.iter_mut().find(|(own, ..)| *own == site) {
            Some(best) if best.1 < points => (best.1, best.2) = (points, max_points),
            Some(_) => {}
            None => nights.push((site, points, max_points)),
        }
    }
    nights
}

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

pub(super) fn take_off_board(world: &mut World) {
    let visit = world.journey().and_then(|journey| journey.visit.as_ref());
    let Some(notice) = visit.and_then(|visit| visit.notice) else { return };
    // Thefts make goods dearer, not the player's work.
    let pay = world.catalog.campaign.pay.deeper;
    let coins = world.catalog.notice(notice).pay_at(world.depth, pay);
    let order = ExtraOrder { notice, coins, person: None };
    world.change_journey(|journey| journey.extra_order = Some(order));
    world.change_visit(|visit| visit.notice = None);
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
    let is_there = is_first_turn || closet_in_reach(world).is_some();
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
            let (done, asked) = world.site_order();
            if asked[job] == 0 {
                return None;
            }
            done[job] >= asked[job]
        }
        Demand::Grade(letter) => grade.letter.is_at_least(letter),
        Demand::Harm(points) => grade.harm >= points.into(),
        asks => is_fulfilled(world, asks, order, report),
    };
    // The office pays nothing besides where the work was left.
    let min = world.catalog.campaign.seat.least_grade;
    let is_in_order = terms.hangs == NoticePlace::Board || grade.letter.is_at_least(min);
    Some(OrderVerdict { order, is_done: is_done && is_in_order, fine: terms.fine_for(order.coins) })
}

/// Whether the raid came to what an order asks of it.
fn is_fulfilled(world: &World, asks: Demand, order: ExtraOrder, report: &RaidReport) -> bool {
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
        Demand::Witnessed(percent) => {
            let has_left = world.shift.tally.left_at.is_some_and(|turn| turn < world.shift.dawn);
            !has_left && harm > 0 && report.harm_seen.min(harm) * 100 >= harm * u32::from(percent)
        }
        Demand::All(_) | Demand::Grade(_) | Demand::Harm(_) => false,
    }
}
