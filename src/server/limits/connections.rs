//! How many connections there are, in all and of one address, and how fast one address makes them.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::{AddressBlock, AddressBuckets, AddressKey, Rate, Refusal};

/// The addresses whose rates are kept at once: 100 bytes each.
const MAX_TRACKED_ADDRESSES: usize = 65_536;

/// The limits of connections, logged in or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    pub total: usize,
    pub per_address: usize,
    /// New connections of one address.
    pub rate: Rate,
    /// The bytes that are read of one connection, but for files that are handed in. The burst is more than the limits of input
    /// take, so that they close a flood of keys.
    pub bytes: Rate,
    /// Addresses of which only totals are limited, here and for new accounts and submissions, such as a load balancer's, behind which all clients have one address.
    pub exempt: Vec<AddressBlock>,
}

impl ConnectionLimits {
    pub fn is_exempt(&self, address: IpAddr) -> bool {
        self.exempt.iter().any(|block| block.contains(address))
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            total: 2_500,
            per_address: 20,
            rate: Rate::per_minute(20, 20),
            bytes: Rate::per_second(16 * 1_024, 1_024 * 1_024),
            exempt: Vec::new(),
        }
    }
}

/// Counts the connections that are open, and refuses those that are too many.
#[derive(Debug)]
pub struct ConnectionLimiter {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    limits: ConnectionLimits,
    open: usize,
    open_of_address: BTreeMap<AddressKey, usize>,
    rates: AddressBuckets,
}

/// A connection that is counted until this is dropped.
#[derive(Debug)]
pub struct ConnectionGuard {
    limiter: Arc<ConnectionLimiter>,
    /// `None` for an address that is exempt.
    key: Option<AddressKey>,
}

