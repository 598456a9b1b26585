//! The graph over the main rooms of a bastion.

use crate::algo::delaunay::triangulate;
use crate::algo::spanning_tree::spanning_tree;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::bastion::detail::BastionDetail;
use base::{Pos, Rect};

/// Chooses the main rooms, those with at least `main_area` cells of floor, and computes the graph over them: the Delaunay
/// triangulation of their centres and its minimum spanning tree.
///
/// Sorts the main rooms before the minor ones, so that their ids are final.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    draw_graph(draft)
}

/// Drops main rooms and computes the graph over the others.
pub(crate) fn drop(draft: &mut LevelDraft<'_>, unwanted: &[usize]) -> Result<(), PassError> {
    if let Some(scatter) = &mut draft.scatter {
        let mut ids = 0..;
        scatter.rooms.retain(|_| ids.next().is_some_and(|id| !unwanted.contains(&id)));
    }
    draw_graph(draft)
}

fn draw_graph(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let main_area = draft.setting("main_area")?;
    let share_percent = draft.setting("share_percent")?;
    let Some(scatter) = &mut draft.scatter else {
        return Err(PassError::Missing("dropped rooms"));
    };
    scatter.rooms.sort_by_key(|room| room.area() < main_area);
    let mains = scatter.rooms.iter().filter(|room| room.area() >= main_area).count();
    if mains < 3 {
        return Err(PassError::Retry("fewer than three main rooms"));
    }
    let centres: Vec<Pos> = scatter.rooms[..mains].iter().map(|&room| Rect::centre(room)).collect();
    let delaunay = triangulate(&centres);
    let mut mst = spanning_tree(&centres, &delaunay);
    mst.sort_unstable();
    draft.detail.bastion = Some(BastionDetail {
        rounds: scatter.rounds,
        main: (0..mains).collect(),
        delaunay,
        mst,
        added_back: Vec::new(),
        share_percent,
        kept_minor: Vec::new(),
        dropped: 0,
    });
    Ok(())
}
