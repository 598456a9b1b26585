//! States of trials as the game shows them: its screens are drawn and given keys at random. What is
//! looked for are panics.

use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use base::{Purpose, Seed, Stream};
use content::Catalog;
use engine::sim::{Game, Setup};
use runs::home::Environment;
use screens::config::{Motion, Settings};
use screens::glyphs::GlyphSet;
use screens::keymap::Intent;
use screens::local::NoHost;
use screens::terminal::{ColorDepth, Input, Key, KeyCode, Mouse, MouseKind};
use screens::{Appearance, Context, ScreenStack};

/// The number of inputs that a state is given, each followed by pictures.
const INPUTS: u32 = 4;

/// The keys that write no character.
const NAMED_KEYS: [KeyCode; 12] = [
    KeyCode::Esc,
    KeyCode::Enter,
    KeyCode::Tab,
    KeyCode::Backspace,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
];

/// Intents whose screens show much of a run; chosen at random their keys are too rare.
const SCREENS: [Intent; 5] =
    [Intent::Roll, Intent::Trade, Intent::FloorMap, Intent::Jobs, Intent::Yourself];

/// Opens the screens of a run on a copy of its state, and looks at them before and after each of
/// some inputs: in both glyph sets, on a terminal of 80×24 and on one of another size, and as
/// reader mode says them. All of it follows from setup and state.
pub(super) fn draw(setup: &Setup, game: &Game, catalog: &Arc<Catalog>) -> Result<(), String> {
    draw_to(setup, game, catalog, |_| {})
}

/// The same, and shows every picture.
fn draw_to(
    setup: &Setup,
    game: &Game,
    catalog: &Arc<Catalog>,
    mut show: impl FnMut(&Buffer),
) -> Result<(), String> {
    let mut stream = Stream::new(Seed(game.digest().0), Purpose::new("fuzz screens"), ());
    let copy = Game::restore(setup.clone(), game.snapshot(), catalog);
    let copy = copy.map_err(|error| format!("is not restored: {error}"))?;
    let mut context = context(catalog);
    let mut stack = ScreenStack::of_run(Box::new(copy), &mut context);
    let other = (stream.range(20, 240) as u16, stream.range(5, 80) as u16);
    let mut terminals =
        [(80, 24), other].map(|(width, height)| Terminal::new(TestBackend::new(width, height)));
    for input in 0..=INPUTS {
        let opener = (input == 1).then(|| opener(&mut stream, &context)).flatten();
        if input > 0 {
            stack.input(&opener.unwrap_or_else(|| random_input(&mut stream)), &mut context);
        }
        for glyphs in [GlyphSet::Unicode, GlyphSet::Ascii] {
            context.appearance.glyphs = glyphs;
            for terminal in terminals.iter_mut().flatten() {
                let Ok(drawn) = terminal.draw(|frame| stack.draw(frame, &mut context));
                show(drawn.buffer);
            }
        }
        if let Some(top) = stack.len().checked_sub(1) {
            let _ = stack.accessible_lines(top, &mut context);
        }
    }
    Ok(())
}

fn context(catalog: &Arc<Catalog>) -> Context {
    let settings = Settings { motion: Motion::Off, ..Settings::default() };
    let appearance = Appearance::usual(ColorDepth::Truecolor, GlyphSet::Unicode);
    Context::new(
        Box::new(NoHost { catalog: catalog.clone(), environment: Environment::default() }),
        catalog.clone(),
        settings,
        appearance,
    )
}

/// The key of one of [`SCREENS`], three times of four.
fn opener(stream: &mut Stream, context: &Context) -> Option<Input> {
    let intent = stream.percent(75).then(|| stream.pick(&SCREENS)).flatten()?;
    context.settings.keymap.keys(*intent).first().map(|&key| Input::Key(key))
}

