//! The gates of a crypt and their openers: placements along the critical path, with their proof.

use crate::algo::locks::{LockEdge, Opener, PlacedItem, Proof, ProvenLocks, lock_graph};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::crypt::room_graph::CriticalPath;
use crate::level::{Link, LinkGate, LinkKind};
use base::Stream;
use content::Depth;

/// Number of placements that are tried with each number of gates, from the greatest down.
const TRIES_PER_GATE_COUNT: u32 = 6;
/// The maximum number of states of play that the prover visits; accepted placements have far fewer.
const MAX_PROOF_STATES: usize = 200_000;

/// Places at most `most_gates` gates and their openers. Placements are drawn, after some tries with
/// fewer gates, until one is proven for every order of play and every gate of it can be opened.
/// Loops that would lead round a gate are dropped.
pub(crate) fn locks(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let graph = draft.detail.crypt.as_mut().ok_or(PassError::Missing("the room graph"))?;
    let critical = CriticalPath::of(draft.rooms.len(), &draft.links, &graph.critical_path);
    let tries = (2..=graph.most_gates)
        .rev()
        .flat_map(|max_gates| (0..TRIES_PER_GATE_COUNT).map(move |_| max_gates));
    for max_gates in tries {
        let placement =
            place(&critical, &draft.links, max_gates, draft.spec.depth, &mut draft.stream);
        if let Some(proof) = proof(&critical, &draft.links, &placement) {
            let mut place = 0;
            draft.links.retain_mut(|link| {
                link.gate = placement.gates[place];
                place += 1;
                placement.kept[place - 1]
            });
            let loops = draft.links.iter().filter(|link| link.kind == LinkKind::Loop);
            graph.loops = loops.map(|link| (link.a, link.b)).collect();
            draft.locked = Some(ProvenLocks { items: placement.items, proof });
            return Ok(());
        }
    }
    Err(PassError::Retry("no placement of locks holds in every order of play"))
}

/// The proof of a placement; `None` if some order of play locks the player up, or if a gate can
/// never be opened.
fn proof(critical: &CriticalPath, links: &[Link], placement: &Placement) -> Option<Proof> {
    let kept = links.iter().zip(&placement.gates).zip(&placement.kept).filter(|&(_, &kept)| kept);
    let passages = kept.enumerate().map(|(link, ((it, &gate), _))| LockEdge {
        from: it.a,
        to: it.b,
        one_way: false,
        gate,
        link,
    });
    let passages: Vec<LockEdge> = passages.collect();
    let ends = [critical.path[0], critical.path[critical.path.len() - 1]];
    let question = lock_graph(critical.rooms(), ends, &passages, &placement.items);
    question.prove(MAX_PROOF_STATES).filter(|proof| proof.never_opened.is_empty())
}

struct Placement {
    /// By link.
    gates: Vec<Option<LinkGate>>,
    /// By link: false for loops that are dropped because they would lead round a gate.
    kept: Vec<bool>,
    items: Vec<PlacedItem>,
}

/// The first depth with pits or rubble.
const TOOLS_FROM: Depth = Depth(2);
/// The first depth where both may be on one level.
const BOTH_TOOLS_FROM: Depth = Depth(4);

/// Places at most `max_gates` gates, which must be two or more: a locked door out of the start room
/// whose key lies in that room, the boss door, and one gate at every fork in between; if there are
/// more forks than gates they are spread evenly.
///
/// A loop that leads round gates becomes a shortcut back: it gets a pit or rubble whose tool lies
/// beyond these gates. If there is no such tool it gets a locked door with a key beyond, or is
/// dropped.
fn place(
    critical: &CriticalPath,
    links: &[Link],
    max_gates: usize,
    depth: Depth,
    stream: &mut Stream,
) -> Placement {
    let mut placement = Placement {
        gates: vec![None; links.len()],
        kept: vec![true; links.len()],
        items: Vec::new(),
    };
    let last = critical.path.len() - 2;
    placement.bar(critical.links[0], LinkGate::Key, critical.path[0]);

    let forks: Vec<usize> = critical.forks.iter().copied().filter(|&at| at < last).collect();
    let chosen = spread(&forks, max_gates.saturating_sub(2), stream);
    for (&fork, gate) in chosen.iter().zip(kinds(chosen.len(), depth, stream)) {
        let ends = critical.far_ends(fork);
        let room = ends[stream.below(ends.len() as u32) as usize];
        placement.bar(critical.links[fork], gate, room);
    }
    let regions = gates_before(critical, &placement);
    let boss_key = boss_key_room(critical, &regions, &placement, stream);
    placement.bar(critical.links[last], LinkGate::Boss, boss_key);

    // The boss door has no effect on the loops, none of which touches the boss room.
    for (link, ends) in links.iter().enumerate().filter(|(_, link)| link.kind == LinkKind::Loop) {
        let (a, b) = (regions[ends.a], regions[ends.b]);
        if a != b {
            placement.settle_loop(link, a.max(b), &regions, max_gates, stream);
        }
    }
    placement
}

