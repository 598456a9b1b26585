//! The order on the board: taken in a town, paid for at the next site.

use crate::content::{Demand, NoticeId};
use crate::sim::event::{Event, JourneyEvent};
use crate::sim::shift::grade::Grade;
use crate::sim::shift::grade_line::GradeReason;
use crate::sim::state::journey::town::ExtraOrder;
use crate::sim::state::report::RaidReport;
use crate::sim::state::world::World;
use crate::sim::units::Coins;

/// The player takes the order off the board.
pub(super) fn take(world: &mut World) {
    let catalog = world.catalog.clone();
    let notice = world.journey().and_then(|journey| journey.visit.as_ref()?.notice);
    let Some(notice) = notice else { return };
    // Thefts make goods dearer, not the player's work.
    let coins = catalog.notice(notice).pay_at(world.depth, catalog.campaign.pay.deeper);
    world.change_journey(|journey| {
        journey.extra_order = Some(ExtraOrder { notice, coins });
        if let Some(visit) = &mut journey.visit {
            visit.notice = None;
        }
    });
    world.emit(Event::Journey(JourneyEvent::NoticeTaken { notice, coins: Coins(coins.into()) }));
}

/// What has become of the order off a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim::campaign) struct OrderVerdict {
    pub notice: NoticeId,
    pub is_done: bool,
    /// What it pays, and what it costs not to have fulfilled it.
    pub coins: u16,
    pub fine: u32,
}

/// Whether the work of a site has fulfilled the order off a board; `None` if there is none, or if it asks for jobs that the site
/// did not have: then it is kept for the next.
pub(in crate::sim::campaign) fn verdict(
    world: &World,
    grade: &Grade,
    report: &RaidReport,
) -> Option<OrderVerdict> {
    let ExtraOrder { notice, coins } = world.journey()?.extra_order?;
    let terms = world.catalog.notice(notice);
    let is_done = match terms.asks {
        Demand::All(job) => {
            let jobs = grade.lines.iter().find_map(|line| match line.what {
                GradeReason::Jobs { job: own, done, total, .. } if own == job => {
                    Some((done, total))
                }
                _ => None,
            });
            let (done, total) = jobs.filter(|(_, total)| *total > 0)?;
            done >= total
        }
        Demand::Grade(letter) => grade.letter.is_at_least(letter),
        Demand::Fallen(members) => report.fallen() >= members.into(),
        Demand::NobodyThrough => !report.is_anybody_through(),
    };
    Some(OrderVerdict { notice, is_done, coins, fine: terms.fine_for(coins) })
}
