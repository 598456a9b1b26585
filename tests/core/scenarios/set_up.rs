//! Sets the game of a scenario up: its map, and the settings of the upkeeper, the night and the others.

use std::sync::Arc;

use crate::support::picture::{self, Drawn, Names};
use upkeeper::base::{Bits, Pos, Rect, Seed};
use upkeeper::content::{Catalog, Depth, PartyKindId, Status, Supply};
use upkeeper::levelgen::{Thing, ThingKind};
use upkeeper::sim::{
    Activity, ActorId, ActorRecord, AiState, Boss, Cells, Coins, Door, Duty, Fate, Fixture, Game,
    Heading, Raid, RaidMember, RaidReport, Raider, Setup, Shop, Snapshot, Stack, Turns, Vitals,
    Worn,
};

/// The game of a map and its settings. Fails with the title of the scenario.
pub(crate) fn set_up(
    title: &str,
    map: &[String],
    settings: &[String],
    catalog: &Arc<Catalog>,
) -> Game {
    let setting =
        |name: &str| settings.iter().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let names = Names {
        kind: setting("kind").unwrap_or("vault"),
        trap: setting("trap").unwrap_or("dart"),
        item: setting("item").unwrap_or("dart"),
        body: setting("body").unwrap_or("fighter"),
        actors: settings.iter().filter_map(|line| said_actor(line)).collect(),
    };
    let Drawn { mut level, mut mess, opened, posts } = picture::read(map, &names, catalog)
        .unwrap_or_else(|letter| panic!("{title}: what is “{letter}”?"));
    if setting("raid") == Some("doors") {
        mess.broken.extend(level.things_of(ThingKind::Door).map(Thing::pos));
    }
    let seed = setting("seed").map_or(Seed(1), Seed::from_text);
    level.depth = Depth(setting("depth").map_or(1, |depth| depth.parse().expect("a depth")));
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
    for line in settings {
        adjust(&mut snapshot, line, catalog);
    }
    snapshot.floor.cells.fixtures.sort_by_key(|&(at, _)| at);
    Game::restore(setup, snapshot, catalog).unwrap_or_else(|error| panic!("{title}: {error}"))
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
        "look" | "trap" | "item" | "body" | "kind" | "seed" | "depth" | "raid" | "graded" => {}
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
        // "condition dark": what that changes from now on; lights and blood are as on the map.
        "condition" => {
            let condition = catalog.find_condition(words[1]);
            assert!(condition.is_some(), "{line}: no such condition");
            snapshot.shift.condition = condition;
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
