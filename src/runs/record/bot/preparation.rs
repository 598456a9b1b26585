//! What a bot does with the hours that are left: it makes trap kits of the parts that are left, and
//! sets them where the party has to come by.

use base::{Dir, DistanceField, Moves, Pos};
use content::{Effect, JobKind, Status, Supply, TrapKindId};
use engine::sim::{Activity, Command, Preparation};
use engine::view::{PartyWay, View};

use super::{cautious, perception};

/// Turns kept in reserve, besides the way to the exit.
const RESERVE_TURNS: u32 = 40;

/// Turns for making and setting a kit.
const TURNS_PER_KIT: u32 = 6;

/// A site that the party cannot walk round is worth so many turns more.
const TURNS_FOR_CUT: u32 = 120;

/// Every open cell about a site makes it worth so many turns less.
const TURNS_FOR_ROOM: u32 = 4;

/// A site so many steps nearer to the exit is worth a turn more: there all of them come by,
/// whichever way they took.
const STEPS_PER_TURN: u32 = 2;

/// Turns kept in reserve for setting a kit on the way out.
const LATE_RESERVE_TURNS: u32 = 12;

/// A kit that does less than this is not made, by [`worth`].
const MIN_WORTH: u32 = 20;

/// Where a kit is to be set, and the neighbour on the side of the exit from which that is done.
#[derive(Clone, Copy, Debug)]
struct Site {
    at: Pos,
    from: Pos,
    /// Steps from there to the exit.
    to_exit: u32,
}

