//! Why somebody cannot log in, or not by the name that they came by, and how they learn it: by a
//! question of the keyboard-interactive method. Clients come to that method when their keys have
//! failed, and show what it says.

use std::borrow::Cow;

use russh::server::Auth;

use crate::limits::Refusal;
use crate::members::PublicKey;

/// What is told while the store does not answer.
const OUTAGE: &str = "The books cannot be found just now. Come back in a minute.";
/// What is told to whoever has no key of a kind that is taken, and has not come as a guest.
const NO_KEY: &str = "You are known here by a key, Ed25519 or ECDSA and not RSA, and you came with \
    none: ssh-keygen -t ed25519 makes one.";
/// What is added to that where guests are let in.
const GUESTS: &str = "Or come without, as the user guest.";

/// What is asked of whoever has come by the name of another: the answer is that they read it.
const GO_ON: &str = "Enter: go on by the key that you came with. ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TurnedAway {
    ByNoKey,
    By(Refusal),
    /// By an account's name, with keys that are not the account's. They may go on by one of these,
    /// by which somebody is known or not.
    ByName {
        name: String,
        key: PublicKey,
        is_known: bool,
    },
    /// The store does not tell whether the key is banned.
    ByOutage,
    /// That was told; the key is taken if the question is answered.
    Told {
        own_key: Option<PublicKey>,
    },
}

impl TurnedAway {
    /// Somebody has come by the name of an account with a key that is not the account's. Of the
    /// keys that were tried one by which somebody is known is taken rather than one by which nobody
    /// is.
    pub(super) fn try_another_key(&mut self, name: String, key: PublicKey, is_known: bool) {
        let is_better = match self {
            TurnedAway::ByNoKey => true,
            TurnedAway::ByName { is_known: was_known, .. } => is_known && !*was_known,
            _ => false,
        };
        if is_better {
            *self = TurnedAway::ByName { name, key, is_known };
        }
    }

    /// The question that tells it; none if it was asked.
    pub(super) fn tell(&mut self, lets_guests_in: bool) -> Option<Auth> {
        let mut own_key = None;
        let words = match self {
            TurnedAway::ByNoKey if lets_guests_in => format!("{NO_KEY} {GUESTS}").into(),
            TurnedAway::ByNoKey => NO_KEY.into(),
            TurnedAway::By(refusal) => refusal.told().into(),
            TurnedAway::ByName { name, key, .. } => {
                own_key = Some(key.clone());
                format!(
                    "{name} is somebody here, and you came with no key of theirs. If it is you, \
                     another key of yours may be it: ssh -i KEY -o IdentitiesOnly=yes {name}@HOST"
                )
                .into()
            }
            TurnedAway::ByOutage => OUTAGE.into(),
            TurnedAway::Told { .. } => return None,
        };
        let prompts = match own_key {
            Some(_) => Cow::Borrowed(&[(Cow::Borrowed(GO_ON), true)][..]),
            None => Cow::Borrowed(&[][..]),
        };
        *self = TurnedAway::Told { own_key };
        Some(Auth::Partial { name: "".into(), instructions: words, prompts })
    }

    /// The key by which somebody goes on who has answered the question.
    pub(super) fn take_own_key(&mut self) -> Option<PublicKey> {
        match self {
            TurnedAway::Told { own_key } => own_key.take(),
            _ => None,
        }
    }
}
