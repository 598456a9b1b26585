//! All floors of a site together: the raid of dawn, and the points for the work.

use crate::sim::prelude::*;
use crate::sim::shift::grade_line::{GradeLine, GradeReason, sum};

impl World {
    /// The raid that tests the work, on all floors of the site: as it stands, or as it ended;
    /// `None` before it. Who has left a floor for one that the party has not come to yet is still
    /// inside.
    pub fn site_raid(&self) -> Option<RaidReport> {
        let mut floors = self.floor_raids().into_iter();
        let mut whole = floors.next()??;
        for floor in floors {
            let Some(next) = floor else {
                let on_their_way =
                    whole.members.iter_mut().filter(|member| member.fate == Fate::Through);
                on_their_way.for_each(|member| member.fate = Fate::Inside);
                break;
            };
            whole = whole.followed_by(&next);
        }
        Some(whole)
    }

    /// What the raid came to on the floor above this one, if it has come down from there.
    pub fn raid_above(&self) -> Option<&RaidReport> {
        let journey = self.journey()?;
        let above = journey.floors.iter().find(|stored| stored.number + 1 == journey.floor)?;
        above.shift.at_dawn.as_ref()
    }

    /// What the raid came to on each floor of the site, the uppermost first.
    fn floor_raids(&self) -> Vec<Option<RaidReport>> {
        let stored = self.journey().map_or(&[][..], |journey| &journey.floors);
        let mut floors: Vec<_> = stored.iter().map(|own| own.shift.at_dawn.clone()).collect();
        floors.insert(self.place_among_floors(), self.report_so_far());
        floors
    }

    /// The place of the floor in play among those that are stored.
    fn place_among_floors(&self) -> usize {
        let is_above = |journey: &Journey| {
            journey.floors.partition_point(|stored| stored.number < journey.floor)
        };
        self.journey().map_or(0, is_above)
    }

    /// What a function finds on each floor of the site, the uppermost first.
    pub(crate) fn of_all_floors<T>(&self, of: impl Fn(&World) -> T) -> Vec<T> {
        let mut found: Vec<T> = self.stored_worlds().map(|floor| of(&floor)).collect();
        found.insert(self.place_among_floors(), of(self));
        found
    }
}

/// Stained cells that count as one job's worth of points.
const STAIN_CELLS_PER_JOB: u32 = 6;

/// What the work is worth, floor by floor added up.
#[derive(Default)]
pub(crate) struct SiteWork {
    /// One line for each kind of job, in the order of the kinds.
    pub lines: Vec<GradeLine>,
    /// How many of the points are for work that is gone without the player: eaten, burnt, gone
    /// home.
    pub gone: i32,
    pub is_complete: bool,
    pub bosses: u16,
    /// Steps from the way in to the exit, of the floors that the party came to.
    pub walk: Turns,
}

impl SiteWork {
    pub(crate) fn worth(&self) -> u32 {
        self.lines.iter().map(|line| line.max_points).sum()
    }

    pub(crate) fn worked(&self) -> i32 {
        sum(&self.lines).max(0)
    }

    /// The most points that the raid can bring, where all of it brings so many percent of the work:
    /// the same share of them as is done of the work, and no more than for the player's own work
    /// beyond what is gone by itself.
    pub(crate) fn max_raid_points(&self, raid_percent: u32) -> i32 {
        (self.worked() * raid_percent as i32 / 100).min(self.worked() - 2 * self.gone)
    }

    fn add(&mut self, floor: SiteWork) {
        for line in floor.lines {
            self.add_line(line);
        }
        self.gone += floor.gone;
        self.is_complete &= floor.is_complete;
        self.bosses += floor.bosses;
        self.walk = Turns(self.walk.0 + floor.walk.0);
    }

    fn add_line(&mut self, line: GradeLine) {
        let kind = job_of(&line);
        let place = self.lines.partition_point(|own| job_of(own) < kind);
        match self.lines.get_mut(place).filter(|own| job_of(own) == kind) {
            Some(own) => {
                own.points += line.points;
                own.max_points += line.max_points;
                own.what = with_jobs(own.what, line.what);
            }
            None => self.lines.insert(place, line),
        }
    }
}

/// The place of a line's kind of job among all kinds.
fn job_of(line: &GradeLine) -> usize {
    match line.what {
        GradeReason::Jobs { job, .. } => job as usize,
        _ => usize::MAX,
    }
}

fn with_jobs(own: GradeReason, other: GradeReason) -> GradeReason {
    use GradeReason::Jobs;
    match (own, other) {
        (
            Jobs { job, done, total, ordered },
            Jobs { done: more, total: in_all, ordered: asked, .. },
        ) => Jobs { job, done: done + more, total: total + in_all, ordered: ordered + asked },
        _ => own,
    }
}

impl World {
    /// The work on all floors of the site, as the party found it where it came.
    pub(crate) fn site_work(&self) -> SiteWork {
        let mut work = self.floor_work();
        self.stored_worlds().for_each(|floor| work.add(floor.floor_work()));
        work
    }

    /// Steps from the way in to the exit, of all floors of the site together.
    pub(crate) fn walk_through_site(&self) -> Turns {
        let others = self.stored_worlds().map(|floor| floor.walk_to_exit().0);
        Turns(self.walk_to_exit().0 + others.sum::<u32>())
    }

    fn floor_work(&self) -> SiteWork {
        let order = self.order();
        let stain_percent = self.catalog.rules.stain_percent;
        let came = self.dawn_report().is_some_and(|report| !report.members.is_empty());
        let mut work = SiteWork {
            is_complete: order.iter().all(|count| count.is_complete(stain_percent)),
            bosses: self.shift.tally.bosses,
            walk: if came { self.walk_to_exit() } else { Turns(0) },
            ..SiteWork::default()
        };
        for count in order {
            let line = self.work_line(count);
            work.gone += self.gone(count, &line);
            work.add_line(line);
        }
        work
    }

    fn work_line(&self, count: JobCount) -> GradeLine {
        let weight = self.catalog.rules.grade.points[count.job as usize];
        let ordered = u32::from(self.shift.order.ordered[count.job]);
        // Mess that came later earns nothing when it is cleared, and costs when it is left.
        let undone = u32::from(count.total - count.done);
        let settled = ordered.saturating_sub(undone);
        let max_points = match count.job {
            JobKind::Stain => weight * ordered.div_ceil(STAIN_CELLS_PER_JOB),
            _ => weight * ordered,
        };
        let is_complete = count.is_complete(self.catalog.rules.stain_percent);
        let points = if is_complete { max_points } else { max_points * settled / ordered.max(1) };
        let JobCount { job, done, total } = count;
        let what = GradeReason::Jobs { job, done, total, ordered: ordered as u16 };
        GradeLine { what, points: points as i32, max_points }
    }

    /// How many of a line's points are for work that is gone without the player.
    fn gone(&self, count: JobCount, line: &GradeLine) -> i32 {
        let ordered = u32::from(self.shift.order.ordered[count.job]);
        let gone = ordered.saturating_sub(count.total.into());
        line.points.min((line.max_points * gone / ordered.max(1)) as i32)
    }
}
