//! What a bot does with the hours that are left: it chooses levers for the raid, and sets them one
//! after the other.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::Range;

use base::{DistanceField, Moves, Pos, Purpose, Seed, Stream};
use content::{Effect, JobKind, Status, Supply, TrapKindId};
use engine::sim::{Activity, Command, Lever, PlanCommand, PlanCost, Preparation, Reject};
use engine::view::View;

use super::reflexes;

/// Raids by which the cells are found where a party comes by …
const RAIDS_FOR_HEAT: u32 = 12;

/// … and by which a change is judged: the second are twice the first.
const FIRST_RAIDS: Range<u32> = 0..4;
const OTHER_RAIDS: Range<u32> = 4..12;

/// Changes that a planner tries.
const CHANGES: u32 = 96;

/// Turns of the night that a planner leaves for what gets in its way.
const SPARE_TURNS: u32 = 60;

/// A kit that does less than this is not made, by [`worth`].
const MIN_WORTH: u32 = 20;

/// How levers are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Kits anywhere that they may stand.
    Scatter,
    /// Kits where most of the forecast's raids come by.
    Look,
    /// As by looking, and then whatever the forecast says is better: other cells, jobs beyond the
    /// order, residents at other posts.
    Plan,
}

/// Sets levers on a floor whose order is done.
pub(super) struct LeverSetter {
    choice: Choice,
    cords: bool,
    stream: Stream,
    /// What is still to be put on the plan; `None` as long as nothing is chosen.
    levers: Option<VecDeque<Lever>>,
}

/// Cells where somebody comes by, each with the number of raids in which they do.
type Heat = Vec<(u16, Pos)>;

impl LeverSetter {
    pub(super) fn new(choice: Choice, cords: bool, seed: Seed) -> LeverSetter {
        let stream = Stream::new(seed, Purpose::new("levers"), ());
        LeverSetter { choice, cords, stream, levers: None }
    }

