//! The hallways of a keep: one connects the two halves of each split, further ones make loops.

use crate::algo::bsp::Partition;
use crate::algo::delaunay::triangulate;
use crate::algo::graph::add_long_loops;
use crate::algo::router::Router;
use crate::detail::{Join, KeepDetail};
use crate::draft::LevelDraft;
use crate::draft::dig::{dig_hallway, dig_room, doorways};
use crate::error::PassError;
use crate::level::{LinkKind, ThingKind};
use crate::passes::rooms::RoomSizes;
use base::{Pos, Rect, Stream};
use content::Pass;

/// Maximum number of redraws for each room of the level; one level in a hundred needs any.
const REDRAWS_PER_ROOM: u32 = 4;

/// Maximum random length, in cells, that is added to candidates for a hallway, so that the shortest
/// is not always taken.
const MAX_EXTRA_CELLS: u32 = 9;

/// Maximum number of stages that are kept for a trace while the hallways are dug.
const MAX_STAGES: usize = 16;

/// Connects the two halves of every split, from the leaves up, by a hallway between two rooms at
/// the split, and digs all rooms and hallways.
///
/// A hallway is straight if its rooms face each other and has one turn otherwise; it touches no
/// other room and no other hallway. If no two rooms can be connected so, the rooms of the smaller
/// half are redrawn and connected again. Then come the loops.
pub(crate) fn bsp_hallways(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let loop_percent = draft.setting("loop_percent")? as usize;
    let (doors, sizes) = (draft.setting("door_percent")? as u32, RoomSizes::of(draft)?);
    let Some(partition) = &draft.partition else {
        return Err(PassError::Missing("a partition"));
    };
    let rooms: Vec<Rect> = draft.rooms.iter().map(|room| room.rect).collect();
    let mut joiner = Joiner {
        partition,
        sizes,
        router: Router::new(draft.spec.width, draft.spec.height, &rooms),
        redraws: REDRAWS_PER_ROOM * rooms.len() as u32,
        rooms,
        halls: vec![None; partition.nodes.len()],
    };
    joiner.join(0, &mut draft.stream).ok_or(PassError::Retry("two halves cannot be joined"))?;

    let Joiner { mut router, rooms, halls, .. } = joiner;
    let tree = halls.iter().flatten().filter_map(|&hall| router.hallway(hall));
    let tree: Vec<(usize, usize)> = tree.map(|hall| (hall.a, hall.b)).collect();
    let loops = loops(&tree, &rooms, &mut router, loop_percent, &mut draft.stream);
    let mut joins = Vec::new();
    let mut hallways = Vec::new();
    // Halves come after their node, so the reverse order leads from the leaves up.
    for (node, hall) in halls.iter().enumerate().rev() {
        let (Some(hall), Some([one, other])) = (*hall, partition.nodes[node].halves) else {
            continue;
        };
        let side = |half: usize| partition.nodes[half].leaves.clone().collect();
        joins.push(Join { left: side(one), right: side(other), link: joins.len() });
        hallways.extend(router.unroute(hall));
    }
    let tree = hallways.len();
    hallways.extend(loops.into_iter().filter_map(|hall| router.unroute(hall)));
    for (room, rect) in draft.rooms.iter_mut().zip(&rooms) {
        room.rect = *rect;
    }
    draft.detail.keep = Some(KeepDetail { joins });
    for &room in &rooms {
        dig_room(draft, room);
    }
    draft.keep_stage(Pass::Rooms);
    let often = hallways.len().div_ceil(MAX_STAGES);
    for (number, hallway) in hallways.into_iter().enumerate() {
        let mut leaves = doorways(&hallway.cells);
        leaves.retain(|_| draft.stream.percent(doors));
        for &leaf in &leaves {
            draft.place_thing(ThingKind::Door, "door", 1, leaf);
        }
        let kind = if number < tree { LinkKind::Tree } else { LinkKind::Loop };
        dig_hallway(draft, hallway, kind, leaves);
        if number % often == 0 {
            draft.keep_stage(Pass::BspHallways);
        }
    }
    Ok(())
}

/// Keeps with fewer rooms have no loops: they would leave no room off the way for the shop.
const MIN_ROOMS_WITH_LOOPS: usize = 8;

