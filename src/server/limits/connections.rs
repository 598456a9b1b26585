//! How many connections there are, in all and of one address, and how fast one address makes them.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

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
    /// The bytes that are read of one connection, but for files that are handed in. The burst is
    /// more than the limits of input take, so that they close a flood of keys.
    pub bytes: Rate,
    /// Addresses of which only totals are limited, here and for new accounts and submissions, such
    /// as a load balancer's, behind which all clients have one address.
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
    state: Mutex<(ConnectionLimits, AddressBuckets)>,
    open: Arc<Places>,
}

impl ConnectionLimiter {
    pub fn new(limits: ConnectionLimits) -> Self {
        let rates = AddressBuckets::new(limits.rate, MAX_TRACKED_ADDRESSES);
        Self { state: Mutex::new((limits, rates)), open: Arc::default() }
    }

    /// Has other limits from now on; who is connected stays.
    pub fn set_limits(&self, new: ConnectionLimits) {
        let (limits, rates) = &mut *self.state.lock();
        rates.set_rate(new.rate);
        *limits = new;
    }

    /// Counts a new connection until what this returns is dropped. One too many counts for nothing
    /// but for its own address's rate.
    pub fn admit(&self, address: IpAddr, now: Instant) -> Result<Place, Refusal> {
        let (limits, rates) = &mut *self.state.lock();
        let key = (!limits.is_exempt(address)).then(|| AddressKey::from(address));
        if self.open() >= limits.total {
            return Err(Refusal::TooManyConnections);
        }
        if let Some(key) = key
            && !rates.take(key, now)
        {
            return Err(Refusal::ConnectionRate);
        }
        self.open.take(key, limits.total, limits.per_address).map_err(|full| match full {
            Full::Total => Refusal::TooManyConnections,
            Full::OfAddress => Refusal::TooManyOfAddress,
        })
    }

    /// An address has gone too far: for as long as its rate takes to come back, and once more, it
    /// is not let in.
    pub fn shut_out(&self, address: IpAddr, now: Instant) {
        let (limits, rates) = &mut *self.state.lock();
        if !limits.is_exempt(address) {
            rates.empty(address.into(), now);
        }
    }

    pub fn open(&self) -> usize {
        self.open.count()
    }
}

/// Places that are lent.
#[derive(Debug, Default)]
pub struct Places {
    /// How many are taken: by address, those of exempt addresses together.
    taken: Mutex<BTreeMap<Option<AddressKey>, usize>>,
}

/// A place that is taken until this is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    address: Option<AddressKey>,
}

impl Places {
    /// Takes a place of `total` for an address, which has `per_address` at most; `None` stands for
    /// an address of which only the total is limited.
    pub fn take(
        self: &Arc<Self>,
        address: Option<AddressKey>,
        total: usize,
        per_address: usize,
    ) -> Result<Place, Full> {
        let mut taken = self.taken.lock();
        if taken.values().sum::<usize>() >= total {
            return Err(Full::Total);
        }
        let own = taken.get(&address).copied().unwrap_or_default();
        if address.is_some() && own >= per_address {
            return Err(Full::OfAddress);
        }
        taken.insert(address, own + 1);
        Ok(Place { places: self.clone(), address })
    }

    pub fn count(&self) -> usize {
        self.taken.lock().values().sum()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    Total,
    OfAddress,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    use super::*;

    fn limiter(change: impl FnOnce(&mut ConnectionLimits)) -> ConnectionLimiter {
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
    }

    #[test]
    fn one_address_does_not_take_all_places() {
        let places = Arc::new(Places::default());
        let take_for = |address| places.take(address, 3, 2).ok();
        let take = |last| take_for(Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)).into()));
        let own = [take(1), take(1)];
        assert!(own.iter().all(Option::is_some) && take(1).is_none());
        let other = take(2);
        assert!(other.is_some() && take(3).is_none());
        drop(own);
        assert!(take(3).is_some() && take(1).is_some());
        // Of exempt addresses only the total counts.
        let exempt = [take_for(None), take_for(None)];
        assert!(exempt.iter().all(Option::is_some) && take_for(None).is_none());
        drop((other, exempt));
        assert!(places.taken.lock().is_empty());
    }
}
