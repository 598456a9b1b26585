//! Whose connection it is, whose account a login is, and how accounts come about.

use std::time::Duration;

use russh::keys::ssh_key::{Algorithm, EcdsaCurve};
use russh::keys::{HashAlg, ssh_key};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::limits::Refusal;
use crate::names::{AccountName, NameError};
use crate::random;
use crate::store::{Account, AccountId, NewAccount, Store, StoreError};
use base::hex;

/// How long a guest and what it played are kept.
const GUEST_LIFETIME: Duration = Duration::from_hours(7 * 24);

/// What the first key of an account is called, until its owner calls it otherwise.
const FIRST_KEY: &str = "first key";
const RECOVERY_KEY: &str = "after recovery";

/// Why a name or a code was not taken, in words for the player.
#[derive(Debug, Error)]
pub(crate) enum EntranceError {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("somebody here is called that, or something that looks like it")]
    NameTaken,
    #[error("{}", .0.told())]
    Refused(Refusal),
    #[error("no account has that code")]
    WrongCode,
    #[error(transparent)]
    Account(StoreError),
}

impl From<Refusal> for EntranceError {
    fn from(refusal: Refusal) -> EntranceError {
        EntranceError::Refused(refusal)
    }
}

impl From<StoreError> for EntranceError {
    fn from(error: StoreError) -> EntranceError {
        match error {
            StoreError::NameTaken => EntranceError::NameTaken,
            StoreError::WrongCode => EntranceError::WrongCode,
            other => EntranceError::Account(other),
        }
    }
}

/// The account of a login; none of a guest, or of a key that nobody knows.
pub(crate) fn account_of(login: &Login, store: &Store) -> Result<Option<Account>, StoreError> {
    match login {
        Login::Key(key) => store.account_of_key(&key.fingerprint),
        Login::Guest => Ok(None),
    }
}

/// How a key stands to the name by which its owner has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyStanding {
    /// It may log in: it is one of the account of that name or offered a place, or there is none.
    Welcome,
    /// The account of that name has other keys.
    OfAnother {
        name: String,
        /// Whether it belongs to an account.
        is_known: bool,
    },
    Banned,
}

/// How a key stands to a name, without regard to case. A name that no account can have is any.
pub(crate) fn key_standing(
    store: &Store,
    fingerprint: &str,
    name: Option<&AccountName>,
) -> Result<KeyStanding, StoreError> {
    let Some(name) = name else { return Ok(KeyStanding::Welcome) };
    let account = store.account_of_name(&name.skeleton())?;
    // One that only looks like it is not meant: the name is often that of the client's machine.
    let is_it = |account: &Account| account.name.eq_ignore_ascii_case(name.as_str());
    let Some(account) = account.filter(is_it) else { return Ok(KeyStanding::Welcome) };
    let owner = store.account_of_key(fingerprint)?.map(|owner| owner.id);
    if owner == Some(account.id)
        || store.offers_to(fingerprint)?.iter().any(|offer| offer.account == account.id)
    {
        return Ok(KeyStanding::Welcome);
    }
    Ok(KeyStanding::OfAnother { name: account.name, is_known: owner.is_some() })
}

/// The account of a login; none of a key that nobody knows yet. A guest gets one of its own.
pub(crate) fn find_account(store: &Store, login: &Login) -> Result<Option<Account>, StoreError> {
    match login {
        Login::Key(key) => Ok(store.account_of_key(&key.fingerprint)?),
        Login::Guest => {
            // No player's name has a dot.
            let name = format!("guest.{}", random::text::<6>());
            store.create_guest(&name, &name, GUEST_LIFETIME).map(Some)
        }
    }
}

/// Makes an account of a name and its first key. Returns its recovery code, which is kept nowhere.
pub(crate) fn create_account(
    store: &Store,
    name: &AccountName,
    key: &PublicKey,
) -> Result<(Account, String), EntranceError> {
    let code = random::code();
    let account = store.create_account(NewAccount {
        skeleton: name.skeleton(),
        name: name.as_str().to_owned(),
        fingerprint: key.fingerprint.clone(),
        key_label: FIRST_KEY.to_owned(),
        recovery_hash: hash_of_code(&code),
    })?;
    Ok((account, code))
}

/// Adds a key to the account that a code recovers. Returns it with its new code.
pub(crate) fn recover_account(
    store: &Store,
    typed: &str,
    key: &PublicKey,
) -> Result<(Account, String), EntranceError> {
    let code = random::code();
    let hashes = (hash_of_code(typed), hash_of_code(&code));
    let id = store.recover(&hashes.0, &hashes.1, &key.fingerprint, RECOVERY_KEY)?;
    let account = store.account(id)?;
    Ok((account.ok_or(StoreError::NoSuchAccount)?, code))
}

/// Gives an account another code, and makes the one before void. Returns it; it is kept nowhere.
pub(crate) fn new_recovery_code(store: &Store, id: AccountId) -> Result<String, StoreError> {
    let code = random::code();
    store.replace_recovery_code(id, &hash_of_code(&code))?;
    Ok(code)
}

/// Closes an account's door to watchers, or opens it. Returns whether it is open now.
pub(crate) fn turn_door(store: &Store, id: AccountId) -> Result<bool, StoreError> {
    let account = store.account(id)?.ok_or(StoreError::NoSuchAccount)?;
    store.let_watch(id, !account.may_be_watched)?;
    Ok(!account.may_be_watched)
}

/// The hash of a code, however it was typed. A code has 80 random bits: a plain hash will do.
fn hash_of_code(code: &str) -> String {
    let hash = Sha256::digest(random::plain_code(code));
    hex(&hash)
}

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
    pub(crate) fn of(key: &ssh_key::PublicKey) -> Result<PublicKey, ssh_key::Error> {
        let mut plain = key.clone();
        plain.set_comment("");
        let fingerprint = plain.fingerprint(HashAlg::Sha256).to_string();
        Ok(PublicKey { fingerprint, text: plain.to_openssh()? })
    }

    /// The key of a line as files of public keys have it, and its comment.
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
        "That is no public key. It is one line that begins like ssh-ed25519 AAAA…; your .pub file \
         has it."
    )]
    NoKey,
    #[error("A key of that kind opens nothing here: make an Ed25519 or ECDSA one.")]
    Algorithm,
}
