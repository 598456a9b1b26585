//! Sketches that travel: whoever raided a site that the player has worked takes the next one of the
//! kind to be like it.

use engine::sim::{Fixture, Game, JourneyCommand, PersonId, SiteId, SiteRecord, SiteState};

use crate::support::journeys::{begin, edited, journey, on_the_way, own, workplace};

fn raiders_of(site: &SiteRecord) -> impl Iterator<Item = PersonId> + '_ {
    site.raids.iter().flat_map(|raid| &raid.party.members).filter_map(|own| Some(own.person?.id))
}

fn kind_of(game: &Game, site: SiteId) -> String {
    game.view().journey().expect("one").site(site).kind.to_owned()
}

/// At a site with somebody expected who has raided another of its kind, and that other one.
fn expected_from_elsewhere() -> (Game, SiteId, SiteId) {
    let found = (1..20).flat_map(|seed| (0..8).map(move |place| (seed, place)));
    let mut found = found.filter_map(|(seed, place)| {
        let game = begin(seed);
        let at = workplace(&game, place);
        let game = edited(&game, |snapshot| own(snapshot).at = at);
        let mut there = edited(&game, |_| ());
        on_the_way(&mut there, JourneyCommand::Enter);
        let expected = journey(&there).expected;
        let sites = journey(&game).sites;
        let mut others = (0..).map(SiteId).zip(&sites);
        let is_it = |&(site, own): &(SiteId, &SiteRecord)| {
            site != at
                && own.state == SiteState::Open
                && kind_of(&game, site) == kind_of(&game, at)
                && raiders_of(own).any(|id| expected.contains(&id))
        };
        let other = others.find(is_it)?.0;
        Some((game, at, other))
    });
    found.next().expect("people get about")
}

/// The cells of chests and posts that are not on the sketch.
fn missing(game: &Game) -> usize {
    let snapshot = game.snapshot();
    let seen = snapshot.shift.sketch.seen;
    let fixtures = snapshot.floor.cells.fixtures.into_iter();
    let told =
        fixtures.filter(|(_, own)| matches!(own, Fixture::Chest { .. } | Fixture::Post { .. }));
    told.filter(|&(at, _)| !seen.as_ref().is_some_and(|seen| seen.contains(at))).count()
}

#[test]
fn who_got_away_knows_chests_and_posts_at_the_next_site_of_the_kind() {
    let (game, _, other) = expected_from_elsewhere();
    let night = |is_worked: bool| {
        let mut game = edited(&game, |snapshot| {
            let site = &mut own(snapshot).sites[usize::from(other.0)];
            if is_worked {
                site.state = SiteState::Worked { night: 0 };
                site.falls_on = None;
            }
        });
        on_the_way(&mut game, JourneyCommand::Enter);
        game
    };
    let (strange, known) = (night(false), night(true));
    assert_eq!(missing(&known), 0);
    let notice = known.view().hearsay_notice().expect("the notice says so");
    let place = known.view().journey().expect("one").site_name(other);
    assert!(notice.contains(&place), "{notice}");
    assert_eq!(strange.view().hearsay_notice(), None);
    assert!(known.view().notice_of_dawn().is_some_and(|text| text.contains(&notice)));
}
