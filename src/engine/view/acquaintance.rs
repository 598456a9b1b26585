//! Whom of the cast the player has heard of and has to do with, and a few words on who somebody is.

use std::cmp::Reverse;

use crate::sim::{Leg, PersonFate, PersonId, SiteId, SiteRaid, SiteState, Stance};

use super::journey::{JourneyView, PersonView};

/// How well the player knows somebody of the cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Acquaintance {
    /// Not heard of yet.
    Unheard,
    /// By name and repute: what people say.
    Heard,
    /// The player has seen them, or their mess, or their name on the notice: what they carry and
    /// fear is known too.
    Seen,
}

impl<'a> JourneyView<'a> {
    /// How well the player knows somebody. Seen is who was on a floor of the player's, is expected
    /// there, or left the mess that the player found; heard of is who led a raid that was told of,
    /// and whose end was.
    pub(crate) fn acquaintance(&self, id: PersonId) -> Acquaintance {
        let person = self.person(id).record();
        if person.met.is_some() || self.own.expected.contains(&id) || self.has_left_mess(id) {
            return Acquaintance::Seen;
        }
        let leads = |raid: &SiteRaid| {
            raid.party.members.first().and_then(|own| own.person).is_some_and(|own| own.id == id)
        };
        let leads = self.atlas().ids().any(|site| self.own.site(site).raids.iter().any(leads));
        if leads || person.fate != PersonFate::Raiding {
            Acquaintance::Heard
        } else {
            Acquaintance::Unheard
        }
    }

    /// Whether somebody was in a raid on a site that the player has worked, or works now: the
    /// briefing names them.
    fn has_left_mess(&self, id: PersonId) -> bool {
        self.atlas().ids().any(|site| {
            let is_here = !self.is_on_map() && site == self.at();
            let seen = self.own.site(site);
            let is_worked = matches!(seen.state, SiteState::Worked { .. });
            (is_here || is_worked) && seen.raids.last().is_some_and(|raid| was_in(raid, id))
        })
    }

    /// Everybody whom the player has heard of, those who matter first: who is expected, who still
    /// raids, who was seen, the best.
    pub fn roll(&self) -> Vec<PersonView<'a>> {
        let known =
            self.cast().filter(|person| self.acquaintance(person.id) > Acquaintance::Unheard);
        let mut roll: Vec<PersonView<'a>> = known.collect();
        roll.sort_by_cached_key(|person| {
            (
                !self.own.expected.contains(&person.id),
                !person.is_about(),
                Reverse(self.acquaintance(person.id)),
                Reverse(person.level()),
                person.id,
            )
        });
        roll
    }

    /// The number of those whom the player has not heard of.
    pub fn unheard(&self) -> usize {
        self.cast().filter(|person| self.acquaintance(person.id) == Acquaintance::Unheard).count()
    }
}

impl JourneyView<'_> {
    /// Whether somebody's doings concern the player: they have met, or one owes the other
    /// something, or somebody told the player of their plans, or it may be they at the Deep Seat.
    pub fn concerns(&self, id: PersonId) -> bool {
        self.is_known(id) || self.is_heir(id) || self.company_of_known(id).is_some()
    }

    /// Whether the player has had to do with somebody: on a floor, in a town or on the road, or
    /// with what they left.
    fn is_known(&self, id: PersonId) -> bool {
        let record = self.person(id).record();
        record.met.is_some()
            || record.stance != Stance::None
            || self.own.expected.contains(&id)
            || self.mess_cleaned_up(id).is_some()
            || self.own.rumours.iter().any(|rumour| rumour.party.contains(&id))
    }

    /// Whether a site is where the player is, or at the other end of a road from there.
    pub fn is_near(&self, site: SiteId) -> bool {
        let roads = self.own.roads(self.at());
        site == self.at() || roads.iter().any(|&(to, _)| to == site)
    }

    /// The site that the player put in order after somebody.
    fn mess_cleaned_up(&self, id: PersonId) -> Option<SiteId> {
        self.atlas().ids().find(|&site| {
            let record = self.own.site(site);
            let SiteState::Worked { night } = record.state else { return false };
            let mut before = record.raids.iter().filter(|raid| raid.night < night);
            before.next_back().is_some_and(|raid| was_in(raid, id))
        })
    }

    /// Somebody with a score to settle with the player whose friend or rival a person is: the one,
    /// and whether they are friends.
    fn company_of_known(&self, id: PersonId) -> Option<(PersonId, bool)> {
        let has_score = |other: &PersonId| {
            let other = self.person(*other);
            let record = other.record();
            other.is_about() && (record.robbed_player_on.is_some() || record.stance != Stance::None)
        };
        let person = self.person(id).record();
        let friend = person.friends.iter().copied().find(has_score).map(|id| (id, true));
        friend.or_else(|| Some((person.rival.filter(has_score)?, false)))
    }

    /// Who somebody is to the player, as a relative clause: "who left your vault with loot on night
    /// 3". `None` for a stranger.
    pub(super) fn reminder(&self, id: PersonId) -> Option<String> {
        let record = self.person(id).record();
        if let PersonFate::Settled { site, .. } = record.fate {
            return Some(format!("who lives at {}", self.site_name(site)));
        }
        if let Some(night) = record.robbed_player_on {
            let floor = match self.site_of_night(night) {
                Some(site) if site == self.goal() => self.site_name(site),
                Some(site) => format!("your {}", self.site(site).kind),
                None => "a floor of yours".to_owned(),
            };
            return Some(format!("who left {floor} with loot on night {night}"));
        }
        match record.stance {
            Stance::Grudge => return Some("who bears you a grudge".to_owned()),
            Stance::Debt => return Some("who owes you one".to_owned()),
            Stance::None => {}
        }
        // Which floor that was is not kept: the player may have met them again since, somewhere
        // else. The only visit may be the one that is told of.
        match (record.met, record.record.met_player) {
            (None, _) | (_, 0) => {}
            (Some(night), 1) if night + 1 >= self.night() => {
                return Some("who has seen a floor of yours".to_owned());
            }
            _ => return Some("who was on a floor of yours before".to_owned()),
        }
        if let Some(site) = self.mess_cleaned_up(id) {
            let place = self.site_name(site);
            return Some(format!("who was at {place} before you cleaned up there"));
        }
        if let Some(night) = record.met {
            return Some(format!("whom you know of since night {night}"));
        }
        if self.is_heir(id) {
            return Some("who would hold the Deep Seat as things stand".to_owned());
        }
        let (other, is_friend) = self.company_of_known(id)?;
        let name = self.person(other).name();
        Some(if is_friend { format!("a friend of {name}") } else { format!("no friend of {name}") })
    }

    /// Where the player worked on a night.
    pub(super) fn site_of_night(&self, on: i16) -> Option<SiteId> {
        self.trail().iter().find_map(|leg| match *leg {
            Leg::Work { site, night, .. } if night == on => Some(site),
            _ => None,
        })
    }
}

fn was_in(raid: &SiteRaid, id: PersonId) -> bool {
    raid.party.members.iter().filter_map(|own| own.person).any(|own| own.id == id)
}
