//! The characters of floors that are drawn by hand, one a cell.
//!
//! Letters that are no sign are actors, by their glyphs in `data/actors.ron`.
//!
//! ```text
//! #  wall      .  floor     ~  deep water   "  grass     =  road      @  the start   >  the exit
//! +  door      /  open      X  broken       L  locked    B  boss's    H  of a house
//! _  pit       %  rubble    8 6 2 4  a ledge, down to the north, east, south, west
//! k  small key q  boss key  f  feather boots             S  satchel   x  crate
//! ^  trap      v  sprung    c  chest        C  looted    O  light     o  dead light
//! |  wardrobe  (  hollow
//! U  chute     W  well      K  closet       &  body      *  stain     !  item
//! p  an empty post
//! ```

use crate::Tile;
use base::Dir;

/// What a character of a picture stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Terrain, by the character that it has in dumps.
    Ground(Tile),
    Start,
    Door(DoorSign),
    HouseDoor,
    /// A ledge, and the way down.
    Ledge(Dir),
    Key,
    BossKey,
    Feather,
    Satchel,
    Crate,
    Wardrobe,
    Alcove,
    Trap {
        sprung: bool,
    },
    Chest {
        looted: bool,
    },
    Light {
        dead: bool,
    },
    Chute,
    Well,
    Closet,
    Body,
    Stain,
    Item,
    EmptyPost,
}

/// The state of a door without a lock in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoorSign {
    Closed,
    Open,
    Broken,
}

impl Sign {
    /// The sign of a character; `None` for a letter that may be an actor's, and for what stands for
    /// nothing.
    pub fn of(character: char) -> Option<Sign> {
        Some(match character {
            '@' => Sign::Start,
            '+' => Sign::Door(DoorSign::Closed),
            '/' => Sign::Door(DoorSign::Open),
            'X' => Sign::Door(DoorSign::Broken),
            'H' => Sign::HouseDoor,
            '8' => Sign::Ledge(Dir::North),
            '6' => Sign::Ledge(Dir::East),
            '2' => Sign::Ledge(Dir::South),
            '4' => Sign::Ledge(Dir::West),
            'k' => Sign::Key,
            'q' => Sign::BossKey,
            'f' => Sign::Feather,
            'S' => Sign::Satchel,
            'x' => Sign::Crate,
            '|' => Sign::Wardrobe,
            '(' => Sign::Alcove,
            '^' => Sign::Trap { sprung: false },
            'v' => Sign::Trap { sprung: true },
            'c' => Sign::Chest { looted: false },
            'C' => Sign::Chest { looted: true },
            'O' => Sign::Light { dead: false },
            'o' => Sign::Light { dead: true },
            'U' => Sign::Chute,
            'W' => Sign::Well,
            'K' => Sign::Closet,
            '&' => Sign::Body,
            '*' => Sign::Stain,
            '!' => Sign::Item,
            'p' => Sign::EmptyPost,
            // Solid rock and the start of dumps are not drawn.
            ' ' | '<' => return None,
            _ => Sign::Ground(Tile::of_character(character)?),
        })
    }
}
