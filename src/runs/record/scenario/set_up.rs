//! Sets the game of a scenario up: its map, with the settings of the upkeeper, the night and the others.

use std::sync::Arc;

use super::file::{Scenario, ScenarioError};
use super::setting::{Setting, actor_of_digit, adjust};
use base::Seed;
use content::{Catalog, Depth};
use engine::sim::picture::{self, Drawn, Names};
use engine::sim::{Door, Fixture, Game, Setup};
use levels::{Request, Thing, ThingKind};

/// The game of a map and its settings.
pub(super) fn set_up(scenario: &Scenario, catalog: &Arc<Catalog>) -> Result<Game, ScenarioError> {
    let rows = check_map(scenario)?;
    let setting = |name: &str| {
        let mut lines = scenario.settings.iter();
        lines.find_map(|line| {
            let value = line.text.strip_prefix(name)?.strip_prefix(' ')?;
            Some((line.number, value.trim()))
        })
    };
    let of = |name: &str, or: &'static str| setting(name).map_or(or, |(_, value)| value);
    check_names(setting, catalog)?;
    let names = Names {
        kind: of("kind", "vault"),
        trap: of("trap", "dart"),
        item: of("item", "dart"),
        body: of("body", "fighter"),
        actors: scenario.settings.iter().filter_map(|line| actor_of_digit(&line.text)).collect(),
    };
    let at_title = |error: &dyn std::fmt::Display| ScenarioError::new(scenario.line, error);
    let Drawn { mut level, mut mess, opened, posts } =
        picture::read(&rows, &names, catalog).map_err(|error| at_title(&error))?;
    if of("raid", "") == "doors" {
        mess.broken.extend(level.things_of(ThingKind::Door).map(Thing::pos));
    }
    let seed = Seed::from_text(of("seed", "1"));
    level.depth = match setting("depth") {
        None => Depth::FIRST,
        Some((line, text)) => {
            let depth = text.parse().ok();
            let depth = depth.filter(|own| (Depth::FIRST..=Request::MAX_DEPTH).contains(own));
            depth.ok_or_else(|| ScenarioError::new(line, format!("“{text}” is no depth")))?
        }
    };
    let setup = Setup::shift(&level.kind, level.depth, seed);
    let game = Game::on_level(setup.clone(), &level, &mess, catalog);
    let mut snapshot = game.snapshot();
    for (at, fixture) in &mut snapshot.floor.cells.fixtures {
        if opened.contains(at) {
            *fixture = Fixture::Door(Door::Open);
        }
    }
    let empty = posts.into_iter().map(|at| (at, Fixture::Post { empty: true }));
    snapshot.floor.cells.fixtures.extend(empty);
    for line in &scenario.settings {
        let setting = Setting::new(line, catalog);
        adjust(&mut snapshot, &setting)?;
    }
    snapshot.floor.cells.fixtures.sort_by_key(|&(at, _)| at);
    Game::restore(setup, snapshot, catalog).map_err(|error| at_title(&error))
}

/// The rows of the map, if they are such as a floor can have: of one length, and with a wall all round.
fn check_map(scenario: &Scenario) -> Result<Vec<String>, ScenarioError> {
    let map = &scenario.map;
    let width = map.first().map_or(0, |row| row.text.chars().count());
    let max = Request::LARGEST as usize;
    if width > max || map.len() > max {
        let reason = format!("a map has at most {max}×{max} cells");
        return Err(ScenarioError::new(scenario.line, reason));
    }
    for (y, row) in map.iter().enumerate() {
        let cells: Vec<char> = row.text.chars().collect();
        let wrong = |reason: String| ScenarioError::new(row.number, reason);
        if cells.len() != width {
            return Err(wrong(format!("{} cells, but the first row has {width}", cells.len())));
        }
        let is_edge = y == 0 || y + 1 == map.len();
        let open = (0..width).find(|&x| (is_edge || x == 0 || x + 1 == width) && cells[x] != '#');
        if let Some(x) = open {
            return Err(wrong(format!("column {x}: a wall “#” goes all round a map")));
        }
    }
    Ok(map.iter().map(|row| row.text.clone()).collect())
}

/// Refuses names that are not in the data, by the line that has them.
fn check_names<'a>(
    setting: impl Fn(&str) -> Option<(usize, &'a str)>,
    catalog: &Catalog,
) -> Result<(), ScenarioError> {
    let is_known = |name: &str, value: &str| match name {
        "kind" => catalog.find_level(value).is_some(),
        "trap" => catalog.find_trap(value).is_some(),
        "item" => catalog.find_item(value).is_some(),
        _ => catalog.find_actor(value).is_some(),
    };
    for name in ["kind", "trap", "item", "body"] {
        if let Some((line, value)) = setting(name).filter(|(_, value)| !is_known(name, value)) {
            let reason = format!("there is no {name} “{value}” in the data");
            return Err(ScenarioError::new(line, reason));
        }
    }
    Ok(())
}
