//! What a bot does with the hours that are left: it makes trap kits of the parts that are left, and sets them where the
//! party has to come by.

use crate::base::{Bits, Dir, DistanceField, Moves, Pos};
use crate::content::{Effect, Status, Supply, TrapKindId};
use crate::sim::{Activity, Command, Fixture, Preparation};
use crate::view::View;

use super::perception;

/// Turns kept in reserve, besides the ways to the closet and to the exit.
const RESERVE_TURNS: u32 = 40;

/// Turns for making and setting a kit.
const TURNS_PER_KIT: u32 = 6;

/// The bot's own traps are at least so many cells apart.
const MIN_CELLS_APART: i32 = 4;

/// A closed neighbour of a site is worth as much as so many cells nearer to the start.
const CELLS_PER_CLOSED_NEIGHBOUR: usize = 5;

/// Where a kit is to be set, and the neighbour on the side of the exit from which that is done.
#[derive(Clone, Copy, Debug)]
struct Site {
    at: Pos,
    from: Pos,
}

/// What a trap kind is worth to a bot.
pub(super) type Worth = fn(&View<'_>, TrapKindId) -> u32;

/// Sets trap kits on a floor whose order is done.
pub(super) struct Preparer {
    worth: Worth,
    max_kits: usize,
    made: usize,
    set: Vec<Pos>,
    is_over: bool,
}

impl Preparer {
    /// One that prepares for the raid.
    pub(super) fn for_raid() -> Preparer {
        Preparer::new(worth, 2)
    }

    /// One that makes so many kits at most, of the kind that is worth most.
    pub(super) fn new(worth: Worth, max_kits: usize) -> Preparer {
        Preparer { worth, max_kits, made: 0, set: Vec::new(), is_over: false }
    }

    /// The next command, or `None` when the floor is as well prepared as it gets.
    pub(super) fn next(&mut self, view: &View<'_>) -> Option<Command> {
        if self.is_over || view.intruders().is_some() || view.player().carrying.is_some() {
            return None;
        }
        if matches!(view.activity(), Some(Activity::Prepare(_))) {
            return Some(Command::Continue);
        }
        let next = self.make(view).or_else(|| self.set(view));
        self.is_over = next.is_none();
        next
    }

    /// On the way to the bench, or at work there, as long as there are parts and time for a kit.
    pub(super) fn make(&mut self, view: &View<'_>) -> Option<Command> {
        let parts = view.player().supplies.iter().find(|(supply, _)| *supply == Supply::Parts)?.1;
        if self.made >= self.max_kits || parts < view.catalog().rules.prepare.kit_parts {
            return None;
        }
        let kinds = view.known_trap_kinds().into_iter();
        let trap = kinds.max_by_key(|&trap| (self.worth)(view, trap))?;
        let make = Command::Prepare(Preparation::MakeKit { trap });
        if view.refusal(&make).is_none() {
            self.made += 1;
            return Some(make);
        }
        let bench = bench(view)?;
        let to_bench = perception::steps_to(view, bench.neighbours())?;
        let to_exit = bench.steps_to(view.exit()) as u32 * 3 / 2;
        let turns = to_bench + to_exit + 2 * TURNS_PER_KIT + RESERVE_TURNS;
        if view.turns_left().0 < turns {
            return None;
        }
        perception::step_towards(view, bench.neighbours()).map(Command::Step)
    }

    /// On the way to the site of the next kit, or at work there.
    fn set(&mut self, view: &View<'_>) -> Option<Command> {
        let (trap, _) =
            view.kits().into_iter().max_by_key(|&(trap, _)| (self.worth)(view, trap))?;
        let site = self.best_site(view)?;
        let dir = Dir::between(site.from, site.at)?;
        if view.player().pos == site.from {
            let set = Command::Prepare(Preparation::SetKit { trap, dir });
            self.set.push(site.at);
            return view.refusal(&set).is_none().then_some(set);
        }
        perception::step_towards(view, [site.from]).map(Command::Step)
    }

    /// The narrowest cell on the shortest way from start to exit, of which the party walks the first part for certain.
    fn best_site(&self, view: &View<'_>) -> Option<Site> {
        let (width, height) = view.size();
        let mut open = Bits::new(width, height);
        let cells = || (0..height).flat_map(|y| (0..width).map(move |x| Pos::new(x, y)));
        for pos in cells().filter(|&pos| view.is_known_passable(pos)) {
            open.insert(pos);
        }
        let mut field = DistanceField::new();
        field.spread_until(&open, [view.exit()], Moves::Eight, view.start())?;
        let mut way = vec![view.start()];
        while let Some(dir) = way.last().and_then(|&at| field.step_down(at)) {
            way.push(*way.last()? + dir);
        }
        let sites = way.windows(2).map(|pair| Site { at: pair[0], from: pair[1] }).enumerate();
        let sites = sites.filter(|(_, site)| {
            view.can_set_kit_at(site.at)
                && self.set.iter().all(|set| set.steps_to(site.at) >= MIN_CELLS_APART)
        });
        let best = sites.min_by_key(|(steps, site)| {
            let open = site.at.neighbours().filter(|&pos| open.contains(pos)).count();
            steps + CELLS_PER_CLOSED_NEIGHBOUR * open
        });
        best.map(|(_, site)| site)
    }
}

/// The nearest known bench.
fn bench(view: &View<'_>) -> Option<Pos> {
    let (width, height) = view.size();
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Pos::new(x, y)));
    let benches = cells.filter(|&pos| view.cell(pos).fixture == Some(Fixture::Closet));
    benches.min_by_key(|pos| (pos.steps_to(view.player().pos), *pos))
}

/// What a trap does to those who come by, roughly, in tenths of health.
fn worth(view: &View<'_>, trap: TrapKindId) -> u32 {
    view.catalog().trap(trap).effects.iter().map(worth_of).sum()
}

fn worth_of(effect: &Effect) -> u32 {
    match *effect {
        Effect::Damage { low, high } => 5 * (low + high).max(0) as u32,
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
