//! The colours of pictures: light floors in dark rock, so that the shape of a level is seen at a
//! glance, and strong colours only for what stands on the floor.

/// A colour of the palette. After the named ones come the steps of the heat scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ink(pub u8);

type Rgb = [u8; 3];

macro_rules! inks {
    ($($name:ident = $rgb:expr,)*) => {
        inks!(@number 0u8; $($name)*);
        const NAMED: &[Rgb] = &[$($rgb),*];
    };
    (@number $number:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: Ink = Ink($number);
        inks!(@number $number + 1; $($rest)*);
    };
    (@number $number:expr;) => {};
}

inks! {
    PAPER = [0x14, 0x15, 0x1a],
    ROCK = [0x20, 0x22, 0x29],
    WALL = [0x5c, 0x60, 0x6d],
    WALL_LIGHT = [0x8b, 0x90, 0x9e],
    WALL_DARK = [0x43, 0x46, 0x51],
    FLOOR = [0xd9, 0xcd, 0xb2],
    FLOOR_EDGE = [0xc9, 0xbc, 0x9f],
    HALL = [0xb4, 0xad, 0xa0],
    HALL_EDGE = [0xa3, 0x9c, 0x90],
    GRASS = [0xa9, 0xb9, 0x7c],
    GRASS_TUFT = [0x5f, 0x8a, 0x45],
    WATER = [0x2d, 0x62, 0xa3],
    WATER_LIGHT = [0x6f, 0xa5, 0xd8],
    ROAD = [0xc0, 0xbd, 0xc4],
    ROAD_EDGE = [0x93, 0x90, 0x99],
    PIT = [0x0c, 0x0c, 0x10],
    PIT_EDGE = [0x7a, 0x5c, 0x3c],
    RUBBLE = [0x83, 0x7a, 0x70],
    RUBBLE_DARK = [0x4f, 0x49, 0x43],
    TEXT = [0xe8, 0xe6, 0xdf],
    FAINT = [0x8e, 0x90, 0x99],
    WHITE = [0xff, 0xff, 0xff],
    DARK = [0x1d, 0x16, 0x12],
    START = [0x00, 0x8f, 0x4c],
    EXIT = [0xd8, 0x1b, 0x60],
    DOOR = [0x8a, 0x4f, 0x22],
    LOCKED = [0xf2, 0xa9, 0x00],
    BOSS = [0xc2, 0x18, 0x18],
    TRAP = [0xd3, 0x3a, 0x1e],
    CHEST = [0xb0, 0x77, 0x0f],
    LIGHT = [0xff, 0xd8, 0x2e],
    LIGHT_EDGE = [0xb8, 0x7a, 0x00],
    CLOSET = [0x00, 0x7d, 0x8a],
    CHUTE = [0x33, 0x4b, 0x52],
    WELL = [0x1f, 0x7f, 0xd6],
    ACTOR = [0x6d, 0x1e, 0x96],
    ITEM = [0xc0, 0x3f, 0xa8],
    CRATE = [0x9c, 0x6b, 0x3f],
    CRATE_DARK = [0x66, 0x40, 0x20],
    KEY = [0xf2, 0xa9, 0x00],
    BOSS_KEY = [0xc2, 0x18, 0x18],
    FEATHER = [0x2f, 0x9a, 0xd8],
    SATCHEL = [0x6a, 0x57, 0x2a],
    HOUSE = [0x9a, 0x3d, 0x2b],
    MEADOW = [0x8f, 0xb0, 0x6b],
    HEATH = [0xb9, 0x9f, 0x6e],
    WOODS = [0x5f, 0x8f, 0x6a],
    MOOR = [0x8a, 0x86, 0xa0],
    DOWNS = [0xc9, 0xc0, 0x8c],
    FENS = [0x6f, 0x9f, 0xa3],
}

/// The lands of the overworld.
pub(super) const LANDS: [Ink; 6] = [MEADOW, HEATH, WOODS, DOWNS, MOOR, FENS];

/// The number of steps of the heat scale.
pub(super) const HEAT_STEPS: u8 = 32;

/// Where the heat scale passes, from the first step to the last: dark to light, so that it is read
/// without its colours too.
const HEAT_POSTS: [Rgb; 5] = [
    [0x3b, 0x1c, 0x5a],
    [0x8c, 0x2a, 0x6f],
    [0xdb, 0x50, 0x4a],
    [0xf8, 0x9f, 0x3c],
    [0xfc, 0xf3, 0xa8],
];

/// A step of the heat scale, at most the last one.
pub(super) fn heat(step: u8) -> Ink {
    Ink(NAMED.len() as u8 + step.min(HEAT_STEPS - 1))
}

/// Red, green and blue of every ink in turn.
pub(super) fn palette() -> Vec<u8> {
    let heats = (0..u32::from(HEAT_STEPS)).map(|step| {
        let way = step * (HEAT_POSTS.len() as u32 - 1) * 64 / (u32::from(HEAT_STEPS) - 1);
        let (post, part) = ((way / 64) as usize, way % 64);
        let next = HEAT_POSTS[(post + 1).min(HEAT_POSTS.len() - 1)];
        [0, 1, 2].map(|channel: usize| {
            let (from, to) = (u32::from(HEAT_POSTS[post][channel]), u32::from(next[channel]));
            ((from * (64 - part) + to * part) / 64) as u8
        })
    });
    NAMED.iter().copied().chain(heats).flatten().collect()
}
