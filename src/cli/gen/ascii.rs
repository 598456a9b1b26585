use std::io::{self, Write};

use crate::content::Catalog;
use crate::r#gen::{Level, Thing, ThingKind};

/// Prints a level as a map with all that stands on it, and what the signs mean.
pub(super) fn write(level: &Level, catalog: &Catalog, out: &mut impl Write) -> io::Result<()> {
    let (width, height) = (level.tiles.width(), level.tiles.height());
    writeln!(
        out,
        "{} · seed {} · depth {} · {width}×{height}",
        level.kind, level.seed, level.depth
    )?;
    let mut rows: Vec<Vec<char>> = level.rows().iter().map(|row| row.chars().collect()).collect();
    for thing in &level.things {
        rows[thing.y as usize][thing.x as usize] = sign(thing, catalog);
    }
    for row in rows {
        writeln!(out, "{}", row.iter().collect::<String>().trim_end())?;
    }
    writeln!(out, "{}", legend(level, catalog))
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
fn legend(level: &Level, catalog: &Catalog) -> String {
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
    let entries: Vec<String> =
        counts.iter().map(|((_, sign, name), count)| format!("{sign} {name} {count}")).collect();
    format!("< start · > exit · {}", entries.join(" · "))
}