/// Routes further hallways between rooms that are neighbours but far apart by the hallways so far,
/// as many as `percent` of the rooms; returns their numbers. One dead end stays, for the shop.
fn loops(
    tree: &[(usize, usize)],
    rooms: &[Rect],
    router: &mut Router,
    percent: usize,
    stream: &mut Stream,
) -> Vec<usize> {
    if rooms.len() < MIN_ROOMS_WITH_LOOPS {
        return Vec::new();
    }
    let centres: Vec<Pos> = rooms.iter().map(|room| room.centre()).collect();
    let mut pairs = triangulate(&centres);
    stream.shuffle(&mut pairs);
    let mut doorways = vec![0; rooms.len()];
    for room in tree.iter().flat_map(|&(a, b)| [a, b]) {
        doorways[room] += 1;
    }
    let mut dead_ends = doorways.iter().filter(|&&count| count == 1).count();
    let mut loops = Vec::new();
    let max_count = (rooms.len() * percent).div_ceil(100);
    add_long_loops(&centres, tree.iter().copied(), pairs, max_count, |a, b| {
        let joined = [a, b].into_iter().filter(|&room| doorways[room] == 1).count();
        if dead_ends <= joined {
            return false;
        }
        let Some(hall) = router.route_plain(a, b) else { return false };
        loops.push(hall);
        dead_ends -= joined;
        doorways[a] += 1;
        doorways[b] += 1;
        true
    });
    loops
}

/// Connects the rooms of a partition.
struct Joiner<'a> {
    partition: &'a Partition,
    sizes: RoomSizes,
    router: Router,
    rooms: Vec<Rect>,
    /// By node: the number of the hallway between its halves.
    halls: Vec<Option<usize>>,
    /// Number of redraws that are left.
    redraws: u32,
}

impl Joiner<'_> {
    /// Connects all rooms within a node; `None` if the redraws ran out.
    fn join(&mut self, node: usize, stream: &mut Stream) -> Option<()> {
        let Some([one, other]) = self.partition.nodes[node].halves else {
            return Some(());
        };
        self.join(one, stream)?;
        self.join(other, stream)?;
        loop {
            self.halls[node] = self.connect(one, other, stream);
            if self.halls[node].is_some() {
                return Some(());
            }
            self.redraws = self.redraws.checked_sub(1)?;
            let leaves = |half: usize| self.partition.nodes[half].leaves.len();
            let is_one = match leaves(one).cmp(&leaves(other)) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => stream.one_in(2),
                std::cmp::Ordering::Greater => false,
            };
            let half = if is_one { one } else { other };
            self.redraw(half, stream);
            self.join(half, stream)?;
        }
    }

    /// Routes a hallway from a room of one half to a room of the other: rooms that face each other
    /// before those that do not, and near ones before far ones.
    fn connect(&mut self, one: usize, other: usize, stream: &mut Stream) -> Option<usize> {
        let (one_area, other_area) =
            (self.partition.nodes[one].area, self.partition.nodes[other].area);
        let (mut ones, mut others) = (Vec::new(), Vec::new());
        self.list_beside(one, other_area, &mut ones);
        self.list_beside(other, one_area, &mut others);
        let mut pairs: Vec<(bool, u32, usize, usize)> = Vec::new();
        for &a in &ones {
            for &b in &others {
                let (across, down) = self.rooms[a].gaps(self.rooms[b]);
                let faces = across <= 0 || down <= 0;
                let length =
                    (across.max(0) + down.max(0)) as u32 + stream.below(MAX_EXTRA_CELLS + 1);
                pairs.push((!faces, length, a, b));
            }
        }
        pairs.sort_unstable();
        pairs.into_iter().find_map(|(_, _, a, b)| self.router.route_plain(a, b))
    }

    /// Lists the rooms within a node whose leaves lie beside an area.
    fn list_beside(&self, node: usize, area: Rect, rooms: &mut Vec<usize>) {
        let node = &self.partition.nodes[node];
        let (across, down) = node.area.gaps(area);
        if across > 0 || down > 0 {
            return;
        }
        match node.halves {
            Some(halves) => {
                for half in halves {
                    self.list_beside(half, area, rooms);
                }
            }
            None => rooms.push(node.leaves.start),
        }
    }

    /// Redraws all rooms within a node, and removes its hallways.
    fn redraw(&mut self, node: usize, stream: &mut Stream) {
        let partition = self.partition;
        if let Some(hall) = self.halls[node].take() {
            self.router.unroute(hall);
        }
        if let Some(halves) = partition.nodes[node].halves {
            for half in halves {
                self.redraw(half, stream);
            }
        } else {
            let leaf = partition.nodes[node].leaves.start;
            self.rooms[leaf] = self.sizes.draw(stream, partition.leaves[leaf]);
            self.router.move_room(leaf, self.rooms[leaf]);
        }
    }
}
