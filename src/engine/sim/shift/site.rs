//! All floors of a site together: the raid of dawn, and the order.

use crate::sim::prelude::*;
use crate::sim::state::order::PerJob;

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

    /// The jobs done and those that the order asks for, on all floors of the site, as the party
    /// found them where it came.
    pub(crate) fn site_order(&self) -> (PerJob, PerJob) {
        let (mut done, mut asked) = (PerJob::default(), PerJob::default());
        for count in self.of_all_floors(World::order).concat() {
            let wanted = count.wanted(self.catalog.rules.asked);
            done[count.job] += count.done.min(wanted);
            asked[count.job] += wanted;
        }
        (done, asked)
    }
}
