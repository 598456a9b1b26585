//! Token buckets, kept as one time each: when the bucket will be full again (the generic cell rate
//! algorithm, as ATM networks have it).

use std::time::{Duration, Instant};

/// So many in a period, and so many at once. Each is one at the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    pub count: u32,
    pub period: Duration,
    pub burst: u32,
}

impl Rate {
    pub const fn per_second(count: u32, burst: u32) -> Self {
        Self { count, period: Duration::from_secs(1), burst }
    }

    pub const fn per_minute(count: u32, burst: u32) -> Self {
        Self { count, period: Duration::from_mins(1), burst }
    }

    pub const fn per_hour(count: u32, burst: u32) -> Self {
        Self { count, period: Duration::from_hours(1), burst }
    }

    /// When a bucket that is full at `full_at` (or is full) will be full after `count` tokens are
    /// taken from it; `None` if it has not so many.
    pub(super) fn take(
        self,
        full_at: Option<Instant>,
        count: u32,
        now: Instant,
    ) -> Option<Instant> {
        // The time in which one token comes back.
        let interval = self.period / self.count.max(1);
        let taken = interval.checked_mul(count)?;
        let full_at = full_at.map_or(now, |full_at| full_at.max(now)).checked_add(taken)?;
        (full_at - now <= interval.saturating_mul(self.burst.max(1))).then_some(full_at)
    }
}

/// A bucket that fills by itself; full when it is new.
#[derive(Clone, Copy, Debug, Default)]
pub struct TokenBucket {
    full_at: Option<Instant>,
}

impl TokenBucket {
    /// Takes `count` tokens, all or none. Whether they were there.
    pub fn take(&mut self, rate: Rate, count: u32, now: Instant) -> bool {
        let full_at = rate.take(self.full_at, count, now);
        self.full_at = full_at.or(self.full_at);
        full_at.is_some()
    }

    /// Takes `count` tokens that were used already, even missing ones. Returns the time to repay.
    pub fn owe(&mut self, rate: Rate, count: u32, now: Instant) -> Duration {
        let interval = rate.period / rate.count.max(1);
        let full_at = self.full_at.map_or(now, |full_at| full_at.max(now));
        let full_at = full_at.checked_add(interval.saturating_mul(count)).unwrap_or(full_at);
        self.full_at = Some(full_at);
        (full_at - now).saturating_sub(interval.saturating_mul(rate.burst.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_one_in_each_interval() {
        let (rate, start) = (Rate::per_second(10, 3), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        let mut bucket = TokenBucket::default();
        let mut take = |millis| bucket.take(rate, 1, at(millis));
        assert_eq!([0; 5].map(&mut take), [true, true, true, false, false]);
        assert_eq!([99, 100, 101, 199, 200].map(&mut take), [false, true, false, false, true]);
        // A long pause fills it, and no more than that.
        assert_eq!([60_000; 5].map(&mut take), [true, true, true, false, false]);
        // Time that goes back gives nothing.
        assert!(!take(0));
    }

    #[test]
    fn tokens_are_taken_all_or_none() {
        let (rate, now) = (Rate::per_second(1_000, 100), Instant::now());
        let mut bucket = TokenBucket::default();
        assert!(!bucket.take(rate, 101, now));
        assert!(bucket.take(rate, 60, now));
        assert!(!bucket.take(rate, 41, now));
        assert!(bucket.take(rate, 40, now));
        assert!(!bucket.take(rate, u32::MAX, now));
        assert!(bucket.take(rate, 10, now + Duration::from_millis(10)));
    }

    #[test]
    fn what_is_owed_is_waited_for() {
        let (rate, start) = (Rate::per_second(10, 3), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        let mut bucket = TokenBucket::default();
        let mut owe = |count, millis| bucket.owe(rate, count, at(millis)).as_millis();
        assert_eq!([owe(3, 0), owe(2, 0), owe(0, 150), owe(0, 200)], [0, 200, 50, 0]);
        assert_eq!([owe(0, 60_000), owe(4, 60_000)], [0, 100]);
    }

    #[test]
    fn extreme_rates_neither_divide_by_nothing_nor_overflow() {
        let mut bucket = TokenBucket::default();
        let (rate, now) = (Rate::per_minute(0, 0), Instant::now());
        assert!(bucket.take(rate, 1, now));
        assert!(!bucket.take(rate, 1, now + Duration::from_secs(59)));
        assert!(bucket.take(rate, 1, now + Duration::from_mins(1)));
        let endless = Rate { count: 1, period: Duration::MAX, burst: u32::MAX };
        assert!(!bucket.take(endless, u32::MAX, now));
        let fast = Rate::per_hour(u32::MAX, u32::MAX);
        assert!(TokenBucket::default().take(fast, u32::MAX, now));
    }
}
