//! Journeys in files by somebody who knows their form: what no journey comes to is refused by its
//! path, and what is not refused is played without a panic.

use base::{Purpose, Seed, Stream};
use content::{EncounterId, FlagId};
use engine::sim::{
    Command, Game, Journey, JourneyCommand, Meeting, PersonId, Phase, RaidProgress, RunStatus,
    Setup, SiteId, Snapshot, StoredFloor, Turns,
};
use engine::view::messages;

use crate::state::mutation::{Mutated, mutated};
use crate::support::content::catalog;
use crate::support::driver::Driver;
use crate::support::journeys::{
    at_the_bare_seat, at_the_exit, before_dawn, begin, down, edited, give, hidden, own, try_edited,
};

/// Journeys at every kind of moment.
fn moments() -> Vec<(&'static str, Game)> {
    let map = begin(2);
    let to = map.view().journey().expect("one").roads()[0].to;
    let is_free = |own: &content::Encounter| own.needs.is_empty();
    let encounter = catalog().encounters.iter().position(is_free).expect("one for everybody");
    let meeting = Meeting { encounter: EncounterId(encounter as u8), person: None, to };
    let road = edited(&map, |snapshot| own(snapshot).phase = Phase::Encounter(meeting));
    let field = crate::encounters::in_a_fight();
    let site = at_the_bare_seat(2);
    let mut raid = hidden(&before_dawn(&site, 1));
    give(&mut raid, Command::Wait);
    let mut below = hidden(&before_dawn(&down(at_the_bare_seat(2), 1), 1));
    give(&mut below, Command::Wait);
    let mut watched = at_the_exit(&down(at_the_bare_seat(2), 2));
    give(&mut watched, Command::ClockOut);
    give(&mut watched, Command::Continue);
    let mut over = edited(&map, |_| ());
    give(&mut over, Command::Abandon);
    vec![
        ("the map", map),
        ("the road", road),
        ("a fight", field),
        ("a site", site),
        ("a raid", raid),
        ("a raid overhead", below),
        ("a raid that is watched", watched),
        ("the end", over),
    ]
}

