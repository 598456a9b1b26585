//! Where a party goes. Each team takes the wanted thing that is cheapest for it and that no other
//! has claimed, by the cheapest way that it knows; when nothing is left, the exit.

use crate::sim::action::Action;
use crate::sim::ai::raider::stride;
use crate::sim::ai::{habits, pathing};
use crate::sim::prelude::*;
use base::sees;

/// A way is chosen again after this many turns, if the party has seen more of the floor since.
const REPLAN_TURNS: u32 = 8;

/// Within this distance of the leader, others take their time.
const NEAR_LEADER_STEPS: i32 = 2;

/// One in this many turns near the leader, another member takes a random step.
const STROLL_ONE_IN: u32 = 4;

/// One in this many turns behind an obstacle, a raider on the way home steps sideways.
const SIDESTEP_ONE_IN: u32 = 2;

/// How far a member makes out whether a resident is at its post.
const POST_SIGHT_CELLS: i32 = 10;

/// Edges of the known nearer to each other than this are the same room to two teams.
const SAME_ROOM_CELLS: i32 = 8;

pub(super) fn march(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let raid = world.raid()?;
    let team = raid.team_of(actor.id)?;
    match raid.leader_of(&raid.teams[team]).and_then(|leader| world.alive(leader)) {
        Some(leader) if leader.id != actor.id => follow(world, actor, &leader),
        _ => lead(world, actor, team),
    }
}

fn follow(world: &mut World, actor: &ActorRef, leader: &ActorRef) -> Option<Action> {
    let is_near = actor.pos.steps_to(leader.pos) <= NEAR_LEADER_STEPS
        && sees(&world.floor.opaque, actor.pos, leader.pos);
    if is_near {
        let strolls = world.streams.ai.one_in(STROLL_ONE_IN);
        return strolls.then(|| habits::wander(world, actor)).flatten();
    }
    match pathing::find(world, actor, leader.pos) {
        pathing::NextStep::Step(action) => Some(action),
        pathing::NextStep::Blocked => None,
        pathing::NextStep::Unreachable => {
            let (_, route) = cheapest_way(world, actor, &[leader.pos])?;
            let next = *route.last()?;
            stride::stride(world, actor, Dir::between(actor.pos, next)?)
        }
    }
}

/// A step along the way, which is chosen anew where it no longer leads anywhere.
fn lead(world: &mut World, actor: &ActorRef, team: usize) -> Option<Action> {
    note_posts(world, actor);
    let route = &mut world.shift.raid.as_mut()?.teams[team].route;
    if route.last() == Some(&actor.pos) {
        route.pop();
    }
    let mut is_new = is_stale(world, actor, team);
    if is_new {
        choose(world, actor, team);
    }
    loop {
        let own = &world.raid()?.teams[team];
        let Some(goal) = own.goal else { return retreat(world, actor) };
        if goal == world.floor.exit && actor.pos == goal {
            return Some(Action::Leave);
        }
        let next = own.route.last().and_then(|&next| Dir::between(actor.pos, next));
        let is_open =
            |&dir: &Dir| world.can_occupy(actor, actor.pos + dir) && !world.cuts_corner(actor, dir);
        match next.filter(is_open) {
            Some(dir) => return stride::stride(world, actor, dir),
            None if is_new => return None,
            None => choose(world, actor, team),
        }
        is_new = true;
    }
}

/// Notes the posts in sight at which a resident stands, and forgets those that are left.
fn note_posts(world: &mut World, actor: &ActorRef) {
    let Some(raid) = world.raid() else { return };
    let is_in_sight = |pos: Pos| {
        pos.steps_to(actor.pos) <= POST_SIGHT_CELLS
            && (pos == actor.pos || sees(&world.floor.opaque, actor.pos, pos))
    };
    let stands = |own: &ActorRef| match world.duty(own.entity) {
        Duty::Guard { post } if own.pos == post && is_in_sight(post) => Some(post),
        _ => None,
    };
    let kept: Vec<Pos> = world.roster().iter().filter_map(stands).collect();
    let is_left = |&pos: &Pos| is_in_sight(pos) && !kept.contains(&pos);
    let left: Vec<Pos> = raid.posts.iter().copied().filter(is_left).collect();
    if let Some(raid) = &mut world.shift.raid {
        for (posts, is_kept) in [(kept, true), (left, false)] {
            for pos in posts {
                set_member(&mut raid.posts, pos, is_kept);
            }
        }
    }
}

