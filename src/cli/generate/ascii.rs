//! `gen --format ascii`: a level as a map of characters; with `--animate` all stages in which it is
//! made.

use std::collections::BTreeMap;
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
    write_heading(level, out)?;
    write_map(&level.tiles, &level.things, catalog, paint, out)?;
    legend(level, catalog, paint, out)
}

/// Prints the stages one after the other, each under its number and pass.
pub(super) fn write_stages(
    level: &Level,
    catalog: &Catalog,
    out: &mut impl Write,
) -> io::Result<()> {
    write_heading(level, out)?;
    let stages = level.stages();
    for (number, stage) in (1..).zip(stages) {
        writeln!(out, "\n{number}/{} {}", stages.len(), stage.pass)?;
        let Some(tiles) = stage.tiles() else { continue };
        let things = &level.things[..stage.things.min(level.things.len())];
        write_map(&tiles, things, catalog, Paint::NONE, out)?;
    }
    Ok(())
}

fn write_heading(level: &Level, out: &mut impl Write) -> io::Result<()> {
    let Level { seed, depth, tiles, .. } = level;
    let (kind, width, height) = (sanitize(&level.kind), tiles.width(), tiles.height());
    writeln!(out, "{kind} · seed {seed} · depth {depth} · {width}×{height}")
}

fn write_map(
    tiles: &Grid<Tile>,
    things: &[Thing],
    catalog: &Catalog,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut cells = Grid::filled(tiles.width(), tiles.height(), (' ', Pigment::Plain));
    for (pos, &tile) in tiles.iter() {
        let is_plain = paint == Paint::NONE;
        let hue = if is_plain { Pigment::Plain } else { tile_pigment(tiles, pos, catalog) };
        cells[pos] = (tile.character(), hue);
    }
    for thing in things {
        // A door is a tile as well, and the tile shows whether it is locked.
        if tiles[thing.pos()].is_door() {
            continue;
        }
        cells[thing.pos()] = look(thing, catalog);
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
fn tile_pigment(tiles: &Grid<Tile>, pos: Pos, catalog: &Catalog) -> Pigment {
    let is_open = |near| tiles.get(near).is_some_and(|tile| !tile.is_wall());
    if tiles[pos].is_wall() && !pos.neighbours().any(is_open) {
        return Pigment::Faint;
    }
    catalog.terrain.tile(tiles[pos]).pigment()
}

pub(super) fn look(thing: &Thing, catalog: &Catalog) -> (char, Pigment) {
    match thing.kind {
        ThingKind::Trap => ('^', Pigment::Red),
        ThingKind::Chest => ('&', Pigment::Yellow),
        ThingKind::Door => ('+', Pigment::Brown),
        ThingKind::Light => ('*', Pigment::Yellow),
        ThingKind::Closet => ('C', Pigment::Teal),
        ThingKind::Chute => ('O', Pigment::Teal),
        ThingKind::Well => ('W', Pigment::Blue),
        ThingKind::Actor => {
            let id = catalog.find_actor(&thing.name);
            (id.map_or('?', |id| catalog.actor(id).glyph), Pigment::Red)
        }
        ThingKind::Item => ('!', Pigment::Violet),
        ThingKind::Crate => ('n', Pigment::Brown),
        ThingKind::Key => ('k', Pigment::Yellow),
        ThingKind::BossKey => ('K', Pigment::Red),
        ThingKind::Feather => ('f', Pigment::Blue),
        ThingKind::Satchel => ('s', Pigment::Brown),
        ThingKind::House => ('H', Pigment::Brown),
    }
}

/// Each sign with its meaning and number, in the order of the things' kinds. A map without
/// underlines does not show which actor is of the second kind of a letter, so their cells are named.
fn legend(level: &Level, catalog: &Catalog, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    paint.write(Pigment::Bright, "<", out)?;
    write!(out, " start · ")?;
    paint.write(Pigment::Bright, ">", out)?;
    write!(out, " exit")?;
    for ((kind, sign, name), (hue, cells)) in count(level, catalog) {
        write!(out, " · ")?;
        paint.write(hue, &sign.to_string(), out)?;
        write!(out, " {} {}", sanitize(name), cells.len())?;
        let actor = (kind == ThingKind::Actor).then(|| catalog.find_actor(name)).flatten();
        if actor.is_some_and(|id| catalog.actor(id).is_underlined) {
            cells.iter().try_for_each(|at| write!(out, " ({}, {})", at.x, at.y))?;
        }
    }
    writeln!(out)
}

/// The things of a level by kind, sign and name, each with its colour and cells.
type Counts<'a> = BTreeMap<(ThingKind, char, &'a str), (Pigment, Vec<Pos>)>;

fn count<'a>(level: &'a Level, catalog: &Catalog) -> Counts<'a> {
    let mut counts = Counts::new();
    for thing in &level.things {
        let name = match thing.kind {
            ThingKind::Trap => "trap",
            ThingKind::Item => "item",
            _ => &thing.name,
        };
        let (sign, hue) = look(thing, catalog);
        counts.entry((thing.kind, sign, name)).or_insert((hue, Vec::new())).1.push(thing.pos());
    }
    counts
}

/// What the characters of a map stand for, and how many there are of each.
pub(super) fn legend_entries(level: &Level, catalog: &Catalog) -> Vec<String> {
    let entry = |sign: char, name: &str, count: usize| match count {
        1 => format!("{sign} {}", sanitize(name)),
        _ => format!("{sign} {} {count}", sanitize(name)),
    };
    let is_told = |tile: &Tile| !tile.is_wall() && !matches!(tile, Tile::Floor | Tile::Door);
    let tiles = Tile::ALL.into_iter().filter(is_told).filter_map(|tile| {
        let count = level.tiles.cells().iter().filter(|&&known| known == tile).count();
        let name = catalog.terrain.tile(tile).legend();
        (count > 0).then(|| entry(tile.character(), name, count))
    });
    let things = count(level, catalog).into_iter();
    let things = things.map(|((_, sign, name), (_, cells))| entry(sign, name, cells.len()));
    tiles.chain(things).collect()
}
