//! The grade of a shift and its reasons, in words.

use crate::sim::{
    End, Grade, GradeLine, GradeReason, JobCount, Letter, Mode, Pay, PayReason, RunStatus,
    TIME_STEPS, Tally, Turns, pay_for,
};
use content::{Catalog, Depth, JobKind, NoticePlace};

use super::View;
use super::tale::{chests_worth, number, plural};

impl<'a> View<'a> {
    /// The grade of the shift; while it goes on, as if it were abandoned now.
    pub fn grade(&self) -> Grade {
        self.game.grade()
    }

    /// What the run is worth: its only shift, or all of a journey so far.
    pub fn run_grade(&self) -> Grade {
        self.game.run_grade()
    }

    /// The points for time that clocking out now with the order done would give; `None` without a
    /// par.
    pub fn time_points_left(&self) -> Option<u32> {
        self.world().time_points_left()
    }

    /// What the player loses who is still in at dawn with the order as it is now, in points.
    pub(crate) fn price_of_staying(&self) -> u32 {
        self.world().price_of_staying()
    }

    /// What is set beyond the order pays: "Each 10 health that it costs them pays about 7 points."
    /// `None` where the order is too small for it to pay anything.
    pub fn pay_for_preparing(&self) -> Option<String> {
        let points = self.world().points_per_ten_health();
        let noun = plural(points, "point");
        let text = format!("Each 10 health that it costs them pays about {points} {noun}.");
        (points > 0).then_some(text)
    }

    /// Steps of the bonus for time that clocking out now with the order done would give; `None`
    /// without a par.
    pub fn time_steps_left(&self) -> Option<u32> {
        self.world().time_steps_left()
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

pub fn describe_grade_line(line: &GradeLine, catalog: &Catalog) -> String {
    match line.what {
        GradeReason::Jobs { job, done, total, ordered } => {
            let work = match job {
                JobKind::Trap => "traps armed",
                JobKind::Chest => "chests filled",
                JobKind::Body => "bodies carried off",
                JobKind::Door => "doors mended",
                JobKind::Light => "braziers lit",
                JobKind::Stain => "stained cells mopped",
                JobKind::Pen => "residents called home",
            };
            let wanted = JobCount { job, done, total }.wanted(catalog.rules.stain_percent);
            let since = if done < wanted { since(total, ordered) } else { String::new() };
            format!("{work}: {done} of {}{since}", wanted.max(done))
        }
        GradeReason::Time { took, par, .. } if took <= par => {
            format!("done in {took} turns, within par ({par})")
        }
        GradeReason::Time { took, par, steps } => {
            format!("done in {took} turns, par {par}: {steps} of {TIME_STEPS} steps to dawn left")
        }
        GradeReason::Late => {
            "still in at dawn: what is undone costs its points once more".to_owned()
        }
        GradeReason::Fell { members, of } => match members {
            0 if of == 1 => "the one who came did not fall".to_owned(),
            0 => format!("none of the {} fell", number(of.into())),
            members => format!("{} of {} fell", number(members.into()), number(of.into())),
        },
        GradeReason::Fled { members } => format!("{} turned back", number(members.into())),
        GradeReason::Bled { percent } => {
            format!("those who left had lost {percent} percent of their health")
        }
        GradeReason::Held { turns: Some(turns), walk } => {
            format!("they needed {turns} turns for a walk of {walk}")
        }
        GradeReason::Held { turns: None, .. } => "nobody saw the exit".to_owned(),
        GradeReason::Robbed { chests } => {
            format!("they got away with {}", chests_worth(chests as usize))
        }
        GradeReason::Bosses { beaten: 1 } => "the boss of the floor was beaten".to_owned(),
        GradeReason::Bosses { beaten } => format!("{} bosses were beaten", number(beaten.into())),
        GradeReason::Unearned => {
            "no greater share of the raid counts than of the work is done".to_owned()
        }
        GradeReason::Prepared { percent } => {
            format!("what you prepared beyond the order did {percent}% of their health in")
        }
        GradeReason::AtLeastNothing => "no night is worth less than nothing".to_owned(),
        GradeReason::Hazard { seen_percent: 0 } => {
            "hazard pay: you were in, and saw none of their harm".to_owned()
        }
        GradeReason::Hazard { seen_percent } => {
            format!(
                "hazard pay: you saw {seen_percent}% of their harm, and so much of its points \
                 counts twice"
            )
        }
        GradeReason::Died => "died on the job: the work counts, the raid does not".to_owned(),
        GradeReason::Abandoned => "walked off: the work is not counted".to_owned(),
    }
}

pub fn describe_pay(why: PayReason) -> String {
    let count = |members: u32| number(members as usize);
    match why {
        PayReason::Grade(letter) => format!("paid for grade {}", letter.character()),
        PayReason::Fell { members } => format!("for {} who fell at dawn", count(members)),
        PayReason::Fled { members } => format!("for {} who turned back at dawn", count(members)),
        PayReason::Bounty => "for those who lived here, and do not any more".to_owned(),
        PayReason::Order { from: NoticePlace::Board } => "for the order off the board".to_owned(),
        PayReason::Order { from: NoticePlace::Closet } => {
            "for the order out of the closet".to_owned()
        }
        PayReason::Withheld => "kept back: somebody still lives here".to_owned(),
        PayReason::LostChests { chests } => {
            format!("kept back for {} that they carried off", chests_worth(chests as usize))
        }
        PayReason::Fine { from: NoticePlace::Board } => {
            "kept back: the order off the board is not fulfilled".to_owned()
        }
        PayReason::Fine { from: NoticePlace::Closet } => {
            "kept back: the order out of the closet is not fulfilled".to_owned()
        }
    }
}

/// What becomes of the points for time in the letter: they lift none to S, and here they would
/// have.
pub fn time_and_letter(grade: &Grade, best_percent: u32) -> String {
    let hurry: i32 =
        grade.lines.iter().filter(|line| line.what.is_of_hurry()).map(|line| line.points).sum();
    let percent = |points: u32| points * 100 / grade.max_points.max(1);
    let (all, slowly) =
        (percent(grade.points), percent(grade.points.saturating_sub(hurry.max(0) as u32)));
    if grade.letter == Letter::A && all >= best_percent && slowly < best_percent {
        format!(
            "This is {all}, but {slowly} without the points for time, and those lift no grade to S."
        )
    } else {
        "Points for time lift no grade to S.".to_owned()
    }
}

/// A note that some of the jobs were added after the shift began.
fn since(total: u16, ordered: u16) -> String {
    match total.saturating_sub(ordered) {
        0 => String::new(),
        1 => "; one more came up during the shift: doing it earns nothing, leaving it costs points"
            .to_owned(),
        more => format!(
            "; {} more came up during the shift: doing them earns nothing, leaving them costs \
             points",
            number(more.into())
        ),
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
