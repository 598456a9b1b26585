//! Conditions on a level: comparisons of its metrics, joined by `&&`, `||` and `!`.
//!
//! A condition is parsed once into a list of steps over a stack, which is evaluated for each level
//! without recursion. The parser climbs precedences: Pratt, "Top down operator precedence" (1973).

#![expect(clippy::float_arithmetic, reason = "a report's shares are decimals")]

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use crate::cli::metric::Metric;

/// The deepest nesting of parentheses and of signs before terms.
const MAX_NESTING: usize = 64;

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

/// One step over the stack. True is 1, false is 0.
#[derive(Clone, Copy, Debug)]
enum Step {
    Number(f64),
    Metric(&'static Metric),
    Negate,
    Not,
    Join(&'static Operator),
}

/// The type of a piece of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Number,
    Truth,
}

/// A binary operator: the sign, how tightly it binds, the types of its operands and of its result,
/// and what it comes to.
#[derive(Debug)]
struct Operator {
    sign: &'static str,
    power: u8,
    takes: Sort,
    gives: Sort,
    of: fn(f64, f64) -> f64,
}

/// All operators; of two where one begins as the other the longer one first.
#[expect(
    clippy::float_cmp,
    reason = "equal is what was asked for: shares are decimals read as such"
)]
static OPERATORS: [Operator; 12] = [
    operator("||", 1, LOGIC, |left, right| truth(left == 1.0 || right == 1.0)),
    operator("&&", 2, LOGIC, |left, right| truth(left == 1.0 && right == 1.0)),
    operator("<=", 3, COMPARISON, |left, right| truth(left <= right)),
    operator(">=", 3, COMPARISON, |left, right| truth(left >= right)),
    operator("==", 3, COMPARISON, |left, right| truth(left == right)),
    operator("!=", 3, COMPARISON, |left, right| {
        truth(left.partial_cmp(&right).is_some_and(Ordering::is_ne))
    }),
    operator("<", 3, COMPARISON, |left, right| truth(left < right)),
    operator(">", 3, COMPARISON, |left, right| truth(left > right)),
    operator("+", 4, SUM, |left, right| left + right),
    operator("-", 4, SUM, |left, right| left - right),
    operator("*", 5, SUM, |left, right| left * right),
    operator("/", 5, SUM, |left, right| left / right),
];

const LOGIC: (Sort, Sort) = (Sort::Truth, Sort::Truth);
const COMPARISON: (Sort, Sort) = (Sort::Number, Sort::Truth);
const SUM: (Sort, Sort) = (Sort::Number, Sort::Number);

const fn operator(
    sign: &'static str,
    power: u8,
    (takes, gives): (Sort, Sort),
    of: fn(f64, f64) -> f64,
) -> Operator {
    Operator { sign, power, takes, gives, of }
}

fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}

impl Condition {
    pub(super) fn parse(text: &str) -> Result<Condition, ConditionError> {
        let steps = parse(text);
        let steps =
            steps.map_err(|(at, message)| ConditionError { text: text.to_owned(), at, message });
        Ok(Condition { steps: steps? })
    }

