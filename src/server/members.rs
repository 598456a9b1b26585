//! Whose account a login is, and how accounts come about.

use std::time::Duration;

use base::hex;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::limits::Refusal;
use super::login::{Login, PublicKey};
use super::names::{AccountName, NameError};
use super::random;
use super::store::{Account, AccountError, AccountId, NewAccount, Store, StoreError};

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
    Account(AccountError),
}

impl From<Refusal> for EntranceError {
    fn from(refusal: Refusal) -> EntranceError {
        EntranceError::Refused(refusal)
    }
}

impl From<AccountError> for EntranceError {
    fn from(error: AccountError) -> EntranceError {
        match error {
            AccountError::NameTaken => EntranceError::NameTaken,
            AccountError::WrongCode => EntranceError::WrongCode,
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
    /// It may log in: it belongs to the account of that name or is offered a place there, or there is no such account.
    Welcome,
    /// The account of that name has other keys.
    OfAnother {
        name: String,
        /// Whether it belongs to an account.
        is_known: bool,
    },
    Banned,
}

/// How a key stands to a name, without regard to case. A user name that no account could have is any other.
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
pub(crate) fn find_account(store: &Store, login: &Login) -> Result<Option<Account>, AccountError> {
    match login {
        Login::Key(key) => Ok(store.account_of_key(&key.fingerprint)?),
        Login::Guest => {
            // No player's name has a dot.
            let name = format!("guest.{}", random::text::<6>());
            store.create_guest(&name, &name, GUEST_LIFETIME).map(Some)
        }
    }
}

/// Makes an account of a name and its first key. Returns it with the code that recovers it, which is kept nowhere.
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
    let account = store.account(id).map_err(AccountError::from)?;
    Ok((account.ok_or(AccountError::NoSuchAccount)?, code))
}

/// Gives an account another code, and makes the one before void. Returns it; it is kept nowhere.
pub(crate) fn new_recovery_code(store: &Store, id: AccountId) -> Result<String, AccountError> {
    let code = random::code();
    store.replace_recovery_code(id, &hash_of_code(&code))?;
    Ok(code)
}

/// Closes an account's door to those who want to watch, or opens it again. Returns whether others may watch from now on.
pub(crate) fn turn_door(store: &Store, id: AccountId) -> Result<bool, AccountError> {
    let account = store.account(id)?.ok_or(AccountError::NoSuchAccount)?;
    store.let_watch(id, !account.may_be_watched)?;
    Ok(!account.may_be_watched)
}

/// The hash by which a code is known, however it was typed. A code has 80 random bits: one round of a plain hash will do.
fn hash_of_code(code: &str) -> String {
    let hash = Sha256::digest(random::plain_code(code));
    hex(&hash)
}
