//! The order on the board: taken in a town, paid for at the next site.

use crate::content::Demand;
use crate::sim::event::{Event, JourneyEvent};
use crate::sim::shift::grade::{Grade, GradeReason};
use crate::sim::state::journey::Journey;
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
    let deeper = u32::from(world.depth.below_first());
    let base = catalog.notice(notice).coins;
    let coins = (base * (100 + catalog.campaign.pay.deeper * deeper) / 100) as u16;
    world.change_journey(|journey| {
        journey.extra_order = Some(ExtraOrder { notice, coins });
        if let Some(visit) = &mut journey.visit {
            visit.notice = None;
        }
    });
    world.emit(Event::Journey(JourneyEvent::NoticeTaken { notice, coins: Coins(coins.into()) }));
}

/// Pays for the extra order, if the work of a site has fulfilled it: the coins. One that asks for jobs that the site did not have
/// is kept for the next.
pub(in crate::sim::campaign) fn settle(
    journey: &mut Journey,
    grade: &Grade,
    report: Option<&RaidReport>,
    world: &World,
    events: &mut Vec<Event>,
) -> Coins {
    let Some(ExtraOrder { notice, coins }) = journey.extra_order else { return Coins(0) };
    let is_done = match world.catalog.notice(notice).asks {
        Demand::All(job) => {
            let line = grade.lines.iter().find_map(|line| match line.what {
                GradeReason::Jobs { job: own, done, total, .. } if own == job => {
                    Some((done, total))
                }
                _ => None,
            });
            let Some((done, total)) = line.filter(|(_, total)| *total > 0) else {
                return Coins(0);
            };
            done >= total
        }
        Demand::Grade(letter) => grade.letter.is_at_least(letter),
        Demand::Fallen(members) => report.is_some_and(|own| own.fallen() >= members.into()),
        Demand::NobodyThrough => report.is_some_and(|own| !own.is_anybody_through()),
    };
    journey.extra_order = None;
    let coins = if is_done { Coins(coins.into()) } else { Coins(0) };
    events.push(Event::Journey(JourneyEvent::NoticeSettled { notice, coins }));
    coins
}
