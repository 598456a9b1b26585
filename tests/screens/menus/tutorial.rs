//! The tutorial on the screens: from the title through its lessons to its last page.

use base::Seed;
use engine::sim::{Mode, RunStatus, Setup};

use crate::host::HostState;
use crate::menus::show::{Show, snapshot};
use crate::menus::title::title;

/// The keys that fulfil each lesson but that of dawn. A person needs about as many.
const KEYS: [&str; 7] = [
    "l l l L L",
    "W",
    "o o o o o o o",
    "J p A A A A",
    "esc J t enter enter",
    "c enter A A A",
    "> > y",
];
const MAX_KEYS: usize = 45;

fn begun() -> Show {
    Show::of_run(HostState::default(), Setup::tutorial(Seed(1)))
}

fn lesson(show: &mut Show) -> Option<usize> {
    show.run().view().lesson().map(|lesson| lesson.number)
}

/// Presses what fulfils the lessons up to one, which is not given yet.
fn up_to(show: &mut Show, number: usize) {
    while let Some(at) = lesson(show).filter(|&at| at < number) {
        let mut keys = KEYS[at - 1].split(' ');
        while lesson(show) == Some(at) {
            let key = keys.next().unwrap_or_else(|| panic!("lesson {at}: {}", show.screen(80, 24)));
            show.press(key);
        }
    }
}

/// Goes on to the next stop and pulls the cord, by turns, until the raid is over. The number of
/// keys.
fn sit_through_dawn(show: &mut Show) -> usize {
    let keys = [">", "1"].into_iter().cycle();
    let pressed = keys.take_while(|key| {
        let goes_on = lesson(show).is_some();
        if goes_on {
            show.press(key);
        }
        goes_on
    });
    pressed.count()
}

#[test]
fn whoever_has_never_played_is_offered_it_first() {
    let newcomer = HostState { is_newcomer: true, ..HostState::default() };
    let mut show = Show::new(newcomer, title);
    snapshot("title_of_a_newcomer", &show.screen(80, 24));
    show.press("enter");
    assert_eq!(show.begun().mode, Mode::Tutorial);
    assert_eq!(lesson(&mut show), Some(1));

    let mut show = Show::of(title);
    show.press("t");
    assert_eq!(show.begun(), Setup::tutorial(Setup::TUTORIAL_SEED));
}

#[test]
fn it_is_played_by_the_keys_that_it_tells_of() {
    let mut show = begun();
    show.snapshots("tutorial_begins");
    up_to(&mut show, 4);
    show.snapshots("tutorial_plan");
    up_to(&mut show, 8);
    show.snapshots("tutorial_dawn");
    let at_dawn = sit_through_dawn(&mut show);
    show.press("enter").says("Grade");
    let keys = KEYS.iter().map(|keys| keys.split(' ').count()).sum::<usize>() + at_dawn;
    assert!(keys <= MAX_KEYS, "{keys}");
    // Enter goes on from the result, not back to the raid.
    show.press("enter");
    show.snapshots("tutorial_road");
    show.press("enter");
    show.snapshots("tutorial_end");
    show.any_size();
    show.press("n").says("New shift");
}

#[test]
fn no_lesson_is_cut_off_on_a_small_screen() {
    let mut show = begun();
    for number in 1..=8 {
        up_to(&mut show, number);
        let lesson = show.run().view().lesson().expect("a lesson").text.to_owned();
        let text = show.context.settings.keymap.fill_in(&lesson);
        let last = text.split_whitespace().last().expect("a word").to_owned();
        // With the columns up to the sidebar.
        for (width, height, columns) in [(80, 24, 49), (120, 40, 84), (200, 60, 164)] {
            let screen = show.screen(width, height);
            let head: String = screen
                .lines()
                .take(8)
                .map(|row| row.chars().take(columns).collect::<String>() + " ")
                .collect();
            assert!(head.contains(&last), "lesson {number}: {last}\n{screen}");
            assert!(!head.contains('…'), "lesson {number}\n{screen}");
        }
    }
}

#[test]
fn a_lesson_names_the_keys_of_the_player() {
    let mut show = begun();
    let (settings, problems) =
        screens::config::Settings::read("", "[keys]\ndo-next-job = ['ctrl-w']\n");
    assert!(problems.is_empty());
    show.context.settings.keymap = settings.keymap;
    up_to(&mut show, 2);
    show.says("ctrl-w does the");
}

#[test]
fn it_can_be_left_at_any_time() {
    let mut show = begun();
    up_to(&mut show, 3);
    show.press("Q Y enter").says("You left early");
    show.says("There was also, for another night:");
    show.snapshots("tutorial_left");
    show.press("t").says("Heroes storm the dungeon by day.");

    let mut show = begun();
    show.press("S").says("Heroes storm the dungeon by day.");
}

#[test]
fn reader_mode_reads_the_lesson() {
    let mut show = begun();
    assert!(show.read().starts_with("Lesson 1 of 8: Walking. You are the @"));
    up_to(&mut show, 8);
    assert!(show.read().starts_with("Lesson 8 of 8: Dawn."));
    sit_through_dawn(&mut show);
    show.press("enter enter");
    assert!(show.read().starts_with("The road."));
    show.press("o");
    assert!(show.read().contains("- Walking, into doors and out of them"));
    assert!(matches!(show.run().status(), RunStatus::Over(_)));
}
