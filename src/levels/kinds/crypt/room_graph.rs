//! The graph of a crypt's rooms, and its critical path.

use crate::algo::delaunay::triangulate;
use crate::algo::graph::Graph;
use crate::algo::spanning_tree::spanning_tree;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::crypt::detail::CryptDetail;
use crate::kinds::crypt::loops;
use crate::level::{Room, RoomRole};
use base::{Pos, Rect};

/// Triangulates the rooms' centres and computes the minimum spanning tree; its longest path leads from the start room to
/// the boss room. Some of the other edges become loops.
///
/// Both rooms grow as far as their leaves allow without moving their centres; the larger one is the boss room.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let share = draft.setting("loop_percent")? as u32;
    let most_gates = draft.setting("most_gates")? as usize;
    let Some(partition) = &draft.partition else {
        return Err(PassError::Missing("a partition"));
    };
    let centres: Vec<Pos> = draft.rooms.iter().map(|room| room.rect.centre()).collect();
    let delaunay = triangulate(&centres);
    let mst = spanning_tree(&centres, &delaunay);
    let mut graph = Graph::of(centres.len(), &mst);
    let mut path = graph.diameter();
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
    let loops = loops::choose(&mut graph, &delaunay, &spared, share, &mut draft.stream);
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

#[cfg(test)]
mod tests {
    use super::widened;
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
}
