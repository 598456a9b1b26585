//! Accounts: who plays, by which name, with which settings, and by which keys. A key that an
//! account only offers a place to does not belong to it: a public key is no secret, so that whoever
//! names one need not own it. Its owner, who has logged in with it, accepts or does not.

use std::time::Duration;

use super::error::{Result, StoreError};
use super::rows::{columns, millis, values};
use super::transaction::Transaction;
use super::{AccountId, Store};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The text of its settings; empty where none were kept.
    pub settings: String,
    /// When a guest is deleted, in milliseconds since 1970.
    pub expires: Option<i64>,
    /// Whether others may watch what it plays.
    pub may_be_watched: bool,
}

columns! {
    Account {
        id: "a.id",
        name: "a.name",
        created: "a.created_at",
        settings: "a.settings",
        expires: "a.expires_at",
        may_be_watched: "a.may_be_watched",
    }
}

impl Account {
    /// A guest is deleted after some time, and nothing it does is ranked.
    pub fn is_guest(&self) -> bool {
        self.expires.is_some()
    }

    fn select(rest: &str) -> String {
        format!("SELECT {} FROM accounts a {rest}", Account::COLUMNS)
    }
}

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

/// A public key by which an account logs in, or that it offers a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub fingerprint: String,
    /// What the account's owner calls it.
    pub label: String,
    /// When it was added or offered a place, in milliseconds since 1970.
    pub added: i64,
}

columns! {
    Key { fingerprint: "fingerprint", label: "label", added: "added_at" }
}

/// A place that an account offers a key, as the owner of the key sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub account: AccountId,
    pub name: String,
    /// In milliseconds since 1970.
    pub offered: i64,
}

columns! {
    Offer { account: "a.id", name: "a.name", offered: "o.offered_at" }
}

impl Store {
    pub fn account_of_key(&self, fingerprint: &str) -> Result<Option<Account>> {
        let rest = "JOIN account_keys k ON k.account = a.id WHERE k.fingerprint = $1";
        self.find("look up a key", &Account::select(rest), &values![fingerprint])
    }

    pub fn account(&self, id: AccountId) -> Result<Option<Account>> {
        self.find("look up an account", &Account::select("WHERE a.id = $1"), &values![id])
    }

    /// The account whose name looks like one with this skeleton.
    pub fn account_of_name(&self, skeleton: &str) -> Result<Option<Account>> {
        self.find("look up a name", &Account::select("WHERE a.skeleton = $1"), &values![skeleton])
    }

    /// Accounts by name, from the first one after `after`: an empty text for the first page.
    pub fn accounts(&self, after: &str, limit: u32) -> Result<Vec<Account>> {
        let sql = Account::select("WHERE a.name > $1 ORDER BY a.name LIMIT $2");
        self.query("list the accounts", &sql, &values![after, limit])
    }

    /// Makes an account with its first key. Of several that ask for one name at once one gets it.
    pub fn create_account(&self, new: NewAccount) -> Result<Account> {
        let id = AccountId::random();
        self.transact("create an account", move |transaction| {
            let sql = "INSERT INTO accounts (id, name, skeleton, created_at, settings, recovery, \
                       expires_at) VALUES ($1, $2, $3, {now}, '', $4, NULL) ON CONFLICT DO NOTHING";
            let values = values![id, &new.name, &new.skeleton, &new.recovery_hash];
            transaction.change(sql, &values, StoreError::NameTaken)?;
            transaction.insert_key(id, &new.fingerprint, &new.key_label)?;
            transaction.created(id)
        })
    }

    /// Makes an account without a key, to be deleted after a while.
    pub fn create_guest(&self, name: &str, skeleton: &str, lifetime: Duration) -> Result<Account> {
        let id = AccountId::random();
        let values = values![id, name, skeleton, millis(lifetime)];
        self.transact("create a guest", move |transaction| {
            let sql = "INSERT INTO accounts (id, name, skeleton, created_at, settings, recovery, \
                       expires_at) VALUES ($1, $2, $3, {now}, '', NULL, {now} + $4) ON CONFLICT DO \
                       NOTHING";
            transaction.change(sql, &values, StoreError::NameTaken)?;
            transaction.created(id)
        })
    }

    pub fn rename_account(&self, id: AccountId, name: &str, skeleton: &str) -> Result<()> {
        let sql = "UPDATE accounts SET name = $2, skeleton = $3 WHERE id = $1";
        let values = values![id, name, skeleton];
        match self.change("rename an account", sql, values, StoreError::NoSuchAccount) {
            Err(error) if error.is_conflict() => Err(StoreError::NameTaken),
            renamed => renamed,
        }
    }

