//! The steps that a condition is read into, and the operators among them.

use std::cmp::Ordering;

use crate::cli::metric::Metric;

/// One step over the stack. True is 1, false is 0.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Number(f64),
    Metric(&'static Metric),
    Negate,
    Not,
    Join(Operator),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
    Plus,
    Minus,
    Times,
    Over,
}

impl Operator {
    #[expect(
        clippy::float_cmp,
        reason = "equal is what was asked for: shares are decimals read as such"
    )]
    pub(super) fn of(self, left: f64, right: f64) -> f64 {
        match self {
            Operator::Or => truth(left == 1.0 || right == 1.0),
            Operator::And => truth(left == 1.0 && right == 1.0),
            Operator::Less => truth(left < right),
            Operator::AtMost => truth(left <= right),
            Operator::Greater => truth(left > right),
            Operator::AtLeast => truth(left >= right),
            Operator::Equal => truth(left == right),
            Operator::Unequal => truth(left.partial_cmp(&right).is_some_and(Ordering::is_ne)),
            Operator::Plus => left + right,
            Operator::Minus => left - right,
            Operator::Times => left * right,
            Operator::Over => left / right,
        }
    }
}

pub(super) fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}
