//! The hallways of the cycles.

use crate::algo::router::Router;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::cloister::state::Cycles;
use crate::level::{Link, LinkKind};
use base::Rect;
use petgraph::unionfind::UnionFind;

/// Routes a hallway for every pair of rooms that cycles link. A cycle with a link that finds no way is dropped from the
/// list; its rooms stay connected by its other links. The great cycle must be complete.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let cycles = draft.cycles.as_mut().ok_or(PassError::Missing("cycles"))?;
    let rooms: Vec<Rect> = draft.rooms.iter().map(|room| room.rect).collect();
    let mut router = Router::new(draft.spec.width, draft.spec.height, &rooms);
    let halls = router.route_all(&cycles.edges);
    let mut joined = UnionFind::new(rooms.len());
    for hall in halls.into_iter().flatten() {
        let Some(hall) = router.unroute(hall) else { continue };
        let kind = if joined.union(hall.a, hall.b) { LinkKind::Tree } else { LinkKind::Loop };
        let (a, b, cells) = (hall.a, hall.b, hall.cells);
        draft.links.push(Link { a, b, kind, cells, doors: Vec::new(), gate: None });
    }
    if (1..rooms.len()).any(|room| joined.find(room) != joined.find(0)) {
        return Err(PassError::Retry("a hallway found no way"));
    }
    if !name_links(cycles, &draft.links, rooms.len()) {
        return Err(PassError::Retry("the great cycle does not close"));
    }
    Ok(())
}

/// Sets the links of each cycle, and drops the cycles that lack one; false if the great cycle lacks one.
fn name_links(cycles: &mut Cycles, links: &[Link], rooms: usize) -> bool {
    let mut of_room = vec![Vec::new(); rooms];
    for (number, link) in links.iter().enumerate() {
        of_room[link.a].push(number);
        of_room[link.b].push(number);
    }
    let between = |a: usize, b: usize| {
        let ends = |link: &Link| link.a == b || link.b == b;
        of_room[a].iter().copied().find(|&link| ends(&links[link]))
    };
    cycles.all.retain_mut(|cycle| {
        let next = cycle.rooms.iter().cycle().skip(1);
        let found = cycle.rooms.iter().zip(next).filter_map(|(&a, &b)| between(a, b));
        cycle.links = found.collect();
        let closes = cycle.links.len() == cycle.rooms.len();
        if !closes {
            cycles.spoiled.append(&mut cycle.links);
        }
        closes
    });
    // The great cycle begins with the first room of all.
    cycles.all.first().is_some_and(|first| first.rooms[0] == 0)
}