    /// The next command, or `None` when all is set: puts the levers on the plan, and does it.
    pub(super) fn next(&mut self, view: &View<'_>) -> Option<Command> {
        if view.intruders().is_some() || view.player().carrying.is_some() {
            return None;
        }
        if view.activity() == Some(Activity::CarryOn) {
            return Some(Command::Continue);
        }
        if self.levers.is_none() {
            self.levers = Some(self.choose(view).into());
        }
        while let Some(lever) = self.levers.as_mut()?.pop_front() {
            let plan = Command::Plan(lever.into());
            if view.refusal(&plan).is_none() {
                return Some(plan);
            }
        }
        carry_on(view)
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Lever> {
        let visits = view.forecast(&[], 0..RAIDS_FOR_HEAT).visits;
        let mut heat: Heat = visits.iter().map(|(pos, &raids)| (raids, pos)).collect();
        heat.retain(|&(raids, pos)| {
            (raids > 0 || self.choice == Choice::Scatter) && view.can_set_kit_at(pos)
        });
        self.stream.shuffle(&mut heat);
        if self.choice != Choice::Scatter {
            // The shuffle decides between cells that are trodden alike.
            heat.sort_by_key(|&(raids, _)| Reverse(raids));
        }
        let is_plan = self.choice == Choice::Plan;
        let left = view.turns_left().0.saturating_sub(SPARE_TURNS);
        let mut levers = self.kits(view, &heat, if is_plan { left } else { u32::MAX });
        if is_plan {
            self.improve(view, &mut levers, &heat);
        }
        sort(view, &mut levers);
        levers
    }

    /// Kits on the first cells where they may stand, and a cord to each of the first of them, as
    /// long as they fit into so many turns.
    fn kits(&self, view: &View<'_>, heat: &Heat, turns: u32) -> Vec<Lever> {
        let kinds = view.trap_kinds().into_iter();
        let Some(trap) = kinds.max_by_key(|&trap| worth(view, trap)) else { return Vec::new() };
        let (most, cords) = (most_kits(view), self.cords_left(view));
        let mut kits = 0;
        let mut levers: Vec<Lever> = Vec::new();
        for &(_, at) in heat {
            if kits == most {
                break;
            }
            if !is_apart(view, &levers, at) {
                continue;
            }
            let kit = Lever::Kit { at, trap };
            let cord = (kits < cords).then_some(Lever::Cord { at });
            let mut more: Vec<Lever> = levers.iter().copied().chain([kit]).chain(cord).collect();
            if turns == u32::MAX || time_of(view, &mut more) <= turns {
                (levers, kits) = (more, kits + 1);
            }
        }
        levers
    }

    /// Tries one change after the other, and keeps what the forecast likes: first by a few raids,
    /// and by the others if those are for it.
    fn improve(&mut self, view: &View<'_>, levers: &mut Vec<Lever>, heat: &Heat) {
        let most = view.turns_left().0.saturating_sub(SPARE_TURNS);
        let points = |levers: &[Lever], raids| view.forecast(levers, raids).raw_mean();
        let mut best = (points(levers, FIRST_RAIDS), points(levers, OTHER_RAIDS));
        for _ in 0..CHANGES {
            let mut changed = levers.clone();
            let is_changed = match self.stream.below(4) {
                0 => self.change_post(view, &mut changed, heat),
                1 => self.change_job(view, &mut changed),
                _ => self.change_kit(view, &mut changed, heat),
            };
            if is_changed != Some(true) {
                continue;
            }
            // Chance decides what gives way if the night is too short for all.
            while time_of(view, &mut changed) > most && !changed.is_empty() {
                let given_up = changed[self.stream.below(changed.len() as u32) as usize];
                changed.retain(|&own| own != given_up && own != cord_of(given_up));
            }
            let first = points(&changed, FIRST_RAIDS);
            if first >= best.0 {
                let other = points(&changed, OTHER_RAIDS);
                if first + 2 * other > best.0 + 2 * best.1 {
                    (best, *levers) = ((first, other), changed);
                }
            }
        }
    }

    /// Another cell or another kind for a kit, with its cord, or one more.
    fn change_kit(
        &mut self,
        view: &View<'_>,
        levers: &mut Vec<Lever>,
        heat: &Heat,
    ) -> Option<bool> {
        let is_kit = |lever: &&Lever| matches!(lever, Lever::Kit { .. });
        let kits: Vec<Lever> = levers.iter().filter(is_kit).copied().collect();
        let corded = levers.iter().filter(|own| matches!(own, Lever::Cord { .. })).count();
        let mut is_corded = corded < self.cords_left(view);
        let kinds = view.trap_kinds();
        let mut trap = kinds.iter().copied().max_by_key(|&trap| worth(view, trap))?;
        if kits.len() >= most_kits(view) || self.stream.one_in(2) {
            let old = *self.pick(&kits)?;
            let Lever::Kit { trap: own, .. } = old else { return None };
            trap = own;
            is_corded |= levers.contains(&cord_of(old));
            levers.retain(|&lever| lever != old && lever != cord_of(old));
        }
        let weights = heat.iter().map(|&(raids, _)| u32::from(raids));
        let at = heat[self.stream.weighted(weights)?].1;
        let other = *self.pick(&kinds)?;
        let is_better_kind = self.stream.one_in(4) && worth(view, other) > 0;
        if !is_apart(view, levers, at) {
            return None;
        }
        levers.push(Lever::Kit { at, trap: if is_better_kind { other } else { trap } });
        if is_corded {
            levers.push(Lever::Cord { at });
        }
        Some(true)
    }

    /// A job beyond the order, or not after all.
    fn change_job(&mut self, view: &View<'_>, levers: &mut Vec<Lever>) -> Option<bool> {
        let open = view.known_jobs().into_iter().filter(|known| {
            known.doable && matches!(known.job, JobKind::Chest | JobKind::Trap | JobKind::Light)
        });
        let open: Vec<Lever> =
            open.map(|known| Lever::Job { at: known.at, job: known.job }).collect();
        let lever = *self.pick(&open)?;
        match levers.iter().position(|&own| own == lever) {
            Some(place) => _ = levers.remove(place),
            None => levers.push(lever),
        }
        Some(true)
    }

    /// A resident at another post.
    fn change_post(
        &mut self,
        view: &View<'_>,
        levers: &mut Vec<Lever>,
        heat: &Heat,
    ) -> Option<bool> {
        let rules = &view.catalog().rules.prepare;
        let (who, home) = *self.pick(&view.residents_to_lead())?;
        levers.retain(|lever| !matches!(lever, Lever::Post { who: other, .. } if *other == who));
        let posted = levers.iter().filter(|lever| matches!(lever, Lever::Post { .. })).count();
        // Who follows is slow: the nearer the better.
        let near = |at: Pos| 256 / (8 + home.steps_to(at) as u32);
        let weights = heat.iter().map(|&(raids, at)| u32::from(raids) * near(at));
        let at = heat[self.stream.weighted(weights)?].1;
        let is_free = levers.iter().all(|&lever| place_of(view, lever) != at);
        let may = posted < rules.leads && is_free && home.steps_to(at) >= rules.post_cells;
        may.then(|| levers.push(Lever::Post { who, at }))?;
        Some(true)
    }

    fn cords_left(&self, view: &View<'_>) -> usize {
        if self.cords { view.cords_left() } else { 0 }
    }

    fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        if things.is_empty() {
            return None;
        }
        things.get(self.stream.below(things.len() as u32) as usize)
    }
}

