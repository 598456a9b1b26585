//! Checks of `tutorial.ron`.

use super::checker::{Checker, find};
use crate::actor::ActorKind;
use crate::cast::PartyKind;
use crate::effect::TrapKind;
use crate::item::ItemKind;
use crate::job::JobKind;
use crate::picture::{DoorSign, Sign};
use crate::source::DataError;
use crate::tile::Tile;
use crate::tutorial::{TutorCondition, Tutorial, TutorialFloor};

/// The largest floor: one that a small screen shows whole, below the text of a lesson.
const MAX_COLUMNS: usize = 56;
const MAX_ROWS: usize = 14;
/// The most that a lesson says, with its title: it stands above the map.
const MAX_LESSON_BYTES: usize = 250;
const MAX_TEXT_BYTES: usize = 300;
/// A supply that is used up in one job can always be filled up before the next.
const MAX_SUPPLY: i32 = 99;

/// What the tutorial names in other files.
pub(super) struct TutorialNames<'a> {
    pub actors: &'a [ActorKind],
    pub items: &'a [ItemKind],
    pub traps: &'a [TrapKind],
    pub parties: &'a [PartyKind],
}

/// Checks the tutorial and resolves whom it names.
pub(super) fn check(
    file: &Checker<'_>,
    tutorial: &mut Tutorial,
    names: &TutorialNames<'_>,
) -> Result<(), DataError> {
    check_map(file, &tutorial.floor, names)?;
    check_floor(file, &mut tutorial.floor, names)?;
    check_lessons(file, tutorial)?;
    check_remarks(file, tutorial)?;
    check_pages(file, tutorial)
}

