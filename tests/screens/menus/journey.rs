//! A journey on the screens: the map, the roll of heroes, a night's work and the way back, and the
//! end.

use crate::support::content::catalog;
use base::Seed;
use engine::sim::{
    Command, End, Game, HandMeDown, Leg, Letter, Phase, RunStatus, Setup, SiteId, SiteState,
    Snapshot,
};
use engine::view::View;
use runs::record::bot;
use screens::config::{HandMeDowns, Settings};

use crate::host::HostState;
use crate::menus::show::{Show, snapshot};
use crate::menus::title::title;
use crate::support::journeys::{at_the_exit, begin, down, edited, enter, own};

/// A journey at its first morning.
pub(super) fn journey(seed: u64) -> Show {
    let mut show = Show::of_run(HostState::default(), Setup::campaign(Seed(seed)));
    past_the_news(&mut show);
    show
}

/// Reads on as long as there is more in the log than fits.
pub(super) fn past_the_news(show: &mut Show) {
    while show.words().contains("-- more") {
        show.press("esc");
    }
}

/// A journey whose first morning is not as usual.
pub(super) fn changed(seed: u64, change: impl FnOnce(&mut Snapshot)) -> Show {
    let mut show = Show::of_game(edited(&begin(seed), change));
    past_the_news(&mut show);
    show
}

