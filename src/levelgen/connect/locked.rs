//! Gates that are proven to open, whatever the player does.

use super::gates::{self, Placement};
use super::spine::Spine;
use crate::levelgen::certify::locks::{Placed, Proof, locks};
use crate::levelgen::plan::{Plan, Stop};
use crate::levelgen::{Link, LinkKind};

/// What stands between the start and the boss, proven for every order of play.
pub(in crate::levelgen) struct Locked {
    /// What opens the gates, and in which rooms it lies.
    pub items: Vec<Placed>,
    pub proof: Proof,
}

/// Placements that are tried before there is to be one gate fewer.
const TRIES: u32 = 6;
/// More states than any placement that is found has, by far.
const MOST_STATES: usize = 200_000;

/// Places at most `most_gates` gates and what opens them, anew until the placement is proven for every
/// order of play, and no gate in it stays shut for good; after some tries with fewer gates. Loops that
/// would lead round a gate are dropped.
pub(in crate::levelgen) fn place(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let Some(graph) = &mut plan.detail.crypt else {
        return Err(Stop::Recipe("Locks"));
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
    Err(Stop::Retry("no placement of locks holds in every order of play"))
}

/// `None` if some order of play locks the player up, or if a gate is of no use.
fn proof(spine: &Spine, links: &[Link], placement: &Placement) -> Option<Proof> {
    let passages = placement.passages(links);
    let (start, goal) = (spine.path[0], spine.path[spine.path.len() - 1]);
    let question = locks(spine.rooms(), start, goal, &passages, &placement.items);
    question.prove(MOST_STATES).ok().filter(|proof| proof.never_opened.is_empty())
}
