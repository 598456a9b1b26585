//! Whose connection it is.

use russh::keys::HashAlg;
use russh::keys::ssh_key::{self, Algorithm, EcdsaCurve};
use thiserror::Error;

/// The kinds of keys that players have. RSA is none of them: russh is built without it.
pub(crate) const KEY_ALGORITHMS: [Algorithm; 6] = [
    Algorithm::Ed25519,
    Algorithm::Ecdsa { curve: EcdsaCurve::NistP256 },
    Algorithm::Ecdsa { curve: EcdsaCurve::NistP384 },
    Algorithm::Ecdsa { curve: EcdsaCurve::NistP521 },
    Algorithm::SkEd25519,
    Algorithm::SkEcdsaSha2NistP256,
];

/// How a client has proved who its player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Login {
    /// By a public key.
    Key(PublicKey),
    /// Not at all: the user name was that of guests.
    Guest,
}

/// A public key whose owner was on the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublicKey {
    /// As `ssh-keygen -l` prints it: `SHA256:…`.
    pub fingerprint: String,
    /// In OpenSSH's form without its comment: `ssh-ed25519 AAAA…`.
    pub text: String,
}

impl PublicKey {
    /// A key that is read, without its comment.
    ///
    /// # Errors
    /// When it cannot be written in OpenSSH's form.
    pub(crate) fn of(key: &ssh_key::PublicKey) -> Result<PublicKey, ssh_key::Error> {
        let mut plain = key.clone();
        plain.set_comment("");
        let fingerprint = plain.fingerprint(HashAlg::Sha256).to_string();
        Ok(PublicKey { fingerprint, text: plain.to_openssh()? })
    }

    /// The key of a line as files of public keys have it, and its comment.
    ///
    /// # Errors
    /// When it is none, or one that nobody could log in with.
    pub(crate) fn parse(line: &str) -> Result<(PublicKey, String), KeyError> {
        let key = ssh_key::PublicKey::from_openssh(line.trim()).map_err(|_| KeyError::NoKey)?;
        if !KEY_ALGORITHMS.contains(&key.algorithm()) {
            return Err(KeyError::Algorithm);
        }
        let comment = key.comment().to_string();
        Ok((PublicKey::of(&key).map_err(|_| KeyError::NoKey)?, comment))
    }
}

/// Why a line is no key of a player.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum KeyError {
    #[error(
        "That is no public key. It is one line that begins like ssh-ed25519 AAAA…; your .pub file has it."
    )]
    NoKey,
    #[error("A key of that kind opens nothing here: make an Ed25519 or ECDSA one.")]
    Algorithm,
}
