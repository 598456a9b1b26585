//! Reads, plays and draws scenarios.
//!
//! ```text
//! == title
//! #####        the map: one character a cell, see `picture`
//! #@^.#
//! #####
//! trap dart    settings, one a line, see `set_up`
//! > step east  commands, one a line, as `replay export --to commands` prints them; `> look 5 2` examines
//! --
//! #####        the map afterwards
//! ...          then the messages, then the state of the upkeeper
//! ```

use crate::support::content::catalog;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::support::picture::{self, Drawn, Names};
use upkeeper::base::{Bits, Dir, Pos, Rect, Seed};
use upkeeper::content::{Catalog, Depth, Gate, PartyKindId, Status, Supply};
use upkeeper::levelgen::{Thing, ThingKind};
use upkeeper::record::Scripted;
use upkeeper::sim::{
    Activity, ActorId, ActorRecord, AiState, Boss, Cells, Coins, Door, Duty, Event, Fate, Fixture,
    Game, Heading, Raid, RaidMember, RaidReport, Raider, Setup, Shop, Snapshot, Stack, Turns,
    Vitals, WorkEvent, Worn,
};
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
    let mut game = set_up(scenario, &catalog);
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

fn set_up(scenario: &Scenario, catalog: &Arc<Catalog>) -> Game {
    let setting = |name: &str| {
        scenario.settings.iter().find_map(|line| line.strip_prefix(name)).map(str::trim)
    };
    let names = Names {
        kind: setting("kind").unwrap_or("vault"),
        trap: setting("trap").unwrap_or("dart"),
        item: setting("item").unwrap_or("dart"),
        body: setting("body").unwrap_or("fighter"),
        actors: scenario.settings.iter().filter_map(|line| said_actor(line)).collect(),
    };
    let Drawn { level, mut mess, opened, posts } = picture::read(&scenario.map, &names, catalog)
        .unwrap_or_else(|letter| panic!("{}: what is “{letter}”?", scenario.title));
    if setting("raid") == Some("doors") {
        mess.broken.extend(level.things_of(ThingKind::Door).map(Thing::pos));
    }
    let seed = setting("seed").map_or(Seed(1), Seed::from_text);
    let setup = Setup::shift(&level.kind, Depth(1), seed);
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
        adjust(&mut snapshot, line, catalog);
    }
    snapshot.floor.cells.fixtures.sort_by_key(|&(at, _)| at);
    Game::restore(setup, snapshot, catalog)
        .unwrap_or_else(|error| panic!("{}: {error}", scenario.title))
}

/// "1 ogre": who a digit on the map stands for.
fn said_actor(line: &str) -> Option<(char, &str)> {
    let (digit, name) = line.split_once(' ')?;
    let digit = digit.parse::<char>().ok().filter(char::is_ascii_digit)?;
    Some((digit, name))
}

/// Makes the first actor of a kind a stray from the first empty post, its own post nobody's.
fn drive_off(snapshot: &mut Snapshot, name: &str, catalog: &Catalog) {
    let kind = catalog.find_actor(name).unwrap_or_else(|| panic!("{name}: no such actor"));
    let fixtures = &mut snapshot.floor.cells.fixtures;
    let empty = Fixture::Post { empty: true };
    let post = fixtures.iter().find(|&&(_, fixture)| fixture == empty).expect("an empty post").0;
    let stray = snapshot.floor.actors.iter_mut().find(|actor| actor.kind == kind).expect("a stray");
    fixtures.retain(|&(at, _)| at != stray.pos);
    stray.duty = Duty::Stray { post };
}

