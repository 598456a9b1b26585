//! Why somebody cannot log in, and how they learn it: by a question of the keyboard-interactive method that wants no answer. Clients
//! come to that method when their keys have failed, and show what it says.

use std::borrow::Cow;

use russh::server::Auth;

use crate::limits::Refusal;

/// What is told while the store does not answer.
const OUTAGE: &str = "The books cannot be found just now. Come back in a minute.";
/// What is told to whoever has no key of a kind that is taken, and has not come as a guest.
const NO_KEY: &str = "You are known here by a key, Ed25519 or ECDSA and not RSA, and you came with none: ssh-keygen -t ed25519 makes one.";
/// What is added to that where guests are let in.
const GUESTS: &str = "Or come without, as the user guest.";

/// Why somebody cannot log in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnedAway {
    ByNoKey,
    By(Refusal),
    /// The store does not tell whether the key is banned.
    ByOutage,
    /// That was told.
    Told,
}

impl TurnedAway {
    /// The question that tells it; none if that was asked.
    pub(super) fn tell(&mut self, lets_guests_in: bool) -> Option<Auth> {
        let words = match std::mem::replace(self, TurnedAway::Told) {
            TurnedAway::ByNoKey if lets_guests_in => format!("{NO_KEY} {GUESTS}").into(),
            TurnedAway::ByNoKey => NO_KEY.into(),
            TurnedAway::By(refusal) => refusal.told().into(),
            TurnedAway::ByOutage => OUTAGE.into(),
            TurnedAway::Told => return None,
        };
        let prompts = Cow::Borrowed(&[][..]);
        Some(Auth::Partial { name: "".into(), instructions: words, prompts })
    }
}
