use screens::{config::Settings, screens::help::HelpScreen};

use crate::menus::show::Show;

#[test]
fn help_shows_the_live_keys_the_shift_and_the_signs() {
    let mut show = Show::of(|_| Box::new(HelpScreen::keys()));
    show.snapshots("help_keys");
    show.any_size();
    show.press("left");
    show.snapshots("help_shift");
    show.any_size();
    show.press("tab tab");
    show.snapshots("help_signs");
    show.any_size();
    show.press("tab");
    show.snapshots("help_journey");
    show.any_size();
    show.press("left left").screen(80, 24);
    show.press("end").assert_says("Every key can be changed");
}

#[test]
fn help_follows_the_keymap() {
    let (settings, _) = Settings::read("config.toml", "[keys]\nwork = ['X']\n");
    let mut show = Show::of(|_| Box::new(HelpScreen::keys()));
    show.context.settings = settings;
    show.press("page-down").screen(80, 24);
    show.press("page-down").assert_says("X work: do the job");
    show.press("left").assert_says("X does the one beside you");
}
