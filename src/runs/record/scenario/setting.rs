//! The settings of a scenario: a line each, of words with blanks between them. `docs/scenarios.md` lists them.

use std::str::FromStr;

use super::file::{Line, ScenarioError};
use base::{Bits, Pos, Rect};
use content::{ActorKindId, Catalog, ItemKindId, PartyKindId, Status, Supply, TrapKindId};
use engine::sim::{
    Activity, ActorId, ActorRecord, AiState, Boss, Cells, Coins, Duty, Fixture, Heading, Raid,
    RaidMember, RaidReport, Raider, Shop, Snapshot, Stack, Turns, Vitals, Worn,
};

/// One setting, as words.
pub(super) struct Setting<'a> {
    line: &'a Line,
    words: Vec<&'a str>,
    catalog: &'a Catalog,
}

impl<'a> Setting<'a> {
    pub(super) fn new(line: &'a Line, catalog: &'a Catalog) -> Setting<'a> {
        Setting { line, words: line.text.split_whitespace().collect(), catalog }
    }

    fn error<T>(&self, reason: &str) -> Result<T, ScenarioError> {
        Err(ScenarioError::new(self.line.number, format!("“{}”: {reason}", self.line.text)))
    }

    fn number<N: FromStr>(&self, place: usize) -> Result<N, ScenarioError> {
        let number = self.words.get(place).and_then(|word| word.parse().ok());
        let missing = || format!("a number was expected as word {}, and one that fits", place + 1);
        number.map_or_else(|| self.error(&missing()), Ok)
    }

    fn pos(&self, place: usize) -> Result<Pos, ScenarioError> {
        // As far as any floor goes; whether it lies on this one shows when the state is checked.
        let (x, y): (u16, u16) = (self.number(place)?, self.number(place + 1)?);
        Ok(Pos::new(x.into(), y.into()))
    }

    /// The name that the words from one on make.
    fn name(&self, from: usize) -> String {
        self.words.get(from..).unwrap_or_default().join(" ")
    }

    fn known<T>(&self, found: Option<T>, what: &str) -> Result<T, ScenarioError> {
        found.map_or_else(|| self.error(&format!("there is no such {what} in the data")), Ok)
    }

    fn item(&self, from: usize) -> Result<ItemKindId, ScenarioError> {
        self.known(self.catalog.find_item(&self.name(from)), "item")
    }

    fn actor(&self, from: usize) -> Result<ActorKindId, ScenarioError> {
        self.known(self.catalog.find_actor(&self.name(from)), "actor")
    }

    fn trap(&self, from: usize) -> Result<TrapKindId, ScenarioError> {
        self.known(self.catalog.find_trap(&self.name(from)), "trap")
    }

    fn status(&self) -> Result<Status, ScenarioError> {
        let status = self
            .words
            .get(1)
            .and_then(|word| Status::ALL.into_iter().find(|status| status.name() == *word));
        self.known(status, "status")
    }

    fn raid<'s>(&self, snapshot: &'s mut Snapshot) -> Result<&'s mut Raid, ScenarioError> {
        let raid = snapshot.shift.raid.as_mut();
        raid.map_or_else(|| self.error("there is no raid: say “party” before it"), Ok)
    }
}

/// "1 ogre": who a digit on the map stands for.
pub(super) fn actor_of_digit(line: &str) -> Option<(char, &str)> {
    let (digit, name) = line.split_once(' ')?;
    let digit = digit.parse::<char>().ok().filter(char::is_ascii_digit)?;
    Some((digit, name.trim()))
}

/// Changes a state by one setting.
pub(super) fn adjust(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<(), ScenarioError> {
    match own.words[0] {
        // Those of the picture and of the report.
        "look" | "trap" | "item" | "body" | "kind" | "seed" | "depth" | "raid" | "graded" => {}
        _ if actor_of_digit(&own.line.text).is_some() => _ = own.actor(1)?,
        "health" | "supplies" | "cart" | "wear" | "kit" | "bare" | "belt" | "coins" | "knows"
        | "fouled" | "status" | "perk" => adjust_player(snapshot, own)?,
        "afflict" | "hurt" | "awake" | "phase" | "stray" | "stands" => {
            adjust_others(snapshot, own)?;
        }
        "party" | "brings" | "key" | "known" | "home" | "away" => adjust_raid(snapshot, own)?,
        "fire" | "gas" | "lies" | "shop" | "clock" | "rises" | "condition" => {
            adjust_floor(snapshot, own)?;
        }
        other => return own.error(&format!("there is no setting “{other}”")),
    }
    Ok(())
}

fn adjust_player(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<(), ScenarioError> {
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
fn adjust_others(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<(), ScenarioError> {
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

fn adjust_raid(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<(), ScenarioError> {
    match own.words[0] {
        // Whoever goes on raids is one of a party, led by the first on the map.
        "party" => muster(snapshot, own.catalog),
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
        "home" => own.raid(snapshot)?.heading = Heading::Home,
        _ => {
            snapshot.shift.away = true;
            snapshot.shift.activity = Some(Activity::Watch);
        }
    }
    Ok(())
}

fn adjust_floor(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<(), ScenarioError> {
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
            let is_keeper = |actor: &&ActorRecord| actor.kind == own.catalog.keeper;
            let Some(keeper) = snapshot.floor.actors.iter().find(is_keeper) else {
                return own.error("there is no keeper on the map");
            };
            snapshot.shift.shop = Some(Shop { room, keeper: keeper.id });
            let lie = snapshot.floor.items.iter().map(|&(at, _)| at);
            snapshot.shift.goods = lie.filter(|&at| room.contains(at)).collect();
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
fn drive_off(snapshot: &mut Snapshot, own: &Setting<'_>) -> Result<(), ScenarioError> {
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
    let mut report = RaidReport { party: Some(PartyKindId(0)), ..RaidReport::default() };
    for actor in &mut snapshot.floor.actors[1..] {
        if catalog.actor(actor.kind).raider.is_some() {
            actor.duty = Duty::Raider(Raider::default());
            let Vitals { health, max_health, .. } = actor.vitals;
            let member = RaidMember::stranger(actor.id, actor.kind, max_health);
            report.members.push(RaidMember { health, ..member });
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
