use std::collections::BTreeSet;

use ratatui::style::Color;
use screens::{
    Context, Screen,
    config::{GlyphChoice, Motion, Settings},
    glyphs::GlyphSet,
    screens::settings::SettingsScreen,
    terminal::ColorDepth,
    theme::{Colors, Ground},
};

use crate::host::HostState;
use crate::menus::show::Show;

fn settings(context: &mut Context) -> Box<dyn Screen> {
    Box::new(SettingsScreen::new(context))
}

#[test]
fn settings_are_changed_in_place_and_kept() {
    let mut show = Show::of(settings);
    show.snapshots("settings");
    show.any_size();
    // Colours to truecolor, signs to unicode and on to ascii, and so on down the list.
    show.press("right down right right down right right down right");
    assert_eq!(show.context.appearance.glyphs, GlyphSet::Ascii);
    assert_eq!(show.context.appearance.theme.depth, ColorDepth::Truecolor);
    assert_eq!(Some(show.context.appearance.theme.colors), Colors::built_in("colour-blind"));
    assert_eq!(show.context.appearance.theme.ground, Ground::Terminal);
    show.press("down right down right down right down left down enter down right down enter");
    show.press("B o enter");
    let kept = show.kept();
    assert_eq!(kept, show.context.settings);
    assert_eq!(kept.glyphs, GlyphChoice::Ascii);
    assert_eq!(kept.name, "Bo");
    assert_ne!(kept, Settings::default());
    show.any_size();
}

#[test]
fn a_theme_of_the_players_own_is_one_of_the_choices_and_its_faults_are_told() {
    let text = "[colors]\nground = '#102030'\nred = 'blood'\n".to_owned();
    let themes = [("mine".to_owned(), text)].into();
    let mut show = Show::new(HostState { themes, ..HostState::default() }, settings);
    // Truecolor; the theme before `auto` is the last.
    show.press("right down down left left").says("mine");
    assert_eq!(
        show.context.paint().plain,
        Some((Color::Rgb(208, 208, 208), Color::Rgb(16, 32, 48)))
    );
    show.says("mine.toml:3:7: colors.red: this text will not do; write it like");
    show.any_size();
    // It is kept by its name; without its file it is as usual.
    show.host.borrow_mut().themes.clear();
    show.press("down right").says("theme: there is no mine; use one of auto, lamplight, ");
    assert_eq!(show.context.appearance.theme.colors, Colors::default());
    assert!(show.host.borrow().settings.contains("theme = \"mine\""));
}

#[test]
fn the_sample_is_in_the_colours_of_the_theme() {
    let mut show = Show::of(settings);
    show.press("right down down");
    let mut samples = BTreeSet::new();
    for name in Colors::names() {
        show.says(name);
        let buffer = show.buffer(80, 24);
        let floor = buffer.content().iter().filter(|cell| cell.bg != Color::Reset);
        let styles: Vec<_> = floor.map(|cell| (cell.fg, cell.bg)).collect();
        assert!(styles.len() > 40, "{name} {styles:?}");
        samples.insert(format!("{styles:?}"));
        show.press("right");
    }
    assert_eq!(samples.len(), Colors::names().count());
}

#[test]
fn the_sample_walks_after_a_change_of_its_pace_and_stops() {
    let mut show = Show::of(settings);
    show.context.settings.motion = Motion::Full;
    show.press("down down down down down down down right right");
    let before = show.screen(80, 24);
    show.tick(1);
    assert_ne!(show.screen(80, 24), before);
    show.tick(100);
    assert_eq!(show.stack.tick_interval(&mut show.context), None);
}

#[test]
fn settings_that_cannot_be_kept_say_why() {
    let host = HostState { refusal: Some("The disk is full.".to_owned()), ..HostState::default() };
    let mut show = Show::new(host, settings);
    show.press("right").says("The disk is full.");
    show.any_size();
}

#[test]
fn settings_of_the_command_line_stay_out_of_the_file() {
    // The shown settings differ from the file, as they do after `--glyphs`: glyphs, and the
    // motion.
    let file = "glyphs = 'ascii'\n".to_owned();
    let mut show = Show::new(HostState { settings: file, ..HostState::default() }, settings);
    show.press("right");
    let kept = show.kept();
    assert_eq!(kept.color, show.context.settings.color);
    assert_eq!(kept.glyphs, GlyphChoice::Ascii);
    assert_eq!(kept.motion, Settings::default().motion);
    // What the player changes on the screen is written, also back to what the command line said.
    show.press("down right");
    assert_eq!(show.context.settings.glyphs, GlyphChoice::Unicode);
    show.press("left");
    assert_eq!(show.context.settings.glyphs, GlyphChoice::Auto);
    let kept = show.kept();
    assert_eq!(kept.glyphs, GlyphChoice::Auto);
}

#[test]
fn keys_are_changed_and_clashes_refused() {
    let mut show = Show::of(settings);
    show.press("up enter");
    show.snapshots("keys");
    show.any_size();
    // Walks and runs come first, eight each, then waiting and resting.
    let down = "down ".repeat(18);
    show.press(&format!("{down} enter")).says("Press the key for: work");
    show.press("o").says("o is the key for: explore by yourself.");
    show.press("enter esc enter X").says("X is now for: work");
    show.press("+ ctrl-w");
    let kept = show.kept();
    let names: Vec<_> =
        kept.keymap.keys(screens::keymap::Intent::Work).iter().map(ToString::to_string).collect();
    assert_eq!(names, ["X", "ctrl-w"]);
    show.snapshots("keys_changed");
    show.press("backspace").says("The usual keys are for: work");
    assert_eq!(show.context.settings.keymap, Settings::default().keymap);
}

#[test]
fn a_filter_leaves_the_rows_with_its_text() {
    let mut show = Show::of(settings);
    show.press("up enter / e x p l").says("/expl");
    show.says("explore by yourself");
    show.lacks("wait a turn");
    show.press("enter enter").says("Press the key for: explore by yourself.");
    // The first key to cancel ends the filter, and the choice stays.
    show.press("esc esc").says("wait a turn");
    show.press("enter").says("Press the key for: explore by yourself.");
    show.any_size();
}

#[test]
fn faults_in_the_file_are_told_until_they_are_mended() {
    let file = "hints = 3\nmouse = = on\n".to_owned();
    let mut show = Show::new(HostState { settings: file, ..HostState::default() }, settings);
    (_, show.context.settings_faults) = Context::read_settings(&mut *show.context.host);
    show.says("settings:1:9: hints: 3 will not do; use one of on, off");
    show.says("settings:2:9:");
    show.any_size();
    // What the screen writes makes a comment of the line that cannot be read; the value stays.
    show.press("right").says("settings:1:9: hints");
    show.lacks("settings:2");
    assert!(show.host.borrow().settings.contains("# mouse = = on"));
}
