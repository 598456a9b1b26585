//! What comes after a run: the result, a death, the morgue.

use std::thread::sleep;
use std::time::Duration;

use base::{Pos, Seed};
use content::Depth;
use engine::sim::{Command, End, Fixture, RunStatus, Setup};
use engine::view::View;
use runs::record::bot;
use screens::screens::end::StoryScreen;

use crate::host::HostState;
use crate::menus::new_run::new_shift;
use crate::menus::played_runs::ended;
use crate::menus::show::{Show, snapshot};

#[test]
fn the_result_explains_every_point() {
    let mut show = ended("vault", "cautious", " Clocked out");
    show.snapshots("result");
    show.any_size();
    let begun = show.begun();
    assert_eq!(show.host.borrow().morgue, "", "only deaths are written down");
    show.press("w").says("The whole story");
    show.any_size();
    show.press("esc a");
    assert_eq!(show.begun(), begun);
}

#[test]
fn the_next_floor_is_deeper_and_has_the_next_seed() {
    let mut show = ended("vault", "cautious", " Clocked out");
    let first = show.begun();
    show.press("n");
    let next = show.begun();
    assert_eq!(next.seed, first.seed.offset(1));
    assert_eq!(next.mode.kind(), first.mode.kind());
    assert_eq!(next.mode.depth(), first.mode.depth().deeper(1));
    assert_eq!(show.kept().shift, format!("{} {}", next.mode.kind(), next.mode.depth()));
}

#[test]
fn a_death_is_told_and_written_down() {
    let mut show = ended("vault", "random", " You are dead");
    show.snapshots("death");
    show.press("w");
    show.snapshots("morgue");
    show.any_size();
    snapshot("morgue_text", &show.host.borrow().morgue);
    show.press("esc t").says("Heroes storm the dungeon");
    assert_eq!(show.stack.len(), 1);
}

/// Looks round for a while, then goes to the nearest hiding place and waits there.
fn hide(view: &View<'_>) -> Command {
    let allowed = |command: &Command| view.refusal(command).is_none();
    if view.status() == RunStatus::Busy {
        return Command::Continue;
    }
    if view.clock().0 < 300 && allowed(&Command::Explore) {
        return Command::Explore;
    }
    let (width, height) = view.size();
    let here = view.player().pos;
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Pos::new(x, y)));
    let places = cells.filter(|&pos| view.cell(pos).fixture.is_some_and(Fixture::hides));
    let nearest = places.min_by_key(|&pos| (pos.squared(here), pos)).filter(|&pos| pos != here);
    nearest.map(Command::Travel).filter(allowed).unwrap_or(Command::Wait)
}

/// The result of a shift in a cavern whose upkeeper looked round, and then hid until the raid was
/// over.
fn overtaken() -> Show {
    for seed in 1..60 {
        let host = HostState { recorded: Some(Vec::new()), ..HostState::default() };
        let mut show = Show::of_run(host, Setup::shift("cavern", Depth(1), Seed(seed)));
        let is_over = |view: &View<'_>| matches!(view.status(), RunStatus::Over(_));
        show.play(4_000, |view| (!is_over(view)).then(|| hide(view)));
        let lives = show.run().status() == RunStatus::Over(End::Dawn);
        show.press("enter enter");
        if lives && show.words().contains("v watch") {
            return show;
        }
    }
    panic!("nobody lives to see dawn");
}

#[test]
fn who_was_on_the_floor_watches_the_whole_raid_again() {
    let mut show = overtaken();
    let letters = |screen: &str| screen.chars().filter(|c| "·#`~".contains(*c)).count();
    show.press("v space");
    let first = show.screen(200, 60);
    assert!(first.contains("back to the result"), "{first}");
    assert!(first.contains(" come in: ") && first.contains("turn "), "{first}");
    assert!(letters(&first) > 1_000, "the whole cave is shown: {first}");
    show.press("right right right");
    let third = show.screen(200, 60);
    assert_ne!(third, first);
    show.press("esc").says("Grade ");
}

/// The result of a shift that a bot has planned and played, of which the host has the recording.
fn planned() -> Show {
    let host = HostState { recorded: Some(Vec::new()), ..HostState::default() };
    let mut show = Show::of_run(host, Setup::shift("vault", Depth(1), Seed(12)));
    let mut bot = bot::find("planner", Seed(12)).expect("a bot");
    let is_over = |view: &View<'_>| matches!(view.status(), RunStatus::Over(_));
    show.play(5_000, |view| (!is_over(view)).then(|| bot.decide(view)));
    show.press("enter enter").says("Grade ");
    show
}

/// Reads until the reckoning is done.
#[expect(clippy::disallowed_methods, reason = "another thread is waited for")]
fn read_on(show: &mut Show) {
    while show.stack.tick_interval(&mut show.context).is_some() {
        show.tick(1);
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_mattered_fills_in_while_one_reads() {
    let mut show = planned();
    show.says("What mattered is being reckoned");
    let party = show.run().view().site_party().expect("they came");
    let names: Vec<String> = party.members.iter().map(|own| own.name.to_owned()).collect();
    for name in &names {
        show.says(&format!("{name}, "));
    }
    read_on(&mut show);
    show.lacks("being reckoned");
    let screen = show.screen(80, 24);
    let is_worth = |row: &&str| row.trim_start().starts_with(['+', '-']);
    let told = screen.lines().filter(is_worth).count();
    assert!((1..=5).contains(&told), "{screen}");
    assert!(screen.contains(" more.") || screen.contains("have brought a point."), "{screen}");
    let read = show.read();
    assert!(names.iter().all(|name| read.contains(&format!("{name}, "))), "{read}");
    let mut again = planned();
    read_on(&mut again);
    assert_eq!(again.screen(80, 24), screen, "it comes to the same");
    show.any_size();
}

#[test]
fn leaving_the_result_does_not_wait_for_the_reckoning() {
    let mut show = planned();
    show.press("w").says("The whole story");
    show.press("esc t").says("Heroes storm the dungeon");
}

#[test]
fn a_night_is_played_once_more_from_its_first_turn() {
    let mut show = planned();
    show.press("o");
    assert_eq!(show.host.borrow().begun_again, [0]);
    assert_eq!(show.run().view().clock().0, 0, "it begins anew");
}

#[test]
fn the_story_does_not_count_the_raid_as_work() {
    let mut show = ended("vault", "cautious", " Clocked out");
    let view = show.run().view();
    let (worked, night) = (view.turns_worked(), view.dawn());
    assert!(view.clock() > worked, "the raid took some turns");
    show.press("w").says(&format!("turn {worked} of {night}"));
    let mut show = overtaken();
    let night = show.run().view().dawn();
    show.press("w").says(&format!("on the floor at dawn, turn {night}, and for "));
}

#[test]
fn a_result_wants_a_run_that_is_over() {
    let mut show = Show::of(new_shift);
    show.press("enter").says("any key: begin");
    for key in ["enter", "enter", "esc", "space"] {
        show.press(key).lacks("Grade ");
    }
}

#[test]
fn a_morgue_text_may_be_of_any_kind() {
    let text = format!("{}\n\u{1b}[2Jx", "wide ".repeat(100));
    Show::of(|_| Box::new(StoryScreen { title: "Told".to_owned(), story: text })).any_size();
}
