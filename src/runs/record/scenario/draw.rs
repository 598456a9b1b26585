//! Draws what became of a game: its map, and the state of the upkeeper and the others in a line.

use std::fmt::Write as _;

use base::{Dir, Pos};
use content::Gate;
use engine::sim::{Coins, Door, Duty, Fixture, Game, Turns};

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
        Fixture::Trap { armed: true, .. } => '^',
        Fixture::Trap { armed: false, .. } => 'v',
        Fixture::Chest { full: true } => 'c',
        Fixture::Chest { full: false } => 'C',
        Fixture::Door(Door::Closed) => '+',
        Fixture::Door(Door::Open) => '/',
        Fixture::Door(Door::Broken) => 'X',
        Fixture::Door(Door::Locked) => 'L',
        Fixture::Light { lit: true } => 'O',
        Fixture::Light { lit: false } => 'o',
        Fixture::Post { empty: true } => 'p',
        Fixture::Post { empty: false } => 'P',
        Fixture::Closet => 'K',
        Fixture::Chute => 'U',
        Fixture::Well => 'W',
        Fixture::Door(Door::Bolted) => 'B',
        Fixture::Drop(Dir::North) => '8',
        Fixture::Drop(Dir::East) => '6',
        Fixture::Drop(Dir::South) => '2',
        Fixture::Drop(_) => '4',
        Fixture::Crate => 'x',
        Fixture::House => 'H',
        Fixture::Door(Door::Barred) => '-',
        Fixture::Wardrobe => '|',
        Fixture::Alcove => '(',
    }
}

/// What opens a gate, as it is drawn.
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
    format!("{line}\norder: {}\n{:?}\n", order.join(", "), game.status())
}