/// Goes on with the plan, without what cannot be done now; `None` when nothing is left of it.
fn carry_on(view: &View<'_>) -> Option<Command> {
    match view.refusal(&Command::CarryOn) {
        None => Some(Command::CarryOn),
        Some(Reject::Threatened { .. } | Reject::Deadly { .. }) => {
            Some(reflexes::attack_nearest(view).unwrap_or(Command::Wait))
        }
        Some(Reject::KitShutsOff) => view.planned_kit().map(|(set, _)| set),
        Some(_) => {
            let drop = Command::Plan(PlanCommand::Drop { place: 0 });
            view.refusal(&drop).is_none().then_some(drop)
        }
    }
}

/// Puts levers in order: what an armed trap shuts off must be done before it, and a cord comes
/// after its trap.
fn sort(view: &View<'_>, levers: &mut [Lever]) {
    let mut open = view.known_passable_cells();
    for danger in view.known_dangers() {
        open.remove(danger);
    }
    let mut from_exit = DistanceField::new();
    from_exit.spread(&open, [view.exit()], Moves::Eight, DistanceField::MAX_DISTANCE);
    levers.sort_by_key(|&lever| {
        let rank = match lever {
            Lever::Job { .. } => 0,
            Lever::Kit { .. } | Lever::Cord { .. } => 1,
            // Who follows is slow.
            Lever::Post { .. } => 2,
        };
        let at = place_of(view, lever);
        let steps = at.with_neighbours().filter_map(|pos| from_exit.reached(pos)).max();
        (rank, Reverse(steps), at, lever)
    });
}

/// The turns of setting the levers and of the way out.
fn time_of(view: &View<'_>, levers: &mut [Lever]) -> u32 {
    sort(view, levers);
    let PlanCost { turns, way_out, .. } = view.plan_cost(levers);
    turns.0 + way_out.map_or(0, |way| way.0)
}

fn cord_of(kit: Lever) -> Lever {
    match kit {
        Lever::Kit { at, .. } => Lever::Cord { at },
        other => other,
    }
}

/// Where to go for a lever next.
fn place_of(view: &View<'_>, lever: Lever) -> Pos {
    match lever {
        Lever::Kit { at, .. } | Lever::Cord { at } | Lever::Job { at, .. } => at,
        Lever::Post { who, at } => {
            let home = view.residents_to_lead().into_iter().find(|&(id, _)| id == who);
            home.map_or(at, |(_, home)| home)
        }
    }
}

fn is_apart(view: &View<'_>, levers: &[Lever], at: Pos) -> bool {
    let apart = view.catalog().rules.prepare.kit_cells_apart;
    levers.iter().all(|lever| match lever {
        Lever::Kit { at: other, .. } => other.steps_to(at) >= apart,
        _ => true,
    })
}

/// The most kits that there are parts for.
fn most_kits(view: &View<'_>) -> usize {
    let rules = &view.catalog().rules.prepare;
    rules.max_kits.min(usize::from(parts(view) / rules.kit_parts))
}

/// Parts that no job of the order needs.
fn parts(view: &View<'_>) -> u16 {
    let supplies = view.player().supplies;
    let parts = supplies.iter().find(|(supply, _)| *supply == Supply::Parts);
    let traps = view.order().into_iter().filter(|count| count.job == JobKind::Trap);
    let owed: u16 = traps
        .map(|traps| view.progress(traps))
        .map(|(done, asked)| asked.saturating_sub(done))
        .sum();
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
