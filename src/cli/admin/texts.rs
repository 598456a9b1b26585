//! What these commands read and print: names of accounts, moments, spans of time.

use std::str::FromStr;
use std::time::Duration;

use crate::cli::Failure;
use base::{Day, sanitize};
use server::names::AccountName;
use server::store::{Account, Store};

/// The account of a name, whatever its capitals.
///
/// # Errors
/// There is none; one whose name only looks like it is told.
pub(super) fn find_account(store: &Store, name: &str) -> Result<Account, Failure> {
    // A guest's name has a dot, and is its own skeleton.
    let skeleton = name.parse::<AccountName>().map(|name| name.skeleton());
    let found = store.account_of_name(skeleton.as_deref().unwrap_or(name))?;
    let shown = sanitize(name);
    match found {
        Some(account) if account.name.eq_ignore_ascii_case(name) => Ok(account),
        Some(account) => {
            let other = sanitize(&account.name);
            Err(no(format!("there is no account {shown}; there is {other}, which looks like it")))
        }
        None => Err(no(format!("there is no account {shown}"))),
    }
}

/// The answer is no, and why.
pub(super) fn no(message: String) -> Failure {
    Failure { code: 1, message }
}

/// Milliseconds since 1970 as "2026-11-22T20:26:17Z".
pub(super) fn moment(milliseconds: i64) -> String {
    let seconds = u64::try_from(milliseconds).unwrap_or_default() / 1_000;
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", Day::of_seconds(seconds))
}

/// A number of things: "1 key", "2 keys".
pub(super) fn count(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// A span of time on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span(pub(super) Duration);

/// A text is no span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a time is a number and s, m, h, d or w: 30m, 12h, 7d; ten years at most")]
pub(super) struct InvalidSpan;

const MAX_SPAN_SECONDS: u64 = 10 * 366 * 86_400;

impl FromStr for Span {
    type Err = InvalidSpan;

    fn from_str(text: &str) -> Result<Span, InvalidSpan> {
        let unit = text.chars().next_back().ok_or(InvalidSpan)?;
        let unit_seconds: u64 = match unit {
            's' => 1,
            'm' => 60,
            'h' => 3_600,
            'd' => 86_400,
            'w' => 7 * 86_400,
            _ => return Err(InvalidSpan),
        };
        let digits = text.strip_suffix(unit).unwrap_or_default();
        let number: u64 = digits.parse().map_err(|_| InvalidSpan)?;
        let seconds = number.checked_mul(unit_seconds).ok_or(InvalidSpan)?;
        if (1..=MAX_SPAN_SECONDS).contains(&seconds) {
            Ok(Span(Duration::from_secs(seconds)))
        } else {
            Err(InvalidSpan)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_numbers_with_units() {
        for (text, seconds) in
            [("30s", 30), ("5m", 300), ("12h", 43_200), ("7d", 604_800), ("2w", 1_209_600)]
        {
            assert_eq!(text.parse(), Ok(Span(Duration::from_secs(seconds))), "{text}");
        }
        for text in ["", "d", "7", "0d", "-1d", "7é", "7 d", "99999999999999999999w", "600w", "1y"]
        {
            assert_eq!(text.parse::<Span>(), Err(InvalidSpan), "{text}");
        }
    }

    #[test]
    fn moments_are_written_as_others_write_them() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(1_795_379_177_999), "2026-11-22T20:26:17Z");
        assert_eq!(moment(-1), "1970-01-01T00:00:00Z");
    }
}
