//! Those who hold a keep, room by room, and who has crept in among them.

use crate::base::{Pos, Rect};
use crate::content::Garrison;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::furnish::draw::by_depth;
use crate::levelgen::level::{Role, ThingKind};

/// Mans every room but the start and the shop, by depth, as [`Garrison`] says; some of the heads are
/// those who live wild at this depth, in groups as their kind keeps, rather far from the start.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let Some(garrison) = &plan.order.kind.garrison else {
        return Err(PassError::Recipe("Garrison"));
    };
    let mut posts: Vec<Post> = Vec::new();
    for room in 0..plan.rooms.len() {
        if !matches!(plan.rooms[room].role, Role::Start | Role::Shop) {
            posts.push(Post::draw(plan, room, garrison));
        }
    }
    posts.sort_by_key(|post| plan.site().steps_to(post.centre));
    let (cells, depth) = (plan.cells(), plan.order.depth);
    for _ in 0..plan.order.kind.furnishing.actors.on(cells, depth) {
        creep_in(plan, &mut posts);
    }
    let tier = depth.tier().min(5);
    for post in &mut posts {
        for (ranks, heads) in [(&garrison.mages, post.mages), (&garrison.guards, post.others)] {
            for _ in 0..heads {
                let (Some(rank), Some(pos)) = (plan.stream.pick(ranks), post.spot(plan, 0)) else {
                    break;
                };
                plan.stand(ThingKind::Actor, rank, tier, pos);
            }
        }
    }
    Ok(())
}

/// A room that is held.
struct Post {
    centre: Pos,
    /// Its cells in random order.
    spots: Vec<Pos>,
    /// Heads that it still wants.
    mages: u32,
    others: u32,
}

impl Post {
    fn draw(plan: &mut Plan<'_>, room: usize, garrison: &Garrison) -> Post {
        let room = &plan.rooms[room];
        let rect = Rect::new(room.x, room.y, room.w, room.h);
        let mut spots: Vec<Pos> = rect.positions().collect();
        plan.stream.shuffle(&mut spots);
        let (low, high) = garrison.heads(plan.order.depth);
        let most = (spots.len() as u32 / garrison.crowd).max(1);
        let heads = (plan.stream.range(low as i32, high as i32) as u32).min(most);
        let mages =
            (0..heads).filter(|_| plan.stream.percent(garrison.mage_percent)).count() as u32;
        Post { centre: rect.centre(), spots, mages, others: heads - mages }
    }

    /// A cell of the room more than so many steps from the start where somebody may stand, though it
    /// be beside others.
    fn spot(&mut self, plan: &mut Plan<'_>, quiet: u32) -> Option<Pos> {
        while let Some(pos) = self.spots.pop() {
            if plan.may_stack(pos) && plan.site().steps_to(pos) > quiet {
                return Some(pos);
            }
        }
        None
    }
}

/// Lets a group of those who live wild at this depth take the places of guards in a room that is
/// rather far from the start.
fn creep_in(plan: &mut Plan<'_>, posts: &mut [Post]) {
    let quiet = plan.order.kind.furnishing.quiet;
    let kinds = &plan.catalog.actors;
    let weights = kinds.iter().map(|kind| (kind.depths, plan.order.kind.weight_of(kind)));
    let Some(kind) = by_depth(&mut plan.stream, plan.order.depth, weights).map(|at| &kinds[at])
    else {
        return;
    };
    let (low, high) = kind.group;
    let heads = plan.stream.range(i32::from(low), i32::from(high)) as u32;
    let mut draw = || plan.stream.below(posts.len() as u32) as usize;
    let far = draw().max(draw());
    let Some(post) = posts[far..].iter_mut().find(|post| post.others > 0) else {
        return;
    };
    let tier = kind.depths.first().tier().min(5);
    for _ in 0..heads.min(post.others) {
        let Some(pos) = post.spot(plan, quiet) else {
            break;
        };
        post.others -= 1;
        plan.stand(ThingKind::Actor, &kind.name, tier, pos);
    }
}
