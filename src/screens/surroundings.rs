//! The floor around the upkeeper in words, for reader mode. Each fact has a line of its own,
//! because reader mode says only the lines that are new.

use base::{Dir, Pos};
use content::{CellPart, capital, counted};
use engine::view::View;

use super::widgets::hud::belt;

/// The turns until dawn are rounded up to a multiple of this; otherwise their line would be new
/// each turn.
const DAWN_STEP_TURNS: u32 = 50;

/// The player's state and surroundings, the work order and the time until dawn, a line each.
pub(crate) fn describe(view: View<'_>) -> Vec<String> {
    let player = view.player();
    let mut lines = vec![format!("Health {} of {}.", player.health, player.max_health)];
    lines.extend(view.actors().iter().map(|actor| {
        let side = if actor.harmless { "no enemy" } else { "enemy" };
        let place = bearing(player.pos, actor.pos);
        let (name, mood) = (&actor.kind.name, actor.attitude.describe());
        format!("{}, {side}, {place}: {mood}, {}% health.", capital(name), actor.health)
    }));
    let ails: Vec<_> = player.statuses.iter().map(|(status, _)| status.name()).collect();
    if !ails.is_empty() {
        lines.push(format!("You are {}.", ails.join(", ")));
    }
    if player.hidden {
        lines.push("You are hidden.".to_owned());
    }
    if let Some(body) = player.carrying {
        lines.push(format!("You carry a {}.", view.body_name(body.kind)));
    }
    if !player.belt.is_empty() {
        lines.push(format!("On your belt: {}.", belt(view).join(", ")));
    }
    lines.extend(here_and_beside(view));
    lines.push(ways(view));
    lines.extend(in_sight(view));
    if view.is_in_town() {
        lines.extend(town(view));
        return lines;
    }
    lines.extend(view.order().into_iter().map(|count| {
        let name = capital(count.job.plural());
        let state = if view.is_complete(count) { ", done" } else { "" };
        let (done, wanted) = view.progress(count);
        format!("{name}: {done} of {wanted}{state}.")
    }));
    let supplies = player.supplies.map(|(supply, count)| format!("{supply} {count}"));
    lines.push(format!("Supplies: {}.", supplies.join(", ")));
    if let Some(count) = view.intruders() {
        lines.push(format!("The raid is on: {count} of them are in."));
    } else if view.is_raid_over() {
        lines.push("The raid is over.".to_owned());
    } else {
        let left = view.turns_left().0.div_ceil(DAWN_STEP_TURNS) * DAWN_STEP_TURNS;
        lines.push(format!("Dawn in {} or less.", counted(left, "turn")));
    }
    lines
}

/// Coins and rations, and the ways to the doors of the houses that are kept open.
fn town(view: View<'_>) -> Vec<String> {
    let Some(town) = view.town() else { return Vec::new() };
    let rations = view.journey().map_or(0, |journey| journey.rations());
    let mut lines = vec![format!("Your purse: {}. Rations: {rations}.", view.coins())];
    if let Some(house) = town.here() {
        lines.push(format!("You are in {}.", house.name));
        return lines;
    }
    let here = view.player().pos;
    lines.extend(town.houses().into_iter().filter_map(|house| {
        let kind = house.kind?;
        Some(format!("{}, {}: {}.", capital(&house.name), kind.about(), bearing(here, house.door)))
    }));
    lines
}

/// The distance from one cell to another by axis: "3 north, 1 east".
pub(crate) fn bearing(from: Pos, to: Pos) -> String {
    let way = to - from;
    let axes = [(way.y, ["north", "south"]), (way.x, ["west", "east"])];
    let parts = axes.into_iter().filter(|&(cells, _)| cells != 0);
    let parts = parts.map(|(cells, [back, on])| {
        format!("{} {}", cells.abs(), if cells < 0 { back } else { on })
    });
    let parts = parts.collect::<Vec<_>>().join(", ");
    if parts.is_empty() { "here".to_owned() } else { parts }
}

/// What is on the player's cell and on those beside it, unless that is bare floor.
fn here_and_beside(view: View<'_>) -> impl Iterator<Item = String> {
    let here = view.player().pos;
    let beside = Dir::ALL.into_iter().map(move |dir| (dir.name(), here + dir));
    let told = move |(name, pos)| Some(format!("{}: {}.", capital(name), thing(view, pos)?));
    [("here", here)].into_iter().chain(beside).filter_map(told)
}

fn ways(view: View<'_>) -> String {
    let here = view.player().pos;
    let open = Dir::ALL.into_iter().filter(|&dir| view.is_known_passable(here + dir));
    let names: Vec<_> = open.map(Dir::name).collect();
    if names.len() == Dir::ALL.len() {
        return "Open on all sides.".to_owned();
    }
    format!("Ways: {}.", names.join(", "))
}

/// The things in sight, each kind once with its number.
fn in_sight(view: View<'_>) -> Vec<String> {
    let mut kinds: Vec<(String, u32)> = Vec::new();
    for pos in view.cells().filter(|&pos| view.is_visible(pos)) {
        let Some(thing) = thing(view, pos) else { continue };
        match kinds.iter_mut().find(|(known, _)| *known == thing) {
            Some((_, count)) => *count += 1,
            None => kinds.push((thing, 1)),
        }
    }
    let line = |(thing, count)| match count {
        1 => format!("In sight: {thing}."),
        _ => format!("In sight: {thing}, {count} of them."),
    };
    kinds.into_iter().map(line).collect()
}

/// What is on a cell besides an actor, in words; `None` where there is nothing but ground.
fn thing(view: View<'_>, pos: Pos) -> Option<String> {
    let cell = view.cell(pos);
    let body = match cell.body_of {
        Some(kind) => Some(view.body_name(kind)),
        None => cell.body.then(|| "body".to_owned()),
    };
    let (tile, terrain) = (cell.tile?, &view.catalog().terrain);
    // Doors are fixtures, too.
    let is_told = !(tile.is_plain_ground() || tile.is_wall() || tile.is_door());
    let named = [
        (cell.gas > 0).then_some(CellPart::Gas),
        (cell.fire > 0).then_some(CellPart::Fire),
        cell.blood.then_some(CellPart::Blood),
        is_told.then_some(CellPart::Tile(tile)),
    ];
    let named = named.into_iter().flatten().map(|part| terrain.part(part).name.clone());
    let item = cell.item.map(|kind| view.item_name(kind, 1));
    let fixture = cell.fixture.map(|fixture| view.fixture_name(fixture));
    let parts: Vec<_> = body.into_iter().chain(item).chain(fixture).chain(named).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
