//! Gates that are proven to open, whatever the player does.

use crate::levelgen::algo::locks::{Locked, Proof, locks};
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::crypt::critical_path::Spine;
use crate::levelgen::kinds::crypt::gates;
use crate::levelgen::kinds::crypt::gates::Placement;
use crate::levelgen::level::{Link, LinkKind};

/// Placements that are tried before there is to be one gate fewer.
const TRIES: u32 = 6;
/// More states than any placement that is found has, by far.
const MOST_STATES: usize = 200_000;

/// Places at most `most_gates` gates and what opens them, anew until the placement is proven for every
/// order of play, and no gate in it stays shut for good; after some tries with fewer gates. Loops that
/// would lead round a gate are dropped.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let Some(graph) = &mut plan.detail.crypt else {
        return Err(PassError::Recipe("Locks"));
    };
    let spine = Spine::of(plan.rooms.len(), &plan.links, &graph.critical_path);
    let tries = (2..=graph.most_gates).rev().flat_map(|most| (0..TRIES).map(move |_| most));
    for most in tries {
        let placement = gates::place(&spine, &plan.links, most, plan.order.depth, &mut plan.stream);
        if let Some(proof) = proof(&spine, &plan.links, &placement) {
            let mut place = 0;
            plan.links.retain_mut(|link| {
                link.gate = placement.gates[place];
                place += 1;
                placement.kept[place - 1]
            });
            let loops = plan.links.iter().filter(|link| link.kind == LinkKind::Loop);
            graph.loops = loops.map(|link| (link.a, link.b)).collect();
            plan.locked = Some(Locked { items: placement.items, proof });
            return Ok(());
        }
    }
    Err(PassError::Retry("no placement of locks holds in every order of play"))
}

/// `None` if some order of play locks the player up, or if a gate is of no use.
fn proof(spine: &Spine, links: &[Link], placement: &Placement) -> Option<Proof> {
    let passages = placement.passages(links);
    let (start, goal) = (spine.path[0], spine.path[spine.path.len() - 1]);
    let question = locks(spine.rooms(), start, goal, &passages, &placement.items);
    question.prove(MOST_STATES).ok().filter(|proof| proof.never_opened.is_empty())
}
