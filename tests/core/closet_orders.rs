//! Orders in the closet of a site: which hang there, when one can be taken, and what each asks of
//! the raid.

use content::{Demand, NoticeId, NoticePlace};
use engine::sim::{
    ClosetOrders, Command, ExtraOrder, Fate, Fixture, Game, Harm, JourneyCommand, JourneyEvent,
    Letter, PayReason, PersonId, RaidReport, Reject, Turns,
};

use crate::site_grade::{paid, watched_with_losses};
use crate::support::content::catalog;
use crate::support::journeys::{begin, edited, enter, give, journey, on_the_way, own, workplace};

const SEEDS: std::ops::Range<u64> = 1..25;

fn at_work(seed: u64, place: usize) -> Game {
    enter(seed, |game| workplace(game, place))
}

fn orders(game: &Game) -> ClosetOrders {
    journey(game).closet_orders
}

#[test]
fn two_orders_of_different_kinds_hang_in_the_closet_about_those_who_are_expected() {
    let mut named = 0;
    for seed in SEEDS {
        let game = at_work(seed, 3);
        let ClosetOrders { offered, taken } = orders(&game);
        assert_eq!((offered.len(), taken), (catalog().notices.in_closet, None), "seed {seed}");
        let asks: Vec<Demand> =
            offered.iter().map(|own| catalog().notice(own.notice).asks).collect();
        assert_ne!(std::mem::discriminant(&asks[0]), std::mem::discriminant(&asks[1]));
        let expected = journey(&game).expected;
        for own in &offered {
            let notice = catalog().notice(own.notice);
            assert_eq!(notice.hangs, NoticePlace::Closet, "seed {seed}");
            assert!(game.view().depth().0 >= notice.from, "seed {seed}");
            assert_eq!(own.person.is_some(), notice.asks.is_about_person(), "seed {seed}");
            assert!(own.person.is_none_or(|id| expected.contains(&id)), "seed {seed}");
            named += u32::from(own.person.is_some());
        }
        assert_eq!(orders(&at_work(seed, 3)).offered, offered, "the same seed, the same orders");
    }
    assert!(named > 5, "{named} of them name somebody");
}

#[test]
fn an_order_is_taken_before_the_first_turn_or_beside_the_closet_and_takes_no_time() {
    let mut game = at_work(5, 3);
    let take = |place| Command::Journey(JourneyCommand::TakeOrder { place });
    assert_eq!(game.check(&take(2)), Err(Reject::NoClosetOrder));
    let wanted = orders(&game).offered[1];
    let closet = game.snapshot().floor.cells.fixtures;
    let closet = closet.iter().find(|own| own.1 == Fixture::Closet).expect("every site has one").0;
    // Off the first turn and away from the closet it is out of reach; beside it it is not.
    let far = edited(&game, |snapshot| {
        snapshot.shift.clock = Turns(5);
        let cells = &snapshot.floor.cells;
        let is_far = |pos: &base::Pos| {
            cells.terrain[*pos].is_passable() && pos.steps_to(closet) > 3 && *pos != cells.start
        };
        let place =
            cells.terrain.positions().filter(|pos| !cells.terrain.is_border(*pos)).find(is_far);
        snapshot.floor.actors[0].pos = place.expect("a floor is larger");
    });
    assert_eq!(far.check(&take(1)), Err(Reject::NotAtCloset));
    let mut near = edited(&far, |snapshot| snapshot.floor.actors[0].pos = closet);
    give(&mut near, take(1));
    assert_eq!(orders(&near).taken, Some(wanted));
    let before = game.view().turns();
    let events = on_the_way(&mut game, JourneyCommand::TakeOrder { place: 1 });
    let told = engine::sim::Event::Journey(JourneyEvent::NoticeTaken {
        notice: wanted.notice,
        person: wanted.person,
        coins: engine::sim::Coins(wanted.coins.into()),
    });
    assert!(events.contains(&told), "{events:?}");
    assert_eq!(game.view().turns(), before);
    assert_eq!(orders(&game), ClosetOrders { offered: Vec::new(), taken: Some(wanted) });
    assert_eq!(game.check(&take(0)), Err(Reject::OrderTaken));
    assert_eq!(begin(5).check(&take(0)), Err(Reject::OnMap));
}

#[test]
fn nothing_hangs_over_the_map_and_none_is_left_over_from_the_night_before() {
    let game = with_order(&watched_with_losses(1), Demand::Fallen(1), None);
    let mut game = game;
    on_the_way(&mut game, JourneyCommand::Depart);
    assert_eq!(orders(&game), ClosetOrders::default());
}

/// The end of a night with an order out of the closet for 20 coins.
fn with_order(game: &Game, asks: Demand, person: Option<PersonId>) -> Game {
    let is_asked = |own: &content::Notice| own.hangs == NoticePlace::Closet && own.asks == asks;
    let place = catalog().notices.kinds.iter().position(is_asked);
    let notice = NoticeId(place.unwrap_or_else(|| panic!("{asks:?} hangs in no closet")) as u8);
    edited(game, |snapshot| {
        own(snapshot).closet_orders = ClosetOrders {
            offered: Vec::new(),
            taken: Some(ExtraOrder { notice, coins: 20, person }),
        };
    })
}

