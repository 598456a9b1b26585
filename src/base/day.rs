//! Days by their dates, in UTC.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

const SECONDS_A_DAY: u64 = 86_400;

/// The last day with a year of four digits: 9999-12-31.
const LAST: u32 = 2_932_896;

/// A day in UTC, as its number counted from 1970-01-01. As text, and in formats that people read,
/// it is its date: "2026-11-22".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

/// A text is not the date of a day.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{0}” is no date such as 2026-11-22")]
pub struct InvalidDate(String);

impl Day {
    /// The day of a moment in seconds since 1970; of one after the year 9999 the last day.
    pub fn of_seconds(seconds: u64) -> Day {
        Day(u32::try_from(seconds / SECONDS_A_DAY).unwrap_or(LAST).min(LAST))
    }

    /// The number of days since 1970-01-01.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The day so many days before this one; none is before 1970.
    pub fn before(self, days: u32) -> Day {
        Day(self.0.saturating_sub(days))
    }

    /// The day so many days after this one; none is after the year 9999.
    pub fn after(self, days: u32) -> Day {
        Day(self.0.saturating_add(days).min(LAST))
    }

    /// The place of the day in its week: 0 is a Monday, 6 a Sunday.
    pub fn weekday(self) -> usize {
        // 1970-01-01 was a Thursday.
        (self.0 as usize + 3) % 7
    }

    /// Year, month and day of the month.
    ///
    /// Howard Hinnant, "chrono-compatible low-level date algorithms" (2013).
    pub fn civil(self) -> (i64, i64, i64) {
        let days = i64::from(self.0) + 719_468;
        let era = days / 146_097;
        let day_of_era = days % 146_097;
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year, month, day)
    }

    /// The day of a date, the reverse of [`Day::civil`] and by the same source. `None` if there is
    /// no such date from 1970 to 9999.
    fn of_civil(year: i64, month: i64, day: i64) -> Option<Day> {
        if !(1_970..=9_999).contains(&year) || !(1..=12).contains(&month) || day < 1 {
            return None;
        }
        let year_from_march = year - i64::from(month <= 2);
        let (era, year_of_era) = (year_from_march / 400, year_from_march % 400);
        let month_from_march = (month + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let found = Day(u32::try_from(era * 146_097 + day_of_era - 719_468).ok()?);
        // A day that its month does not have comes back as one of the next month.
        (found.civil() == (year, month, day)).then_some(found)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        f.pad(&format!("{year:04}-{month:02}-{day:02}"))
    }
}

impl FromStr for Day {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Day, InvalidDate> {
        let is_digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<i64> =
            text.splitn(3, '-').filter(is_digits).filter_map(|part| part.parse().ok()).collect();
        let day = match (text.len(), &parts[..]) {
            (10, &[year, month, day]) => Day::of_civil(year, month, day),
            _ => None,
        };
        // Only the one way of writing a date: it is a seed, too.
        let day = day.filter(|day| day.to_string() == text);
        day.ok_or_else(|| InvalidDate(text.chars().take(40).collect()))
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u32(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Day, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        } else {
            let number = u32::deserialize(deserializer)?;
            (number <= LAST)
                .then_some(Day(number))
                .ok_or_else(|| D::Error::custom(format!("there is no day {number}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, LAST};

    #[test]
    fn days_have_their_dates() {
        let date = |seconds| Day::of_seconds(seconds).to_string();
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(951_868_799), "2000-02-29");
        assert_eq!(date(951_868_800), "2000-03-01");
        assert_eq!(date(1_795_132_800), "2026-11-20");
        assert_eq!(date(u64::MAX), "9999-12-31");
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        for number in (0..=LAST).step_by(97).chain([LAST]) {
            let day = Day(number);
            assert_eq!(day.to_string().parse(), Ok(day));
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        let texts = "|2026|2026-11|2026-1-2|2026-02-30|2025-02-29|2026-13-01|2026-00-10|\
            2026-10-00|1969-12-31|10000-01-01|+026-01-01|2026-+1-01|2026-11-22 \
            |2026/11/22|2026-11-2é";
        for text in texts.split('|') {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_week_begins_with_its_monday() {
        let weekday = |date: &str| date.parse::<Day>().expect("a date").weekday();
        assert_eq!(weekday("1970-01-01"), 3);
        assert_eq!(weekday("2026-11-16"), 0);
        assert_eq!(weekday("2026-11-22"), 6);
    }
}
