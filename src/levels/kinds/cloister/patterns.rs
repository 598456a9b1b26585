//! The pattern of each cycle: how its two ways from start to goal differ.

use crate::algo::graph::distances;
use crate::algo::locks::{LockEdge, Opener, PlacedItem, ProvenLocks, lock_graph};
use crate::algo::ways::TwoWays;
use crate::detail::{CloisterDetail, Subcycle};
use crate::draft::LevelDraft;
use crate::draft::dig::link_graph;
use crate::error::PassError;
use crate::level::{Link, LinkGate, Room, RoomRole};
use crate::state::Cycle;
use base::{Pos, Stream};
use content::Pattern;

/// The maximum number of states of play that the prover visits; levels have far fewer.
const MAX_PROOF_STATES: usize = 1 << 18;

/// Draws a pattern and its placement for every cycle, the great one first, and proves the result
/// for every order of play.
///
/// Only links that no other cycle leads round are barred, so every long way stays open; the opener
/// of a gate lies on the long way round it.
pub(crate) fn patterns(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let mut cycles = draft.cycles.take().ok_or(PassError::Missing("cycles"))?;
    let min_distance = draft.setting("min_distance")?;
    let mut held = vec![0u8; draft.links.len()];
    let all = cycles.all.iter().flat_map(|cycle| &cycle.links).chain(&cycles.spoiled);
    all.for_each(|&link| held[link] = held[link].saturating_add(1));
    let mut scheme = Scheme {
        rooms: &draft.rooms,
        links: &draft.links,
        held,
        weights: &draft.spec.kind.patterns,
        gates_left: draft.setting("most_gates")? as usize,
        courts: &cycles.courts,
        items: Vec::new(),
        bars: Vec::new(),
    };

    let great = &mut cycles.all[0];
    let starts: Vec<(usize, bool)> =
        (0..great.rooms.len()).flat_map(|first| [(first, false), (first, true)]).collect();
    if !scheme.draw(great, min_distance, &starts, &mut draft.stream) {
        return Err(PassError::Retry("no two rooms of the walk are far enough apart"));
    }
    let (start, goal) = (great.rooms[0], great.rooms[great.goal]);
    let steps = distances(&link_graph(draft.rooms.len(), &draft.links), start);
    for cycle in &mut cycles.all[1..] {
        let last = cycle.rooms.len() - 1;
        let is_back_nearer = steps[cycle.rooms[last]] < steps[cycle.rooms[0]];
        let begins = if is_back_nearer { (last, true) } else { (0, false) };
        scheme.draw(cycle, 0, &[begins], &mut draft.stream);
    }
    let Scheme { items, bars, .. } = scheme;
    let drops = bars.iter().filter(|bar| bar.gate.is_none());
    let one_way: Vec<usize> = drops.map(|bar| bar.link).collect();
    for bar in bars {
        bar.put_on(&mut draft.links);
    }
    for (room, role) in [(start, RoomRole::Start), (goal, RoomRole::Exit)] {
        draft.rooms[room].role = role;
    }
    (draft.start, draft.exit) = (draft.rooms[start].rect.centre(), draft.rooms[goal].rect.centre());

    let passages = draft.links.iter().enumerate().map(|(link, it)| {
        let one_way = one_way.contains(&link);
        LockEdge { from: it.a, to: it.b, one_way, gate: it.gate, link }
    });
    let passages: Vec<LockEdge> = passages.collect();
    let proof = lock_graph(draft.rooms.len(), [start, goal], &passages, &items)
        .prove(MAX_PROOF_STATES)
        .filter(|proof| proof.never_opened.is_empty())
        .ok_or(PassError::Retry("the gates do not hold in every order of play"))?;
    draft.locked = Some(ProvenLocks { items, proof });
    let subcycle = |cycle: &Cycle| Subcycle { pattern: cycle.pattern, cycle: cycle.rooms.clone() };
    draft.detail.cloister = Some(CloisterDetail {
        pattern: cycles.all[0].pattern,
        cycle: cycles.all[0].rooms.clone(),
        start_room: start,
        goal_room: goal,
        subcycles: cycles.all[1..].iter().map(subcycle).collect(),
        one_way,
    });
    draft.cycles = Some(cycles);
    Ok(())
}

/// A link with a gate or a drop.
struct Bar {
    link: usize,
    /// The room on the start's side.
    from: usize,
    /// `None` for a drop.
    gate: Option<LinkGate>,
}

impl Bar {
    /// Sets the gate, and turns the link so that it leads away from the start.
    fn put_on(self, links: &mut [Link]) {
        let link = &mut links[self.link];
        link.gate = self.gate;
        if link.a != self.from {
            std::mem::swap(&mut link.a, &mut link.b);
            link.cells.reverse();
        }
    }
}

/// A level and the gates drawn for its cycles so far.
struct Scheme<'a> {
    rooms: &'a [Room],
    links: &'a [Link],
    /// By link: the number of cycles that it lies on. Only a link on a single cycle can be barred,
    /// as no other cycle leads round it.
    held: Vec<u8>,
    weights: &'a [(Pattern, u32)],
    courts: &'a [usize],
    gates_left: usize,
    items: Vec<PlacedItem>,
    bars: Vec<Bar>,
}

