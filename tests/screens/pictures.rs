//! Pictures of screens in the docs that no recorded run shows: of one night, from its briefing to
//! its result.

use std::{fs, io};

use ratatui::{Terminal, layout::Size};
use screens::{
    config::{Motion, Settings},
    terminal::{Backend, ColorDepth},
};

use crate::desk::{Desk, Looking};
use crate::shift::presses::Player;
use crate::support::project::project_path;

const SIZE: (u16, u16) = (120, 40);

/// The colours of text and of what is behind it where the theme has none.
const PLAIN: (ratatui::style::Color, ratatui::style::Color) =
    (ratatui::style::Color::White, ratatui::style::Color::Black);

/// Compares what is on the screen with the picture of a name, or draws that anew.
fn check(name: &str, desk: &Desk, stale: &mut Vec<String>) {
    let (width, height) = SIZE;
    let backend = Backend::new(io::sink(), Size { width, height }, desk.context.paint());
    let mut terminal = Terminal::new(backend).expect("a sink");
    let shown = desk.buffer().clone();
    terminal.draw(|frame| frame.buffer_mut().clone_from(&shown)).expect("a sink");
    let plain = desk.context.paint().plain.unwrap_or(PLAIN);
    let drawn = terminal.backend().to_svg(plain, &format!("Upkeeper: {name}"));
    let file = project_path(&format!("docs/pictures/{name}.svg"));
    let kept = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    if kept == drawn {
        return;
    }
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&file, drawn).expect("it can be written");
    } else {
        stale.push(name.to_owned());
    }
}

#[test]
fn pictures_of_a_night_are_as_its_screens_are_drawn() {
    let depth = ColorDepth::Truecolor;
    let looking = Looking { size: SIZE, depth, ..Looking::default() };
    let settings = Settings { motion: Motion::Off, ..Settings::default() };
    let mut stale = Vec::new();
    let mut desk = Desk::unread("vault", 21, settings, looking);
    check("briefing", &desk, &mut stale);
    desk.press("enter");
    let mut player = Player::new(desk);
    player.desk.press("o o o o o o J p");
    check("board", &player.desk, &mut stale);
    player.desk.press("esc");
    player.work_until(|_| false);
    player.leave();
    assert!(player.desk.view().is_away(), "{}", player.desk.screen());
    player.desk.press("enter enter enter");
    check("raid", &player.desk, &mut stale);
    player.desk.press("end enter");
    check("result", &player.desk, &mut stale);
    assert!(stale.is_empty(), "stale; UPDATE_PICTURES=1 draws them anew: {stale:?}");
}
