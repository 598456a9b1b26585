//! What the checkers of all kinds share, and the contract of every kind.

use crate::support::content::catalog;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Grid, Pos};
use content::LevelKind;
use levels::{Level, Link, LinkKind, Request, ThingKind, generate};

pub(crate) fn level(request: &Request) -> Level {
    generate(request, catalog()).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// A level to be checked, and what was asked for.
pub(crate) struct Case<'a> {
    pub(crate) level: &'a Level,
    pub(crate) request: &'a Request,
    pub(crate) recipe: &'a LevelKind,
    pub(crate) size: (i32, i32),
    /// Said with every failure.
    pub(crate) context: String,
}

impl<'a> Case<'a> {
    pub(crate) fn new(level: &'a Level, request: &'a Request) -> Case<'a> {
        let of_name = |recipe: &&LevelKind| recipe.name == level.kind;
        let recipe = catalog().levels.iter().find(of_name).expect("it exists");
        let size =
            (request.width.unwrap_or(recipe.usual.0), request.height.unwrap_or(recipe.usual.1));
        let context = format!("{} seed {} {request:?}", level.kind, level.seed);
        Case { level, request, recipe, size, context }
    }

    /// The value that a setting had.
    pub(crate) fn setting(&self, name: &str) -> i32 {
        let setting =
            self.recipe.settings.iter().find(|setting| setting.name == name).expect("it exists");
        self.request.settings.get(name).copied().unwrap_or_else(|| setting.default.on(self.size))
    }

    /// The links that make loops.
    pub(crate) fn loops(&self) -> impl Iterator<Item = &'a Link> {
        self.level.links.iter().filter(|link| link.kind == LinkKind::Loop)
    }
}

/// The contract of every kind, then what the passes of this one promise.
pub(crate) fn check(level: &Level, request: &Request) {
    let case = Case::new(level, request);
    check_contract(&case);
    check_rooms_and_links(&case);
    crate::decoration::check(&case);
    let detail = &level.detail;
    let mut checked = false;
    let mut part = |present: bool| checked |= present;
    part(detail.vault.as_ref().map(|vault| crate::vault::check(&case, vault)).is_some());
    part(detail.cavern.as_ref().map(|cavern| crate::cavern::check(&case, cavern)).is_some());
    part(detail.crypt.as_ref().map(|crypt| crate::crypt::check(&case, crypt)).is_some());
    part(detail.warren.as_ref().map(|warren| crate::warren::check(&case, warren)).is_some());
    part(detail.bastion.as_ref().map(|bastion| crate::bastion::check(&case, bastion)).is_some());
    part(detail.house.as_ref().map(|house| crate::house::check(&case, house)).is_some());
    part(detail.partition.as_ref().map(|leaves| crate::partition::check(&case, leaves)).is_some());
    part(detail.keep.as_ref().map(|keep| crate::keep::check(&case, keep)).is_some());
    part(detail.cloister.as_ref().map(|cycles| crate::cloister::check(&case, cycles)).is_some());
    part(detail.town.as_ref().map(|town| crate::town::check(&case, town)).is_some());
    assert!(checked, "{}: says nothing of how it was made", case.context);
}

fn check_contract(case: &Case<'_>) {
    let Case { level, size, context, .. } = case;
    assert_eq!((level.tiles.width(), level.tiles.height()), *size, "{context}");
    let rows = level.rows();
    assert_eq!(rows.join("").matches('<').count(), 1, "{context}");
    assert_eq!(rows.join("").matches('>').count(), 1, "{context}");
    assert_eq!(level.tiles[level.start].character(), '<', "{context}");
    assert_eq!(level.tiles[level.exit].character(), '>', "{context}");

    let passable = level.tiles.map(|tile| !"# ~".contains(tile.character()));
    let cells = passable.cells().iter().filter(|&&open| open).count();
    for (pos, &open) in passable.iter() {
        assert!(!(open && passable.is_border(pos)), "{context}: {pos:?} is open");
    }
    assert!(is_whole(&passable), "{context}: not one component");

    let mut free = passable.clone();
    free[level.exit] = false;
    let mut stands = BTreeMap::new();
    for thing in &level.things {
        let pos = Pos::new(thing.x, thing.y);
        assert!(stands.insert(pos, thing.kind).is_none(), "{context}: two things on {pos:?}");
        assert!(passable[pos] && pos != level.start && pos != level.exit, "{context}: {thing:?}");
        let holds = |room: &&levels::Room| room.rect.contains(pos);
        let room = level.rooms.iter().find(holds).map(|room| room.id);
        assert_eq!(thing.room, room, "{context}: {thing:?}");
        assert!((1..=5).contains(&thing.tier), "{context}: {thing:?}");
        // A drop is a ledge, not a leaf.
        let is_ledge = thing.kind == ThingKind::Door && thing.name.starts_with("drop ");
        let is_door = matches!(thing.kind, ThingKind::Door | ThingKind::House);
        let hangs = "+LB".contains(level.tiles[pos].character());
        assert_eq!(is_door && !is_ledge, hangs, "{context}: {thing:?}");
        free[pos] = is_door;
    }
    for (pos, tile) in level.tiles.iter().filter(|(_, tile)| "+LB".contains(tile.character())) {
        assert!(stands.contains_key(&pos), "{context}: {tile:?} without a door at {pos:?}");
    }
    if case.recipe.furnishing.pockets.is_some() {
        // Two traps together may part something from the rest; that none does alone is held
        // elsewhere.
        for trap in level.things_of(ThingKind::Trap) {
            free[trap.pos()] = true;
        }
    }
    // All the work can be done without treading on anything or passing the exit.
    assert!(is_whole(&free), "{context}: something stands in the way");
    for &pos in stands.keys().chain([&level.exit]) {
        assert!(pos.cardinals().any(|beside| free[beside]), "{context}: {pos:?} is out of reach");
    }
    check_services(case, cells);
    check_quiet(case);
}

