//! What a change is worth, by pairs of raids with the same random numbers.

/// The mean difference of pairs of raids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    pub points: i32,
    /// Whether the mean is more than the pairs differ by chance: two standard errors.
    pub is_clear: bool,
}

impl Gain {
    /// That of differences in hundredths of a point, one for each pair.
    pub(crate) fn of(differences: &[i32]) -> Gain {
        let (count, sum) =
            (differences.len() as i64, differences.iter().map(|&own| i64::from(own)).sum::<i64>());
        let squares: i64 = differences.iter().map(|&own| i64::from(own).pow(2)).sum();
        let points = (sum * 2 + count * 100 * sum.signum()) / (count * 200).max(1);
        let is_beyond_noise = sum * sum * (count - 1) >= 4 * (count * squares - sum * sum);
        Gain { points: points as i32, is_clear: is_beyond_noise && points != 0 }
    }
}
