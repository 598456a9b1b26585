//! The grade of a shift and its reasons, in words.

use crate::sim::{
    End, Grade, GradeLine, GradeReason, Letter, Mode, Pay, PayReason, PerJob, RunStatus, Tally,
    Turns, pay_for,
};
use content::{Depth, JobKind, NoticePlace, capital};

use super::View;
use super::tale::{number, plural};

impl<'a> View<'a> {
    /// The grade of the shift; while it goes on, as if it were abandoned now.
    pub fn grade(&self) -> Grade {
        self.game.grade()
    }

    /// What the run is worth: its only shift, or all of a journey so far.
    pub fn run_grade(&self) -> Grade {
        self.game.run_grade()
    }

    /// The letter above that of the shift, and the points that it lacks; `None` where there is
    /// none, and where dawn did not count.
    pub fn next_letter(&self) -> Option<(Letter, u32)> {
        let grade = self.grade();
        let is_whole = !matches!(self.shift_end(), Some(End::Died | End::Abandoned));
        let rules = &self.catalog().rules.grade;
        let (letter, needed) = grade.letter.next(rules, grade.max_points).filter(|_| is_whole)?;
        Some((letter, needed.saturating_sub(grade.points)))
    }

    /// The counts of the night's events.
    pub fn tally(&self) -> &'a Tally {
        &self.world().shift.tally
    }

    /// Turns that the player was on the floor; the raid that is watched from outside is not
    /// counted.
    pub fn turns_worked(&self) -> Turns {
        self.game.turns_worked()
    }

    /// Turns that the player was on this floor.
    pub fn shift_turns_worked(&self) -> Turns {
        self.tally().left_at.unwrap_or(self.clock())
    }

    /// What the night's work pays that has come to its end; `None` where nobody pays, in other
    /// modes than a journey.
    pub fn pay(&self) -> Option<Pay> {
        let end = self.shift_end().filter(|_| self.is_journey())?;
        Some(pay_for(self.world(), &self.world().grade(end)))
    }

    /// How the shift ended; `None` while it goes on. A journey goes on after most shifts.
    pub fn shift_end(&self) -> Option<End> {
        self.world().shift.end
    }

    /// How the run ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        match self.game.status() {
            RunStatus::Over(end) => Some(end),
            _ => None,
        }
    }
}

pub fn describe_grade_line(line: &GradeLine) -> String {
    match line.what {
        GradeReason::Order { done, asked } => {
            let kinds = JobKind::ALL.into_iter().filter(|&job| asked[job] > 0);
            let kinds = kinds.map(|job| format!("{} {}/{}", job.plural(), done[job], asked[job]));
            format!("order: {}", kinds.collect::<Vec<_>>().join(", "))
        }
        GradeReason::Harm { fell, driven, of } => {
            let driven = match driven {
                0 => String::new(),
                driven => format!(", {} driven home", number(driven.into())),
            };
            let fell = if fell == 0 { "none".to_owned() } else { number(fell.into()) };
            format!("harm: {fell} of {} fell{driven}", number(of.into()))
        }
        GradeReason::Kept { of: 0, .. } => "kept: there is no chest".to_owned(),
        GradeReason::Kept { full, of } => format!("kept: {full} of {of} chests are full"),
        GradeReason::Bed { points } => {
            format!("had you stayed in bed: harm and chests worth {points}")
        }
        GradeReason::Hazard { seen_percent } => {
            format!("hazard: you were in, and saw {seen_percent}% of the harm")
        }
        GradeReason::Died => "died on the job: the order counts, dawn does not".to_owned(),
        GradeReason::Abandoned => "walked off: nothing counts".to_owned(),
    }
}

/// A line of the grade in short: what it is about, what that is worth, if anything, and of how much.
#[derive(Clone, Debug)]
pub struct GradeInShort {
    pub text: String,
    pub points: Option<i32>,
    pub max_points: Option<u32>,
}

