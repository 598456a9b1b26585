//! The keys of rows: random, so that no database has to count and an imported row keeps its own.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::error::Fault;
use super::value::Value;
use runs::save::RunId;

/// The letters of ids: Crockford's base 32 in lower case, which leaves out those that are mistaken for digits.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The letters that 63 bits take.
const LENGTH: usize = 13;

/// A text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("that is not an id: it has {LENGTH} letters and digits")]
pub struct InvalidId;

/// The key of a run: as a text 13 letters and digits that tell nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunKey(pub(super) i64);

/// The key of an account; a text as that of a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AccountId(pub(super) i64);

/// A random number from 0 to 2^63 − 1.
pub(super) fn random_id() -> Result<i64, Fault> {
    let mut bytes = [0; 8];
    fill_random(&mut bytes)?;
    Ok(i64::from_le_bytes(bytes) & i64::MAX)
}

/// Fills it from the operating system's source.
pub(super) fn fill_random(bytes: &mut [u8]) -> Result<(), Fault> {
    getrandom::fill(bytes).map_err(|error| Fault::Io(std::io::Error::other(error)))
}

fn encode(id: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let letter = |place: usize| LETTERS[(id >> (5 * place) & 31) as usize] as char;
    (0..LENGTH).rev().try_for_each(|place| fmt::Write::write_char(f, letter(place)))
}

fn decode(text: &str) -> Result<i64, InvalidId> {
    if text.len() != LENGTH {
        return Err(InvalidId);
    }
    let id = text.bytes().try_fold(0_u128, |id, byte| {
        let value = LETTERS.iter().position(|&letter| letter == byte)?;
        Some(id << 5 | value as u128)
    });
    id.and_then(|id| i64::try_from(id).ok()).ok_or(InvalidId)
}

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode(self.0, f)
    }
}

impl FromStr for RunKey {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<RunKey, InvalidId> {
        decode(text).map(RunKey)
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode(self.0, f)
    }
}

impl FromStr for AccountId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<AccountId, InvalidId> {
        decode(text).map(AccountId)
    }
}

impl TryFrom<&RunId> for RunKey {
    type Error = InvalidId;

    fn try_from(id: &RunId) -> Result<RunKey, InvalidId> {
        id.as_str().parse()
    }
}

impl From<RunKey> for RunId {
    fn from(key: RunKey) -> RunId {
        RunId::try_from(key.to_string()).expect("letters and digits lead out of no folder")
    }
}

impl From<RunKey> for Value {
    fn from(key: RunKey) -> Value {
        Value::Int(key.0)
    }
}

impl From<AccountId> for Value {
    fn from(id: AccountId) -> Value {
        Value::Int(id.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{RunKey, random_id};

    #[test]
    fn an_id_is_read_back_and_nothing_else_is() {
        for id in [0, 1, i64::MAX, random_id().expect("a random number")] {
            let text = RunKey(id).to_string();
            assert_eq!((text.len(), text.parse()), (13, Ok(RunKey(id))), "{text}");
        }
        for text in [
            "",
            "0",
            "zzzzzzzzzzzzz",
            "00000000000000",
            "000000000000l",
            "../../../etc0",
            "é00000000000",
        ] {
            assert!(text.parse::<RunKey>().is_err(), "{text}");
        }
    }
}
