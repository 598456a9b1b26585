//! What the screens of a shift look like: at two sizes, in both glyph sets, without colours, at any
//! size.

use ratatui::{layout::Size, style::Modifier};
use screens::{
    config::{Hints, Motion, Settings},
    glyphs::GlyphSet,
    terminal::ColorDepth,
    widgets::map,
};

use crate::desk::{Desk, Looking, check_pictures};
use crate::shift::{CAVERN, VAULT, snapshot};

fn pictures(name: &str, kind: &str, seed: u64, keys: &str) {
    for size in [(80, 24), (120, 40)] {
        let [unicode, ascii] = [GlyphSet::Unicode, GlyphSet::Ascii].map(|glyphs| {
            let mut desk = Desk::shift(kind, seed, Looking { size, glyphs, ..Looking::default() });
            desk.press(keys);
            desk
        });
        let name = format!("{name}_{}x{}", size.0, size.1);
        check_pictures(&name, unicode.buffer(), ascii.buffer(), snapshot);
    }
}

#[test]
fn the_map() {
    pictures("map", "vault", VAULT, "tab w o o");
    pictures("map_of_a_cavern", "cavern", CAVERN, "o o");
}

#[test]
fn on_a_very_wide_screen_the_log_stands_beside_the_map() {
    let looking = Looking { size: (200, 60), ..Looking::default() };
    let mut desk = Desk::shift("vault", VAULT, looking);
    desk.press("tab w o o");
    snapshot("map_200x60_unicode", &desk.screen());
}

#[test]
fn the_other_screens() {
    for (name, kind, seed, keys) in [
        ("cart", "vault", VAULT, "i"),
        ("item", "vault", VAULT, "i c"),
        ("examine", "cavern", CAVERN, "o o x"),
        ("throw", "cavern", CAVERN, "o o f enter"),
        ("jobs", "vault", VAULT, "o o o J j"),
        ("floor_map", "vault", VAULT, "m"),
        ("floor_map_scaled", "vault", VAULT, "m enter"),
        ("sketch", "vault", VAULT, "m tab"),
        ("history", "cavern", CAVERN, "o o w g p"),
        ("yourself", "vault", VAULT, "@"),
    ] {
        pictures(name, kind, seed, keys);
    }
}

#[test]
fn a_newcomer_is_briefed_and_told_the_next_step() {
    let settings = Settings { motion: Motion::Off, ..Settings::default() };
    let mut desk = Desk::unread("vault", VAULT, settings, Looking::default());
    snapshot("briefing", &desk.screen());
    desk.press("R").says("Who comes at dawn");
    desk.press("esc").says("any key: begin").lacks("Who comes at dawn");
    desk.press("l");
    assert_eq!(desk.turn(), 0, "the key that reads the briefing does nothing else");
    desk.says("Walk with the arrows or hjkl.");

    let settings = Settings { hints: Hints::Off, motion: Motion::Off, ..Settings::default() };
    let mut desk = Desk::unread("vault", VAULT, settings, Looking::default());
    desk.press("enter").lacks("Walk with");
}

/// A desk whose upkeeper has somebody hostile in sight, and is unhurt.
fn threatened(looking: Looking) -> Desk {
    for seed in CAVERN..CAVERN + 40 {
        let mut desk = Desk::shift("cavern", seed, looking);
        for _ in 0..10 {
            desk.press("o");
            let view = desk.view();
            let player = view.player();
            if player.health == player.max_health && view.actors().iter().any(|actor| actor.hostile)
            {
                return desk;
            }
        }
    }
    panic!("no cavern has anybody in it");
}

#[test]
fn without_colours_everything_is_still_told_apart() {
    let looking = Looking { depth: ColorDepth::None, ..Looking::default() };
    let desk = threatened(looking);
    let view = desk.view();
    let threat = view.actors().into_iter().find(|actor| actor.hostile).expect("a threat in sight");
    let play = desk.run();
    for pos in [threat.pos, view.player().pos] {
        let place = map::place(play.shown, play.camera, pos).expect("on the screen");
        assert!(desk.style_at(place).add_modifier.contains(Modifier::REVERSED));
    }
    let (health, mood) =
        (desk.screen().contains("28/28"), desk.screen().contains(&threat.kind.name));
    assert!(health && mood, "{}", desk.screen());
}

#[test]
fn what_the_parties_go_for_is_reversed_on_their_sketch() {
    let looking = Looking { depth: ColorDepth::None, size: (120, 40), ..Looking::default() };
    let mut desk = Desk::shift("vault", VAULT, looking);
    let places = desk.view().sketch().expect("somebody comes").places();
    let wanted = places.iter().filter(|(_, cell)| cell.is_wanted).count();
    assert!(wanted > 0 && wanted < places.len(), "{places:?}");
    desk.press("m tab").says("Their sketch; reversed");
    let screen = desk.screen();
    let rows = (0..).zip(screen.lines());
    let cells =
        rows.flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, sign)| ((x, y), sign)));
    let is_reversed = |at| desk.style_at(at).add_modifier.contains(Modifier::REVERSED);
    let reversed = cells.filter(|&(at, sign)| sign != '@' && is_reversed(at)).count();
    assert_eq!(reversed, wanted, "{screen}");
}

#[test]
fn every_screen_stands_every_size() {
    let sizes = [(20, 5), (40, 12), (80, 24), (61, 18), (60, 17), (120, 40), (500, 200), (20, 200)];
    let screens =
        ["esc", "i", "i b", "x", "_", "f enter", "J", "m", "m tab", "R", "p", "@", "Q", "?"];
    for keys in screens {
        let mut desk = Desk::shift("cavern", CAVERN, Looking::default());
        desk.press("o o");
        desk.press(keys);
        for (width, height) in sizes {
            desk.resize(Size { width, height });
            desk.settle();
            assert!(!desk.screen().trim().is_empty(), "{keys} at {width}×{height}");
            desk.press("tab");
        }
    }
}