impl Scheme<'_> {
    /// Draws patterns until one fits the cycle, and applies it; false if none fits. `starts` are
    /// the possible first rooms, each with whether the short way goes backward; start and goal are
    /// at least `min_distance` apart, by the Manhattan distance of their centres. Where both ways
    /// can be of like length, they are, so that raiders have a choice.
    fn draw(
        &mut self,
        cycle: &mut Cycle,
        min_distance: i32,
        starts: &[(usize, bool)],
        stream: &mut Stream,
    ) -> bool {
        let lengths = CycleLengths::new(self.rooms, cycle);
        let weight = |&(pattern, weight)| if self.can_place(pattern) { weight } else { 0 };
        let mut weights: Vec<u32> = self.weights.iter().map(weight).collect();
        while let Some(drawn) = stream.weighted(weights.iter().copied()) {
            weights[drawn] = 0;
            let pattern = self.weights[drawn].0;
            let mut placements = self.placements(cycle, pattern, starts, &lengths);
            placements.retain(|it| self.distance(cycle, *it) >= min_distance);
            let are_alike = |it: &PatternPlacement| {
                let (short, long) = lengths.ways(*it);
                TwoWays { first: short.min(long), second: short.max(long) }.are_alike()
            };
            if placements.iter().any(are_alike) {
                placements.retain(are_alike);
            }
            if let Some(placement) = stream.pick(&placements) {
                placement.apply(cycle, pattern);
                if let Some(place) = placement.barred {
                    self.bar(cycle, place, stream);
                }
                return true;
            }
        }
        false
    }

    /// Whether a pattern may still be used: gates are limited, and a level has at most one feather
    /// and one satchel.
    fn can_place(&self, pattern: Pattern) -> bool {
        gate(pattern).is_none_or(|gate| {
            let opener = Opener::of(gate);
            let lasts = matches!(gate, LinkGate::Pit | LinkGate::Rubble);
            self.gates_left > 0 && !(lasts && self.items.iter().any(|item| item.opener == opener))
        })
    }

    /// Bars a link of the short way, and places its opener on the long one: a key in the first
    /// half, the feather in the last third, long after the goal was seen.
    fn bar(&mut self, cycle: &Cycle, place: usize, stream: &mut Stream) {
        let gate = gate(cycle.pattern);
        self.bars.push(Bar { link: cycle.links[place], from: cycle.rooms[place], gate });
        let Some(opener) = gate.map(Opener::of) else { return };
        let way: Vec<usize> = cycle.long_way().collect();
        let part = match opener {
            Opener::Key | Opener::BossKey => &way[..way.len().div_ceil(2)],
            Opener::Feather => &way[way.len() * 2 / 3..],
            Opener::Satchel => &way[..],
        };
        // Not in courts, whose walks are too narrow for things, and preferably in rooms without an
        // opener.
        let rank = |room: usize| {
            let is_used = self.items.iter().any(|item| item.room == room);
            let is_own = cycle.rooms[1..=cycle.own].contains(&room);
            (!self.courts.contains(&room), !is_used, is_own)
        };
        let best = part.iter().map(|&room| rank(room)).max();
        let rooms: Vec<usize> =
            part.iter().copied().filter(|&room| Some(rank(room)) == best).collect();
        if let Some(&room) = stream.pick(&rooms) {
            self.items.push(PlacedItem { opener, room });
        }
        self.gates_left -= 1;
    }

    /// All placements of a pattern on a cycle.
    fn placements(
        &self,
        cycle: &Cycle,
        pattern: Pattern,
        starts: &[(usize, bool)],
        lengths: &CycleLengths,
    ) -> Vec<PatternPlacement> {
        let count = cycle.rooms.len();
        let longest = ((count - 1) / 2).min(cycle.own).min(longest(pattern));
        let mut placements = Vec::new();
        for &(first, backward) in starts {
            for short in shortest(pattern, count)..=longest {
                let placement = PatternPlacement { first, backward, short, barred: None };
                let (short, long) = lengths.ways(placement);
                if short < long || matches!(pattern, Pattern::TwoWays | Pattern::Patrol) {
                    let bars = self.barrable(cycle, pattern, placement).into_iter();
                    placements.extend(bars.map(|barred| PatternPlacement { barred, ..placement }));
                }
            }
        }
        placements
    }

    /// The Manhattan distance between the centres of the start room and the goal room.
    fn distance(&self, cycle: &Cycle, placement: PatternPlacement) -> i32 {
        let middle = |place| self.middle(cycle, placement, place);
        middle(0).manhattan(middle(placement.short))
    }

    /// The centre of the room `place` links from the start along the short way.
    fn middle(&self, cycle: &Cycle, placement: PatternPlacement, place: usize) -> Pos {
        self.rooms[cycle.rooms[placement.room(place, cycle.rooms.len())]].rect.centre()
    }

    /// The indices of the links on the short way that the pattern can bar; a single `None` for
    /// patterns without a bar.
    fn barrable(
        &self,
        cycle: &Cycle,
        pattern: Pattern,
        placement: PatternPlacement,
    ) -> Vec<Option<usize>> {
        let link = |place: usize| cycle.links[placement.link(place, cycle.rooms.len())];
        let is_own = |place: &usize| self.held[link(*place)] == 1;
        let last = placement.short - 1;
        match pattern {
            Pattern::TwoWays | Pattern::Patrol | Pattern::DangerousShortcut => vec![None],
            Pattern::LockAndKey | Pattern::HiddenShortcut | Pattern::OneWay => {
                (0..placement.short).filter(is_own).map(Some).collect()
            }
            Pattern::Foreshadowing if is_own(&last) && self.is_straight(link(last)) => {
                vec![Some(last)]
            }
            Pattern::Foreshadowing => Vec::new(),
        }
    }

    fn is_straight(&self, link: usize) -> bool {
        let cells = &self.links[link].cells;
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        VIEW_PIT_CELLS.contains(&cells.len())
            && (first.x == last.x || first.y == last.y)
            && first.manhattan(last) as usize + 1 == cells.len()
    }
}

