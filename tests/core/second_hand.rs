//! The second hand: hired in a town for some nights, it does one thing of the plan in each.

use content::{JobKind, Supply};
use engine::sim::{Command, Game, JourneyCommand, Lever, WorkEvent, World};

use crate::support::journeys::workplace;
use crate::support::journeys::{at_the_exit, edited, enter, give, journey, on_the_way, own};

/// A night's work with a trap, a chest and a door to plan; `None` where the site has not all three.
fn planned(seed: u64) -> Option<(Game, [Lever; 3])> {
    let game = enter(seed, |game| workplace(game, 3));
    let fixtures = game.snapshot().floor.cells.fixtures;
    let lever = |job: JobKind| {
        let mut cells = fixtures.iter().map(|&(pos, _)| pos);
        Some(Lever::Job { at: cells.find(|&pos| game.world().job_at(pos) == Some(job))?, job })
    };
    let plan = [lever(JobKind::Trap)?, lever(JobKind::Chest)?, lever(JobKind::Door)?];
    Some((game, plan))
}

/// On the exit after a night with three jobs planned, of which the first wants a supply that is
/// gone, and with a second hand for so many nights.
fn at_the_end(nights: u8) -> (Game, [Lever; 3]) {
    let (game, plan) = (1..20).find_map(planned).expect("some site wants all three");
    let game = edited(&game, |snapshot| {
        snapshot.shift.plan = plan.to_vec();
        own(snapshot).hand_nights = nights;
        let supplies = &mut snapshot.run.belongings.supplies;
        supplies[Supply::Parts] = 0;
        (supplies[Supply::Stock], supplies[Supply::Timber]) = (4, 4);
        snapshot.run.belongings.kits.clear();
    });
    (at_the_exit(&game), plan)
}

#[test]
fn it_does_the_first_open_thing_of_the_plan_for_which_there_are_supplies() {
    let (mut game, [trap, chest, door]) = at_the_end(2);
    let events = give(&mut game, Command::ClockOut);
    assert!(events.contains(&WorkEvent::HandLent { lever: chest }.into()), "{events:?}");
    let snapshot = game.snapshot();
    assert_eq!(snapshot.shift.plan, [trap, door]);
    assert_eq!(snapshot.run.belongings.supplies[Supply::Stock], 3);
    assert_eq!(snapshot.run.belongings.supplies[Supply::Timber], 4);
    let is_open = |world: &World, lever: Lever| world.job_at(lever.at()).is_some();
    assert_eq!([trap, chest, door].map(|own| is_open(game.world(), own)), [true, false, true]);
    give(&mut game, Command::Linger);
    on_the_way(&mut game, JourneyCommand::Depart);
    assert_eq!(journey(&game).hand_nights, 1);
}

#[test]
fn nobody_does_anything_where_none_is_hired() {
    let (mut game, plan) = at_the_end(0);
    give(&mut game, Command::ClockOut);
    assert_eq!(game.snapshot().shift.plan, plan);
    assert_eq!(game.snapshot().shift.tally.by_hand, None);
}