/// Has a bot play on, past the screens, until something has happened.
fn play_until(show: &mut Show, is_there: impl Fn(&View<'_>) -> bool) {
    play_by("planner", show, is_there);
}

fn play_by(name: &str, show: &mut Show, is_there: impl Fn(&View<'_>) -> bool) {
    let mut bot = bot::find(name, Seed(1)).expect("a bot");
    show.play(40_000, |view| (!is_there(view)).then(|| bot.decide(view)));
    assert!(is_there(&show.run().view()), "it never came to that");
}

pub(super) fn phase(show: &mut Show) -> Phase {
    show.run().view().journey().expect("a journey").phase()
}

/// A journey that the bot played to its end, at the story of it.
fn ended(seed: u64) -> Show {
    let mut show = journey(seed);
    play_until(&mut show, |view| matches!(view.status(), RunStatus::Over(_)));
    // The briefing and the floor may still be open, or the map.
    show.press("enter enter enter");
    show
}

#[test]
fn the_map_shows_the_marches() {
    let mut show = journey(1);
    show.snapshots("marches");
    show.press("tab");
    show.snapshots("marches_road");
    snapshot("marches_read", &show.read());
    show.any_size();
}

#[test]
fn a_large_map_has_names() {
    let mut show = journey(2);
    let (large, small) = (show.screen(200, 60), show.screen(80, 24));
    let view = show.run().view();
    let marches = view.journey().expect("a journey");
    let names: Vec<_> = marches.atlas().ids().map(|id| marches.site(id).name).collect();
    let drawn = |map: &str| names.iter().filter(|name| map.contains(&***name)).count();
    assert!(drawn(&large) * 10 >= names.len() * 9, "{} of {}", drawn(&large), names.len());
    assert!(drawn(&small) * 2 < drawn(&large), "{} of {}", drawn(&small), names.len());
}

#[test]
fn the_cursor_goes_from_site_to_site() {
    let mut show = journey(1);
    show.says("The Home Post");
    show.press("u");
    show.lacks("You began here.");
    show.press("esc").says("You began here.");
    let places: Vec<String> = (0..2).map(|_| show.press("tab").words()).collect();
    assert_ne!(places[0], places[1]);
    assert!(places.iter().all(|words| words.contains("By road: ")), "{places:?}");
    // The town where the player stands can be walked into, and is one of the places.
    show.press("tab").says("You began here.");
    assert_eq!(show.press("tab").words(), places[0], "and round again");
    // Nothing of this is a command.
    assert_eq!(show.run().view().journey().expect("a journey").rations(), 10);
}

#[test]
fn only_roads_are_walked() {
    let mut show = journey(1);
    show.press("k k k k enter").says("No road leads there from here.");
    assert_eq!(phase(&mut show), Phase::Map);
}

#[test]
fn a_click_chooses_and_another_goes() {
    let mut show = journey(1);
    let screen = show.screen(80, 24);
    let (y, row) = screen.lines().enumerate().find(|(_, row)| row.contains("[C]")).expect("a road");
    let x = row.chars().position(|c| c == '[').expect("it is there") + 1;
    show.click(x, y);
    show.says("By road: ");
    show.click(x, y);
    show.says("Set out?");
    show.press("Y").says("enter to work");
}

#[test]
fn hunger_is_told_before_it_is_paid() {
    let mut show = changed(1, |snapshot| own(snapshot).rations = 0);
    show.press("tab").says("18 health.");
    show.press("enter").says("Sure?");
    // The key that brings the question up does not answer it as long as it is held down.
    show.press("enter enter").says("enter came too soon to be meant");
    show.press("esc").says("28/28");
    show.press("enter Y").says("10/28");
    // Back again: that is more than anybody has in them.
    show.press("tab enter").says("not get there alive.");
    show.press("Y").says("died of hunger on the road");
    assert_eq!(phase(&mut show), Phase::Over(End::Died));
}

#[test]
fn states_of_sites_are_told_by_signs() {
    let mut show = changed(1, |snapshot| {
        let journey = own(snapshot);
        let night = journey.night;
        for (place, site) in journey.sites.iter_mut().enumerate() {
            match place % 4 {
                _ if site.state != SiteState::Open => {}
                0 => site.state = SiteState::Worked { night: 2 },
                1 => site.state = SiteState::Lost { night: 3 },
                2 => site.falls_on = Some(night + place as i16 % 3),
                _ => {}
            }
        }
    });
    show.snapshots("marches_states");
    show.press("x");
    show.snapshots("marches_site");
    show.press("x");
    show.press("tab");
    snapshot("marches_states_read", &show.read());
}

#[test]
fn a_journey_that_is_won_tells_what_for() {
    let mut show = changed(1, |snapshot| {
        let journey = own(snapshot);
        let (to, night) = (SiteId(3), 9);
        journey.trail = vec![
            Leg::Road { to, night, rations: 2, health: 0 },
            Leg::Work {
                site: to,
                night,
                points: 90,
                max_points: 100,
                letter: Letter::S,
                coins: 48,
            },
        ];
        (journey.night, journey.phase) = (night, Phase::Over(End::Won));
    });
    show.says("The Deep Seat is in order");
    show.snapshots("journey_won");
}

#[test]
fn a_night_in_bed_is_asked_about() {
    let mut show = journey(1);
    show.press("Z").says("Stay the night?");
    show.press("esc").says("Night 1");
    show.press("Z enter").says("Night 2");
}

#[test]
fn a_journey_is_given_up_by_two_answers() {
    let mut show = journey(1);
    show.press("Q enter").says("Once more");
    show.press("esc");
    assert_eq!(phase(&mut show), Phase::Map);
    show.press("Q Y enter").says("You went home");
    assert_eq!(phase(&mut show), Phase::Over(End::Abandoned));
    assert!(show.host.borrow().morgue.contains("You never left the Home Post."));
    show.press("t").says("Heroes storm the dungeon");
    // Also where the player walks about.
    let mut show = journey(1);
    show.press("enter").says("You walk into the Home Post");
    show.press("Q enter").says("Once more");
    show.press("esc");
    assert_eq!(phase(&mut show), Phase::Town);
}

#[test]
fn from_the_title_through_a_night_and_back_to_the_map() {
    let mut show = Show::of(title);
    show.press("m").says("From the Home Post to the Deep Seat");
    show.snapshots("new_journey");
    show.press("3 enter").says("Morning at the Home Post.");
    assert_eq!(show.begun(), Setup::campaign(Seed(3)));
    past_the_news(&mut show);
    show.press("tab tab enter").says("Set out?");
    show.press("Y").says("enter to work");
    show.press("enter").says("1 to 2: take one");
    show.snapshots("journey_briefing");
    show.press("enter").says("any other key again: begin without");
    show.press("2").says("any key: begin");
    show.says("Out of the closet, besides: ");
    show.press("x").says("Work order");
    play_by("cautious", &mut show, |view| view.is_away() || view.shift_end().is_some());
    // Leaving, the raid, the result.
    show.press("x > enter").says("Grade ");
    show.snapshots("journey_result");
    assert_eq!(phase(&mut show), Phase::Site);
    show.lacks("next floor");
    show.press("m").says("and are paid");
    assert_eq!(phase(&mut show), Phase::Map);
    show.snapshots("marches_after_a_night");
    past_the_news(&mut show);
    show.press("S").says("Heroes storm the dungeon");
}

#[test]
fn the_roll_tells_of_those_who_are_known() {
    let mut show = journey(1);
    show.press("R");
    show.snapshots("roll");
    snapshot("roll_read", &show.read());
    show.any_size();
    show.press("enter").says("no more.");
    show.any_size();
    show.press("esc R").says("You began here.");
}

#[test]
fn the_end_tells_the_story() {
    let mut show = ended(5);
    assert!(matches!(phase(&mut show), Phase::Over(_)));
    show.snapshots("journey_end");
    snapshot("journey_end_read", &show.read());
    show.any_size();
    snapshot("journey_morgue", &show.host.borrow().morgue);
    show.press("r").says("The roll of heroes");
    show.press("esc w").says("The whole story");
    show.press("esc n").says("Morning at the Home Post.");
}

#[test]
fn no_keys_lead_anywhere_that_cannot_be_drawn() {
    const KEYS: &str = "tab enter h j k l y u b n Z R esc shift-tab ? p @ i o W > Q enter tab";
    const SIZES: [(u16, u16); 4] = [(80, 24), (33, 9), (120, 40), (60, 18)];
    let keys: Vec<&str> = KEYS.split(' ').collect();
    for seed in 1..4_u64 {
        let mut show = journey(seed);
        let mut state = seed;
        for press in 0..600 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed);
            show.press(keys[(state >> 33) as usize % keys.len()]);
            if show.stack.is_empty() {
                break;
            }
            let (width, height) = SIZES[press % SIZES.len()];
            assert!(!show.screen(width, height).trim().is_empty());
            show.tick(50);
        }
    }
}

