//! The part of a dump about a binary space partition.

use serde::Serialize;

use base::Rect;

/// How the area was split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartitionDetail {
    /// Column, row, width and height of every leaf; the index of a leaf is the id of its room.
    pub leaves: Vec<[i32; 4]>,
}

impl PartitionDetail {
    pub(crate) fn new(leaves: &[Rect]) -> PartitionDetail {
        PartitionDetail {
            leaves: leaves.iter().map(|leaf| [leaf.x, leaf.y, leaf.w, leaf.h]).collect(),
        }
    }
}
