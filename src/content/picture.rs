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

use strum::VariantArray as _;

use crate::terrain::FixtureState;
use crate::tile::Tile;
use base::Dir;

/// What a character of a picture stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Terrain, by the character that it has in dumps.
    Ground(Tile),
    Start,
    Fixture(FixtureState),
    /// A ledge, and the way down.
    Ledge(Dir),
    Key,
    BossKey,
    Feather,
    Satchel,
    Body,
    Stain,
    Item,
}

impl Sign {
    /// The sign of a character; `None` for a letter that may be an actor's, and for what stands for
    /// nothing.
    pub fn of(character: char) -> Option<Sign> {
        Some(match character {
            '@' => Sign::Start,
            '8' => Sign::Ledge(Dir::North),
            '6' => Sign::Ledge(Dir::East),
            '2' => Sign::Ledge(Dir::South),
            '4' => Sign::Ledge(Dir::West),
            'k' => Sign::Key,
            'q' => Sign::BossKey,
            'f' => Sign::Feather,
            'S' => Sign::Satchel,
            '&' => Sign::Body,
            '*' => Sign::Stain,
            '!' => Sign::Item,
            // Solid rock and the start of dumps are not drawn.
            ' ' | '<' => return None,
            _ => match FixtureState::of_character(character) {
                Some(state) => Sign::Fixture(state),
                None => Sign::Ground(Tile::of_character(character)?),
            },
        })
    }
}

impl FixtureState {
    /// The character in pictures; ledges have one for each direction.
    pub const fn character(self) -> char {
        match self {
            FixtureState::TrapArmed => '^',
            FixtureState::TrapSprung => 'v',
            FixtureState::ChestFull => 'c',
            FixtureState::ChestLooted => 'C',
            FixtureState::DoorOpen => '/',
            FixtureState::DoorClosed => '+',
            FixtureState::DoorBroken => 'X',
            FixtureState::DoorLocked => 'L',
            FixtureState::DoorBarred => '-',
            FixtureState::DoorBolted => 'B',
            FixtureState::LightLit => 'O',
            FixtureState::LightDead => 'o',
            FixtureState::PostEmpty => 'p',
            FixtureState::PostKept => 'P',
            FixtureState::Closet => 'K',
            FixtureState::Chute => 'U',
            FixtureState::Well => 'W',
            FixtureState::House => 'H',
            FixtureState::Ledge => '4',
            FixtureState::Crate => 'x',
            FixtureState::Wardrobe => '|',
            FixtureState::Alcove => '(',
        }
    }

    /// Of those that are drawn by hand. Doors with locks are terrain there.
    fn of_character(character: char) -> Option<FixtureState> {
        use FixtureState::{DoorBarred, DoorBolted, DoorLocked, Ledge, PostKept};
        let mut states = FixtureState::VARIANTS.iter().copied();
        let found = states.find(|state| state.character() == character);
        found.filter(|own| ![DoorBarred, DoorBolted, DoorLocked, Ledge, PostKept].contains(own))
    }
}
