//! Splits of a run, and the categories that they belong to.

use thiserror::Error;

use content::{Catalog, Category, CategoryMode, Measure, Need, SplitPoint};
use engine::sim::{End, Game, JobCount, Leg, Letter, Mode, Phase, RunStatus, Turns};
use engine::view::JourneyView;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of commands that led to it.
    pub commands: u32,
    /// The clock, with the raid that is watched from outside.
    pub turn: Turns,
    /// The turns of it that the player was on the floor: game time.
    pub worked_turns: Turns,
}

/// A point that a category splits its runs by, and when a run has reached it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    pub point: SplitPoint,
    /// `None` if it has not, or not in this recording.
    pub reached: Option<Moment>,
}

/// Follows a run from its first state and notes when it reaches each point that it can be split by.
///
/// It is told of every state in turn: of a run in progress, or of one that is played again. What
/// was noted is taken back when it is undone: a trap that goes off after it was armed must be armed
/// again. What a journey has reached, it keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitTimer {
    /// In the order of [`JobKind::ALL`], then the others; of a journey the sites first.
    points: Vec<(SplitPoint, Progress)>,
    /// The last state that it was told of.
    now: Moment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Open,
    /// Reached before the recording begins, with a state from the middle of a run.
    Earlier,
    Reached(Moment),
}

impl Moment {
    pub fn of(game: &Game, commands: u32) -> Moment {
        let view = game.view();
        Moment { commands, turn: view.turns(), worked_turns: view.turns_worked() }
    }
}

impl SplitTimer {
    /// Begins with the first state of a run or of a recording.
    pub fn new(first: &Game) -> SplitTimer {
        let points = match category_mode(&first.setup().mode) {
            CategoryMode::Shift => points_of_shift(first),
            CategoryMode::Campaign => points_of_journey(first.view().catalog()),
        };
        let points = points.into_iter().map(|point| (point, Progress::Open)).collect();
        let mut timer = SplitTimer { points, now: Moment::of(first, 0) };
        let is_start = timer.now.turn == Turns(0);
        let progress = if is_start { Progress::Reached(timer.now) } else { Progress::Earlier };
        timer.note(first, progress);
        timer
    }

    pub fn observe(&mut self, game: &Game, commands: u32) {
        self.now = Moment::of(game, commands);
        self.note(game, Progress::Reached(self.now));
    }

    fn note(&mut self, game: &Game, progress: Progress) {
        if let Some(journey) = game.view().journey() {
            let worked = sites_worked(&journey);
            let open = self.points.iter_mut().filter(|(_, noted)| *noted == Progress::Open);
            for (point, noted) in open {
                if is_reached_on_journey(*point, &journey, worked) {
                    *noted = progress;
                }
            }
            return;
        }
        let order = game.view().order();
        for (point, noted) in &mut self.points {
            let is_reached = is_reached(*point, game, &order);
            if !is_reached {
                *noted = Progress::Open;
            } else if *noted == Progress::Open {
                *noted = progress;
            }
        }
    }

    pub fn now(&self) -> Moment {
        self.now
    }

    /// When the run has reached a point; `None` if it has not.
    pub fn reached(&self, point: SplitPoint) -> Option<Moment> {
        let noted = self.points.iter().find(|(other, _)| *other == point);
        match noted?.1 {
            Progress::Reached(moment) => Some(moment),
            Progress::Open | Progress::Earlier => None,
        }
    }

    /// What was reached with exactly so many commands.
    pub fn reached_at(&self, commands: u32) -> impl Iterator<Item = SplitPoint> {
        let is_of = move |noted: Progress| match noted {
            Progress::Reached(moment) => moment.commands == commands,
            Progress::Open | Progress::Earlier => false,
        };
        self.points.iter().filter(move |(_, noted)| is_of(*noted)).map(|(point, _)| *point)
    }

    /// Adds what a timer has noted that followed the same run up to the first state of this one.
    pub fn add_earlier(&mut self, earlier: &SplitTimer) {
        for (point, noted) in &mut self.points {
            if *noted == Progress::Earlier
                && let Some((_, before)) = earlier.points.iter().find(|(other, _)| other == point)
            {
                *noted = *before;
            }
        }
    }