/// What is said of a journey that is edited.
fn refusal(game: &Game, edit: impl FnOnce(&mut Snapshot)) -> String {
    try_edited(game, edit).err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn what_no_journey_comes_to_is_refused_by_its_path() {
    type Edit = fn(&mut Journey);
    let moments = moments();
    let moment = |name: &str| &moments.iter().find(|own| own.0 == name).expect("a moment").1;
    let refused = |name: &str, forgeries: &[(Edit, &str)]| {
        for (number, (edit, said)) in forgeries.iter().enumerate() {
            let found = refusal(moment(name), |snapshot| edit(own(snapshot)));
            let is_said =
                found.strip_prefix("journey.").is_some_and(|found| found.starts_with(said));
            assert!(is_said, "{name}, {number}: “{found}”, not “{said}”");
        }
    };
    let forgeries: &[(Edit, &str)] = &[
        (|own| own.night = -3, "night: -3 is not from 1"),
        (|own| own.night = i16::MAX, "night: "),
        (|own| own.at = SiteId(900), "at: no such site"),
        (|own| own.came_from = SiteId(900), "came_from: no such site"),
        (|own| own.rations = u16::MAX, "rations: "),
        (|own| _ = own.sites.pop(), "sites: not one for each site"),
        (|own| own.turns_before = Turns(u32::MAX), "turns_before: "),
        (|own| own.flags = vec![FlagId(99)], "flags[0]: no such"),
        (|own| own.flags = vec![FlagId(1), FlagId(0)], "flags[1]: "),
        (|own| own.met = vec![EncounterId(250)], "met[0]: no such"),
        (|own| own.met = vec![EncounterId(1); 2], "met[1]: "),
        (|own| own.closed_roads = vec![(SiteId(0), SiteId(0))], "closed_roads: "),
        (|own| own.closed_roads = no_roads(own), "closed_roads: no road is there"),
        (|own| own.opened_roads = vec![(SiteId(0), SiteId(99))], "opened_roads[0]: no such site"),
        (|own| own.opened_roads = vec![(SiteId(3), SiteId(1))], "opened_roads: "),
        (|own| own.cast[0].level = 0, "cast[0].level: 0 is not from 1"),
        (|own| own.cast[0].lodges = SiteId(999), "cast[0].lodges: no such site"),
        (|own| own.cast[0].rival = Some(PersonId(200)), "cast[0].rival: no such person"),
        (|own| own.cast[0].friends = vec![PersonId(1); 2], "cast[0].friends[1]: "),
        (|own| own.cast[0].given = u16::MAX, "cast[0].given: 65535 is not"),
        (|own| own.phase = Phase::Field { to: SiteId(999) }, "phase.Field.to: no such site"),
    ];
    refused("the map", forgeries);
    let forgeries: &[(Edit, &str)] = &[
        (|own| meet(own, |met| met.encounter.0 = 250), "phase.Encounter.encounter: no such"),
        (|own| meet(own, |met| met.to = SiteId(999)), "phase.Encounter.to: "),
        (|own| meet(own, |met| met.person = Some(PersonId(0))), "phase: with"),
        (to_itself, "phase: on the way without"),
    ];
    refused("the road", forgeries);
    let forgeries: &[(Edit, &str)] = &[
        (|own| own.expected = vec![PersonId(0); 2], "expected: the same person"),
        (|own| own.expected = vec![PersonId(200)], "expected[0]: no such person"),
        (|own| own.floor = 1, "floors: out of order, or in play"),
        (|own| own.floors[1].number = 1, "floors: out of order"),
        (|own| own.floors[1].number = 7, "floors: one of the floors between"),
        (|own| own.floors[0].shift.away = false, "floors[0].shift: goes on"),
        (|own| own.phase = Phase::Map, "phase: over the map, and on a floor"),
        (|own| own.raid = RaidProgress::Here, "raid: here, but"),
    ];
    refused("a site", forgeries);
    let forgeries: &[(Edit, &str)] = &[
        (|own| own.raid = RaidProgress::NotYet, "raid: to come, but"),
        (|own| own.raid = RaidProgress::Over, "raid: over, but"),
    ];
    refused("a raid", forgeries);
    let follower = |kind: &str| {
        let kind = catalog().find_actor(kind).expect("an actor");
        refusal(moment("the map"), |snapshot| own(snapshot).follower = Some(kind))
    };
    assert!(follower("squire").starts_with("journey.follower: is no resident"));
    assert_eq!(follower("hound"), "");
    let twice = |snapshot: &mut Snapshot| {
        let raid = own(snapshot).sites.iter_mut().flat_map(|site| &mut site.raids).next();
        let raid = raid.expect("somebody was somewhere");
        raid.party.members.push(raid.party.members[0]);
    };
    let found = refusal(moment("the map"), twice);
    assert!(found.starts_with("journey.sites[") && found.contains("same person"), "{found}");
    let raided = |snapshot: &mut Snapshot| {
        let raid = snapshot.shift.raid.clone();
        let journey = own(snapshot);
        journey.floors[0].shift.raid = raid;
    };
    let found = refusal(moment("a raid"), raided);
    assert!(found.starts_with("journey.floors[0].shift: goes on"), "{found}");
    let stored = |snapshot: &mut Snapshot| {
        let below = StoredFloor {
            number: 1,
            floor: snapshot.floor.clone(),
            shift: snapshot.shift.clone(),
            streams: snapshot.streams.clone(),
        };
        own(snapshot).floors = vec![below];
    };
    let found = refusal(moment("the map"), stored);
    assert!(found.starts_with("journey.floors: those of no site"), "{found}");
    let absent = Setup::shift("vault", content::Depth(1), Seed(2));
    let snapshot = moment("the map").snapshot();
    let other = Game::restore(absent, snapshot, catalog()).err().expect("a shift is no journey");
    assert!(other.to_string().starts_with("journey: of another mode"), "{other}");
}

/// A pair of sites without a road.
fn no_roads(own: &Journey) -> Vec<(SiteId, SiteId)> {
    // Nobody walks all across the map by one road.
    let far = SiteId(own.sites.len() as u16 - 1);
    vec![(SiteId(0), far), (SiteId(0), SiteId(far.0 - 1)), (SiteId(1), far)]
}

fn to_itself(own: &mut Journey) {
    let at = own.at;
    meet(own, |met| met.to = at);
}

fn meet(own: &mut Journey, edit: impl FnOnce(&mut Meeting)) {
    if let Phase::Encounter(meeting) = &mut own.phase {
        edit(meeting);
    }
}

/// What is done with a state that is not refused.
fn poke(game: &mut Game, stream: &mut Stream) {
    let mut driver = Driver::new(1);
    for _ in 0..6 {
        let sites = game.view().journey().expect("one").atlas().count() as u32;
        let of_journey = match stream.below(8) {
            0 => JourneyCommand::Go { to: SiteId(stream.below(sites) as u16) },
            1 => JourneyCommand::Enter,
            2 => JourneyCommand::Stay,
            3 => JourneyCommand::Depart,
            4 => JourneyCommand::TakeStairs,
            5 => JourneyCommand::LeaveField,
            _ => JourneyCommand::Choose { choice: stream.below(4) as u8 },
        };
        let commands = [Some(Command::Journey(of_journey)), driver.next(game)];
        for command in commands.into_iter().flatten() {
            if let Ok(outcome) = game.step(command) {
                let _ = messages(&game.view(), &outcome.events);
            }
        }
        look(game);
        if matches!(game.status(), RunStatus::Over(_)) {
            return;
        }
    }
}

/// Asks for what the screens of a journey show.
fn look(game: &Game) {
    let view = game.view();
    let journey = view.journey().expect("one");
    let _ = (journey.encounter(), journey.roads(), view.notice_of_dawn(), view.party());
    for site in journey.atlas().ids() {
        let _ = journey.site(site);
    }
    let _: Vec<String> = journey.cast().map(|person| person.name()).collect();
}

/// Changes leaves of journeys, so many of them left out between two that are tried.
fn forge(stride: usize) -> (u32, u32) {
    let mut stream = Stream::new(Seed(5), Purpose::new("forged journeys"), ());
    let (mut refused, mut played) = (0, 0);
    for (name, game) in moments() {
        let tree = serde_json::to_value(game.snapshot()).expect("plain data");
        for number in (0..).map(|number| number * stride) {
            let Some(Mutated { value, path }) = mutated::<Snapshot>(&tree, number) else { break };
            let is_of_journey = path.first().is_some_and(|own| own == "journey");
            let Ok(snapshot) = value else { continue };
            if !is_of_journey {
                continue;
            }
            match try_edited(&game, |own| *own = snapshot) {
                Err(error) => {
                    assert!(!error.path.is_empty() && !error.fault.is_empty(), "{name}: {path:?}");
                    refused += 1;
                }
                Ok(mut forged) => {
                    poke(&mut forged, &mut stream);
                    played += 1;
                }
            }
        }
    }
    (refused, played)
}

#[test]
fn a_forged_journey_is_refused_or_played_without_a_panic() {
    let (refused, played) = forge(11);
    assert!(refused > 20 && played > 200, "{refused} refused, {played} played");
}

#[test]
#[ignore = "long: every leaf of every moment"]
fn every_forged_journey_is_refused_or_played_without_a_panic() {
    let (refused, played) = forge(1);
    println!("{refused} refused, {played} played");
}
