//! What dawn would come to, for those who plan by it.

use std::ops::Range;

use base::Pos;

use crate::sim::{ActorId, Forecast, ForecastTask, ForetoldMember, Lever};

use super::View;
use super::names::Visit;

/// Somebody who is to come, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForetoldName {
    pub name: String,
    /// What they are: "mage".
    pub kind: String,
    /// "the Copper Lanterns".
    pub party: String,
}

impl View<'_> {
    /// The forecast of dawn on the floor as the player knows it, with a plan done; to be made at
    /// leisure, on whatever thread.
    pub fn forecast_task(&self, plan: &[Lever]) -> ForecastTask {
        self.world().forecast_task(plan)
    }

    /// The names of those of whom a forecast tells, in the same order.
    pub fn names_of_foretold(&self, members: &[ForetoldMember]) -> Vec<ForetoldName> {
        let parties = self.world().parties_at_dawn();
        let named = members.iter().enumerate().map(|(index, member)| {
            let (given, _) = self.entrant_names(index, member.person);
            let party = parties.get(usize::from(member.wave)).map(|party| {
                let leader = party.members.first().and_then(|leader| Some(leader.person?.id));
                self.company(party.kind, leader, Visit::Dawn)
            });
            ForetoldName {
                name: given.to_owned(),
                kind: self.catalog().actor(member.kind).name.clone(),
                party: party.unwrap_or_default(),
            }
        });
        named.collect()
    }

    /// What dawn would come to with these levers set on the floor as it is, by a raid for each of
    /// some samples: for bots, which know no more of the rules than this.
    pub fn forecast(&self, levers: &[Lever], samples: Range<u32>) -> Forecast {
        self.world().forecast(levers, samples)
    }

    /// The cord that is to be pulled now, by the rule that forecasts keep to.
    pub fn cord_to_pull(&self) -> Option<u8> {
        self.world().cord_to_pull()
    }

    /// Cords that can still be laid tonight.
    pub fn cords_left(&self) -> usize {
        self.world().cords_left()
    }

    /// The residents that would follow to another post, and where they are.
    pub fn residents_to_lead(&self) -> Vec<(ActorId, Pos)> {
        self.world().residents_to_lead()
    }
}
