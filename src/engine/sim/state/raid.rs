//! A raid that is going on: what the party has seen, where it is bound, and its report.

use serde::{Deserialize, Serialize};

use base::{Bits, Pos};
use content::{Catalog, PartyKind};

use crate::sim::state::report::{Fate, RaidMember, RaidReport};
use crate::sim::units::{ActorId, Turns};

/// The number of the leader's footsteps that are kept.
const MAX_FOOTSTEPS: usize = 32;

/// A raid going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    pub began: Turns,
    /// Whether it is a raid of the night before the shift, which makes the mess: no bodies rise, and the player is not there.
    #[serde(rename = "is_setup_raid")]
    pub is_of_last_night: bool,
    /// The key of the rolls by which members notice traps.
    pub key: u64,
    pub heading: Heading,
    /// The cells that the party has seen: they tell each other.
    pub seen: Bits,
    /// Armed traps that one of them noticed, in reading order.
    pub spotted: Vec<Pos>,
    /// Those of them that the party walks over all the same, in reading order: no other way leads on.
    pub braved: Vec<Pos>,
    /// Braziers that one of them lit or put out, in reading order: the others leave them like that.
    pub tended: Vec<Pos>,
    /// Where the leader is going: the next cell last.
    pub route: Vec<Pos>,
    /// The last cells that the leader came by, the newest last: members that lost sight of the leader follow them.
    pub footsteps: Vec<Pos>,
    /// The last blow that one of them gave or took: when and where.
    pub last_fight: Option<(Turns, Pos)>,
    pub report: RaidReport,
}

/// Where a party is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Heading {
    /// Looking round, for loot and for the way out.
    In,
    /// To the exit.
    Out,
    /// Off the floor by whatever way is nearer.
    Home,
}

impl Raid {
    /// The leader: the first member that is still on the floor.
    pub(crate) fn leader(&self) -> Option<ActorId> {
        self.inside().next()
    }

    /// Those still on the floor, the leader first.
    pub(crate) fn inside(&self) -> impl Iterator<Item = ActorId> {
        let members = self.report.members.iter();
        members.filter(|member| member.fate == Fate::Inside).map(|member| member.id)
    }

    /// The member of the party that an actor is.
    pub(crate) fn member(&self, id: ActorId) -> Option<&RaidMember> {
        self.report.members.iter().find(|member| member.id == id)
    }

    pub(crate) fn has_spotted(&self, pos: Pos) -> bool {
        self.spotted.binary_search(&pos).is_ok()
    }

    /// Whether the party has noticed the armed trap on a cell and does not walk over it.
    pub(crate) fn avoids(&self, pos: Pos) -> bool {
        self.has_spotted(pos) && self.braved.binary_search(&pos).is_err()
    }

    /// Whether one of them has lit or put out a brazier.
    pub(crate) fn has_tended(&self, pos: Pos) -> bool {
        self.tended.binary_search(&pos).is_ok()
    }

    /// The leader has come to a cell.
    pub(crate) fn leave_footstep(&mut self, at: Pos) {
        if self.footsteps.last() != Some(&at) {
            if self.footsteps.len() == MAX_FOOTSTEPS {
                self.footsteps.remove(0);
            }
            self.footsteps.push(at);
        }
    }

    fn party<'c>(&self, catalog: &'c Catalog) -> Option<&'c PartyKind> {
        Some(&catalog.parties[usize::from(self.report.party?.0)])
    }

    /// Turns that they look round at least.
    pub(crate) fn stays(&self, catalog: &Catalog) -> u32 {
        self.party(catalog).map_or(0, |party| party.stays.into())
    }
}
