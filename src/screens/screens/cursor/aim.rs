//! Aiming a throw: at whom, with what odds.

use crate::ActiveRun;
use base::{Dir, Pos};
use content::{Slot, Status};
use engine::sim::{CartIndex, Command};
use engine::view::View;

/// The cell to aim at first: the last target if it can be hit, or else the nearest enemy in sight
/// that can; with none in sight, the first cell beside the player that the item would fly over. A
/// player who burns may want it over the own head.
pub(super) fn first_cell(slot: CartIndex, run: &ActiveRun) -> Pos {
    let view = run.view();
    let here = view.player().pos;
    let burns = view.player().statuses.iter().any(|&(status, _)| status == Status::Burning);
    let beside = || {
        let is_refused = |&at: &Pos| view.refusal(&Command::Throw { slot, target: at }).is_some();
        Dir::CARDINAL.into_iter().map(|dir| here + dir).find(|at| !is_refused(at))
    };
    let target = last_target(slot, run).or_else(|| targets(view, slot).first().copied());
    target.or_else(|| beside().filter(|_| !burns)).unwrap_or(here)
}

/// The cell of the actor at whom was thrown last, if the item of a slot would reach it.
pub(super) fn last_target(slot: CartIndex, run: &ActiveRun) -> Option<Pos> {
    let view = run.view();
    let target = run.thrown?.target?;
    let actor = view.actors().into_iter().find(|actor| actor.id == target)?;
    let path = view.flight(actor.pos, range(view, slot)?);
    (path.last() == Some(&actor.pos)).then_some(actor.pos)
}

/// The question before an item is thrown that is no missile, or before a missile is thrown where
/// nobody is; `None` for other throws, and for those that are refused.
pub(super) fn question(view: View<'_>, slot: CartIndex, at: Pos) -> Option<String> {
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot)?;
    let command = Command::Throw { slot, target: at };
    let target = view.actor_at(at);
    let is_at_somebody = entry.item.slot == Slot::Missile && target.is_some();
    if is_at_somebody || view.refusal(&command).is_some() {
        return None;
    }
    let name = view.item_name(entry.kind, 1);
    let whom = target.map_or("there".to_owned(), |actor| format!("at the {}", actor.kind.name));
    Some(format!("Throw {name} {whom}?"))
}

/// What the throw would hit, how likely, and its damage.
pub(super) fn odds(view: View<'_>, slot: CartIndex, at: Pos) -> Option<String> {
    let range = range(view, slot)?;
    let lands = view.flight(at, range).last().copied()?;
    let actor = view.actor_at(lands);
    let first = if lands == at { "" } else { "It would meet somebody else first. " };
    if shatters(view, slot) {
        return Some(match actor {
            Some(actor) => format!("{first}It will break over the {}.", actor.kind.name),
            None if lands == at => "It will break there.".to_owned(),
            None => "It will break short of there.".to_owned(),
        });
    }
    let Some(actor) = actor else {
        let why =
            if lands == at { "Nobody stands there." } else { "It would come down short of there." };
        return Some(why.to_owned());
    };
    let odds = view.odds_of_throw(slot, actor.id)?;
    let (low, high) = odds.damage;
    let damage = match (low, high) {
        (_, 0) => String::new(),
        (low, high) if low == high => format!(" for {low}"),
        (low, high) => format!(" for {low} to {high}"),
    };
    Some(format!(
        "{first}It would hit the {} ({}% health) {}% of the time{damage}.",
        actor.kind.name, actor.health, odds.hit
    ))
}

/// The title of the panel while aiming.
pub(super) fn title(view: View<'_>, slot: CartIndex) -> String {
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot);
    entry
        .map_or_else(String::new, |entry| format!("Throw {} where?", view.item_name(entry.kind, 1)))
}

fn shatters(view: View<'_>, slot: CartIndex) -> bool {
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot);
    entry.and_then(|entry| entry.item.thrown.as_ref()).is_some_and(|thrown| thrown.shatters)
}

pub(super) fn range(view: View<'_>, slot: CartIndex) -> Option<i32> {
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot)?;
    entry.item.thrown.as_ref().map(|thrown| thrown.range)
}

/// The cells of the enemies in sight: first those that a throw would reach, then the others, each
/// by distance.
pub(super) fn targets(view: View<'_>, slot: CartIndex) -> Vec<Pos> {
    let Some(range) = range(view, slot) else { return Vec::new() };
    let mut enemies: Vec<_> = view.actors().into_iter().filter(|actor| actor.hostile).collect();
    enemies.sort_by_key(|actor| {
        let is_out_of_the_way = view.flight(actor.pos, range).last() != Some(&actor.pos);
        (actor.harmless, is_out_of_the_way, !actor.is_after_the_upkeeper())
    });
    enemies.into_iter().map(|actor| actor.pos).collect()
}
