//! A first order of work: always the nearest thing that can be done and parts nothing that is left.

use crate::base::{Bits, Dir, DistanceField, Pos, TargetDistances, flood};
use crate::content::Gate;

use crate::sim::solver::certificate::{Chore, Step, Unsolvable};
use crate::sim::solver::errand::{Errand, Task};
use crate::sim::solver::route::Route;
use crate::sim::solver::survey::{Belt, Survey};

/// What is thought of before a trap is armed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// Nothing: the nearest comes first.
    None,
    /// Everything that could be come to before can be after.
    Full,
}

/// An order of all the work, as places in the list of errands. Without a route to tell what is nearest it goes
/// by strips of the floor.
///
/// # Errors
/// The first piece of work that cannot be come to, when nothing else is left that can.
pub(super) fn draft(
    survey: &Survey,
    errands: &[Errand],
    route: Option<&Route>,
    care: Care,
) -> Result<Vec<usize>, Unsolvable> {
    let mut draft = Draft {
        survey,
        errands,
        route,
        care,
        free: survey.open.clone(),
        near: flood(&survey.open, survey.start),
        pos: survey.start,
        last: None,
        belt: survey.belt,
        done: vec![false; errands.len()],
        rest: in_rows(errands),
        refused: vec![false; errands.len()],
        shut_out: false,
        meter: TargetDistances::new(),
        order: Vec::with_capacity(errands.len()),
    };
    draft.shut_out = draft.is_shut_out();
    while draft.advance() {}
    match draft.first_left() {
        Some(step) => Err(Unsolvable(step)),
        None => Ok(draft.order),
    }
}

struct Draft<'a> {
    survey: &'a Survey,
    errands: &'a [Errand],
    route: Option<&'a Route>,
    care: Care,
    free: Bits,
    /// What of it can be come to.
    near: Bits,
    pos: Pos,
    /// What was done there.
    last: Option<usize>,
    belt: Belt,
    done: Vec<bool>,
    /// What is left, and some of what is done.
    rest: Vec<usize>,
    /// Traps that could not be armed.
    refused: Vec<bool>,
    /// Whether there was something to do, when last looked, that there was no way to.
    shut_out: bool,
    meter: TargetDistances,
    order: Vec<usize>,
}

