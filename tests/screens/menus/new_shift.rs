use upkeeper::base::Seed;
use upkeeper::content::Depth;
use upkeeper::sim::Setup;
use upkeeper::ui::{
    Context, Screen, config::Settings, screens::new_shift::NewShiftScreen, terminal::Input,
};

use crate::menus::show::{HostState, Show};

pub(crate) fn new_shift(context: &mut Context) -> Box<dyn Screen> {
    Box::new(NewShiftScreen::new(context))
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
    let (kept, _) = Settings::read("config.toml", &host.settings);
    assert_eq!(kept.name, "Ann");
    assert!(show.stack.run().is_some());
}

#[test]
fn without_a_seed_the_host_draws_one() {
    let mut show = Show::of(new_shift);
    show.press("enter");
    assert_eq!(show.host.borrow().begun[0].0, Setup::shift("vault", Depth(1), Seed(4_711)));
}

#[test]
fn a_shift_that_cannot_begin_says_why() {
    let host = HostState { refusal: Some("The disk is full.".to_owned()), ..HostState::default() };
    let mut show = Show::new(host, new_shift);
    show.press("enter").assert_says("The disk is full.");
    assert_eq!(show.stack.len(), 1);
}

#[test]
fn fields_take_text_and_nothing_else() {
    let mut show = Show::of(new_shift);
    show.press("down down j k q ? 2");
    show.assert_says("jkq?2");
    show.put(&Input::Paste("\u{1b}[2J\u{202e}".repeat(50)));
    let screen = show.screen(80, 24);
    assert!(!screen.contains(['\u{1b}', '\u{202e}']));
    show.any_size();
}
