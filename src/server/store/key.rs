//! The keys of accounts, and the code that replaces a lost one.

use super::account::{AccountError, insert_key};
use super::error::{Fault, StoreError};
use super::transaction::Transaction;
use super::value::{Row, values};
use super::{AccountId, Store};

/// A public key by which an account logs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub fingerprint: String,
    /// What its owner calls it.
    pub label: String,
    /// In milliseconds since 1970.
    pub added: i64,
}

impl Key {
    pub(super) fn read(row: &mut Row) -> Result<Key, Fault> {
        Ok(Key { fingerprint: row.text()?, label: row.text()?, added: row.int()? })
    }
}

impl Store {
    /// The keys of an account, the oldest first.
    pub fn keys_of(&self, id: AccountId) -> Result<Vec<Key>, StoreError> {
        let sql = "SELECT fingerprint, label, added_at FROM account_keys WHERE account = $1 \
             ORDER BY added_at, fingerprint";
        self.query("list the keys of an account", sql, &values![id], Key::read)
    }

    /// Takes a key from an account.
    ///
    /// # Errors
    /// [`AccountError::LastKey`], [`AccountError::NoSuchKey`], [`AccountError::NoSuchAccount`].
    pub fn remove_key(&self, id: AccountId, fingerprint: &str) -> Result<(), AccountError> {
        let values = values![id, fingerprint];
        self.transact("remove a key", move |transaction| {
            let keys = lock_and_count_keys(transaction, id)?;
            let sql = "DELETE FROM account_keys WHERE account = $1 AND fingerprint = $2";
            match transaction.execute(sql, &values)? {
                0 => Err(AccountError::NoSuchKey),
                _ if keys == 1 => Err(AccountError::LastKey),
                _ => Ok(()),
            }
        })
    }

    /// Gives a key another label.
    ///
    /// # Errors
    /// [`AccountError::NoSuchKey`].
    pub fn rename_key(
        &self,
        id: AccountId,
        fingerprint: &str,
        label: &str,
    ) -> Result<(), AccountError> {
        let sql = "UPDATE account_keys SET label = $3 WHERE account = $1 AND fingerprint = $2";
        match self.execute("rename a key", sql, values![id, fingerprint, label])? {
            0 => Err(AccountError::NoSuchKey),
            _ => Ok(()),
        }
    }

    /// Gives a new key to the account whose recovery code has this hash, and replaces the code. Where the account has as many
    /// keys as it can have, its oldest ones go: they may be lost.
    ///
    /// # Errors
    /// [`AccountError::WrongCode`], also for all but one who use a code at once; [`AccountError::KeyTaken`].
    pub fn recover(
        &self,
        code_hash: &str,
        new_code_hash: &str,
        fingerprint: &str,
        label: &str,
    ) -> Result<AccountId, AccountError> {
        let (code, new_code) = (code_hash.to_owned(), new_code_hash.to_owned());
        let (fingerprint, label) = (fingerprint.to_owned(), label.to_owned());
        let max_keys = self.options.max_keys;
        self.transact("recover an account", move |transaction| {
            let found = transaction
                .find("SELECT id FROM accounts WHERE recovery = $1 {lock}", &values![&code])?;
            let mut found = found.ok_or(AccountError::WrongCode)?;
            let id = AccountId(transaction.read(found.int())?);
            let replace = "UPDATE accounts SET recovery = $2 WHERE id = $1";
            transaction.execute(replace, &values![id, &new_code])?;
            let make_room = "DELETE FROM account_keys WHERE fingerprint IN (SELECT fingerprint FROM account_keys \
                 WHERE account = $1 ORDER BY added_at DESC, fingerprint LIMIT 1000 OFFSET $2)";
            let kept = i64::from(max_keys).saturating_sub(1).max(0);
            transaction.execute(make_room, &values![id, kept])?;
            insert_key(transaction, id, &fingerprint, &label)?;
            Ok(id)
        })
    }

    /// Replaces the recovery code of an account.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`], also for a guest, who has none.
    pub fn replace_recovery_code(&self, id: AccountId, hash: &str) -> Result<(), AccountError> {
        let sql = "UPDATE accounts SET recovery = $2 WHERE id = $1 AND expires_at IS NULL";
        match self.execute("replace a recovery code", sql, values![id, hash])? {
            0 => Err(AccountError::NoSuchAccount),
            _ => Ok(()),
        }
    }
}

/// How many keys an account has; nobody else changes them or its offers until the transaction ends.
pub(super) fn lock_and_count_keys(
    transaction: &mut Transaction<'_>,
    id: AccountId,
) -> Result<i64, AccountError> {
    let account = transaction.find("SELECT id FROM accounts WHERE id = $1 {lock}", &values![id])?;
    account.ok_or(AccountError::NoSuchAccount)?;
    let count = "SELECT count(*) FROM account_keys WHERE account = $1";
    let counted = transaction.find(count, &values![id])?;
    let counted = counted.map_or(Ok(0), |mut row| row.int());
    Ok(transaction.read(counted)?)
}
