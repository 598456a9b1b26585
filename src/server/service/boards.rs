//! Boards, and runs as the rows of the store have them. There is a board of each category for each
//! kind of level and depth, live and submitted runs apart; and a board of each day.

use crate::FrontEnd;
use crate::store::{
    Account, Best, BoardQuery, CategoryRanking, Origin, Ranking, RunFacts, RunResult, RunRow,
    Standing, StoreError,
};
use base::{Day, Seed};
use content::{Catalog, Category, CategoryMode, Measure};
use engine::sim::{Letter, Turns};
use runs::record::{Ruleset, RunHeader};
use runs::save::Score;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its place on its board, from one.
    pub place: usize,
    /// By what the board ranks it.
    pub measure: u32,
    /// `None` as long as it is secret.
    pub seed: Option<String>,
    /// The run, without its seed.
    pub run: RunRow,
    pub result: RunResult,
}

impl Entry {
    fn new(place: usize, mut run: RunRow, front_end: &FrontEnd) -> Option<Entry> {
        let seed = std::mem::take(&mut run.facts.seed);
        let is_secret = front_end.is_secret_seed(Seed::from_text(&seed));
        let result = run.result.clone()?;
        Some(Entry {
            place,
            measure: run.measure?,
            seed: (!is_secret).then_some(seed),
            run,
            result,
        })
    }

    /// The day on which the run ended, in UTC.
    pub(crate) fn end_day(&self) -> Day {
        Day::of_seconds(self.run.ended.unwrap_or_default().max(0).unsigned_abs() / 1_000)
    }

    /// As lists have it, with the seed 0 if that is secret. A board of a day stays when the ruleset
    /// changes.
    pub(crate) fn score(&self) -> Option<Score> {
        let mut run = self.run.clone();
        run.facts.seed = self.seed.clone().unwrap_or_default();
        score(&run, &run.facts.ruleset)
    }
}

/// The entries of boards, each board from its first place on.
pub(crate) fn board(front_end: &FrontEnd, query: &BoardQuery) -> Result<Vec<Entry>, StoreError> {
    let rows = front_end.store.board(query)?;
    let (mut entries, mut day, mut place) = (Vec::with_capacity(rows.len()), None, 0);
    for row in rows {
        if matches!(query.ranking, Ranking::Days(_)) && row.facts.day != day {
            (day, place) = (row.facts.day.clone(), 0);
        }
        if let Some(entry) = Entry::new(place + 1, row, front_end) {
            place += 1;
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// What the store is asked for the boards of a category: those of the rules of this program.
pub(crate) fn category_query(
    category: &Category,
    origin: Origin,
    limit: u32,
    catalog: &Catalog,
) -> BoardQuery {
    let best = match category.measure {
        Measure::FewestTurns { .. } | Measure::FewestCommands | Measure::FewestNights => {
            Best::Lowest
        }
        Measure::MostPoints => Best::Highest,
    };
    let mode = match category.mode {
        CategoryMode::Shift => "shift",
        CategoryMode::Campaign => "campaign",
    };
    let ranking = Ranking::Category(CategoryRanking {
        ruleset: Ruleset::of(catalog).to_string(),
        origin,
        category: category.id.clone(),
        best,
        mode: mode.to_owned(),
    });
    BoardQuery { ranking, kind: None, depth: None, seed: None, day: None, limit }
}

/// A try at the shift that this server has for a day.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DayTry {
    pub day: Day,
    pub is_ranked: bool,
}

/// What the store is told of a run of an account.
pub(crate) fn run_facts(header: &RunHeader, account: &Account, day: Option<&DayTry>) -> RunFacts {
    let RunHeader { ruleset, setup, word, name, .. } = header;
    RunFacts {
        ruleset: ruleset.to_string(),
        mode: day.map_or(setup.mode.name(), |_| "daily").to_owned(),
        kind: setup.mode.kind().to_owned(),
        depth: setup.mode.depth().0.into(),
        seed: setup.seed.to_string(),
        word: word.clone(),
        day: day.map(|try_at| try_at.day.to_string()),
        name: name.clone(),
        is_ranked: !account.is_guest()
            && header.unranked_reason().is_none()
            && day.is_none_or(|try_at| try_at.is_ranked),
    }
}

/// What the end of a run claims.
pub(crate) fn run_result(score: Score) -> RunResult {
    RunResult {
        outcome: score.outcome,
        is_overtaken: score.overtaken,
        grade: score.grade.character().to_string(),
        score: score.score,
        clock: score.clock.0,
        worked_turns: score.turns.0,
        commands: score.commands,
        digest: score.digest,
    }
}

/// A finished run as lists have it. It is called verified only if it is of the given ruleset.
pub(crate) fn score(run: &RunRow, ruleset: &str) -> Option<Score> {
    let (facts, result) = (&run.facts, run.result.as_ref()?);
    if matches!(run.standing, Standing::Untrue(_) | Standing::Damaged(_)) {
        return None;
    }
    let letter = |letter: &Letter| result.grade.chars().eq([letter.character()]);
    Some(Score {
        name: run.account_name.clone(),
        mode: facts.mode.clone(),
        day: facts.day(),
        kind: facts.kind.clone(),
        depth: facts.depth(),
        seed: facts.seed(),
        word: facts.word.clone(),
        outcome: result.outcome.clone(),
        overtaken: result.is_overtaken,
        grade: Letter::ALL.into_iter().find(letter)?,
        score: result.score,
        clock: Turns(result.clock),
        turns: Turns(result.worked_turns),
        commands: result.commands,
        ranked: facts.is_ranked,
        verified: run.standing == Standing::True && facts.ruleset == ruleset,
        categories: run.measures.clone(),
        digest: result.digest.clone(),
        run: run.run.into(),
        when: run.ended.unwrap_or_default().unsigned_abs() / 1_000,
    })
}
