//! The hallways of a bastion, and the minor rooms that they cross.

use crate::draft::LevelDraft;
use crate::draft::dig::{dig_hallway, dig_room};
use crate::error::PassError;
use crate::kinds::bastion::chains::Chains;
use crate::kinds::bastion::detail::BastionDetail;
use crate::kinds::bastion::main_rooms;
use crate::level::{LinkKind, Room, RoomRole};
use base::Stream;
use petgraph::unionfind::UnionFind;

/// Digs a hallway for every edge of the tree and for a share of the other edges of the triangulation; minor rooms that a
/// hallway crosses stay, the others are dropped.
///
/// A hallway crosses the minor rooms on the straight line between the centres of its two main rooms. It ends at a minor
/// room's wall and goes on from another, so it is a chain of links: main room, minor rooms, main room. Each link touches
/// its own two rooms and nothing else. Chains through the same two consecutive rooms share the link between them.
///
/// If a chain cannot be routed, its hallway goes round the minor rooms. If that fails for an edge outside the tree,
/// another edge is tried; if it fails for an edge of the tree, the smaller of its rooms is dropped and the graph is drawn
/// again.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    for _ in 0..MAX_GRAPH_DRAWS {
        let (Some(scatter), Some(detail)) = (&draft.scatter, &draft.detail.bastion) else {
            return Err(PassError::Missing("main rooms"));
        };
        let (others, wanted) = draw_others(detail, &mut draft.stream);
        let size = (draft.spec.width, draft.spec.height);
        let edges = detail.mst.iter().chain(&others[..wanted]);
        let mut chains = Chains::new(size, &scatter.rooms, detail.main.len(), edges);
        let unreached = chains.route_tree(&detail.mst);
        if unreached.is_empty() {
            let added_back = chains.route_loops(others, wanted)?;
            dig(chains, draft, added_back);
            return Ok(());
        }
        main_rooms::drop(draft, &unreached)?;
    }
    Err(PassError::Retry("a main room is out of reach"))
}

/// The edges that are not in the tree, in random order, and how many of them are wanted.
fn draw_others(detail: &BastionDetail, stream: &mut Stream) -> (Vec<(usize, usize)>, usize) {
    let mut others: Vec<(usize, usize)> = detail
        .delaunay
        .iter()
        .copied()
        .filter(|edge| detail.mst.binary_search(edge).is_err())
        .collect();
    stream.shuffle(&mut others);
    let wanted = others.len() * detail.share_percent as usize / 100;
    (others, wanted)
}

/// Number of graphs that are drawn before the attempt is given up.
const MAX_GRAPH_DRAWS: u32 = 5;

/// Digs the rooms and hallways of the chains, and gives the rooms their final ids.
fn dig(mut chains: Chains, draft: &mut LevelDraft<'_>, added_back: Vec<(usize, usize)>) {
    let halls = chains.take_hallways();
    let (rooms, mains) = (chains.rooms, chains.mains);
    let mut name = vec![None; rooms.len()];
    for room in (0..mains).chain(halls.iter().flat_map(|hall| [hall.a, hall.b])) {
        if name[room].is_none() {
            let id = draft.rooms.len();
            let rect = rooms[room];
            name[room] = Some(id);
            draft.rooms.push(Room { id, rect, role: RoomRole::Room });
            dig_room(draft, rooms[room]);
        }
    }
    let mut joined = UnionFind::new(draft.rooms.len());
    for mut hall in halls {
        let (Some(a), Some(b)) = (name[hall.a], name[hall.b]) else { continue };
        (hall.a, hall.b) = (a, b);
        let kind = if joined.union(a, b) { LinkKind::Tree } else { LinkKind::Loop };
        dig_hallway(draft, hall, kind, Vec::new());
    }
    let dropped = draft.scatter.as_ref().map_or(0, |scatter| scatter.dropped);
    if let Some(detail) = &mut draft.detail.bastion {
        detail.added_back = added_back;
        detail.kept_minor = (mains..draft.rooms.len()).collect();
        detail.dropped = dropped - draft.rooms.len();
    }
}
