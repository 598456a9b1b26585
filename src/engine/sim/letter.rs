//! The letters of grades.

use serde::Serialize;

use content::GradeRules;

/// From the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
pub enum Letter {
    S,
    A,
    B,
    C,
    D,
    F,
}

impl Letter {
    pub const ALL: [Letter; 6] = [Letter::S, Letter::A, Letter::B, Letter::C, Letter::D, Letter::F];

    /// The letter for so many points of so many.
    pub(crate) fn of(rules: &GradeRules, points: u32, max_points: u32) -> Letter {
        let thresholds = Letter::ALL[..5].iter().zip(rules.thresholds);
        let earned = |percent| points * 100 >= max_points * percent && points > 0;
        thresholds
            .filter(|&(_, percent)| earned(percent))
            .map(|(&letter, _)| letter)
            .next()
            .unwrap_or(Letter::F)
    }

    pub fn character(self) -> char {
        match self {
            Letter::S => 'S',
            Letter::A => 'A',
            Letter::B => 'B',
            Letter::C => 'C',
            Letter::D => 'D',
            Letter::F => 'F',
        }
    }

    /// Whether it is as good as a letter that data or a user ask for, or better; nothing is as good as what is no letter.
    pub fn is_at_least(self, asked: char) -> bool {
        Letter::ALL.into_iter().find(|own| own.character() == asked).is_some_and(|own| self <= own)
    }
}
