//! From rooms and links to regions: what can be walked to and back from without a gate is one place.

use crate::levelgen::algo::locks::model::{LockEdge, LockGraph, LockItem, Passage, PlacedItem};

/// The prover's question for a level: links are named by their place in `passages`.
///
/// Regions are the strongly connected components of what is passable without a gate, found by
/// Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), in time linear in
/// rooms and links. Ungated links inside a region are left out.
pub(in crate::levelgen) fn lock_graph(
    rooms: usize,
    start: usize,
    goal: usize,
    passages: &[Passage],
    items: &[PlacedItem],
) -> LockGraph {
    let (regions, region_of) = components(rooms, passages);
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

/// The number of components, and each room's.
fn components(rooms: usize, passages: &[Passage]) -> (usize, Vec<usize>) {
    let (firsts, arcs) = arcs(rooms, passages);
    let mut count = 0;
    let mut region_of = vec![usize::MAX; rooms];
    // By room: when it was met, and the earliest that it leads back to; 0 is not met.
    let (mut met, mut low) = (vec![0u32; rooms], vec![0u32; rooms]);
    let mut clock = 0;
    let mut open = Vec::new();
    let mut walk: Vec<(usize, usize)> = Vec::new();
    for root in 0..rooms {
        if met[root] != 0 {
            continue;
        }
        walk.push((root, firsts[root]));
        while let Some((room, arc)) = walk.pop() {
            if met[room] == 0 {
                clock += 1;
                (met[room], low[room]) = (clock, clock);
                open.push(room);
            }
            if arc < firsts[room + 1] {
                walk.push((room, arc + 1));
                let next = arcs[arc];
                if met[next] == 0 {
                    walk.push((next, firsts[next]));
                } else if region_of[next] == usize::MAX {
                    low[room] = low[room].min(met[next]);
                }
                continue;
            }
            if low[room] == met[room] {
                while let Some(member) = open.pop() {
                    region_of[member] = count;
                    if member == room {
                        break;
                    }
                }
                count += 1;
            }
            if let Some(&(parent, _)) = walk.last() {
                low[parent] = low[parent].min(low[room]);
            }
        }
    }
    (count, region_of)
}

/// Where one can walk without a gate: the neighbours of room `r` are `arcs[firsts[r]..firsts[r + 1]]`.
fn arcs(rooms: usize, passages: &[Passage]) -> (Vec<usize>, Vec<usize>) {
    let ways = || {
        passages.iter().filter(|passage| passage.gate.is_none()).flat_map(|passage| {
            let back = (!passage.one_way).then_some((passage.b, passage.a));
            std::iter::once((passage.a, passage.b)).chain(back)
        })
    };
    let mut firsts = vec![0; rooms + 1];
    for (from, _) in ways() {
        firsts[from + 1] += 1;
    }
    for room in 0..rooms {
        firsts[room + 1] += firsts[room];
    }
    let mut ends = firsts.clone();
    let mut arcs = vec![0; firsts[rooms]];
    for (from, to) in ways() {
        arcs[ends[from]] = to;
        ends[from] += 1;
    }
    (firsts, arcs)
}
