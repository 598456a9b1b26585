//! Reads and plays scenarios.
//!
//! ```text
//! == title
//! #####        the map: one character a cell, see `picture`
//! #@^.#
//! #####
//! trap dart    settings, one a line, see `set_up.rs`
//! > step east  commands, one a line, as `replay export --to commands` prints them; `> look 5 2` examines
//! --
//! #####        the map afterwards
//! ...          then the messages, then the state of the upkeeper
//! ```

use std::fmt::Write as _;

use super::draw::{draw, state};
use super::set_up::set_up;
use crate::support::content::catalog;
use upkeeper::base::Pos;
use upkeeper::record::Scripted;
use upkeeper::sim::{Event, Game, WorkEvent};
use upkeeper::view::{describe_grade_line, describe_refusal, messages};

pub(crate) struct Scenario {
    pub(crate) title: String,
    pub(crate) given: String,
    pub(crate) expected: String,
    map: Vec<String>,
    settings: Vec<String>,
    commands: Vec<String>,
}

pub(crate) fn parse(text: &str) -> Vec<Scenario> {
    let parts = text.split("== ").skip(1);
    parts
        .map(|part| {
            let (title, rest) = part.split_once('\n').expect("a title");
            let (given, expected) = rest.split_once("--\n").unwrap_or((rest, ""));
            let lines = || given.lines().filter(|line| !line.is_empty());
            let is_map = |line: &&str| line.starts_with('#');
            let is_command = |line: &&str| line.starts_with("> ");
            Scenario {
                title: title.trim().to_owned(),
                given: given.to_owned(),
                expected: expected.to_owned(),
                map: lines().filter(is_map).map(str::to_owned).collect(),
                settings: lines()
                    .filter(|line| !is_map(line) && !is_command(line))
                    .map(str::to_owned)
                    .collect(),
                commands: lines().filter(is_command).map(|line| line[2..].to_owned()).collect(),
            }
        })
        .collect()
}

/// The map, the messages and the state after the commands.
pub(crate) fn play(scenario: &Scenario) -> String {
    let catalog = catalog();
    let mut game = set_up(&scenario.title, &scenario.map, &scenario.settings, &catalog);
    let mut said = String::new();
    for line in &scenario.commands {
        if let Some(place) = line.strip_prefix("look ") {
            said.push_str(&look(&game, place));
            continue;
        }
        let (times, text) = repeated(line);
        for _ in 0..times {
            let Scripted(command) =
                text.parse().unwrap_or_else(|error| panic!("{}: {text}: {error}", scenario.title));
            let before = game.snapshot();
            match game.step(command) {
                Ok(outcome) => {
                    for message in messages(&game.view(), &outcome.events) {
                        writeln!(said, "{}", message.text).expect("a string takes all");
                    }
                    let hidden = outcome.events.iter().filter(|event| is_unsaid(event));
                    for event in hidden {
                        writeln!(said, "({})", event_text(event)).expect("a string takes all");
                    }
                }
                Err(reject) => {
                    assert!(before == game.snapshot(), "a rejected command changed something");
                    let why = describe_refusal(reject, &catalog);
                    writeln!(said, "[{why}]").expect("a string takes all");
                }
            }
            assert_eq!(
                game.world().floor().digest(),
                game.world().floor().recomputed_digest(),
                "{}: the digest of the cells went astray",
                scenario.title
            );
        }
    }
    for line in scenario.settings.iter().filter_map(|line| line.strip_prefix("look ")) {
        let place =
            line.split_once(' ').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let (x, y) = place.unwrap_or_else(|| panic!("{line}: a column and a row"));
        let seen = game.view().examine(Pos::new(x, y)).join(" ");
        writeln!(said, "{x} {y}: {seen}").expect("a string takes all");
    }
    let is_graded = scenario.settings.iter().any(|line| line == "graded");
    let result = if is_graded { result(&game) } else { String::new() };
    format!("{}{said}{}{result}", draw(&game), state(&game))
}

/// What became of the party, and every point of the grade.
fn result(game: &Game) -> String {
    let view = game.view();
    let mut text = String::new();
    for line in view.tale_of_dawn() {
        writeln!(text, "{line}").expect("a string takes all");
    }
    let grade = view.grade();
    for line in &grade.lines {
        let (points, max) = (line.points, line.max_points);
        let reason = describe_grade_line(line, view.catalog());
        writeln!(text, "{points:+} of {max}: {reason}").expect("a string");
    }
    let letter = grade.letter.character();
    writeln!(text, "{letter}: {} of {}", grade.points, grade.max_points)
        .expect("a string takes all");
    text
}

/// What examining a cell says: "look 5 2".
fn look(game: &Game, place: &str) -> String {
    let (x, y) = place.split_once(' ').expect("two coordinates");
    let pos = Pos::new(x.parse().expect("a column"), y.parse().expect("a row"));
    let lines = game.view().examine(pos);
    lines.into_iter().flat_map(|line| ["  ".to_owned(), line, "\n".to_owned()]).collect()
}

/// An event as the pictures have it: without its subject.
fn event_text(event: &Event) -> String {
    match event {
        Event::Fight(event) => format!("{event:?}"),
        Event::Floor(event) => format!("{event:?}"),
        Event::Item(event) => format!("{event:?}"),
        Event::Work(event) => format!("{event:?}"),
        Event::Raid(event) => format!("{event:?}"),
        Event::Actor(event) => format!("{event:?}"),
    }
}

/// Facts that have no words of their own but that a scenario may be about.
fn is_unsaid(event: &Event) -> bool {
    matches!(event, Event::Work(WorkEvent::Stopped { .. }))
}

/// "3x wait" is three times "wait".
fn repeated(line: &str) -> (u32, &str) {
    match line.split_once("x ") {
        Some((times, rest)) if times.parse::<u32>().is_ok() => (times.parse().unwrap_or(1), rest),
        _ => (1, line),
    }
}
