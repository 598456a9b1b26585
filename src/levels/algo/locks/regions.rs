//! Regions: sets of rooms between which a player can walk to and fro without opening a gate.

use crate::algo::locks::model::{LockEdge, LockGraph, LockItem, Passage, PlacedItem};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

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
    let ungated = passages.iter().filter(|passage| passage.gate.is_none());
    let arcs = ungated.flat_map(|passage| {
        let back = (!passage.one_way).then_some((passage.b as u32, passage.a as u32));
        std::iter::once((passage.a as u32, passage.b as u32)).chain(back)
    });
    let mut graph = DiGraph::<(), ()>::from_edges(arcs);
    while graph.node_count() < rooms {
        graph.add_node(());
    }
    let components = tarjan_scc(&graph);
    let mut region_of = vec![0; rooms];
    for (region, rooms) in components.iter().enumerate() {
        for room in rooms {
            region_of[room.index()] = region;
        }
    }
    let edges = passages.iter().enumerate().map(|(link, passage)| LockEdge {
        from: region_of[passage.a],
        to: region_of[passage.b],
        one_way: passage.one_way,
        gate: passage.gate,
        link,
    });
    LockGraph {
        regions: components.len(),
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
