//! Scenarios of keys: a drawn floor, keys, and what is told after each line of them.

use std::fmt::Write as _;
use std::fs;

use runs::record::scenario::{Scenario, ScenarioDifference, ScenarioFile, set_up};
use screens::config::{Hints, Settings};

use crate::desk::{Desk, Looking, context};
use crate::shift::still;
use crate::support::content::catalog;
use crate::support::project::project_path;

/// Each is in the form of `docs/scenarios.md`, with keys in the place of commands.
/// `UPDATE_SCENARIOS=1` writes what happens into the file, to be read before it is committed.
#[test]
fn keys_come_to_what_is_written_below_them() {
    let path = project_path("tests/screens/shift/keys.txt");
    let text = fs::read_to_string(&path).expect("scenarios");
    let file = ScenarioFile::parse(&text).expect("scenarios");
    let happened: Vec<String> = file.scenarios.iter().map(play).collect();
    if std::env::var_os("UPDATE_SCENARIOS").is_some() {
        fs::write(&path, file.with_expected(&happened)).expect("a file to write to");
        return;
    }
    for (Scenario { title, expected, .. }, happened) in file.scenarios.iter().zip(&happened) {
        let difference = ScenarioDifference { expected, happened };
        assert_eq!(expected.trim_end(), happened.trim_end(), "{title}\n{difference}");
    }
}

/// The turn and the places of the player and of the cursor after each line of keys, and the rows
/// that it has brought onto the screen beside the map and the sidebar; of a screen above the map,
/// what it reads out or what is in its window.
fn play(scenario: &Scenario) -> String {
    let game = set_up(scenario, catalog()).unwrap_or_else(|error| panic!("{error}"));
    let (settings, looking) = (Settings { hints: Hints::Off, ..still() }, Looking::default());
    let mut desk = Desk::edited(&game, context(settings, looking), looking, |_| {});
    let (mut told, mut before) = (String::new(), Vec::new());
    for keys in scenario.commands() {
        desk.press(keys);
        let (here, cursor) = (desk.here(), desk.cursor());
        write!(told, "{keys}: turn {}, at {} {}", desk.turn(), here.x, here.y).expect("memory");
        if let Some(at) = cursor.filter(|&at| at != here) {
            write!(told, ", cursor at {} {}", at.x, at.y).expect("memory");
        }
        told.push('\n');
        let rows = rows(&mut desk);
        for row in rows.iter().filter(|row| !before.contains(*row)) {
            writeln!(told, "  {row}").expect("memory");
        }
        before = rows;
    }
    told
}

fn rows(desk: &mut Desk) -> Vec<String> {
    let Desk { stack, context, .. } = desk;
    let top = stack.len() - 1;
    if let Some(lines) = stack.accessible_lines(top, context).filter(|_| top > 0) {
        return lines;
    }
    let shown = desk.run().shown;
    let screen = desk.screen();
    if let Some(window) = window(&screen) {
        return window;
    }
    let rows = (0..).zip(screen.lines());
    let rows = rows.filter(|(y, _)| !(shown.y..shown.bottom()).contains(y));
    let rows = rows.map(|(_, row)| row.split('│').next().unwrap_or_default().trim_end());
    rows.filter(|row| !row.is_empty()).map(str::to_owned).collect()
}

/// The text in a window over the map, and the keys on its lower border.
fn window(screen: &str) -> Option<Vec<String>> {
    let rows: Vec<Vec<char>> = screen.lines().map(|row| row.chars().collect()).collect();
    // Walls of the map have the same corners, and no keys.
    let corner = |row: &Vec<char>| row.windows(2).position(|two| two == ['└', ' ']);
    let (bottom, left) = (0..).zip(&rows).find_map(|(y, row)| Some((y, corner(row)?)))?;
    let right = left + rows[bottom][left..].iter().position(|&own| own == '┘')?;
    let top = (0..bottom).rfind(|&y: &usize| rows[y].get(left) == Some(&'┌'))?;
    let text = rows[top + 1..=bottom].iter().map(|row| row[left + 1..right].iter().collect());
    let text = text.map(|text: String| text.trim_matches([' ', '─']).to_owned());
    Some(text.filter(|text| !text.is_empty()).collect())
}
