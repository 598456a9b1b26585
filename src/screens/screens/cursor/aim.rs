//! Aiming a throw: at whom, with what odds.

use crate::ActiveRun;
use base::{Dir, Pos};
use content::{Slot, Status, Thrown};
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
pub(crate) fn last_target(slot: CartIndex, run: &ActiveRun) -> Option<Pos> {
    let view = run.view();
    let target = run.thrown?.target?;
    let actor = view.actors().into_iter().find(|actor| actor.id == target)?;
    let path = view.flight(actor.pos, range(view, slot)?);
    (path.last() == Some(&actor.pos)).then_some(actor.pos)
}

/// The question before an item is thrown that is no missile, or before a missile is thrown where
/// nobody is; `None` for other throws, and for those that are refused.
pub(super) fn question(view: View<'_>, slot: CartIndex, at: Pos) -> Option<String> {
    let entry = view.cart_slot(slot)?;
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
    let lands = view.flight(at, range(view, slot)?).last().copied()?;
    let actor = view.actor_at(lands);
    let first = if lands == at { "" } else { "It would meet somebody else first. " };
    if thrown(view, slot)?.shatters {
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
    let damage = match odds.damage {
        (_, 0) => String::new(),
        (low, high) if low == high => format!(" for {low}"),
        (low, high) => format!(" for {low} to {high}"),
    };
    Some(format!(
        "{first}It would hit the {} ({}% health) {}% of the time{damage}.",
        actor.kind.name, actor.health, odds.hit
    ))
}

pub(super) fn title(view: View<'_>, slot: CartIndex) -> String {
    let item = view.cart_slot(slot).map(|entry| view.item_name(entry.kind, 1));
    item.map_or_else(String::new, |item| format!("Throw {item} where?"))
}

fn thrown(view: View<'_>, slot: CartIndex) -> Option<&Thrown> {
    view.cart_slot(slot)?.item.thrown.as_ref()
}

pub(super) fn range(view: View<'_>, slot: CartIndex) -> Option<i32> {
    thrown(view, slot).map(|thrown| thrown.range)
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
