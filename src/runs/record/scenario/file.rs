//! Files of scenarios: their form, and what is wrong with it.

use std::fmt::{self, Display, Write as _};

use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub title: String,
    /// The line of the title in its file, counted from 1.
    pub line: usize,
    /// What is expected, as it stands in the file.
    pub expected: String,
    given: String,
    pub(super) map: Vec<Line>,
    pub(super) settings: Vec<Line>,
    pub(super) commands: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub number: usize,
    pub text: String,
}

pub(super) type Result<T, E = ScenarioError> = std::result::Result<T, E>;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ScenarioError {
    /// Counted from 1 in the file.
    pub line: usize,
    pub reason: String,
    /// Whether the rules broke a promise of theirs, so that the scenario is not to blame.
    pub is_fault: bool,
}

impl ScenarioError {
    pub(super) fn new(line: usize, reason: impl Display) -> ScenarioError {
        ScenarioError { line, reason: reason.to_string(), is_fault: false }
    }

    pub(super) fn fault(line: usize, reason: impl Display) -> ScenarioError {
        ScenarioError { is_fault: true, ..ScenarioError::new(line, reason) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioFile {
    /// What stands before the first one.
    preamble: String,
    pub scenarios: Vec<Scenario>,
}

impl ScenarioFile {
    /// Reads a file.
    /// Errors: a file without a scenario, and a scenario without a map.
    pub fn parse(text: &str) -> Result<ScenarioFile> {
        let mut file = ScenarioFile { preamble: String::new(), scenarios: Vec::new() };
        let mut is_expected = false;
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(title) = line.strip_prefix("== ") {
                is_expected = false;
                file.scenarios.push(Scenario {
                    title: title.trim().to_owned(),
                    line: number,
                    expected: String::new(),
                    given: String::new(),
                    map: Vec::new(),
                    settings: Vec::new(),
                    commands: Vec::new(),
                });
                continue;
            }
            match file.scenarios.last_mut() {
                None => push_line(&mut file.preamble, line),
                Some(scenario) if is_expected => push_line(&mut scenario.expected, line),
                Some(_) if line == "--" => is_expected = true,
                Some(scenario) => scenario.push_given(number, line),
            }
        }
        if file.scenarios.is_empty() {
            return Err(ScenarioError::new(1, "no scenario is here: each begins with “== title”"));
        }
        match file.scenarios.iter().find(|scenario| scenario.map.is_empty()) {
            Some(bare) => Err(ScenarioError::new(bare.line, "it has no map")),
            None => Ok(file),
        }
    }

    /// The text of the file, with what happened in the place of what is expected; `happened` has an
    /// entry a scenario.
    pub fn with_expected(&self, happened: &[String]) -> String {
        let mut text = self.preamble.clone();
        for (Scenario { title, given, .. }, happened) in self.scenarios.iter().zip(happened) {
            // A string takes all.
            let _ = writeln!(text, "== {title}\n{given}--\n{happened}");
        }
        text
    }
}

impl Scenario {
    fn push_given(&mut self, number: usize, line: &str) {
        push_line(&mut self.given, line);
        let own = |text: &str| Line { number, text: text.to_owned() };
        if let Some(command) = line.strip_prefix("> ") {
            self.commands.push(own(command.trim()));
        } else if line.starts_with('#') {
            self.map.push(own(line.trim_end()));
        } else if !line.trim().is_empty() && !line.starts_with("//") {
            self.settings.push(own(line.trim()));
        }
    }

    pub fn commands(&self) -> impl Iterator<Item = &str> {
        self.commands.iter().map(|line| line.text.as_str())
    }

    /// Whether something is what the scenario expects. Blank lines at the end do not count.
    pub fn expects(&self, happened: &str) -> bool {
        happened.trim_end() == self.expected.trim_end()
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// What was expected and what happened, line by line: lines of the first alone begin with `-`,
/// those of the second with `+`.
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
