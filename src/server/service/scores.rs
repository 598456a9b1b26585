//! `ssh host scores`: the boards.

use std::fmt::Write as _;

use serde::Serializer as _;
use serde_json::json;

use super::answer::Refused;
use super::boards::{Entry, board, category_query};
use crate::FrontEnd;
use crate::store::{BoardQuery, Origin, Ranking, StoreError};
use base::{Day, Seed};
use content::{Catalog, Category, CategoryMode, Depth};
use runs::save::{Score, ScoreLine, score_text};

/// How many places of each board are told.
const MAX_PLACES: u32 = 20;
/// How many days are told: the newest of those that have a board.
const MAX_DAYS: u32 = 60;

/// Which boards are asked for, and how they are to be told. What is `None` may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScoresRequest {
    /// The id of a category; `None` for the first one, or for the boards of days by points.
    category: Option<String>,
    mode: Option<Mode>,
    /// Of a daily shift.
    date: Option<Day>,
    kind: Option<String>,
    depth: Option<Depth>,
    seed: Option<Seed>,
    origin: Option<Origin>,
    is_json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Shift,
    Daily,
    Campaign,
}

impl ScoresRequest {
    /// Reads `--option value` and `--option=value`; `None` for an unknown option.
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
                "--mode" if value == "shift" => request.mode = Some(Mode::Shift),
                "--mode" if value == "daily" => request.mode = Some(Mode::Daily),
                "--mode" if value == "campaign" => request.mode = Some(Mode::Campaign),
                "--date" => request.date = Some(value.parse().ok()?),
                "--kind" => request.kind = Some(value.to_owned()),
                "--depth" => request.depth = Some(value.parse().ok()?),
                "--seed" => request.seed = Some(Seed::from_text(value)),
                "--origin" => {
                    let origin = Origin::ALL.into_iter().find(|origin| origin.name() == value);
                    request.origin = Some(origin?);
                }
                "--format" if value == "json" => request.is_json = true,
                "--format" if value == "text" => request.is_json = false,
                _ => return None,
            }
        }
        Some(request)
    }

    /// Whether runs at daily shifts are asked for.
    fn is_of_days(&self) -> bool {
        self.mode == Some(Mode::Daily) || self.date.is_some()
    }

    /// The mode whose categories can be meant; `None` if the request does not say.
    fn category_mode(&self) -> Option<CategoryMode> {
        match self.mode {
            Some(Mode::Campaign) => Some(CategoryMode::Campaign),
            Some(Mode::Shift | Mode::Daily) => Some(CategoryMode::Shift),
            None => self.date.is_some().then_some(CategoryMode::Shift),
        }
    }

    /// The category that is asked for: the named one if it is of the mode, or the first one.
    fn find_category<'a>(&self, catalog: &'a Catalog) -> Result<&'a Category, String> {
        let mode = self.category_mode();
        let is_asked = |known: &&Category| mode.is_none_or(|mode| known.mode == mode);
        let mut known = catalog.categories.iter().filter(is_asked);
        let found = match &self.category {
            Some(id) => known.find(|known| known.id == *id),
            None => known.next(),
        };
        found.ok_or_else(|| {
            let ids = catalog.categories.iter().filter(is_asked).map(|known| known.id.as_str());
            let of = mode.map_or(String::new(), |mode| format!(" of {}", mode.runs()));
            let ids = ids.collect::<Vec<_>>().join(", ");
            format!("there is no such category{of}; there are {ids}")
        })
    }

    pub(super) fn answer(&self, front_end: &FrontEnd) -> Result<String, Refused> {
        let catalog = &front_end.catalog;
        let category = self.find_category(catalog).map_err(Refused::usage)?;
        if let Some(kind) = &self.kind
            && !catalog.levels.iter().any(|known| known.name == *kind)
        {
            let kinds: Vec<_> = catalog.levels.iter().map(|known| known.name.as_str()).collect();
            let said = format!("there is no such kind of level; there are {}", kinds.join(", "));
            return Err(Refused::usage(said));
        }
        let mut out = String::new();
        if self.is_of_days() && self.category.is_none() {
            self.write_days(front_end, &mut out)?;
            if out.is_empty() && !self.is_json {
                "No verified run counts for a day yet.\n".clone_into(&mut out);
            }
            return Ok(out);
        }
        for origin in Origin::ALL {
            if self.origin.is_none_or(|asked| asked == origin) {
                self.write_origin(origin, category, front_end, &mut out)?;
            }
        }
        if out.is_empty() && !self.is_json {
            out = format!("{}: no verified run is on that board yet.\n", category.name);
        }
        Ok(out)
    }

    /// The same boards of what is asked for alone.
    fn narrowed(&self, query: BoardQuery) -> BoardQuery {
        BoardQuery {
            kind: self.kind.clone(),
            depth: self.depth.map(|depth| depth.0.into()),
            seed: self.seed.map(|seed| seed.to_string()),
            day: self.date.map(|day| day.to_string()),
            ..query
        }
    }

    /// The tries at daily shifts that count, of each day by themselves.
    fn write_days(&self, front_end: &FrontEnd, out: &mut String) -> Result<(), StoreError> {
        // They are tries at this server's days, played here.
        if self.mode == Some(Mode::Shift) || self.origin == Some(Origin::Submitted) {
            return Ok(());
        }
        let query = self.narrowed(BoardQuery::of_days(MAX_DAYS, MAX_PLACES));
        for entry in board(front_end, &query)? {
            let Some(score) = entry.score() else { continue };
            let place = Some(entry.place);
            if self.is_json {
                // Plain data has no way to fail.
                let mut line =
                    serde_json::to_value(ScoreLine::new(place, &score)).unwrap_or_default();
                if entry.seed.is_none() {
                    line["seed"] = serde_json::Value::Null;
                }
                let _ = writeln!(out, "{line}");
                continue;
            }
            if let (1, Some(day)) = (entry.place, score.day) {
                let Score { kind, depth, .. } = &score;
                let _ = writeln!(out, "{day}: {kind}, depth {depth}");
            }
            let points = format!("{:>6}", score.score);
            let _ = writeln!(out, "{}", score_text(place, &points, &seed_words(&entry), &score));
        }
        Ok(())
    }

    fn write_origin(
        &self,
        origin: Origin,
        category: &Category,
        front_end: &FrontEnd,
        out: &mut String,
    ) -> Result<(), StoreError> {
        let query = category_query(category, origin, MAX_PLACES, &front_end.catalog);
        let mut asked = self.narrowed(query);
        if self.is_of_days()
            && let Ranking::Category(category) = &mut asked.ranking
        {
            "daily".clone_into(&mut category.mode);
        }
        for (kind, depth) in front_end.store.board_floors(&asked)? {
            if !self.is_json {
                let (name, origin) = (&category.name, origin.words());
                let _ = match category.mode {
                    CategoryMode::Shift => {
                        writeln!(out, "{name}, {origin}: {kind}, depth {depth}")
                    }
                    CategoryMode::Campaign => writeln!(out, "{name}, {origin}"),
                };
            }
            let query = BoardQuery { kind: Some(kind), depth: Some(depth), ..asked.clone() };
            for entry in board(front_end, &query)? {
                if self.is_json {
                    // Plain data has no way to fail.
                    let line = json_line(&entry, category).unwrap_or_default();
                    let _ = writeln!(out, "{line}");
                } else {
                    write_text(&entry, category, out);
                }
            }
        }
        Ok(())
    }
}