/// Whether a team has to choose again: what it goes for is gone, it has left its way, or the party
/// has learned more of the floor for a while.
fn is_stale(world: &World, actor: &ActorRef, team: usize) -> bool {
    let Some(raid) = world.raid() else { return false };
    let own = &raid.teams[team];
    let Some(goal) = own.goal.filter(|&goal| is_wanted(world, raid, goal)) else { return true };
    let is_off = own.route.last().is_none_or(|&next| !actor.pos.is_beside(next));
    let has_waited = || world.clock().saturating_sub(own.planned).0 >= REPLAN_TURNS;
    (is_off && actor.pos != goal) || (has_waited() && raid.knowledge() != own.known)
}

/// Whether something is still to be had at a goal.
fn is_wanted(world: &World, raid: &Raid, goal: Pos) -> bool {
    goal == world.floor.exit
        || match raid.want {
            Want::Loot => is_full_chest(world, goal),
            Want::Heads => raid.posts.binary_search(&goal).is_ok(),
            Want::Chart => goal.cardinals().any(|pos| !raid.seen.contains(pos)),
            Want::Through => false,
        }
}

fn is_full_chest(world: &World, pos: Pos) -> bool {
    world.floor.fixture(pos) == Some(Fixture::Chest { full: true }) || world.seems_a_chest(pos)
}

/// Chooses what a team goes for, and its way; nothing where no way leads to the exit.
fn choose(world: &mut World, leader: &ActorRef, team: usize) {
    let Some(raid) = world.raid() else { return };
    let way = choices(world, raid, team)
        .iter()
        .filter(|goals| !goals.is_empty())
        .find_map(|goals| cheapest_way(world, leader, goals));
    let (goal, route) = way.map_or((None, Vec::new()), |(goal, route)| (Some(goal), route));
    let (planned, known) = (world.clock(), raid.knowledge());
    if let Some(raid) = &mut world.shift.raid {
        let own = &mut raid.teams[team];
        *own = Team { members: std::mem::take(&mut own.members), goal, route, planned, known };
    }
}

/// What a team could go for that no other goes for; what it shares with others; and the exit.
fn choices(world: &World, raid: &Raid, team: usize) -> [Vec<Pos>; 3] {
    let others = raid.teams.iter().enumerate().filter(|&(other, _)| other != team);
    let others = others.filter(|(_, other)| raid.leader_of(other).is_some());
    let claimed: Vec<Pos> = others.filter_map(|(_, other)| other.goal).collect();
    let reach = if raid.want == Want::Chart { SAME_ROOM_CELLS } else { 1 };
    let is_free = |&pos: &Pos| claimed.iter().all(|goal| goal.steps_to(pos) >= reach);
    let (free, taken) = wanted(world, raid, team).into_iter().partition(is_free);
    // Two teams may chart a room together, but not open a chest.
    let shared = if raid.want == Want::Chart { taken } else { Vec::new() };
    [free, shared, vec![world.floor.exit]]
}

/// What a team could go for.
fn wanted(world: &World, raid: &Raid, team: usize) -> Vec<Pos> {
    match raid.want {
        Want::Loot => {
            let inside = raid.teams[team].members.iter().filter_map(|&id| world.alive(id));
            if inside.into_iter().all(|member| has_enough(world, &member)) {
                return Vec::new();
            }
            let known = world.floor.built.iter().filter(|&pos| raid.seen.contains(pos));
            known.filter(|&pos| is_full_chest(world, pos)).collect()
        }
        Want::Heads if raid.report.residents_slain < world.catalog.rules.raid.heads => {
            raid.posts.clone()
        }
        Want::Chart => {
            let mut ground = world.floor.ground_of_raiders();
            ground.intersect(&raid.seen);
            stride::edges(&ground, &raid.seen).iter().collect()
        }
        Want::Heads | Want::Through => Vec::new(),
    }
}

