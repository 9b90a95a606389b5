//! Days, as tables write them.

use std::fmt;

/// A day of the Gregorian calendar: `2026-11-22`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads `2026-11-22`; `None` if that is no day.
    pub fn parse(text: &str) -> Option<Date> {
        let [year, month, day] = text.split('-').collect::<Vec<_>>()[..] else { return None };
        let digits =
            |text: &str, count| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
            return None;
        }
        let date = Date { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
        (1..=12).contains(&date.month).then_some(())?;
        (1..=date.days()).contains(&date.day).then_some(date)
    }

    /// The day that comes so many days later; `None` behind the year 9999.
    pub fn after(self, days: u32) -> Option<Date> {
        let mut date = self;
        let mut left = days;
        while left > 0 {
            let rest = u32::from(date.days().saturating_sub(date.day));
            if left <= rest {
                date.day = date.day.checked_add(u8::try_from(left).ok()?)?;
                return Some(date);
            }
            left = left.saturating_sub(rest).saturating_sub(1);
            date.day = 1;
            (date.year, date.month) = if date.month == 12 {
                (date.year.checked_add(1)?, 1)
            } else {
                (date.year, date.month.checked_add(1)?)
            };
            (date.year <= 9999).then_some(())?;
        }
        Some(date)
    }

    /// How many days its month has.
    fn days(self) -> u8 {
        match self.month {
            2 if self.year.is_multiple_of(4)
                && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400)) =>
            {
                29
            }
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn days_are_those_of_the_calendar() {
        for good in ["2024-02-29", "2000-02-29", "2026-12-31"] {
            assert_eq!(Date::parse(good).map(|date| date.to_string()).as_deref(), Some(good));
        }
        for bad in
            ["2026-02-29", "1900-02-29", "2026-13-01", "2026-1-01", "2026-04-31", "2026-04", "+026-04-01", ""]
        {
            assert_eq!(Date::parse(bad), None, "{bad}");
        }
        assert!(Date::parse("2026-09-30") < Date::parse("2026-10-01"));
    }
}
