//! A level drawn cell by cell: the ground in dark colours, and on it what stands there.

use super::canvas::{Canvas, PAPER};
use super::sheet::Place;
use crate::cli::generate::ascii;
use base::{Pigment, Pos, Rgb, mix};
use content::Catalog;
use levels::{Level, Tile};

/// Letters are written in cells of at least this side.
pub(super) const MIN_LETTER_PIXELS: i32 = 8;
const ROCK: Rgb = [0x0c, 0x0d, 0x10];
const WHITE: Rgb = [0xff; 3];

pub(super) fn draw(canvas: &mut Canvas, place: Place, level: &Level, catalog: &Catalog) {
    for (pos, &tile) in level.tiles.iter() {
        canvas.fill(place.cell(pos), ground(tile, catalog));
        if tile.is_door() {
            let color = catalog.terrain.tile(tile).pigment().rgb();
            mark(canvas, place, pos, tile.character(), color);
        }
    }
    for thing in level.things.iter().filter(|thing| !level.tiles[thing.pos()].is_door()) {
        let (letter, pigment) = ascii::look(thing, catalog);
        mark(canvas, place, thing.pos(), letter, pigment.rgb());
    }
    // Start and exit stand out of everything, in the smallest picture too.
    for (pos, letter, color) in
        [(level.start, '<', Pigment::Green), (level.exit, '>', Pigment::Orange)]
    {
        let around = place.cell(pos).grown(if place.side < MIN_LETTER_PIXELS { 2 } else { 1 });
        canvas.fill(around, WHITE);
        canvas.fill(around.grown(-1), color.rgb());
        write(canvas, place, pos, letter);
    }
}

/// The colour of a tile, of the map in text, as a ground.
fn ground(tile: Tile, catalog: &Catalog) -> Rgb {
    let color = catalog.terrain.tile(tile).pigment().rgb();
    match tile {
        Tile::Rock => ROCK,
        Tile::Wall => mix(color, 5, PAPER),
        Tile::Floor => mix(color, 2, PAPER),
        Tile::Pit => [0; 3],
        _ => mix(color, 3, PAPER),
    }
}

/// A square with a letter.
pub(super) fn mark(canvas: &mut Canvas, place: Place, pos: Pos, letter: char, color: Rgb) {
    canvas.fill(place.cell(pos).grown(-place.side / 8), color);
    write(canvas, place, pos, letter);
}

fn write(canvas: &mut Canvas, place: Place, pos: Pos, letter: char) {
    if place.side >= MIN_LETTER_PIXELS {
        let (cell, column) = (place.cell(pos), place.side / 2);
        canvas.write((cell.x + column / 2, cell.y), column, PAPER, &letter.to_string());
    }
}