impl Placement {
    /// Puts a gate on a link and its opener in a room.
    fn bar(&mut self, link: usize, gate: LinkGate, room: usize) {
        self.gates[link] = Some(gate);
        self.items.push(PlacedItem { opener: Opener::of(gate), room });
    }

    /// Puts a gate on a loop that leads round others, if there may be one more, or drops the loop.
    /// `beyond` is the region that the loop leads to.
    fn settle_loop(
        &mut self,
        link: usize,
        beyond: usize,
        regions: &[usize],
        max_gates: usize,
        stream: &mut Stream,
    ) {
        let opened_by = |gate: &LinkGate| {
            let opener = Opener::of(*gate);
            self.items.iter().any(|item| item.opener == opener && regions[item.room] >= beyond)
        };
        let shortcut = [LinkGate::Pit, LinkGate::Rubble].into_iter().find(opened_by);
        let is_one_left = self.gates.iter().flatten().count() < max_gates;
        if is_one_left && let Some(gate) = shortcut {
            self.gates[link] = Some(gate);
        } else if is_one_left {
            let is_free = |room: &usize| {
                regions[*room] == beyond && self.items.iter().all(|item| item.room != *room)
            };
            let rooms: Vec<usize> = (0..regions.len()).filter(is_free).collect();
            match stream.pick(&rooms) {
                Some(&room) => self.bar(link, LinkGate::Key, room),
                None => self.kept[link] = false,
            }
        } else {
            self.kept[link] = false;
        }
    }
}

/// By room: the number of gates on the critical path before the place where its branch leaves it.
fn gates_before(critical: &CriticalPath, placement: &Placement) -> Vec<usize> {
    let before = |&place: &usize| {
        critical.links[..place].iter().filter(|&&link| placement.gates[link].is_some()).count()
    };
    critical.anchor.iter().map(before).collect()
}

/// At most `max_gates` of the places, spread evenly: a random one from each of as many equal parts.
fn spread(places: &[usize], max_gates: usize, stream: &mut Stream) -> Vec<usize> {
    if places.len() <= max_gates {
        return places.to_vec();
    }
    (0..max_gates)
        .map(|share| {
            let (from, to) =
                (share * places.len() / max_gates, (share + 1) * places.len() / max_gates);
            places[stream.range(from as i32, to as i32 - 1) as usize]
        })
        .collect()
}

/// The gates at some forks: locked doors, and at most one pit and one heap of rubble, because
/// feather and satchel are never used up.
fn kinds(forks: usize, depth: Depth, stream: &mut Stream) -> Vec<LinkGate> {
    let mut kinds = vec![LinkGate::Key; forks];
    let max_gates = match depth {
        depth if depth < TOOLS_FROM => 0,
        depth if depth < BOTH_TOOLS_FROM => 1,
        _ => 2,
    };
    let mut others = [LinkGate::Pit, LinkGate::Rubble];
    stream.shuffle(&mut others);
    // At most half of the gates, rounded up, are no locked doors.
    let count = max_gates.min(forks.div_ceil(2));
    for (gate, slot) in others.into_iter().take(count).zip(&mut kinds) {
        *slot = gate;
    }
    stream.shuffle(&mut kinds);
    kinds
}

/// The room of the boss key. If the room before the boss room is a fork, the key lies at the end of
/// its other branch; otherwise in the best of all rooms: behind gates, off the path, without
/// another opener, at a dead end.
fn boss_key_room(
    critical: &CriticalPath,
    regions: &[usize],
    placement: &Placement,
    stream: &mut Stream,
) -> usize {
    let last = critical.path.len() - 2;
    if critical.forks.last() == Some(&last) {
        let ends = critical.far_ends(last);
        return ends[stream.below(ends.len() as u32) as usize];
    }
    let worth = |room: usize| {
        let is_used = placement.items.iter().any(|item| item.room == room);
        (regions[room] > 1, critical.off_path[room] > 0, !is_used, critical.is_dead_end[room])
    };
    let ends = [critical.path[0], critical.path[last + 1]];
    let rooms: Vec<usize> = (0..critical.rooms()).filter(|room| !ends.contains(room)).collect();
    let best = rooms.iter().map(|&room| worth(room)).max();
    let best: Vec<usize> = rooms.into_iter().filter(|&room| Some(worth(room)) == best).collect();
    // There is a room between the two ends, because two gates cannot stand on one link.
    stream.pick(&best).copied().unwrap_or(critical.path[1])
}
