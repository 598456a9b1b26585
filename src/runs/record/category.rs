//! What a run is worth in a category.

use thiserror::Error;

use super::splits::sites_worked;
use super::{SplitTimer, category_mode};
use content::{Category, Measure, Need, SplitPoint};
use engine::sim::{End, Game, Letter, Mode, RunStatus};

/// What the needs and measures of categories ask of the last state of a run that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunFacts {
    pub status: RunStatus,
    pub letter: Letter,
    pub score: u32,
    /// Whether the whole party fell, in a raid that is over.
    pub nobody_left: bool,
    pub is_unhurt: bool,
    pub has_killed: bool,
    /// Sites of a journey that were worked, and its nights; 0 in other modes.
    pub sites_worked: u32,
    pub nights: u32,
}

/// What a run is worth in a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryResult {
    /// Why it is not ranked in the category; empty if it is.
    pub unmet: Vec<Unmet>,
    /// By which it is ranked; `None` if it did not reach the split that the measure goes by.
    pub measure: Option<u32>,
}

/// Something that a category asks for and a run does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unmet {
    #[error("it is of another mode")]
    Mode,
    #[error("it has not come to its end")]
    Unfinished,
    #[error("the shift was not served to its end")]
    Served,
    #[error("the player did not clock out before dawn")]
    ClockedOut,
    #[error("the order was not done")]
    OrderDone,
    #[error("it is graded {grade}, and {at_least} is asked for", grade = .grade.character())]
    Grade { grade: Letter, at_least: char },
    #[error("not every raider fell")]
    NoRaiderLeaves,
    #[error("the player was hurt")]
    Unhurt,
    #[error("the player killed")]
    NoKills,
    #[error("the journey was not won")]
    Won,
    #[error("the journey was given up")]
    NotAbandoned,
    #[error("only {worked} of {needed} sites were worked")]
    SitesWorked { worked: u32, needed: u8 },
    #[error("it did not reach what it is measured to")]
    Unmeasured,
}

impl RunFacts {
    pub fn of(game: &Game) -> RunFacts {
        let (view, grade) = (game.view(), game.run_grade());
        let report = game.world().report_so_far();
        let journey = view.journey();
        RunFacts {
            status: game.status(),
            letter: grade.letter,
            score: grade.score,
            nobody_left: report.is_some_and(|report| {
                !report.members.is_empty() && report.fallen() == report.members.len()
            }),
            is_unhurt: view.tally().damage_taken == 0,
            has_killed: view.tally().kills > 0,
            sites_worked: journey.map_or(0, |journey| sites_worked(&journey) as u32),
            nights: journey.map_or(0, |journey| journey.night().max(0).unsigned_abs().into()),
        }
    }

    /// What of a need a run that is over does not have.
    fn unmet(&self, need: Need, timer: &SplitTimer) -> Option<Unmet> {
        let (is_met, unmet) = match need {
            Need::Served => {
                (matches!(self.status, RunStatus::Over(End::ClockedOut | End::Dawn)), Unmet::Served)
            }
            Need::ClockedOut => {
                (self.status == RunStatus::Over(End::ClockedOut), Unmet::ClockedOut)
            }
            Need::OrderDone => {
                let reached = timer.reached(SplitPoint::OrderDone);
                (reached.is_some(), Unmet::OrderDone)
            }
            Need::Grade { at_least } => {
                let is_met = self.letter.is_at_least(at_least);
                (is_met, Unmet::Grade { grade: self.letter, at_least })
            }
            Need::NoRaiderLeaves => (self.nobody_left, Unmet::NoRaiderLeaves),
            Need::Unhurt => (self.is_unhurt, Unmet::Unhurt),
            Need::NoKills => (!self.has_killed, Unmet::NoKills),
            Need::Won => (self.status == RunStatus::Over(End::Won), Unmet::Won),
            Need::NotAbandoned => {
                (self.status != RunStatus::Over(End::Abandoned), Unmet::NotAbandoned)
            }
            Need::SitesWorked(needed) => {
                let worked = self.sites_worked;
                (worked >= needed.into(), Unmet::SitesWorked { worked, needed })
            }
        };
        (!is_met).then_some(unmet)
    }
}

impl CategoryResult {
    /// What a run of a mode is worth in a category, by its last state (`None` if it is not over) and its splits. Whether it counts in rankings at all
    /// is for [`super::Verification`] to say.
    pub fn of(
        category: &Category,
        mode: &Mode,
        facts: Option<&RunFacts>,
        timer: &SplitTimer,
    ) -> CategoryResult {
        // A daily shift is the same shift for who plays it as one.
        let is_of_mode = category.mode == category_mode(mode) && *mode != Mode::Tutorial;
        let mut unmet: Vec<Unmet> = (!is_of_mode).then_some(Unmet::Mode).into_iter().collect();
        match facts {
            Some(facts) => {
                unmet.extend(category.needs.iter().filter_map(|&need| facts.unmet(need, timer)));
            }
            None => unmet.push(Unmet::Unfinished),
        }
        let measure = match category.measure {
            Measure::FewestTurns { to } => timer.reached(to).map(|moment| moment.worked_turns.0),
            Measure::FewestCommands => Some(timer.now().commands),
            Measure::MostPoints => facts.map(|facts| facts.score),
            Measure::FewestNights => facts.map(|facts| facts.nights),
        };
        if measure.is_none() && unmet.is_empty() {
            unmet.push(Unmet::Unmeasured);
        }
        CategoryResult { unmet, measure }
    }

    /// Whether the run has all that the category asks for.
    pub fn qualifies(&self) -> bool {
        self.unmet.is_empty()
    }
}