/// Whether a member carries all that it will.
pub(super) fn has_enough(world: &World, actor: &ActorRef) -> bool {
    let Duty::Raider(own) = world.duty(actor.entity) else { return true };
    let content = world.raider_kind(actor).map_or(0, |raider| raider.content_with);
    own.loot >= if content > 0 { content } else { world.catalog.rules.raid.chests }
}

/// Leaves the floor by the nearer of start and exit, if the exit is known; strikes an enemy when no
/// way leads there.
pub(super) fn retreat(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let (start, exit) = (world.floor.start, world.floor.exit);
    if actor.pos == start || actor.pos == exit {
        return Some(Action::Leave);
    }
    let knows_exit = world.raid().is_some_and(|raid| raid.seen.contains(exit));
    let ends = [start].into_iter().chain(knows_exit.then_some(exit));
    match stride::down(world, actor, ends, |caches| &mut caches.home) {
        Some(dir) => go(world, actor, dir),
        None => bite(world, actor).or_else(|| press_on(world, actor)),
    }
}

/// A step in a direction; if it is blocked, a blow at an enemy or now and then a step sideways.
fn go(world: &mut World, actor: &ActorRef, dir: Dir) -> Option<Action> {
    stride::stride(world, actor, dir).or_else(|| bite(world, actor)).or_else(|| {
        let sideways = [1, 7, 2, 6].map(|turn| Dir::ALL[(dir as usize + turn) % 8]);
        let dir = sideways.into_iter().find(|&dir| pathing::is_open(world, actor, dir, false))?;
        world.streams.ai.one_in(SIDESTEP_ONE_IN).then_some(Action::Step(dir))
    })
}

/// A blow at a foe beside.
fn bite(world: &World, actor: &ActorRef) -> Option<Action> {
    world.strikable_foes(actor).min_by_key(|foe| foe.pos).map(|foe| Action::Attack(foe.id))
}

/// A step home by the cheapest way, over traps if need be, where no other is known.
fn press_on(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let (_, route) = cheapest_way(world, actor, &[world.floor.start, world.floor.exit])?;
    stride::stride(world, actor, Dir::between(actor.pos, *route.last()?)?)
}

/// Of some goals the one that is cheapest to go to, of several the first in reading order, and the
/// way there: the next cell last. Ways are over what the party knows; cells that nobody has seen
/// may be floor. `None` where no way leads to any.
fn cheapest_way(world: &World, actor: &ActorRef, goals: &[Pos]) -> Option<(Pos, Vec<Pos>)> {
    let raid = world.raid()?;
    let (floor, rules) = (&world.floor, &world.catalog.rules.raid);
    let unseen = unseen(floor, raid);
    let mut ground = floor.ground_of_raiders();
    ground.intersect(&raid.seen);
    ground.union(&unseen);
    ground.insert(actor.pos);
    ground.insert(floor.exit);
    let doors = floor.shut.iter().filter(|&pos| raid.seen.contains(pos));
    let door = |pos| if world.is_barred(pos) { rules.barred } else { rules.door };
    let traps = raid.spotted.iter().copied().filter(|&pos| floor.armed.contains(pos));
    let posts = raid.posts.iter().filter(|_| raid.want != Want::Heads);
    let dear = doors.map(|pos| (pos, door(pos))).chain(traps.map(|pos| (pos, rules.trap)));
    let dear: Vec<_> = dear.chain(posts.map(|&pos| (pos, rules.post))).collect();
    let field = &mut world.scratch.borrow_mut().ways;
    field.spread_weighted_until(&ground, (&unseen, rules.unseen), &dear, actor.pos, goals);
    let priced = goals.iter().filter_map(|&goal| Some((field.reached(goal)?, goal)));
    let (_, goal) = priced.min()?;
    let back = std::iter::successors(Some(goal), |&at| Some(at + field.step_down(at)?));
    Some((goal, back.take_while(|&at| at != actor.pos).collect()))
}

/// The cells within the outer wall that the party has not seen.
fn unseen(floor: &Floor, raid: &Raid) -> Bits {
    let mut unseen = Bits::new(floor.width(), floor.height());
    unseen.insert_within(Rect::new(1, 1, floor.width() - 2, floor.height() - 2));
    unseen.subtract(&raid.seen);
    unseen
}
