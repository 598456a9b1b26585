//! Places that accounts offer to keys. A public key is no secret, so that whoever names one need not own it: it belongs to the
//! account only when its owner, who has logged in with it, accepts.

use super::account::{AccountError, insert_key};
use super::error::{Fault, StoreError};
use super::key::{Key, lock_and_count_keys};
use super::value::{Row, values};
use super::{AccountId, Store};

/// An offer, as the owner of the key sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub account: AccountId,
    /// The name of the account.
    pub name: String,
    /// In milliseconds since 1970.
    pub offered: i64,
}

impl Offer {
    fn read(row: &mut Row) -> Result<Offer, Fault> {
        Ok(Offer { account: AccountId(row.int()?), name: row.text()?, offered: row.int()? })
    }
}

impl Store {
    /// The keys that an account offers a place to, the oldest offer first. They do not belong to it.
    pub fn offers_of(&self, id: AccountId) -> Result<Vec<Key>, StoreError> {
        let sql = "SELECT fingerprint, label, offered_at FROM key_offers WHERE account = $1 \
             ORDER BY offered_at, fingerprint";
        self.query("list the offers of an account", sql, &values![id], Key::read)
    }

    /// The accounts that offer a key a place, the oldest offer first, and no more than a player would go through.
    pub fn offers_to(&self, fingerprint: &str) -> Result<Vec<Offer>, StoreError> {
        let sql = "SELECT a.id, a.name, o.offered_at FROM key_offers o JOIN accounts a ON a.id = o.account \
             WHERE o.fingerprint = $1 ORDER BY o.offered_at, a.name LIMIT 100";
        self.query("list the offers to a key", sql, &values![fingerprint], Offer::read)
    }

    /// Offers a key a place in an account. Offers count as keys do.
    ///
    /// # Errors
    /// [`AccountError::KeyTaken`], [`AccountError::KeyOffered`], [`AccountError::TooManyKeys`], [`AccountError::NoSuchAccount`].
    pub fn offer_key(
        &self,
        id: AccountId,
        fingerprint: &str,
        label: &str,
    ) -> Result<(), AccountError> {
        let (key, offer) = (values![fingerprint], values![fingerprint, id, label]);
        let max_keys = self.options.max_keys;
        self.transact("offer a key a place", move |transaction| {
            let keys = lock_and_count_keys(transaction, id)?;
            let count = "SELECT count(*) FROM key_offers WHERE account = $1";
            let offers = transaction.find(count, &values![id])?;
            let offers = offers.map_or(Ok(0), |mut row| row.int());
            if keys.saturating_add(transaction.read(offers)?) >= i64::from(max_keys) {
                return Err(AccountError::TooManyKeys(max_keys));
            }
            let owned = "SELECT account FROM account_keys WHERE fingerprint = $1";
            if transaction.find(owned, &key)?.is_some() {
                return Err(AccountError::KeyTaken);
            }
            let sql = "INSERT INTO key_offers (fingerprint, account, label, offered_at) VALUES ($1, $2, $3, {now}) \
                 ON CONFLICT DO NOTHING";
            match transaction.execute(sql, &offer)? {
                0 => Err(AccountError::KeyOffered),
                _ => Ok(()),
            }
        })
    }

    /// Gives a key to an account that offers it a place; the offers of others lapse. To be asked for by the key's owner only.
    ///
    /// # Errors
    /// [`AccountError::NoSuchOffer`], [`AccountError::KeyTaken`], [`AccountError::TooManyKeys`], [`AccountError::NoSuchAccount`].
    pub fn accept_offer(&self, id: AccountId, fingerprint: &str) -> Result<(), AccountError> {
        let fingerprint = fingerprint.to_owned();
        let max_keys = self.options.max_keys;
        self.transact("accept an offer", move |transaction| {
            if lock_and_count_keys(transaction, id)? >= i64::from(max_keys) {
                return Err(AccountError::TooManyKeys(max_keys));
            }
            let sql = "SELECT label FROM key_offers WHERE fingerprint = $1 AND account = $2";
            let offer = transaction.find(sql, &values![&fingerprint, id])?;
            let mut offer = offer.ok_or(AccountError::NoSuchOffer)?;
            let label = transaction.read(offer.text())?;
            insert_key(transaction, id, &fingerprint, &label)
        })
    }

    /// Takes back what an account offers a key.
    ///
    /// # Errors
    /// [`AccountError::NoSuchOffer`].
    pub fn withdraw_offer(&self, id: AccountId, fingerprint: &str) -> Result<(), AccountError> {
        let values = values![id, fingerprint];
        self.transact("take back an offer", move |transaction| {
            // Whoever accepts it meanwhile is waited for.
            lock_and_count_keys(transaction, id)?;
            let sql = "DELETE FROM key_offers WHERE account = $1 AND fingerprint = $2";
            match transaction.execute(sql, &values)? {
                0 => Err(AccountError::NoSuchOffer),
                _ => Ok(()),
            }
        })
    }
}
