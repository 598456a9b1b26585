//! Which edges come back to a spanning tree, so that there is more than one way.

use crate::base::Stream;

/// Some of the `candidates`, in the order in which they came up, that make a tree a graph with loops.
///
/// None touches one of the rooms in `spared`, none is there already, and none closes a triangle with
/// the tree or with the loops before it: so every loop leads through four rooms or more. Of those
/// that could come back about `share_percent` do.
///
/// `neighbours` holds the tree: the rooms beside each room. The loops are added to it.
pub(in crate::levelgen) fn choose(
    neighbours: &mut [Vec<usize>],
    candidates: &[(usize, usize)],
    spared: &[usize],
    share_percent: u32,
    stream: &mut Stream,
) -> Vec<(usize, usize)> {
    let mut order: Vec<(usize, usize)> = candidates
        .iter()
        .copied()
        .filter(|(a, b)| !spared.contains(a) && !spared.contains(b) && !neighbours[*a].contains(b))
        .collect();
    stream.shuffle(&mut order);
    let most = (order.len() as u64 * u64::from(share_percent)).div_ceil(100) as usize;
    let mut loops = Vec::new();
    for (a, b) in order {
        if loops.len() == most {
            break;
        }
        if !neighbours[a].iter().any(|third| neighbours[b].contains(third)) {
            neighbours[a].push(b);
            neighbours[b].push(a);
            loops.push((a, b));
        }
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::choose;
    use crate::base::Stream;

    /// Rooms in a row, and every pair of them a candidate.
    fn row(count: usize) -> (Vec<Vec<usize>>, Vec<(usize, usize)>) {
        let beside = |room: usize| {
            [room.checked_sub(1), Some(room + 1)].into_iter().flatten().filter(|&to| to < count)
        };
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        ((0..count).map(|room| beside(room).collect()).collect(), pairs.collect())
    }

    #[test]
    fn no_loop_closes_a_triangle_or_touches_what_is_spared() {
        for seed in 0..200 {
            let (mut neighbours, pairs) = row(12);
            let mut stream = Stream::new(seed, "loops", &[]);
            let loops = choose(&mut neighbours, &pairs, &[0, 11], 100, &mut stream);
            assert!(
                !loops.is_empty(),
                "room 1 and room 4 can always be joined, or something bars it"
            );
            for &(a, b) in &loops {
                assert!(b > a + 1 && a != 0 && b != 11, "{a} and {b}");
            }
            for (a, b) in pairs.iter().filter(|(a, b)| neighbours[*a].contains(b)) {
                assert!(!neighbours[*a].iter().any(|third| neighbours[*b].contains(third)));
            }
        }
    }

    #[test]
    fn the_share_is_kept() {
        let count = |share| {
            let (mut neighbours, pairs) = row(40);
            choose(&mut neighbours, &pairs, &[], share, &mut Stream::new(1, "loops", &[])).len()
        };
        assert_eq!(count(0), 0);
        assert_eq!(count(1), 8, "one in a hundred of 741, rounded up");
        assert!(count(100) > count(1));
    }
}
