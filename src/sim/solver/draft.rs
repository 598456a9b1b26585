//! A first order of work: always the nearest thing that can be done and parts nothing that is left.

use crate::base::{Bits, Field, Moves, Pos, flood};
use crate::content::Gate;

use super::errand::{Errand, Task};
use super::route::Route;
use super::survey::{Belt, Survey};
use super::{Deed, Step, Unsolvable};

/// What is thought of before a trap is armed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// Nothing: the nearest comes first.
    None,
    /// Everything that could be come to before can be after.
    Full,
}

/// An order of all the work, as places in the list of errands. Without a route to tell how far things are,
/// they are as far as the crow flies.
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
        order: Vec::with_capacity(errands.len()),
    };
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
    order: Vec<usize>,
}

impl Draft<'_> {
    /// Does the next thing; false if there is none.
    fn advance(&mut self) -> bool {
        let shut_out = self.is_shut_out();
        let mut found = self.nearest();
        found.sort_unstable();
        for strict in [true, false] {
            for &(_, place) in &found {
                let errand = &self.errands[place];
                if !errand.is_work() && (!shut_out || matches!(errand.task, Task::Jump(_))) {
                    continue;
                }
                if let Some(stand) = self.stand(errand, strict && shut_out) {
                    self.perform(place, stand);
                    return true;
                }
            }
        }
        // Down a ledge only when there is nothing else to do, and never to where one could walk.
        let ledge = found.iter().find(|&&(_, place)| {
            let Errand { task: Task::Jump(down), at, .. } = &self.errands[place] else {
                return false;
            };
            shut_out && !self.is_near(*at + *down)
        });
        let Some(&(_, place)) = ledge else { return false };
        self.perform(place, self.pos);
        true
    }

    /// What can be done now, and how far it is.
    fn nearest(&self) -> Vec<(u32, usize)> {
        let mut found = Vec::new();
        for (place, errand) in self.errands.iter().enumerate() {
            let waits = errand.after.is_some_and(|before| !self.done[before]);
            if self.done[place] || waits {
                continue;
            }
            let affordable = match &errand.task {
                Task::Open(gate) => self.belt.has(*gate),
                Task::Carry { .. } => reaches(&self.survey.chutes, |pos| self.is_near(pos)),
                Task::Mop(_) => reaches(&self.survey.waters, |pos| self.is_near(pos)),
                _ => true,
            };
            if affordable && errand.any_stand(|pos| self.is_near(pos)) {
                let crow = || self.pos.steps_to(errand.at) as u32;
                found.push((self.route.map_or_else(crow, |it| it.steps(self.last, place)), place));
            }
        }
        found
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
        let mut field = Field::new();
        field.spread(&self.free, [self.pos], Moves::Eight, Field::FARTHEST);
        stands.sort_unstable_by_key(|&pos| (field.get(pos), pos));
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
        let keeps = |near: &dyn Fn(&dyn Fn(Pos) -> bool) -> bool| {
            !near(&|pos| self.is_near(pos)) || near(&|pos| side.contains(pos))
        };
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
    }

    /// The first piece of work that is left, or the exit if there is no way to it.
    fn first_left(&self) -> Option<Step> {
        let left = self.errands.iter().zip(&self.done);
        let work =
            left.filter(|(errand, done)| errand.is_work() && !**done).map(|(it, _)| it.step());
        let exit = Step { deed: Deed::Exit, at: self.survey.exit };
        work.chain((!self.is_near(self.survey.exit)).then_some(exit)).next()
    }
}

/// Whether a test holds for one of some places, or beside one.
pub(super) fn reaches(places: &[Pos], test: impl Fn(Pos) -> bool) -> bool {
    places.iter().any(|&at| test(at) || at.neighbours().any(&test))
}

/// Whether shutting a cell may part those around it: where the open ones among its eight neighbours hang
/// together by their sides, it cannot.
fn parts(open: &Bits, at: Pos) -> bool {
    let ring: Vec<bool> = at.neighbours().map(|pos| open.contains(pos)).collect();
    let sides = (0..8)
        .step_by(2)
        .filter(|&side| ring[side] && !(ring[(side + 7) % 8] && ring[(side + 6) % 8]));
    sides.count() > 1
}
