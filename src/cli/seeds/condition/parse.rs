//! Precedence climbing: Pratt, "Top down operator precedence" (1973).
//!
//! From the loosest to the tightest: `||`, `&&`, comparisons, `+ -`, `* /`, and `!` and `-` before a term.

use std::ops::Range;

use super::step::{Operator, Step};
use super::token::{Fault, Token, tokens};
use crate::cli::metric::Metric;

/// The deepest nesting of parentheses and of signs before terms.
const MAX_NESTING: usize = 64;

/// The steps of a condition, or where it is wrong and why.
pub(super) fn parse(text: &str) -> Result<Vec<Step>, Fault> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens: &tokens, at: 0, steps: Vec::new() };
    let whole = parser.terms(0, 0)?;
    if let Some((token, range)) = parser.peek() {
        let what = match token {
            Token::Close => "there is no “(” to this “)”",
            _ => "a condition ends before this: it takes “&&” or “||” to go on",
        };
        return Err((range.clone(), what.to_owned()));
    }
    whole.expect(Sort::Truth, text)?;
    Ok(parser.steps)
}

/// The type of a piece of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Number,
    Truth,
}

/// A piece that was read.
struct Piece {
    sort: Sort,
    range: Range<usize>,
}

impl Piece {
    fn expect(&self, sort: Sort, text: &str) -> Result<(), Fault> {
        if self.sort == sort {
            return Ok(());
        }
        let piece = &text[self.range.clone()];
        let message = match sort {
            Sort::Truth => format!("“{piece}” is a number: compare it to something"),
            Sort::Number => format!(
                "“{piece}” is true or false, not a number: join comparisons by “&&” or “||”"
            ),
        };
        Err((self.range.clone(), message))
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [(Token, Range<usize>)],
    at: usize,
    steps: Vec<Step>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a (Token, Range<usize>)> {
        self.tokens.get(self.at)
    }

    /// Parses terms that are joined by operators of at least a power.
    fn terms(&mut self, min_power: u8, depth: usize) -> Result<Piece, Fault> {
        let mut left = self.term(depth)?;
        while let Some((Token::Operator(operator), _)) = self.peek() {
            let (operator, power) = (*operator, power(*operator));
            if power < min_power {
                break;
            }
            self.at += 1;
            let right = self.terms(power + 1, depth)?;
            let (takes, sort) = sorts(operator);
            left.expect(takes, self.text)?;
            right.expect(takes, self.text)?;
            self.steps.push(Step::Join(operator));
            left = Piece { sort, range: left.range.start..right.range.end };
        }
        Ok(left)
    }

    fn term(&mut self, depth: usize) -> Result<Piece, Fault> {
        let end = self.text.len()..self.text.len();
        let Some((token, range)) = self.peek() else {
            let message = if self.at == 0 { "nothing is asked for" } else { "it ends too early" };
            return Err((end, message.to_owned()));
        };
        if depth > MAX_NESTING {
            return Err((range.clone(), "this is nested too deep".to_owned()));
        }
        self.at += 1;
        match token {
            Token::Number(number) => {
                self.steps.push(Step::Number(*number));
                Ok(Piece { sort: Sort::Number, range: range.clone() })
            }
            Token::Name(name) => {
                let metric = Metric::find(name);
                let metric = metric.map_err(|error| (range.clone(), error.to_string()))?;
                self.steps.push(Step::Metric(metric));
                Ok(Piece { sort: Sort::Number, range: range.clone() })
            }
            Token::Not | Token::Operator(Operator::Minus) => {
                let (step, sort) = match token {
                    Token::Not => (Step::Not, Sort::Truth),
                    _ => (Step::Negate, Sort::Number),
                };
                let term = self.term(depth + 1)?;
                term.expect(sort, self.text)?;
                self.steps.push(step);
                Ok(Piece { sort, range: range.start..term.range.end })
            }
            Token::Open => {
                let inside = self.terms(0, depth + 1)?;
                match self.peek() {
                    Some((Token::Close, close)) => {
                        self.at += 1;
                        Ok(Piece { sort: inside.sort, range: range.start..close.end })
                    }
                    Some((_, other)) => {
                        Err((other.clone(), "here “)” or an operator was expected".to_owned()))
                    }
                    None => Err((range.clone(), "this “(” is never closed".to_owned())),
                }
            }
            Token::Close | Token::Operator(_) => {
                let message = "here a number, a name or “(” was expected".to_owned();
                Err((range.clone(), message))
            }
        }
    }
}

fn power(operator: Operator) -> u8 {
    match operator {
        Operator::Or => 1,
        Operator::And => 2,
        Operator::Less
        | Operator::AtMost
        | Operator::Greater
        | Operator::AtLeast
        | Operator::Equal
        | Operator::Unequal => 3,
        Operator::Plus | Operator::Minus => 4,
        Operator::Times | Operator::Over => 5,
    }
}

/// The types of an operator's operands and of its result.
fn sorts(operator: Operator) -> (Sort, Sort) {
    match operator {
        Operator::Or | Operator::And => (Sort::Truth, Sort::Truth),
        Operator::Plus | Operator::Minus | Operator::Times | Operator::Over => {
            (Sort::Number, Sort::Number)
        }
        _ => (Sort::Number, Sort::Truth),
    }
}
