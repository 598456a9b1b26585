//! What a night's work pays, part by part: for the grade, for what became of the party of dawn, for
//! who held the site, and for extra orders. What is kept back is never more than what is paid. And
//! what a journey is worth.

use crate::sim::campaign::extra_orders::{self, OrderVerdict};
use crate::sim::prelude::*;
use crate::sim::shift::grade::Grade;
use crate::sim::state::journey::Leg;

/// The pay of a night, with what it is for.
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
    Grade(Letter),
    // Raiders of the player's own dawn that fell, and that turned back.
    Fell { members: u32 },
    Fled { members: u32 },
    // Who held the site is dead or gone.
    Bounty,
    // An extra order is fulfilled.
    Order { from: NoticePlace },
    // Somebody still lives at the site.
    Withheld,
    // Chests that the party carried off.
    LostChests { chests: u32 },
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
    let base = world.pay_with_perks(deeper(rules.pay.grades[grade.letter as usize]));
    let mut pay = Pay::default();
    pay.add(PayReason::Grade(grade.letter), base);
    let report = world.site_raid().unwrap_or_default();
    // Nobody pays for heads where the work was left.
    let is_in_order = grade.letter.is_at_least(rules.seat.least_grade);
    let members = report.fallen() as u32;
    if members > 0 && is_in_order {
        pay.add(PayReason::Fell { members }, deeper(rules.pay.head.fell * members));
    }
    let members = report.members.iter().filter(|own| own.fate == Fate::Fled).count() as u32;
    if members > 0 && is_in_order {
        pay.add(PayReason::Fled { members }, deeper(rules.pay.head.fled * members));
    }
    let is_goal = world.on_journey().is_some_and(|own| own.at == own.atlas.goal());
    let boss = world.site_tenants().into_iter().next();
    if let Some(boss) = boss.filter(|boss| boss.fate != Fate::Inside && !is_goal) {
        pay.add(PayReason::Bounty, rules.settlers.bounty * u32::from(boss.level));
    }
    let orders = extra_orders::verdicts(world, grade, &report);
    let from = |order: &OrderVerdict| world.catalog.notice(order.order.notice).hangs;
    for own in orders.iter().filter(|own| own.is_done) {
        pay.add(PayReason::Order { from: from(own) }, own.order.coins.into());
    }
    if boss.is_some_and(|boss| boss.fate == Fate::Inside) {
        // The Seat pays whoever has won it: its order could be worked night after night.
        let kept = if is_goal { pay.left() as u32 } else { base * rules.settlers.withheld / 100 };
        pay.keep_back(PayReason::Withheld, kept);
    }
    let chests = report.loot_taken();
    if chests > 0 {
        let max = base * rules.pay.lost_most / 100;
        let kept = deeper(rules.pay.lost_chest * chests).min(max);
        pay.keep_back(PayReason::LostChests { chests }, kept);
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
        Some(Grade { letter, points, max_points, score, lines: Vec::new() })
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