fn random_input(stream: &mut Stream) -> Input {
    let key = |code| Input::Key(Key::plain(code));
    match stream.below(16) {
        0 => {
            let kinds = [
                MouseKind::Click,
                MouseKind::RightClick,
                MouseKind::ScrollUp,
                MouseKind::ScrollDown,
            ];
            let kind = kinds[stream.below(4) as usize];
            Input::Mouse(Mouse { x: stream.below(80) as u16, y: stream.below(24) as u16, kind })
        }
        1..=5 => key(NAMED_KEYS[stream.below(12) as usize]),
        _ => key(KeyCode::Char(char::from(stream.range(0x20, 0x7e) as u8))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ratatui::buffer::Cell;

    use super::*;
    use crate::cli::sim::fuzz::chooser::Chooser;
    use crate::cli::sim::fuzz::journeys::moment;
    use content::Depth;
    use engine::sim::{Command, Phase, RunStatus};

    /// A picture: its columns and rows, and its characters.
    type Picture = ((u16, u16), String);

    fn pictures(seed: u64, catalog: &Arc<Catalog>) -> Vec<Picture> {
        let setup = Setup::shift("vault", Depth(1), Seed(seed));
        pictures_of(&Game::new(setup, catalog).expect("a level"), catalog)
    }

    fn pictures_of(game: &Game, catalog: &Arc<Catalog>) -> Vec<Picture> {
        let mut pictures = Vec::new();
        let drawn = draw_to(game.setup(), game, catalog, |buffer| {
            let text = buffer.content().iter().map(Cell::symbol).collect();
            pictures.push(((buffer.area.width, buffer.area.height), text));
        });
        drawn.expect("it is drawn");
        pictures
    }

    #[test]
    fn a_state_is_drawn_in_two_sizes_and_glyph_sets_and_its_keys_are_its_own() {
        let catalog = Arc::new(Catalog::embedded().expect("content"));
        let first = pictures(1, &catalog);
        assert_eq!(first.len(), 4 * (INPUTS as usize + 1));
        assert!(first == pictures(1, &catalog), "the same state, the same pictures");
        let [(small, unicode), (other, _), (_, ascii), ..] = &first[..] else { panic!("four") };
        assert_eq!(*small, (80, 24));
        assert_ne!(small, other);
        assert!(!unicode.is_ascii() && ascii.is_ascii());
        // Some inputs lead to other screens.
        let screens = |pictures: &[Picture]| {
            let own: BTreeSet<_> =
                pictures.iter().step_by(4).map(|(_, text)| text.clone()).collect();
            own.len()
        };
        let of_all: usize = (1..=8).map(|seed| screens(&pictures(seed, &catalog))).sum();
        assert!(of_all > 16, "{of_all} screens of eight states");
    }

    /// The screens of a journey, each with words that no other shows together.
    const JOURNEY_SCREENS: [(&str, &[&str]); 7] = [
        ("the map", &["R heroes"]),
        ("the roll", &["The roll of heroes"]),
        ("a town", &["Doors, ", "Rations "]),
        ("an encounter", &["this one"]),
        ("a counter", &["Your purse: ", " rations"]),
        ("seniority", &["You have been at this for a while"]),
        ("the end", &["You went home"]),
    ];
    /// Journeys after which all were drawn, with much to spare.
    const MAX_JOURNEYS: u64 = 60;
    const MAX_COMMANDS: u32 = 1_500;

    #[test]
    fn trials_draw_every_screen_of_a_journey() {
        let catalog = Arc::new(Catalog::embedded().expect("content"));
        let mut missing = BTreeSet::from(JOURNEY_SCREENS);
        let mut look = |game: &Game| {
            for (_, picture) in pictures_of(game, &catalog) {
                missing.retain(|(_, words)| !words.iter().all(|word| picture.contains(word)));
            }
            missing.clone()
        };
        let new = |seed| Game::new(Setup::campaign(seed), &catalog).expect("a map");
        let mut snapshot = new(Seed(1)).snapshot();
        let journey = snapshot.journey.as_mut().expect("a journey");
        (journey.orders, journey.phase) = (catalog.campaign.seniority.every, Phase::Seniority);
        look(&Game::restore(Setup::campaign(Seed(1)), snapshot, &catalog).expect("possible"));
        let mut given_up = new(Seed(1));
        given_up.step(Command::Abandon).expect("at any time");
        let mut missing = look(&given_up);
        for seed in (0..MAX_JOURNEYS).map(Seed) {
            let (mut game, mut chooser, mut last) = (new(seed), Chooser::new(seed), "");
            for _ in 0..MAX_COMMANDS {
                if missing.is_empty() {
                    return;
                }
                let now = moment(&game);
                if now != last {
                    missing = look(&game);
                }
                if matches!(game.status(), RunStatus::Over(_)) {
                    break;
                }
                last = now;
                let command = chooser.next(&game.view());
                let _ = game.step(command);
            }
        }
        panic!("never drawn: {missing:?}");
    }
}
