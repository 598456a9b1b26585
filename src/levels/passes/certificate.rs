//! Writes the proof of the locks into the level.

use crate::algo::locks::PlayStep;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::furnish::openers::kind_of;
use crate::level::{LevelCertificate, Thing, ThingKind};
use crate::passes::par;
use crate::passes::par::Ledge;
use base::{Bits, Pos};

/// Adds the certificate: the order of play that the proof of the locks found, with the steps that it takes to walk it round
/// all things.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(locked) = &draft.locked else {
        return Err(PassError::Missing("proven locks"));
    };
    let mut passable = Bits::of(&draft.tiles, |tile| tile.is_passable() && !tile.is_gate());
    for thing in draft.things.iter().filter(|thing| bars(thing.kind)) {
        passable.remove(thing.pos());
    }
    let ledge = |thing: &Thing| Some(Ledge { cell: thing.pos(), to: thing.leads_down()? });
    let drops: Vec<Ledge> = draft.things.iter().filter_map(ledge).collect();
    let stops: Option<Vec<par::Waypoint<'_>>> =
        locked.proof.order.iter().map(|&step| stop(draft, step)).collect();
    let walked = stops
        .and_then(|stops| par::par(passable, draft.start, &stops, draft.exit, &drops))
        .ok_or(PassError::Retry("the order of play cannot be walked"))?;
    draft.certificate = Some(LevelCertificate {
        proof: "every-order".into(),
        states: Some(locked.proof.states),
        order: locked.proof.order.iter().map(PlayStep::to_string).collect(),
        supplies: None,
        par: walked,
        work: None,
    });
    Ok(())
}

/// Whether a thing blocks its cell for the walk.
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

/// The cells of a step of the order; `None` for a drop, which `par` finds by itself.
fn stop<'a>(draft: &'a LevelDraft<'_>, step: PlayStep) -> Option<par::Waypoint<'a>> {
    match step {
        PlayStep::Take { opener, room } => {
            let (kind, area) = (kind_of(opener), draft.rooms.get(room)?.rect);
            let lies = |pos: Pos| area.contains(pos);
            let thing = draft.things.iter().find(|it| it.kind == kind && lies(it.pos()))?;
            Some(par::Waypoint::Take(thing.pos()))
        }
        PlayStep::Open { link } => {
            let cells = &draft.links.get(link)?.cells;
            let is_gate = |pos: &Pos| draft.tiles[*pos].is_gate();
            let gate = cells.iter().position(is_gate)?;
            let wide = cells[gate..].iter().take_while(|&pos| is_gate(pos)).count();
            Some(par::Waypoint::Open(&cells[gate..gate + wide]))
        }
        PlayStep::Drop { .. } => None,
    }
}
