//! The result of a shift: points for the work that was done and for what the raid came to, every
//! one of them explained.
//!
//! The work weighs by its jobs. The raid weighs a share of that, dealt out among the members of the
//! party by what became of each: so a large party of a deep floor is worth no more than a small
//! one. What the floor did by itself earns nothing: of the raid's points no greater share counts
//! than of the work is done. A site of several floors is graded as one: its work is added up, and
//! the party is the one that came in, whichever floor its members fell on.

use crate::sim::prelude::*;
use crate::sim::shift::grade_line::{GradeLine, GradeReason, sum};
use crate::sim::shift::raid::party::health_at_dawn;
use crate::sim::shift::site::SiteWork;
use content::GradeRules;
use serde::Serialize;

/// The steps in which the bonus for time falls from par to dawn.
pub const TIME_STEPS: u32 = 10;

/// The best grade of a shift that the player did not survive.
const BEST_LETTER_OF_THE_DEAD: Letter = Letter::C;

/// What a shift was worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    pub letter: Letter,
    pub points: u32,
    /// The points for the whole order and for a party of which no member got through.
    pub max_points: u32,
    /// Points times depth: what scores are ranked by.
    pub score: u32,
    pub lines: Vec<GradeLine>,
}

impl World {
    /// What the shift is worth if it ends now and so, on all floors of the site; while a raid is
    /// on, as it stands.
    pub(crate) fn grade(&self, how: End) -> Grade {
        let rules = &self.catalog.rules.grade;
        let work = self.site_work();
        let mut lines = work.lines.clone();
        let (worth, worked) = (work.worth(), work.worked());
        let raid_worth = worth * rules.raid_percent / 100;
        match how {
            End::Abandoned => {
                lines.push(GradeLine {
                    what: GradeReason::Abandoned,
                    points: -worked,
                    max_points: 0,
                });
            }
            End::Died => {
                lines.push(GradeLine {
                    what: GradeReason::Died,
                    points: 0,
                    max_points: raid_worth,
                });
            }
            End::ClockedOut | End::Dawn | End::Won => {
                lines.extend(self.time_lines(how, &work));
                let beaten = work.bosses;
                if beaten > 0 {
                    let points = rules.boss as i32 * i32::from(beaten);
                    lines.push(GradeLine {
                        what: GradeReason::Bosses { beaten },
                        points,
                        max_points: 0,
                    });
                }
                if let Some(report) = self.site_raid().filter(|raid| !raid.members.is_empty()) {
                    let max_points_of_raid = work.max_raid_points(rules.raid_percent);
                    let raid =
                        raid_lines(rules, &report, raid_worth, work.walk, max_points_of_raid);
                    let hazard = self.hazard_line(&report, &raid);
                    lines.extend(raid);
                    lines.extend(prepared_line(rules, &report, worth, worked));
                    lines.extend(hazard);
                }
            }
        }
        let below_nothing = sum(&lines).min(0);
        if below_nothing < 0 {
            let (what, points) = (GradeReason::AtLeastNothing, -below_nothing);
            lines.push(GradeLine { what, points, max_points: 0 });
        }
        let points = sum(&lines) as u32;
        let max_points: u32 = lines.iter().map(|line| line.max_points).sum();
        let letter = match how {
            End::Abandoned => Letter::F,
            End::Died => Letter::of(rules, points, max_points).max(BEST_LETTER_OF_THE_DEAD),
            _ => {
                let hurry: i32 = lines
                    .iter()
                    .filter(|line| line.what.is_of_hurry())
                    .map(|line| line.points)
                    .sum();
                let slowly = points.saturating_sub(hurry.max(0) as u32);
                // The best is not to be had by hurrying.
                Letter::of(rules, slowly, max_points)
                    .min(Letter::of(rules, points, max_points).max(Letter::A))
            }
        };
        Grade { letter, points, max_points, score: points * u32::from(self.depth.0), lines }
    }