    /// Deletes an account with its keys, its runs and their places on the boards. False if there is
    /// none.
    pub fn delete_account(&self, id: AccountId) -> Result<bool> {
        let sql = "DELETE FROM accounts WHERE id = $1";
        Ok(self.execute("delete an account", sql, values![id])? > 0)
    }

    pub fn keep_settings(&self, id: AccountId, settings: &str) -> Result<()> {
        let sql = "UPDATE accounts SET settings = $2 WHERE id = $1";
        self.with_patience(|| {
            let values = values![id, settings];
            self.change("keep settings", sql, values, StoreError::NoSuchAccount)
        })
    }

    /// The text of the account's settings; empty where none were kept.
    pub fn settings(&self, id: AccountId) -> Result<String> {
        let sql = "SELECT settings FROM accounts WHERE id = $1";
        self.find("read settings", sql, &values![id])?.ok_or(StoreError::NoSuchAccount)
    }

    /// Lets others watch what the account plays from now on, or keeps them from it.
    pub fn let_watch(&self, id: AccountId, may_be_watched: bool) -> Result<()> {
        let doing = "open or close the door to watchers";
        let sql = "UPDATE accounts SET may_be_watched = $2 WHERE id = $1";
        self.with_patience(|| {
            self.change(doing, sql, values![id, may_be_watched], StoreError::NoSuchAccount)
        })
    }

    /// The keys of an account, the oldest first.
    pub fn keys_of(&self, id: AccountId) -> Result<Vec<Key>> {
        let sql = format!(
            "SELECT {} FROM account_keys WHERE account = $1 ORDER BY added_at, fingerprint",
            Key::COLUMNS
        );
        self.query("list the keys of an account", &sql, &values![id])
    }

    pub fn remove_key(&self, id: AccountId, fingerprint: &str) -> Result<()> {
        let values = values![id, fingerprint];
        self.transact("remove a key", move |transaction| {
            let keys = transaction.lock_and_count_keys(id)?;
            let sql = "DELETE FROM account_keys WHERE account = $1 AND fingerprint = $2";
            transaction.change(sql, &values, StoreError::NoSuchKey)?;
            if keys == 1 { Err(StoreError::LastKey) } else { Ok(()) }
        })
    }

    pub fn rename_key(&self, id: AccountId, fingerprint: &str, label: &str) -> Result<()> {
        let sql = "UPDATE account_keys SET label = $3 WHERE account = $1 AND fingerprint = $2";
        let values = values![id, fingerprint, label];
        self.change("rename a key", sql, values, StoreError::NoSuchKey)
    }

    /// Gives a new key to the account whose recovery code has this hash, and replaces the code. Of
    /// several that use a code at once one succeeds. Where the account has as many keys as it can
    /// have, its oldest ones go: they may be lost.
    pub fn recover(
        &self,
        code_hash: &str,
        new_code_hash: &str,
        fingerprint: &str,
        label: &str,
    ) -> Result<AccountId> {
        let (code, new_code) = (values![code_hash], new_code_hash.to_owned());
        let (fingerprint, label) = (fingerprint.to_owned(), label.to_owned());
        let kept_keys = i64::from(self.options.max_keys).saturating_sub(1).max(0);
        self.transact("recover an account", move |transaction| {
            let find = "SELECT id FROM accounts WHERE recovery = $1 {lock}";
            let id: AccountId = transaction.find(find, &code)?.ok_or(StoreError::WrongCode)?;
            let replace = "UPDATE accounts SET recovery = $2 WHERE id = $1";
            transaction.execute(replace, &values![id, &new_code])?;
            let make_room = "DELETE FROM account_keys WHERE fingerprint IN (SELECT fingerprint \
                             FROM account_keys WHERE account = $1 ORDER BY added_at DESC, \
                             fingerprint LIMIT 1000 OFFSET $2)";
            transaction.execute(make_room, &values![id, kept_keys])?;
            transaction.insert_key(id, &fingerprint, &label)?;
            Ok(id)
        })
    }

    /// Replaces the recovery code of an account; a guest has none.
    pub fn replace_recovery_code(&self, id: AccountId, hash: &str) -> Result<()> {
        let sql = "UPDATE accounts SET recovery = $2 WHERE id = $1 AND expires_at IS NULL";
        let values = values![id, hash];
        self.change("replace a recovery code", sql, values, StoreError::NoSuchAccount)
    }

