//! A raid that is going on, and what a raid came to.

use crate::sim::event::Harm;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::journey::records::TrapSet;
use crate::sim::state::order::JobCount;
use crate::sim::units::{ActorId, PersonId, Stack, Turns};
use base::{Bits, Pos};
use content::{ActorKindId, PartyKindId, Want};
use serde::{Deserialize, Serialize};

/// A raid that is going on: one party at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    pub began: Turns,
    /// When the party that is on the floor came in.
    pub entered: Turns,
    /// Whether it is a raid of the night before the shift, which makes the mess: no bodies rise,
    /// and the player is not there.
    #[serde(rename = "is_setup_raid")]
    pub is_of_last_night: bool,
    /// The key of the rolls by which members notice traps.
    pub key: u64,
    pub want: Want,
    /// Whether the party has turned back: off the floor by whatever way is nearer.
    pub turned_back: bool,
    /// The cells that the party knows: they are on its sketch, or a member has seen them.
    pub seen: Bits,
    /// Armed traps that one of them noticed, or that are on the sketch, in reading order.
    pub spotted: Vec<Pos>,
    /// Posts where they expect a resident, in reading order.
    pub posts: Vec<Pos>,
    /// Braziers that one of them lit or put out, in reading order: the others leave them like that.
    pub tended: Vec<Pos>,
    pub teams: Vec<Team>,
    /// The last blow that one of them gave or took: when and where.
    pub last_fight: Option<(Turns, Pos)>,
    pub report: RaidReport,
}

/// Members of a party that go together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// The first that is still on the floor leads.
    pub members: Vec<ActorId>,
    /// What they go for.
    pub goal: Option<Pos>,
    /// The way there: the next cell last.
    pub route: Vec<Pos>,
    /// When the way was chosen, and how much the party knew then.
    pub planned: Turns,
    pub known: u32,
}

/// What the next party knows of a floor: those who got away from the last one have told it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketch {
    pub seen: Option<Bits>,
    /// Traps that went off, and posts where a resident stood, in reading order.
    pub traps: Vec<Pos>,
    pub posts: Vec<Pos>,
}

impl Raid {
    /// Those still on the floor, by id.
    pub(crate) fn inside(&self) -> impl Iterator<Item = ActorId> {
        let members = self.report.members.iter();
        members.filter(|member| member.fate == Fate::Inside).map(|member| member.id)
    }

    pub(crate) fn member(&self, id: ActorId) -> Option<&RaidMember> {
        self.report.members.iter().find(|member| member.id == id)
    }

    /// The place of the team that a member is of.
    pub(crate) fn team_of(&self, id: ActorId) -> Option<usize> {
        self.teams.iter().position(|team| team.members.contains(&id))
    }

    /// The first member of a team that is still on the floor.
    pub(crate) fn leader_of(&self, team: &Team) -> Option<ActorId> {
        let mut members = team.members.iter().copied();
        let is_inside =
            |&id: &ActorId| self.member(id).is_some_and(|member| member.fate == Fate::Inside);
        members.find(is_inside)
    }

    /// How much the party knows of the floor; it only grows.
    pub(crate) fn knowledge(&self) -> u32 {
        (self.seen.count() + self.spotted.len()) as u32
    }

    pub(crate) fn has_spotted(&self, pos: Pos) -> bool {
        self.spotted.binary_search(&pos).is_ok()
    }

