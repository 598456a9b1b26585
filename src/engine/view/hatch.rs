//! What is seen from the closet's hatch at dawn: the cords, who is in reach of them, and what the
//! party goes for.

use crate::sim::{CordEnd, Door, Event, Turns};
use base::Pos;
use content::Want;

use super::View;
use super::notice::want_in_words;

/// A cord, as the hand on it knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HatchCord<'a> {
    pub at: Pos,
    /// What hangs on it: "spike trap"; "nothing" once that is gone.
    pub what: String,
    pub is_loose: bool,
    /// Turns until it can be pulled.
    pub wait: Turns,
    /// The names of the raiders in its reach.
    pub in_reach: Vec<&'a str>,
}

/// What a team of the party goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaidGoal<'a> {
    /// The name of whoever leads the way.
    pub leader: &'a str,
    pub from: Pos,
    pub at: Pos,
    /// "a chest".
    pub what: &'static str,
}

impl<'a> View<'a> {
    /// The cords that are laid, by number.
    pub fn hatch_cords(&self) -> Vec<HatchCord<'a>> {
        let world = self.world();
        let cords = world.cords().iter().map(|cord| {
            let near = world.raiders_inside().filter(|own| world.is_in_reach_of_cord(cord, own));
            let end = world.cord_end(cord.at);
            HatchCord {
                at: cord.at,
                what: end.map_or_else(|| "nothing".to_owned(), |end| self.name_of_cord_end(end)),
                is_loose: end.is_none(),
                wait: world.cord_wait(cord),
                in_reach: near.filter_map(|own| self.raider_name(own.id)).collect(),
            }
        });
        cords.collect()
    }

    /// What hangs on a cord: "dart trap".
    pub(super) fn name_of_cord_end(&self, end: CordEnd) -> String {
        let catalog = self.catalog();
        match end {
            CordEnd::Trap(kind) => format!("{} trap", catalog.trap(kind).name),
            CordEnd::Door(Door::Barred) => "barred door".to_owned(),
            CordEnd::Door(_) => "door".to_owned(),
            CordEnd::Light { lit: true } => "brazier".to_owned(),
            CordEnd::Light { lit: false } => "cold brazier".to_owned(),
            CordEnd::Resident(id) => {
                let resident = self.world().actor_ref(id);
                resident.map_or_else(String::new, |own| catalog.actor(own.kind).name.clone())
            }
        }
    }

    /// What the teams of the party on the floor go for, as far as they have chosen.
    pub fn raid_goals(&self) -> Vec<RaidGoal<'a>> {
        let world = self.world();
        let Some(raid) = world.raid().filter(|raid| !raid.turned_back) else { return Vec::new() };
        let goals = raid.teams.iter().filter_map(|team| {
            let leader = world.alive(raid.leader_of(team)?).filter(|own| !world.goes_home(own))?;
            let at = team.goal?;
            let what = match raid.want {
                _ if at == self.exit() => "the way out",
                Want::Loot => "a chest",
                Want::Heads => "a post",
                Want::Chart | Want::Through => "what they have not seen",
            };
            Some(RaidGoal { leader: self.raider_name(leader.id)?, from: leader.pos, at, what })
        });
        goals.collect()
    }

    /// Whether the player may want to act on what has happened in the raid.
    pub fn is_worth_a_stop(&self, events: &[Event]) -> bool {
        events.iter().any(|event| self.world().is_worth_a_stop(event))
    }

    /// What one of the parties of the raid comes for: "the chests"; the first is 0.
    pub(super) fn raid_want(&self, wave: u8) -> &'static str {
        let world = self.world();
        let raid = world.raid();
        let is_last = raid.is_some_and(|raid| usize::from(wave) + 1 == raid.report.parties.len());
        let want = match raid {
            Some(raid) if is_last || raid.is_of_last_night => Some(raid.want),
            _ => world.parties_at_dawn().get(usize::from(wave)).map(|party| party.want),
        };
        want_in_words(want.unwrap_or(Want::Through))
    }
}