    /// Whether it holds for the values of metrics. Every comparison with a value that is not a
    /// number is false, also `!=`.
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
                    (operator.of)(left, right)
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

#[derive(Clone, Copy, Debug)]
enum Token<'a> {
    Number(f64),
    Name(&'a str),
    Operator(&'static Operator),
    Not,
    Open,
    Close,
}

/// Where something is wrong in a text, and what.
type Fault = (Range<usize>, String);

/// Operators of other languages, and the ones to use instead.
const COMMON_MISTAKES: [(&str, &str); 5] =
    [("=", "=="), ("&", "&&"), ("|", "||"), ("≤", "<="), ("≥", ">=")];

/// The words of a text, each with the bytes where it stands.
fn tokens(text: &str) -> Result<Vec<(Token<'_>, Range<usize>)>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let fault = |length: usize, what: &str| {
            let message = format!("“{}” {what}", rest[..length].escape_debug());
            Err((at..at + length, message))
        };
        let length_of =
            |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let sign = OPERATORS.iter().find(|operator| rest.starts_with(operator.sign));
        let (token, length) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() || first == '.' {
            let length = length_of(|c| c.is_alphanumeric() || matches!(c, '.' | '_'));
            let word = &rest[..length];
            let is_plain = word.chars().all(|c| c.is_ascii_digit() || c == '.');
            match word.parse() {
                Ok(number) if is_plain => (Token::Number(number), length),
                _ => return fault(length, "is not a number"),
            }
        } else if first.is_alphabetic() || first == '_' {
            let length = length_of(|c| c.is_alphanumeric() || c == '_');
            (Token::Name(&rest[..length]), length)
        } else if let Some(operator) = sign {
            (Token::Operator(operator), operator.sign.len())
        } else if let Some(token) = match first {
            '!' => Some(Token::Not),
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            _ => None,
        } {
            (token, 1)
        } else {
            let slip = COMMON_MISTAKES.iter().find(|(slip, _)| rest.starts_with(slip));
            let remedy = slip.map(|(_, meant)| format!("; did you mean “{meant}”?"));
            let what = format!("means nothing here{}", remedy.unwrap_or_default());
            return fault(first.len_utf8(), &what);
        };
        tokens.push((token, at..at + length));
        at += length;
    }
    Ok(tokens)
}

/// The steps of a condition, or where it is wrong and why.
fn parse(text: &str) -> Result<Vec<Step>, Fault> {
    let mut parser = Parser { text, tokens: &tokens(text)?, at: 0, steps: Vec::new() };
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
    tokens: &'a [(Token<'a>, Range<usize>)],
    at: usize,
    steps: Vec<Step>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a (Token<'a>, Range<usize>)> {
        self.tokens.get(self.at)
    }

    /// Parses terms that are joined by operators of at least a power.
    fn terms(&mut self, min_power: u8, depth: usize) -> Result<Piece, Fault> {
        let mut left = self.term(depth)?;
        while let Some(&(Token::Operator(operator), _)) = self.peek()
            && operator.power >= min_power
        {
            self.at += 1;
            let right = self.terms(operator.power + 1, depth)?;
            left.expect(operator.takes, self.text)?;
            right.expect(operator.takes, self.text)?;
            self.steps.push(Step::Join(operator));
            left = Piece { sort: operator.gives, range: left.range.start..right.range.end };
        }
        Ok(left)
    }

    fn term(&mut self, depth: usize) -> Result<Piece, Fault> {
        let Some((token, range)) = self.peek() else {
            let end = self.text.len()..self.text.len();
            let message = if self.at == 0 { "nothing is asked for" } else { "it ends too early" };
            return Err((end, message.to_owned()));
        };
        if depth > MAX_NESTING {
            return Err((range.clone(), "this is nested too deep".to_owned()));
        }
        self.at += 1;
        let (step, sort) = match token {
            Token::Number(number) => {
                self.steps.push(Step::Number(*number));
                return Ok(Piece { sort: Sort::Number, range: range.clone() });
            }
            Token::Name(name) => {
                let metric = Metric::find(name).map_err(|error| (range.clone(), error))?;
                self.steps.push(Step::Metric(metric));
                return Ok(Piece { sort: Sort::Number, range: range.clone() });
            }
            Token::Open => {
                let inside = self.terms(0, depth + 1)?;
                return match self.peek() {
                    Some((Token::Close, close)) => {
                        self.at += 1;
                        Ok(Piece { sort: inside.sort, range: range.start..close.end })
                    }
                    Some((_, other)) => {
                        Err((other.clone(), "here “)” or an operator was expected".to_owned()))
                    }
                    None => Err((range.clone(), "this “(” is never closed".to_owned())),
                };
            }
            Token::Not => (Step::Not, Sort::Truth),
            Token::Operator(Operator { sign: "-", .. }) => (Step::Negate, Sort::Number),
            Token::Close | Token::Operator(_) => {
                let message = "here a number, a name or “(” was expected".to_owned();
                return Err((range.clone(), message));
            }
        };
        let term = self.term(depth + 1)?;
        term.expect(sort, self.text)?;
        self.steps.push(step);
        Ok(Piece { sort, range: range.start..term.range.end })
    }
}

#[cfg(test)]
mod tests;
