//! Roads that are shut and paths that are found.

use std::collections::BTreeSet;

use content::{Encounter, EncounterEffect, EncounterId, EncounterNeed};
use engine::sim::{
    Atlas, Command, Game, Journey, JourneyCommand, Meeting, Phase, SiteId, SiteState,
};

use super::choose;
use super::staged::{morning, put_on_road};
use crate::support::content::catalog;
use crate::support::journeys::{edited, give, journey, own};

/// The place of an encounter and of its choice that may do something.
fn choice_that(does: &EncounterEffect, encounters: &[Encounter]) -> (usize, usize) {
    let found = encounters.iter().enumerate().find_map(|(place, encounter)| {
        let is_with_somebody = |need: &EncounterNeed| matches!(need, EncounterNeed::Hero(_));
        let choice = encounter.choices.iter().position(|choice| {
            !encounter.needs.iter().any(is_with_somebody)
                && choice.needs.is_empty()
                && choice.costs.is_empty()
                && choice.outcomes.iter().any(|outcome| outcome.effects.contains(does))
        });
        Some((place, choice?))
    });
    found.expect("some choice does that")
}

/// The sites that can be walked to by roads that are not shut, over sites that are not lost.
fn in_reach(journey: &Journey, atlas: &Atlas) -> BTreeSet<SiteId> {
    let mut seen = BTreeSet::from([journey.at]);
    let mut queue = vec![journey.at];
    while let Some(site) = queue.pop() {
        for &(next, _) in atlas.roads(site) {
            let is_shut = journey.closed_roads.contains(&(site.min(next), site.max(next)));
            let is_lost =
                matches!(journey.sites[usize::from(next.0)].state, SiteState::Lost { .. });
            if !is_shut && !is_lost && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    seen
}

/// The player is on the road from one site to another, before a choice.
fn on_road(game: &Game, road: (SiteId, SiteId), encounter: usize, roads: u16) -> Game {
    let (from, to) = road;
    let encounter = EncounterId(encounter as u8);
    edited(game, |snapshot| {
        put_on_road(own(snapshot), from, roads);
        own(snapshot).phase = Phase::Encounter(Meeting { encounter, person: None, to });
    })
}

#[test]
fn shut_roads_never_cut_the_player_off_from_the_deep_seat() {
    let (encounter, choice) = choice_that(&EncounterEffect::RoadClosed, &catalog().encounters);
    let mut game = morning();
    let (mut shut, mut kept) = (0, 0);
    let atlas = game.view().journey().expect("one").atlas().clone();
    for roads in 0..600_u16 {
        // From a site that can be reached, on each of its roads in turn.
        let mut reach: Vec<SiteId> = in_reach(&journey(&game), &atlas).into_iter().collect();
        reach.retain(|&site| site != atlas.goal());
        let at = reach[usize::from(roads) % reach.len()];
        let now = journey(&game);
        let is_open = |to: &SiteId| !now.closed_roads.contains(&(at.min(*to), at.max(*to)));
        let open: Vec<SiteId> = atlas.roads(at).iter().map(|&(to, _)| to).filter(is_open).collect();
        let to = open[usize::from(roads / 7) % open.len()];
        game = on_road(&game, (at, to), encounter, roads);
        give(&mut game, choose(choice));
        let after = journey(&game);
        assert_eq!(after.phase, Phase::Map);
        if after.at == at {
            let is_shut = after.closed_roads.len() > now.closed_roads.len();
            (shut, kept) = (shut + usize::from(is_shut), kept + usize::from(!is_shut));
        }
        assert!(in_reach(&after, &atlas).contains(&atlas.goal()), "road {roads}");
    }
    assert!(shut > 10 && kept > 0, "{shut} roads shut, {kept} kept open");
    assert!(game.audit(catalog()).is_ok());
}

#[test]
fn a_shut_road_is_not_walked_from_either_end() {
    let (encounter, choice) = choice_that(&EncounterEffect::RoadClosed, &catalog().encounters);
    let start = morning();
    let at = journey(&start).at;
    let to = start.view().journey().expect("one").roads()[0].to;
    let shut = (0..60).find_map(|roads| {
        let mut game = on_road(&start, (at, to), encounter, roads);
        give(&mut game, choose(choice));
        (journey(&game).closed_roads.len() == 1).then_some(game)
    });
    let game = shut.expect("it comes to that");
    let go = |to| Command::Journey(JourneyCommand::Go { to });
    assert!(game.check(&go(to)).is_err());
    let other = edited(&game, |snapshot| put_on_road(own(snapshot), to, 1));
    assert!(other.check(&go(at)).is_err());
}

#[test]
fn every_path_that_is_found_is_a_new_one_and_can_be_walked() {
    let (encounter, choice) = choice_that(&EncounterEffect::RoadOpened, &catalog().encounters);
    let mut game = morning();
    let view = game.view();
    let atlas = view.journey().expect("one").atlas().clone();
    let at = journey(&game).at;
    let to = atlas.roads(at)[0].0;
    let mut found = 0;
    for roads in 0..40 {
        let before = journey(&game);
        game = on_road(&game, (at, to), encounter, roads);
        give(&mut game, choose(choice));
        if !matches!(journey(&game).phase, Phase::Map) {
            game = edited(&game, |snapshot| own(snapshot).phase = Phase::Map);
        }
        let after = journey(&game);
        if after.opened_roads.len() == before.opened_roads.len() {
            continue;
        }
        found += 1;
        let mut known: Vec<_> = after.opened_roads.clone();
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), after.opened_roads.len(), "the same path once more");
        let &(a, b) = after.opened_roads.last().expect("one");
        assert!(a == to || b == to);
        let far = if a == to { b } else { a };
        assert!(atlas.roads(to).iter().all(|&(known, _)| known != far), "there was a road");
        let there = edited(&game, |snapshot| {
            put_on_road(own(snapshot), to, 1);
            own(snapshot).rations = 16;
        });
        assert_eq!(there.check(&Command::Journey(JourneyCommand::Go { to: far })), Ok(()));
    }
    assert!(found >= 3, "{found} paths");
}

