//! What last night's raid left behind, drawn onto a finished level.
//!
//! A raid goes from the start to the exit and breaks most of what lies by its way. The level itself
//! is not touched: the mess is apart, drawn from a stream of its own.

use crate::base::{Bits, Grid, Pos, Rect, Seed, Stream, flood};
use crate::content::{ActorKindId, Catalog, MessRules, Supply};
use crate::r#gen::{GenError, Level, Thing, ThingKind, Tile, Walk, find_kind};

/// All that has to be put right, by place. Every list is in the order of the level's things, or in
/// that in which it happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mess {
    /// Traps that went off.
    pub sprung: Vec<Pos>,
    /// Chests that are empty.
    pub looted: Vec<Pos>,
    /// Doors off their hinges.
    pub broken: Vec<Pos>,
    /// Braziers gone out.
    pub dark: Vec<Pos>,
    /// The dead, and who they were. At most one on a cell, none on a thing.
    pub bodies: Vec<(Pos, ActorKindId)>,
    /// Cells of blood, each once.
    pub stains: Vec<Pos>,
    /// What lies ready in the closet: enough for all of it, and little more.
    pub supplies: Supplies,
}

/// Numbers of supplies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Supplies {
    /// For traps.
    pub parts: u16,
    /// For chests.
    pub stock: u16,
    /// For doors.
    pub timber: u16,
    /// For lights.
    pub oil: u16,
}

impl Supplies {
    pub fn of(self, supply: Supply) -> u16 {
        match supply {
            Supply::Parts => self.parts,
            Supply::Stock => self.stock,
            Supply::Timber => self.timber,
            Supply::Oil => self.oil,
        }
    }
}

/// Cells from the raid's way within which things are sure to be noticed.
const NOTICED: i32 = 5;

/// The mess on a level. The same level, content and seed give the same mess.
///
/// # Errors
/// The level is of a kind that the catalog does not have.
pub fn mess(level: &Level, catalog: &Catalog, seed: Seed) -> Result<Mess, GenError> {
    let rules = &find_kind(&level.kind, catalog)?.mess;
    let purpose = format!("mess {}", level.kind);
    let stream = Stream::new(seed.0, &purpose, &[u64::from(level.depth)]);
    let to_exit = Walk::on(&level.tiles).steps_from(level.exit);
    let reached = level.passable();
    let mut raid = Raid { level, rules, stream, way: way(level, &to_exit), to_exit, reached };

    let mut sprung = raid.spoil(ThingKind::Trap, rules.sprung);
    // Behind traps that nobody stepped on, nobody was.
    for trap in level.things_of(ThingKind::Trap).map(Thing::pos) {
        raid.reached.set(trap, sprung.contains(&trap));
    }
    raid.reached = flood(&raid.reached, level.start);
    sprung.retain(|&trap| raid.reached.contains(trap));

    let mut mess = Mess {
        sprung,
        looted: raid.spoil(ThingKind::Chest, rules.looted),
        broken: raid.spoil(ThingKind::Door, rules.broken),
        dark: raid.spoil(ThingKind::Light, rules.dark),
        ..Mess::default()
    };
    raid.kill(&mut mess, catalog);
    mess.supplies = Supplies {
        parts: with_slack(mess.sprung.len(), rules.slack),
        stock: with_slack(mess.looted.len(), rules.slack),
        timber: with_slack(mess.broken.len(), rules.slack),
        oil: with_slack(mess.dark.len(), rules.slack),
    };
    Ok(mess)
}

struct Raid<'a> {
    level: &'a Level,
    rules: &'a MessRules,
    stream: Stream,
    /// The cells of the shortest way from start to exit.
    way: Vec<Pos>,
    to_exit: Grid<u32>,
    /// The cells that the raiders came to.
    reached: Bits,
}

