//! The result of a shift: a hundred points, each with its reason.
//!
//! The order is worth 40. Dawn is worth 60: harm to the party 45, chests that are kept 15, set
//! against what both would have come to had the player stayed in bed. So what a floor does by
//! itself earns nothing. A site of several floors is graded as one: its work is added up, and the
//! party is the one that came in, whichever floor its members fell on.
//!
//! Parts of points are counted in hundredths, and rounded once for each line.

use crate::sim::prelude::*;
use crate::sim::shift::grade_line::{GradeLine, GradeReason};
use crate::sim::state::order::PerJob;
use content::GradeRules;
use serde::Serialize;

/// What a shift was worth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grade {
    pub letter: Letter,
    /// The points of order, dawn and hazard together.
    pub points: u32,
    /// The points for the whole order and for a dawn that nobody could better.
    pub max_points: u32,
    /// Points times depth: what scores are ranked by.
    pub score: u32,
    pub order: u32,
    /// Harm and chests set against a night in bed.
    pub dawn: u32,
    pub harm: u32,
    pub kept: u32,
    /// Harm and chests of a night in bed.
    pub bed: u32,
    pub hazard: u32,
    pub lines: Vec<GradeLine>,
}

/// What a raid of dawn came to, in hundredths of points, before it is set against a night in bed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DawnPoints {
    pub harm: u32,
    pub kept: u32,
}

impl DawnPoints {
    pub(crate) fn raw(self) -> u32 {
        self.harm + self.kept
    }
}

impl World {
    /// What the shift is worth if it ends now and so, on all floors of the site; while a raid is
    /// on, as it stands.
    pub(crate) fn grade(&self, how: End) -> Grade {
        let rules = &self.catalog.rules.grade;
        let (max_points, bed) = (rules.max_points(), rounded(self.shift.bed));
        let mut grade = Grade { max_points, bed, ..Grade::default() };
        let (done, asked) = self.site_order();
        grade.order = rounded(order_points(rules, done, asked));
        grade.add(GradeReason::Order { done, asked }, grade.order as i32, rules.order);
        match how {
            End::Abandoned => {
                grade.add(GradeReason::Abandoned, -(grade.order as i32), rules.max_of_dawn());
                grade.order = 0;
            }
            End::Died => grade.add(GradeReason::Died, 0, rules.max_of_dawn()),
            End::ClockedOut | End::Dawn | End::Won => {
                if let Some(report) = self.site_raid().filter(|raid| !raid.members.is_empty()) {
                    self.add_dawn(&mut grade, &report);
                }
            }
        }
        grade.points = grade.order + grade.dawn + grade.hazard;
        grade.score = grade.points * u32::from(self.depth.0);
        if how != End::Abandoned {
            grade.letter = Letter::of(rules, grade.points, grade.max_points);
        }
        grade
    }

    fn add_dawn(&self, grade: &mut Grade, report: &RaidReport) {
        let rules = &self.catalog.rules.grade;
        let own = self.dawn_points(report);
        (grade.harm, grade.kept) = (rounded(own.harm), rounded(own.kept));
        grade.dawn = self.dawn_against_bed(own.raw());
        let is_driven = |member: &&RaidMember| self.is_driven_home(member);
        let harm = GradeReason::Harm {
            fell: report.fallen() as u8,
            driven: report.members.iter().filter(is_driven).count() as u8,
            of: report.members.len() as u8,
        };
        grade.add(harm, grade.harm as i32, rules.harm);
        let (full, of) = self.chests_of_site();
        grade.add(GradeReason::Kept { full, of }, grade.kept as i32, rules.kept);
        let not_earned = grade.dawn as i32 - (grade.harm + grade.kept) as i32;
        grade.add(GradeReason::Bed { points: grade.bed }, not_earned, 0);
        if let Some(seen_percent) = self.harm_seen_percent(report) {
            // Who watches a party that nothing happens to runs no risk.
            grade.hazard = (rules.hazard * seen_percent / 100).min(grade.harm);
            grade.add(GradeReason::Hazard { seen_percent }, grade.hazard as i32, 0);
        }
    }

    /// Points of a dawn of so many hundredths, set against a night in bed.
    pub(crate) fn dawn_against_bed(&self, raw: u32) -> u32 {
        rounded(self.dawn_worth(raw))
    }

    /// The same in hundredths.
    pub(crate) fn dawn_worth(&self, raw: u32) -> u32 {
        against_bed(&self.catalog.rules.grade, raw, self.shift.bed)
    }

