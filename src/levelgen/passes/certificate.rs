//! The proof, written down with the level.

use crate::base::{Bits, Pos};
use crate::levelgen::algo::locks::Step;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::furnish::openers::kind_of;
use crate::levelgen::level::{Certificate, Thing, ThingKind};
use crate::levelgen::passes::par;
use crate::levelgen::passes::par::Drop;

/// Certifies the order of play that the proof of the locks found, and counts how long it takes to walk
/// round everything that stands.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let Some(locked) = &plan.locked else {
        return Err(PassError::Recipe("Certificate"));
    };
    let mut passable = Bits::of(&plan.tiles, |tile| tile.is_passable() && !tile.is_gate());
    for thing in plan.things.iter().filter(|thing| bars(thing.kind)) {
        passable.remove(thing.pos());
    }
    let ledge = |thing: &Thing| Some(Drop { cell: thing.pos(), to: thing.leads_down()? });
    let drops: Vec<Drop> = plan.things.iter().filter_map(ledge).collect();
    let stops: Option<Vec<par::Waypoint<'_>>> =
        locked.proof.order.iter().map(|&step| stop(plan, step)).collect();
    let walked = stops
        .and_then(|stops| par::par(passable, plan.start, &stops, plan.exit, &drops))
        .ok_or(PassError::Retry("the order of play cannot be walked"))?;
    plan.certificate = Some(Certificate {
        proof: "every-order".into(),
        states: Some(locked.proof.states),
        order: locked.proof.order.iter().map(Step::to_string).collect(),
        supplies: None,
        par: walked,
        work: None,
    });
    Ok(())
}

/// Whether a thing is walked round.
fn bars(kind: ThingKind) -> bool {
    !matches!(
        kind,
        ThingKind::Door
            | ThingKind::Key
            | ThingKind::BossKey
            | ThingKind::Feather
            | ThingKind::Satchel
            | ThingKind::Item
            | ThingKind::Actor
    )
}

/// Where a deed is done.
fn stop<'a>(plan: &'a Plan<'_>, step: Step) -> Option<par::Waypoint<'a>> {
    match step {
        Step::Take { opener, room } => {
            let (kind, area) = (kind_of(opener), plan.rooms.get(room)?.rect());
            let lies = |pos: Pos| area.contains(pos);
            let thing = plan.things.iter().find(|it| it.kind == kind && lies(it.pos()))?;
            Some(par::Waypoint::Take(thing.pos()))
        }
        Step::Open { link } => {
            let cells = &plan.links.get(link)?.cells;
            let is_gate = |pos: &Pos| plan.tiles[*pos].is_gate();
            let gate = cells.iter().position(is_gate)?;
            let wide = cells[gate..].iter().take_while(|&pos| is_gate(pos)).count();
            Some(par::Waypoint::Open(&cells[gate..gate + wide]))
        }
        Step::Drop { .. } => None,
    }
}
