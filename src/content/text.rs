//! Texts that belong to no single kind, as in `data/texts.ron`, and helpers for English words.

use serde::Deserialize;

/// Texts that belong to no single kind of thing; `data/texts.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Looks of unidentified potions: "murky", as in "a murky potion".
    pub potions: Vec<String>,
    /// Titles of unidentified scrolls, as in "a scroll headed “Re: Re: Slime”".
    pub scrolls: Vec<String>,
    /// Given names of raiders, for the commentary and the report of a raid.
    pub raiders: Vec<String>,
    pub surnames: Vec<String>,
    /// Names of places on the map of a journey.
    pub places: Vec<String>,
    /// Materials of unidentified charms: "brass", as in "a brass charm".
    pub charms: Vec<String>,
    /// What the notice says of somebody who has been at another site of the kind: `{name}` and
    /// `{site}`, a `{kind}`.
    pub hearsay: String,
    /// Hints, each shown once.
    pub hints: Vec<Hint>,
}

/// A hint for new players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// When it is shown: a name that `screens::hints` knows.
    pub when: String,
    /// `{key:NAME}` is replaced by the key bound to that intent.
    pub text: String,
}

/// A noun with its article: "an apron"; "the" before a capital letter, "the Champion".
pub fn with_article(noun: &str) -> String {
    let article = match noun.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        Some(first) if first.is_uppercase() => "the",
        _ => "a",
    };
    format!("{article} {noun}")
}

/// A noun as it follows a count: "turn", "turns".
pub fn plural(count: u32, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => noun.to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// A count in digits, and what is counted: "1 turn", "12 turns".
pub fn counted(count: impl Into<i64>, noun: &str) -> String {
    let count = count.into();
    format!("{count} {}", plural(u32::try_from(count).unwrap_or(u32::MAX), noun))
}

/// A text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The columns of the side panel at its narrowest for the name of an actor, beside its health and
/// what it does, and for the given name of a person.
pub const ACTOR_NAME_COLUMNS: usize = 8;
/// The columns for the name of a trap whose kits are carried, beside two digits and how many other
/// kinds there are.
pub(crate) const TRAP_NAME_COLUMNS: usize = 10;
/// The columns for the name of a tool in the hand.
pub(crate) const TOOL_NAME_COLUMNS: usize = 15;
/// The columns for the kind of a house of a town.
pub(crate) const HOUSE_NAME_COLUMNS: usize = 18;

/// The short forms by kind of name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortNames {
    /// In at most [`ACTOR_NAME_COLUMNS`].
    pub actors: ShortForms,
    /// Given names of raiders and townspeople, in as many.
    pub given: ShortForms,
    /// In at most [`TRAP_NAME_COLUMNS`].
    pub traps: ShortForms,
    /// In at most [`TOOL_NAME_COLUMNS`].
    pub tools: ShortForms,
    /// Kinds of houses, in at most [`HOUSE_NAME_COLUMNS`].
    pub houses: ShortForms,
}

/// The short forms of the names that are too long.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct ShortForms(pub(crate) Vec<ShortName>);

/// A name, and what stands for it where there is little room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShortName {
    pub name: String,
    pub short: String,
}

impl ShortForms {
    /// The short form of a name, or else the name itself, which fits then.
    pub fn of<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.iter().find(|own| own.name == name).map_or(name, |own| &own.short)
    }
}
