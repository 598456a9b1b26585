//! Levels drawn as pictures, one character a cell.
//!
//! Letters that stand for nothing below are actors, by their glyphs in `data/actors.ron`.
//!
//! ```text
//! #  wall      .  floor     ~  deep water   "  grass     =  road      @  the start   >  the exit
//! +  door      /  open      X  broken       L  locked    B  boss's    H  of a house
//! _  pit       %  rubble    8 6 2 4  a ledge, down to the north, east, south, west
//! k  small key q  boss key  f  feather boots             S  satchel   x  crate
//! ^  trap      v  sprung    c  chest        C  looted    O  light     o  dead light
//! |  wardrobe  (  hollow
//! U  chute     W  well      K  closet       &  body      *  stain     !  item
//! p  an empty post          1 3 5 7 9  whoever is said, where a glyph stands for something else
//! ```

use thiserror::Error;

use crate::base::{Grid, Pos, Seed};
use crate::content::{Catalog, Depth, FloorKey};
use crate::levelgen::{Detail, Level, Thing, ThingKind, Tile};
use crate::sim::Mess;

/// A picture as a level in a state.
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

/// Why a picture is no level.
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

/// Reads a picture.
pub fn read(map: &[String], names: &Names<'_>, catalog: &Catalog) -> Result<Drawn, PictureError> {
    let width = map.first().map_or(0, |row| row.chars().count());
    let is_even = map.iter().all(|row| row.chars().count() == width);
    let cells: Vec<char> = map.iter().flat_map(|row| row.chars()).collect();
    let map = Grid::from_cells(width as i32, cells).filter(|_| is_even);
    let map = map.ok_or(PictureError::NoRectangle)?;
    let (mut mess, mut opened, mut things) = (Mess::default(), Vec::new(), Vec::new());
    let mut posts = Vec::new();
    for (pos, &cell) in map.iter() {
        match cell {
            'v' => mess.sprung.push(pos),
            'C' => mess.looted.push(pos),
            'X' => mess.broken.push(pos),
            'o' => mess.dark.push(pos),
            '*' => mess.stains.push(pos),
            '&' => {
                let body = catalog.find_actor(names.body);
                let body = body.ok_or_else(|| PictureError::NoName(names.body.to_owned()))?;
                mess.bodies.push((pos, body));
            }
            '/' => opened.push(pos),
            'p' => posts.push(pos),
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
    match cell {
        '#' => Tile::Wall,
        '~' => Tile::DeepWater,
        '"' => Tile::Grass,
        '=' => Tile::Road,
        '_' => Tile::Pit,
        '%' => Tile::Rubble,
        'L' => Tile::LockedDoor,
        'B' => Tile::BossDoor,
        '+' | '/' | 'X' | 'H' => Tile::Door,
        '>' => Tile::Exit,
        _ => Tile::Floor,
    }
}

fn thing<'a>(
    cell: char,
    names: &Names<'a>,
    catalog: &'a Catalog,
) -> Result<Option<(ThingKind, &'a str)>, char> {
    Ok(Some(match cell {
        '#' | '.' | '~' | '"' | '=' | '_' | '%' | '@' | '>' | '&' | '*' | 'p' => {
            return Ok(None);
        }
        '^' | 'v' => (ThingKind::Trap, names.trap),
        'c' | 'C' => (ThingKind::Chest, "chest"),
        '+' | '/' | 'X' | 'L' | 'B' => (ThingKind::Door, "door"),
        '8' => (ThingKind::Door, "drop north"),
        '6' => (ThingKind::Door, "drop east"),
        '2' => (ThingKind::Door, "drop south"),
        '4' => (ThingKind::Door, "drop west"),
        'k' => (ThingKind::Key, "key"),
        'q' => (ThingKind::BossKey, "boss_key"),
        'f' => (ThingKind::Feather, "feather"),
        'S' => (ThingKind::Satchel, "satchel"),
        'x' => (ThingKind::Crate, "crate"),
        '|' => (ThingKind::Crate, "wardrobe"),
        '(' => (ThingKind::Crate, "alcove"),
        'H' => (ThingKind::House, "house"),
        'O' | 'o' => (ThingKind::Light, "light"),
        'U' => (ThingKind::Chute, "chute"),
        'W' => (ThingKind::Well, "well"),
        'K' => (ThingKind::Closet, "closet"),
        '!' => (ThingKind::Item, names.item),
        letter => {
            let said = names.actors.iter().find(|&&(digit, _)| digit == letter);
            let drawn = || catalog.actors.iter().find(|actor| actor.glyph == letter);
            let name = match said {
                Some(&(_, name)) => name,
                None => drawn().ok_or(letter)?.name.as_str(),
            };
            (ThingKind::Actor, name)
        }
    }))
}
