use base::Seed;
use content::Depth;
use engine::sim::Setup;
use screens::{Context, Screen, screens::new_run::NewRunScreen, terminal::Input};

use crate::host::HostState;
use crate::menus::show::Show;

pub(crate) fn new_shift(context: &mut Context) -> Box<dyn Screen> {
    Box::new(NewRunScreen::shift(context))
}

#[test]
fn a_new_shift_is_filled_in() {
    let mut show = Show::of(new_shift);
    show.snapshots("new_shift");
    show.press("right down right right right left down m o p");
    show.snapshots("new_shift_filled");
    show.any_size();
    show.press("tab A n n enter");
    let host = show.host.borrow();
    let setup = Setup::shift("keep", Depth(3), Seed(3_718_081_394_147_626_992));
    assert_eq!(host.begun, [(setup, "Ann".to_owned())]);
    assert_eq!(show.kept().name, "Ann");
    assert!(show.stack.run().is_some());
}

#[test]
fn the_form_begins_with_the_last_shift() {
    let mut show = Show::of(new_shift);
    show.says("A good first shift.");
    show.press("right right down right right right enter");
    let begun = show.begun();
    assert_eq!((begun.mode.kind(), begun.mode.depth()), ("warren", Depth(4)));
    // In the next session the settings come from the host.
    let settings = show.kept();
    assert_eq!(settings.shift, "warren 4");
    let mut later = Show::new(HostState::default(), |context| {
        context.settings = settings;
        new_shift(context)
    });
    later.press("enter");
    assert_eq!(later.begun().mode, begun.mode);
}

#[test]
fn a_shift_that_is_no_longer_there_is_not_proposed() {
    for noted in ["moon 3", "keep", "keep x", "keep 200", "  ", "3 keep"] {
        let mut show = Show::new(HostState::default(), |context| {
            noted.clone_into(&mut context.settings.shift);
            new_shift(context)
        });
        show.press("enter");
        let mode = show.begun().mode;
        let expected = match noted {
            "keep" | "keep x" => ("keep", Depth(1)),
            "keep 200" => ("keep", Depth(10)),
            _ => ("vault", Depth(1)),
        };
        assert_eq!((mode.kind(), mode.depth()), expected, "{noted}");
    }
}

#[test]
fn every_kind_says_what_it_is_like_to_play() {
    let mut show = Show::of(new_shift);
    let kinds = show.context.catalog.levels.clone();
    for kind in &kinds {
        show.says(&kind.plays);
        show.press("right");
    }
    assert_eq!(kinds.iter().filter(|kind| kind.first).count(), 1);
}

#[test]
fn without_a_seed_the_host_draws_one() {
    let mut show = Show::of(new_shift);
    show.press("enter");
    assert_eq!(show.begun(), Setup::shift("vault", Depth(1), Seed(4_711)));
}

#[test]
fn a_shift_that_cannot_begin_says_why() {
    let host = HostState { refusal: Some("The disk is full.".to_owned()), ..HostState::default() };
    let mut show = Show::new(host, new_shift);
    show.press("enter").says("The disk is full.");
    assert_eq!(show.stack.len(), 1);
}

#[test]
fn fields_take_text_and_nothing_else() {
    let mut show = Show::of(new_shift);
    show.press("down down j k q ? 2").says("jkq?2");
    show.put(&Input::Paste("\u{1b}[2J\u{202e}".repeat(50)));
    let screen = show.screen(80, 24);
    assert!(!screen.contains(['\u{1b}', '\u{202e}']));
    show.any_size();
}
