//! What a journey is worth.

use crate::sim::event::End;
use crate::sim::shift::grade::{Grade, Letter};
use crate::sim::state::journey::{Leg, Phase};
use crate::sim::state::world::World;

impl World {
    /// What the journey is worth so far: the points of all sites that were worked, times their depths, and what the end adds;
    /// `None` in other modes.
    pub(crate) fn journey_grade(&self) -> Option<Grade> {
        let (journey, atlas) = (self.journey()?, self.atlas()?);
        let rules = &self.catalog.campaign.score;
        let (mut points, mut max_points, mut score) = (0, 0, 0);
        for leg in &journey.trail {
            if let Leg::Work { site, points: own, max_points: most, .. } = *leg {
                points += own;
                max_points += most;
                score += own * u32::from(atlas.site(site).depth.0);
            }
        }
        let is_won = journey.phase == Phase::Over(End::Won);
        if is_won {
            let nights = rules.nights.saturating_sub(u32::from(journey.night));
            score += rules.won + rules.night * nights + self.belongings().coins.0;
        }
        let letter = match max_points {
            0 => Letter::F,
            _ => Letter::of(&self.catalog.rules.grade, points, max_points),
        };
        Some(Grade { letter, points, max_points, score, lines: Vec::new() })
    }
}
