//! The raid that tests the player's work: the party, and what it does to the work.

use crate::sim::{ActorId, Duty, Fate, Game, Grade, PersonId, RaidReport, Stack, Turns, World};
use base::Pos;
use content::ActorKind;

use super::View;
use super::names::Visit;

#[derive(Clone, Debug)]
pub struct Party<'a> {
    /// "the Copper Lanterns": those who came in last.
    pub name: String,
    /// Those who came in one after the other, each with its name and what it comes for.
    pub companies: Vec<Company>,
    /// Of each company the leader first.
    pub members: Vec<PartyMember<'a>>,
    pub turns: Turns,
}

/// One of the parties of a raid.
#[derive(Clone, Debug)]
pub struct Company {
    pub name: String,
    /// "the chests".
    pub want: &'static str,
}

#[derive(Clone, Debug)]
pub struct PartyMember<'a> {
    pub id: ActorId,
    pub name: &'a str,
    pub surname: &'a str,
    pub kind: &'a ActorKind,
    /// The place of its company among those of the raid.
    pub wave: u8,
    pub health: i32,
    pub max_health: i32,
    /// Number of chests emptied.
    pub loot: u8,
    /// What else it has picked up, as long as it is on the floor.
    pub carries: Option<Stack>,
    pub fate: Fate,
    pub at: Option<Pos>,
}

impl PartyMember<'_> {
    /// The share of its health that it has lost, in percent.
    pub fn harm_percent(&self) -> i32 {
        (self.max_health - self.health).max(0) * 100 / self.max_health.max(1)
    }
}

impl<'a> View<'a> {
    /// Whether the player has left the floor and watches the raid from outside.
    pub fn is_away(&self) -> bool {
        self.world().is_away()
    }

    /// Number of raiders on the floor; `None` when there is no raid.
    pub fn intruders(&self) -> Option<usize> {
        let report = &self.world().raid()?.report;
        Some(report.members.iter().filter(|member| member.fate == Fate::Inside).count())
    }

    /// Whether the raid that tests the work has come to its end.
    pub fn is_raid_over(&self) -> bool {
        let world = self.world();
        world.raid().is_none() && world.dawn_report().is_some()
    }

    /// Whether the raid that tests the work has not begun.
    pub fn is_before_raid(&self) -> bool {
        self.intruders().is_none() && !self.is_raid_over()
    }

    /// The party, for those who watch from outside, or after the end.
    pub fn party(&self) -> Option<Party<'a>> {
        self.party_in(World::report_so_far, View::raider_names)
    }

    /// The same party as it came into the site, with what has become of each on whichever floor.
    pub fn site_party(&self) -> Option<Party<'a>> {
        self.party_in(World::site_raid, View::entrant_names)
    }

    fn party_in(
        &self,
        report: fn(&World) -> Option<RaidReport>,
        names: fn(&View<'a>, usize, Option<PersonId>) -> (&'a str, &'a str),
    ) -> Option<Party<'a>> {
        if !self.shows_everything() && self.shift_end().is_none() {
            return None;
        }
        let report = report(self.world())?;
        let companies = (0..).zip(&report.parties).map(|(wave, &kind)| {
            let leader = report.members.iter().find(|member| member.wave == wave);
            let name = self.company(kind, leader.and_then(|leader| leader.person), Visit::Dawn);
            Company { name, want: self.raid_want(wave) }
        });
        let companies: Vec<Company> = companies.collect();
        let members = report.members.iter().enumerate().map(|(index, member)| {
            let (name, surname) = names(self, index, member.person);
            PartyMember {
                id: member.id,
                name,
                surname,
                kind: self.catalog().actor(member.kind),
                wave: member.wave,
                health: member.health,
                max_health: member.max_health,
                loot: member.loot,
                carries: self.carried_by_raider(member.id),
                fate: member.fate,
                at: self.bystander(member.id).map(|other| other.pos),
            }
        });
        Some(Party {
            name: companies.last()?.name.clone(),
            companies,
            members: members.collect(),
            turns: Turns(report.turns),
        })
    }

    fn carried_by_raider(&self, id: ActorId) -> Option<Stack> {
        match self.bystander(id)?.duty {
            Duty::Raider(own) => own.carries,
            _ => None,
        }
    }

    /// The personal name of a raider: of one of the cast, or of anybody for those who watch from
    /// outside.
    pub(super) fn raider_name(&self, id: ActorId) -> Option<&'a str> {
        let mut members = self.world().dawn_report()?.members.iter().enumerate();
        let (index, member) = members.find(|(_, member)| member.id == id)?;
        let person = member.person;
        if person.is_none() && !self.shows_everything() {
            return None;
        }
        Some(self.raider_names(index, person).0)
    }

    /// The grade of the shift as the raid stands.
    pub fn standing(&self) -> Grade {
        self.game.standing()
    }

    /// A game of the last raid before this shift, from its beginning; on a journey.
    pub fn raid_of_last_night(&self) -> Option<Game> {
        self.game.raid_of_last_night()
    }

    /// A copy of the game, to show the rest of a raid without changing this one.
    pub fn replica(&self) -> Option<Game> {
        let game = self.game;
        Game::restore(game.setup().clone(), game.snapshot(), self.catalog()).ok()
    }
}
