//! Bans: how they are written, and the list that connections and sessions are checked against.
//!
//! The store has the bans; a front end keeps a copy that a thread of its own brings up to date, so
//! that the door never waits for a database.

use std::collections::BTreeSet;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use thiserror::Error;

use crate::limits::{AddressBlock, Refusal};
use crate::session::Visitor;
use crate::store::{AccountId, Store, StoreError};

/// How a fingerprint begins, as `ssh-keygen -l` prints it.
const FINGERPRINT: &str = "SHA256:";
/// How the text of a banned account begins. It cannot be that of an address or a key.
const ACCOUNT: &str = "account:";
/// The bytes of a SHA-256.
const HASH_BYTES: usize = 32;

/// Who a ban keeps out. Its text is what the store keeps, one for each subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BanSubject {
    /// Whoever comes with the key of this fingerprint.
    Key(String),
    /// An account, by whichever of its keys.
    Account(AccountId),
    Addresses(AddressBlock),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BanSubjectError {
    #[error(
        "that is neither a key's fingerprint (SHA256:…) nor an address or a block of them, such as \
         192.0.2.1, 10.0.0.0/8 or 2001:db8:1:2::/64"
    )]
    Unknown,
    #[error(
        "that is no fingerprint: after SHA256: it has 43 letters and digits, as ssh-keygen -l \
         prints them"
    )]
    Fingerprint,
    #[error("that would keep out everybody")]
    Everybody,
}

impl FromStr for BanSubject {
    type Err = BanSubjectError;

    fn from_str(text: &str) -> Result<BanSubject, BanSubjectError> {
        if let Some(hash) = text.strip_prefix(FINGERPRINT) {
            let bytes = STANDARD_NO_PAD.decode(hash).map_err(|_| BanSubjectError::Fingerprint)?;
            let is_hash = bytes.len() == HASH_BYTES;
            return is_hash
                .then(|| BanSubject::Key(text.to_owned()))
                .ok_or(BanSubjectError::Fingerprint);
        }
        if let Some(id) = text.strip_prefix(ACCOUNT) {
            return id.parse().map(BanSubject::Account).map_err(|_| BanSubjectError::Unknown);
        }
        let block: AddressBlock = text.parse().map_err(|_| BanSubjectError::Unknown)?;
        if block.is_everything() {
            return Err(BanSubjectError::Everybody);
        }
        Ok(BanSubject::Addresses(block))
    }
}

impl fmt::Display for BanSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BanSubject::Key(fingerprint) => f.write_str(fingerprint),
            BanSubject::Account(id) => write!(f, "{ACCOUNT}{id}"),
            BanSubject::Addresses(block) => block.fmt(f),
        }
    }
}

/// All bans that hold at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BanList {
    /// The fingerprints of banned keys, and of the keys of banned accounts.
    keys: BTreeSet<String>,
    accounts: BTreeSet<AccountId>,
    addresses: Vec<AddressBlock>,
}

impl BanList {
    /// Reads the bans. What the store has that names nobody is passed over.
    pub(crate) fn read(store: &Store) -> Result<BanList, StoreError> {
        let mut list = BanList::default();
        for ban in store.bans()? {
            match ban.subject.parse() {
                Ok(BanSubject::Key(fingerprint)) => _ = list.keys.insert(fingerprint),
                Ok(BanSubject::Account(id)) => {
                    list.accounts.insert(id);
                    list.keys.extend(store.keys_of(id)?.into_iter().map(|key| key.fingerprint));
                }
                Ok(BanSubject::Addresses(block)) => list.addresses.push(block),
                Err(error) => tracing::warn!(%error, "a ban in the store is not understood"),
            }
        }
        Ok(list)
    }

    pub(crate) fn has_key(&self, fingerprint: &str) -> bool {
        self.keys.contains(fingerprint)
    }

    pub(crate) fn has_account(&self, id: AccountId) -> bool {
        self.accounts.contains(&id)
    }

    pub(crate) fn has_address(&self, address: IpAddr) -> bool {
        self.addresses.iter().any(|block| block.contains(address))
    }

    /// Why a visitor is not let in, or has to go.
    pub(crate) fn refusal(&self, visitor: &Visitor) -> Option<Refusal> {
        let has_key = visitor.fingerprint.as_deref().is_some_and(|key| self.has_key(key));
        if has_key || visitor.account.is_some_and(|id| self.has_account(id)) {
            return Some(Refusal::BannedKey);
        }
        self.has_address(visitor.address).then_some(Refusal::BannedAddress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreOptions;

    const KEY: &str = "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGlyY5Z9sAIu6EBdQW8";

    #[test]
    fn a_subject_has_one_text() {
        for (text, canonical) in [
            (KEY, KEY),
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("10.1.2.3/8", "10.0.0.0/8"),
            ("2001:DB8:1:2:3::/64", "2001:db8:1:2::/64"),
            ("2001:db8::1", "2001:db8::1"),
            ("account:0123456789abc", "account:0123456789abc"),
        ] {
            let subject: BanSubject = text.parse().unwrap();
            assert_eq!(subject.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(subject));
        }
        for text in ["", "Ann", "10.0.0.0/33", "account:x", "10.0.0"] {
            assert_eq!(text.parse::<BanSubject>(), Err(BanSubjectError::Unknown), "{text}");
        }
        for text in ["SHA256:", "SHA256:abc", &format!("{KEY}A"), "SHA256:'; DROP TABLE bans; --"] {
            assert_eq!(text.parse::<BanSubject>(), Err(BanSubjectError::Fingerprint), "{text}");
        }
        for text in ["0.0.0.0/0", "::/0", "::ffff:0.0.0.0/90"] {
            assert_eq!(text.parse::<BanSubject>(), Err(BanSubjectError::Everybody), "{text}");
        }
    }

    #[test]
    fn keys_and_addresses_are_found_in_the_list() {
        let folder = tempfile::TempDir::new().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store").display());
        let store = Store::open(&url, StoreOptions::default()).unwrap();
        for subject in [KEY, "10.0.0.0/8", "2001:db8:1:2::/64"] {
            store.ban(subject, "", None).unwrap();
        }
        let list = BanList::read(&store).unwrap();
        let refusal = |fingerprint: Option<&str>, address: &str| {
            list.refusal(&Visitor {
                fingerprint: fingerprint.map(str::to_owned),
                account: None,
                address: address.parse().unwrap(),
            })
        };
        assert_eq!(refusal(Some(KEY), "192.0.2.1"), Some(Refusal::BannedKey));
        assert_eq!(refusal(None, "10.200.0.1"), Some(Refusal::BannedAddress));
        assert_eq!(refusal(None, "::ffff:10.200.0.1"), Some(Refusal::BannedAddress));
        assert_eq!(refusal(None, "2001:db8:1:2:ffff::1"), Some(Refusal::BannedAddress));
        assert_eq!(refusal(Some("SHA256:other"), "11.0.0.1"), None);
        assert_eq!(refusal(None, "2001:db8:1:3::1"), None);
    }
}
