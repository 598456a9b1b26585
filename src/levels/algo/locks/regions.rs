//! Regions: sets of rooms between which a player can walk to and fro without opening a gate.

use crate::algo::locks::model::{LockEdge, LockGraph, LockItem, Passage, PlacedItem};
use crate::algo::strong_components::strong_components;

/// The lock graph of a level, in time linear in rooms and links. Links are numbered by their index in `passages`.
///
/// Regions are the strongly connected components of the rooms and the passages without a gate. Passages without a gate
/// inside a region are left out.
pub(crate) fn lock_graph(
    rooms: usize,
    start: usize,
    goal: usize,
    passages: &[Passage],
    items: &[PlacedItem],
) -> LockGraph {
    let ungated = || {
        passages.iter().filter(|passage| passage.gate.is_none()).flat_map(|passage| {
            let back = (!passage.one_way).then_some((passage.b, passage.a));
            std::iter::once((passage.a, passage.b)).chain(back)
        })
    };
    let (regions, region_of) = strong_components(rooms, ungated);
    let edges = passages.iter().enumerate().map(|(link, passage)| LockEdge {
        from: region_of[passage.a],
        to: region_of[passage.b],
        one_way: passage.one_way,
        gate: passage.gate,
        link,
    });
    LockGraph {
        regions,
        start: region_of[start],
        goal: region_of[goal],
        edges: edges.filter(|edge| edge.gate.is_some() || edge.from != edge.to).collect(),
        items: items
            .iter()
            .map(|item| LockItem {
                opener: item.opener,
                region: region_of[item.room],
                room: item.room,
            })
            .collect(),
    }
}
