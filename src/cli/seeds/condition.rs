//! Conditions on a level: comparisons of its metrics, joined by `&&`, `||` and `!`.
//!
//! A condition is parsed once (see [`parse`]) into a list of steps over a stack, which is evaluated for each level without
//! recursion.

#![expect(clippy::float_arithmetic, reason = "a report's shares are decimals")]

mod parse;
mod step;
mod token;

use std::fmt;
use std::ops::Range;

use crate::cli::metric::Metric;
use step::{Step, truth};

/// A condition on a level.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    steps: Vec<Step>,
}

/// Why a condition cannot be read, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConditionError {
    text: String,
    /// Bytes of the text.
    at: Range<usize>,
    message: String,
}

impl Condition {
    /// Reads a condition.
    pub(super) fn parse(text: &str) -> Result<Condition, ConditionError> {
        let steps = parse::parse(text);
        let steps =
            steps.map_err(|(at, message)| ConditionError { text: text.to_owned(), at, message });
        Ok(Condition { steps: steps? })
    }

    /// Whether it holds for the values of metrics. Every comparison with a value that is not a number is false, also `!=`.
    pub(super) fn holds(&self, value: impl Fn(&Metric) -> f64) -> bool {
        let mut stack: Vec<f64> = Vec::with_capacity(8);
        for step in &self.steps {
            let result = match *step {
                Step::Number(number) => number,
                Step::Metric(metric) => value(metric),
                Step::Negate => -stack.pop().unwrap_or(f64::NAN),
                Step::Not => truth(stack.pop().unwrap_or(f64::NAN) == 0.0),
                Step::Join(operator) => {
                    let right = stack.pop().unwrap_or(f64::NAN);
                    let left = stack.pop().unwrap_or(f64::NAN);
                    operator.of(left, right)
                }
            };
            stack.push(result);
        }
        stack.pop() == Some(1.0)
    }

    /// The metrics that it names, each once, in the order of the text.
    pub(super) fn metrics(&self) -> impl Iterator<Item = &'static Metric> {
        let mut named: Vec<&'static Metric> = Vec::new();
        for step in &self.steps {
            if let Step::Metric(metric) = step
                && !named.iter().any(|known| known.name == metric.name)
            {
                named.push(metric);
            }
        }
        named.into_iter()
    }
}

/// The message, the condition, and marks below the fault.
impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String =
            self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let columns = |range: Range<usize>| self.text[range].chars().count();
        let before = columns(0..self.at.start);
        let marks = columns(self.at.clone()).max(1);
        write!(f, "{}\n  {shown}\n  {:before$}{}", self.message, "", "^".repeat(marks))
    }
}

#[cfg(test)]
mod tests;
