//! Strongly connected components of directed graphs.

/// The number of strongly connected components of a directed graph, and the component of each node, by Tarjan's
/// algorithm ("Depth-first search and linear graph algorithms", 1972) with an explicit stack. `arcs` yields the arcs of
/// the graph; it is called twice. Components are numbered in the order in which they are completed.
pub(crate) fn strong_components<I: Iterator<Item = (usize, usize)>>(
    nodes: usize,
    arcs: impl Fn() -> I,
) -> (usize, Vec<usize>) {
    let (firsts, arcs) = adjacency(nodes, arcs);
    let mut count = 0;
    let mut component_of = vec![usize::MAX; nodes];
    // By node: the number by which it was visited, and the lowest number that it leads back to; 0 is not visited.
    let (mut order, mut low) = (vec![0u32; nodes], vec![0u32; nodes]);
    let mut visited = 0;
    let mut open = Vec::new();
    let mut walk: Vec<(usize, usize)> = Vec::new();
    for root in 0..nodes {
        if order[root] != 0 {
            continue;
        }
        walk.push((root, firsts[root]));
        while let Some((node, arc)) = walk.pop() {
            if order[node] == 0 {
                visited += 1;
                (order[node], low[node]) = (visited, visited);
                open.push(node);
            }
            if arc < firsts[node + 1] {
                walk.push((node, arc + 1));
                let next = arcs[arc];
                if order[next] == 0 {
                    walk.push((next, firsts[next]));
                } else if component_of[next] == usize::MAX {
                    low[node] = low[node].min(order[next]);
                }
                continue;
            }
            if low[node] == order[node] {
                while let Some(member) = open.pop() {
                    component_of[member] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
            if let Some(&(parent, _)) = walk.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    (count, component_of)
}

/// The adjacency of a directed graph: the successors of node `n` are `arcs[firsts[n]..firsts[n + 1]]`.
fn adjacency<I: Iterator<Item = (usize, usize)>>(
    nodes: usize,
    arcs: impl Fn() -> I,
) -> (Vec<usize>, Vec<usize>) {
    let mut firsts = vec![0; nodes + 1];
    for (from, _) in arcs() {
        firsts[from + 1] += 1;
    }
    for node in 0..nodes {
        firsts[node + 1] += firsts[node];
    }
    let mut ends = firsts.clone();
    let mut successors = vec![0; firsts[nodes]];
    for (from, to) in arcs() {
        successors[ends[from]] = to;
        ends[from] += 1;
    }
    (firsts, successors)
}

#[cfg(test)]
mod tests {
    use super::strong_components;

    #[test]
    fn a_ring_with_a_way_out_is_two_components() {
        let arcs = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3)];
        let (count, component_of) = strong_components(5, || arcs.into_iter());
        assert_eq!((count, component_of), (2, vec![1, 1, 1, 0, 0]));
    }
}