/// The grade in a few lines that fit a small screen: the order, dawn and what would have become of
/// it in bed, and hazard.
pub fn grade_in_short(grade: &Grade, max_of_dawn: u32) -> Vec<GradeInShort> {
    let mut short = Vec::new();
    let mut tell = |text, points, max_points| short.push(GradeInShort { text, points, max_points });
    let mut of_dawn = Vec::new();
    for line in &grade.lines {
        match line.what {
            GradeReason::Harm { fell, driven, of } => {
                let driven =
                    if driven == 0 { String::new() } else { format!(", {driven} driven home") };
                of_dawn.push(format!("{fell} of {of} fell{driven}"));
            }
            GradeReason::Kept { of: 0, .. } => {}
            GradeReason::Kept { full, of } => of_dawn.push(format!("{full} of {of} chests full")),
            GradeReason::Bed { points } => {
                let told = format!("Dawn: {}", of_dawn.join("; "));
                tell(told, Some(grade.dawn as i32), Some(max_of_dawn));
                let own = grade.harm + grade.kept;
                // As a share, which can be followed although the parts are rounded.
                let percent = (200 * grade.dawn + max_of_dawn) / (2 * max_of_dawn.max(1));
                let bed = format!(
                    "In bed {points}, with your work {own}: {percent}% of what was left, or {} of \
                     {max_of_dawn}.",
                    grade.dawn
                );
                tell(bed, None, None);
            }
            GradeReason::Order { done, asked } => {
                tell(order_in_short(done, asked), Some(line.points), Some(line.max_points));
            }
            GradeReason::Hazard { .. } | GradeReason::Died | GradeReason::Abandoned => {
                tell(capital(&describe_grade_line(line)), Some(line.points), None);
            }
        }
    }
    short
}

impl GradeInShort {
    /// "31 of 40" or "+4"; empty for a line without points.
    pub fn worth(&self) -> String {
        match (self.points, self.max_points) {
            (None, _) => String::new(),
            (Some(points), None) => format!("{points:+}"),
            (Some(points), Some(of)) => format!("{points} of {of}"),
        }
    }
}

/// What the order lacks.
fn order_in_short(done: PerJob, asked: PerJob) -> String {
    let lacking = JobKind::ALL.into_iter().filter_map(|job| {
        let lacks = asked[job].saturating_sub(done[job]);
        let noun = if lacks == 1 { job.name() } else { job.plural() };
        (lacks > 0).then(|| format!("{lacks} {noun}"))
    });
    let lacking: Vec<String> = lacking.collect();
    if lacking.is_empty() {
        "Order: all that was asked for".to_owned()
    } else {
        format!("Order: without {}", lacking.join(", "))
    }
}

pub fn describe_pay(why: PayReason) -> String {
    match why {
        PayReason::Work { points } => format!("{points} {} of the order", plural(points, "point")),
        PayReason::Dawn { points } => format!("{points} {} of dawn", plural(points, "point")),
        PayReason::Bounty => "for those who lived here, and do not any more".to_owned(),
        PayReason::Order { from: NoticePlace::Board } => "for the order off the board".to_owned(),
        PayReason::Order { from: NoticePlace::Closet } => {
            "for the order out of the closet".to_owned()
        }
        PayReason::Withheld => "kept back: somebody still lives here".to_owned(),
        PayReason::Fine { from: NoticePlace::Board } => {
            "kept back: the order off the board is not fulfilled".to_owned()
        }
        PayReason::Fine { from: NoticePlace::Closet } => {
            "kept back: the order out of the closet is not fulfilled".to_owned()
        }
    }
}

/// What a run is on, by the kind and the depth of its setup: "vault, depth 3"; a journey is on no
/// single floor.
pub fn place_of_run(kind: &str, depth: Depth) -> String {
    if is_of_journey(kind) { "a journey".to_owned() } else { format!("{kind}, depth {depth}") }
}

/// Whether the kind that a run's setup names is that of journeys.
pub fn is_of_journey(kind: &str) -> bool {
    kind == Mode::Campaign.kind()
}

/// The management's comment on a grade.
pub fn verdict(letter: Letter) -> &'static str {
    match letter {
        Letter::S => "Nobody could have asked for more. They will say that it looks after itself.",
        Letter::A => "Very nearly spotless. Somebody will say that it was always like that.",
        Letter::B => "Good work. A sharp eye would find something.",
        Letter::C => "It will do, from a distance, in bad light.",
        Letter::D => "Somebody was here tonight. It is hard to say what for.",
        Letter::F => "The less is written about this night, the better.",
    }
}

/// How the run ended, in one line for the scores and the morgue.
pub fn epitaph(view: &View<'_>) -> String {
    let place = match view.journey() {
        Some(journey) => {
            format!("at {}, on night {}", journey.site_name(journey.at()), journey.night())
        }
        None => format!("on floor {} of a {}", view.depth(), view.kind()),
    };
    match view.end().or(view.shift_end()) {
        // Over the map there is nobody to do it but hunger.
        Some(End::Died) if view.is_journey() && view.shift_end().is_none() => {
            format!("died of hunger on the road, {place}")
        }
        Some(End::ClockedOut) => format!("clocked out {place}"),
        Some(End::Dawn) => format!("was overtaken by dawn {place}"),
        Some(End::Died) => {
            format!("was killed by {} {place}", view.killer_name())
        }
        Some(End::Abandoned) => format!("walked off {place}"),
        Some(End::Won) => format!("put things in order {place}"),
        None => format!("is still at work {place}"),
    }
}
