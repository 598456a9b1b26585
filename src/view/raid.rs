//! The raid as it is shown: the party, and what it comes up against.

use crate::base::{Pos, Purpose, Stream};
use crate::content::ActorKind;
use crate::sim::{ActorId, Fate, Fixture, Game, Grade, Report, Turns};

use super::View;

/// The party of the raid that tests the work.
#[derive(Clone, Debug)]
pub struct Party<'a> {
    /// "the Copper Lanterns".
    pub name: &'a str,
    /// The leader first.
    pub members: Vec<PartyMember<'a>>,
    /// How long they have been at it.
    pub turns: Turns,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct PartyMember<'a> {
    pub id: ActorId,
    pub name: &'a str,
    pub kind: &'a ActorKind,
    pub health: i32,
    pub max_health: i32,
    /// Chests emptied.
    pub loot: u8,
    pub fate: Fate,
    /// Where they are, while they are on the floor.
    pub at: Option<Pos>,
}

/// What the upkeeper has put in order, of one kind, and what the raid did to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkTested {
    /// "traps".
    pub what: &'static str,
    /// What becomes of one that is spoilt: "went off".
    pub spoilt: &'static str,
    pub count: usize,
    pub tested: usize,
    /// Of these, traps that were taken apart.
    pub apart: usize,
}

/// A kind of work: what it is called, what becomes of it, and how to tell it.
type Kind = (&'static str, &'static str, fn(Fixture) -> bool);

impl<'a> View<'a> {
    /// Whether the upkeeper has left the floor, and looks on from outside.
    pub fn is_away(&self) -> bool {
        self.world().is_away()
    }

    /// How many of a party are on the floor, while one is.
    pub fn intruders(&self) -> Option<usize> {
        let report = &self.world().raid()?.report;
        Some(report.members.iter().filter(|member| member.fate == Fate::Inside).count())
    }

    /// The party, for whoever looks on from outside or back on it.
    pub fn party(&self) -> Option<Party<'a>> {
        let world = self.world();
        if !world.is_away() && self.end().is_none() {
            return None;
        }
        let report = world.report_so_far()?;
        let name = &self.catalog().parties[usize::from(report.party?.0)].name;
        let members = report.members.iter().map(|member| PartyMember {
            id: member.id,
            name: self.name_of(world.dawn_report(), member.id).unwrap_or_default(),
            kind: self.catalog().actor(member.kind),
            health: member.health,
            max_health: member.max_health,
            loot: member.loot,
            fate: member.fate,
            at: world.bystanders().find(|other| other.id == member.id).map(|other| other.pos),
        });
        Some(Party { name, members: members.collect(), turns: Turns(report.turns) })
    }

    /// What a raider is called by the others; from inside nobody hears it.
    pub(super) fn raider_name(&self, id: ActorId) -> Option<&'a str> {
        let report = self.world().dawn_report().filter(|_| self.is_away());
        self.name_of(report, id)
    }

    fn name_of(&self, report: Option<&Report>, id: ActorId) -> Option<&'a str> {
        let place = report?.members.iter().position(|member| member.id == id)?;
        let names = &self.catalog().texts.raiders;
        let mut order: Vec<usize> = (0..names.len()).collect();
        Stream::new(
            self.seed(),
            Purpose::new("raider names"),
            (self.world().floor_key(), self.depth()),
        )
        .shuffle(&mut order);
        Some(&names[*order.get(place % names.len())?])
    }

    /// What the upkeeper has put in order and the raid may have tested, kind by kind.
    pub fn works(&self) -> Vec<WorkTested> {
        let world = self.world();
        let Some(report) = world.dawn_report() else { return Vec::new() };
        let kinds: [Kind; 5] = [
            ("traps", "went off", |fixture| matches!(fixture, Fixture::Trap { .. })),
            ("doors", "broken", |fixture| matches!(fixture, Fixture::Door(_))),
            ("chests", "emptied", |fixture| matches!(fixture, Fixture::Chest { .. })),
            ("lights", "put out", |fixture| matches!(fixture, Fixture::Light { .. })),
            ("posts", "driven off", |fixture| matches!(fixture, Fixture::Post { .. })),
        ];
        let works = kinds.into_iter().map(|(what, spoilt, is)| {
            let spoils = report.deeds.iter().filter(|deed| deed.yours && is(deed.left));
            let mut spoils: Vec<(Pos, bool)> =
                spoils.map(|deed| (deed.at, deed.disarmed)).collect();
            // What happened to a place first is what it was there for.
            spoils.sort_by_key(|&(at, _)| at);
            spoils.dedup_by_key(|&mut (at, _)| at);
            let places: Vec<Pos> = spoils.iter().map(|&(at, _)| at).collect();
            let apart = spoils.iter().filter(|&&(_, disarmed)| disarmed).count();
            let standing = world.tally().finished_jobs.iter().filter(|&&pos| {
                world.floor().fixture(pos).is_some_and(is) && places.binary_search(&pos).is_err()
            });
            let count = standing.count() + places.len();
            WorkTested { what, spoilt, count, tested: places.len(), apart }
        });
        works.filter(|works| works.count > 0).collect()
    }

    /// What the shift is worth as the raid stands.
    pub fn standing(&self) -> Grade {
        self.game.standing()
    }

    /// The same game once more, to be played on without consequences.
    pub fn replica(&self) -> Option<Game> {
        let game = self.game;
        Game::restore(game.setup().clone(), game.snapshot(), self.catalog()).ok()
    }
}
