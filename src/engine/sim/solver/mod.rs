//! Finds an order in which all the work of a floor can be done, and counts its turns: the
//! certificate.
//!
//! An armed trap closes its cell, so both the order and the side from which a trap is armed matter.
//! Played backwards, every armed trap opens a cell instead: as long as the cells of the remaining
//! work are connected, an order of the remaining work exists, and the one rule is never to arm a
//! trap where that disconnects them.
//!
//! The steps: [`work_problem`] reads the floor into a problem and lists its items,
//! [`mod@greedy_order`] takes the nearest item again and again and keeps the rule, and [`play`] plays
//! that command by command to the exact turn. All of it assumes that no other actor is on the floor.

pub(crate) mod certificate;
mod greedy_order;
mod play;
mod work_problem;

use crate::sim::prelude::*;
use crate::sim::solver::certificate::{Unsolvable, WorkCertificate};
use crate::sim::solver::greedy_order::greedy_order;
use crate::sim::solver::work_problem::WorkProblem;

impl World {
    /// An order of all the work on the floor as it is, from where the player stands.
    ///
    /// # Errors
    /// The first work item that no order gets done.
    pub fn certify(&self) -> Result<WorkCertificate, Unsolvable> {
        solve(&WorkProblem::of(self))
    }

    /// An order of the part of the work that is asked for.
    ///
    /// # Errors
    /// The first work item that no order gets done.
    pub fn certify_asked(&self) -> Result<WorkCertificate, Unsolvable> {
        solve(&WorkProblem { asked: self.still_asked_of_all(), ..WorkProblem::of(self) })
    }

    /// An order of as much of the known work that is asked for as can be done, by the ways and
    /// dangers that the player knows and with the supplies at hand.
    ///
    /// # Errors
    /// The player knows no way to the exit.
    pub fn plan_of_work(&self) -> Result<WorkCertificate, Unsolvable> {
        let mut problem =
            WorkProblem { asked: self.still_asked_of_all(), ..WorkProblem::as_known(self) };
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
        greedy_order(&problem, &problem.all_items(), false).map(|_| ())
    }
}

fn solve(problem: &WorkProblem) -> Result<WorkCertificate, Unsolvable> {
    let items = problem.all_items();
    play::play(problem, &items, &greedy_order(problem, &items, true)?)
}
