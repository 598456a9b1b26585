//! Addresses as the limits tell them apart, and a token bucket for each, in bounded memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;
use std::time::Instant;

use ipnet::{IpNet, Ipv4Net};

use super::Rate;

/// The bits before those of an IPv4 address, where it is written as an IPv6 one.
const MAPPED_BITS: u8 = 96;

/// Whom an address belongs to: an IPv4 address, or the first 64 bits of an IPv6 address, which one
/// customer has at the least. An IPv4 address that is written as an IPv6 one is the IPv4 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AddressKey(u128);

impl From<IpAddr> for AddressKey {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.to_ipv6_mapped().to_bits()),
            IpAddr::V6(address) => Self(address.to_bits() >> 64 << 64),
        }
    }
}

/// The addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or one address. A block
/// of IPv4 addresses that is written as one of IPv6 addresses is the block of IPv4 addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressBlock(IpNet);

impl AddressBlock {
    /// Whether an address is in the block. IPv4 addresses are in the block of IPv6 addresses that
    /// they are written as.
    pub fn contains(self, address: IpAddr) -> bool {
        match (self.0, address.to_canonical()) {
            (IpNet::V6(block), IpAddr::V4(address)) => block.contains(&address.to_ipv6_mapped()),
            (block, address) => block.contains(&address),
        }
    }

    /// Whether all addresses are in the block, or all that have four bytes.
    pub fn is_everything(self) -> bool {
        self.0.prefix_len() == 0
            || (matches!(self.0, IpNet::V6(_)) && self.contains(Ipv4Addr::UNSPECIFIED.into()))
    }
}

/// The same text for all blocks of the same addresses.
impl fmt::Display for AddressBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.prefix_len() == self.0.max_prefix_len() {
            return self.0.addr().fmt(f);
        }
        self.0.fmt(f)
    }
}

/// The error for a text that is no block of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is neither an address nor a block of them, such as 192.0.2.1, 10.0.0.0/8 or fd00::/8"
)]
pub struct AddressBlockError;

impl FromStr for AddressBlock {
    type Err = AddressBlockError;

    fn from_str(text: &str) -> Result<Self, AddressBlockError> {
        let block = text.parse().or_else(|_| text.parse().map(|address: IpAddr| address.into()));
        let block = block.map_err(|_| AddressBlockError)?;
        let mapped = match block {
            IpNet::V6(block) if block.prefix_len() >= MAPPED_BITS => {
                let address = block.addr().to_ipv4_mapped();
                address.and_then(|first| Ipv4Net::new(first, block.prefix_len() - MAPPED_BITS).ok())
            }
            _ => None,
        };
        Ok(Self(mapped.map_or(block, IpNet::V4).trunc()))
    }
}

/// Token buckets by address. A bucket that is full again is forgotten. When there are too many, the
/// one that will be full first is forgotten: it gives its owner the least. So whoever is refused
/// and has other addresses cannot have the refused one forgotten but by emptying as many buckets as
/// are kept; and an address that is new is never refused.
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
    use std::net::{IpAddr, Ipv6Addr};
    use std::time::Duration;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_customer_has_one_key() {
        let key = |text| AddressKey::from(ip(text));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
        assert_ne!(key("::ffff:192.0.2.1"), key("::"));
        assert_eq!(key("2001:db8:1:2::"), key("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(key("2001:db8:1:2::"), key("2001:db8:1:3::"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
        assert_ne!(key("::1"), key("127.0.0.1"));
    }

    #[test]
    fn blocks_hold_what_begins_as_they_do() {
        for (block, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"),
            ("10.1.2.3/8", "10.0.0.0", "9.255.255.255"),
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("192.0.2.0/31", "192.0.2.1", "192.0.2.2"),
            ("fd00::/8", "fdff::1", "fe00::"),
            ("::1", "::1", "::2"),
            ("10.0.0.0/8", "::ffff:10.1.1.1", "::10.1.1.1"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
        ] {
            let parsed: AddressBlock = block.parse().unwrap();
            assert!(parsed.contains(ip(inside)), "{inside} in {block}");
            assert!(!parsed.contains(ip(outside)), "{outside} in {block}");
        }
        let all: AddressBlock = "::/0".parse().unwrap();
        assert!(all.contains(ip("::1")) && all.contains(ip("10.0.0.1")));
        for text in ["", "10.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/", "a/8"] {
            assert_eq!(text.parse::<AddressBlock>(), Err(AddressBlockError), "{text}");
        }
    }

    const RATE: Rate = Rate::per_minute(6, 5);

    fn key(number: u64) -> AddressKey {
        IpAddr::V6(Ipv6Addr::from_bits(u128::from(number) << 64)).into()
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
