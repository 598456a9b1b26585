//! Persons who hold a floor, the Deep Seat, and what has become of the cast: nobody leads who cannot.

use std::fmt::Display;

use super::{Checker, SnapshotError, require};
use crate::sim::state::journey::person::{Person, PersonFate};
use crate::sim::state::journey::{BeatenHolder, Journey, Seat};
use crate::sim::state::report::Fate;
use crate::sim::state::tenant::Tenant;
use crate::sim::units::{ActorId, Holder, SiteId};
use content::ActorKindId;

impl Checker<'_> {
    /// Each is somebody, and those who are still inside are on the floor.
    pub(super) fn tenants(&self, tenants: &[Tenant]) -> Result<(), SnapshotError> {
        const PATH: &str = "shift.tenants";
        require(tenants.is_sorted_by(|a, b| a.id < b.id), PATH, "out of order")?;
        let mut holders: Vec<Holder> = Vec::new();
        for tenant in tenants {
            let &Tenant { id, holder, level, kit, carries, wary: _, fate } = tenant;
            require(id != ActorId::PLAYER, PATH, "is the player")?;
            self.holder(holder, PATH)?;
            require(!holders.contains(&holder), PATH, "in two places")?;
            holders.push(holder);
            require((1..=100).contains(&level), PATH, "no such level")?;
            self.stack(kit, PATH)?;
            self.stack(carries, PATH)?;
            if let Fate::Fell(by) = fate {
                self.harm(by, PATH)?;
            }
            let mut actors = self.snapshot.floor.actors.iter();
            let is_there = actors.any(|actor| actor.id == id && self.is_person(actor.kind));
            require(is_there == (fate == Fate::Inside), PATH, "on the floor, or not")?;
        }
        Ok(())
    }

    /// The holder of the Deep Seat sits there, and those who sit there have somebody to sit with.
    pub(super) fn seat(&self, journey: &Journey) -> Result<(), SnapshotError> {
        const PATH: &str = "journey.seat";
        let Seat { holder, beaten } = &journey.seat;
        let is_seated = |person: &Person| matches!(person.fate, PersonFate::Seated { .. });
        match *holder {
            None => {}
            Some(holder @ Holder::StandIn(_)) => self.holder(holder, PATH)?,
            Some(holder @ Holder::Person(id)) => {
                self.holder(holder, PATH)?;
                require(is_seated(journey.person(id)), PATH, "held by somebody who is not there")?;
            }
        }
        let has_company = holder.is_some_and(|holder| holder.person().is_some());
        let is_empty = !journey.cast.iter().any(is_seated);
        require(has_company || is_empty, PATH, "somebody is there with nobody")?;
        let fits = u8::try_from(beaten.len()).is_ok();
        require(fits, PATH, "more than ever sat there")?;
        beaten.iter().try_for_each(|&BeatenHolder { holder, night, by }| {
            self.holder(holder, PATH)?;
            self.night(night, PATH)?;
            by.map_or(Ok(()), |by| self.harm(by, PATH))
        })?;
        let leads = journey.expected.iter().all(|&id| journey.person(id).is_raiding());
        require(leads, "journey.expected", "somebody who raids no more")
    }

    /// A site where people settle: on the map, no town, and neither end of the way.
    pub(super) fn settled(
        &self,
        site: SiteId,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        self.site(site, path)?;
        let fits = self.atlas.is_some_and(|atlas| {
            !atlas.is_town(site) && site != atlas.goal() && site != atlas.start()
        });
        require(fits, path, "nobody settles there")
    }

    fn is_person(&self, kind: ActorKindId) -> bool {
        self.has_actor(kind) && self.catalog.actor(kind).is_person
    }

    fn holder(&self, holder: Holder, path: impl Display) -> Result<(), SnapshotError> {
        match holder {
            Holder::Person(id) => self.person(Some(id), path),
            Holder::StandIn(place) => {
                let stand_ins = &self.catalog.campaign.seat.stand_ins;
                let is_known = usize::from(place) < stand_ins.len();
                require(is_known && self.snapshot.journey.is_some(), path, "no such stand-in")
            }
        }
    }
}
