//! The critical path through a tree of rooms, and the branches off it.

use crate::algo::graph::Graph;
use crate::level::{Link, LinkKind};

/// The critical path through a tree of rooms, with its branches. Indices on the path are called places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CriticalPath {
    /// The rooms of the path.
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
        let tree = Graph::new(rooms, tree.map(|(number, link)| (link.a, link.b, number)));
        let mut critical = CriticalPath {
            path: path.to_vec(),
            links: Vec::with_capacity(path.len()),
            anchor: vec![usize::MAX; rooms],
            off_path: vec![0; rooms],
            is_dead_end: (0..rooms).map(|room| tree.degree(room) == 1).collect(),
            forks: Vec::new(),
        };
        for (place, &room) in path.iter().enumerate() {
            critical.anchor[room] = place;
        }
        for pair in path.windows(2) {
            let onward = tree.edges(pair[0]).find(|&(room, _)| room == pair[1]);
            critical.links.extend(onward.map(|(_, link)| link));
        }
        for (place, &room) in path.iter().enumerate() {
            if critical.claim_branches(place, room, &tree) {
                critical.forks.push(place);
            }
        }
        critical
    }

    /// The number of rooms.
    pub(crate) fn rooms(&self) -> usize {
        self.anchor.len()
    }

    /// The rooms farthest from the path in the branches at a place; the path's own room if there is no branch.
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
            for next in tree.neighbours(room) {
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
    use super::CriticalPath;
    use crate::level::{Link, LinkKind};

    #[test]
    fn branches_hang_where_they_leave_the_path() {
        let link = |a, b| Link {
            a,
            b,
            kind: LinkKind::Tree,
            cells: Vec::new(),
            doors: Vec::new(),
            gate: None,
        };
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
