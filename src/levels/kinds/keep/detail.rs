//! The part of a dump about a keep: how the halves of its splits are connected.

use serde::Serialize;

/// How the rooms of a keep are connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeepDetail {
    /// One for every split; those within a half come before the split itself.
    pub joins: Vec<Join>,
}

/// The hallway between the two halves of a split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Join {
    /// The rooms of the western or northern half.
    pub left: Vec<usize>,
    /// The rooms of the other half.
    pub right: Vec<usize>,
    /// The index of its link.
    pub link: usize,
}
