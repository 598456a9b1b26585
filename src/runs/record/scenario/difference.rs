//! The difference of what was expected and what happened.

use std::fmt::{self, Display};

/// What was expected and what happened, line by line: lines of the first alone begin with `-`, those of the second with `+`.
pub struct ScenarioDifference<'a> {
    pub expected: &'a str,
    pub happened: &'a str,
}

impl Display for ScenarioDifference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines =
            |text: &'_ str| -> Vec<String> { text.trim_end().lines().map(str::to_owned).collect() };
        let (left, right) = (lines(self.expected), lines(self.happened));
        let common = common_lengths(&left, &right);
        let (mut l, mut r) = (0, 0);
        while l < left.len() || r < right.len() {
            if l < left.len() && r < right.len() && left[l] == right[r] {
                writeln!(f, "  {}", left[l])?;
                (l, r) = (l + 1, r + 1);
            } else if r == right.len() || (l < left.len() && common[l + 1][r] >= common[l][r + 1]) {
                writeln!(f, "- {}", left[l])?;
                l += 1;
            } else {
                writeln!(f, "+ {}", right[r])?;
                r += 1;
            }
        }
        Ok(())
    }
}

/// The length of the longest common subsequence of the lines from each pair of places on.
fn common_lengths(left: &[String], right: &[String]) -> Vec<Vec<usize>> {
    let mut lengths = vec![vec![0; right.len() + 1]; left.len() + 1];
    for l in (0..left.len()).rev() {
        for r in (0..right.len()).rev() {
            lengths[l][r] = if left[l] == right[r] {
                lengths[l + 1][r + 1] + 1
            } else {
                lengths[l + 1][r].max(lengths[l][r + 1])
            };
        }
    }
    lengths
}
