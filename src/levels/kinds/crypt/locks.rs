//! The gates of a crypt, with their proof.

use crate::algo::locks::{Proof, ProvenLocks, lock_graph};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::crypt::critical_path::CriticalPath;
use crate::kinds::crypt::gates;
use crate::kinds::crypt::gates::Placement;
use crate::level::{Link, LinkKind};

/// Number of placements that are tried with each number of gates, from the greatest down.
const TRIES_PER_GATE_COUNT: u32 = 6;
/// The maximum number of states of play that the prover visits; accepted placements have far fewer.
const MAX_PROOF_STATES: usize = 200_000;

/// Places at most `most_gates` gates and their openers. Placements are drawn, after some tries with fewer gates, until
/// one is proven for every order of play and every gate of it can be opened. Loops that would lead round a gate are
/// dropped.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(graph) = &mut draft.detail.crypt else {
        return Err(PassError::Missing("the room graph"));
    };
    let critical = CriticalPath::of(draft.rooms.len(), &draft.links, &graph.critical_path);
    let tries = (2..=graph.most_gates)
        .rev()
        .flat_map(|max_gates| (0..TRIES_PER_GATE_COUNT).map(move |_| max_gates));
    for max_gates in tries {
        let placement =
            gates::place(&critical, &draft.links, max_gates, draft.spec.depth, &mut draft.stream);
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

/// The proof of a placement; `None` if some order of play locks the player up, or if a gate can never be opened.
fn proof(critical: &CriticalPath, links: &[Link], placement: &Placement) -> Option<Proof> {
    let passages = placement.passages(links);
    let (start, goal) = (critical.path[0], critical.path[critical.path.len() - 1]);
    let question = lock_graph(critical.rooms(), start, goal, &passages, &placement.items);
    question.prove(MAX_PROOF_STATES).ok().filter(|proof| proof.never_opened.is_empty())
}
