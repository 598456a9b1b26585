//! Finds an order in which all the work of a floor can be done, and counts its turns: the
//! certificate.
//!
//! An armed trap closes its cell, so both the order and the side from which a trap is armed matter.
//! Played backwards, every armed trap opens a cell instead: as long as the cells of the remaining
//! work are connected, an order of the remaining work exists, and the one rule is never to arm a
//! trap where that disconnects them.
//!
//! The steps: [`work_problem`] reads the floor into a problem and lists its items,
//! [`mod@greedy_order`] finds a first order that keeps the rule, [`local_search`] improves it with
//! the moves of the travelling salesman problem (Or-opt, 2-opt) by the estimate of [`route`], and
//! [`play`] plays it command by command to the exact turn. All of it assumes that no other actor is
//! on the floor.

pub(crate) mod certificate;
mod distance_table;
mod greedy_order;
mod local_search;
mod play;
mod regions;
mod route;
mod work_problem;

use crate::sim::prelude::*;
use crate::sim::solver::certificate::{Unsolvable, WorkCertificate};
use crate::sim::solver::greedy_order::greedy_order;
use crate::sim::solver::route::Route;
use crate::sim::solver::work_problem::WorkProblem;

impl World {
    /// An order of all the work on the floor as it is, from where the player stands.
    ///
    /// # Errors
    /// The first work item that no order gets done.
    pub fn certify(&self) -> Result<WorkCertificate, Unsolvable> {
        solve(&WorkProblem::of(self))
    }

    /// An order of as much of the known work as can be done, by the ways and dangers that the
    /// player knows and with the supplies at hand.
    ///
    /// # Errors
    /// The player knows no way to the exit.
    pub fn plan_of_work(&self) -> Result<WorkCertificate, Unsolvable> {
        let mut problem = WorkProblem::as_known(self);
        problem.leave_beyond(|supply| self.supply(supply));
        loop {
            match solve(&problem) {
                Err(Unsolvable(step)) if problem.leave(step) => {}
                solved => return solved,
            }
        }
    }

    /// Whether all the work gets done by always taking the nearest item first and arming traps from
    /// whichever side is nearer.
    ///
    /// # Errors
    /// The first work item that can then no longer be reached.
    pub fn nearest_first(&self) -> Result<(), Unsolvable> {
        let problem = WorkProblem::of(self);
        let items = problem.all_items();
        greedy_order(&problem, &items, Route::of(&problem, &items).as_ref(), false).map(|_| ())
    }
}

fn solve(problem: &WorkProblem) -> Result<WorkCertificate, Unsolvable> {
    let mut items = problem.all_items();
    let route = Route::of(problem, &items);
    let first = greedy_order(problem, &items, route.as_ref(), true)?;
    if let Some(route) = route {
        let better = local_search::local_search(&route, problem, &mut items, &first);
        if let Ok(played) = play::play(problem, &items, &better) {
            return Ok(played);
        }
    }
    play::play(problem, &items, &first)
}