/// The end of the first journey on which a bot dies, with a host that keeps what is left.
fn died(change: impl Fn(&mut Settings)) -> Show {
    let mut ends = (1..20).map(|seed| {
        let host = HostState { keeps_hand_me_downs: true, ..HostState::default() };
        let mut show = Show::of_run(host, Setup::campaign(Seed(seed)));
        change(&mut show.context.settings);
        past_the_news(&mut show);
        play_until(&mut show, |view| matches!(view.status(), RunStatus::Over(_)));
        show.press("enter enter enter");
        show
    });
    ends.find_map(|mut show| show.screen(80, 24).contains("You are dead").then_some(show))
        .expect("one who dies")
}

#[test]
fn something_of_the_cart_goes_to_the_next_upkeeper() {
    let mut show = died(|_| ());
    show.press("l");
    show.snapshots("hand_down");
    show.any_size();
    show.press("down enter").says("For whoever comes next: ");
    let item = show.host.borrow().hand_me_down.clone().expect("it is kept");
    assert_eq!(item.from, "Ann");
    // Whether it is taken is asked where the next journey begins.
    show.press("n").says(&format!("{}, from Ann", item.item));
    show.snapshots("new_journey_with_something");
    show.any_size();
    show.press("enter").says("From Ann's cart: ");
    assert_eq!(show.begun(), Setup::campaign_with(Seed(4_711), item));
    assert_eq!(show.host.borrow().hand_me_down, None, "it is left no longer");
}

#[test]
fn nothing_is_handed_down_unasked() {
    // Nothing was chosen: the next journey begins at once, and is ranked.
    let mut show = died(|_| ());
    show.press("l end enter");
    assert_eq!(show.host.borrow().hand_me_down, None);
    show.press("n").says("Morning at the Home Post.");
    assert_eq!(show.begun(), Setup::campaign(Seed(4_711)));

    // What is left stays left on a seed of one's own, and where it is not taken.
    let left = HandMeDown { item: item_of_the_cart(), from: "Ann".to_owned() };
    for (keys, setup) in [
        ("m 7 enter", Setup::campaign(Seed(7))),
        ("m down down left enter", Setup::campaign(Seed(4_711))),
    ] {
        let host = HostState {
            keeps_hand_me_downs: true,
            hand_me_down: Some(left.clone()),
            ..HostState::default()
        };
        let mut show = Show::new(host, title);
        show.press(keys);
        assert_eq!(show.begun(), setup, "{keys}");
        assert_eq!(show.host.borrow().hand_me_down.as_ref(), Some(&left), "{keys}");
    }

    // Who wants none of it is not asked.
    let mut show = died(|settings| settings.hand_me_downs = HandMeDowns::Off);
    show.lacks("leave something");
}

fn item_of_the_cart() -> String {
    let item = catalog().items.iter().find(|item| item.slot != content::Slot::Belt);
    item.expect("one").name.clone()
}

/// A night on a site of two floors, with the upkeeper gone and the raid on the screen.
fn raid_on_floors(seed: u64) -> Option<Show> {
    let two_floors = |game: &Game| {
        let view = game.view();
        let map = view.journey().expect("one");
        let floors = |id| catalog().campaign.floors_at(map.site(id).kind, map.site(id).depth.0);
        map.atlas().ids().find(|&id| floors(id) == 2).expect("a site of two floors")
    };
    let mut game = at_the_exit(&down(enter(seed, two_floors), 1));
    game.step(Command::ClockOut).ok()?;
    Some(Show::of_game(game))
}

#[test]
fn the_end_of_a_raid_on_an_upper_floor_is_told_with_its_turns() {
    let is_told = (12..40).filter_map(raid_on_floors).any(|mut show| {
        show.press(">");
        let told: Vec<String> =
            show.run().log.lines().iter().map(|line| line.text.clone()).collect();
        assert!(!told.iter().any(|line| line.contains(" 0 turns")), "{told:?}");
        told.iter().any(|line| line.starts_with("That floor took them "))
    });
    assert!(is_told, "nobody came through an upper floor");
}
