//! Names in few columns, as in `data/short_names.ron`: the side panel shows a name whole or in this form, never cut.

use serde::Deserialize;

/// The columns of the side panel at its narrowest for the name of an actor, beside its health and what it does, and for the
/// given name of a person.
pub const ACTOR_NAME_COLUMNS: usize = 8;
/// The columns for the name of a trap whose kits are carried, beside two digits and how many other kinds there are.
pub(crate) const TRAP_NAME_COLUMNS: usize = 10;
/// The columns for the name of a tool in the hand.
pub(crate) const TOOL_NAME_COLUMNS: usize = 15;
/// The columns for the kind of a house of a town.
pub(crate) const HOUSE_NAME_COLUMNS: usize = 18;

/// The short forms by kind of name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortNames {
    pub actors: Vec<ShortName>,
    /// Given names of raiders and townspeople.
    pub given: Vec<ShortName>,
    pub traps: Vec<ShortName>,
    pub tools: Vec<ShortName>,
    /// Kinds of houses.
    pub houses: Vec<ShortName>,
}

/// A name, and what stands for it where there is little room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortName {
    pub name: String,
    pub short: String,
}

impl ShortNames {
    /// The name of an actor in at most [`ACTOR_NAME_COLUMNS`].
    pub fn actor<'a>(&'a self, name: &'a str) -> &'a str {
        form_of(&self.actors, name)
    }

    /// A given name in at most [`ACTOR_NAME_COLUMNS`].
    pub fn given<'a>(&'a self, name: &'a str) -> &'a str {
        form_of(&self.given, name)
    }

    /// The name of a trap in at most [`TRAP_NAME_COLUMNS`].
    pub fn trap<'a>(&'a self, name: &'a str) -> &'a str {
        form_of(&self.traps, name)
    }

    /// The name of a tool in at most [`TOOL_NAME_COLUMNS`].
    pub fn tool<'a>(&'a self, name: &'a str) -> &'a str {
        form_of(&self.tools, name)
    }

    /// The kind of a house in at most [`HOUSE_NAME_COLUMNS`].
    pub fn house<'a>(&'a self, name: &'a str) -> &'a str {
        form_of(&self.houses, name)
    }
}

/// The short form of a name, or else the name itself, which fits then.
fn form_of<'a>(forms: &'a [ShortName], name: &'a str) -> &'a str {
    forms.iter().find(|own| own.name == name).map_or(name, |own| &own.short)
}
