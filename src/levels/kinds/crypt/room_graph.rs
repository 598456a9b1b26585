//! The graph of a crypt's rooms: a tree with loops, its critical path, and the branches off it.

use crate::algo::delaunay::triangulate;
use crate::algo::graph::{Graph, diameter, spanning_tree, unit_graph};
use crate::detail::CryptDetail;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Link, LinkKind, Room, RoomRole};
use base::{Pos, Rect, Stream};

/// Triangulates the rooms' centres and computes the minimum spanning tree; its longest path leads
/// from the start room to the boss room. Some of the other edges become loops.
///
/// Both rooms grow as far as their leaves allow without moving their centres; the larger one is the
/// boss room.
pub(crate) fn room_graph(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let share = draft.setting("loop_percent")? as u32;
    let most_gates = draft.setting("most_gates")? as usize;
    let partition = draft.partition.as_ref().ok_or(PassError::Missing("a partition"))?;
    let centres: Vec<Pos> = draft.rooms.iter().map(|room| room.rect.centre()).collect();
    let delaunay = triangulate(&centres);
    let mst = spanning_tree(&centres, &delaunay);
    let mut graph = unit_graph(centres.len(), &mst);
    let mut path = diameter(&graph);
    let &[start, .., boss] = &path[..] else {
        return Err(PassError::Retry("there is nowhere to go"));
    };

    let padding = draft.spec.kind.room_padding;
    let grown = [start, boss]
        .map(|room| widened(draft.rooms[room].rect, partition.leaves[room].grown(-padding)));
    let ends = if grown[0].area() > grown[1].area() {
        path.reverse();
        [(boss, grown[1], RoomRole::Start), (start, grown[0], RoomRole::Boss)]
    } else {
        [(start, grown[0], RoomRole::Start), (boss, grown[1], RoomRole::Boss)]
    };
    for (id, rect, role) in ends {
        draft.rooms[id] = Room { id, rect, role };
    }
    let [(start_room, ..), (boss_room, ..)] = ends;

    let spared = [start_room, boss_room];
    let loops = choose_loops(&mut graph, &delaunay, &spared, share, &mut draft.stream);
    draft.detail.crypt = Some(CryptDetail {
        centres,
        delaunay,
        mst,
        loops,
        diameter: path.len() - 1,
        start_room,
        boss_room,
        critical_path: path,
        most_gates,
    });
    Ok(())
}

/// The largest rectangle within another with the same [`Rect::centre`] as a smaller one.
fn widened(room: Rect, within: Rect) -> Rect {
    let (x, w) = widened_side((room.x, room.w), (within.x, within.w));
    let (y, h) = widened_side((room.y, room.h), (within.y, within.h));
    Rect::new(x, y, w, h)
}

/// The start and length of one side, grown round its centre.
fn widened_side((from, length): (i32, i32), (first, max_length): (i32, i32)) -> (i32, i32) {
    let (before, after) = (from - first, first + max_length - from - length);
    let by = before.min(after);
    let (from, length) = (from - by, length + 2 * by);
    // The centre of an even length is the cell before its middle.
    match length % 2 {
        1 if after > by => (from, length + 1),
        0 if before > by => (from - 1, length + 1),
        _ => (from, length),
    }
}

/// Draws loops from the `candidates` and adds them to a tree; returns them in the order in which
/// they were drawn.
///
/// No loop touches a room in `spared`, is in the tree, or closes a triangle with the tree or the
/// loops before it, so every cycle has four rooms or more. At most `share_percent` of the possible
/// loops are added.
///
/// `graph` is the tree, to which the loops are added.
fn choose_loops(
    graph: &mut Graph,
    candidates: &[(usize, usize)],
    spared: &[usize],
    share_percent: u32,
    stream: &mut Stream,
) -> Vec<(usize, usize)> {
    let mut order: Vec<(usize, usize)> = candidates
        .iter()
        .copied()
        .filter(|(a, b)| !spared.contains(a) && !spared.contains(b) && !graph.contains_edge(*a, *b))
        .collect();
    stream.shuffle(&mut order);
    let max_loops = (order.len() as u64 * u64::from(share_percent)).div_ceil(100) as usize;
    let mut loops = Vec::new();
    for (a, b) in order {
        if loops.len() == max_loops {
            break;
        }
        if !graph.neighbors(a).any(|third| graph.contains_edge(b, third)) {
            graph.add_edge(a, b, 1);
            loops.push((a, b));
        }
    }
    loops
}

/// The critical path through a tree of rooms, with its branches. Indices on the path are called
/// places.
pub(crate) struct CriticalPath {
    pub path: Vec<usize>,
    /// By place on the path: the link to the next room.
    pub links: Vec<usize>,
    /// By room: the place on the path where its branch leaves it.
    pub anchor: Vec<usize>,
    /// By room: the number of links between it and the path.
    pub off_path: Vec<u32>,
    /// By room: whether only one link of the tree leads there.
    pub is_dead_end: Vec<bool>,
    /// The places on the path with a branch, in order.
    pub forks: Vec<usize>,
}

