//! Words that belong to no single thing, as `data/texts.ron` has them.

use serde::Deserialize;

/// Words that belong to no single thing; `data/texts.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// What unidentified potions look like: "murky", as in "a murky potion".
    pub potions: Vec<String>,
    /// What unidentified scrolls are headed: as in "a scroll headed “Re: Re: Slime”".
    pub scrolls: Vec<String>,
    /// What raiders call each other; the stories of a night are told with them.
    pub raiders: Vec<String>,
    /// What unidentified charms are made of: "brass", as in "a brass charm".
    pub charms: Vec<String>,
    /// The paragraphs of the briefing before a shift.
    pub briefing: Vec<String>,
    /// Said once each, when their moment comes.
    pub hints: Vec<Hint>,
}

/// A word of help for a first shift.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// The moment: a name that the screens know.
    pub when: String,
    /// What is said; `{key:NAME}` is replaced by the key bound to that intent.
    pub text: String,
}

/// A noun with its article: "an apron"; "the Champion", of whom there is one.
pub(crate) fn with_article(noun: &str) -> String {
    let article = match noun.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        Some(first) if first.is_uppercase() => "the",
        _ => "a",
    };
    format!("{article} {noun}")
}

/// A text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
