//! The names of parties and raiders: enough of them, and none again too soon.

use std::collections::BTreeSet;

use base::Seed;
use content::Depth;
use engine::sim::{Game, Setup};

use crate::support::quick::quick_catalog as catalog;

/// Floors in which no name may come twice.
const FLOORS: usize = 10;

/// The companies and the given names that a floor tells of before the shift.
struct Called {
    last_night: String,
    at_dawn: String,
    given: Vec<String>,
}

fn called(kind: &str, depth: u8, seed: u64) -> Called {
    let setup = Setup::shift(kind, Depth(depth), Seed(seed));
    let game = Game::new(setup, catalog()).unwrap_or_else(|error| panic!("{seed}: {error}"));
    let view = game.view();
    let tale = view.tale_of_last_night().expect("somebody came");
    let notice = view.notice_of_dawn().expect("somebody is expected");
    let (at_dawn, rest) = company(&notice, "Expected at dawn: ");
    let people = rest.split(". ").nth(1).expect("the people are named");
    let given = people.replace(" and ", ", ");
    let given = given.split(", ").map(|person| person.split(' ').next().unwrap_or("").to_owned());
    let last_night = company(&tale, "Last night it was ").0;
    Called { last_night, at_dawn, given: given.collect() }
}

/// What stands between a text's beginning and the number of heads, and the rest of the text.
fn company(text: &str, begins: &str) -> (String, String) {
    let rest = text.strip_prefix(begins).unwrap_or_else(|| panic!("{text}"));
    let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    let ends = numbers.iter().filter_map(|number| rest.find(&format!(", {number} of them")));
    let end = ends.min().unwrap_or_else(|| panic!("{text}"));
    (rest[..end].to_owned(), rest[end..].to_owned())
}

#[test]
fn there_are_enough_names() {
    for depth in (1..=10).map(Depth) {
        let comes = catalog().parties.iter().filter(|party| party.depths.contains(depth));
        let names: BTreeSet<String> = comes
            .flat_map(|party| (0..party.companies.count()).map(|place| party.companies.name(place)))
            .collect();
        assert!(names.len() >= 60, "depth {depth}: {} companies", names.len());
    }
    let (given, surnames) = (&catalog().texts.raiders, &catalog().texts.surnames);
    assert!(given.len() * surnames.len() >= 400);
    assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), given.len());
    assert_eq!(surnames.iter().collect::<BTreeSet<_>>().len(), surnames.len());
}

/// *Next* raises seed and depth by one, the depth up to a bound; others play a seed deeper and
/// deeper.
#[test]
fn no_name_comes_twice_within_ten_floors_of_a_series() {
    for (first, depth, deeper, further) in
        [(0, 1, 1, 1), (77, 6, 1, 1), (1 << 40, 10, 0, 1), (u64::MAX - 200, 1, 1, 0), (12, 4, 0, 1)]
    {
        let floors: Vec<Called> = (0..24)
            .map(|place: u8| {
                let depth = (depth + place * deeper).min(10);
                called("house", depth, first + u64::from(place) * further)
            })
            .take(if further == 0 { FLOORS } else { 24 })
            .collect();
        for window in floors.windows(FLOORS) {
            let companies = window.iter().flat_map(|floor| [&floor.last_night, &floor.at_dawn]);
            let different: BTreeSet<&String> = companies.collect();
            assert_eq!(different.len(), 2 * FLOORS, "from seed {first}: {different:?}");
            let given: Vec<&String> = window.iter().flat_map(|floor| &floor.given).collect();
            let different: BTreeSet<&&String> = given.iter().collect();
            assert_eq!(different.len(), given.len(), "from seed {first}: {given:?}");
        }
    }
}

/// Seeds that have nothing to do with each other, as drawn ones.
#[test]
fn floors_of_any_two_seeds_seldom_share_a_company() {
    for depth in [1, 5, 10] {
        let seed = |place: u64| (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let floors: Vec<Called> =
            (0..60).map(|place| called("house", depth, seed(place))).collect();
        let (mut shared, mut pairs) = (0, 0);
        for (place, one) in floors.iter().enumerate() {
            for other in &floors[..place] {
                pairs += 1;
                shared += u32::from(one.at_dawn == other.at_dawn);
            }
        }
        assert!(shared * 100 < pairs * 2, "depth {depth}: {shared} of {pairs} pairs");
    }
}