impl Raid<'_> {
    /// The things of one kind that were spoilt: by the way half as many again as elsewhere, and at
    /// least one if there is any.
    fn spoil(&mut self, kind: ThingKind, percent: u32) -> Vec<Pos> {
        // A raid has keys of its own: locked doors stay whole, and ledges cannot be broken.
        let stands_to_be_broken =
            |thing: &&Thing| kind != ThingKind::Door || self.level.tiles[thing.pos()] == Tile::Door;
        let mut all: Vec<Pos> =
            self.level.things_of(kind).filter(stands_to_be_broken).map(Thing::pos).collect();
        all.retain(|&pos| self.reached.contains(pos));
        let mut spoilt = Vec::new();
        for &pos in &all {
            let noticed = self.way.iter().any(|&cell| cell.steps_to(pos) <= NOTICED);
            let chance = if noticed { (percent * 5 / 4).min(95) } else { percent * 5 / 6 };
            if self.stream.percent(chance) {
                spoilt.push(pos);
            }
        }
        if spoilt.is_empty() && percent > 0 {
            spoilt.extend(self.stream.pick(&all));
        }
        spoilt
    }

    /// Lays out the dead, most beside the traps that went off, the others along the way, and the blood
    /// between them and the exit.
    fn kill(&mut self, mess: &mut Mess, catalog: &Catalog) {
        let tiles = &self.level.tiles;
        let mut free = Bits::of(tiles, |tile| tile.is_plain_ground());
        for thing in &self.level.things {
            free.remove(thing.pos());
        }
        free.intersect(&self.reached);
        let who: Vec<ActorKindId> = (0..catalog.actors.len())
            .map(|place| ActorKindId(place as u16))
            .filter(|&id| {
                let kind = catalog.actor(id);
                id != catalog.upkeeper && kind.leaves_body && kind.bleeds
            })
            .collect();
        let mut bloody = Bits::new(tiles.width(), tiles.height());
        let mut deadly = mess.sprung.clone();
        self.stream.shuffle(&mut deadly);

        let cells = tiles.cells().iter().filter(|tile| tile.is_passable()).count();
        let around = |raid: &Raid<'_>, free: &Bits, scene: Pos| -> Vec<Pos> {
            Rect::new(scene.x, scene.y, 1, 1)
                .grown(2)
                .positions()
                .filter(|&pos| free.contains(pos) && raid.to_exit[pos] != u32::MAX)
                .filter(|&pos| pos.steps_to(raid.level.start) > 2)
                .collect()
        };
        let count = self.rules.bodies.on(cells, self.level.depth);
        for number in 1..=count {
            let trap = if self.stream.percent(70) { deadly.pop() } else { None };
            let scene = trap.or_else(|| self.stream.pick(&self.way).copied());
            let Some(scene) = scene else {
                break;
            };
            let mut places = around(self, &free, scene);
            if places.is_empty() && mess.bodies.is_empty() && number == count {
                // Somebody always pays for it.
                let scenes = self.way.iter().map(|&scene| around(self, &free, scene));
                places = scenes.into_iter().find(|places| !places.is_empty()).unwrap_or_default();
            }
            let Some(&pos) = self.stream.pick(&places) else {
                continue;
            };
            let weights = who.iter().map(|&id| catalog.actor(id).weight.max(1));
            let Some(kind) = self.stream.weighted(weights) else {
                break;
            };
            free.remove(pos);
            mess.bodies.push((pos, who[kind]));
            self.bleed(pos, &mut bloody, &mut mess.stains);
        }
        // A stain under a body shows when the body is gone.
        let reached = &self.reached;
        mess.stains.retain(|&pos| reached.contains(pos) && self.level.thing_at(pos).is_none());
    }

    /// A trail of blood from a body towards the exit, with a splash to the side now and then.
    fn bleed(&mut self, body: Pos, bloody: &mut Bits, stains: &mut Vec<Pos>) {
        let (low, high) = self.rules.trail;
        let length = self.stream.range(low as i32, high as i32);
        let tiles = &self.level.tiles;
        let mut at = body;
        for _ in 0..length {
            if tiles[at].is_plain_ground() && bloody.insert(at) {
                stains.push(at);
            }
            let sides: Vec<Pos> = at
                .cardinals()
                .filter(|&beside| tiles[beside].is_plain_ground() && !bloody.contains(beside))
                .collect();
            if self.stream.one_in(4)
                && let Some(&splash) = self.stream.pick(&sides)
            {
                bloody.insert(splash);
                stains.push(splash);
            }
            let Some(next) = nearer(&self.to_exit, at) else {
                break;
            };
            at = next;
        }
    }
}

/// The cells of a shortest way from start to exit, both included. Where the two are side by side, as
/// in a house, the raid has been all the way in: then from the cell farthest from the exit.
fn way(level: &Level, to_exit: &Grid<u32>) -> Vec<Pos> {
    let reached = to_exit.iter().filter(|&(_, &steps)| steps != u32::MAX);
    let farthest = reached.max_by_key(|&(_, &steps)| steps).map(|(pos, _)| pos);
    let from = if level.start.is_beside(level.exit) { farthest } else { None };
    std::iter::successors(Some(from.unwrap_or(level.start)), |&pos| nearer(to_exit, pos)).collect()
}

/// The first neighbour, cardinal ones first, that is nearer to where steps are counted from.
fn nearer(steps: &Grid<u32>, pos: Pos) -> Option<Pos> {
    pos.cardinals()
        .chain(pos.neighbours())
        .find(|&beside| steps.get(beside).is_some_and(|&there| there < steps[pos]))
}

fn with_slack(need: usize, percent: u32) -> u16 {
    let spare = (need * percent as usize).div_ceil(100);
    (need + spare).min(usize::from(u16::MAX)) as u16
}