fn json_line(entry: &Entry, category: &Category) -> serde_json::Result<String> {
    let Entry { place, measure, seed, run, result } = entry;
    let fields = [
        ("schema", json!("upkeeper.board/1")),
        ("category", json!(category.id)),
        ("origin", json!(run.origin.name())),
        ("kind", json!(run.facts.kind)),
        ("depth", json!(run.facts.depth)),
        ("place", json!(place)),
        ("name", json!(run.account_name)),
        // By which the category ranks it.
        ("measure", json!(measure)),
        ("unit", json!(category.measure.unit())),
        // Null as long as it is secret.
        ("seed", json!(seed)),
        ("grade", json!(result.grade)),
        ("score", json!(result.score)),
        ("worked_turns", json!(result.worked_turns)),
        ("commands", json!(result.commands)),
        // When it ended, in seconds since 1970.
        ("when", json!(run.ended.unwrap_or_default().div_euclid(1_000))),
        ("run", json!(run.run.to_string())),
    ];
    let mut line = Vec::new();
    serde_json::Serializer::new(&mut line).collect_map(fields)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

fn seed_words(entry: &Entry) -> String {
    let seed = entry.seed.as_ref();
    seed.map_or("its seed told tomorrow".to_owned(), |seed| format!("seed {seed}"))
}

fn write_text(entry: &Entry, category: &Category, out: &mut String) {
    let Entry { place, measure, run, result, .. } = entry;
    let (unit, name, run) = (category.measure.unit(), &run.account_name, run.run);
    let (seed, date, score, grade) =
        (seed_words(entry), entry.end_day(), result.score, &result.grade);
    let _ = writeln!(
        out,
        "{place:>3}. {measure:>6} {unit} {grade}  {name}: {seed}; {score} points; {date}; run {run}"
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
        let asked = read("--mode campaign").expect("options");
        assert_eq!(asked.category_mode(), Some(CategoryMode::Campaign));
        let asked = read("--mode daily --date 2026-11-22").expect("options");
        assert_eq!((asked.mode, asked.date), (Some(Mode::Daily), "2026-11-22".parse().ok()));
        let unknown = "--mode weekly, --date today, mine, --depth, --depth many, --origin mars, \
                       --format=xml, --most 3";
        for line in unknown.split(", ") {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