/// The gate with which a pattern bars the short way.
fn gate(pattern: Pattern) -> Option<LinkGate> {
    match pattern {
        Pattern::LockAndKey => Some(LinkGate::Key),
        Pattern::HiddenShortcut => Some(LinkGate::Rubble),
        Pattern::Foreshadowing => Some(LinkGate::Pit),
        Pattern::TwoWays | Pattern::DangerousShortcut | Pattern::OneWay | Pattern::Patrol => None,
    }
}

/// A placement of a pattern on a cycle.
#[derive(Clone, Copy, Debug)]
struct PatternPlacement {
    /// The index among the cycle's rooms of the start.
    first: usize,
    /// Whether the short way goes backward round the cycle.
    backward: bool,
    /// The number of links on the short way.
    short: usize,
    /// The index on the short way of the link with a gate or a drop, if the pattern has one.
    barred: Option<usize>,
}

/// The lengths of a pit across which the goal is seen, in cells.
const VIEW_PIT_CELLS: std::ops::RangeInclusive<usize> = 2..=7;
/// Maximum number of links on the short way of a foreshadowing: the goal is seen across the pit
/// early.
const MAX_ROOMS_TO_VIEW: usize = 3;

/// The maximum number of links on the short way.
fn longest(pattern: Pattern) -> usize {
    if pattern == Pattern::Foreshadowing { MAX_ROOMS_TO_VIEW } else { usize::MAX }
}

/// The minimum number of links on the short way of a cycle with `count` rooms.
fn shortest(pattern: Pattern, count: usize) -> usize {
    match pattern {
        // Two ways of similar length.
        Pattern::TwoWays | Pattern::Patrol => (count / 3).max(1),
        // There must be a room in between.
        Pattern::DangerousShortcut => 2,
        _ => 1,
    }
}

/// Lengths along a cycle, by the centres of its rooms.
struct CycleLengths {
    /// By room of the cycle: the length from the first room on; then the length of the whole round.
    from_first: Vec<u32>,
}

impl CycleLengths {
    fn new(rooms: &[Room], cycle: &Cycle) -> CycleLengths {
        let centre = |place: usize| rooms[cycle.rooms[place % cycle.rooms.len()]].rect.centre();
        let mut from_first = vec![0];
        for place in 0..cycle.rooms.len() {
            let step = centre(place).manhattan(centre(place + 1)) as u32;
            from_first.push(from_first[place] + step);
        }
        CycleLengths { from_first }
    }

    /// The lengths of the short way and of the long one.
    fn ways(&self, placement: PatternPlacement) -> (u32, u32) {
        let count = self.from_first.len() - 1;
        let (start, goal) = (placement.first, placement.room(placement.short, count));
        let (from, to) = if placement.backward { (goal, start) } else { (start, goal) };
        let round = self.from_first[count];
        let short = (self.from_first[to] + round - self.from_first[from]) % round;
        (short, round - short)
    }
}

impl PatternPlacement {
    /// The index in the cycle of the room `place` links from the start along the short way.
    fn room(self, place: usize, count: usize) -> usize {
        if self.backward {
            (self.first + count - place % count) % count
        } else {
            (self.first + place) % count
        }
    }

    /// The index in the cycle of the link that follows that room.
    fn link(self, place: usize, count: usize) -> usize {
        if self.backward { self.room(place + 1, count) } else { self.room(place, count) }
    }

    /// Rotates the cycle so that it begins with the start and goes the short way first, and sets
    /// its pattern.
    fn apply(self, cycle: &mut Cycle, pattern: Pattern) {
        let count = cycle.rooms.len();
        cycle.rooms = (0..count).map(|place| cycle.rooms[self.room(place, count)]).collect();
        cycle.links = (0..count).map(|place| cycle.links[self.link(place, count)]).collect();
        cycle.pattern = pattern;
        cycle.goal = self.short;
    }
}
