//! Finds an order in which a whole night's work can be done, and counts its turns: the certificate.
//!
//! A trap that is armed closes its cell from then on, so the order matters and the side that a trap is
//! armed from. Played backwards every armed trap opens the floor instead: so as long as all that is left
//! hangs together, some order of what is left exists, and the only rule is never to arm a trap where that
//! parts what is left ([`draft`] keeps to it). The draft is then improved as tours of a salesman are
//! ([`improve`]), by an estimate ([`route`]) that knows what is shut at every stop, and played command by
//! command to the exact turn ([`play`]). Nobody else is about in all this: who meets somebody plans anew.

pub(crate) mod certificate;
mod chart;
mod draft;
mod errand;
mod improve;
mod play;
mod regions;
mod route;
mod survey;

use crate::sim::solver::certificate::{Certificate, Unsolvable};
use crate::sim::solver::draft::{Care, draft};
use crate::sim::solver::errand::Errand;
use crate::sim::solver::route::Route;
use crate::sim::solver::survey::Survey;
use crate::sim::state::world::World;

impl World {
    /// An order of all the work that there is, from where the upkeeper stands.
    pub fn certify(&self) -> Result<Certificate, Unsolvable> {
        solve(&Survey::of(self))
    }

    /// The same of as much as can be done of the work that the upkeeper knows of, by the ways and dangers
    /// known and with the supplies at hand.
    ///
    /// # Errors
    /// There is no known way to the exit.
    pub fn plan_of_work(&self) -> Result<Certificate, Unsolvable> {
        let mut survey = Survey::as_known(self);
        survey.leave_beyond(|supply| self.supply(supply));
        loop {
            match solve(&survey) {
                Err(Unsolvable(step)) if survey.leave(step) => {}
                solved => return solved,
            }
        }
    }

    /// What becomes of an upkeeper who always does the nearest job first, arming traps from whichever side
    /// they come: the first thing that can then not be done any more, if there is any.
    pub fn nearest_first(&self) -> Result<(), Unsolvable> {
        let survey = Survey::of(self);
        let errands = Errand::all(&survey);
        draft(&survey, &errands, Route::of(&survey, &errands).as_ref(), Care::None).map(|_| ())
    }
}

fn solve(survey: &Survey) -> Result<Certificate, Unsolvable> {
    let mut errands = Errand::all(survey);
    let route = Route::of(survey, &errands);
    let first = draft(survey, &errands, route.as_ref(), Care::Full)?;
    if let Some(route) = route {
        let better = improve::improve(&route, survey, &mut errands, &first);
        if let Ok(played) = play::play(survey, &errands, &better) {
            return Ok(played);
        }
    }
    play::play(survey, &errands, &first)
}