/// Nothing that is dangerous is near where a shift begins.
fn check_quiet(case: &Case<'_>) {
    let Case { level, context, recipe, .. } = case;
    let is_open = |pos: Pos| {
        let tile = level.tiles.get(pos);
        pos != level.exit && tile.is_some_and(|tile| tile.is_passable() && !tile.is_gate())
    };
    let mut near = BTreeSet::from([level.entrance()]);
    for _ in 0..recipe.furnishing.quiet {
        for pos in near.clone() {
            near.extend(pos.neighbours().filter(|next| {
                let corners = [Pos::new(next.x, pos.y), Pos::new(pos.x, next.y)];
                is_open(*next) && corners.into_iter().all(is_open)
            }));
        }
    }
    for thing in &level.things {
        let is_danger = matches!(thing.kind, ThingKind::Trap | ThingKind::Actor);
        assert!(!is_danger || !near.contains(&thing.pos()), "{context}: {thing:?} is near");
    }
}

/// What a shift needs; the least levels have room for little else.
fn check_services(case: &Case<'_>, cells: usize) {
    let Case { level, context, .. } = case;
    let jobs = if cells < 200 { &[][..] } else { &[ThingKind::Trap, ThingKind::Chest][..] };
    for &kind in [ThingKind::Closet, ThingKind::Chute, ThingKind::Well].iter().chain(jobs) {
        assert!(level.things_of(kind).next().is_some(), "{context}: no {kind:?}");
    }
}

/// Rooms are rectangles of passable cells apart from each other; a link runs from one room's wall
/// to another's, and touches nothing else that was dug: no other room, no other link.
fn check_rooms_and_links(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    if level.rooms.is_empty() {
        assert!(level.links.is_empty(), "{context}: links between no rooms");
        return;
    }
    let mut owner = level.tiles.map(|_| None);
    for (place, room) in level.rooms.iter().enumerate() {
        assert_eq!(room.id, place, "{context}");
        for pos in room.rect.positions() {
            assert!(owner[pos].is_none(), "{context}: two rooms share {pos:?}");
            owner[pos] = Some(place);
        }
    }
    let is_ring = |pos: Pos, room: usize| {
        let room = &level.rooms[room];
        let rect = room.rect;
        rect.grown(1).contains(pos) && !rect.contains(pos)
    };
    for (number, link) in level.links.iter().enumerate() {
        let (Some(&first), Some(&last)) = (link.cells.first(), link.cells.last()) else {
            panic!("{context}: link {number} has no cells");
        };
        assert!(is_ring(first, link.a) && is_ring(last, link.b), "{context}: link {number}");
        assert!(link.cells.windows(2).all(|pair| pair[0].manhattan(pair[1]) == 1), "{context}");
        let in_order: Vec<_> =
            link.cells.iter().copied().filter(|cell| link.doors.contains(cell)).collect();
        assert_eq!(link.doors, in_order, "{context}: link {number}");
        for &pos in &link.cells {
            assert!(level.tiles[pos].is_passable(), "{context}: link {number} is shut at {pos:?}");
            assert!(owner[pos].is_none(), "{context}: link {number} shares {pos:?}");
            owner[pos] = Some(level.rooms.len() + number);
        }
    }
    for (number, link) in level.links.iter().enumerate() {
        let own = [link.a, link.b, level.rooms.len() + number];
        for &pos in &link.cells {
            for beside in pos.cardinals() {
                let touches = owner[beside].is_some_and(|other| !own.contains(&other));
                assert!(!touches, "{context}: link {number} touches another at {pos:?}");
            }
        }
    }
}

