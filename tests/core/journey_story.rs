//! Stories of journeys that were put together at random: they tell what is so, and nothing twice.

use crate::support::content::catalog;
use crate::support::journeys::{begin, edited};

use std::collections::BTreeSet;

use base::{Purpose, Seed, Stream};
use content::TrapKindId;
use engine::sim::{
    End, Game, Harm, Journey, Leg, Letter, PersonFate, Phase, SiteId, SiteState, Snapshot, Stance,
};
use engine::view::{JourneyView, MAX_PLACES, enemy_of};

/// The nights of a forged journey.
const NIGHTS: i16 = 14;

/// A journey that has ended somehow.
fn forged(seed: u64) -> Game {
    let mut stream = Stream::new(Seed(seed), Purpose::new("forged journey"), ());
    edited(&begin(seed), |snapshot| forge(snapshot, &mut stream))
}

fn forge(snapshot: &mut Snapshot, stream: &mut Stream) {
    let Some(journey) = snapshot.journey.as_mut() else { panic!("no journey") };
    journey.night = NIGHTS;
    let ends = [End::Died, End::Dawn, End::Abandoned, End::Won];
    journey.phase = Phase::Over(ends[stream.below(4) as usize]);
    let sites = journey.sites.len() as u32;
    for night in 1..=stream.range(0, i32::from(NIGHTS)) as i16 {
        let site = SiteId(stream.below(sites) as u16);
        let health = if stream.below(4) == 0 { 5 } else { 0 };
        journey.trail.push(Leg::Road { to: site, night, rations: 1, health });
        let points = stream.below(100);
        journey.trail.push(Leg::Work {
            site,
            night,
            points,
            max_points: 100,
            letter: Letter::B,
            coins: 40,
        });
        journey.sites[usize::from(site.0)].state = SiteState::Worked { night };
    }
    for site in &mut journey.sites {
        if site.state == SiteState::Open && stream.below(4) == 0 {
            site.state = SiteState::Lost { night: 2 };
        }
    }
    let nights = worked(journey);
    for person in &mut journey.cast {
        let own = nights.get(stream.below(nights.len().max(1) as u32) as usize).copied();
        let (night, site) = own.unwrap_or((3, SiteId(0)));
        let trap = Harm::Trap(TrapKindId(stream.below(catalog().traps.len() as u32) as u16));
        person.fate = match stream.below(8) {
            0 | 1 => PersonFate::Dead { night, site, by: trap },
            2 => {
                PersonFate::Dead { night, site, by: Harm::Blow { by: catalog().rules.upkeeper.id } }
            }
            3 => PersonFate::Dead { night: 5, site: SiteId(1), by: Harm::Gas },
            4 => PersonFate::Retired { night: 6 },
            5 => PersonFate::Missing { night: 4, site: SiteId(2) },
            _ => PersonFate::Raiding,
        };
        if stream.below(3) == 0 {
            person.record.met_player = 1 + stream.below(3) as u16;
            person.record.raids = person.record.met_player;
            person.met = Some(night);
            person.robbed_player_on = own.filter(|_| stream.below(2) == 0).map(|(on, _)| on);
        } else if stream.below(6) == 0 {
            person.stance = Stance::Grudge;
        }
    }
}

fn worked(journey: &Journey) -> Vec<(i16, SiteId)> {
    let work = journey.trail.iter().filter_map(|leg| match *leg {
        Leg::Work { site, night, .. } => Some((night, site)),
        Leg::Road { .. } => None,
    });
    work.collect()
}

/// Shows a function sixty journeys, each with its story and seed.
fn each(mut check: impl FnMut(&JourneyView<'_>, &str, u64)) {
    for seed in 1..=60 {
        let game = forged(seed);
        let view = game.view();
        check(&view.journey().expect("a journey"), &view.story_of_journey().join(" "), seed);
    }
}

#[test]
fn stories_say_nothing_twice_and_leave_nothing_to_be_filled_in() {
    each(|_, story, seed| {
        assert!(!story.contains(['{', '}']), "{story}");
        let sentences: Vec<&str> = story.split_inclusive(". ").map(str::trim).collect();
        let distinct: BTreeSet<&&str> = sentences.iter().collect();
        assert_eq!(sentences.len(), distinct.len(), "seed {seed}: {story}");
        assert!(story.len() > 200 && story.len() < 1_700, "{} bytes: {story}", story.len());
    });
}

#[test]
fn stories_tell_who_died_where_and_of_which_trap() {
    let mut told = 0;
    each(|journey, story, seed| {
        for trap in &catalog().traps {
            let named = format!(" {} trap", trap.name);
            for sentence in story.split_inclusive(". ").filter(|it| it.contains(&named)) {
                for person in journey.cast().filter(|own| sentence.contains(&own.name())) {
                    let PersonFate::Dead { night, site, by: Harm::Trap(own) } = person.fate()
                    else {
                        panic!("seed {seed}, {}: {sentence}", person.name());
                    };
                    let (place, on) = (journey.site_name(site), format!("night {night}"));
                    assert!(sentence.contains(&catalog().trap(own).name), "{sentence}");
                    assert!(sentence.to_lowercase().contains(&place.to_lowercase()), "{sentence}");
                    // "That was night 3." may be a sentence of its own.
                    assert!(story.to_lowercase().contains(&on), "{sentence}");
                    told += 1;
                }
            }
        }
    });
    assert!(told > 60, "only {told} deaths are told");
}

#[test]
fn stories_tell_of_what_was_lost_and_of_how_it_ended() {
    let of = |topic: &str| {
        catalog().story.iter().find(|own| own.name == topic).expect("checked").texts.clone()
    };
    // The words of a text that stand before anything is filled in, or behind the last of it.
    let tells = |story: &str, topic: &str| {
        of(topic).iter().any(|text| {
            let parts = text.split('{').map(|part| part.split('}').next_back().unwrap_or(part));
            parts.filter(|part| part.len() > 3).all(|part| story.contains(part))
        })
    };
    each(|journey, story, seed| {
        let sites: Vec<_> = journey.atlas().ids().map(|id| journey.site(id)).collect();
        let lost = sites.iter().filter(|site| matches!(site.state, SiteState::Lost { .. }));
        let lost: Vec<_> = lost.collect();
        assert_eq!(tells(story, "lost"), !lost.is_empty(), "seed {seed}: {story}");
        for site in lost.iter().take(MAX_PLACES) {
            let name = site.name.to_lowercase();
            assert!(story.to_lowercase().contains(&name), "{}: {story}", site.name);
        }
        let ends = [
            (End::Won, "won"),
            (End::Died, "starved"),
            (End::Dawn, "season over"),
            (End::Abandoned, "given up"),
        ];
        for (end, topic) in ends {
            let is_so = journey.phase() == Phase::Over(end);
            assert_eq!(tells(story, topic), is_so, "seed {seed}, {topic}: {story}");
        }
    });
}

#[test]
fn the_enemy_of_a_story_is_somebody_with_a_reason() {
    each(|journey, story, _| {
        let Some(enemy) = enemy_of(journey, None) else { return };
        assert!(story.contains(&enemy.name()), "{}: {story}", enemy.name());
        let robbed = journey.cast().filter(|own| own.record().robbed_player_on.is_some()).count();
        let is_robber = enemy.record().robbed_player_on.is_some();
        assert_eq!(robbed > 0, is_robber, "{}", enemy.name());
        if enemy.fate() == PersonFate::Raiding {
            let rank = format!("{} of level {}", enemy.kind(), enemy.level());
            assert!(story.contains(&rank), "{story}");
        }
    });
}
