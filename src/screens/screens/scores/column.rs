//! The columns of the table of scores, and which of them fit.

use crate::{Appearance, terminal::sanitize, widgets::pad};
use engine::view::is_of_journey;
use runs::save::Score;

/// A column of the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Rank,
    Score,
    Grade,
    Name,
    Level,
    Seed,
    Turns,
    Date,
    End,
}

impl Column {
    /// From left to right, each with its title, its width, and its priority: the columns with the greatest number are
    /// left out first.
    const ALL: [(Self, &'static str, usize, u8); 9] = [
        (Self::Rank, "#", 3, 0),
        (Self::Score, "score", 6, 0),
        (Self::Grade, "grade", 5, 1),
        (Self::Name, "name", 11, 2),
        (Self::Level, "level", 10, 3),
        (Self::Seed, "seed", 20, 5),
        (Self::Turns, "turns", 5, 4),
        (Self::Date, "date", 10, 6),
        (Self::End, "how it ended", 12, 7),
    ];

    /// The columns that fit, with their widths; what is left over goes to the last.
    pub(super) fn fitting(width: usize) -> Vec<(Self, &'static str, usize)> {
        let needed = |max_priority| {
            let kept = Self::ALL.iter().filter(|column| column.3 <= max_priority);
            kept.map(|column| column.2 + 1).sum::<usize>()
        };
        let max_priority =
            (0..8).rev().find(|&max_priority| needed(max_priority) <= width + 1).unwrap_or(0);
        let kept = Self::ALL.iter().filter(|column| column.3 <= max_priority);
        let mut columns: Vec<_> =
            kept.map(|&(column, title, wide, _)| (column, title, wide)).collect();
        // The columns left over go to long names first, then to the ending.
        let mut left = (width + 1).saturating_sub(needed(max_priority));
        for (column, _, wide) in &mut columns {
            let more = match column {
                Self::Name => left.min(9),
                Self::End => left,
                _ => 0,
            };
            *wide += more;
            left -= more;
        }
        columns
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Rank | Self::Score | Self::Seed | Self::Turns)
    }

    /// The text of the column for a score. Only scores that are ranked have a rank.
    pub(super) fn text(self, rank: Option<usize>, score: &Score) -> String {
        match self {
            Self::Rank => rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string()),
            Self::Score => score.score.to_string(),
            Self::Grade => score.grade.character().to_string(),
            Self::Name if score.name.is_empty() => "(nobody)".to_owned(),
            Self::Name => sanitize(&score.name),
            Self::Level if is_of_journey(&score.kind) => "journey".to_owned(),
            Self::Level => format!("{} {}", score.kind, score.depth),
            Self::Seed => match &score.word {
                Some(word) => sanitize(word),
                None => score.seed.to_string(),
            },
            Self::Turns => score.turns.to_string(),
            Self::Date => score.date(),
            Self::End => score.outcome_in_words(),
        }
    }
}

/// A row of the table, with a text for each column.
pub(super) fn row(
    columns: &[(Column, &'static str, usize)],
    looks: &Appearance,
    text: impl Fn(Column, &'static str) -> String,
) -> String {
    let cells = columns.iter().map(|&(column, title, width)| {
        let text = text(column, title);
        let padded = pad(&text, width, looks);
        if !column.is_number() {
            return padded;
        }
        // Digits line up at the right.
        let text = padded.trim_end();
        format!("{}{text}", &padded[text.len()..])
    });
    cells.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_goes_in_the_order_of_its_weight() {
        let names = |width| {
            let columns = Column::fitting(width);
            let used: usize = columns.iter().map(|column| column.2 + 1).sum();
            assert!(used <= width + 1 || width < 10, "{width}: {used}");
            columns.iter().map(|column| column.1).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(18), "# score grade");
        assert_eq!(names(76), "# score grade name level seed turns");
        assert_eq!(names(118), "# score grade name level seed turns date how it ended");
    }
}
