//! Cycles: each pattern means what it says, and the gates hold in every order of play.

use std::collections::BTreeMap;

use base::{Pos, Seed};
use content::{Depth, Pattern};
use levels::{CloisterDetail, Level, Link, LinkGate, Request, RoomRole, Thing, ThingKind};

use crate::contract::{Case, check_hallways, level, steps};
use crate::locks::Play;

pub(crate) fn check(case: &Case<'_>, detail: &CloisterDetail) {
    let Case { level, context, .. } = case;
    let graph = Graph::new(level, detail);
    assert_eq!(detail.cycle[0], detail.start_room, "{context}");
    assert!(level.rooms[detail.start_room].rect.contains(level.start), "{context}");
    assert!(level.rooms[detail.goal_room].rect.contains(level.exit), "{context}");
    assert_eq!(level.rooms[detail.start_room].role, RoomRole::Start, "{context}");
    assert_eq!(level.rooms[detail.goal_room].role, RoomRole::Exit, "{context}");
    let apart = level.start.manhattan(level.exit);
    assert!(apart >= case.setting("min_distance"), "{context}: {apart} apart");

    check_hallways(case);
    let goal =
        detail.cycle.iter().position(|&room| room == detail.goal_room).expect("on the cycle");
    let mut held = BTreeMap::new();
    let all = std::iter::once((detail.pattern, &detail.cycle))
        .chain(detail.subcycles.iter().map(|sub| (sub.pattern, &sub.cycle)));
    for (number, (pattern, rooms)) in all.enumerate() {
        let links = graph.round(rooms).unwrap_or_else(|| panic!("{context}: no cycle {rooms:?}"));
        let barred: Vec<usize> =
            links.iter().copied().filter(|&link| graph.is_barred(link)).collect();
        let own = barred.iter().filter(|&&link| graph.pattern_of(link) == Some(pattern));
        let own: Vec<usize> = own.copied().collect();
        for &link in &own {
            *held.entry(link).or_insert(0) += 1;
        }
        let wants_bar =
            !matches!(pattern, Pattern::TwoWays | Pattern::DangerousShortcut | Pattern::Patrol);
        assert_eq!(
            (own.len(), barred.len()),
            (usize::from(wants_bar), own.len()),
            "{context}: {pattern:?} {rooms:?}"
        );
        let cycle = Round { rooms, links: &links, goal: (number == 0).then_some(goal) };
        check_pattern(case, &graph, pattern, &cycle, own.first().copied());
    }
    // Every gate and every drop is the doing of one pattern.
    let barred: Vec<usize> = (0..level.links.len()).filter(|&link| graph.is_barred(link)).collect();
    assert!(barred.iter().all(|link| held.get(link) == Some(&1)), "{context}: {barred:?} {held:?}");
    check_gates(case, &graph);
}

/// A cycle with the place of its goal, where that is told.
struct Round<'a> {
    rooms: &'a [usize],
    links: &'a [usize],
    goal: Option<usize>,
}

struct Graph<'a> {
    level: &'a Level,
    detail: &'a CloisterDetail,
    /// The links that end in each room, by number.
    links_of: Vec<Vec<usize>>,
}

impl<'a> Graph<'a> {
    fn new(level: &'a Level, detail: &'a CloisterDetail) -> Graph<'a> {
        let mut links_of = vec![Vec::new(); level.rooms.len()];
        for (number, link) in level.links.iter().enumerate() {
            links_of[link.a].push(number);
            links_of[link.b].push(number);
        }
        Graph { level, detail, links_of }
    }

    /// The links round some rooms, each joined with the next and the last with the first.
    fn round(&self, rooms: &[usize]) -> Option<Vec<usize>> {
        let next = rooms.iter().cycle().skip(1);
        rooms.iter().zip(next).map(|(&a, &b)| self.between(a, b)).collect()
    }

    fn between(&self, a: usize, b: usize) -> Option<usize> {
        let joins = |link: &Link| [link.a, link.b] == [a, b] || [link.a, link.b] == [b, a];
        self.links_of[a].iter().copied().find(|&link| joins(&self.level.links[link]))
    }

    fn is_one_way(&self, link: usize) -> bool {
        self.detail.one_way.contains(&link)
    }

    fn is_barred(&self, link: usize) -> bool {
        self.level.links[link].gate.is_some() || self.is_one_way(link)
    }

    /// The pattern that bars a link in this way.
    fn pattern_of(&self, link: usize) -> Option<Pattern> {
        match self.level.links[link].gate {
            Some(LinkGate::Key) => Some(Pattern::LockAndKey),
            Some(LinkGate::Rubble) => Some(Pattern::HiddenShortcut),
            Some(LinkGate::Pit) => Some(Pattern::Foreshadowing),
            Some(LinkGate::Boss) => None,
            None => self.is_one_way(link).then_some(Pattern::OneWay),
        }
    }

    /// The fewest links from room to room, over links that suit; drops lead down only.
    fn steps(&self, from: usize, to: usize, suits: impl Fn(usize) -> bool) -> Option<u32> {
        let mut ways = vec![Vec::new(); self.level.rooms.len()];
        for (number, link) in self.level.links.iter().enumerate().filter(|it| suits(it.0)) {
            ways[link.a].push(link.b);
            if !self.is_one_way(number) {
                ways[link.b].push(link.a);
            }
        }
        Some(steps(&ways, from)[to]).filter(|&steps| steps < u32::MAX)
    }
}

