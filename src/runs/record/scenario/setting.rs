//! The settings of a scenario: a line each, of words with blanks between them. `docs/scenarios.md`
//! lists them.

use std::str::FromStr;
use std::sync::Arc;

use super::file::{Line, Result, Scenario, ScenarioError};
use base::{Bits, Pos, Rect, Seed};
use content::{
    ActorKindId, Catalog, Depth, ItemKindId, PartyKindId, Status, Supply, TrapKindId, Want,
};
use engine::sim::picture::{self, Drawn, Names};
use engine::sim::{
    Activity, ActorId, ActorRecord, AiState, Boss, Cells, Coins, Cord, Door, Duty, Fixture, Game,
    Raid, RaidMember, RaidReport, Raider, Setup, Shop, Snapshot, Stack, Team, Turns, Vitals, Worn,
};
use levels::{Request, Thing, ThingKind};

pub(super) struct Setting<'a> {
    line: &'a Line,
    words: Vec<&'a str>,
    catalog: &'a Catalog,
}

impl<'a> Setting<'a> {
    pub(super) fn new(line: &'a Line, catalog: &'a Catalog) -> Setting<'a> {
        Setting { line, words: line.text.split_whitespace().collect(), catalog }
    }

    fn error<T>(&self, reason: &str) -> Result<T> {
        Err(ScenarioError::new(self.line.number, format!("“{}”: {reason}", self.line.text)))
    }

    fn number<N: FromStr>(&self, place: usize) -> Result<N> {
        let number = self.words.get(place).and_then(|word| word.parse().ok());
        let missing = || format!("a number was expected as word {}, and one that fits", place + 1);
        number.map_or_else(|| self.error(&missing()), Ok)
    }

    fn pos(&self, place: usize) -> Result<Pos> {
        // As far as any floor goes; whether it lies on this one shows when the state is checked.
        let (x, y): (u16, u16) = (self.number(place)?, self.number(place + 1)?);
        Ok(Pos::new(x.into(), y.into()))
    }

    /// The name that the words from one on make.
    fn name(&self, from: usize) -> String {
        self.words.get(from..).unwrap_or_default().join(" ")
    }

    fn known<T>(&self, found: Option<T>, what: &str) -> Result<T> {
        found.map_or_else(|| self.error(&format!("there is no such {what} in the data")), Ok)
    }

    fn item(&self, from: usize) -> Result<ItemKindId> {
        self.known(self.catalog.find_item(&self.name(from)), "item")
    }

    fn actor(&self, from: usize) -> Result<ActorKindId> {
        self.known(self.catalog.find_actor(&self.name(from)), "actor")
    }

    fn trap(&self, from: usize) -> Result<TrapKindId> {
        self.known(self.catalog.find_trap(&self.name(from)), "trap")
    }

    fn status(&self) -> Result<Status> {
        let status = self
            .words
            .get(1)
            .and_then(|word| Status::ALL.into_iter().find(|status| status.name() == *word));
        self.known(status, "status")
    }

    fn raid<'s>(&self, snapshot: &'s mut Snapshot) -> Result<&'s mut Raid> {
        let raid = snapshot.shift.raid.as_mut();
        raid.map_or_else(|| self.error("there is no raid: say “party” before it"), Ok)
    }
}

/// "1 ogre": who a digit on the map stands for.
fn actor_of_digit(line: &str) -> Option<(char, &str)> {
    let (digit, name) = line.split_once(' ')?;
    let digit = digit.parse::<char>().ok().filter(char::is_ascii_digit)?;
    Some((digit, name.trim()))
}