    /// The splits of a category: first those reached, in the order in which they were, then the
    /// others in the order of the category. Kinds of jobs that the order does not have are left
    /// out, and of the sites of a category that splits by each of them those that were not worked.
    pub fn splits(&self, category: &Category) -> Vec<Split> {
        let has = |point: &&SplitPoint| self.points.iter().any(|(other, _)| other == *point);
        let named = category.splits.iter().filter(has).copied();
        let is_further_site = |point: &SplitPoint| {
            category.each_site
                && matches!(point, SplitPoint::Site(_))
                && !category.splits.contains(point)
                && self.reached(*point).is_some()
        };
        let sites = self.points.iter().map(|(point, _)| *point).filter(is_further_site);
        let split = |point| Split { point, reached: self.reached(point) };
        let mut splits: Vec<Split> = sites.chain(named).map(split).collect();
        splits.sort_by_key(|split| split.reached.map_or(u32::MAX, |moment| moment.commands));
        splits
    }
}

pub fn category_mode(mode: &Mode) -> CategoryMode {
    if mode.is_journey() { CategoryMode::Campaign } else { CategoryMode::Shift }
}

fn points_of_shift(first: &Game) -> Vec<SplitPoint> {
    let counts = first.world().job_counts().into_iter();
    let jobs = counts.map(|count| SplitPoint::Job(count.job));
    let others = [SplitPoint::OrderDone, SplitPoint::WorkOver, SplitPoint::RaidOver];
    jobs.chain(others).collect()
}

/// A site for each night of the season, and all else that a category names.
fn points_of_journey(catalog: &Catalog) -> Vec<SplitPoint> {
    let nights = catalog.campaign.nights.clamp(0, u8::MAX.into()) as u8;
    let mut points: Vec<SplitPoint> = (1..=nights).map(SplitPoint::Site).collect();
    for category in catalog.categories_of(CategoryMode::Campaign) {
        for point in &category.splits {
            if !points.contains(point) {
                points.push(*point);
            }
        }
    }
    points
}

/// How many sites of the journey were worked and left.
pub(super) fn sites_worked(journey: &JourneyView<'_>) -> usize {
    journey.trail().iter().filter(|leg| matches!(leg, Leg::Work { .. })).count()
}

fn is_reached_on_journey(point: SplitPoint, journey: &JourneyView<'_>, worked: usize) -> bool {
    match point {
        SplitPoint::Site(number) => worked >= usize::from(number),
        SplitPoint::SeatFloor(floor) => {
            let is_there = journey.phase() == Phase::Site && journey.at() == journey.goal();
            is_there && journey.floor().0 >= floor
        }
        SplitPoint::Won => journey.phase() == Phase::Over(End::Won),
        SplitPoint::Job(_)
        | SplitPoint::OrderDone
        | SplitPoint::WorkOver
        | SplitPoint::RaidOver => false,
    }
}

fn is_reached(point: SplitPoint, game: &Game, order: &[JobCount]) -> bool {
    let view = game.view();
    let is_complete = |count: &JobCount| view.is_complete(*count);
    match point {
        SplitPoint::Job(job) => order.iter().filter(|count| count.job == job).all(is_complete),
        SplitPoint::OrderDone => order.iter().all(is_complete),
        SplitPoint::WorkOver => {
            view.tally().left_at.is_some() || matches!(game.status(), RunStatus::Over(_))
        }
        SplitPoint::RaidOver => {
            matches!(game.status(), RunStatus::Over(End::ClockedOut | End::Dawn))
        }
        SplitPoint::Site(_) | SplitPoint::SeatFloor(_) | SplitPoint::Won => false,
    }
}

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
    /// What a run of a mode is worth in a category, by its last state (`None` if it is not over)
    /// and its splits. Whether it counts in rankings at all is for [`super::Verification`] to say.
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

    pub fn qualifies(&self) -> bool {
        self.unmet.is_empty()
    }
}