impl Draft<'_> {
    /// Does the next thing; false if there is none.
    fn advance(&mut self) -> bool {
        let mut rest = std::mem::take(&mut self.rest);
        if self.route.is_some() || self.order.len().is_multiple_of(64) {
            rest.retain(|&place| !self.done[place]);
        }
        let did = self.do_first_of(&mut rest);
        self.rest = rest;
        did
    }

    /// Does the first of some errands that can be done. With a route the nearest come first: they are sorted as
    /// far as they are looked at.
    fn do_first_of(&mut self, rest: &mut [usize]) -> bool {
        let mut sorted = if self.route.is_some() { 0 } else { rest.len() };
        for strict in [true, false] {
            for next in 0..rest.len() {
                if next == sorted {
                    self.bring_nearest(&mut rest[next..]);
                    sorted += 1;
                }
                let place = rest[next];
                let errand = &self.errands[place];
                let leads_on =
                    errand.is_work() || (self.shut_out && !matches!(errand.task, Task::Jump(_)));
                if !leads_on || self.refused[place] || !self.is_possible(place) {
                    continue;
                }
                if let Some(stand) = self.stand(errand, strict && self.shut_out) {
                    self.perform(place, stand);
                    return true;
                }
                // On a large floor a trap is not thought of again until there is nothing else.
                self.refused[place] = self.route.is_none();
            }
            self.refused.fill(false);
            // What was done since may have been all that there was no way to.
            self.shut_out = self.is_shut_out();
        }
        // Down a ledge only when there is nothing else to do, and never to where one could walk.
        let ledge = rest.iter().copied().find(|&place| {
            let Errand { task: Task::Jump(down), at, .. } = &self.errands[place] else {
                return false;
            };
            self.shut_out && self.is_possible(place) && !self.is_near(*at + *down)
        });
        let Some(place) = ledge else { return false };
        self.perform(place, self.pos);
        true
    }

    /// Brings the nearest of some errands to their front, of several the first in the list of all.
    fn bring_nearest(&self, rest: &mut [usize]) {
        let Some(route) = self.route else { return };
        let nearest =
            (0..rest.len()).min_by_key(|&it| (route.steps(self.last, rest[it]), rest[it]));
        if let Some(nearest) = nearest {
            rest.swap(0, nearest);
        }
    }

    /// Whether something can be done now, traps and what they shut off not thought of.
    fn is_possible(&self, place: usize) -> bool {
        let errand = &self.errands[place];
        let waits = errand.after.is_some_and(|before| !self.done[before]);
        if self.done[place] || waits || !errand.any_stand(|pos| self.is_near(pos)) {
            return false;
        }
        match &errand.task {
            Task::Open(gate) => self.belt.has(*gate),
            Task::Carry { .. } => reaches(&self.survey.chutes, |pos| self.is_near(pos)),
            Task::Mop(_) => reaches(&self.survey.waters, |pos| self.is_near(pos)),
            _ => true,
        }
    }

    fn is_near(&self, pos: Pos) -> bool {
        self.near.contains(pos)
    }

    /// Whether something that has to be done cannot be from here without opening anything.
    fn is_shut_out(&self) -> bool {
        let lacks = |place: usize, errand: &Errand| {
            !self.done[place] && errand.is_work() && !errand.any_stand(|pos| self.is_near(pos))
        };
        !self.is_near(self.survey.exit)
            || self.errands.iter().enumerate().any(|(place, errand)| lacks(place, errand))
    }

    /// The nearest cell to do something from. Of a trap: from where, once it is armed, there is a way to
    /// everything that there was one to before; `means` counts what opens gates among it.
    fn stand(&mut self, errand: &Errand, means: bool) -> Option<Pos> {
        let mut stands = errand.stands();
        stands.retain(|&pos| self.is_near(pos));
        if !errand.is_trap() || !parts(&self.free, errand.at) {
            return stands.first().copied();
        }
        if self.route.is_some() {
            let meter = &mut self.meter;
            meter.measure(&self.free, self.pos, stands.iter().copied(), DistanceField::FARTHEST);
            stands.sort_unstable_by_key(|&pos| (meter.get(pos), pos));
        } else {
            stands.sort_unstable_by_key(|&pos| (self.pos.steps_to(pos), pos));
        }
        if self.care == Care::None {
            return stands.first().copied();
        }
        let mut without = self.free.clone();
        without.remove(errand.at);
        let mut refused: Option<Bits> = None;
        for stand in stands {
            if refused.as_ref().is_some_and(|side| side.contains(stand)) {
                continue;
            }
            let side = flood(&without, stand);
            if self.keeps_all(&side, errand.at, means) {
                return Some(stand);
            }
            match &mut refused {
                Some(refused) => refused.union(&side),
                None => refused = Some(side),
            }
        }
        None
    }

    /// Whether everything that can be come to now, and is needed, still can be on one side of a trap.
    fn keeps_all(&self, side: &Bits, trap: Pos, means: bool) -> bool {
        let keeps =
            |near: &Nearness| !near(&|pos| self.is_near(pos)) || near(&|pos| side.contains(pos));
        let (mut bodies, mut stains) = (false, false);
        for (place, errand) in self.errands.iter().enumerate() {
            let counts = errand.is_work() || means;
            if self.done[place] || !counts || errand.at == trap {
                continue;
            }
            bodies |= matches!(errand.task, Task::Carry { .. });
            stains |= matches!(errand.task, Task::Mop(_));
            if !keeps(&|test| errand.any_stand(test)) {
                return false;
            }
        }
        let survey = self.survey;
        keeps(&|test| test(survey.exit))
            && (!bodies || keeps(&|test| reaches(&survey.chutes, test)))
            && (!stains || keeps(&|test| reaches(&survey.waters, test)))
            && (!means || survey.pits.iter().all(|pit| keeps(&|test| pit.cardinals().any(test))))
    }

    fn perform(&mut self, place: usize, stand: Pos) {
        let errand = &self.errands[place];
        self.done[place] = true;
        self.order.push(place);
        (self.pos, self.last) = (stand, Some(place));
        match &errand.task {
            Task::Work(..) if errand.is_trap() => {
                let parts = parts(&self.free, errand.at);
                self.free.set(errand.at, false);
                self.near.set(errand.at, false);
                if !parts {
                    return;
                }
            }
            Task::Take(gate, count) => {
                self.belt.add(*gate, *count);
                if *gate != Gate::Pit {
                    return;
                }
                self.free.union(&self.survey.pits);
            }
            Task::Open(gate) => {
                self.belt.spend(*gate);
                self.free.insert(errand.at);
            }
            Task::Jump(down) => self.pos = errand.at + *down,
            _ => return,
        }
        self.near = flood(&self.free, self.pos);
        self.shut_out = self.is_shut_out();
    }

    /// The first piece of work that is left, or the exit if there is no way to it.
    fn first_left(&self) -> Option<Step> {
        let left = self.errands.iter().zip(&self.done);
        let work =
            left.filter(|(errand, done)| errand.is_work() && !**done).map(|(it, _)| it.step());
        let exit = Step { chore: Chore::Exit, at: self.survey.exit };
        work.chain((!self.is_near(self.survey.exit)).then_some(exit)).next()
    }
}

/// The errands in strips of the floor, to and fro: near each other what is near, in no time.
fn in_rows(errands: &[Errand]) -> Vec<usize> {
    const STRIP: i32 = 24;
    let mut places: Vec<usize> = (0..errands.len()).collect();
    places.sort_by_key(|&place| {
        let Pos { x, y } = errands[place].at;
        let strip = y / STRIP;
        (strip, if strip % 2 == 0 { x } else { -x }, y)
    });
    places
}

/// Whether a test holds for one of some places, or beside one.
pub(super) fn reaches(places: &[Pos], test: impl Fn(Pos) -> bool) -> bool {
    places.iter().any(|&at| test(at) || at.neighbours().any(&test))
}

/// Whether something is near any of the cells that a test holds for.
type Nearness<'a> = dyn Fn(&dyn Fn(Pos) -> bool) -> bool + 'a;

/// Whether shutting a cell may part those around it: where the open ones among its eight neighbours hang
/// together by their sides, it cannot.
pub(super) fn parts(open: &Bits, at: Pos) -> bool {
    let ring = Dir::ALL.map(|dir| open.contains(at + dir));
    let sides = (0..8)
        .step_by(2)
        .filter(|&side| ring[side] && !(ring[(side + 7) % 8] && ring[(side + 6) % 8]));
    sides.count() > 1
}
