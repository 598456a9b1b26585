//! What all connections of one process share.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::config::ServerConfig;
use super::daily::DailySeeds;
use super::limits::{AddressBuckets, AddressKey, ConnectionLimiter, Refusal};
use super::metrics::Metrics;
use super::random;
use super::session::Registry;
use super::store::{Store, StoreError};
use crate::content::Catalog;

/// The largest number of addresses whose new accounts are counted.
const MAX_TRACKED_ADDRESSES: usize = 65_536;

/// A front end: this process, one of several that may serve the same store.
pub(crate) struct FrontEnd {
    /// By which the store knows it.
    pub id: String,
    pub store: Store,
    pub catalog: Arc<Catalog>,
    pub config: ServerConfig,
    pub daily: DailySeeds,
    pub registry: Arc<Registry>,
    pub metrics: Metrics,
    pub connections: Arc<ConnectionLimiter>,
    new_accounts: Mutex<AddressBuckets>,
}

impl FrontEnd {
    /// # Errors
    /// When the store does not tell the secret of the daily shifts.
    pub(crate) fn new(
        store: Store,
        catalog: Arc<Catalog>,
        config: ServerConfig,
    ) -> Result<FrontEnd, StoreError> {
        let daily = DailySeeds::new(store.daily_secret()?);
        let new_accounts = AddressBuckets::new(config.accounts.new, MAX_TRACKED_ADDRESSES);
        Ok(FrontEnd {
            id: random::text::<12>(),
            store,
            catalog,
            registry: Arc::default(),
            metrics: Metrics::new(),
            connections: ConnectionLimiter::new(config.connections.clone()),
            new_accounts: Mutex::new(new_accounts),
            config,
            daily,
        })
    }

    /// Counts a new account of an address.
    ///
    /// # Errors
    /// When it is one too many.
    pub(crate) fn admit_account(&self, address: AddressKey) -> Result<(), Refusal> {
        let mut accounts = self.new_accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if accounts.take(address, Instant::now()) {
            Ok(())
        } else {
            Err(self.refuse(Refusal::AccountRate))
        }
    }

    /// Counts a refusal and writes it into the log. Returns it.
    pub(crate) fn refuse(&self, refusal: Refusal) -> Refusal {
        self.metrics.refused(refusal);
        tracing::info!(limit = refusal.word(), "refused");
        refusal
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::server::store::StoreOptions;

    /// A front end with a new store in a folder.
    pub(crate) fn front_end() -> (TempDir, FrontEnd) {
        let folder = TempDir::new().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("store").display());
        let store = Store::open(&url, StoreOptions::default()).expect("opens");
        let catalog = Arc::new(Catalog::embedded().expect("valid data"));
        let front_end = FrontEnd::new(store, catalog, ServerConfig::default());
        (folder, front_end.expect("a secret"))
    }
}
