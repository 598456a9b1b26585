//! A score as commands print it: as a line of text, or of JSON.

use serde::Serialize;

use super::score::Score;
use base::sanitize;
use engine::view::place_of_run;

/// The line of a score in JSON.
#[derive(Serialize)]
pub struct ScoreLine<'a> {
    schema: &'static str,
    /// Among the verified and ranked ones; null where it is not one of them.
    place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    /// By which the category ranks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<u32>,
    #[serde(flatten)]
    score: &'a Score,
}

impl<'a> ScoreLine<'a> {
    /// A score, by points.
    pub fn new(place: Option<usize>, score: &'a Score) -> ScoreLine<'a> {
        ScoreLine { schema: "upkeeper.score/1", place, category: None, measure: None, score }
    }

    /// The same as it is ranked in a category.
    pub fn of_category(self, category: &'a str, measure: u32) -> ScoreLine<'a> {
        ScoreLine { category: Some(category), measure: Some(measure), ..self }
    }
}

/// The line of a score in text; `measure` is what it is ranked by, and `seed` the seed in words.
pub fn score_text(place: Option<usize>, measure: &str, seed: &str, score: &Score) -> String {
    let Score { kind, depth, grade, turns, .. } = score;
    let place = place.map_or("   –".to_owned(), |place| format!("{place:>3}."));
    let (name, grade) = (sanitize(&score.name), grade.character());
    let outcome = score.outcome_in_words();
    let standing = match (score.verified, score.ranked) {
        (true, true) => "",
        (true, false) => ", unranked",
        (false, _) => ", claimed",
    };
    let daily = score.day.map_or(String::new(), |day| format!("daily of {day}, "));
    let what = place_of_run(kind, *depth);
    format!(
        "{place} {measure} {grade}  {name}: {daily}{what}, {seed}; \
         {outcome} at turn {turns}{standing}"
    )
}
