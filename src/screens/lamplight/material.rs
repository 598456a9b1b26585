//! The ground of a cell in full light: of its tile, or of the floor and the walls of its place, and
//! with a grain that is the same each time.

use base::{Pos, Rgb};
use content::{Catalog, Place, Tile};

/// The grain makes a cell brighter or darker by at most so many 64ths.
const GRAIN: u32 = 3;

/// The brightness of the top of a wall, in sixteenths of that of its face.
const TOP: u16 = 12;

pub(super) fn ground(catalog: &Catalog, place: &Place, tile: Tile) -> Rgb {
    match catalog.terrain.tile(tile).ground {
        Some(own) => own,
        None if tile.is_wall() => place.wall,
        None => place.floor,
    }
}

/// A colour in a light of so many sixteenths of each part.
pub(super) fn in_light(color: Rgb, light: [u16; 3]) -> Rgb {
    std::array::from_fn(|part| {
        (u32::from(color[part]) * u32::from(light[part]) / 16).min(255) as u8
    })
}

/// The top of a wall, which light falls on less than on its face.
pub(super) fn top(face: Rgb) -> Rgb {
    in_light(face, [TOP; 3])
}

pub(super) fn grained(ground: Rgb, at: Pos) -> Rgb {
    let scale = 64 - GRAIN + grain(at) % (2 * GRAIN + 1);
    ground.map(|part| (u32::from(part) * scale / 64) as u8)
}

/// A number that looks as if it were drawn by lot, by the place alone: the last step of
/// MurmurHash3.
fn grain(at: Pos) -> u32 {
    let mut hash =
        (at.x as u32).wrapping_mul(0x9e37_79b1) ^ (at.y as u32).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// The ground where there are 256 colours, by the one that has its hue. Of the dark ones those have
/// a hue that are plainly blue or green; all others are greys, since the nearest of the cube would
/// be blotches among these.
pub(super) fn of_256(ground: Rgb, hue: Rgb) -> Rgb {
    let [r, g, b] = hue.map(u32::from);
    let [red, green, blue] = ground.map(u32::from);
    match () {
        () if b > 2 * r && 2 * b > 3 * g => [0, 0, 95],
        () if 3 * g > 4 * r && 3 * g > 4 * b => [0, 95, 0],
        () => [(8 + (2 * red + 5 * green + blue) / 80 * 10) as u8; 3],
    }
}
