//! The pattern of each cycle: how its two ways from start to goal differ.

use crate::algo::graph::Graph;
use crate::algo::locks::{Opener, Passage, PlacedItem, ProvenLocks, lock_graph};
use crate::detail::{CloisterDetail, Subcycle};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Link, LinkGate, Room, RoomRole};
use crate::state::{Cycle, Cycles};
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
        weights: &draft.spec.kind.patterns,
        gates_left: draft.setting("most_gates")? as usize,
        courts: &cycles.courts,
        items: Vec::new(),
        one_way: Vec::new(),
    };

    let fitter = |min_distance| PatternFitter {
        rooms: &draft.rooms,
        links: &draft.links,
        held: &held,
        min_distance,
    };
    let great = &mut cycles.all[0];
    let starts: Vec<(usize, bool)> =
        (0..great.rooms.len()).flat_map(|first| [(first, false), (first, true)]).collect();
    let mut barred = Vec::new();
    let laid = scheme.draw(great, &fitter(min_distance), &starts, &mut draft.stream);
    barred.extend(laid.ok_or(PassError::Retry("no two rooms of the walk are far enough apart"))?);
    let (start, goal) = (great.rooms[0], great.rooms[great.goal]);

    let ends: Vec<(usize, usize)> = draft.links.iter().map(|link| (link.a, link.b)).collect();
    let steps = Graph::of(draft.rooms.len(), &ends).distances(start);
    for cycle in &mut cycles.all[1..] {
        let last = cycle.rooms.len() - 1;
        let begins = if steps[cycle.rooms[last]] < steps[cycle.rooms[0]] {
            (last, true)
        } else {
            (0, false)
        };
        let laid = scheme.draw(cycle, &fitter(0), &[begins], &mut draft.stream);
        barred.extend(laid.into_iter().flatten());
    }
    let Scheme { items, one_way, .. } = scheme;
    for bar in barred {
        bar.put_on(&mut draft.links);
    }
    draft.rooms[start].role = RoomRole::Start;
    draft.rooms[goal].role = RoomRole::Exit;
    (draft.start, draft.exit) = (draft.rooms[start].rect.centre(), draft.rooms[goal].rect.centre());
    draft.locked = Some(prove(draft, items, &one_way)?);
    draft.detail.cloister = Some(detail(&cycles, one_way));
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

/// The patterns and gates drawn so far.
struct Scheme<'a> {
    weights: &'a [(Pattern, u32)],
    gates_left: usize,
    courts: &'a [usize],
    items: Vec<PlacedItem>,
    one_way: Vec<usize>,
}

