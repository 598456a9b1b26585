//! Accounts: who plays, by which name, with which settings.

use std::time::Duration;

use thiserror::Error;

use super::error::{Fault, StoreError};
use super::ids::random_id;
use super::transaction::{MayPass, Transaction};
use super::value::{Row, millis, values};
use super::{AccountId, Store};

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The text of its settings; empty where none were kept.
    pub settings: String,
    /// Whether others may watch what it plays.
    pub may_be_watched: bool,
    /// A guest is deleted after some time, and nothing it does is ranked.
    pub is_guest: bool,
    /// When a guest is deleted, in milliseconds since 1970.
    pub expires: Option<i64>,
}

/// What an account is made from.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: String,
    /// A text that is the same for all names that look alike.
    pub skeleton: String,
    /// The fingerprint of its first key, and what its owner calls that key.
    pub fingerprint: String,
    pub key_label: String,
    /// The hash of the code that replaces a lost key.
    pub recovery_hash: String,
}

/// Why something with an account was refused.
#[derive(Debug, Error)]
pub enum AccountError {
    #[error("there is an account whose name is the same or looks the same")]
    NameTaken,
    #[error("the key belongs to an account")]
    KeyTaken,
    #[error("it is the account's last key")]
    LastKey,
    #[error("the key is offered a place already")]
    KeyOffered,
    #[error("there is no such offer any more")]
    NoSuchOffer,
    #[error("the account has {0} keys with those that it offers a place, more it cannot have")]
    TooManyKeys(u32),
    #[error("the account has no such key")]
    NoSuchKey,
    #[error("there is no such account")]
    NoSuchAccount,
    #[error("there is no account with that recovery code")]
    WrongCode,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayPass for AccountError {
    fn may_pass(&self) -> bool {
        matches!(self, AccountError::Store(error) if error.is_transient())
    }
}

/// The columns of an [`Account`].
macro_rules! select_account {
    ($rest:literal) => {
        concat!(
            "SELECT a.id, a.name, a.created_at, a.settings, a.expires_at, a.may_be_watched FROM accounts a ",
            $rest
        )
    };
}

impl Account {
    fn read(row: &mut Row) -> Result<Account, Fault> {
        let id = AccountId(row.int()?);
        let (name, created, settings) = (row.text()?, row.int()?, row.text()?);
        let expires = row.optional_int()?;
        Ok(Account {
            id,
            name,
            created,
            settings,
            may_be_watched: row.flag()?,
            is_guest: expires.is_some(),
            expires,
        })
    }
}

impl Store {
    /// The account that a key belongs to.
    pub fn account_of_key(&self, fingerprint: &str) -> Result<Option<Account>, StoreError> {
        let sql =
            select_account!("JOIN account_keys k ON k.account = a.id WHERE k.fingerprint = $1");
        self.find("look up a key", sql, &values![fingerprint], Account::read)
    }

    pub fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        self.find(
            "look up an account",
            select_account!("WHERE a.id = $1"),
            &values![id],
            Account::read,
        )
    }

    /// The account whose name looks like one with this skeleton.
    pub fn account_of_name(&self, skeleton: &str) -> Result<Option<Account>, StoreError> {
        let sql = select_account!("WHERE a.skeleton = $1");
        self.find("look up a name", sql, &values![skeleton], Account::read)
    }

    /// Accounts by name, from the first one after `after`: an empty text for the first page.
    pub fn accounts(&self, after: &str, limit: u32) -> Result<Vec<Account>, StoreError> {
        let sql = select_account!("WHERE a.name > $1 ORDER BY a.name LIMIT $2");
        self.query("list the accounts", sql, &values![after, limit], Account::read)
    }

    /// Makes an account with its first key.
    ///
    /// # Errors
    /// [`AccountError::NameTaken`], also for all but one of several that ask for one name at once; [`AccountError::KeyTaken`].
    pub fn create_account(&self, new: NewAccount) -> Result<Account, AccountError> {
        const DOING: &str = "create an account";
        let id = AccountId(random_id().map_err(|fault| fault.while_doing(DOING))?);
        self.transact(DOING, move |transaction| {
            let sql = "INSERT INTO accounts (id, name, skeleton, created_at, settings, recovery, expires_at) \
                 VALUES ($1, $2, $3, {now}, '', $4, NULL) ON CONFLICT DO NOTHING";
            let values = values![id, &new.name, &new.skeleton, &new.recovery_hash];
            if transaction.execute(sql, &values)? == 0 {
                return Err(AccountError::NameTaken);
            }
            insert_key(transaction, id, &new.fingerprint, &new.key_label)?;
            created(transaction, id)
        })
    }