/// Settings of the upkeeper and the night.
fn adjust(snapshot: &mut Snapshot, line: &str, catalog: &Catalog) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number =
        |place: usize| words[place].parse::<i32>().unwrap_or_else(|_| panic!("{line}: a number"));
    let player = &mut snapshot.floor.actors[0];
    let own = &mut snapshot.run.belongings;
    match words[0] {
        "look" | "trap" | "item" | "body" | "kind" | "seed" | "raid" | "graded" => {}
        digit if digit.parse::<u8>().is_ok() => {}
        "stray" => drive_off(snapshot, &words[1..].join(" "), catalog),
        // Whoever goes on raids is one of a party, led by the first on the map.
        "party" => muster(snapshot, catalog),
        // "brings hammer": whoever is of the party has one along.
        "brings" => {
            let name = words[1..].join(" ");
            let kind = catalog.find_item(&name).unwrap_or_else(|| panic!("{line}: no such item"));
            for actor in &mut snapshot.floor.actors {
                if let Duty::Raider(own) = &mut actor.duty {
                    own.kit = Some(Stack { kind, count: 1 });
                }
            }
        }
        "key" => snapshot.shift.raid.as_mut().expect("a party").key = number(1) as u64,
        "known" => {
            snapshot.shift.raid.as_mut().expect("a party").seen = everything(&snapshot.floor.cells);
        }
        "home" => snapshot.shift.raid.as_mut().expect("a party").heading = Heading::Home,
        "away" => {
            snapshot.shift.away = true;
            snapshot.shift.activity = Some(Activity::Watch);
        }
        "health" => player.vitals.health = number(1),
        "supplies" => {
            for (supply, count) in Supply::ALL.into_iter().zip(&words[1..]) {
                own.supplies[supply] = count.parse().expect("a number");
            }
        }
        "cart" => {
            let count = number(1) as u16;
            let name = words[2..].join(" ");
            let kind = catalog.find_item(&name).unwrap_or_else(|| panic!("{line}: no such item"));
            own.cart.push(Stack { kind, count });
        }
        "wear" => {
            let name = words[1..].join(" ");
            let kind = catalog.find_item(&name).unwrap_or_else(|| panic!("{line}: no such item"));
            own.cart.push(Stack { kind, count: 1 });
            own.worn.0[catalog.item(kind).slot as usize] = Some(kind);
        }
        // "kit snare": one of these kits in the cart.
        "kit" => {
            let name = words[1..].join(" ");
            let kind = catalog.find_trap(&name).unwrap_or_else(|| panic!("{line}: no such trap"));
            own.kits.push(kind);
            own.kits.sort();
        }
        "bare" => {
            own.cart.clear();
            own.worn = Worn::default();
        }
        "status" => {
            let status = Status::ALL.into_iter().find(|status| status.name() == words[1]);
            let status = status.unwrap_or_else(|| panic!("{line}: no such status"));
            player.statuses.0[status as usize] = number(2) as u16;
        }
        "belt" => {
            let name = words[1..].join(" ");
            let kind = catalog.find_item(&name).unwrap_or_else(|| panic!("{line}: no such item"));
            own.belt.push(Stack { kind, count: 1 });
            own.belt.sort_by_key(|stack| stack.kind);
        }
        // A status of everybody but the upkeeper.
        "afflict" => {
            let status = Status::ALL.into_iter().find(|status| status.name() == words[1]);
            let status = status.unwrap_or_else(|| panic!("{line}: no such status"));
            for actor in &mut snapshot.floor.actors[1..] {
                actor.statuses.0[status as usize] = number(2) as u16;
            }
        }
        "fire" | "gas" => {
            let cell = (Pos::new(number(1), number(2)), number(3) as u8);
            let floor = &mut snapshot.floor.cells;
            let cells = if words[0] == "fire" { &mut floor.fire } else { &mut floor.gas };
            cells.push(cell);
            cells.sort_unstable();
        }
        "coins" => own.coins = Coins(number(1) as u32),
        "knows" => {
            let name = words[1..].join(" ");
            let kind = catalog.find_item(&name).unwrap_or_else(|| panic!("{line}: no such item"));
            snapshot.run.identified.0[usize::from(kind.0)] = true;
        }
        // "lies 3 1 2 cheese rind": two of them, at that column and row.
        "lies" => {
            let name = words[4..].join(" ");
            let kind = catalog.find_item(&name).unwrap_or_else(|| panic!("{line}: no such item"));
            let at = Pos::new(number(1), number(2));
            snapshot.floor.items.push((at, Stack { kind, count: number(3) as u16 }));
            snapshot.floor.items.sort_by_key(|&(at, _)| at);
        }
        // "shop 1 1 4 3": a room by column, row, width and height; what lies in it is for sale.
        "shop" => {
            let room = Rect::new(number(1), number(2), number(3), number(4));
            let is_keeper = |actor: &&ActorRecord| actor.kind == catalog.keeper;
            let keeper =
                snapshot.floor.actors.iter().find(is_keeper).expect("a keeper on the map").id;
            snapshot.shift.shop = Some(Shop { room, keeper });
            let lie = snapshot.floor.items.iter().map(|&(at, _)| at);
            snapshot.shift.goods = lie.filter(|&at| room.contains(at)).collect();
        }
        "clock" => snapshot.shift.clock = Turns(number(1) as u32),
        "rises" => {
            for (_, body) in &mut snapshot.floor.bodies {
                body.rises = Turns(number(1) as u32);
            }
        }
        "fouled" => own.mop_fouled = number(1) as u8,
        "stands" => snapshot.floor.actors[1].pos = Pos::new(number(1), number(2)),
        "hurt" => {
            for actor in &mut snapshot.floor.actors[1..] {
                actor.vitals.health = number(1);
            }
        }
        // All others hunt the player from the start.
        "awake" => {
            let last_seen = snapshot.floor.actors[0].pos;
            for actor in &mut snapshot.floor.actors[1..] {
                actor.ai_state = AiState::Hunting { quarry: ActorId::PLAYER, last_seen, lost: 0 };
            }
        }
        "phase" => {
            let boss = Boss { phase: number(1) as u8, ..Boss::default() };
            for actor in &mut snapshot.floor.actors[1..] {
                if matches!(actor.duty, Duty::Boss(_)) {
                    actor.duty = Duty::Boss(boss);
                }
            }
        }
        other => panic!("{other}: no such setting"),
    }
}

