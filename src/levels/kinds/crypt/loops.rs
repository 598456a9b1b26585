//! The choice of edges that are added to a spanning tree as loops.

use crate::algo::graph::Graph;
use base::Stream;

/// Draws loops from the `candidates` and adds them to a tree; returns them in the order in which they were drawn.
///
/// No loop touches a room in `spared`, is in the tree, or closes a triangle with the tree or the loops before it, so every
/// cycle has four rooms or more. At most `share_percent` of the possible loops are added.
///
/// `graph` is the tree, to which the loops are added.
pub(crate) fn choose(
    graph: &mut Graph,
    candidates: &[(usize, usize)],
    spared: &[usize],
    share_percent: u32,
    stream: &mut Stream,
) -> Vec<(usize, usize)> {
    let mut order: Vec<(usize, usize)> = candidates
        .iter()
        .copied()
        .filter(|(a, b)| !spared.contains(a) && !spared.contains(b) && !graph.has_edge(*a, *b))
        .collect();
    stream.shuffle(&mut order);
    let max_loops = (order.len() as u64 * u64::from(share_percent)).div_ceil(100) as usize;
    let mut loops = Vec::new();
    for (a, b) in order {
        if loops.len() == max_loops {
            break;
        }
        if !graph.neighbours(a).any(|third| graph.has_edge(b, third)) {
            graph.add_edge(a, b, ());
            loops.push((a, b));
        }
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::choose;
    use crate::algo::graph::Graph;
    use base::{Purpose, Seed, Stream};

    /// Rooms in a row, and every pair of them a candidate.
    fn row(count: usize) -> (Graph, Vec<(usize, usize)>) {
        let edges: Vec<(usize, usize)> = (1..count).map(|room| (room - 1, room)).collect();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        (Graph::of(count, &edges), pairs.collect())
    }

    #[test]
    fn no_loop_closes_a_triangle_or_touches_what_is_spared() {
        for seed in 0..200 {
            let (mut graph, pairs) = row(12);
            let mut stream = Stream::new(Seed(seed), Purpose::new("loops"), ());
            let loops = choose(&mut graph, &pairs, &[0, 11], 100, &mut stream);
            assert!(
                !loops.is_empty(),
                "room 1 and room 4 can always be joined, or something bars it"
            );
            for &(a, b) in &loops {
                assert!(b > a + 1 && a != 0 && b != 11, "{a} and {b}");
            }
            for (a, b) in pairs.iter().filter(|(a, b)| graph.has_edge(*a, *b)) {
                assert!(!graph.neighbours(*a).any(|third| graph.has_edge(*b, third)));
            }
        }
    }

    #[test]
    fn the_share_is_kept() {
        let count = |share| {
            let (mut graph, pairs) = row(40);
            choose(
                &mut graph,
                &pairs,
                &[],
                share,
                &mut Stream::new(Seed(1), Purpose::new("loops"), ()),
            )
            .len()
        };
        assert_eq!(count(0), 0);
        assert_eq!(count(1), 8, "one in a hundred of 741, rounded up");
        assert!(count(100) > count(1));
    }
}
