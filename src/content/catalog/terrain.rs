//! Checks of `terrain.ron` and `looks.ron`.

use unicode_width::UnicodeWidthChar as _;

use super::checker::Checker;
use super::town::check_text;
use crate::condition::ConditionKind;
use crate::level::LevelKind;
use crate::looks::{Looks, Tint};
use crate::source::Checked;
use crate::terrain::{CellPart, Terrain, TerrainRow};

/// What stands in braces in a name, and in the sentences of examine.
const NAME_WORDS: [&str; 2] = ["down", "trap"];
const EXAMINE_WORDS: [&str; 5] = ["cost", "down", "open", "trap", "turns"];

/// Checks that each part of a cell has one row, and that what is different looks different.
pub(super) fn check_terrain(file: Checker<'_>, rows: Vec<TerrainRow>) -> Checked<Terrain> {
    file.unique(rows.iter().map(|row| row.name.as_str()))?;
    for part in CellPart::all() {
        let mut own = rows.iter().filter(|row| row.of == part);
        file.ensure(own.next().is_some(), "of", format_args!("{part:?} has no row"))?;
        if let Some(again) = own.next() {
            return Err(file.of(&again.name).error("of", format_args!("{part:?} stands twice")));
        }
    }
    for (place, row) in rows.iter().enumerate() {
        let file = file.of(&row.name);
        check_row(file, row)?;
        let alike = |other: &&TerrainRow| {
            let is_same_sign = other.sign.0 == row.sign.0 || other.sign.1 == row.sign.1;
            is_same_sign && other.role == row.role && other.help != row.help
        };
        if let Some(other) = rows[..place].iter().find(alike) {
            let message =
                format_args!("looks as “{}” does, but is another in the help", other.name);
            return Err(file.error("sign", message));
        }
    }
    Ok(Terrain::new(rows))
}

/// Checks that every kind of level has its looks, and that tints are of conditions.
pub(super) fn check_looks(
    file: Checker<'_>,
    looks: &Looks,
    levels: &[LevelKind],
    conditions: &[ConditionKind],
) -> Checked {
    file.unique(looks.tints.iter().map(|tint| tint.condition.as_str()))?;
    for Tint { condition, .. } in &looks.tints {
        let is_known = conditions.iter().any(|kind| kind.name == *condition);
        file.ensure(is_known, "tints", format_args!("“{condition}” is no condition"))?;
    }
    file.unique(looks.places.iter().map(|place| place.kind.as_str()))?;
    for level in levels {
        let has_looks = looks.places.iter().any(|place| place.kind == level.name);
        file.ensure(has_looks, "places", format_args!("“{}” has none", level.name))?;
    }
    Ok(())
}

fn check_row(file: Checker<'_>, row: &TerrainRow) -> Checked {
    let (unicode, ascii) = row.sign;
    let is_letter = |c: char| c.is_alphabetic() || c == '@';
    let message = "letters are actors'";
    file.ensure(!is_letter(unicode) && !is_letter(ascii), "sign", message)?;
    // Lines and blocks count as ambiguous, but every terminal has to draw them in one column.
    let is_narrow =
        unicode.width_cjk() == Some(1) || matches!(unicode, '\u{2500}'..='\u{259f}' | '·');
    file.ensure(is_narrow && unicode != ' ', "sign", "must be one column wide on every terminal")?;
    file.ensure(ascii.is_ascii_graphic(), "sign", "the second must be a character of ASCII")?;
    let words = |field, text: &str, known: &[&str]| check_text(file, field, text, known, None);
    words("name", &row.name, &NAME_WORDS)?;
    words("help", &row.help, &[])?;
    words("legend", row.legend(), &NAME_WORDS)?;
    let is_examined = matches!(row.of, CellPart::Tile(_) | CellPart::Fixture(_));
    let message = "tiles and fixtures have one, and nothing else does";
    file.ensure(is_examined != row.examine.is_empty(), "examine", message)?;
    for text in [Some(&row.examine), row.in_town.as_ref(), row.in_house.as_ref()] {
        if let Some(text) = text.filter(|_| is_examined) {
            check_text(file, "examine", text, &EXAMINE_WORDS, Some(&['.', '}']))?;
        }
    }
    Ok(())
}