impl CriticalPath {
    /// The branches off a path; only links of the tree count.
    pub(crate) fn of(rooms: usize, links: &[Link], path: &[usize]) -> CriticalPath {
        let tree = links.iter().enumerate().filter(|(_, link)| link.kind == LinkKind::Tree);
        let tree = Graph::from_edges(tree.map(|(number, link)| (link.a, link.b, number)));
        let mut critical = CriticalPath {
            path: path.to_vec(),
            links: Vec::with_capacity(path.len()),
            anchor: vec![usize::MAX; rooms],
            off_path: vec![0; rooms],
            is_dead_end: (0..rooms).map(|room| tree.neighbors(room).count() == 1).collect(),
            forks: Vec::new(),
        };
        for (place, &room) in path.iter().enumerate() {
            critical.anchor[room] = place;
        }
        for pair in path.windows(2) {
            critical.links.extend(tree.edge_weight(pair[0], pair[1]));
        }
        for (place, &room) in path.iter().enumerate() {
            if critical.claim_branches(place, room, &tree) {
                critical.forks.push(place);
            }
        }
        critical
    }

    pub(crate) fn rooms(&self) -> usize {
        self.anchor.len()
    }

    /// The rooms farthest from the path in the branches at a place; the path's own room if there is
    /// no branch.
    pub(crate) fn far_ends(&self, place: usize) -> Vec<usize> {
        let branch = || (0..self.rooms()).filter(|&room| self.anchor[room] == place);
        let farthest = branch().map(|room| self.off_path[room]).max().unwrap_or(0);
        branch().filter(|&room| self.off_path[room] == farthest).collect()
    }

    /// Records the branches at a room of the path; false if there are none.
    fn claim_branches(&mut self, place: usize, room: usize, tree: &Graph<usize>) -> bool {
        let mut open = vec![room];
        let mut claimed = false;
        while let Some(room) = open.pop() {
            for next in tree.neighbors(room) {
                if self.anchor[next] == usize::MAX {
                    self.anchor[next] = place;
                    self.off_path[next] = self.off_path[room] + 1;
                    open.push(next);
                    claimed = true;
                }
            }
        }
        claimed
    }
}

#[cfg(test)]
mod tests {
    use super::{CriticalPath, widened};
    use crate::level::{Link, LinkKind};
    use base::{Purpose, Rect, Seed, Stream};

    #[test]
    fn a_room_grows_about_its_centre_and_no_farther_than_it_may() {
        let mut stream = Stream::new(Seed(1), Purpose::new("widened"), ());
        for _ in 0..2_000 {
            let within = Rect::new(3, 5, stream.range(4, 20), stream.range(4, 20));
            let (w, h) = (stream.range(1, within.w), stream.range(1, within.h));
            let x = within.x + stream.range(0, within.w - w);
            let y = within.y + stream.range(0, within.h - h);
            let room = Rect::new(x, y, w, h);
            let wide = widened(room, within);
            assert_eq!(wide.centre(), room.centre());
            assert!(within.contains(wide.centre()) && wide.w >= w && wide.h >= h);
            assert!(wide.x >= within.x && wide.right() <= within.right());
            assert!(wide.y >= within.y && wide.bottom() <= within.bottom());
            // One more on either side would leave the frame or move the centre.
            for more in [
                Rect::new(wide.x - 1, wide.y, wide.w + 1, wide.h),
                Rect::new(wide.x, wide.y, wide.w + 1, wide.h),
            ] {
                let fits = more.x >= within.x && more.right() <= within.right();
                assert!(!fits || more.centre() != room.centre(), "{room:?} in {within:?}");
            }
        }
    }

    #[test]
    fn branches_hang_where_they_leave_the_path() {
        let link = |a, b| Link::new(a, b, LinkKind::Tree, Vec::new());
        // 0 – 1 – 2 – 3 is the path; 4 – 5 and 6 hang on 1, 7 on 2; a loop joins two branches.
        let mut links: Vec<Link> = [(1, 0), (1, 2), (2, 3), (1, 4), (4, 5), (6, 1), (2, 7)]
            .map(|(a, b)| link(a, b))
            .into();
        links.push(Link { kind: LinkKind::Loop, ..link(5, 7) });
        let critical = CriticalPath::of(8, &links, &[0, 1, 2, 3]);
        assert_eq!(critical.links, [0, 1, 2]);
        assert_eq!(critical.forks, [1, 2]);
        assert_eq!(critical.anchor, [0, 1, 2, 3, 1, 1, 1, 2]);
        assert_eq!(critical.off_path, [0, 0, 0, 0, 1, 2, 1, 1]);
        assert_eq!((critical.far_ends(1), critical.far_ends(2)), (vec![5], vec![7]));
        assert_eq!(critical.is_dead_end, [true, false, false, true, false, true, true, true]);
    }
}