#[test]
fn whoever_is_on_the_road_to_a_site_that_is_lost_meanwhile_turns_back() {
    let start = morning();
    let at = journey(&start).at;
    let view = start.view();
    let ways = view.journey().expect("one");
    // It takes a night, and the site falls in it.
    let falls = |to: SiteId| {
        edited(&start, |snapshot| {
            let (night, journey) = (own(snapshot).night, own(snapshot));
            journey.sites[usize::from(to.0)].falls_on = Some(night);
            journey.rations = 16;
        })
    };
    let mut tried = 0;
    let with_night = catalog().encounters.iter().enumerate().find_map(|(place, encounter)| {
        let night = content::EncounterCost::Night;
        let choice = encounter.choices.iter().position(|choice| choice.costs == [night.clone()])?;
        let is_free = encounter.choices[choice].needs.is_empty() && encounter.needs.is_empty();
        is_free.then_some((place, choice))
    });
    let (encounter, choice) = with_night.expect("some choice takes a night");
    for road in ways.roads() {
        if ways.site(road.to).is_town || road.to == ways.goal() {
            continue;
        }
        for roads in 0..3 {
            let mut game = on_road(&falls(road.to), (at, road.to), encounter, roads);
            give(&mut game, choose(choice));
            let after = journey(&game);
            let state = after.sites[usize::from(road.to.0)].state;
            if !matches!(state, SiteState::Lost { .. }) || after.phase != Phase::Map {
                continue;
            }
            tried += 1;
            assert_eq!((after.phase, after.at), (Phase::Map, at));
            assert_eq!(game.check(&Command::Journey(JourneyCommand::Stay)), Ok(()));
        }
    }
    assert!(tried > 0, "no site was lost");
}