/// The links that make loops come after the tree and are as many as `loop_percent` of the rooms
/// allows, if the level may have any. When each was added, the way round between the middles of its
/// rooms was three times as long or longer.
pub(crate) fn check_loops(case: &Case<'_>, may_have: bool) {
    let Case { level, context, .. } = case;
    let rooms = level.rooms.len();
    let loops = &level.links[rooms - 1..];
    assert_eq!(case.loops().count(), loops.len(), "{context}");
    let percent = if may_have { case.setting("loop_percent") as usize } else { 0 };
    assert!(loops.len() <= (rooms * percent).div_ceil(100), "{context}: {} loops", loops.len());
    let length = |a: usize, b: usize| {
        level.rooms[a].rect.centre().manhattan(level.rooms[b].rect.centre()) as u32
    };
    // Of very many loops the first few are as good as all.
    for (number, link) in loops.iter().enumerate().take(20) {
        assert!(link.kind == LinkKind::Loop && link.a < link.b, "{context}: {link:?}");
        let mut way = vec![u32::MAX; rooms];
        way[link.a] = 0;
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for &Link { a, b, .. } in &level.links[..rooms - 1 + number] {
                for (from, to) in [(a, b), (b, a)] {
                    let there = way[from].saturating_add(length(a, b));
                    changes |= there < way[to];
                    way[to] = way[to].min(there);
                }
            }
        }
        let least = 3 * length(link.a, link.b);
        assert!(way[link.b] >= least, "{context}: loop {number} is short: {}", way[link.b]);
    }
}

/// No hallway touches a room that is not its own, nor another hallway, not even at a corner; and
/// nothing else was dug.
pub(crate) fn check_hallways(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    let mut room_at = level.tiles.map(|_| None);
    let mut link_at = level.tiles.map(|_| None);
    for room in &level.rooms {
        for pos in room.rect.positions() {
            room_at[pos] = Some(room.id);
        }
    }
    for (number, link) in level.links.iter().enumerate() {
        for &pos in &link.cells {
            assert!(room_at[pos].is_none(), "{context}: {link:?}");
            assert_eq!(link_at[pos].replace(number), None, "{context}: {link:?}");
        }
    }
    for (number, link) in level.links.iter().enumerate() {
        let last = link.cells.len() - 1;
        for (place, &pos) in link.cells.iter().enumerate() {
            let is_end = |room| (room == link.a && place == 0) || (room == link.b && place == last);
            for near in pos.neighbours() {
                let foreign = room_at[near].is_some_and(|room| !is_end(room));
                assert!(!foreign, "{context}: {link:?} touches {:?}", room_at[near]);
                let other = link_at[near].is_some_and(|link| link != number);
                assert!(!other, "{context}: {link:?} touches {:?}", link_at[near]);
            }
        }
        for (end, room) in [(link.cells[0], link.a), (link.cells[last], link.b)] {
            let opens = end.cardinals().any(|beside| room_at[beside] == Some(room));
            assert!(opens, "{context}: {link:?} ends at a corner");
        }
        for door in &link.doors {
            assert!([link.cells[0], link.cells[last]].contains(door), "{context}: {link:?}");
        }
    }
    for (pos, tile) in level.tiles.iter() {
        let is_dug = room_at[pos].is_some() || link_at[pos].is_some();
        assert!(!tile.is_passable() || is_dug, "{context}: {pos:?} belongs to nothing");
    }
}

/// Taking any one thing's cell away leaves the level whole.
pub(crate) fn check_no_thing_cuts(level: &Level) {
    let mut passable = level.tiles.map(|tile| tile.is_passable());
    for thing in level.things.iter().filter(|thing| thing.kind != ThingKind::Door) {
        passable[thing.pos()] = false;
        assert!(is_whole(&passable), "{} {thing:?}", level.seed);
        passable[thing.pos()] = true;
    }
}

/// Whether cardinal steps lead from any open cell to each other.
pub(crate) fn is_whole(open: &Grid<bool>) -> bool {
    parts(open).len() == 1
}

/// Open cells that hang together by cardinal steps, part by part.
pub(crate) fn parts(open: &Grid<bool>) -> Vec<Vec<Pos>> {
    parts_by(open, |pos| [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(x, y)| pos + Pos::new(x, y)))
}

pub(crate) fn parts_by<const N: usize>(
    open: &Grid<bool>,
    beside: impl Fn(Pos) -> [Pos; N],
) -> Vec<Vec<Pos>> {
    let mut left = open.clone();
    let mut parts = Vec::new();
    for first in open.positions() {
        if !std::mem::take(&mut left[first]) {
            continue;
        }
        let mut part = vec![first];
        let mut place = 0;
        while let Some(&pos) = part.get(place) {
            place += 1;
            for next in beside(pos) {
                if left.get(next) == Some(&true) {
                    left[next] = false;
                    part.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Of each room those that an edge leads to.
pub(crate) fn beside(rooms: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut beside = vec![Vec::new(); rooms];
    for &(a, b) in edges {
        beside[a].push(b);
        beside[b].push(a);
    }
    beside
}

/// The number of edges from one room to each other; `u32::MAX` where there is no way.
pub(crate) fn steps(graph: &[Vec<usize>], from: usize) -> Vec<u32> {
    let mut steps = vec![u32::MAX; graph.len()];
    steps[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(room) = queue.pop_front() {
        for &next in &graph[room] {
            if steps[next] == u32::MAX {
                steps[next] = steps[room] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}