    /// When the upkeeper left, and what that is worth.
    fn time_lines(&self, how: End, work: &SiteWork) -> Vec<GradeLine> {
        let rules = &self.catalog.rules.grade;
        let (worth, worked, is_complete) = (work.worth(), work.worked(), work.is_complete);
        let left_at = self.shift.tally.left_at.filter(|&turn| turn < self.shift.dawn);
        let Some(took) = left_at.filter(|_| how == End::ClockedOut) else {
            // Who stays with the order done stays for the hazard pay.
            let max = worked * rules.late_percent as i32 / 100;
            let points = -(worth as i32 - worked).clamp(0, max);
            let late = GradeLine { what: GradeReason::Late, points, max_points: 0 };
            return if is_complete { Vec::new() } else { vec![late] };
        };
        let Some(par) = self.shift.par.filter(|_| is_complete) else { return Vec::new() };
        let steps = time_steps(took, par, self.shift.dawn);
        let points = self.time_points(worth, steps) as i32;
        let what = GradeReason::Time { took, par, steps };
        vec![GradeLine { what, points, max_points: 0 }]
    }

    /// What the player loses who is still in at dawn with the order as it is now, in points.
    pub fn price_of_staying(&self) -> u32 {
        sum(&self.time_lines(End::Dawn, &self.site_work())).unsigned_abs()
    }

    /// The points for each ten health that what the player sets beyond the order costs the party of
    /// dawn.
    pub fn points_per_ten_health(&self) -> u32 {
        let health = health_at_dawn(self).max(1) as u32;
        self.worth_of_order() * self.catalog.rules.grade.prepared_percent * 10 / (100 * health)
    }

    /// The points for all of the order, on all floors of the site.
    fn worth_of_order(&self) -> u32 {
        self.site_work().worth()
    }

    /// The points for time that clocking out now with the order done would give; `None` without a
    /// par.
    pub fn time_points_left(&self) -> Option<u32> {
        let steps = self.time_steps_left()?;
        Some(self.time_points(self.worth_of_order(), steps))
    }

    fn time_points(&self, worth: u32, steps: u32) -> u32 {
        worth * self.catalog.rules.grade.time_percent * steps / (100 * TIME_STEPS)
    }

    /// Steps of the bonus for time that clocking out now would give; `None` without a par.
    pub fn time_steps_left(&self) -> Option<u32> {
        self.shift.par.map(|par| time_steps(self.clock(), par, self.shift.dawn))
    }

    /// The pay for having been on the floor with the party, of which the lines of the raid are
    /// given.
    fn hazard_line(&self, report: &RaidReport, raid: &[GradeLine]) -> Option<GradeLine> {
        if self.shift.tally.left_at.is_some_and(|turn| turn < self.shift.dawn) {
            return None;
        }
        let of_members: i32 =
            raid.iter().filter(|line| line.what.is_of_members()).map(|line| line.points).sum();
        // What is not earned is not paid twice; what they carried off is counted once.
        let is_kept = |line: &&GradeLine| !matches!(line.what, GradeReason::Robbed { .. });
        let kept: i32 = raid.iter().filter(is_kept).map(|line| line.points).sum();
        let paid = of_members.min(kept).max(0) as u32;
        let harm = report.lost_to_traps + report.lost_to_blows;
        let seen = report.harm_seen.min(harm);
        let points = (paid * seen / harm.max(1)) as i32;
        let what = GradeReason::Hazard { seen_percent: seen * 100 / harm.max(1) };
        Some(GradeLine { what, points, max_points: 0 })
    }

    /// The raid that tests the work: as it stands, or as it ended; `None` before it.
    pub fn report_so_far(&self) -> Option<RaidReport> {
        if let Some(report) = &self.shift.at_dawn {
            return Some(report.clone());
        }
        let raid = self.raid().filter(|raid| !raid.is_of_last_night)?;
        let mut report = raid.report.clone();
        report.turns = self.clock().saturating_sub(raid.began).0;
        for member in &mut report.members {
            if let Some(actor) = self.actor_ref(member.id) {
                member.health = self.vitals(actor.entity).health.max(0);
                if let Duty::Raider(own) = self.duty(actor.entity) {
                    member.loot = own.loot;
                }
            }
        }
        Some(report)
    }

    /// Steps from the way in to the exit over the ground that raiders plan with.
    pub(super) fn walk_to_exit(&self) -> Turns {
        let open = self.floor.ground_of_raiders();
        let (start, exit) = (self.floor.start, self.floor.exit);
        let steps = DistanceField::new().spread_until(&open, [exit], Moves::Eight, start);
        Turns(steps.map_or(start.steps_to(exit) as u32, u32::from).max(1))
    }
}

