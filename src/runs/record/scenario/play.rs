//! Plays a scenario and tells what happened.

use std::fmt::Write as _;
use std::sync::Arc;

use super::file::{Line, Result, Scenario, ScenarioError};
use super::setting::set_up;
use crate::record::Scripted;
use base::{Dir, Pos};
use content::{Catalog, Gate};
use engine::sim::{Coins, Command, Duty, Event, Fixture, Game, Turns, WorkEvent};
use engine::view::{describe_grade_line, messages};

/// A command is given at most so often by one line.
const MAX_TIMES: u32 = 10_000;

/// Plays a scenario; returns the map, the messages and the state afterwards, as a file has them.
/// Errors: the line that cannot be understood or carried out. That the rules reject a command is
/// none: it is told among the messages.
pub fn play(scenario: &Scenario, catalog: &Arc<Catalog>) -> Result<String> {
    let mut game = set_up(scenario, catalog)?;
    let mut said = String::new();
    for Line { number, text } in &scenario.commands {
        let wrong = |reason: String| ScenarioError::new(*number, reason);
        if let Some(place) = text.strip_prefix("look ") {
            for line in game.view().examine(cell(place).map_err(wrong)?) {
                push(&mut said, &format!("  {line}"));
            }
            continue;
        }
        let (times, text) = repeated(text).map_err(wrong)?;
        let Scripted(command) = text.parse().map_err(|error| ScenarioError::new(*number, error))?;
        for _ in 0..times {
            let before = game.snapshot();
            match game.step(command) {
                Ok(outcome) => {
                    for message in messages(&game.view(), &outcome.events) {
                        push(&mut said, &message.text);
                    }
                    for event in outcome.events.iter().filter(|event| is_unsaid(event)) {
                        push(&mut said, &format!("({})", event_text(event)));
                    }
                }
                Err(reject) => {
                    if before != game.snapshot() {
                        let reason = "a rejected command has changed the state";
                        return Err(ScenarioError::fault(*number, reason));
                    }
                    push(&mut said, &format!("[{}]", game.view().why_refused(&command, reject)));
                }
            }
            let floor = game.world().floor();
            if floor.digest() != floor.recomputed_digest() {
                let reason = "the digest of the cells is not that of the cells";
                return Err(ScenarioError::fault(*number, reason));
            }
        }
    }
    for Line { number, text } in &scenario.settings {
        if let Some(place) = text.strip_prefix("look ") {
            let pos = cell(place).map_err(|reason| ScenarioError::new(*number, reason))?;
            let seen = game.view().examine(pos).join(" ");
            push(&mut said, &format!("{} {}: {seen}", pos.x, pos.y));
        }
    }
    let is_graded = scenario.settings.iter().any(|line| line.text == "graded");
    let result = if is_graded { result(&game) } else { String::new() };
    Ok(format!("{}{said}{}{result}", draw(&game), state(&game)))
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// What became of the party, and every point of the grade.
fn result(game: &Game) -> String {
    let view = game.view();
    let mut text = String::new();
    for line in view.tale_of_dawn() {
        push(&mut text, &line);
    }
    let grade = view.grade();
    for line in &grade.lines {
        let (points, max) = (line.points, line.max_points);
        let reason = describe_grade_line(line);
        push(&mut text, &format!("{points:+} of {max}: {reason}"));
    }
    let letter = grade.letter.character();
    // A string takes all.
    let _ = writeln!(text, "{letter}: {} of {}", grade.points, grade.max_points);
    text
}

/// A cell by column and row: "5 2".
fn cell(text: &str) -> Result<Pos, String> {
    let place = text.trim().split_once(' ');
    let place = place.and_then(|(x, y)| Some((x.parse().ok()?, y.trim().parse().ok()?)));
    let (x, y) = place.ok_or_else(|| format!("“{text}”: a column and a row were expected"))?;
    Ok(Pos::new(x, y))
}

/// An event without the part of the world that it is of.
fn event_text(event: &Event) -> String {
    match event {
        Event::Fight(event) => format!("{event:?}"),
        Event::Floor(event) => format!("{event:?}"),
        Event::Item(event) => format!("{event:?}"),
        Event::Work(event) => format!("{event:?}"),
        Event::Raid(event) => format!("{event:?}"),
        Event::Actor(event) => format!("{event:?}"),
        Event::Journey(event) => format!("{event:?}"),
        Event::Tutor(event) => format!("{event:?}"),
    }
}

/// Facts that have no words of their own but that a scenario may be about.
fn is_unsaid(event: &Event) -> bool {
    matches!(event, Event::Work(WorkEvent::Stopped { .. }))
}

/// "3x wait" is three times "wait".
fn repeated(line: &str) -> Result<(u32, &str), String> {
    let Some((times, rest)) = line.split_once("x ") else { return Ok((1, line)) };
    match times.parse::<u32>() {
        Ok(times) if times > MAX_TIMES => Err(format!("at most {MAX_TIMES} times")),
        Ok(times) => Ok((times, rest)),
        Err(_) => Ok((1, line)),
    }
}

/// The map as it is, one character a cell.
pub(super) fn draw(game: &Game) -> String {
    let world = game.world();
    let floor = world.floor();
    let catalog = world.catalog();
    let mut picture = String::new();
    for y in 0..floor.height() {
        for x in 0..floor.width() {
            let pos = Pos::new(x, y);
            let actor = world.bystanders().find(|other| other.pos == pos);
            let cell = if world.player_pos() == pos && !world.is_away() {
                '@'
            } else if let Some(actor) = actor {
                catalog.actor(actor.kind).glyph
            } else if world.body_at(pos).is_some() {
                '&'
            } else if let Some(stack) = world.item_at(pos) {
                catalog.item(stack.kind).opens.map_or('!', opener)
            } else if let Some(fixture) = floor.fixture(pos)
                && floor.fire(pos) == 0
            {
                thing(fixture)
            } else if floor.fire(pos) > 0 {
                ':'
            } else if floor.gas(pos) > 0 {
                'g'
            } else if floor.has_blood(pos) {
                '*'
            } else {
                floor.tile(pos).character()
            };
            picture.push(cell);
        }
        picture.push('\n');
    }
    picture
}

fn thing(fixture: Fixture) -> char {
    match fixture {
        Fixture::Drop(Dir::North) => '8',
        Fixture::Drop(Dir::East) => '6',
        Fixture::Drop(Dir::South) => '2',
        _ => fixture.state().character(),
    }
}

fn opener(gate: Gate) -> char {
    match gate {
        Gate::LockedDoor => 'k',
        Gate::BossDoor => 'q',
        Gate::Pit => 'f',
        Gate::Rubble | Gate::Drop => 'S',
    }
}

/// "turn 3, health 28/28, parts 1 stock 0 timber 0 oil 0, snared 4; rat 5 hunting"
pub(super) fn state(game: &Game) -> String {
    let view = game.view();
    let player = view.player();
    let mut line = format!("turn {}, health {}/{}", view.clock(), player.health, player.max_health);
    for (supply, count) in player.supplies.into_iter().filter(|&(_, count)| count > 0) {
        let _ = write!(line, ", {supply} {count}");
    }
    for (status, turns) in &player.statuses {
        let _ = write!(line, ", {status} {turns}");
    }
    if player.hidden {
        line += ", hidden";
    }
    if let Some(body) = player.carrying {
        let _ = write!(line, ", carrying a {}", view.body_name(body.kind));
    }
    if view.coins() != Coins(view.catalog().rules.coins.0) {
        let _ = write!(line, ", {}", view.coins());
    }
    if view.owed() > Coins(0) {
        let _ = write!(line, ", owes {}", view.owed());
    }
    let belt: Vec<String> =
        player.belt.iter().map(|(item, count)| format!("{} {count}", item.name)).collect();
    if !belt.is_empty() {
        let _ = write!(line, ", belt: {}", belt.join(" "));
    }
    if player.satchel_wait > Turns(0) {
        let _ = write!(line, ", a bomb in {}", player.satchel_wait);
    }
    let catalog = view.catalog();
    for other in game.world().bystanders() {
        let kind = catalog.actor(other.kind);
        let mind = format!("{:?}", other.ai_state);
        let mind = mind.split(' ').next().unwrap_or_default().to_lowercase();
        let _ = write!(line, "; {} {} {mind}", kind.name, other.vitals.health);
        if matches!(other.duty, Duty::Stray { .. }) {
            line.push_str(" astray");
        }
        for (status, turns) in other.statuses.iter() {
            let _ = write!(line, " {status} {turns}");
        }
    }
    // The order as the floor has it; what the player sees of it stays from dawn on.
    let order = game
        .world()
        .job_counts()
        .into_iter()
        .map(|count| format!("{} {}/{}", count.job, count.done, count.total));
    let order: Vec<String> = order.collect();
    let planned =
        view.plan().iter().map(|&lever| Scripted(Command::Plan(lever.into())).to_string());
    let planned: Vec<String> = planned.collect();
    if !planned.is_empty() {
        let _ = write!(line, "\nplan: {}", planned.join("; "));
    }
    format!("{line}\norder: {}\n{:?}\n", order.join(", "), game.status())
}
