//! The raid of dawn on all floors of a site together.

use crate::sim::prelude::*;

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
        let here = self.report_so_far();
        let Some(journey) = self.journey() else { return vec![here] };
        let others = journey.floors.iter();
        let mut floors: Vec<(u8, Option<RaidReport>)> =
            others.map(|stored| (stored.number, stored.shift.at_dawn.clone())).collect();
        floors.push((journey.floor, here));
        floors.sort_by_key(|&(number, _)| number);
        floors.into_iter().map(|(_, raid)| raid).collect()
    }
}
