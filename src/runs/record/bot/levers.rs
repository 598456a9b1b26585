//! What a bot does with the hours that are left: it chooses cells for trap kits and cords, and sets
//! them one after the other.

use std::collections::VecDeque;

use base::{Dir, Pos, Purpose, Seed, Stream};
use content::{Effect, JobKind, Status, Supply, TrapKindId};
use engine::sim::{Activity, Command, Lever, Preparation};
use engine::view::View;

use super::perception;

/// Raids by which the cells are found where a party comes by, and by which a change is judged.
const RAIDS_FOR_HEAT: u32 = 12;
const RAIDS_FOR_CHANGE: u32 = 8;

/// Changes that a planner tries.
const CHANGES: u32 = 24;

/// A kit that does less than this is not made, by [`worth`].
const MIN_WORTH: u32 = 20;

/// How cells are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Anywhere that a kit may stand.
    Scatter,
    /// Where most of the forecast's raids come by.
    Look,
    /// As by looking, and then whatever the forecast says is better.
    Plan,
}

/// Sets levers on a floor whose order is done.
pub(super) struct LeverSetter {
    choice: Choice,
    cords: bool,
    stream: Stream,
    /// What is still to be set; `None` as long as nothing is chosen.
    levers: Option<VecDeque<Lever>>,
}

impl LeverSetter {
    pub(super) fn new(choice: Choice, cords: bool, seed: Seed) -> LeverSetter {
        let stream = Stream::new(seed, Purpose::new("levers"), ());
        LeverSetter { choice, cords, stream, levers: None }
    }

    /// The next command, or `None` when all is set.
    pub(super) fn next(&mut self, view: &View<'_>) -> Option<Command> {
        if view.intruders().is_some() || view.player().carrying.is_some() {
            return None;
        }
        if matches!(view.activity(), Some(Activity::Prepare(_))) {
            return Some(Command::Continue);
        }
        if self.levers.is_none() {
            let chosen = self.choose(view);
            self.levers = Some(chosen.into());
        }
        while let Some(&lever) = self.levers.as_ref()?.front() {
            let command = self.towards(view, lever);
            if command.is_some_and(|command| view.refusal(&command).is_none()) {
                let is_set = matches!(
                    command,
                    Some(Command::Prepare(Preparation::SetKit { .. } | Preparation::Cord { .. }))
                );
                if is_set {
                    self.levers.as_mut()?.pop_front();
                }
                return command;
            }
            self.levers.as_mut()?.pop_front();
        }
        None
    }

    /// A step towards where a lever is set, or the setting.
    fn towards(&self, view: &View<'_>, lever: Lever) -> Option<Command> {
        let at = match lever {
            Lever::Kit { trap, .. } if view.kits().iter().all(|&(own, _)| own != trap) => {
                return Some(Command::Prepare(Preparation::MakeKit { trap }));
            }
            Lever::Kit { at, .. } | Lever::Cord { at } => at,
            Lever::Fill { .. } | Lever::Post { .. } => return None,
        };
        let here = view.player().pos;
        let Some(dir) = Dir::between(here, at) else {
            return perception::step_towards(view, at.neighbours()).map(Command::Step);
        };
        Some(Command::Prepare(match lever {
            Lever::Kit { trap, .. } => Preparation::SetKit { trap, dir },
            _ => Preparation::Cord { dir },
        }))
    }

    /// Kits and cords, those far from the exit first.
    fn choose(&mut self, view: &View<'_>) -> Vec<Lever> {
        let kinds = view.trap_kinds().into_iter();
        let Some(best) = kinds.max_by_key(|&trap| worth(view, trap)) else { return Vec::new() };
        let rules = &view.catalog().rules.prepare;
        let kits = rules.max_kits.min(usize::from(parts(view) / rules.kit_parts));
        let heat = view.forecast(&[], 0..RAIDS_FOR_HEAT).visits;
        let mut cells: Vec<(u16, Pos)> = heat.iter().map(|(pos, &raids)| (raids, pos)).collect();
        cells.retain(|&(raids, pos)| {
            (raids > 0 || self.choice == Choice::Scatter) && view.can_set_kit_at(pos)
        });
        self.stream.shuffle(&mut cells);
        if self.choice != Choice::Scatter {
            // The shuffle decides between cells that are trodden alike.
            cells.sort_by_key(|&(raids, _)| std::cmp::Reverse(raids));
        }
        let mut sites: Vec<Pos> = Vec::new();
        for &(_, pos) in &cells {
            if sites.len() < kits && is_apart(view, &sites, pos) {
                sites.push(pos);
            }
        }
        if self.choice == Choice::Plan {
            self.improve(view, &mut sites, &cells, best);
        }
        let exit = view.exit();
        sites.sort_by_key(|&at| (std::cmp::Reverse(at.steps_to(exit)), at));
        let corded = self.levers_of(view, &sites, best);
        let mut levers = Vec::new();
        for at in sites {
            let own = |lever: &&Lever| matches!(lever, Lever::Kit { at: other, .. } | Lever::Cord { at: other } if *other == at);
            levers.extend(corded.iter().filter(own));
        }
        levers
    }

