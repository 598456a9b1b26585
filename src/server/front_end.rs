//! What all connections of one process share.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use parking_lot::Mutex;

use tokio::sync::Semaphore;

use crate::bans::BanList;
use crate::config::ServerConfig;
use crate::limits::{
    AccountLimits, AddressBuckets, AddressKey, ConnectionLimiter, Place, Places, Refusal,
};
use crate::metrics::Metrics;
use crate::play::{DailySeeds, Watchers};
use crate::random;
use crate::session::{Ending, Registry};
use crate::store::{AccountId, AccountQuota, Store, StoreError};
use crate::work::{Search, Signal, Verifications};
use base::{Day, Seed};
use content::Catalog;
use runs::home::since_epoch;
use screens::Foresight;

/// The largest number of addresses whose new accounts and submissions are counted.
const MAX_TRACKED_ADDRESSES: usize = 65_536;

/// The largest number of connections that log in at the same time.
const MAX_LOGINS: usize = 2;
/// The largest number of sessions that start at the same time, which costs more than a hundred
/// keys: those who play wait for no more than these.
const MAX_STARTS: usize = 4;

/// The threads that make forecasts for all sessions, at a low priority.
const FORECAST_THREADS: usize = 2;

/// The largest number of run files that are received at once: each is in memory as a whole.
const MAX_SUBMISSIONS: usize = 16;
/// And of one address: nobody takes all of those places.
const MAX_SUBMISSIONS_OF_ADDRESS: usize = 2;

/// A front end: this process, one of several that may serve the same store.
pub(crate) struct FrontEnd {
    /// By which the store knows it.
    pub id: String,
    pub store: Store,
    pub catalog: Arc<Catalog>,
    config: Mutex<Arc<ServerConfig>>,
    pub daily: DailySeeds,
    pub registry: Arc<Registry>,
    pub watchers: Watchers,
    pub metrics: Metrics,
    pub connections: ConnectionLimiter,
    /// Makes the forecasts of all sessions.
    pub foresight: Arc<Foresight>,
    pub verifier: Signal<Verifications>,
    pub rivals: Signal<VecDeque<Search>>,
    /// For connections that log in.
    pub logins: Arc<Semaphore>,
    /// For sessions that start.
    pub starts: Arc<Semaphore>,
    new_accounts: Mutex<AddressBuckets>,
    submissions: Mutex<AddressBuckets>,
    submission_places: Arc<Places>,
    bans: Mutex<Arc<BanList>>,
}

impl FrontEnd {
    pub(crate) fn new(
        store: Store,
        catalog: Arc<Catalog>,
        config: ServerConfig,
    ) -> Result<FrontEnd, StoreError> {
        let daily = DailySeeds::new(store.daily_secret()?);
        let buckets = |rate| Mutex::new(AddressBuckets::new(rate, MAX_TRACKED_ADDRESSES));
        Ok(FrontEnd {
            id: random::text::<12>(),
            store,
            catalog,
            registry: Arc::default(),
            watchers: Watchers::default(),
            metrics: Metrics::default(),
            connections: ConnectionLimiter::new(config.connections.clone()),
            verifier: Signal::default(),
            rivals: Signal::default(),
            foresight: Arc::new(Foresight::begin(FORECAST_THREADS)),
            logins: Arc::new(Semaphore::new(MAX_LOGINS)),
            starts: Arc::new(Semaphore::new(MAX_STARTS)),
            new_accounts: buckets(config.accounts.new),
            submissions: buckets(config.accounts.submissions),
            submission_places: Arc::default(),
            bans: Mutex::default(),
            config: Mutex::new(Arc::new(config)),
            daily,
        })
    }

    /// The settings that are in force.
    pub(crate) fn config(&self) -> Arc<ServerConfig> {
        self.config.lock().clone()
    }

