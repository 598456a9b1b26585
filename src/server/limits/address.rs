//! Addresses as the limits tell them apart.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// Whom an address belongs to: an IPv4 address, or the /64 of an IPv6 address, which is what one customer has at the least.
/// An IPv4 address that is written as an IPv6 one is the IPv4 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AddressKey {
    V4(Ipv4Addr),
    /// The first 64 bits.
    V6(u64),
}

impl From<IpAddr> for AddressKey {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::V4(address),
            IpAddr::V6(address) => Self::V6((address.to_bits() >> 64) as u64),
        }
    }
}

impl fmt::Display for AddressKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::V4(address) => address.fmt(f),
            Self::V6(prefix) => {
                write!(f, "{}/64", Ipv6Addr::from_bits(u128::from(*prefix) << 64))
            }
        }
    }
}

/// The bits before those of an IPv4 address, where it is written as an IPv6 one.
const MAPPED_BITS: u32 = 96;

/// The addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressBlock {
    /// The first of them, as an IPv6 address.
    bits: u128,
    /// How many of its bits count.
    prefix: u32,
}

impl AddressBlock {
    /// Whether an address is in the block.
    pub fn contains(self, address: IpAddr) -> bool {
        let differing = self.bits ^ as_v6(address);
        differing.checked_shr(128 - self.prefix).unwrap_or(0) == 0
    }

    /// Whether all addresses are in the block, or all that have four bytes.
    pub fn is_everything(self) -> bool {
        self.prefix == 0
            || (self.prefix <= MAPPED_BITS && self.contains(Ipv4Addr::UNSPECIFIED.into()))
    }
}

/// The same text for all blocks of the same addresses.
impl fmt::Display for AddressBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = Ipv6Addr::from_bits(self.bits);
        let (first, prefix, bits) = match first.to_ipv4_mapped() {
            Some(first) if self.prefix >= MAPPED_BITS => {
                (IpAddr::V4(first), self.prefix - MAPPED_BITS, 128 - MAPPED_BITS)
            }
            _ => (IpAddr::V6(first), self.prefix, 128),
        };
        if prefix == bits { first.fmt(f) } else { write!(f, "{first}/{prefix}") }
    }
}

fn as_v6(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
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
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => {
                (address, Some(prefix.parse::<u32>().map_err(|_| AddressBlockError)?))
            }
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| AddressBlockError)?;
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(bits);
        if prefix > bits {
            return Err(AddressBlockError);
        }
        let prefix = 128 - bits + prefix;
        let differing = u128::MAX.checked_shr(prefix).unwrap_or(0);
        Ok(Self { bits: as_v6(address) & !differing, prefix })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_customer_has_one_key() {
        let key = |text| AddressKey::from(ip(text)).to_string();
        assert_eq!(key("192.0.2.1"), "192.0.2.1");
        assert_eq!(key("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
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
}