/// The lines for what became of the party. `max_points` is for a party of which no member got
/// through; more than `limit` points do not come of it.
fn raid_lines(
    rules: &GradeRules,
    report: &RaidReport,
    max_points: u32,
    walk: Turns,
    limit: i32,
) -> Vec<GradeLine> {
    let of = report.members.len() as u32;
    let for_time = max_points * rules.held_percent / 100;
    let for_members = max_points - for_time;
    let with =
        |wanted: fn(Fate) -> bool| report.members.iter().filter(move |member| wanted(member.fate));
    let fell = with(|fate| matches!(fate, Fate::Fell(_))).count() as u32;
    let fled = with(|fate| fate == Fate::Fled).count() as u32;
    let others = with(|fate| matches!(fate, Fate::Inside | Fate::Through));
    let bled: u32 = others.clone().map(lost_percent).sum();
    let line =
        |what, points: u32, max_points| GradeLine { what, points: points as i32, max_points };

    let members = fell as u8;
    let mut lines = vec![line(
        GradeReason::Fell { members, of: of as u8 },
        for_members * fell / of,
        for_members,
    )];
    if fled > 0 {
        let points = for_members * rules.fled_percent * fled / (100 * of);
        lines.push(line(GradeReason::Fled { members: fled as u8 }, points, 0));
    }
    let count = others.count() as u32;
    if bled > 0 {
        let points = for_members * rules.bled_percent * bled / (10_000 * of);
        lines.push(line(GradeReason::Bled { percent: bled / count.max(1) }, points, 0));
    }
    lines.push(held_line(rules, report, for_time, walk));
    let robbed: u32 = report
        .members
        .iter()
        .filter(|member| matches!(member.fate, Fate::Through | Fate::Fled))
        .map(|member| u32::from(member.loot))
        .sum();
    let won = sum(&lines);
    if won > limit {
        let points = limit - won;
        lines.push(GradeLine { what: GradeReason::Unearned, points, max_points: 0 });
    }
    if robbed > 0 {
        let points = -((rules.robbed * robbed) as i32);
        lines.push(GradeLine {
            what: GradeReason::Robbed { chests: robbed },
            points,
            max_points: 0,
        });
    }
    lines
}

/// Points for what was set beyond the order, by what it did to the party; no more than the work has
/// earned.
fn prepared_line(
    rules: &GradeRules,
    report: &RaidReport,
    worth: u32,
    worked: i32,
) -> Option<GradeLine> {
    let health: i32 = report.members.iter().map(|member| member.max_health).sum();
    let effect = report.kit_effect.min(health.max(0) as u32);
    let points = worth * rules.prepared_percent * effect / (100 * health.max(1) as u32);
    let what = GradeReason::Prepared { percent: effect * 100 / health.max(1) as u32 };
    let points = (points as i32).min(worked);
    (effect > 0).then_some(GradeLine { what, points, max_points: 0 })
}

/// Points for the time that the party took.
fn held_line(rules: &GradeRules, report: &RaidReport, for_time: u32, walk: Turns) -> GradeLine {
    let is_over = !report.is_going_on();
    let got_through = report.members.iter().any(|member| member.fate == Fate::Through) || !is_over;
    // No points if the party took as long as a walk, all of them from `slow_percent` of that on.
    let slow = walk.0 * (rules.slow_percent - 100) / 100;
    let delay = if got_through { report.turns.saturating_sub(walk.0).min(slow) } else { slow };
    let turns = got_through.then_some(Turns(report.turns));
    let held = for_time * delay / slow.max(1);
    GradeLine { what: GradeReason::Held { turns, walk }, points: held as i32, max_points: for_time }
}

/// Steps of the bonus for time: all of them at par or before, none at dawn.
fn time_steps(took: Turns, par: Turns, dawn: Turns) -> u32 {
    let window = dawn.saturating_sub(par).0.max(1);
    let over = took.saturating_sub(par).0.min(window);
    TIME_STEPS - (over * TIME_STEPS).div_ceil(window)
}

fn lost_percent(member: &RaidMember) -> u32 {
    let lost = (member.max_health - member.health).max(0);
    (lost * 100 / member.max_health.max(1)) as u32
}
