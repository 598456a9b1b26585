//! A person of the cast.

use crate::sim::{Person, PersonFate, PersonId};
use content::{Catalog, HeroClassId};

/// A person of the cast.
#[derive(Clone, Copy)]
pub struct PersonView<'a> {
    pub id: PersonId,
    person: &'a Person,
    catalog: &'a Catalog,
}

impl<'a> PersonView<'a> {
    pub(super) fn new(id: PersonId, person: &'a Person, catalog: &'a Catalog) -> PersonView<'a> {
        PersonView { id, person, catalog }
    }

    pub fn given(&self) -> &'a str {
        &self.catalog.texts.raiders[usize::from(self.person.given)]
    }

    pub fn surname(&self) -> &'a str {
        &self.catalog.texts.surnames[usize::from(self.person.surname)]
    }

    /// "Wynn Ockley".
    pub fn name(&self) -> String {
        format!("{} {}", self.given(), self.surname())
    }

    /// What they are now: "squire".
    pub fn kind(&self) -> &'a str {
        let kind = self.catalog.class(self.class()).kind_at(self.person.level);
        &self.catalog.actor(kind).name
    }

    fn class(&self) -> HeroClassId {
        self.person.class
    }

    /// The habit, in a word and in a phrase.
    pub fn habit(&self) -> (&'a str, &'a str) {
        let habit = self.catalog.habit(self.person.habit);
        (&habit.name, &habit.about)
    }

    pub fn level(&self) -> u8 {
        self.person.level
    }

    pub fn fate(&self) -> PersonFate {
        self.person.fate
    }

    /// Whether they are still in the marches, raiding or not.
    pub(super) fn is_about(&self) -> bool {
        matches!(
            self.fate(),
            PersonFate::Raiding | PersonFate::Seated { .. } | PersonFate::Settled { .. }
        )
    }

    /// All that is known of them.
    pub fn record(&self) -> &'a Person {
        self.person
    }
}