fn adjust(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<()> {
    match own.words[0] {
        // Those of the picture and of the report.
        "look" | "trap" | "item" | "body" | "kind" | "seed" | "depth" | "raid" | "graded" => {}
        _ if actor_of_digit(&own.line.text).is_some() => _ = own.actor(1)?,
        "health" | "supplies" | "cart" | "wear" | "kit" | "bare" | "belt" | "coins" | "knows"
        | "fouled" | "status" | "perk" => adjust_player(snapshot, own)?,
        "afflict" | "hurt" | "awake" | "phase" | "stray" | "stands" => {
            adjust_others(snapshot, own)?;
        }
        "party" | "first" | "wants" | "brings" | "key" | "known" | "sketched" | "home" | "away" => {
            adjust_raid(snapshot, own)?;
        }
        "fire" | "gas" | "lies" | "shop" | "clock" | "rises" | "condition" | "cord" => {
            adjust_floor(snapshot, own)?;
        }
        other => return own.error(&format!("there is no setting “{other}”")),
    }
    Ok(())
}

fn adjust_player(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<()> {
    let player = &mut snapshot.floor.actors[0];
    let has = &mut snapshot.run.belongings;
    match own.words[0] {
        "health" => player.vitals.health = own.number(1)?,
        "supplies" => {
            for (place, supply) in (1..own.words.len()).zip(Supply::ALL) {
                has.supplies[supply] = own.number(place)?;
            }
        }
        "cart" => has.cart.push(Stack { kind: own.item(2)?, count: own.number(1)? }),
        "wear" => {
            let kind = own.item(1)?;
            let slot = own.catalog.item(kind).slot;
            if !slot.is_equipment() {
                return own.error("that cannot be worn");
            }
            has.cart.push(Stack { kind, count: 1 });
            has.worn.0[slot as usize] = Some(kind);
        }
        "kit" => {
            has.kits.push(own.trap(1)?);
            has.kits.sort();
        }
        "bare" => {
            has.cart.clear();
            has.worn = Worn::default();
        }
        "belt" => {
            has.belt.push(Stack { kind: own.item(1)?, count: 1 });
            has.belt.sort_by_key(|stack| stack.kind);
        }
        "coins" => has.coins = Coins(own.number(1)?),
        "knows" => snapshot.run.identified.0[usize::from(own.item(1)?.0)] = true,
        "fouled" => has.mop_fouled = own.number(1)?,
        "perk" => {
            let perk = own.catalog.find_perk(&own.name(1));
            snapshot.run.perks.push(own.known(perk, "perk")?);
        }
        _ => player.statuses.0[own.status()? as usize] = own.number(2)?,
    }
    Ok(())
}

/// Settings of everybody but the upkeeper.
fn adjust_others(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<()> {
    if own.words[0] == "stray" {
        return drive_off(snapshot, own);
    }
    let (player, others) = snapshot.floor.actors.split_at_mut(1);
    if own.words[0] == "stands" {
        let Some(first) = others.first_mut() else { return own.error("nobody else is here") };
        first.pos = own.pos(1)?;
        return Ok(());
    }
    for actor in others {
        match own.words[0] {
            "afflict" => actor.statuses.0[own.status()? as usize] = own.number(2)?,
            "hurt" => actor.vitals.health = own.number(1)?,
            "awake" => {
                let last_seen = player[0].pos;
                actor.ai_state = AiState::Hunting { quarry: ActorId::PLAYER, last_seen, lost: 0 };
            }
            _ if matches!(actor.duty, Duty::Boss(_)) => {
                actor.duty = Duty::Boss(Boss { phase: own.number(1)?, ..Boss::default() });
            }
            _ => {}
        }
    }
    Ok(())
}

fn adjust_raid(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<()> {
    match own.words[0] {
        // Whoever goes on raids is one of a party, led by the first on the map.
        "party" => muster(snapshot, own.catalog),
        "first" => {
            let report = &mut own.raid(snapshot)?.report;
            report.parties.truncate(1);
            report.members.iter_mut().for_each(|member| member.wave = 0);
        }
        "wants" => {
            let wants = [Want::Loot, Want::Heads, Want::Through, Want::Chart];
            let name = own.name(1);
            let want = wants.into_iter().find(|want| format!("{want:?}").to_lowercase() == name);
            own.raid(snapshot)?.want = own.known(want, "want")?;
        }
        // Whoever is of the party has one along.
        "brings" => {
            let kind = own.item(1)?;
            for actor in &mut snapshot.floor.actors {
                if let Duty::Raider(raider) = &mut actor.duty {
                    raider.kit = Some(Stack { kind, count: 1 });
                }
            }
        }
        "key" => own.raid(snapshot)?.key = own.number(1)?,
        "known" => {
            let everything = everything(&snapshot.floor.cells);
            own.raid(snapshot)?.seen = everything;
        }
        "sketched" => {
            let fixtures = snapshot.floor.cells.fixtures.iter();
            let armed = fixtures.filter(|(_, fixture)| fixture.is_armed_trap());
            let spotted = armed.map(|&(at, _)| at).collect();
            let posts = snapshot.floor.actors.iter().filter_map(|actor| match actor.duty {
                Duty::Guard { post } => Some(post),
                _ => None,
            });
            let mut posts: Vec<Pos> = posts.collect();
            posts.sort();
            let seen = everything(&snapshot.floor.cells);
            let raid = own.raid(snapshot)?;
            (raid.seen, raid.spotted, raid.posts) = (seen, spotted, posts);
        }
        "home" => own.raid(snapshot)?.turned_back = true,
        _ => {
            snapshot.shift.away = true;
            snapshot.shift.activity = Some(Activity::Watch);
        }
    }
    Ok(())
}

fn adjust_floor(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<()> {
    match own.words[0] {
        name @ ("fire" | "gas") => {
            let cell = (own.pos(1)?, own.number(3)?);
            let floor = &mut snapshot.floor.cells;
            let cells = if name == "fire" { &mut floor.fire } else { &mut floor.gas };
            cells.push(cell);
            cells.sort_unstable();
        }
        "lies" => {
            let stack = Stack { kind: own.item(4)?, count: own.number(3)? };
            snapshot.floor.items.push((own.pos(1)?, stack));
            snapshot.floor.items.sort_by_key(|&(at, _)| at);
        }
        // What lies in the room is for sale.
        "shop" => {
            let (Pos { x, y }, size) = (own.pos(1)?, own.pos(3)?);
            let room = Rect::new(x, y, size.x, size.y);
            let is_keeper = |actor: &&ActorRecord| actor.kind == own.catalog.rules.shop.keeper.id;
            let Some(keeper) = snapshot.floor.actors.iter().find(is_keeper) else {
                return own.error("there is no keeper on the map");
            };
            snapshot.shift.shop = Some(Shop { room, keeper: keeper.id });
            let lie = snapshot.floor.items.iter().map(|&(at, _)| at);
            snapshot.shift.goods = lie.filter(|&at| room.contains(at)).collect();
        }
        "cord" => {
            let cord = Cord { at: own.pos(1)?, ready: Turns(0), pulled: false };
            snapshot.shift.prepared.cords.push(cord);
        }
        "clock" => snapshot.shift.clock = Turns(own.number(1)?),
        "rises" => {
            for (_, body) in &mut snapshot.floor.bodies {
                body.rises = Turns(own.number(1)?);
            }
        }
        // What a condition changes from now on; lights and blood are as on the map.
        _ => {
            let condition = own.catalog.find_condition(&own.name(1));
            snapshot.shift.condition = Some(own.known(condition, "condition")?);
        }
    }
    Ok(())
}

/// Makes the first actor of a kind a stray from the first empty post, its own post nobody's.
fn drive_off(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<()> {
    let kind = own.actor(1)?;
    let fixtures = &mut snapshot.floor.cells.fixtures;
    let empty = Fixture::Post { empty: true };
    let Some(&(post, _)) = fixtures.iter().find(|&&(_, fixture)| fixture == empty) else {
        return own.error("there is no empty post on the map, “p”");
    };
    let Some(stray) = snapshot.floor.actors.iter_mut().find(|actor| actor.kind == kind) else {
        return own.error("nobody of that kind is on the map");
    };
    fixtures.retain(|&(at, _)| at != stray.pos);
    stray.duty = Duty::Stray { post };
    Ok(())
}

fn muster(snapshot: &mut Snapshot, catalog: &Catalog) {
    // The second of a dawn, after which no other comes.
    let mut report = RaidReport { parties: vec![PartyKindId(0); 2], ..RaidReport::default() };
    for actor in &mut snapshot.floor.actors[1..] {
        if catalog.actor(actor.kind).raider.is_some() {
            actor.duty = Duty::Raider(Raider::default());
            let Vitals { health, max_health, .. } = actor.vitals;
            let member = RaidMember::stranger(actor.id, actor.kind, max_health);
            report.members.push(RaidMember { health, wave: 1, ..member });
        }
    }
    let terrain = &snapshot.floor.cells.terrain;
    let ids: Vec<ActorId> = report.members.iter().map(|member| member.id).collect();
    let teams = ids.chunks(2).map(|pair| Team { members: pair.to_vec(), ..Team::default() });
    snapshot.shift.raid = Some(Raid {
        entered: snapshot.shift.clock,
        teams: teams.collect(),
        began: snapshot.shift.clock,
        key: 1,
        seen: Bits::new(terrain.width(), terrain.height()),
        report,
        ..Raid::default()
    });
}

fn everything(floor: &Cells) -> Bits {
    Bits::new(floor.terrain.width(), floor.terrain.height()).complement()
}

/// The game that a scenario begins with.
/// Errors: the line that cannot be understood or makes a state that cannot be.
pub fn set_up(scenario: &Scenario, catalog: &Arc<Catalog>) -> Result<Game> {
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
    let mut game = Game::restore(setup, snapshot, catalog).map_err(|error| at_title(&error))?;
    if scenario.settings.iter().any(|line| line.text == "graded") {
        game.note_bed();
    }
    Ok(game)
}

/// The rows of the map, if they are such as a floor can have: of one length, and with a wall all
/// round.
fn check_map(scenario: &Scenario) -> Result<Vec<String>> {
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
) -> Result<()> {
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