    /// The keys that an account offers a place to, the oldest offer first.
    pub fn offers_of(&self, id: AccountId) -> Result<Vec<Key>> {
        let sql = "SELECT fingerprint, label, offered_at FROM key_offers WHERE account = $1 \
             ORDER BY offered_at, fingerprint";
        self.query("list the offers of an account", sql, &values![id])
    }

    /// The accounts that offer a key a place, the oldest offer first, and no more than a player
    /// would go through.
    pub fn offers_to(&self, fingerprint: &str) -> Result<Vec<Offer>> {
        let sql = format!(
            "SELECT {} FROM key_offers o JOIN accounts a ON a.id = o.account \
             WHERE o.fingerprint = $1 ORDER BY o.offered_at, a.name LIMIT 100",
            Offer::COLUMNS
        );
        self.query("list the offers to a key", &sql, &values![fingerprint])
    }

    /// Offers a key a place in an account. Offers count as keys do.
    pub fn offer_key(&self, id: AccountId, fingerprint: &str, label: &str) -> Result<()> {
        let (key, offer) = (values![fingerprint], values![fingerprint, id, label]);
        let max_keys = self.options.max_keys;
        self.transact("offer a key a place", move |transaction| {
            let keys = transaction.lock_and_count_keys(id)?;
            let count = "SELECT count(*) FROM key_offers WHERE account = $1";
            let offers = transaction.number(count, &values![id])?;
            if keys.saturating_add(offers) >= i64::from(max_keys) {
                return Err(StoreError::TooManyKeys(max_keys));
            }
            let owned = "SELECT account FROM account_keys WHERE fingerprint = $1";
            if transaction.find::<AccountId>(owned, &key)?.is_some() {
                return Err(StoreError::KeyTaken);
            }
            let sql = "INSERT INTO key_offers (fingerprint, account, label, offered_at) VALUES \
                       ($1, $2, $3, {now}) ON CONFLICT DO NOTHING";
            transaction.change(sql, &offer, StoreError::KeyOffered)
        })
    }

    /// Gives a key to an account that offers it a place; other offers lapse. For the key's owner.
    pub fn accept_offer(&self, id: AccountId, fingerprint: &str) -> Result<()> {
        let fingerprint = fingerprint.to_owned();
        let max_keys = self.options.max_keys;
        self.transact("accept an offer", move |transaction| {
            if transaction.lock_and_count_keys(id)? >= i64::from(max_keys) {
                return Err(StoreError::TooManyKeys(max_keys));
            }
            let sql = "SELECT label FROM key_offers WHERE fingerprint = $1 AND account = $2";
            let offer = transaction.find(sql, &values![&fingerprint, id])?;
            let label: String = offer.ok_or(StoreError::NoSuchOffer)?;
            transaction.insert_key(id, &fingerprint, &label)
        })
    }

    pub fn withdraw_offer(&self, id: AccountId, fingerprint: &str) -> Result<()> {
        let values = values![id, fingerprint];
        self.transact("take back an offer", move |transaction| {
            // Whoever accepts it meanwhile is waited for.
            transaction.lock_and_count_keys(id)?;
            let sql = "DELETE FROM key_offers WHERE account = $1 AND fingerprint = $2";
            transaction.change(sql, &values, StoreError::NoSuchOffer)
        })
    }
}

impl Transaction<'_> {
    /// How many keys an account has; nobody else changes them or its offers until the transaction
    /// ends.
    fn lock_and_count_keys(&mut self, id: AccountId) -> Result<i64> {
        let account = "SELECT id FROM accounts WHERE id = $1 {lock}";
        self.find::<AccountId>(account, &values![id])?.ok_or(StoreError::NoSuchAccount)?;
        self.number("SELECT count(*) FROM account_keys WHERE account = $1", &values![id])
    }

    /// Gives a key to an account. Whatever other accounts offer the key lapses: its owner has
    /// decided.
    fn insert_key(&mut self, id: AccountId, fingerprint: &str, label: &str) -> Result<()> {
        let sql = "INSERT INTO account_keys (fingerprint, account, label, added_at) VALUES ($1, \
                   $2, $3, {now}) ON CONFLICT DO NOTHING";
        self.change(sql, &values![fingerprint, id, label], StoreError::KeyTaken)?;
        self.execute("DELETE FROM key_offers WHERE fingerprint = $1", &values![fingerprint])?;
        Ok(())
    }

    fn created(&mut self, id: AccountId) -> Result<Account> {
        let account = self.find(&Account::select("WHERE a.id = $1"), &values![id])?;
        account.ok_or(StoreError::NoSuchAccount)
    }
}