    /// Whether one of them has lit or put out a brazier.
    pub(crate) fn has_tended(&self, pos: Pos) -> bool {
        self.tended.binary_search(&pos).is_ok()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaidReport {
    /// The parties that came in, in their order.
    pub parties: Vec<PartyKindId>,
    /// By id; of each party the leader first.
    pub members: Vec<RaidMember>,
    pub turns: u32,
    /// The work as the party found it; none of it before the shift.
    pub order: Vec<JobCount>,
    /// The work that they spoiled, in the order in which they did.
    #[serde(rename = "deeds")]
    pub spoiled: Vec<SpoiledWork>,
    /// Health that the party lost to traps, and to blows and shots.
    pub lost_to_traps: u32,
    pub lost_to_blows: u32,
    /// The part of the health lost that a player on the floor saw.
    pub harm_seen: u32,
    /// Cords that the player pulled, and pulls that hurt or held somebody of the party.
    pub pulls: u16,
    pub pulls_hurt: u16,
    pub traps_sprung: u16,
    pub traps_disarmed: u16,
    pub chests_looted: u16,
    pub doors_broken: u16,
    pub lights_out: u16,
    /// Residents that they killed, and those that they drove from their posts for good.
    pub residents_slain: u16,
    pub residents_driven: u16,
    /// Things carried out that were no chest's: their own among them.
    pub items_taken: u16,
    /// Parties that came earlier in the same night, whose deeds are counted in.
    pub earlier: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaidMember {
    pub id: ActorId,
    pub kind: ActorKindId,
    /// Of which party it is: the first is 0.
    pub wave: u8,
    /// Health at best, and what was left of it at the end.
    pub max_health: i32,
    pub health: i32,
    pub loot: u8,
    pub fate: Fate,
    /// Who it is, if it is one of the cast of a journey.
    pub person: Option<PersonId>,
    /// The kinds of traps that it looks for.
    pub wary: TrapSet,
    /// Percent of all other traps that it notices at least.
    pub spots: u8,
    /// The kinds of traps that it set off in this raid.
    pub caught: TrapSet,
    /// What it carried off the floor, and what it had brought along.
    pub took: Option<Stack>,
    pub kit: Option<Stack>,
}

impl RaidMember {
    /// Somebody who comes in unhurt, and is not of the cast.
    pub fn stranger(id: ActorId, kind: ActorKindId, max_health: i32) -> RaidMember {
        RaidMember { id, kind, max_health, health: max_health, ..RaidMember::default() }
    }
}

/// How a raid ends for one of the party.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Still on the floor.
    #[default]
    Inside,
    /// Out by the exit.
    Through,
    /// Out by the way they came.
    Fled,
    Fell(Harm),
}

impl RaidReport {
    /// The same, with all that is counted of an earlier raid of the same night added.
    pub(crate) fn after(self, earlier: &RaidReport) -> RaidReport {
        RaidReport {
            pulls: self.pulls + earlier.pulls,
            pulls_hurt: self.pulls_hurt + earlier.pulls_hurt,
            traps_sprung: self.traps_sprung + earlier.traps_sprung,
            traps_disarmed: self.traps_disarmed + earlier.traps_disarmed,
            chests_looted: self.chests_looted + earlier.chests_looted,
            doors_broken: self.doors_broken + earlier.doors_broken,
            lights_out: self.lights_out + earlier.lights_out,
            residents_slain: self.residents_slain + earlier.residents_slain,
            residents_driven: self.residents_driven + earlier.residents_driven,
            items_taken: self.items_taken + earlier.items_taken,
            earlier: earlier.earlier + u16::from(!earlier.parties.is_empty()),
            ..self
        }
    }

    pub(crate) fn is_anybody_through(&self) -> bool {
        self.members.iter().any(|member| member.fate == Fate::Through)
    }

    /// The report of a raid on several floors: this one, and that of the next floor, where those
    /// who got through came in, in the same order.
    pub(crate) fn followed_by(&self, next: &RaidReport) -> RaidReport {
        let mut members = self.members.clone();
        let through = members.iter_mut().filter(|member| member.fate == Fate::Through);
        for (member, later) in through.zip(&next.members) {
            let (loot, caught) = (member.loot.saturating_add(later.loot), member.caught);
            *member = RaidMember { loot, caught: caught.union(later.caught), ..*later };
        }
        let counts = next.clone().after(self);
        RaidReport {
            members,
            parties: self.parties.clone(),
            turns: self.turns + next.turns,
            lost_to_traps: self.lost_to_traps + next.lost_to_traps,
            lost_to_blows: self.lost_to_blows + next.lost_to_blows,
            harm_seen: self.harm_seen + next.harm_seen,
            spoiled: [self.spoiled.as_slice(), &next.spoiled].concat(),
            earlier: self.earlier,
            ..counts
        }
    }

    /// Members that went home, by either way.
    pub fn home(&self) -> usize {
        let is_home = |fate| matches!(fate, Fate::Through | Fate::Fled);
        self.members.iter().filter(|member| is_home(member.fate)).count()
    }

    /// Chests' worth that members carried off the floor.
    pub fn loot_taken(&self) -> u32 {
        let home = self.members.iter().filter(|member| !matches!(member.fate, Fate::Fell(_)));
        home.map(|member| u32::from(member.loot)).sum()
    }

    pub fn is_going_on(&self) -> bool {
        self.members.iter().any(|member| member.fate == Fate::Inside)
    }

    pub fn fallen(&self) -> usize {
        self.members.iter().filter(|member| matches!(member.fate, Fate::Fell(_))).count()
    }
}

/// Something that was in order until the party spoiled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpoiledWork {
    /// Since the raid began.
    pub turn: u32,
    pub at: Pos,
    /// What it is now: a trap that went off, an empty chest, a broken door.
    pub left: Fixture,
    /// The raider on the cell, or else the nearest beside it.
    pub by: Option<ActorId>,
    /// Whether the player had put it in order.
    #[serde(rename = "yours")]
    pub by_player: bool,
    /// Whether it is a trap that was disarmed and did not go off.
    pub disarmed: bool,
}

/// The most pieces of spoiled work that are noted of one raid.
pub(crate) const MAX_SPOILED_WORK: usize = 200;
