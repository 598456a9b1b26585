//! Whom of the cast the player has heard of: the one place that says so.

use std::cmp::Reverse;

use crate::sim::{PersonFate, PersonId, SiteState};

use super::journey::JourneyView;
use super::person::PersonView;

/// How well the player knows somebody of the cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Acquaintance {
    /// Not heard of yet.
    Unheard,
    /// By name and repute: what people say.
    Heard,
    /// The player has seen them, or their mess, or their name on the notice: what they carry and fear is known too.
    Seen,
}

impl<'a> JourneyView<'a> {
    /// How well the player knows somebody. Seen is who was on a floor of the player's, is expected there, or left the mess that
    /// the player found; heard of is who led a raid that was told of, and whose end was.
    pub(crate) fn acquaintance(&self, id: PersonId) -> Acquaintance {
        let person = self.person(id).record();
        if person.met.is_some() || self.expected().contains(&id) || self.has_left_mess(id) {
            return Acquaintance::Seen;
        }
        let leads = self.atlas().ids().any(|site| {
            self.record(site).raids.iter().any(|raid| {
                raid.entrants.first().and_then(|leader| leader.person).map(|leader| leader.id)
                    == Some(id)
            })
        });
        if leads || person.fate != PersonFate::Raiding {
            Acquaintance::Heard
        } else {
            Acquaintance::Unheard
        }
    }

    /// Whether somebody was in a raid on a site that the player has worked, or works now: the briefing names them.
    fn has_left_mess(&self, id: PersonId) -> bool {
        self.atlas().ids().any(|site| {
            let is_here = !self.is_on_map() && site == self.at();
            let seen = self.record(site);
            let is_worked = matches!(seen.state, SiteState::Worked { .. });
            (is_here || is_worked)
                && seen.raids.last().is_some_and(|raid| {
                    raid.entrants.iter().filter_map(|member| member.person).any(|own| own.id == id)
                })
        })
    }

    /// Everybody whom the player has heard of, those who matter first: who is expected, who still raids, who was seen, the best.
    pub fn roll(&self) -> Vec<PersonView<'a>> {
        let known =
            self.cast().filter(|person| self.acquaintance(person.id) > Acquaintance::Unheard);
        let mut roll: Vec<PersonView<'a>> = known.collect();
        roll.sort_by_cached_key(|person| {
            (
                !self.expected().contains(&person.id),
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