fn muster(snapshot: &mut Snapshot, catalog: &Catalog) {
    let mut report = RaidReport { party: Some(PartyKindId(0)), ..RaidReport::default() };
    for actor in &mut snapshot.floor.actors[1..] {
        if catalog.actor(actor.kind).raider.is_some() {
            actor.duty = Duty::Raider(Raider::default());
            let Vitals { health, max_health, .. } = actor.vitals;
            let (id, kind, fate) = (actor.id, actor.kind, Fate::Inside);
            report.members.push(RaidMember { id, kind, max_health, health, loot: 0, fate });
        }
    }
    let terrain = &snapshot.floor.cells.terrain;
    snapshot.shift.raid = Some(Raid {
        began: snapshot.shift.clock,
        is_of_last_night: false,
        key: 1,
        heading: Heading::In,
        seen: Bits::new(terrain.width(), terrain.height()),
        spotted: Vec::new(),
        braved: Vec::new(),
        tended: Vec::new(),
        route: Vec::new(),
        footsteps: Vec::new(),
        last_fight: None,
        report,
    });
}

fn everything(floor: &Cells) -> Bits {
    Bits::new(floor.terrain.width(), floor.terrain.height()).complement()
}

fn draw(game: &Game) -> String {
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
fn state(game: &Game) -> String {
    let view = game.view();
    let player = view.player();
    let mut line = format!("turn {}, health {}/{}", view.clock(), player.health, player.max_health);
    for (supply, count) in player.supplies.into_iter().filter(|&(_, count)| count > 0) {
        write!(line, ", {supply} {count}").expect("a string takes all");
    }
    for (status, turns) in &player.statuses {
        write!(line, ", {status} {turns}").expect("a string takes all");
    }
    if player.hidden {
        line += ", hidden";
    }
    if let Some(body) = player.carrying {
        write!(line, ", carrying a {}", view.body_name(body.kind)).expect("a string takes all");
    }
    if view.coins() != Coins(view.catalog().rules.coins.0) {
        write!(line, ", {}", view.coins()).expect("a string takes all");
    }
    if view.owed() > Coins(0) {
        write!(line, ", owes {}", view.owed()).expect("a string takes all");
    }
    let belt: Vec<String> =
        player.belt.iter().map(|(item, count)| format!("{} {count}", item.name)).collect();
    if !belt.is_empty() {
        write!(line, ", belt: {}", belt.join(" ")).expect("a string takes all");
    }
    if player.satchel_wait > Turns(0) {
        write!(line, ", a bomb in {}", player.satchel_wait).expect("a string takes all");
    }
    let catalog = view.catalog();
    for other in game.world().bystanders() {
        let kind = catalog.actor(other.kind);
        let mind = format!("{:?}", other.ai_state);
        let mind = mind.split(' ').next().unwrap_or_default().to_lowercase();
        write!(line, "; {} {} {mind}", kind.name, other.vitals.health).expect("a string takes all");
        if matches!(other.duty, Duty::Stray { .. }) {
            line.push_str(" astray");
        }
        for (status, turns) in other.statuses.iter() {
            write!(line, " {status} {turns}").expect("a string takes all");
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
