//! `ssh host scores`: the boards.

use std::fmt::Write as _;

use serde::Serialize;

use super::answer::Answer;
use crate::base::Seed;
use crate::content::{Category, Depth};
use crate::server::FrontEnd;
use crate::server::boards::{ORIGINS, board_query, end_day, origin_words};
use crate::server::store::{BoardEntry, BoardQuery, Origin, StoreError};

/// How many places of each board are told.
const MAX_PLACES: u32 = 20;

/// Which boards are asked for, and how they are to be told. What is `None` may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScoresRequest {
    /// The id of a category; `None` for the first one.
    category: Option<String>,
    kind: Option<String>,
    depth: Option<Depth>,
    seed: Option<Seed>,
    origin: Option<Origin>,
    is_json: bool,
}

/// An entry of a board, as a line of JSON.
#[derive(Serialize)]
struct EntryLine<'a> {
    schema: &'static str,
    category: &'a str,
    origin: &'static str,
    kind: &'a str,
    depth: u32,
    place: usize,
    name: &'a str,
    /// By which the category ranks it.
    measure: u32,
    unit: &'static str,
    seed: &'a str,
    grade: &'a str,
    score: u32,
    worked_turns: u32,
    commands: u32,
    /// When it ended, in seconds since 1970.
    when: i64,
    run: String,
}

impl ScoresRequest {
    /// Reads `--option value` and `--option=value`; `None` for anything that is no option of boards.
    pub(super) fn parse(words: &[&str]) -> Option<ScoresRequest> {
        let mut request = ScoresRequest::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (option, value) = match word.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (*word, words.next().copied()),
            };
            let value = value?;
            match option {
                "--category" => request.category = Some(value.to_owned()),
                "--kind" => request.kind = Some(value.to_owned()),
                "--depth" => request.depth = Some(value.parse().ok()?),
                "--seed" => request.seed = Some(Seed::from_text(value)),
                "--origin" => {
                    let origin = ORIGINS.into_iter().find(|origin| origin.name() == value);
                    request.origin = Some(origin?);
                }
                "--format" if value == "json" => request.is_json = true,
                "--format" if value == "text" => request.is_json = false,
                _ => return None,
            }
        }
        Some(request)
    }

    pub(super) fn answer(&self, front_end: &FrontEnd) -> Result<Answer, StoreError> {
        let catalog = &front_end.catalog;
        let category = match &self.category {
            Some(id) => catalog.find_category(id),
            None => catalog.categories.first(),
        };
        let Some(category) = category else {
            let ids: Vec<_> = catalog.categories.iter().map(|known| known.id.as_str()).collect();
            let said = format!("there is no such category; there are {}", ids.join(", "));
            return Ok(Answer::usage(said));
        };
        if let Some(kind) = &self.kind
            && !catalog.levels.iter().any(|known| known.name == *kind)
        {
            let kinds: Vec<_> = catalog.levels.iter().map(|known| known.name.as_str()).collect();
            let said = format!("there is no such kind of level; there are {}", kinds.join(", "));
            return Ok(Answer::usage(said));
        }
        let mut out = String::new();
        for origin in ORIGINS {
            if self.origin.is_none_or(|asked| asked == origin) {
                self.write_origin(origin, category, front_end, &mut out)?;
            }
        }
        if out.is_empty() && !self.is_json {
            out = format!("{}: no verified run is on that board yet.\n", category.name);
        }
        Ok(Answer { out: out.into_bytes(), ..Answer::default() })
    }

    fn write_origin(
        &self,
        origin: Origin,
        category: &Category,
        front_end: &FrontEnd,
        out: &mut String,
    ) -> Result<(), StoreError> {
        let asked = BoardQuery {
            kind: self.kind.clone(),
            depth: self.depth.map(|depth| depth.0.into()),
            seed: self.seed.map(|seed| seed.to_string()),
            ..board_query(category, origin, MAX_PLACES, &front_end.catalog)
        };
        for (kind, depth) in front_end.store.board_floors(&asked)? {
            if !self.is_json {
                let (name, origin) = (&category.name, origin_words(origin));
                let _ = writeln!(out, "{name}, {origin}: {kind}, depth {depth}");
            }
            let query = BoardQuery { kind: Some(kind), depth: Some(depth), ..asked.clone() };
            for (place, entry) in (1..).zip(front_end.store.board(&query)?) {
                if self.is_json {
                    write_json(place, origin, category, &entry, out);
                } else {
                    write_text(place, category, &entry, out);
                }
            }
        }
        Ok(())
    }
}

fn write_json(
    place: usize,
    origin: Origin,
    category: &Category,
    entry: &BoardEntry,
    out: &mut String,
) {
    let line = EntryLine {
        schema: "upkeeper.board/1",
        category: &category.id,
        origin: origin.name(),
        kind: &entry.kind,
        depth: entry.depth,
        place,
        name: &entry.account_name,
        measure: entry.measure,
        unit: category.measure.unit(),
        seed: &entry.seed,
        grade: &entry.grade,
        score: entry.score,
        worked_turns: entry.worked_turns,
        commands: entry.commands,
        when: entry.ended.div_euclid(1_000),
        run: entry.run.to_string(),
    };
    // Plain data has no way to fail.
    let _ = writeln!(out, "{}", serde_json::to_string(&line).unwrap_or_default());
}

fn write_text(place: usize, category: &Category, entry: &BoardEntry, out: &mut String) {
    let BoardEntry { run, account_name, measure, seed, grade, score, .. } = entry;
    let (unit, date) = (category.measure.unit(), end_day(entry));
    let _ = writeln!(
        out,
        "{place:>3}. {measure:>6} {unit} {grade}  {account_name}: seed {seed}; {score} points; {date}; run {run}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_both_forms_and_nothing_else_is() {
        let read = |line: &str| {
            let words: Vec<_> = line.split_whitespace().collect();
            ScoresRequest::parse(&words)
        };
        assert_eq!(read(""), Some(ScoresRequest::default()));
        let asked = read("--category order --depth=3 --origin live --format json --seed mop");
        let asked = asked.expect("options");
        assert_eq!(asked.category.as_deref(), Some("order"));
        assert_eq!((asked.depth, asked.origin), (Some(Depth(3)), Some(Origin::Live)));
        assert_eq!((asked.seed, asked.is_json), (Some(Seed::from_text("mop")), true));
        for line in ["mine", "--depth", "--depth many", "--origin mars", "--format=xml", "--most 3"]
        {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
