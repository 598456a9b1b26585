//! Checks of `tutorial.ron`.

use super::checker::{Checker, find};
use crate::actor::ActorKind;
use crate::cast::PartyKind;
use crate::effect::TrapKind;
use crate::item::ItemKind;
use crate::job::JobKind;
use crate::picture::Sign;
use crate::source::Checked;
use crate::terrain::FixtureState;
use crate::tile::Tile;
use crate::tutorial::{Lesson, TutorCondition, Tutorial, TutorialFloor};

/// The largest floor: one that a small screen shows whole, below the text of a lesson.
const MAX_COLUMNS: usize = 56;
const MAX_ROWS: usize = 14;
/// The most that a lesson says, with its title: it stands above the map.
const MAX_LESSON_BYTES: usize = 250;
const MAX_TEXT_BYTES: usize = 300;
/// A supply that is used up in one job can always be filled up before the next.
const MAX_SUPPLY: i32 = 99;

/// Checks the tutorial and resolves whom it names.
pub(super) fn check(
    file: Checker<'_>,
    tutorial: &mut Tutorial,
    (actors, items): (&[ActorKind], &[ItemKind]),
    (traps, parties): (&[TrapKind], &[PartyKind]),
) -> Checked {
    let floor = &mut tutorial.floor;
    check_map(file, floor, actors)?;
    let is_known = |field: &str, name: &str, is_there: bool| {
        file.ensure(is_there, field, format_args!("there is no “{name}” in the data"))
    };
    is_known("trap", &floor.trap, find(traps, &floor.trap).is_some())?;
    is_known("item", &floor.item, find(items, &floor.item).is_some())?;
    is_known("body", &floor.body, find(actors, &floor.body).is_some())?;
    for supply in floor.supplies.into_iter().filter(|&supply| supply > 0) {
        file.within("supplies", supply, floor.refill_below, MAX_SUPPLY)?;
    }
    file.within("par", floor.par, 1, floor.night - 1)?;
    let party = find(parties, &floor.party.name);
    is_known("party", &floor.party.name, party.is_some())?;
    floor.party.id = party.unwrap_or_default();
    check_places(file, floor)?;
    check_lessons(file, tutorial)?;
    file.unique(tutorial.remarks.iter().map(|remark| remark.name.as_str()))?;
    for remark in &tutorial.remarks {
        let file = file.of(&remark.name);
        file.line("text", &remark.text, MAX_TEXT_BYTES)?;
        check_condition(file, "when", &remark.when, tutorial)?;
    }
    check_pages(file, tutorial)
}

fn check_map(file: Checker<'_>, floor: &TutorialFloor, actors: &[ActorKind]) -> Checked {
    let rows: Vec<Vec<char>> = floor.map.iter().map(|row| row.chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let fits = (3..=MAX_ROWS).contains(&rows.len()) && (3..=MAX_COLUMNS).contains(&width);
    let message = format_args!("must have 3×3 to {MAX_COLUMNS}×{MAX_ROWS} cells");
    file.ensure(fits, "map", message)?;
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
                Some(Sign::Fixture(FixtureState::DoorOpen | FixtureState::PostEmpty)) => {
                    return error(format!("column {x}: '{cell}' cannot be on this floor"));
                }
                None if !actors.iter().any(|actor| actor.glyph == cell) => {
                    return error(format!("column {x}: '{cell}' stands for nothing"));
                }
                _ => {}
            }
        }
    }
    let cells = || rows.iter().flatten().filter_map(|&cell| Sign::of(cell));
    for (wanted, character) in [
        (Sign::Start, '@'),
        (Sign::Ground(Tile::Exit), '>'),
        (Sign::Fixture(FixtureState::Closet), 'K'),
    ] {
        let count = cells().filter(|&sign| sign == wanted).count();
        let message = format_args!("there must be one '{character}', and there are {count}");
        file.ensure(count == 1, "map", message)?;
    }
    Ok(())
}

fn check_places(file: Checker<'_>, floor: &TutorialFloor) -> Checked {
    file.unique(floor.places.iter().map(|place| place.name.as_str()))?;
    let (width, height) = (floor.map[0].chars().count() as i32, floor.map.len() as i32);
    for place in &floor.places {
        let (file, (x, y), (w, h)) = (file.of(&place.name), place.at, place.size);
        file.within("at", x, 0, width - 1)?;
        file.within("at", y, 0, height - 1)?;
        file.within("size", w, 1, width - x)?;
        file.within("size", h, 1, height - y)?;
    }
    Ok(())
}

fn check_lessons(file: Checker<'_>, tutorial: &Tutorial) -> Checked {
    let lessons = &tutorial.lessons;
    file.count("lessons", lessons, 1, 40)?;
    file.unique(lessons.iter().map(|lesson| lesson.name.as_str()))?;
    for Lesson { name, title, text, help, until, .. } in lessons {
        let file = file.of(name);
        file.line("title", title, MAX_TEXT_BYTES)?;
        file.line("text", text, MAX_TEXT_BYTES)?;
        file.line("help", help, MAX_TEXT_BYTES)?;
        let message = format_args!("with its title longer than {MAX_LESSON_BYTES} bytes");
        file.ensure(title.len() + text.len() <= MAX_LESSON_BYTES, "text", message)?;
        check_condition(file, "until", until, tutorial)?;
    }
    let ends = lessons.iter().any(|lesson| lesson.until == TutorCondition::ClockedOut);
    file.ensure(ends, "lessons", "no lesson ends with ClockedOut")?;
    file.line("ahead", &tutorial.ahead, MAX_TEXT_BYTES)
}

/// Refuses names of places and lessons that there are none of, and lists without an entry.
fn check_condition(
    file: Checker<'_>,
    field: &str,
    condition: &TutorCondition,
    tutorial: &Tutorial,
) -> Checked {
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
            return Err(file.error(field, problem));
        }
    }
    Ok(())
}

/// The sign of what is a job of a kind; strays cannot be drawn.
fn sign_of(job: JobKind) -> Option<Sign> {
    Some(match job {
        JobKind::Trap => Sign::Fixture(FixtureState::TrapSprung),
        JobKind::Chest => Sign::Fixture(FixtureState::ChestLooted),
        JobKind::Body => Sign::Body,
        JobKind::Door => Sign::Fixture(FixtureState::DoorBroken),
        JobKind::Light => Sign::Fixture(FixtureState::LightDead),
        JobKind::Stain => Sign::Stain,
        JobKind::Pen => return None,
    })
}

fn check_pages(file: Checker<'_>, tutorial: &Tutorial) -> Checked {
    let (road, ending) = (&tutorial.road, &tutorial.ending);
    file.line("road.title", &road.title, MAX_TEXT_BYTES)?;
    for row in &road.map {
        if !row.is_ascii() || row.len() > 60 {
            let message = "wider than 60 columns, or not ASCII".to_owned();
            return Err(file.error_of_row("road.map", row, message));
        }
    }
    let texts = road.text.iter().map(|text| ("road.text", text));
    let ends = ending.text.iter().map(|text| ("ending.text", text));
    let lines = [
        ("ending.title", &ending.title),
        ("ending.left", &ending.left),
        ("ending.learned", &ending.learned),
        ("ending.missed", &ending.missed),
    ];
    let mut all = texts.chain(ends).chain(lines);
    all.try_for_each(|(field, text)| file.line(field, text, MAX_TEXT_BYTES))
}