fn things_in<'a>(level: &'a Level, rooms: &'a [usize]) -> impl Iterator<Item = &'a Thing> {
    level
        .things
        .iter()
        .filter(|thing| rooms.iter().any(|&room| level.rooms[room].rect.contains(thing.pos())))
}

fn check_pattern(
    case: &Case<'_>,
    graph: &Graph<'_>,
    pattern: Pattern,
    cycle: &Round<'_>,
    barred: Option<usize>,
) {
    let Case { level, context, .. } = case;
    let context = format!("{context}: {pattern:?} {:?}", cycle.rooms);
    let (start, count) = (cycle.rooms[0], cycle.rooms.len());
    if let Some(goal) = cycle.goal {
        assert!(goal <= count - goal, "{context}: the short way is the long one");
        let open = graph.steps(start, cycle.rooms[goal], |link| !graph.is_barred(link));
        assert!(open.is_some(), "{context}: the long way is not open");
    }
    if let Some(link) = barred {
        // It stands on the first half of the way round, which is the short way; round it leads what
        // is longer.
        let place = cycle.links.iter().position(|&other| other == link).expect("on the cycle");
        assert!(place < cycle.goal.unwrap_or(count / 2 + 1), "{context}: on the long way");
        let (from, to) = (cycle.rooms[place], cycle.rooms[(place + 1) % count]);
        assert_eq!((level.links[link].a, level.links[link].b), (from, to), "{context}");
        let round = graph.steps(from, to, |other| other != link);
        assert!(round.is_some_and(|round| round > 1), "{context}: nothing leads round it");
    }
    let has = |kind| {
        let first =
            barred.and_then(|link| cycle.links.iter().position(|&it| it == link)).unwrap_or(0);
        let long = &cycle.rooms[cycle.goal.unwrap_or(first + 1) + 1..];
        things_in(level, long).any(|thing| thing.kind == kind)
    };
    match pattern {
        Pattern::TwoWays => {}
        Pattern::LockAndKey => assert!(has(ThingKind::Key), "{context}: no key on the long way"),
        Pattern::HiddenShortcut => assert!(has(ThingKind::Satchel), "{context}: no satchel"),
        Pattern::Foreshadowing => {
            assert!(has(ThingKind::Feather), "{context}: no feather");
            let link = &level.links[barred.expect("a pit")];
            check_view(level, link, &context);
            if let Some(goal) = cycle.goal {
                assert_eq!(link.b, cycle.rooms[goal], "{context}: it is not the goal that is seen");
            }
        }
        Pattern::OneWay => check_drop(level, &level.links[barred.expect("a drop")], &context),
        Pattern::Patrol => {
            let mut heads = BTreeMap::new();
            for thing in things_in(level, cycle.rooms).filter(|it| it.kind == ThingKind::Actor) {
                *heads.entry(&thing.name).or_insert(0) += 1;
            }
            assert!(heads.values().any(|&heads| heads >= 3), "{context}: {heads:?}");
        }
        Pattern::DangerousShortcut => {
            let dangers = |rooms: &[usize]| {
                let counts = |kind| matches!(kind, ThingKind::Trap | ThingKind::Actor);
                things_in(level, rooms).filter(|thing| counts(thing.kind)).count()
            };
            let Some(goal) = cycle.goal else { return };
            let (short, long) = (&cycle.rooms[1..goal], &cycle.rooms[goal + 1..]);
            assert!(!short.is_empty(), "{context}");
            assert!(
                dangers(short) * long.len() > dangers(long) * short.len() && dangers(short) >= 2,
                "{context}: the long way is as dangerous"
            );
        }
    }
}