    /// What the raid of a report is worth on the floors as they are.
    pub(crate) fn dawn_points(&self, report: &RaidReport) -> DawnPoints {
        let rules = &self.catalog.rules.grade;
        let parties = self.parties_at_dawn();
        let expected: usize = parties.iter().map(|party| party.members.len()).sum();
        let came = report.members.len();
        let count = if self.shift.end.is_some() { came } else { came.max(expected) };
        let shares: u32 = report.members.iter().map(|member| self.harm_share(member)).sum();
        let (full, chests) = self.chests_of_site();
        let kept = match chests {
            0 => rules.kept * 100,
            _ => rules.kept * 100 * u32::from(full) / u32::from(chests),
        };
        DawnPoints { harm: rules.harm * shares / count.max(1) as u32, kept }
    }

    /// The share of a member's harm that is done, in percent: all of it if the member fell, and
    /// none if the member never found the way home.
    fn harm_share(&self, member: &RaidMember) -> u32 {
        match member.fate {
            Fate::Fell(_) => 100,
            Fate::Inside if self.shift.end.is_some() => 0,
            Fate::Fled | Fate::Through if self.is_driven_home(member) => {
                self.catalog.rules.grade.driven_percent
            }
            Fate::Inside | Fate::Fled | Fate::Through => {
                let lost = (member.max_health - member.health).max(0);
                (lost * 100 / member.max_health.max(1)) as u32
            }
        }
    }

    /// Whether a member went home, by either way, with so little health that it had enough.
    pub(crate) fn is_driven_home(&self, member: &RaidMember) -> bool {
        let is_home = matches!(member.fate, Fate::Fled | Fate::Through);
        let percent = self.catalog.rules.raid.home_percent;
        is_home && member.health * 100 < member.max_health * percent
    }

    /// Full chests, and all chests, on all floors of the site.
    pub(crate) fn chests_of_site(&self) -> (u16, u16) {
        let floors = self.of_all_floors(|world| {
            let chests = world.floor.fixtures().filter_map(|(_, fixture)| match fixture {
                Fixture::Chest { full } => Some(full),
                _ => None,
            });
            chests.fold((0, 0), |(full, all), is_full| (full + u16::from(is_full), all + 1))
        });
        floors.into_iter().fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1))
    }

    /// The share of the harm that a player saw who was on the floor with the party.
    fn harm_seen_percent(&self, report: &RaidReport) -> Option<u32> {
        if self.shift.tally.left_at.is_some_and(|turn| turn < self.shift.dawn) {
            return None;
        }
        let harm = report.lost_to_traps + report.lost_to_blows;
        Some(report.harm_seen.min(harm) * 100 / harm.max(1))
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
}

impl Grade {
    fn add(&mut self, what: GradeReason, points: i32, max_points: u32) {
        self.lines.push(GradeLine { what, points, max_points });
    }
}

/// Hundredths of points for the jobs done of those asked for: each kind has its weight among the
/// kinds that the order has, and stains no more than a few points beside others.
fn order_points(rules: &GradeRules, done: PerJob, asked: PerJob) -> u32 {
    let weight = |job: JobKind| if asked[job] > 0 { rules.points[job as usize] } else { 0 };
    let all: u32 = JobKind::ALL.into_iter().map(weight).sum();
    let others = all - weight(JobKind::Stain);
    let whole = rules.order * 100;
    if all == 0 {
        return whole;
    }
    let for_stains = match others {
        0 => whole,
        _ => (whole * weight(JobKind::Stain) / all).min(rules.stains * 100),
    };
    let points = JobKind::ALL.into_iter().filter(|&job| asked[job] > 0).map(|job| {
        let most = match job {
            JobKind::Stain => for_stains,
            _ => (whole - for_stains) * weight(job) / others,
        };
        // The division takes off a few hundredths, which rounding gives back.
        most * u32::from(done[job].min(asked[job])) / u32::from(asked[job])
    });
    points.sum()
}

/// Hundredths of points of a dawn, of which a night in bed would have brought some.
fn against_bed(rules: &GradeRules, raw: u32, bed: u32) -> u32 {
    let whole = rules.max_of_dawn() * 100;
    whole * raw.saturating_sub(bed) / whole.saturating_sub(bed).max(1)
}

/// Whole points.
fn rounded(hundredths: u32) -> u32 {
    (hundredths + 50) / 100
}
