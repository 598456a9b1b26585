//! How much input one session takes: packets and bytes of the line, and the keys in them.
//!
//! Each key may cost a turn of the game, so keys are what matters; packets and bytes are limited so
//! that reading them costs nothing either. Excess is dropped, and a flood closes the session.

use std::time::Instant;

use super::{Rate, Refusal, TokenBucket};

/// A dropped packet counts as one, and as one more for each of these.
const BYTES_PER_DROP: usize = 1_024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputLimits {
    /// A key held down is 25 to 50 a second.
    pub keys: Rate,
    pub packets: Rate,
    /// Its burst is the longest paste that comes through whole.
    pub bytes: Rate,
    /// Packets that are dropped before the session is closed.
    pub drops: Rate,
}

impl Default for InputLimits {
    fn default() -> Self {
        Self {
            keys: Rate::per_second(50, 100),
            packets: Rate::per_second(120, 240),
            bytes: Rate::per_second(4 * 1_024, 32 * 1_024),
            drops: Rate::per_second(20, 200),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputVerdict {
    Accept,
    /// It is not read.
    Drop(Refusal),
    /// The session is saved and closed.
    Close(Refusal),
}

#[derive(Debug)]
pub struct InputLimiter {
    limits: InputLimits,
    keys: TokenBucket,
    packets: TokenBucket,
    bytes: TokenBucket,
    drops: TokenBucket,
}

impl InputLimiter {
    pub fn new(limits: InputLimits) -> Self {
        let full = TokenBucket::default();
        Self { limits, keys: full, packets: full, bytes: full, drops: full }
    }

    pub fn packet(&mut self, bytes: usize, now: Instant) -> InputVerdict {
        let count = u32::try_from(bytes).unwrap_or(u32::MAX);
        if self.packets.take(self.limits.packets, 1, now)
            && self.bytes.take(self.limits.bytes, count, now)
        {
            return InputVerdict::Accept;
        }
        let drops = u32::try_from(1 + bytes / BYTES_PER_DROP).unwrap_or(u32::MAX);
        if self.drops.take(self.limits.drops, drops, now) {
            InputVerdict::Drop(Refusal::InputRate)
        } else {
            InputVerdict::Close(Refusal::InputFlood)
        }
    }

    /// Whether a key is taken; it is one of a packet that was accepted. A text that is pasted into
    /// a terminal without marks for pastes is many keys, so none of them closes the session.
    pub fn takes_key(&mut self, now: Instant) -> bool {
        self.keys.take(self.limits.keys, 1, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Sends packets for some seconds. Returns how many were accepted and dropped, and its end.
    fn send(packets_a_second: u32, bytes: usize, seconds: u32) -> (u32, u32, Option<Duration>) {
        let (mut limiter, start) = (InputLimiter::new(InputLimits::default()), Instant::now());
        let (mut accepted, mut dropped) = (0, 0);
        for packet in 0..packets_a_second * seconds {
            let after = Duration::from_secs(1) * packet / packets_a_second;
            match limiter.packet(bytes, start + after) {
                InputVerdict::Accept => accepted += 1,
                InputVerdict::Drop(why) => {
                    assert_eq!(why, Refusal::InputRate);
                    dropped += 1;
                }
                InputVerdict::Close(why) => {
                    assert_eq!(why, Refusal::InputFlood);
                    return (accepted, dropped, Some(after));
                }
            }
        }
        (accepted, dropped, None)
    }

    #[test]
    fn players_are_not_limited() {
        // Fast typing, a key held down, arrows held down.
        assert_eq!(send(15, 1, 600), (9_000, 0, None));
        assert_eq!(send(50, 1, 600), (30_000, 0, None));
        assert_eq!(send(100, 6, 600), (60_000, 0, None));
        // A paste in packets of a kibibyte, all at once.
        let mut limiter = InputLimiter::new(InputLimits::default());
        let now = Instant::now();
        for _ in 0..32 {
            assert_eq!(limiter.packet(1_024, now), InputVerdict::Accept);
        }
        assert_eq!(limiter.packet(1, now), InputVerdict::Drop(Refusal::InputRate));
        assert_eq!(limiter.packet(1, now + Duration::from_secs(1)), InputVerdict::Accept);
    }

    #[test]
    fn a_little_too_much_is_dropped_for_as_long_as_it_lasts() {
        let (accepted, dropped, closed) = send(135, 1, 600);
        assert_eq!(closed, None);
        assert!(accepted.abs_diff(120 * 600 + 240) <= 1, "{accepted}");
        assert!(dropped > 0);
    }

    #[test]
    fn floods_are_closed() {
        let (accepted, dropped, closed) = send(5_000, 1, 60);
        assert!(accepted < 300 && dropped < 600, "{accepted} {dropped}");
        assert!(closed.unwrap() < Duration::from_secs(1));
        let (accepted, dropped, closed) = send(100, 32 * 1_024, 60);
        assert!(accepted <= 2 && dropped < 20, "{accepted} {dropped}");
        assert!(closed.unwrap() < Duration::from_secs(1));
        assert_eq!(send(1, usize::MAX, 1).2, Some(Duration::ZERO));
    }

    #[test]
    fn keys_have_a_rate_of_their_own() {
        let (mut limiter, start) = (InputLimiter::new(InputLimits::default()), Instant::now());
        let taken = (0..4_000).filter(|_| limiter.takes_key(start)).count();
        assert_eq!(taken, 100);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..4_000).filter(|_| limiter.takes_key(later)).count(), 50);
        assert_eq!(limiter.packet(1, start), InputVerdict::Accept, "keys close nobody");
    }
}