/// Whether a night's order out of the closet is fulfilled when the raid of the last floor ended so.
fn is_fulfilled(
    asks: Demand,
    about: Option<usize>,
    edit: impl FnOnce(&mut RaidReport, &mut Option<Turns>),
) -> bool {
    let game = watched_with_losses(0);
    let game = edited(&game, |snapshot| {
        let report = snapshot.shift.at_dawn.as_mut().expect("it is over");
        for member in &mut report.members {
            (member.loot, member.fate, member.health) = (0, Fate::Through, member.max_health);
        }
        report.harm_seen = 0;
        edit(report, &mut snapshot.shift.tally.left_at);
    });
    let report = game.snapshot().shift.at_dawn.expect("it is over");
    let person = about.map(|place| report.members[place].person.expect("of the cast"));
    let (pay, _) = paid(with_order(&game, asks, person));
    let from = NoticePlace::Closet;
    let paid = pay.parts.iter().any(|part| part.why == PayReason::Order { from });
    let fined = pay.parts.iter().any(|part| part.why == PayReason::Fine { from });
    assert_ne!(paid, fined, "{asks:?}: {pay:?}");
    paid
}

fn fell() -> Fate {
    Fate::Fell(Harm::Gas)
}

#[test]
fn orders_about_somebody_go_by_what_became_of_them() {
    for (asks, through, fled, dead) in [
        (Demand::Stopped, false, true, true),
        (Demand::Spared, true, true, false),
        (Demand::EmptyHanded, true, true, true),
    ] {
        for (fate, wanted) in [(Fate::Through, through), (Fate::Fled, fled), (fell(), dead)] {
            let came = is_fulfilled(asks, Some(1), |report, _| report.members[1].fate = fate);
            assert_eq!(came, wanted, "{asks:?}, {fate:?}");
        }
    }
    for (thief, fate, wanted) in
        [(1, Fate::Through, false), (0, Fate::Through, true), (1, fell(), true)]
    {
        let came = is_fulfilled(Demand::EmptyHanded, Some(1), |report, _| {
            (report.members[thief].loot, report.members[thief].fate) = (1, fate);
        });
        assert_eq!(came, wanted, "{thief}, {fate:?}");
    }
}

fn all(report: &mut RaidReport, fate: Fate) {
    report.members.iter_mut().for_each(|member| member.fate = fate);
}

/// All of them have lost so many percent of their health.
fn bled(report: &mut RaidReport, percent: i32) {
    for member in &mut report.members {
        member.health = member.max_health - member.max_health * percent / 100;
    }
}

/// So many percent of the harm that traps did were seen.
fn seen(report: &mut RaidReport, percent: u32) {
    (report.lost_to_traps, report.lost_to_blows) = (1_000, 0);
    report.harm_seen = 10 * percent;
}

#[test]
fn orders_about_the_party_go_by_what_the_raid_came_to() {
    type Edit = fn(&mut RaidReport, &mut Option<Turns>);
    let cases: [(Demand, bool, Edit); 13] = [
        (Demand::NobodyThrough, true, |report, _| all(report, Fate::Fled)),
        (Demand::NobodyThrough, false, |report, _| all(report, Fate::Through)),
        (Demand::Fallen(1), true, |report, _| report.members[0].fate = fell()),
        (Demand::Fallen(2), false, |report, _| report.members[0].fate = fell()),
        (Demand::NothingTaken, true, |_, _| ()),
        (Demand::NothingTaken, false, |report, _| report.members[2].loot = 1),
        (Demand::Harm(18), true, |report, _| bled(report, 45)),
        (Demand::Harm(18), false, |report, _| bled(report, 35)),
        (Demand::Harm(30), true, |report, _| bled(report, 60)),
        (Demand::Harm(30), false, |report, _| bled(report, 45)),
        // A witness is in, and sees it.
        (Demand::Witnessed(35), true, |report, left_at| _ = (seen(report, 40), left_at.take())),
        (Demand::Witnessed(35), false, |report, left_at| _ = (seen(report, 30), left_at.take())),
        (Demand::Witnessed(35), false, |report, _| seen(report, 100)),
    ];
    for (number, (asks, wanted, edit)) in cases.into_iter().enumerate() {
        assert_eq!(is_fulfilled(asks, None, edit), wanted, "{number}: {asks:?}");
    }
}

#[test]
fn nothing_is_paid_besides_where_the_work_was_left() {
    let game = with_order(&watched_with_losses(1), Demand::Fallen(1), None);
    let left = edited(&game, |snapshot| {
        let journey = snapshot.journey.as_mut().expect("one");
        let others = journey.floors.iter_mut().map(|stored| &mut stored.shift);
        for shift in others.chain([&mut snapshot.shift]) {
            if let Some(report) = &mut shift.at_dawn {
                report.order.iter_mut().for_each(|count| count.done = 0);
            }
            for job in content::JobKind::ALL {
                shift.order.done[job] = 0;
            }
            // As much as the raid has come to.
            shift.bed = 3_000;
        }
    });
    assert_eq!(left.grade().letter, Letter::F);
    let (pay, _) = paid(left);
    let from = NoticePlace::Closet;
    assert!(!pay.parts.iter().any(|part| part.why == PayReason::Order { from }), "{pay:?}");
}
