//! The news of a night, of people whom the player has met and of strangers.

use crate::support::content::catalog;
use crate::support::journeys::{begin, edited, own, work, workplace};

use content::HeroClassId;
use engine::sim::{Event, Game, Harm, Journey, JourneyEvent, PersonId, SiteId, SiteState, Stance};
use engine::view::{View, messages};

/// A journey on its fourth morning.
fn journey(change: impl FnOnce(&mut Journey)) -> Game {
    edited(&begin(1), |snapshot| {
        own(snapshot).night = 4;
        change(own(snapshot));
    })
}

/// Somebody with whom the player has nothing to do, and a site that no road leads to from where the
/// player is.
fn strangers(view: &View<'_>) -> (PersonId, SiteId) {
    let journey = view.journey().expect("a journey");
    let person = journey.cast().map(|person| person.id).find(|&id| !journey.concerns(id));
    let site = journey.atlas().ids().find(|&site| !journey.is_near(site));
    (person.expect("a stranger"), site.expect("a large map"))
}

fn told(view: &View<'_>, events: &[JourneyEvent]) -> Vec<String> {
    let events: Vec<Event> = events.iter().cloned().map(Event::Journey).collect();
    messages(view, &events).into_iter().map(|message| message.text).collect()
}

/// A raid that two did not survive, one of them the leader.
fn raid(leader: PersonId, site: SiteId) -> [JourneyEvent; 2] {
    [
        JourneyEvent::SiteRaided { site, leader: Some(leader), fallen: 2, chests: 1 },
        JourneyEvent::PersonDied { person: leader, site, by: Harm::Gas },
    ]
}

#[test]
fn strangers_far_off_are_counted_in_one_line() {
    let game = journey(|_| ());
    let view = game.view();
    let (person, site) = strangers(&view);
    let text = "One party went in elsewhere; two people did not come back.";
    assert_eq!(told(&view, &raid(person, site)), [text]);
    let threat = JourneyEvent::SiteThreatened { site, falls_on: 8 };
    let name = view.journey().expect("a journey").site_name(site);
    assert_eq!(
        told(&view, &[threat, JourneyEvent::PersonRetired { person }]),
        [
            format!("Plundered, and counted down on the map: {name}."),
            "Somebody has made a fortune and gone home.".to_owned(),
        ]
    );
}

#[test]
fn what_strangers_do_next_to_the_player_is_told_without_their_deaths() {
    let game = journey(|_| ());
    let view = game.view();
    let own = view.journey().expect("a journey");
    let (person, site) = (strangers(&view).0, own.roads()[0].to);
    let (who, place) = (own.person(person).name(), own.site_name(site));
    assert_eq!(
        told(&view, &raid(person, site)),
        [format!(
            "{who} and company went into {place} and carried off a chest's worth; two of them \
             stayed there."
        )]
    );
}

#[test]
fn of_whom_the_player_has_met_it_is_said_once_who_that_is() {
    let of_strangers = journey(|_| ());
    let ((id, site), at) = (strangers(&of_strangers.view()), workplace(&of_strangers, 0));
    let game = journey(|journey| {
        journey.trail.push(work(at, 3));
        journey.sites[usize::from(at.0)].state = SiteState::Worked { night: 3 };
        let person = journey.person_mut(id);
        (person.met, person.robbed_player_on) = (Some(3), Some(3));
        person.record.met_player = 1;
    });
    let view = game.view();
    let own = view.journey().expect("a journey");
    let (who, place) = (own.person(id).name(), own.site_name(site));
    let (kind, rank) = (own.site(at).kind, own.person(id).kind());
    let clause = format!("who left your {kind} with loot on night 3");
    let news = told(&view, &raid(id, site));
    assert_eq!(
        news[0],
        format!(
            "{who}, {clause}, and company went into {place} and carried off a chest's worth; two \
             of them stayed there."
        )
    );
    assert!(news[1].starts_with(&format!("{who} the {rank} is dead: ")), "{}", news[1]);
    assert_eq!(news.len(), 2);
    // A death alone says who it was.
    let alone = told(&view, &raid(id, site)[1..]);
    assert!(alone[0].contains(&clause), "{}", alone[0]);
}

#[test]
fn a_new_rank_is_told_of_whom_the_player_has_met() {
    let knife = catalog().cast.classes.iter().position(|class| class.name == "knife");
    let class = HeroClassId(knife.expect("there is one") as u8);
    let id = PersonId(2);
    let game = |met: Option<i16>, level: u8| {
        journey(|journey| {
            let person = journey.person_mut(id);
            (person.class, person.level, person.met) = (class, level, met);
        })
    };
    let rose = |game: &Game, level: u8| {
        told(&game.view(), &[JourneyEvent::PersonRose { person: id, level }])
    };
    let met = game(Some(3), 4);
    let name = met.view().journey().expect("a journey").person(id).name();
    assert_eq!(rose(&met, 4), [format!("{name} goes as a rogue now.")]);
    assert!(rose(&game(Some(3), 5), 5).is_empty(), "still a rogue");
    assert!(rose(&game(None, 4), 4).is_empty(), "nobody whom the player knows");
}

#[test]
fn a_grudge_is_reason_enough() {
    let (id, site) = strangers(&journey(|_| ()).view());
    let game = journey(|journey| journey.person_mut(id).stance = Stance::Grudge);
    let news = told(&game.view(), &raid(id, site));
    assert!(news[0].contains(", who bears you a grudge, and company went into "), "{}", news[0]);
}
