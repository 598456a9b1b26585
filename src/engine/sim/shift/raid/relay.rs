//! The raid of dawn on a site of several floors: the party goes through them in order.
//!
//! The rule: a floor stands still as long as neither the player nor the party is on it. Where the
//! party is and the player is not, the raid is played to its end at once; after as many turns as it
//! took, whoever got through comes down the stairs, or, if nobody did, the raid is over for the
//! player, too.

use crate::sim::prelude::*;
use crate::sim::shift::raid::party;
use crate::sim::shift::turn::play_out;
use crate::sim::work::levers;

/// Lets the party of dawn come in, on the first floor of the site.
pub(crate) fn come_at_dawn(world: &mut World) {
    let is_due = world.journey().is_none_or(|journey| journey.raid == RaidProgress::NotYet);
    if !is_due {
        // It is in already, a floor above: who clocks out meanwhile brings no second one.
        return;
    }
    levers::lend_a_hand(world);
    let parties = world.parties_at_dawn();
    let Some(party) = parties.first() else { return };
    let here = floor(world);
    if here > 0 && world.is_away() {
        world.switch_floor(0);
    }
    if floor(world) == 0 {
        set_progress(world, RaidProgress::Here);
        let_in(world, |world| party::enter(world, party, None, false));
        return;
    }
    let clock = world.clock();
    let report = elsewhere(world, |world| {
        world.switch_floor(0);
        let_in(world, |world| party::enter(world, party, None, false));
        play_floors(world, 0, here - 1)
    });
    let on = world.clock();
    return_to(world, here, clock);
    announce(world, on, report);
}

/// A party comes in, and its report notes the work as it finds it.
fn let_in(world: &mut World, enter: impl FnOnce(&mut World)) {
    enter(world);
    let order = world.job_counts();
    world.change_report(|report| report.order = order);
}

/// Whether the raid goes on although it has just ended on this floor.
pub(crate) fn goes_on(world: &mut World) -> bool {
    let Some(journey) = world.journey() else { return false };
    let (here, last) = (journey.floor, journey.last_floor());
    if journey.raid != RaidProgress::Here || last == 0 {
        return false;
    }
    let report = world.shift.at_dawn.clone().unwrap_or_default();
    if here == last || !report.is_anybody_through() {
        pass_over(world, here + 1, last);
        return false;
    }
    if world.is_away() {
        // The raid before a shift is watched on floors of which no work is certified yet.
        let is_of_last_night = world.shift.par.is_none();
        world.switch_floor(here + 1);
        world.shift.activity = Some(Activity::Watch);
        let_in(world, |world| party::enter_again(world, &report, is_of_last_night));
        return true;
    }
    // They go on past the player, and the night is over for both.
    let clock = world.clock();
    elsewhere(world, |world| {
        world.switch_floor(here + 1);
        let_in(world, |world| party::enter_again(world, &report, false));
        play_floors(world, here + 1, last);
    });
    return_to(world, here, clock);
    set_progress(world, RaidProgress::Over);
    false
}

/// Whether a raid is on its way to this floor; lets it come in when it is there, or ends the shift
/// if nobody is left to come.
pub(crate) fn is_on_its_way(world: &mut World) -> bool {
    let Some(RaidProgress::Arrives { on, .. }) = world.journey().map(|own| &own.raid) else {
        return false;
    };
    if *on <= world.clock() {
        let mut report = None;
        let last = last_floor(world);
        world.change_journey(|journey| {
            if let RaidProgress::Arrives { report: own, .. } =
                std::mem::replace(&mut journey.raid, RaidProgress::Here)
            {
                report = Some(own);
            }
        });
        if let Some(report) = report.filter(|report| report.is_anybody_through()) {
            let_in(world, |world| party::enter_again(world, &report, false));
        } else {
            pass_over(world, first_unreached(world), last);
            set_progress(world, RaidProgress::Over);
            world.end_shift(if world.is_away() { End::ClockedOut } else { End::Dawn });
        }
    }
    true
}

