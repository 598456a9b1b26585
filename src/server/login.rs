//! Whose connection it is.

use russh::keys::HashAlg;
use russh::keys::ssh_key;

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

    /// The key of a line as files of public keys have it, and its comment. `None` if it is none.
    pub(crate) fn parse(line: &str) -> Option<(PublicKey, String)> {
        let key = ssh_key::PublicKey::from_openssh(line.trim()).ok()?;
        let comment = key.comment().to_string();
        Some((PublicKey::of(&key).ok()?, comment))
    }
}