fn check_map(
    file: &Checker<'_>,
    floor: &TutorialFloor,
    names: &TutorialNames<'_>,
) -> Result<(), DataError> {
    let rows: Vec<Vec<char>> = floor.map.iter().map(|row| row.chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    if rows.len() < 3 || rows.len() > MAX_ROWS || !(3..=MAX_COLUMNS).contains(&width) {
        let message = format!("must have 3×3 to {MAX_COLUMNS}×{MAX_ROWS} cells");
        return Err(file.error("", "map", message));
    }
    for (y, row) in rows.iter().enumerate() {
        let error = |message: String| Err(file.error_of_row("map", &floor.map[y], message));
        if row.len() != width {
            return error(format!("{} cells, but the first row has {width}", row.len()));
        }
        for (x, &cell) in row.iter().enumerate() {
            let is_edge = y == 0 || y + 1 == rows.len() || x == 0 || x + 1 == width;
            if is_edge && cell != '#' {
                return error(format!("column {x}: a wall '#' goes all round"));
            }
            match Sign::of(cell) {
                Some(Sign::Door(DoorSign::Open) | Sign::EmptyPost) => {
                    return error(format!("column {x}: '{cell}' cannot be on this floor"));
                }
                None if !names.actors.iter().any(|actor| actor.glyph == cell) => {
                    return error(format!("column {x}: '{cell}' stands for nothing"));
                }
                _ => {}
            }
        }
    }
    let cells = || rows.iter().flatten().filter_map(|&cell| Sign::of(cell));
    for (wanted, character) in
        [(Sign::Start, '@'), (Sign::Ground(Tile::Exit), '>'), (Sign::Closet, 'K')]
    {
        let count = cells().filter(|&sign| sign == wanted).count();
        if count != 1 {
            let message = format!("there must be one '{character}', and there are {count}");
            return Err(file.error("", "map", message));
        }
    }
    Ok(())
}

fn check_floor(
    file: &Checker<'_>,
    floor: &mut TutorialFloor,
    names: &TutorialNames<'_>,
) -> Result<(), DataError> {
    let unknown = |field: &str, name: &str| {
        let message = format!("there is no “{name}” in the data");
        Err(file.error("", field, message))
    };
    if !names.traps.iter().any(|trap| trap.name == floor.trap) {
        return unknown("trap", &floor.trap);
    }
    if !names.items.iter().any(|item| item.name == floor.item) {
        return unknown("item", &floor.item);
    }
    if !names.actors.iter().any(|actor| actor.name == floor.body) {
        return unknown("body", &floor.body);
    }
    for supply in floor.supplies.into_iter().filter(|&supply| supply > 0) {
        file.within("", "supplies", supply, floor.refill_below, MAX_SUPPLY)?;
    }
    file.within("", "par", floor.par, 1, floor.night - 1)?;
    let Some(party) = find(names.parties, &floor.party.name) else {
        return unknown("party", &floor.party.name);
    };
    floor.party.id = party;
    file.unique(floor.places.iter().map(|place| place.name.as_str()))?;
    let (width, height) = (floor.map[0].chars().count() as i32, floor.map.len() as i32);
    for place in &floor.places {
        let ((x, y), (w, h)) = (place.at, place.size);
        file.within(&place.name, "at", x, 0, width - 1)?;
        file.within(&place.name, "at", y, 0, height - 1)?;
        file.within(&place.name, "size", w, 1, width - x)?;
        file.within(&place.name, "size", h, 1, height - y)?;
    }
    Ok(())
}

fn check_lessons(file: &Checker<'_>, tutorial: &Tutorial) -> Result<(), DataError> {
    let lessons = &tutorial.lessons;
    file.count("", "lessons", lessons, 1, 40)?;
    file.unique(lessons.iter().map(|lesson| lesson.name.as_str()))?;
    for lesson in lessons {
        let error = |field: &str, message: String| Err(file.error(&lesson.name, field, message));
        for (field, text) in [("title", &lesson.title), ("text", &lesson.text)] {
            check_text(file, &lesson.name, field, text)?;
        }
        check_text(file, &lesson.name, "help", &lesson.help)?;
        if lesson.title.len() + lesson.text.len() > MAX_LESSON_BYTES {
            let message = format!("with its title longer than {MAX_LESSON_BYTES} bytes");
            return error("text", message);
        }
        check_condition(file, &lesson.name, "until", &lesson.until, tutorial)?;
    }
    if !lessons.iter().any(|lesson| lesson.until == TutorCondition::ClockedOut) {
        return Err(file.error("", "lessons", "no lesson ends with ClockedOut".to_owned()));
    }
    check_text(file, "", "ahead", &tutorial.ahead)
}

fn check_remarks(file: &Checker<'_>, tutorial: &Tutorial) -> Result<(), DataError> {
    file.unique(tutorial.remarks.iter().map(|remark| remark.name.as_str()))?;
    for remark in &tutorial.remarks {
        check_text(file, &remark.name, "text", &remark.text)?;
        check_condition(file, &remark.name, "when", &remark.when, tutorial)?;
    }
    Ok(())
}

/// Refuses names of places and lessons that there are none of, and lists without an entry.
fn check_condition(
    file: &Checker<'_>,
    entry: &str,
    field: &str,
    condition: &TutorCondition,
    tutorial: &Tutorial,
) -> Result<(), DataError> {
    for part in condition.parts() {
        let problem = match part {
            TutorCondition::At(name) => {
                let is_known = tutorial.floor.places.iter().any(|place| place.name == *name);
                (!is_known).then(|| format!("there is no place “{name}”"))
            }
            TutorCondition::Learned(name) => {
                let is_known = tutorial.lessons.iter().any(|lesson| lesson.name == *name);
                (!is_known).then(|| format!("there is no lesson “{name}”"))
            }
            TutorCondition::Complete(job) => {
                let is_there = sign_of(*job).is_some_and(|sign| {
                    let mut cells = tutorial.floor.map.iter().flat_map(|row| row.chars());
                    cells.any(|cell| Sign::of(cell) == Some(sign))
                });
                (!is_there).then(|| format!("there is no {} to do on the map", job.name()))
            }
            TutorCondition::All(parts) | TutorCondition::Any(parts) => {
                parts.is_empty().then(|| "a list without a condition".to_owned())
            }
            _ => None,
        };
        if let Some(problem) = problem {
            return Err(file.error(entry, field, problem));
        }
    }
    Ok(())
}

/// The sign of what is a job of a kind; strays cannot be drawn.
fn sign_of(job: JobKind) -> Option<Sign> {
    Some(match job {
        JobKind::Trap => Sign::Trap { sprung: true },
        JobKind::Chest => Sign::Chest { looted: true },
        JobKind::Body => Sign::Body,
        JobKind::Door => Sign::Door(DoorSign::Broken),
        JobKind::Light => Sign::Light { dead: true },
        JobKind::Stain => Sign::Stain,
        JobKind::Pen => return None,
    })
}

fn check_pages(file: &Checker<'_>, tutorial: &Tutorial) -> Result<(), DataError> {
    let (road, ending) = (&tutorial.road, &tutorial.ending);
    check_text(file, "", "road.title", &road.title)?;
    for row in &road.map {
        if !row.is_ascii() || row.len() > 60 {
            let message = "wider than 60 columns, or not ASCII".to_owned();
            return Err(file.error_of_row("road.map", row, message));
        }
    }
    let texts = road.text.iter().map(|text| ("road.text", text));
    let ends = ending.text.iter().map(|text| ("ending.text", text));
    for (field, text) in texts.chain(ends) {
        check_text(file, "", field, text)?;
    }
    for (field, text) in [
        ("ending.title", &ending.title),
        ("ending.left", &ending.left),
        ("ending.learned", &ending.learned),
        ("ending.missed", &ending.missed),
    ] {
        check_text(file, "", field, text)?;
    }
    Ok(())
}

fn check_text(file: &Checker<'_>, entry: &str, field: &str, text: &str) -> Result<(), DataError> {
    if text.is_empty() || text.len() > MAX_TEXT_BYTES || text.chars().any(char::is_control) {
        let message = format!("must be a line of 1 to {MAX_TEXT_BYTES} bytes");
        return Err(file.error(entry, field, message));
    }
    Ok(())
}
