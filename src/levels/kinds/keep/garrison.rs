//! The residents of a keep, room by room: its own guards and mages, and wild monsters among them.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::furnish::draw::by_depth;
use crate::level::{RoomRole, ThingKind};
use base::Pos;
use content::Garrison;

/// Places residents in every room except the start and the shop, by depth, as [`Garrison`] says. Some are replaced by groups
/// of wild monsters of this depth, rather far from the start.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(garrison) = &draft.spec.kind.garrison else {
        return Err(PassError::NothingToDraw("a garrison"));
    };
    let mut posts: Vec<Post> = Vec::new();
    for room in 0..draft.rooms.len() {
        if !matches!(draft.rooms[room].role, RoomRole::Start | RoomRole::Shop) {
            posts.push(Post::draw(draft, room, garrison));
        }
    }
    posts.sort_by_key(|post| draft.placement().steps_to(post.centre));
    for _ in 0..draft.groups_of_residents() {
        add_wild_group(draft, &mut posts);
    }
    let tier = draft.spec.depth.tier().min(5);
    for post in &mut posts {
        for (ranks, heads) in [(&garrison.mages, post.mages), (&garrison.guards, post.others)] {
            for _ in 0..heads {
                let (Some(rank), Some(pos)) = (draft.stream.pick(ranks), post.next_cell(draft, 0))
                else {
                    break;
                };
                draft.place_thing(ThingKind::Actor, rank, tier, pos);
            }
        }
    }
    Ok(())
}

/// A room with residents.
struct Post {
    centre: Pos,
    /// Its cells in random order.
    cells: Vec<Pos>,
    /// Number of mages that are still to be placed.
    mages: u32,
    /// Number of guards that are still to be placed.
    others: u32,
}

impl Post {
    fn draw(draft: &mut LevelDraft<'_>, room: usize, garrison: &Garrison) -> Post {
        let room = &draft.rooms[room];
        let rect = room.rect;
        let mut cells: Vec<Pos> = rect.positions().collect();
        draft.stream.shuffle(&mut cells);
        let (low, high) = garrison.heads(draft.spec.depth);
        let max_heads = (cells.len() as u32 / garrison.crowd).max(1);
        let heads = (draft.stream.range(low as i32, high as i32) as u32).min(max_heads);
        let mages =
            (0..heads).filter(|_| draft.stream.percent(garrison.mage_percent)).count() as u32;
        Post { centre: rect.centre(), cells, mages, others: heads - mages }
    }

    /// A cell of the room more than `quiet` steps from the start where an actor may be placed, even beside others.
    fn next_cell(&mut self, draft: &mut LevelDraft<'_>, quiet: u32) -> Option<Pos> {
        while let Some(pos) = self.cells.pop() {
            if draft.can_stack(pos) && draft.placement().steps_to(pos) > quiet {
                return Some(pos);
            }
        }
        None
    }
}

/// Replaces guards of a room rather far from the start by a group of wild monsters of this depth.
fn add_wild_group(draft: &mut LevelDraft<'_>, posts: &mut [Post]) {
    let quiet = draft.spec.kind.furnishing.quiet;
    let kinds = &draft.catalog.actors;
    let weights = kinds.iter().map(|kind| (kind.depths, draft.spec.kind.weight_of(kind)));
    let Some(kind) =
        by_depth(&mut draft.stream, draft.spec.resident_depth, weights).map(|at| &kinds[at])
    else {
        return;
    };
    let (low, high) = kind.group;
    let heads = draft.stream.range(i32::from(low), i32::from(high)) as u32;
    let mut draw = || draft.stream.below(posts.len() as u32) as usize;
    let far = draw().max(draw());
    let Some(post) = posts[far..].iter_mut().find(|post| post.others > 0) else {
        return;
    };
    let tier = kind.depths.first().tier().min(5);
    for _ in 0..heads.min(post.others) {
        let Some(pos) = post.next_cell(draft, quiet) else {
            break;
        };
        post.others -= 1;
        draft.place_thing(ThingKind::Actor, &kind.name, tier, pos);
    }
}