/// What a trap kind is worth to a bot; it makes no kit that is worth nothing.
pub(super) type Worth = fn(&View<'_>, TrapKindId) -> u32;

/// Sets trap kits on a floor whose order is done.
pub(super) struct Preparer {
    worth: Worth,
    max_kits: usize,
    made: usize,
    set: Vec<Pos>,
    site: Option<Site>,
    is_over: bool,
}

impl Preparer {
    pub(super) fn for_raid() -> Preparer {
        Preparer::new(worth, 2)
    }

    /// One that makes so many kits at most, of the kind that is worth most.
    pub(super) fn new(worth: Worth, max_kits: usize) -> Preparer {
        Preparer { worth, max_kits, made: 0, set: Vec::new(), site: None, is_over: false }
    }

    /// The next command, or `None` when the floor is as well prepared as it gets.
    pub(super) fn next(&mut self, view: &View<'_>) -> Option<Command> {
        self.unless_busy(view, |own| own.or_over(|own| own.make(view).or_else(|| own.set(view))))
    }

    /// At work on a kit while there is still work to do: with parts that no job needs.
    pub(super) fn next_in_passing(&mut self, view: &View<'_>) -> Option<Command> {
        self.unless_busy(view, |own| {
            let traps = view.order().into_iter().filter(|count| count.job == JobKind::Trap);
            let owed: u16 = traps.map(|count| count.total.saturating_sub(count.done)).sum();
            own.make_here(view, owed)
        })
    }

    /// When it is late and nobody threatens: a kit for a place on the way out.
    pub(super) fn next_when_late(&mut self, view: &View<'_>) -> Option<Command> {
        let is_late = !view.kits().is_empty() && cautious::is_late(view);
        if !is_late || !perception::threats(view).is_empty() {
            return None;
        }
        self.unless_busy(view, |own| own.or_over(|own| own.set(view)))
    }

    /// Goes on with what is being prepared, or with what is `next`; nothing where that is over, or
    /// somebody or a body is in the way.
    fn unless_busy(
        &mut self,
        view: &View<'_>,
        next: impl FnOnce(&mut Preparer) -> Option<Command>,
    ) -> Option<Command> {
        if self.is_over || view.intruders().is_some() || view.player().carrying.is_some() {
            return None;
        }
        if matches!(view.activity(), Some(Activity::Prepare(_))) {
            return Some(Command::Continue);
        }
        next(self)
    }

    /// The next command; where there is none, it is over.
    fn or_over(&mut self, next: impl FnOnce(&mut Preparer) -> Option<Command>) -> Option<Command> {
        let next = next(self);
        self.is_over = next.is_none();
        next
    }

    /// What the next kit is to be, if there are parts for one besides those that are owed to jobs.
    fn kind_to_make(&self, view: &View<'_>, owed: u16) -> Option<TrapKindId> {
        let parts = view.player().supplies.iter().find(|(supply, _)| *supply == Supply::Parts)?.1;
        let needed = owed + view.catalog().rules.prepare.kit_parts;
        if self.made >= self.max_kits || parts < needed {
            return None;
        }
        let kinds = view.trap_kinds().into_iter();
        let worth_parts = kinds.filter(|&trap| (self.worth)(view, trap) > 0);
        worth_parts.max_by_key(|&trap| (self.worth)(view, trap))
    }

    /// Makes a kit of parts besides those that are owed to jobs.
    fn make_here(&mut self, view: &View<'_>, owed: u16) -> Option<Command> {
        let make = Command::Prepare(Preparation::MakeKit { trap: self.kind_to_make(view, owed)? });
        if view.refusal(&make).is_some() {
            return None;
        }
        self.made += 1;
        Some(make)
    }

    /// At work on a kit, as long as there are parts and time for one.
    pub(super) fn make(&mut self, view: &View<'_>) -> Option<Command> {
        let to_exit = view.player().pos.steps_to(view.exit()) as u32 * 3 / 2;
        let turns = to_exit + 2 * TURNS_PER_KIT + RESERVE_TURNS;
        if view.turns_left().0 < turns { None } else { self.make_here(view, 0) }
    }

    /// On the way to the site of the next kit, or at work there.
    fn set(&mut self, view: &View<'_>) -> Option<Command> {
        let (trap, _) =
            view.kits().into_iter().max_by_key(|&(trap, _)| (self.worth)(view, trap))?;
        let kept = self.site.filter(|site| view.can_set_kit_at(site.at) && site.is_in_time(view));
        self.site = kept.or_else(|| self.best_site(view));
        let site = self.site?;
        let dir = Dir::between(site.from, site.at)?;
        if view.player().pos == site.from {
            let set = Command::Prepare(Preparation::SetKit { trap, dir });
            self.set.push(site.at);
            self.site = None;
            return if view.refusal(&set).is_none() { Some(set) } else { self.set(view) };
        }
        perception::step_towards(view, [site.from]).map(Command::Step)
    }

    /// Where to go with the next kit: of the best sites for all kits at hand the one farthest from
    /// the exit, since what is set shuts off what lies behind.
    fn best_site(&self, view: &View<'_>) -> Option<Site> {
        let kits = view.kits().iter().map(|(_, count)| count).sum();
        let apart = view.catalog().rules.prepare.kit_cells_apart;
        let mut chosen: Vec<Site> = Vec::new();
        for site in self.sites(view)? {
            let is_apart = chosen.iter().all(|other| other.at.steps_to(site.at) >= apart);
            if chosen.len() < kits && is_apart {
                chosen.push(site);
            }
        }
        chosen.into_iter().max_by_key(|site| (site.to_exit, site.at))
    }

    /// The cells on the shortest way from start to exit, the best first: those that the party
    /// cannot walk round, in narrow places, little out of the player's way, and near the exit.
    fn sites(&self, view: &View<'_>) -> Option<Vec<Site>> {
        let way = PartyWay::of(view)?;
        let mut from_here = DistanceField::new();
        let (safe, here) = (perception::safe_cells(view), view.player().pos);
        from_here.spread(&safe, [here], Moves::Eight, DistanceField::MAX_DISTANCE);
        let cells = way.cells();
        let sites = cells.windows(2).filter_map(|pair| {
            let (at, from) = (pair[0], pair[1]);
            let site = Site { at, from, to_exit: way.steps_to_exit(from).into() };
            let turns = u32::from(from_here.get(from)) + site.to_exit;
            let is_in_time = turns + LATE_RESERVE_TURNS <= view.turns_left().0;
            let is_possible = is_in_time && !self.set.contains(&at) && view.can_set_kit_at(at);
            is_possible.then(|| {
                let for_cut = if way.has_way_round(at) { TURNS_FOR_CUT } else { 0 };
                let for_room = TURNS_FOR_ROOM * way.open_around(at);
                (turns + for_cut + for_room + site.to_exit / STEPS_PER_TURN, site)
            })
        });
        let mut sites: Vec<(u32, Site)> = sites.collect();
        sites.sort_by_key(|&(cost, site)| (cost, site.at));
        Some(sites.into_iter().map(|(_, site)| site).collect())
    }
}

impl Site {
    /// Whether the player can set a kit there and still be at the exit before dawn.
    fn is_in_time(&self, view: &View<'_>) -> bool {
        let turns = perception::steps_to(view, [self.from]).map(|steps| steps + self.to_exit);
        turns.is_some_and(|turns| turns + LATE_RESERVE_TURNS <= view.turns_left().0)
    }
}

/// What a trap does to those who come by, roughly, in tenths of health; 0 for one that is not worth
/// the parts.
fn worth(view: &View<'_>, trap: TrapKindId) -> u32 {
    let effect = view.catalog().trap(trap).effects.iter().map(worth_of).sum();
    if effect < MIN_WORTH { 0 } else { effect }
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