impl Scheme<'_> {
    /// Draws patterns until one fits the cycle, and applies it. Returns what it bars; `None` if no
    /// pattern fits.
    fn draw(
        &mut self,
        cycle: &mut Cycle,
        fitter: &PatternFitter<'_>,
        starts: &[(usize, bool)],
        stream: &mut Stream,
    ) -> Option<Vec<Bar>> {
        let mut weights: Vec<u32> = self
            .weights
            .iter()
            .map(|&(pattern, weight)| if self.can_place(pattern) { weight } else { 0 })
            .collect();
        while let Some(drawn) = stream.weighted(weights.iter().copied()) {
            weights[drawn] = 0;
            let pattern = self.weights[drawn].0;
            let placements = fitter.placements(cycle, pattern, starts);
            if let Some(placement) = stream.pick(&placements) {
                placement.apply(cycle, pattern);
                let barred = placement.barred.into_iter();
                return Some(barred.map(|place| self.bar(cycle, place, stream)).collect());
            }
        }
        None
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
    fn bar(&mut self, cycle: &Cycle, place: usize, stream: &mut Stream) -> Bar {
        let bar =
            Bar { link: cycle.links[place], from: cycle.rooms[place], gate: gate(cycle.pattern) };
        let Some(gate) = bar.gate else {
            self.one_way.push(bar.link);
            return bar;
        };
        let opener = Opener::of(gate);
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
        bar
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

fn prove(
    draft: &LevelDraft<'_>,
    items: Vec<PlacedItem>,
    one_way: &[usize],
) -> Result<ProvenLocks, PassError> {
    let passages: Vec<Passage> = draft
        .links
        .iter()
        .enumerate()
        .map(|(number, link)| Passage {
            a: link.a,
            b: link.b,
            one_way: one_way.contains(&number),
            gate: link.gate,
        })
        .collect();
    let room_of = |role| draft.rooms.iter().position(|room| room.role == role).unwrap_or(0);
    let (start, goal) = (room_of(RoomRole::Start), room_of(RoomRole::Exit));
    let proof =
        lock_graph(draft.rooms.len(), start, goal, &passages, &items).prove(MAX_PROOF_STATES);
    match proof {
        Ok(proof) if proof.never_opened.is_empty() => Ok(ProvenLocks { items, proof }),
        _ => Err(PassError::Retry("the gates do not hold in every order of play")),
    }
}

fn detail(cycles: &Cycles, one_way: Vec<usize>) -> CloisterDetail {
    let (great, others) = (&cycles.all[0], &cycles.all[1..]);
    let subcycle = |cycle: &Cycle| Subcycle { pattern: cycle.pattern, cycle: cycle.rooms.clone() };
    CloisterDetail {
        pattern: great.pattern,
        cycle: great.rooms.clone(),
        start_room: great.rooms[0],
        goal_room: great.rooms[great.goal],
        subcycles: others.iter().map(subcycle).collect(),
        one_way,
    }
}

/// A placement of a pattern on a cycle.
#[derive(Clone, Copy, Debug)]
struct PatternPlacement {
    /// The index among the cycle's rooms of the start.
    pub first: usize,
    /// Whether the short way goes backward round the cycle.
    pub backward: bool,
    /// The number of links on the short way.
    pub short: usize,
    /// The index on the short way of the link with a gate or a drop, if the pattern has one.
    pub barred: Option<usize>,
}

/// Finds the placements of patterns on cycles.
struct PatternFitter<'a> {
    pub rooms: &'a [Room],
    pub links: &'a [Link],
    /// By link: the number of cycles that it lies on. Only a link on a single cycle can be barred,
    /// as no other cycle leads round it.
    pub held: &'a [u8],
    /// The minimum Manhattan distance between the centres of the start room and the goal room.
    pub min_distance: i32,
}

/// The lengths of a pit across which the goal is seen, in cells.
const VIEW_PIT_CELLS: std::ops::RangeInclusive<usize> = 2..=7;
/// Maximum number of links on the short way of a foreshadowing: the goal is seen across the pit
/// early.
const MAX_ROOMS_TO_VIEW: usize = 3;

impl PatternFitter<'_> {
    /// All placements of a pattern on a cycle. `starts` are the possible first rooms, each with
    /// whether the short way goes backward.
    pub(crate) fn placements(
        &self,
        cycle: &Cycle,
        pattern: Pattern,
        starts: &[(usize, bool)],
    ) -> Vec<PatternPlacement> {
        let count = cycle.rooms.len();
        let mut placements = Vec::new();
        for &(first, backward) in starts {
            let longest = ((count - 1) / 2).min(cycle.own).min(longest(pattern));
            for short in shortest(pattern, count)..=longest {
                let placement = PatternPlacement { first, backward, short, barred: None };
                if self.suits(cycle, pattern, placement) {
                    let bars = self.bars(cycle, pattern, placement);
                    placements.extend(bars.map(|barred| PatternPlacement { barred, ..placement }));
                }
            }
        }
        placements
    }

    fn suits(&self, cycle: &Cycle, pattern: Pattern, placement: PatternPlacement) -> bool {
        let count = cycle.rooms.len();
        let middle = |place: usize| self.middle(cycle.rooms[placement.room(place, count)]);
        let far = middle(0).manhattan(middle(placement.short)) >= self.min_distance;
        let length = |from: usize, to: usize| -> i32 {
            (from..to).map(|place| middle(place).manhattan(middle(place + 1))).sum()
        };
        let is_even = matches!(pattern, Pattern::TwoWays | Pattern::Patrol);
        far && (is_even || length(0, placement.short) < length(placement.short, count))
    }

    /// The indices of the links on the short way that the pattern can bar; a single `None` for
    /// patterns without a bar.
    fn bars<'a>(
        &'a self,
        cycle: &'a Cycle,
        pattern: Pattern,
        placement: PatternPlacement,
    ) -> Box<dyn Iterator<Item = Option<usize>> + 'a> {
        let count = cycle.rooms.len();
        let link = move |place: usize| cycle.links[placement.link(place, count)];
        let is_own = move |place: &usize| self.held[link(*place)] == 1;
        match pattern {
            Pattern::TwoWays | Pattern::Patrol | Pattern::DangerousShortcut => {
                Box::new(std::iter::once(None))
            }
            Pattern::LockAndKey | Pattern::HiddenShortcut | Pattern::OneWay => {
                Box::new((0..placement.short).filter(is_own).map(Some))
            }
            Pattern::Foreshadowing => {
                let last = placement.short - 1;
                let sees = is_own(&last) && self.is_straight(link(last));
                Box::new(sees.then_some(Some(last)).into_iter())
            }
        }
    }

    fn is_straight(&self, link: usize) -> bool {
        let cells = &self.links[link].cells;
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        VIEW_PIT_CELLS.contains(&cells.len())
            && (first.x == last.x || first.y == last.y)
            && first.manhattan(last) as usize + 1 == cells.len()
    }

    fn middle(&self, room: usize) -> Pos {
        self.rooms[room].rect.centre()
    }
}

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
    pub(crate) fn apply(self, cycle: &mut Cycle, pattern: Pattern) {
        let count = cycle.rooms.len();
        cycle.rooms = (0..count).map(|place| cycle.rooms[self.room(place, count)]).collect();
        cycle.links = (0..count).map(|place| cycle.links[self.link(place, count)]).collect();
        cycle.pattern = pattern;
        cycle.goal = self.short;
    }
}