    /// Kits of a kind, and a cord to each of the first.
    fn levers_of(&self, view: &View<'_>, sites: &[Pos], trap: TrapKindId) -> Vec<Lever> {
        let cords = if self.cords { view.cords_left() } else { 0 };
        let kits = sites.iter().map(|&at| Lever::Kit { at, trap });
        kits.chain(sites.iter().take(cords).map(|&at| Lever::Cord { at })).collect()
    }

    /// Moves one kit after the other to another cell, and keeps what the forecast likes.
    fn improve(
        &mut self,
        view: &View<'_>,
        sites: &mut Vec<Pos>,
        cells: &[(u16, Pos)],
        trap: TrapKindId,
    ) {
        let points = |own: &LeverSetter, sites: &[Pos]| {
            view.forecast(&own.levers_of(view, sites, trap), 0..RAIDS_FOR_CHANGE).mean()
        };
        let mut best = points(self, sites);
        for _ in 0..CHANGES {
            if sites.is_empty() || cells.is_empty() {
                return;
            }
            let place = self.stream.below(sites.len() as u32) as usize;
            let weights = cells.iter().map(|&(raids, _)| u32::from(raids));
            let Some(cell) = self.stream.weighted(weights) else { return };
            let mut changed = sites.clone();
            changed.remove(place);
            if !is_apart(view, &changed, cells[cell].1) {
                continue;
            }
            changed.insert(place, cells[cell].1);
            let own = points(self, &changed);
            if own > best {
                best = own;
                *sites = changed;
            }
        }
    }
}

fn is_apart(view: &View<'_>, sites: &[Pos], at: Pos) -> bool {
    let apart = view.catalog().rules.prepare.kit_cells_apart;
    sites.iter().all(|other| other.steps_to(at) >= apart)
}

/// Parts that no job of the order needs.
fn parts(view: &View<'_>) -> u16 {
    let supplies = view.player().supplies;
    let parts = supplies.iter().find(|(supply, _)| *supply == Supply::Parts);
    let traps = view.order().into_iter().filter(|count| count.job == JobKind::Trap);
    let owed: u16 = traps.map(|traps| view.progress(traps)).map(|(done, asked)| asked - done).sum();
    parts.map_or(0, |&(_, parts)| parts.saturating_sub(owed))
}

/// A kit of the kind that is worth most, as long as there are parts that no job needs.
pub(super) fn make_kit(
    view: &View<'_>,
    worth: fn(&View<'_>, TrapKindId) -> u32,
) -> Option<Command> {
    let kinds = view.trap_kinds().into_iter().filter(|&trap| worth(view, trap) > 0);
    let trap = kinds.max_by_key(|&trap| worth(view, trap))?;
    let make = Command::Prepare(Preparation::MakeKit { trap });
    let can_make = parts(view) >= view.catalog().rules.prepare.kit_parts;
    (can_make && view.refusal(&make).is_none()).then_some(make)
}

/// What a trap does to those who come by, roughly; 0 for one that is not worth the parts.
fn worth(view: &View<'_>, trap: TrapKindId) -> u32 {
    let effect = view.catalog().trap(trap).effects.iter().map(worth_of).sum();
    if effect < MIN_WORTH { 0 } else { effect }
}

fn worth_of(effect: &Effect) -> u32 {
    match *effect {
        // Half of a raider's health, whatever the numbers.
        Effect::Damage { .. } => 500,
        Effect::Inflict { status, turns, percent } => {
            let per_turn = match status {
                Status::Burning => 20,
                Status::Poisoned => 5,
                Status::Stunned | Status::Snared => 4,
                Status::Blind | Status::Slowed => 2,
                _ => 0,
            };
            per_turn * u32::from(turns.min(10)) * percent / 100
        }
        Effect::Gas { amount } => u32::from(amount) / 2,
        Effect::Ignite { .. } | Effect::Jet { .. } => 40,
        Effect::Around { ref effects, .. } => 2 * effects.iter().map(worth_of).sum::<u32>(),
        _ => 0,
    }
}
