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
    let forgeries: [(&str, Edit, &str); 35] = [
        ("the map", |own| own.night = -3, "journey.night: -3 is not from 1"),
        ("the map", |own| own.night = i16::MAX, "journey.night: "),
        ("the map", |own| own.at = SiteId(900), "journey.at: no such site"),
        ("the map", |own| own.came_from = SiteId(900), "journey.came_from: no such site"),
        ("the map", |own| own.rations = u16::MAX, "journey.rations: "),
        ("the map", |own| _ = own.sites.pop(), "journey.sites: not one for each site"),
        ("the map", |own| own.turns_before = Turns(u32::MAX), "journey.turns_before: "),
        ("the map", |own| own.flags = vec![FlagId(99)], "journey.flags[0]: no such"),
        ("the map", |own| own.flags = vec![FlagId(1), FlagId(0)], "journey.flags[1]: "),
        ("the map", |own| own.met = vec![EncounterId(250)], "journey.met[0]: no such"),
        ("the map", |own| own.met = vec![EncounterId(1); 2], "journey.met[1]: "),
        (
            "the map",
            |own| own.closed_roads = vec![(SiteId(0), SiteId(0))],
            "journey.closed_roads: ",
        ),
        (
            "the map",
            |own| own.closed_roads = no_roads(own),
            "journey.closed_roads: no road is there",
        ),
        (
            "the map",
            |own| own.opened_roads = vec![(SiteId(0), SiteId(99))],
            "journey.opened_roads[0]: no such site",
        ),
        (
            "the map",
            |own| own.opened_roads = vec![(SiteId(3), SiteId(1))],
            "journey.opened_roads: ",
        ),
        ("the map", |own| own.cast[0].level = 0, "journey.cast[0].level: 0 is not from 1"),
        ("the map", |own| own.cast[0].lodges = SiteId(999), "journey.cast[0].lodges: no such site"),
        (
            "the map",
            |own| own.cast[0].rival = Some(PersonId(200)),
            "journey.cast[0].rival: no such person",
        ),
        (
            "the map",
            |own| own.cast[0].friends = vec![PersonId(1); 2],
            "journey.cast[0].friends[1]: ",
        ),
        ("the map", |own| own.cast[0].given = u16::MAX, "journey.cast[0].given: 65535 is not"),
        (
            "the map",
            |own| own.phase = Phase::Field { to: SiteId(999) },
            "journey.phase.Field.to: no such site",
        ),
        (
            "the road",
            |own| meet(own, |met| met.encounter.0 = 250),
            "journey.phase.Encounter.encounter: no such",
        ),
        ("the road", |own| meet(own, |met| met.to = SiteId(999)), "journey.phase.Encounter.to: "),
        ("the road", |own| meet(own, |met| met.person = Some(PersonId(0))), "journey.phase: with"),
        ("the road", to_itself, "journey.phase: on the way without"),
        ("a site", |own| own.expected = vec![PersonId(0); 2], "journey.expected: the same person"),
        ("a site", |own| own.expected = vec![PersonId(200)], "journey.expected[0]: no such person"),
        ("a site", |own| own.floor = 1, "journey.floors: out of order, or in play"),
        ("a site", |own| own.floors[1].number = 1, "journey.floors: out of order"),
        ("a site", |own| own.floors[1].number = 7, "journey.floors: one of the floors between"),
        ("a site", |own| own.floors[0].shift.away = false, "journey.floors[0].shift: goes on"),
        ("a site", |own| own.phase = Phase::Map, "journey.phase: over the map, and on a floor"),
        ("a site", |own| own.raid = RaidProgress::Here, "journey.raid: here, but"),
        ("a raid", |own| own.raid = RaidProgress::NotYet, "journey.raid: to come, but"),
        ("a raid", |own| own.raid = RaidProgress::Over, "journey.raid: over, but"),
    ];
    for (number, (name, edit, said)) in forgeries.into_iter().enumerate() {
        let found = refusal(moment(name), |snapshot| edit(own(snapshot)));
        assert!(found.starts_with(said), "{number}, {name}: “{found}”, not “{said}”");
    }
    let follower = |kind: &str| {
        let kind = catalog().find_actor(kind).expect("an actor");
        refusal(moment("the map"), |snapshot| own(snapshot).follower = Some(kind))
    };
    assert!(follower("squire").starts_with("journey.follower: is no resident"));
    assert_eq!(follower("hound"), "");
    let twice = |snapshot: &mut Snapshot| {
        let raid = own(snapshot).sites.iter_mut().flat_map(|site| &mut site.raids).next();
        let raid = raid.expect("somebody was somewhere");
        raid.entrants.push(raid.entrants[0]);
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
