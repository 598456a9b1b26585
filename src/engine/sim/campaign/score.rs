//! What a journey is worth.

use crate::sim::prelude::*;
use crate::sim::shift::grade::Grade;
use crate::sim::state::journey::Leg;

impl World {
    /// What the journey is worth so far: the points of all sites that were worked, times their depths, and what the end adds;
    /// `None` in other modes.
    pub(crate) fn journey_grade(&self) -> Option<Grade> {
        let (journey, atlas) = (self.journey()?, self.atlas()?);
        let rules = &self.catalog.campaign.score;
        let (mut points, mut max_points, mut score) = (0, 0, 0);
        for (site, own, most) in best_nights(&journey.trail) {
            points += own;
            max_points += most;
            score += own * u32::from(atlas.site(site).depth.0);
        }
        let is_won = journey.phase == Phase::Over(End::Won);
        if is_won {
            let nights = rules.nights.saturating_sub(journey.night.max(0).unsigned_abs().into());
            score += rules.won + rules.night * nights + self.belongings().coins.0;
        }
        let letter = match max_points {
            0 => Letter::F,
            _ => Letter::of(&self.catalog.rules.grade, points, max_points),
        };
        Some(Grade { letter, points, max_points, score, lines: Vec::new() })
    }
}

/// For every site that was worked, in the order of the first time: the points of the best night there, and those it could have
/// been worth. A site that is worked again and again is worth no more than once.
pub(crate) fn best_nights(trail: &[Leg]) -> Vec<(SiteId, u32, u32)> {
    let mut nights: Vec<(SiteId, u32, u32)> = Vec::new();
    for leg in trail {
        let Leg::Work { site, points, max_points, .. } = *leg else { continue };
        match nights.iter_mut().find(|(own, ..)| *own == site) {
            Some(best) if best.1 < points => (best.1, best.2) = (points, max_points),
            Some(_) => {}
            None => nights.push((site, points, max_points)),
        }
    }
    nights
}
