//! The names of causes of harm and death, with articles.

use super::View;
use crate::sim::{Harm, Holder, PersonId};
use content::{Status, with_article};

impl View<'_> {
    /// The name of a cause of harm, to follow "killed by" or "fell to": "an ogre", "choking gas".
    pub fn harm_name(&self, by: Harm) -> String {
        let catalog = self.catalog();
        match by {
            Harm::Blow { by } => with_article(&catalog.actor(by).name),
            Harm::Trap(kind) => with_article(&format!("{} trap", catalog.trap(kind).name)),
            Harm::Gas => "choking gas".to_owned(),
            Harm::Fire | Harm::Status(Status::Burning) => "fire".to_owned(),
            Harm::Status(_) => "poison".to_owned(),
            Harm::Missile(kind) | Harm::Potion(kind) => with_article(&catalog.item(kind).name),
        }
    }
    /// Who or what killed the player, to follow "killed by": one of the cast by name.
    pub fn killer_name(&self) -> String {
        let Some(by) = self.world().tally().killed_by else { return "misadventure".to_owned() };
        match self.journey().zip(self.killer()) {
            Some((journey, id)) => {
                let person = journey.person(id);
                format!("{} the {}", person.name(), person.kind())
            }
            None => self.harm_name(by),
        }
    }

    /// The one of the cast whose blow killed the player. `None` if it was nobody of them, or somebody of the same kind is on
    /// the floor, who may have been it.
    pub(crate) fn killer(&self) -> Option<PersonId> {
        let world = self.world();
        let Harm::Blow { by } = world.tally().killed_by? else { return None };
        let mut alike = world.roster().iter().skip(1).filter(|actor| actor.kind == by);
        let killer = alike.next().filter(|_| world.journey().is_some())?.id;
        if alike.next().is_some() {
            return None;
        }
        match world.holder_of(killer) {
            Some(Holder::Person(id)) => Some(id),
            Some(Holder::StandIn(_)) => None,
            None => {
                let members = &world.dawn_report()?.members;
                members.iter().find(|member| member.id == killer)?.person
            }
        }
    }
}
