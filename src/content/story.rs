//! The sentences of the story of a journey, as in `data/story.ron`.

use serde::Deserialize;

/// What there is to tell, and the ways to put it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoryTopic {
    /// One of [`STORY_TOPICS`].
    pub name: String,
    /// Whole sentences. What stands in braces is filled in.
    pub texts: Vec<String>,
}

/// Every topic, and what its texts may have filled in.
pub(crate) const STORY_TOPICS: [(&str, &[&str]); 28] = [
    ("start", &["nights", "roads", "sites"]),
    ("no work", &["nights", "roads"]),
    ("way", &["places"]),
    ("best night", &["night", "place", "letter", "coins"]),
    ("worst night", &["night", "place", "letter"]),
    ("hunger", &["health"]),
    ("again", &["place", "nights"]),
    ("robber", &["name", "place", "night"]),
    ("regular", &["name", "times"]),
    ("grudge", &["name"]),
    ("came back", &["times"]),
    ("still raiding", &["given", "rank"]),
    ("enemy dead", &["given", "fell", "place", "night"]),
    ("enemy rich", &["given", "night"]),
    ("enemy settled", &["given", "place"]),
    ("enemy seated", &["given", "night"]),
    ("enemy driven off", &["given", "place", "night"]),
    ("enemy missing", &["given", "place", "night"]),
    ("trap", &["names", "trap", "place", "night"]),
    ("more traps", &["count"]),
    ("other dead", &["names"]),
    ("lost", &["places"]),
    ("settled", &["who", "place"]),
    ("won", &["night"]),
    ("died", &["place", "night", "by"]),
    ("starved", &["place", "night"]),
    ("season over", &[]),
    ("given up", &["place", "night"]),
];