    /// Has other settings from now on, for those who come; what only a start can change stays as it
    /// was. Returns the names of what is set otherwise there.
    pub(crate) fn set_config(&self, mut config: ServerConfig) -> Vec<&'static str> {
        let mut in_force = self.config.lock();
        let kept = config.keep_fixed(&in_force);
        self.connections.set_limits(config.connections.clone());
        for (buckets, rate) in [
            (&self.new_accounts, config.accounts.new),
            (&self.submissions, config.accounts.submissions),
        ] {
            buckets.lock().set_rate(rate);
        }
        self.store.set_quota(account_quota(&config.accounts));
        *in_force = Arc::new(config);
        kept
    }

    /// Counts a connection that an address makes, by whatever door, until what this returns is
    /// dropped.
    pub(crate) fn admit(&self, address: IpAddr) -> Result<Place, Refusal> {
        let admitted = if self.bans().has_address(address) {
            Err(Refusal::BannedAddress)
        } else {
            self.connections.admit(address, Instant::now())
        };
        admitted.map_err(|refusal| self.refuse(refusal))
    }

    /// Counts a new account of an address.
    pub(crate) fn admit_account(&self, address: IpAddr) -> Result<(), Refusal> {
        self.take(&self.new_accounts, address, Refusal::AccountRate)
    }

    /// Counts a run that an address wants to hand in. It takes memory until the place is dropped.
    pub(crate) fn admit_submission(&self, address: IpAddr) -> Result<Place, Refusal> {
        self.take(&self.submissions, address, Refusal::SubmissionRate)?;
        let address = self.limited_address(address);
        let place =
            self.submission_places.take(address, MAX_SUBMISSIONS, MAX_SUBMISSIONS_OF_ADDRESS);
        place.map_err(|_| self.refuse(Refusal::SubmissionCount))
    }

    fn take(
        &self,
        buckets: &Mutex<AddressBuckets>,
        address: IpAddr,
        refusal: Refusal,
    ) -> Result<(), Refusal> {
        let Some(address) = self.limited_address(address) else { return Ok(()) };
        let mut buckets = buckets.lock();
        let is_admitted = buckets.take(address, Instant::now());
        is_admitted.then_some(()).ok_or_else(|| self.refuse(refusal))
    }

    /// What the limits of addresses know an address by; none for one that is exempt.
    fn limited_address(&self, address: IpAddr) -> Option<AddressKey> {
        let is_exempt = self.config().connections.is_exempt(address);
        (!is_exempt).then(|| address.into())
    }

    /// Asks the store who watches at other front ends, and shows it to those who are watched here.
    pub(crate) fn refresh_watchers(&self) -> Result<(), StoreError> {
        let elsewhere = self.store.watched_elsewhere(&self.id)?;
        for run in self.watchers.set_elsewhere(elsewhere) {
            self.registry.show_anew(run);
        }
        Ok(())
    }

    /// The bans as they were read last: some seconds ago at most, while the store answers.
    pub(crate) fn bans(&self) -> Arc<BanList> {
        self.bans.lock().clone()
    }

    /// Reads the bans again, and ends the sessions of those that are banned now.
    pub(crate) fn refresh_bans(&self) -> Result<(), StoreError> {
        let list = Arc::new(BanList::read(&self.store)?);
        *self.bans.lock() = list.clone();
        self.registry.end_some(|visitor| {
            let refusal = list.refusal(visitor)?;
            Some(Ending::Refused(self.refuse(refusal)))
        });
        Ok(())
    }

    /// Counts a refusal of the store to keep more of a run or an account. Returns the limit, if
    /// any.
    pub(crate) fn refuse_run(&self, error: &StoreError) -> Option<Refusal> {
        let refusal = match error {
            StoreError::TooManyUnfinished(_) | StoreError::TooManyRuns(_) => Refusal::RunQuota,
            StoreError::QuotaExceeded(_) => Refusal::StorageQuota,
            StoreError::RunTooLong(_) => Refusal::SubmissionSize,
            _ => return None,
        };
        Some(self.refuse(refusal))
    }

    /// Counts a refusal and writes it into the log. Returns it.
    pub(crate) fn refuse(&self, refusal: Refusal) -> Refusal {
        self.metrics.refused(refusal);
        tracing::info!(limit = refusal.word(), "refused");
        refusal
    }
}

pub(crate) fn today() -> Day {
    Day::of_seconds(since_epoch(SystemTime::now()).as_secs())
}

impl FrontEnd {
    /// Whether what others played of a seed is kept from an account: while it is that of today's
    /// shift, until the account's own try is over.
    pub(crate) fn hides_seed(
        &self,
        seed: Seed,
        account: Option<AccountId>,
    ) -> Result<bool, StoreError> {
        if !self.is_secret_seed(seed) {
            return Ok(false);
        }
        let Some(account) = account else { return Ok(true) };
        let own = self.store.ranked_try(account, &today().to_string())?;
        Ok(own.is_none_or(|run| run.ended.is_none()))
    }

    /// Whether a seed is that of today's shift, which is told tomorrow.
    pub(crate) fn is_secret_seed(&self, seed: Seed) -> bool {
        self.daily.seed(today()) == seed
    }
}

pub(super) fn account_quota(limits: &AccountLimits) -> AccountQuota {
    AccountQuota { max_runs: limits.max_runs, max_bytes: limits.max_bytes }
}

#[cfg(test)]
pub(crate) mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::store::StoreOptions;

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
