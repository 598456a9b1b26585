//! Which boards there are: of each category one for each kind of level and depth, those of runs that were played here and those
//! of runs that were handed in apart.

use super::store::{Best, BoardEntry, BoardQuery, DayEntry, Origin};
use base::Day;
use content::{Catalog, Category, CategoryMode, Measure};
use runs::record::Ruleset;

/// The origins in the order in which they are shown.
pub(super) const ORIGINS: [Origin; 2] = [Origin::Live, Origin::Submitted];

/// The mode that runs of a category are of.
fn mode(category: &Category) -> &'static str {
    match category.mode {
        CategoryMode::Shift => "shift",
        CategoryMode::Campaign => "campaign",
    }
}

/// Which measures of a category are better.
pub(super) fn best(category: &Category) -> Best {
    match category.measure {
        Measure::FewestTurns { .. } | Measure::FewestCommands | Measure::FewestNights => {
            Best::Lowest
        }
        Measure::MostPoints => Best::Highest,
    }
}

/// What the store is asked for the boards of a category: those of the rules of this program.
pub(super) fn board_query(
    category: &Category,
    origin: Origin,
    limit: u32,
    catalog: &Catalog,
) -> BoardQuery {
    BoardQuery {
        ruleset: Ruleset::of(catalog).to_string(),
        origin,
        category: category.id.clone(),
        best: best(category),
        mode: mode(category).to_owned(),
        kind: None,
        depth: None,
        seed: None,
        day: None,
        limit,
    }
}

/// An entry of the board of a day, which ranks by points.
pub(super) fn entry_of_day(entry: DayEntry) -> Option<BoardEntry> {
    let run = entry.run;
    let result = run.result?;
    Some(BoardEntry {
        run: run.run,
        account: run.account,
        account_name: run.account_name,
        measure: result.score,
        kind: run.kind,
        depth: run.depth,
        seed: run.seed,
        grade: result.grade,
        score: result.score,
        worked_turns: result.worked_turns,
        commands: result.commands,
        ended: run.ended?,
    })
}

/// Where runs of an origin were played, in words.
pub(super) fn origin_words(origin: Origin) -> &'static str {
    match origin {
        Origin::Live => "played here",
        Origin::Submitted => "handed in",
    }
}

/// The day on which a run ended, in UTC.
pub(super) fn end_day(entry: &BoardEntry) -> Day {
    Day::of_seconds(entry.ended.max(0).unsigned_abs() / 1_000)
}