impl ConnectionLimiter {
    /// Nobody is connected.
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        let rates = AddressBuckets::new(limits.rate, MAX_TRACKED_ADDRESSES);
        let state = State { limits, open: 0, open_of_address: BTreeMap::new(), rates };
        Arc::new(Self { state: Mutex::new(state) })
    }

    /// Has other limits from now on; who is connected stays.
    pub fn set_limits(&self, limits: ConnectionLimits) {
        let mut state = self.state();
        state.rates.set_rate(limits.rate);
        state.limits = limits;
    }

    /// Counts a new connection.
    ///
    /// # Errors
    /// When it is one too many; it counts for nothing then, but for its own address's rate.
    pub fn admit(
        self: &Arc<Self>,
        address: IpAddr,
        now: Instant,
    ) -> Result<ConnectionGuard, Refusal> {
        let mut state = self.state();
        let key = (!state.limits.is_exempt(address)).then(|| AddressKey::from(address));
        if state.open >= state.limits.total {
            return Err(Refusal::TooManyConnections);
        }
        if let Some(key) = key {
            if !state.rates.take(key, now) {
                return Err(Refusal::ConnectionRate);
            }
            let open = state.open_of_address.get(&key).copied().unwrap_or(0);
            if open >= state.limits.per_address {
                return Err(Refusal::TooManyOfAddress);
            }
            state.open_of_address.insert(key, open + 1);
        }
        state.open += 1;
        Ok(ConnectionGuard { limiter: self.clone(), key })
    }

    /// An address has gone too far: for as long as its rate takes to come back, and once more, it is not let in.
    pub fn shut_out(&self, address: IpAddr, now: Instant) {
        let mut state = self.state();
        if !state.limits.is_exempt(address) {
            state.rates.empty(address.into(), now);
        }
    }

    /// The number of connections that are open.
    pub fn open(&self) -> usize {
        self.state().open
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut state = self.limiter.state();
        state.open = state.open.saturating_sub(1);
        let Some(key) = self.key else { return };
        match state.open_of_address.get_mut(&key) {
            Some(open) if *open > 1 => *open -= 1,
            _ => {
                state.open_of_address.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn limiter(change: impl FnOnce(&mut ConnectionLimits)) -> Arc<ConnectionLimiter> {
        let mut limits = ConnectionLimits {
            total: 10,
            per_address: 3,
            rate: Rate::per_second(1, 1_000),
            bytes: Rate::per_second(1, 1),
            exempt: Vec::new(),
        };
        change(&mut limits);
        ConnectionLimiter::new(limits)
    }

    fn ip(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn connections_of_one_address_are_limited_and_given_back() {
        let (limiter, now) = (limiter(|_| {}), Instant::now());
        let mut open: Vec<_> = (0..3).map(|_| limiter.admit(ip(1), now).unwrap()).collect();
        assert_eq!(limiter.admit(ip(1), now).unwrap_err(), Refusal::TooManyOfAddress);
        let other = limiter.admit(ip(2), now).unwrap();
        assert_eq!(limiter.open(), 4);
        open.pop();
        open.push(limiter.admit(ip(1), now).unwrap());
        assert_eq!(limiter.admit(ip(1), now).unwrap_err(), Refusal::TooManyOfAddress);
        drop((open, other));
        assert_eq!(limiter.open(), 0);
        assert!(limiter.state().open_of_address.is_empty(), "who has left takes no memory");
    }

    #[test]
    fn a_network_counts_as_one() {
        let (limiter, now) = (limiter(|_| {}), Instant::now());
        let at = |text: &str| limiter.admit(text.parse().unwrap(), now);
        let _open = ["2001:db8::1", "2001:db8::2", "2001:db8::3"].map(|text| at(text).unwrap());
        assert_eq!(at("2001:db8::4").unwrap_err(), Refusal::TooManyOfAddress);
        assert!(at("2001:db8:0:1::4").is_ok());
    }

    #[test]
    fn connections_in_all_are_limited() {
        let (limiter, now) = (limiter(|_| {}), Instant::now());
        let mut open: Vec<_> = (0..10).map(|last| limiter.admit(ip(last), now).unwrap()).collect();
        assert_eq!(limiter.admit(ip(11), now).unwrap_err(), Refusal::TooManyConnections);
        open.pop();
        assert!(limiter.admit(ip(11), now).is_ok());
    }

    #[test]
    fn the_rate_of_one_address_is_limited_also_when_they_do_not_stay() {
        let limiter = limiter(|limits| limits.rate = Rate::per_second(1, 5));
        let now = Instant::now();
        for _ in 0..5 {
            drop(limiter.admit(ip(1), now).unwrap());
        }
        assert_eq!(limiter.admit(ip(1), now).unwrap_err(), Refusal::ConnectionRate);
        assert!(limiter.admit(ip(2), now).is_ok());
        assert!(limiter.admit(ip(1), now + Duration::from_secs(1)).is_ok());
    }

    #[test]
    fn of_exempt_addresses_only_the_total_is_limited() {
        let limiter = limiter(|limits| limits.exempt = vec!["192.0.2.0/24".parse().unwrap()]);
        let now = Instant::now();
        let open: Vec<_> = (0..10).map(|_| limiter.admit(ip(1), now).unwrap()).collect();
        assert_eq!(limiter.admit(ip(1), now).unwrap_err(), Refusal::TooManyConnections);
        drop(open);
        assert_eq!(limiter.open(), 0);
    }

    #[test]
    fn other_limits_hold_for_those_who_come() {
        let limiter = limiter(|limits| limits.per_address = 1);
        let now = Instant::now();
        let _first = limiter.admit(ip(1), now).unwrap();
        assert_eq!(limiter.admit(ip(1), now).unwrap_err(), Refusal::TooManyOfAddress);
        let rate = Rate::per_minute(1, 2);
        let limits =
            ConnectionLimits { total: 3, per_address: 3, rate, ..ConnectionLimits::default() };
        limiter.set_limits(limits);
        let _second = limiter.admit(ip(1), now).unwrap();
        let _other = [ip(2), ip(2)].map(|address| limiter.admit(address, now));
        assert_eq!(limiter.admit(ip(3), now).unwrap_err(), Refusal::TooManyConnections);
    }

    #[test]
    fn threads_that_come_and_go_leave_nothing_behind() {
        let limiter = limiter(|limits| (limits.total, limits.per_address) = (4, 2));
        let now = Instant::now();
        let refused: usize = std::thread::scope(|scope| {
            let threads = (0..8_u8).map(|thread| {
                let limiter = &limiter;
                scope.spawn(move || {
                    (0..100).filter(|_| limiter.admit(ip(thread % 3), now).is_err()).count()
                })
            });
            threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(refused < 800);
        assert_eq!(limiter.open(), 0);
        assert!(limiter.state().open_of_address.is_empty());
    }
}
