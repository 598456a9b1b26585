//! The keys of rows: random, so that no database has to count and an imported row keeps its own.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::random::{self, ALPHABET};
use runs::save::RunId;

/// The letters that 63 bits take.
const LENGTH: usize = 13;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("that is not an id: it has {LENGTH} letters and digits")]
pub struct InvalidId;

/// A type of ids: a number from 0 to 2^63 − 1, as a text 13 letters and digits that tell nothing.
macro_rules! id {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $id(pub(super) i64);

        impl $id {
            pub(super) fn random() -> $id {
                $id(i64::from_le_bytes(random::bytes()) & i64::MAX)
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                encode(self.0, f)
            }
        }

        impl FromStr for $id {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<$id, InvalidId> {
                decode(text).map($id)
            }
        }
    };
}

id! {
    /// The key of a run.
    RunKey
}

id! {
    /// The key of an account.
    AccountId
}

fn encode(id: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let letter = |place: usize| ALPHABET[(id >> (5 * place) & 31) as usize] as char;
    (0..LENGTH).rev().try_for_each(|place| fmt::Write::write_char(f, letter(place)))
}

fn decode(text: &str) -> Result<i64, InvalidId> {
    if text.len() != LENGTH {
        return Err(InvalidId);
    }
    let id = text.bytes().try_fold(0_u128, |id, byte| {
        let value = ALPHABET.iter().position(|&letter| letter == byte)?;
        Some(id << 5 | value as u128)
    });
    id.and_then(|id| i64::try_from(id).ok()).ok_or(InvalidId)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_back_and_nothing_else_is() {
        for id in [RunKey(0), RunKey(1), RunKey(i64::MAX), RunKey::random()] {
            let text = id.to_string();
            assert_eq!((text.len(), text.parse()), (13, Ok(id)), "{text}");
        }
        let others = ",0,zzzzzzzzzzzzz,00000000000000,000000000000l,../../../etc0,é00000000000";
        for text in others.split(',') {
            assert!(text.parse::<RunKey>().is_err(), "{text}");
        }
    }
}
