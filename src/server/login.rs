//! Whose connection it is.

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
