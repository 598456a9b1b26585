//! So many places at once, and so many of them for one address.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::AddressKey;

/// Places that are lent.
#[derive(Debug)]
pub struct Places {
    total: usize,
    per_address: usize,
    /// By address; those of exempt addresses together.
    taken: Mutex<BTreeMap<Option<AddressKey>, usize>>,
}

/// A place that is taken until this is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    address: Option<AddressKey>,
}

impl Places {
    /// All are free.
    pub fn new(total: usize, per_address: usize) -> Arc<Places> {
        Arc::new(Places { total, per_address, taken: Mutex::default() })
    }

    /// Takes a place for an address, or for one of which only the total is limited; none if there is none for it.
    pub fn take(self: &Arc<Self>, address: Option<AddressKey>) -> Option<Place> {
        let mut taken = self.lock();
        let (all, own) = (taken.values().sum::<usize>(), taken.get(&address).copied());
        let own = own.unwrap_or_default();
        if all >= self.total || (address.is_some() && own >= self.per_address) {
            return None;
        }
        taken.insert(address, own + 1);
        Some(Place { places: self.clone(), address })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Option<AddressKey>, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
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
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    #[test]
    fn one_address_does_not_take_all_places() {
        let places = Places::new(3, 2);
        let take = |last| places.take(Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)).into()));
        let own = [take(1), take(1)];
        assert!(own.iter().all(Option::is_some) && take(1).is_none());
        let other = take(2);
        assert!(other.is_some() && take(3).is_none());
        drop(own);
        assert!(take(3).is_some() && take(1).is_some());
        // Of exempt addresses only the total counts.
        let exempt = [places.take(None), places.take(None)];
        assert!(exempt.iter().all(Option::is_some) && places.take(None).is_none());
        drop((other, exempt));
        assert!(places.lock().is_empty());
    }
}
