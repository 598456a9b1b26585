//! The hallways of a crypt.

use crate::algo::router::Router;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Link, LinkKind};
use base::Rect;

/// Routes the edges of the tree and then the loops, so that no hallway touches another hallway or a room that is not its
/// own. A loop that finds no way near its rooms is dropped.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(graph) = &mut draft.detail.crypt else {
        return Err(PassError::Missing("the room graph"));
    };
    let rooms: Vec<Rect> = draft.rooms.iter().map(|room| room.rect).collect();
    let mut router = Router::new(draft.spec.width, draft.spec.height, &rooms);
    let tree = router.route_all(&graph.mst);
    if tree.contains(&None) {
        return Err(PassError::Retry("a hallway found no way"));
    }
    let loops: Vec<Option<usize>> =
        graph.loops.iter().map(|&(a, b)| router.route_near(a, b)).collect();
    let mut routed = loops.iter().map(Option::is_some);
    graph.loops.retain(|_| routed.next().unwrap_or(false));

    let halls = tree.iter().map(|hall| (hall, LinkKind::Tree));
    let halls = halls.chain(loops.iter().map(|hall| (hall, LinkKind::Loop)));
    draft.links = halls
        .filter_map(|(hall, kind)| Some((router.hallway((*hall)?)?, kind)))
        .map(|(hall, kind)| Link {
            a: hall.a,
            b: hall.b,
            kind,
            cells: hall.cells.clone(),
            doors: Vec::new(),
            gate: None,
        })
        .collect();
    Ok(())
}
