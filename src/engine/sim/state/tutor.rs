//! How far the player has come in the tutorial.

use serde::{Deserialize, Serialize};

use crate::sim::units::Turns;
use content::Tutorial;

/// How far the player has come in the tutorial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tutor {
    /// Whether each lesson was fulfilled, by its place in the data.
    pub learned: Vec<bool>,
    /// Whether each remark was made, by its place in the data.
    pub remarked: Vec<bool>,
    /// The clock when the present lesson began.
    pub since: Turns,
    /// Whether help with the present lesson was given.
    pub helped: bool,
}

impl Tutor {
    /// Before the first lesson.
    pub(crate) fn new(tutorial: &Tutorial) -> Tutor {
        Tutor {
            learned: vec![false; tutorial.lessons.len()],
            remarked: vec![false; tutorial.remarks.len()],
            since: Turns(0),
            helped: false,
        }
    }

    /// The lesson that is given now: the first that was not fulfilled; off the floor the first of those that are watched.
    pub fn lesson(&self, tutorial: &Tutorial, is_away: bool) -> Option<usize> {
        let mut lessons = tutorial.lessons.iter().zip(&self.learned);
        lessons.position(|(lesson, is_learned)| !is_learned && lesson.watched == is_away)
    }
}