/// The player takes the stairs to the floor above or below. A raid that is on this floor goes on
/// without them.
pub(crate) fn take_stairs(world: &mut World, to: u8) {
    let (here, clock) = (floor(world), world.clock());
    let progress = world.journey().map(|journey| journey.raid.clone()).unwrap_or_default();
    world.emit(JourneyEvent::StairsTaken { to });
    world.take_player_off();
    world.clear_encounters();
    match progress {
        RaidProgress::Here => {
            let last = if to > here { here } else { last_floor(world) };
            let report = elsewhere(world, |world| play_floors(world, here, last));
            let on = world.clock();
            return_to(world, to, clock);
            arrive(world, to > here);
            if to > here {
                announce(world, on, report);
            } else {
                set_progress(world, RaidProgress::Over);
                world.end_shift(End::Dawn);
            }
        }
        RaidProgress::Arrives { on, report } if to > here && report.is_anybody_through() => {
            // They come in when they would have, and find the floor as the player left it.
            world.shift.clock = on;
            let report = elsewhere(world, |world| {
                let_in(world, |world| party::enter_again(world, &report, false));
                play_floors(world, here, here)
            });
            let on = world.clock();
            return_to(world, to, clock);
            arrive(world, true);
            announce(world, on, report);
        }
        _ => {
            world.switch_floor(to);
            arrive(world, to > here);
        }
    }
    world.update_sight();
}

/// The player stands at the end of the stairs by which they came.
fn arrive(world: &mut World, came_down: bool) {
    let stairs = if came_down { world.floor.start } else { world.floor.exit };
    let at = world.nearest_free(stairs).unwrap_or(stairs);
    world.put_player_at(at);
}

/// Does something where the player is not: of what happens there nothing is told.
fn elsewhere<T>(world: &mut World, work: impl FnOnce(&mut World) -> T) -> T {
    let told = std::mem::take(&mut world.events);
    let result = work(world);
    world.events = told;
    result
}

/// Plays the raid that is on to its end on this floor, and on each below it down to another one as
/// long as somebody gets through. The report of the last one that was played.
fn play_floors(world: &mut World, from: u8, to: u8) -> RaidReport {
    let mut floor = from;
    loop {
        play_out(world, |_| ());
        let report = world.shift.at_dawn.clone().unwrap_or_default();
        if floor == to {
            return report;
        }
        if !report.is_anybody_through() {
            pass_over(world, floor + 1, to);
            return report;
        }
        floor += 1;
        world.switch_floor(floor);
        let_in(world, |world| party::enter_again(world, &report, false));
    }
}

/// Notes on floors that the raid did not get that far.
fn pass_over(world: &mut World, from: u8, to: u8) {
    let (here, clock) = (floor(world), world.clock());
    for floor in from..=to {
        world.switch_floor(floor);
        let order = world.job_counts();
        world.shift.at_dawn = Some(RaidReport { order, ..RaidReport::default() });
    }
    return_to(world, here, clock);
}

/// Puts the player's floor into play again, at an earlier turn of the clock.
fn return_to(world: &mut World, floor: u8, clock: Turns) {
    world.switch_floor(floor);
    let later = world.shift.clock.saturating_sub(clock);
    world.shift.stood_still = world.shift.stood_still.saturating_sub(later);
    world.shift.clock = clock;
}

/// The raid above is heard, and goes on there until a turn of the clock.
fn announce(world: &mut World, on: Turns, report: RaidReport) {
    world.emit(RaidEvent::HeardAbove);
    set_progress(world, RaidProgress::Arrives { on, report: Box::new(report) });
}

/// The uppermost floor that no raid of dawn has come to.
fn first_unreached(world: &World) -> u8 {
    let floors = world.journey().map_or(&[][..], |journey| &journey.floors);
    let reached = floors.iter().filter(|stored| stored.shift.at_dawn.is_some());
    reached.map(|stored| stored.number + 1).max().unwrap_or(0)
}

fn floor(world: &World) -> u8 {
    world.journey().map_or(0, |journey| journey.floor)
}

fn last_floor(world: &World) -> u8 {
    world.journey().map_or(0, Journey::last_floor)
}

fn set_progress(world: &mut World, progress: RaidProgress) {
    world.change_journey(|journey| journey.raid = progress);
}
