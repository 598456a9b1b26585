//! `gen --format ascii`: a level as a map of characters.

use std::io::{self, Write};

use crate::cli::paint::Paint;
use base::{Grid, Pigment, Pos, sanitize};
use content::Catalog;
use levels::{Level, Thing, ThingKind, Tile};

/// Prints a level as a map with its things, and a legend.
pub(super) fn write(
    level: &Level,
    catalog: &Catalog,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let (width, height) = (level.tiles.width(), level.tiles.height());
    let Level { seed, depth, .. } = level;
    let kind = sanitize(&level.kind);
    writeln!(out, "{kind} · seed {seed} · depth {depth} · {width}×{height}")?;
    write_map(&level.tiles, &level.things, catalog, paint, out)?;
    legend(level, catalog, paint, out)
}

/// Prints tiles and things.
pub(super) fn write_map(
    tiles: &Grid<Tile>,
    things: &[Thing],
    catalog: &Catalog,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut cells = Grid::filled(tiles.width(), tiles.height(), (' ', Pigment::Plain));
    for (pos, &tile) in tiles.iter() {
        let hue = if paint == Paint::NONE { Pigment::Plain } else { tile_pigment(tiles, pos) };
        cells[pos] = (tile.character(), hue);
    }
    for thing in things {
        // A door is a tile as well, and the tile shows whether it is locked.
        if tiles[thing.pos()].is_door() {
            continue;
        }
        cells[thing.pos()] = (sign(thing, catalog), pigment(thing.kind));
    }
    let mut line = Vec::new();
    for row in cells.rows() {
        line.clear();
        let end = row.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
        let mut current = Pigment::Plain;
        for &(character, hue) in &row[..end] {
            if hue != current && character != ' ' {
                paint.begin(hue, &mut line)?;
                current = hue;
            }
            line.extend(character.encode_utf8(&mut [0; 4]).bytes());
        }
        if current != Pigment::Plain {
            paint.begin(Pigment::Plain, &mut line)?;
        }
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

/// The colour of a tile. Walls with no open cell beside them are faint.
fn tile_pigment(tiles: &Grid<Tile>, pos: Pos) -> Pigment {
    let is_solid = |tile: Tile| matches!(tile, Tile::Wall | Tile::Rock);
    match tiles[pos] {
        Tile::Wall | Tile::Rock => {
            let is_open = |near| tiles.get(near).is_some_and(|&tile| !is_solid(tile));
            if pos.neighbours().any(is_open) { Pigment::Stone } else { Pigment::Faint }
        }
        Tile::Floor => Pigment::Plain,
        Tile::Door => Pigment::Brown,
        Tile::LockedDoor => Pigment::Yellow,
        Tile::BossDoor => Pigment::Red,
        Tile::Pit => Pigment::Orange,
        Tile::Rubble => Pigment::Orange,
        Tile::DeepWater => Pigment::Blue,
        Tile::Grass => Pigment::Green,
        Tile::Road => Pigment::Stone,
        Tile::Start | Tile::Exit => Pigment::Bright,
    }
}

fn pigment(kind: ThingKind) -> Pigment {
    match kind {
        ThingKind::Trap | ThingKind::Actor | ThingKind::BossKey => Pigment::Red,
        ThingKind::Chest | ThingKind::Light | ThingKind::Key => Pigment::Yellow,
        ThingKind::Door | ThingKind::Crate | ThingKind::House | ThingKind::Satchel => {
            Pigment::Brown
        }
        ThingKind::Closet | ThingKind::Chute => Pigment::Teal,
        ThingKind::Well | ThingKind::Feather => Pigment::Blue,
        ThingKind::Item => Pigment::Violet,
    }
}

fn sign(thing: &Thing, catalog: &Catalog) -> char {
    match thing.kind {
        ThingKind::Trap => '^',
        ThingKind::Chest => '&',
        ThingKind::Door => '+',
        ThingKind::Light => '*',
        ThingKind::Closet => 'C',
        ThingKind::Chute => 'O',
        ThingKind::Well => 'W',
        ThingKind::Actor => {
            catalog.find_actor(&thing.name).map_or('?', |id| catalog.actor(id).glyph)
        }
        ThingKind::Item => '!',
        ThingKind::Crate => 'n',
        ThingKind::Key => 'k',
        ThingKind::BossKey => 'K',
        ThingKind::Feather => 'f',
        ThingKind::Satchel => 's',
        ThingKind::House => 'H',
    }
}

/// Each sign with its meaning and number, in the order of the things' kinds.
fn legend(level: &Level, catalog: &Catalog, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let mut counts: Vec<((ThingKind, char, &str), usize)> = Vec::new();
    for thing in &level.things {
        let name = match thing.kind {
            ThingKind::Trap => "trap",
            ThingKind::Item => "item",
            _ => &thing.name,
        };
        let entry = (thing.kind, sign(thing, catalog), name);
        match counts.iter_mut().find(|(known, _)| *known == entry) {
            Some((_, count)) => *count += 1,
            None => counts.push((entry, 1)),
        }
    }
    counts.sort_unstable();
    paint.write(Pigment::Bright, "<", out)?;
    write!(out, " start · ")?;
    paint.write(Pigment::Bright, ">", out)?;
    write!(out, " exit")?;
    for ((kind, sign, name), count) in counts {
        write!(out, " · ")?;
        paint.write(pigment(kind), &sign.to_string(), out)?;
        write!(out, " {} {count}", sanitize(name))?;
    }
    writeln!(out)
}