/// From the room before the pit one looks straight into the room behind it.
fn check_view(level: &Level, link: &Link, context: &str) {
    let (first, last) = (link.cells[0], link.cells[link.cells.len() - 1]);
    assert!(first.x == last.x || first.y == last.y, "{context}: the pit is not straight");
    assert!(link.cells.len() >= 2 && link.doors.is_empty(), "{context}");
    assert!(link.cells.iter().all(|&pos| level.tiles[pos].character() == '_'), "{context}");
}

/// The ledge is plain floor, at the upper end, and leads down.
fn check_drop(level: &Level, link: &Link, context: &str) {
    let ledges: Vec<&Thing> = level
        .things
        .iter()
        .filter(|thing| thing.name.starts_with("drop ") && link.cells.contains(&thing.pos()))
        .collect();
    assert_eq!(ledges.len(), 1, "{context}");
    let pos = ledges[0].pos();
    assert_eq!((ledges[0].kind, level.tiles[pos].character()), (ThingKind::Door, '.'), "{context}");
    let down = match ledges[0].name.as_str() {
        "drop north" => Pos::new(0, -1),
        "drop east" => Pos::new(1, 0),
        "drop south" => Pos::new(0, 1),
        "drop west" => Pos::new(-1, 0),
        other => panic!("{context}: {other}"),
    };
    let from = level.rooms[link.a].rect;
    assert!(from.contains(pos - down), "{context}: not before the room above");
    let after = link.cells.get(1).copied().unwrap_or(pos + down);
    assert_eq!(after, pos + down, "{context}: not on the way down");
}

/// Gates look as they should, there are not too many, and an oracle that plays every order to the
/// letter agrees with the proof.
fn check_gates(case: &Case<'_>, graph: &Graph<'_>) {
    let Case { level, context, .. } = case;
    let gates: Vec<usize> =
        (0..level.links.len()).filter(|&link| level.links[link].gate.is_some()).collect();
    assert!(gates.len() as i32 <= case.setting("most_gates"), "{context}: {} gates", gates.len());
    let mut tiles = 0;
    for &number in &gates {
        let link = &level.links[number];
        let cell = link.cells[0];
        let tile = match link.gate {
            Some(LinkGate::Key) => 'L',
            Some(LinkGate::Pit) => '_',
            _ => '%',
        };
        assert_eq!(level.tiles[cell].character(), tile, "{context}: link {number}");
        tiles += link.cells.iter().filter(|&&pos| level.tiles[pos].is_gate()).count();
    }
    let marked = level.tiles.cells().iter().filter(|tile| tile.is_gate()).count();
    assert_eq!(tiles, marked, "{context}: a gate on no link");

    let certificate = level.certificate.as_ref().expect("it is certified");
    assert_eq!(certificate.proof, "every-order", "{context}");
    assert!(
        certificate.par as i32 >= level.start.steps_to(level.exit),
        "{context}: {certificate:?}"
    );
    if gates.len() <= 4 {
        let detail = graph.detail;
        let ends = [detail.start_room, detail.goal_room];
        Play::of(level, &detail.one_way, ends).check_every_order(context);
    }
}

#[test]
fn every_pattern_occurs_on_the_great_cycle_and_on_smaller_ones() {
    let (mut great, mut small) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..400 {
        let level = level(&Request::new("cloister", Seed(seed), Depth(3)));
        let detail = level.detail.cloister.as_ref().expect("a cloister");
        *great.entry(format!("{:?}", detail.pattern)).or_insert(0) += 1;
        for sub in &detail.subcycles {
            *small.entry(format!("{:?}", sub.pattern)).or_insert(0) += 1;
        }
    }
    assert!(great.len() == 7 && great.values().all(|&count| count >= 16), "{great:?}");
    assert!(small.len() == 7, "{small:?}");
}

#[test]
fn large_levels_have_many_cycles_and_no_dead_end() {
    let mut request = Request::new("cloister", Seed(3), Depth(3));
    (request.width, request.height) = (Some(400), Some(300));
    let level = level(&request);
    let detail = level.detail.cloister.as_ref().expect("a cloister");
    assert!(detail.subcycles.len() > 100, "{}", detail.subcycles.len());
    let ways =
        |room: usize| level.links.iter().filter(|link| link.a == room || link.b == room).count();
    let dead = (0..level.rooms.len()).filter(|&room| ways(room) < 2).count();
    assert!(dead * 100 <= level.rooms.len(), "{dead} of {}", level.rooms.len());
}
