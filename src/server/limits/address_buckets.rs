//! A token bucket for each address, in bounded memory.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::{AddressKey, Rate};

/// Token buckets by address. A bucket that is full again is forgotten. When there are too many, the one that will be full first is
/// forgotten: it gives its owner the least. So whoever is refused and has other addresses cannot have the refused one
/// forgotten but by emptying as many buckets as are kept; and an address that is new is never refused.
#[derive(Debug)]
pub struct AddressBuckets {
    rate: Rate,
    max_entries: usize,
    full_at: BTreeMap<AddressKey, Instant>,
    /// The same, by time.
    by_time: BTreeSet<(Instant, AddressKey)>,
}

impl AddressBuckets {
    /// Full buckets for all addresses, of which `max_entries` are kept apart.
    pub fn new(rate: Rate, max_entries: usize) -> Self {
        Self { rate, max_entries, full_at: BTreeMap::new(), by_time: BTreeSet::new() }
    }

    /// Has another rate from now on.
    pub fn set_rate(&mut self, rate: Rate) {
        self.rate = rate;
    }

    /// Takes a token of an address. Whether there was one.
    pub fn take(&mut self, key: AddressKey, now: Instant) -> bool {
        self.forget_full(now);
        let before = self.full_at.get(&key).copied();
        let Some(full_at) = self.rate.take(before, 1, now) else { return false };
        self.keep(key, before, full_at);
        true
    }

    /// Empties the bucket of an address, and leaves it empty for the time in which it would fill.
    pub fn empty(&mut self, key: AddressKey, now: Instant) {
        self.forget_full(now);
        let before = self.full_at.get(&key).copied();
        let interval = self.rate.period / self.rate.count.max(1);
        let full_at = now.checked_add(interval.saturating_mul(self.rate.burst.max(1)) * 2);
        self.keep(key, before, full_at.unwrap_or(now));
    }

    fn keep(&mut self, key: AddressKey, before: Option<Instant>, full_at: Instant) {
        match before {
            Some(before) => {
                self.by_time.remove(&(before, key));
            }
            None if self.full_at.len() >= self.max_entries => {
                if let Some((_, first)) = self.by_time.pop_first() {
                    self.full_at.remove(&first);
                }
            }
            None => {}
        }
        self.full_at.insert(key, full_at);
        self.by_time.insert((full_at, key));
    }

    fn forget_full(&mut self, now: Instant) {
        while let Some(&(full_at, key)) = self.by_time.first()
            && full_at <= now
        {
            self.by_time.pop_first();
            self.full_at.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate::per_minute(6, 5);

    fn key(number: u64) -> AddressKey {
        AddressKey::V6(number)
    }

    #[test]
    fn each_address_has_its_own() {
        let (mut buckets, now) = (AddressBuckets::new(RATE, 100), Instant::now());
        assert_eq!(
            [0; 6].map(|_| buckets.take(key(1), now)),
            [true, true, true, true, true, false]
        );
        assert!(buckets.take(key(2), now));
        assert!(!buckets.take(key(1), now + Duration::from_secs(9)));
        assert!(buckets.take(key(1), now + Duration::from_secs(10)));
    }

    #[test]
    fn an_emptied_bucket_stays_empty_for_as_long_as_it_takes_to_fill() {
        let (mut buckets, now) = (AddressBuckets::new(RATE, 100), Instant::now());
        buckets.empty(key(1), now);
        // Five tokens come back in 50 s, and the first of them 10 s after that.
        assert!(!buckets.take(key(1), now + Duration::from_secs(59)));
        assert!(buckets.take(key(2), now));
        // It does not add up.
        buckets.empty(key(1), now);
        assert!(buckets.take(key(1), now + Duration::from_mins(1)));
        assert!(!buckets.take(key(1), now + Duration::from_mins(1)));
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let (mut buckets, now) = (AddressBuckets::new(RATE, 1_000), Instant::now());
        for number in 0..500 {
            assert!(buckets.take(key(number), now));
        }
        assert_eq!(buckets.full_at.len(), 500);
        assert!(buckets.take(key(1_000), now + Duration::from_secs(10)));
        assert_eq!((buckets.full_at.len(), buckets.by_time.len()), (1, 1));
    }

    #[test]
    fn other_addresses_unblock_nobody_and_fill_no_memory() {
        let (mut buckets, now) = (AddressBuckets::new(RATE, 100), Instant::now());
        while buckets.take(key(0), now) {}
        for number in 1..10_000 {
            assert!(buckets.take(key(number), now), "a new address is never refused");
            // As many of one address as anybody may have without being refused themselves.
            buckets.take(key(number), now);
            assert!(buckets.full_at.len() <= 100 && buckets.by_time.len() <= 100);
            assert!(!buckets.take(key(0), now), "unblocked by {number}");
        }
        // It takes as much as the limit is there for, from as many addresses as are kept.
        let mut spent = 0;
        for number in 20_000..20_100 {
            while buckets.take(key(number), now) {
                spent += 1;
            }
        }
        assert_eq!(spent, 500);
    }
}