    /// Makes an account without a key, to be deleted after a while.
    ///
    /// # Errors
    /// [`AccountError::NameTaken`].
    pub fn create_guest(
        &self,
        name: &str,
        skeleton: &str,
        lifetime: Duration,
    ) -> Result<Account, AccountError> {
        const DOING: &str = "create a guest";
        let id = AccountId(random_id().map_err(|fault| fault.while_doing(DOING))?);
        let lifetime = millis(lifetime);
        let values = values![id, name, skeleton, lifetime];
        self.transact(DOING, move |transaction| {
            let sql = "INSERT INTO accounts (id, name, skeleton, created_at, settings, recovery, expires_at) \
                 VALUES ($1, $2, $3, {now}, '', NULL, {now} + $4) ON CONFLICT DO NOTHING";
            match transaction.execute(sql, &values)? {
                0 => Err(AccountError::NameTaken),
                _ => created(transaction, id),
            }
        })
    }

    /// Gives an account another name.
    ///
    /// # Errors
    /// [`AccountError::NameTaken`], [`AccountError::NoSuchAccount`].
    pub fn rename_account(
        &self,
        id: AccountId,
        name: &str,
        skeleton: &str,
    ) -> Result<(), AccountError> {
        let sql = "UPDATE accounts SET name = $2, skeleton = $3 WHERE id = $1";
        match self.execute("rename an account", sql, values![id, name, skeleton]) {
            Ok(0) => Err(AccountError::NoSuchAccount),
            Ok(_) => Ok(()),
            Err(error) if error.is_conflict() => Err(AccountError::NameTaken),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes an account with its keys, its runs and their places on the boards. False if there is none.
    pub fn delete_account(&self, id: AccountId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM accounts WHERE id = $1";
        Ok(self.execute("delete an account", sql, values![id])? > 0)
    }

    /// Keeps this as the text of the account's settings.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`].
    pub fn keep_settings(&self, id: AccountId, settings: &str) -> Result<(), AccountError> {
        let sql = "UPDATE accounts SET settings = $2 WHERE id = $1";
        let kept = self.with_patience(|| self.execute("keep settings", sql, values![id, settings]));
        if kept? == 0 { Err(AccountError::NoSuchAccount) } else { Ok(()) }
    }

    /// The text of the account's settings; empty where none were kept.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`].
    pub fn settings(&self, id: AccountId) -> Result<String, AccountError> {
        let sql = "SELECT settings FROM accounts WHERE id = $1";
        let found = self.find("read settings", sql, &values![id], Row::text)?;
        found.ok_or(AccountError::NoSuchAccount)
    }

    /// Lets others watch what the account plays from now on, or keeps them from it.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`].
    pub fn let_watch(&self, id: AccountId, may_be_watched: bool) -> Result<(), AccountError> {
        let sql = "UPDATE accounts SET may_be_watched = $2 WHERE id = $1";
        let values = values![id, may_be_watched];
        let kept = self.with_patience(|| {
            self.execute("open or close the door to watchers", sql, values.clone())
        });
        if kept? == 0 { Err(AccountError::NoSuchAccount) } else { Ok(()) }
    }
}

/// Gives a key to an account. Whatever other accounts offer the key lapses: its owner has decided.
pub(super) fn insert_key(
    transaction: &mut Transaction<'_>,
    id: AccountId,
    fingerprint: &str,
    label: &str,
) -> Result<(), AccountError> {
    let sql = "INSERT INTO account_keys (fingerprint, account, label, added_at) VALUES ($1, $2, $3, {now}) \
         ON CONFLICT DO NOTHING";
    let inserted = transaction.execute(sql, &values![fingerprint, id, label])?;
    if inserted == 0 {
        return Err(AccountError::KeyTaken);
    }
    transaction.execute("DELETE FROM key_offers WHERE fingerprint = $1", &values![fingerprint])?;
    Ok(())
}

fn created(transaction: &mut Transaction<'_>, id: AccountId) -> Result<Account, AccountError> {
    let row = transaction.find(select_account!("WHERE a.id = $1"), &values![id])?;
    let mut row = row.ok_or(AccountError::NoSuchAccount)?;
    Ok(transaction.read(Account::read(&mut row))?)
}
