//! Journeys: what sites hold depends on the seed alone, and what is told of them is so.

use crate::support::bots;
use crate::support::journeys::{at_the_bare_seat, begin, down};

use engine::sim::{Command, Game, JourneyCommand, Phase, RunStatus, SiteState};

/// More commands than any journey takes.
const MAX_COMMANDS: usize = 60_000;

/// Plays a journey by a bot, and looks at it after every command.
fn play(seed: u64, name: &str, mut watch: impl FnMut(&Game)) {
    let mut game = begin(seed);
    bots::play(&mut game, &mut *bots::bot(name, seed), MAX_COMMANDS, |game, _, _| watch(game));
}

#[test]
fn a_site_holds_the_same_whatever_was_done_before() {
    let enter = |nights: u32| {
        let mut game = begin(5);
        for _ in 0..nights {
            game.step(Command::Journey(JourneyCommand::Stay)).expect("there is a bed");
        }
        let view = game.view();
        let journey = view.journey().expect("one");
        let is_near = |to| journey.site(to).state == SiteState::Open && !journey.site(to).is_town;
        let roads = journey.roads();
        let road = roads.iter().find(|road| road.cost.is_ok() && is_near(road.to));
        let to = road.expect("some work is near").to;
        game.step(Command::Journey(JourneyCommand::Go { to })).expect("it is open");
        // Whatever happens on the road; the seed is one whose road has no fight.
        while game.view().journey().is_some_and(|own| matches!(own.phase(), Phase::Encounter(_))) {
            let choose = |choice| Command::Journey(JourneyCommand::Choose { choice });
            let open = (0..4).map(choose).find(|command| game.check(command).is_ok());
            game.step(open.expect("one is open")).expect("it is");
        }
        game.step(Command::Journey(JourneyCommand::Enter)).expect("there is work");
        (to, game)
    };
    let ((site, now), (later_site, later)) = (enter(0), enter(2));
    assert_eq!(site, later_site);
    let (now, later) = (now.snapshot(), later.snapshot());
    assert_eq!(now.floor.cells.terrain, later.floor.cells.terrain);
    // Who came is another matter.
    assert_ne!(now.digest_parts(), later.digest_parts());
}

#[test]
fn the_raid_before_a_shift_can_be_watched_as_it_was() {
    let mut watched = 0;
    for seed in 1..5 {
        play(seed, "runner", |game| {
            let view = game.view();
            let is_worked = view.shift_end().is_some()
                && view.journey().is_some_and(|journey| journey.phase() == Phase::Site);
            if !is_worked {
                return;
            }
            let snapshot = game.snapshot();
            let journey = snapshot.journey.as_ref().expect("one");
            let raids = &journey.sites[usize::from(journey.at.0)].raids;
            let last = raids.last().expect("nobody works where nobody was");
            let mut raid = game.raid_of_last_night().expect("it was raided");
            while raid.status() == RunStatus::Busy {
                raid.step(Command::Continue).expect("it goes on");
            }
            let mut fallen = 0;
            let mut chests = 0;
            let after = raid.snapshot();
            let stored = &after.journey.as_ref().expect("one").floors;
            for shift in stored.iter().map(|floor| &floor.shift).chain([&after.shift]) {
                let report = shift.at_dawn.as_ref();
                for member in report.iter().flat_map(|report| &report.members) {
                    if matches!(member.fate, engine::sim::Fate::Fell(_)) {
                        fallen += 1;
                    } else {
                        chests += u16::from(member.loot);
                    }
                }
            }
            assert_eq!(fallen, last.fallen, "seed {seed}");
            // Who falls on a lower floor has lost what they took on the one above.
            if stored.is_empty() {
                assert_eq!(chests, last.chests, "seed {seed}");
            }
            watched += 1;
        });
    }
    assert!(watched > 3, "only {watched} raids");
}

#[test]
fn the_way_out_counts_the_floors_below() {
    let turns = [0, 1, 2].map(|floor| {
        let game = down(at_the_bare_seat(3), floor);
        let view = game.view();
        assert_eq!(view.turns_below().0 > 0, view.has_stairs_down());
        view.turns_below()
    });
    assert!(turns[0] > turns[1] && turns[1] > turns[2], "{turns:?}");
}
