//! Levels drawn as pictures, one character a cell: the signs of [`Sign`], the glyphs of actors, and
//! the digits 1 3 5 7 9 for whoever is said, where a glyph stands for something else.

use crate::sim::prelude::*;
use crate::sim::shift::build::Mess;
use content::{CellPart, FixtureState, Sign};
use levels::{Detail, Level, Thing, ThingKind, Tile};
use thiserror::Error;

pub struct Drawn {
    pub level: Level,
    pub mess: Mess,
    /// Doors that stand open.
    pub opened: Vec<Pos>,
    /// Posts that somebody has left.
    pub posts: Vec<Pos>,
}

/// Which kinds the characters of a picture stand for.
pub struct Names<'a> {
    pub kind: &'a str,
    pub trap: &'a str,
    pub item: &'a str,
    pub body: &'a str,
    /// Actors by the digits that stand for them.
    pub actors: Vec<(char, &'a str)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    #[error("“{0}” stands for nothing")]
    NoSign(char),
    #[error("there is no “{0}” in the data")]
    NoName(String),
    #[error("it is no rectangle of cells")]
    NoRectangle,
    #[error("there is no upkeeper on it, “@”")]
    NoPlayer,
}

pub fn read(map: &[String], names: &Names<'_>, catalog: &Catalog) -> Result<Drawn, PictureError> {
    let width = map.first().map_or(0, |row| row.chars().count());
    let is_even = map.iter().all(|row| row.chars().count() == width);
    let cells: Vec<char> = map.iter().flat_map(|row| row.chars()).collect();
    let map = Grid::from_cells(width as i32, cells).filter(|_| is_even);
    let map = map.ok_or(PictureError::NoRectangle)?;
    let (mut mess, mut opened, mut things) = (Mess::default(), Vec::new(), Vec::new());
    let mut posts = Vec::new();
    for (pos, &cell) in map.iter() {
        match Sign::of(cell) {
            Some(Sign::Fixture(FixtureState::TrapSprung)) => mess.sprung.push(pos),
            Some(Sign::Fixture(FixtureState::ChestLooted)) => mess.looted.push(pos),
            Some(Sign::Fixture(FixtureState::DoorBroken)) => mess.broken.push(pos),
            Some(Sign::Fixture(FixtureState::LightDead)) => mess.dark.push(pos),
            Some(Sign::Stain) => mess.stains.push(pos),
            Some(Sign::Body) => {
                let body = catalog.find_actor(names.body);
                let body = body.ok_or_else(|| PictureError::NoName(names.body.to_owned()))?;
                mess.bodies.push((pos, body));
            }
            Some(Sign::Fixture(FixtureState::DoorOpen)) => opened.push(pos),
            Some(Sign::Fixture(FixtureState::PostEmpty)) => posts.push(pos),
            _ => {}
        }
        let thing = thing(cell, names, catalog).map_err(PictureError::NoSign)?;
        if let Some((kind, name)) = thing {
            let name = name.to_owned();
            things.push(Thing { kind, name, x: pos.x, y: pos.y, tier: 1, room: None });
        }
    }
    let find = |wanted| map.iter().find(|&(_, &cell)| cell == wanted).map(|(pos, _)| pos);
    let level = Level {
        kind: names.kind.to_owned(),
        seed: Seed(1),
        depth: Depth(1),
        floor: FloorKey::SHIFT,
        tiles: map.map(|&cell| tile(cell)),
        start: find('@').ok_or(PictureError::NoPlayer)?,
        exit: find('>').unwrap_or(Pos::new(1, 1)),
        rooms: Vec::new(),
        links: Vec::new(),
        things,
        certificate: None,
        attempts: 1,
        detail: Detail::default(),
    };
    Ok(Drawn { level, mess, opened, posts })
}

fn tile(cell: char) -> Tile {
    match Sign::of(cell) {
        Some(Sign::Ground(tile)) => tile,
        Some(Sign::Fixture(state)) if CellPart::Fixture(state).is_door() => Tile::Door,
        _ => Tile::Floor,
    }
}

fn thing<'a>(
    cell: char,
    names: &Names<'a>,
    catalog: &'a Catalog,
) -> Result<Option<(ThingKind, &'a str)>, char> {
    let Some(sign) = Sign::of(cell) else {
        let said = names.actors.iter().find(|&&(digit, _)| digit == cell);
        let drawn = || catalog.actors.iter().find(|actor| actor.glyph == cell);
        let name = match said {
            Some(&(_, name)) => name,
            None => drawn().ok_or(cell)?.name.as_str(),
        };
        return Ok(Some((ThingKind::Actor, name)));
    };
    Ok(Some(match sign {
        Sign::Ground(tile) if tile.is_door() => (ThingKind::Door, "door"),
        Sign::Ground(_) | Sign::Start | Sign::Body | Sign::Stain => return Ok(None),
        Sign::Ledge(down) => (ThingKind::Door, ledge(down)),
        Sign::Key => (ThingKind::Key, "key"),
        Sign::BossKey => (ThingKind::BossKey, "boss_key"),
        Sign::Feather => (ThingKind::Feather, "feather"),
        Sign::Satchel => (ThingKind::Satchel, "satchel"),
        Sign::Item => (ThingKind::Item, names.item),
        Sign::Fixture(state) => match state {
            FixtureState::TrapArmed | FixtureState::TrapSprung => (ThingKind::Trap, names.trap),
            FixtureState::ChestFull | FixtureState::ChestLooted => (ThingKind::Chest, "chest"),
            FixtureState::LightLit | FixtureState::LightDead => (ThingKind::Light, "light"),
            FixtureState::PostEmpty | FixtureState::PostKept => return Ok(None),
            FixtureState::Crate => (ThingKind::Crate, "crate"),
            FixtureState::Wardrobe => (ThingKind::Crate, "wardrobe"),
            FixtureState::Alcove => (ThingKind::Crate, "alcove"),
            FixtureState::House => (ThingKind::House, "house"),
            FixtureState::Chute => (ThingKind::Chute, "chute"),
            FixtureState::Well => (ThingKind::Well, "well"),
            FixtureState::Closet => (ThingKind::Closet, "closet"),
            _ => (ThingKind::Door, "door"),
        },
    }))
}

/// The name of a ledge as a thing; pictures have those in the four directions alone.
fn ledge(down: Dir) -> &'static str {
    match down {
        Dir::North => "drop north",
        Dir::East => "drop east",
        Dir::South => "drop south",
        _ => "drop west",
    }
}
