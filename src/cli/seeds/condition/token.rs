//! The words of a condition.

use std::ops::Range;

use super::step::Operator;

/// A word of a condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Name(String),
    Operator(Operator),
    Not,
    Open,
    Close,
}

/// Where something is wrong in a text, and what.
pub(super) type Fault = (Range<usize>, String);

/// Signs, the longest first where one begins another.
const TOKEN_SIGNS: [(&str, Token); 15] = [
    ("&&", Token::Operator(Operator::And)),
    ("||", Token::Operator(Operator::Or)),
    ("<=", Token::Operator(Operator::AtMost)),
    (">=", Token::Operator(Operator::AtLeast)),
    ("==", Token::Operator(Operator::Equal)),
    ("!=", Token::Operator(Operator::Unequal)),
    ("<", Token::Operator(Operator::Less)),
    (">", Token::Operator(Operator::Greater)),
    ("!", Token::Not),
    ("+", Token::Operator(Operator::Plus)),
    ("-", Token::Operator(Operator::Minus)),
    ("*", Token::Operator(Operator::Times)),
    ("/", Token::Operator(Operator::Over)),
    ("(", Token::Open),
    (")", Token::Close),
];

/// Operators of other languages, and the ones to use instead.
const COMMON_MISTAKES: [(&str, &str); 5] =
    [("=", "=="), ("&", "&&"), ("|", "||"), ("≤", "<="), ("≥", ">=")];

/// The words of a text, each with the bytes where it stands.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, length) = if first.is_ascii_digit() || first == '.' {
            number(rest).map_err(|length| fault(text, at, length, "is not a number"))?
        } else if first.is_alphabetic() || first == '_' {
            let length = length_of(rest, |c| c.is_alphanumeric() || c == '_');
            (Token::Name(rest[..length].to_owned()), length)
        } else if let Some((sign, token)) =
            TOKEN_SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))
        {
            (token.clone(), sign.len())
        } else {
            let slip = COMMON_MISTAKES.iter().find(|(slip, _)| rest.starts_with(slip));
            let what = match slip {
                Some((_, meant)) => format!("means nothing here; did you mean “{meant}”?"),
                None => "means nothing here".to_owned(),
            };
            return Err(fault(text, at, first.len_utf8(), &what));
        };
        tokens.push((token, at..at + length));
        at += length;
    }
    Ok(tokens)
}

/// A number with its length, or the length of what is none.
fn number(text: &str) -> Result<(Token, usize), usize> {
    let length = length_of(text, |c| c.is_alphanumeric() || matches!(c, '.' | '_'));
    let word = &text[..length];
    let is_plain = word.chars().all(|c| c.is_ascii_digit() || c == '.');
    match word.parse() {
        Ok(number) if is_plain => Ok((Token::Number(number), length)),
        _ => Err(length),
    }
}

fn length_of(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

fn fault(text: &str, at: usize, length: usize, what: &str) -> Fault {
    let range = at..at + length;
    let message = format!("“{}” {what}", text[range.clone()].escape_debug());
    (range, message)
}
