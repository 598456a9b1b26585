//! The errors of generation, and suggestions for mistyped names.

use base::Seed;
use content::Depth;

/// Why a pass fails; `generate` adds which pass it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PassError {
    /// This attempt failed; another attempt may succeed.
    #[error("{0}")]
    Retry(&'static str),
    #[error("comes before any pass that makes {0}")]
    Missing(&'static str),
    #[error("changes the terrain, but comes after a pass that has put things on it")]
    TooLate,
    #[error("needs the setting “{0}”")]
    NoSetting(&'static str),
    #[error("draws {0}, of which there are none")]
    NothingToDraw(&'static str),
}

/// Why a level cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenError {
    #[error("there is no kind of level called “{kind}”; \
        {}", did_you_mean(nearest.as_deref(), known))]
    UnknownKind { kind: String, nearest: Option<String>, known: Vec<String> },

    #[error(
        "“{kind}” is a map of sites and no level: `upkeeper gen {kind}` makes one, and nothing is \
         played on it"
    )]
    NotALevel { kind: String },

    #[error(
        "a {kind} of {width}×{height} cells cannot be made; it takes {min_width}×{min_height} \
         to {max}×{max}, and the nearest to that is {}×{}",
        width.min(max).max(min_width), height.min(max).max(min_height)
    )]
    Size { kind: String, width: i32, height: i32, min_width: i32, min_height: i32, max: i32 },

    #[error("there is no depth {depth}; depths go from 1 to {max}")]
    Depth { depth: Depth, max: Depth },

    #[error("a {kind} has no setting “{setting}”; {}", did_you_mean(nearest.as_deref(), known))]
    UnknownSetting { kind: String, setting: String, nearest: Option<String>, known: Vec<String> },

    #[error(
        "{setting}={value} is impossible in a {kind} of this size; it takes {low} to {high}, and \
         the nearest to that is {}", value.min(high).max(low)
    )]
    SettingRange { kind: String, setting: String, value: i32, low: i32, high: i32 },

    #[error(
        "no {kind} came of seed {seed} in {attempts} attempts; the last failed because {reason}"
    )]
    OutOfAttempts { kind: String, seed: Seed, attempts: u32, reason: &'static str },

    #[error("the work on the {kind} of seed {seed} cannot be done: {reason}")]
    Unworkable { kind: String, seed: Seed, reason: String },

    #[error("the recipe of a {kind} is wrong: its pass {pass} {fault}")]
    Recipe { kind: String, pass: String, fault: String },
}

fn did_you_mean(nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => format!("did you mean “{nearest}”?"),
        None if known.is_empty() => "there are none at all".to_owned(),
        None => format!("there are {}", known.join(", ")),
    }
}

/// The known word that a mistyped word probably stands for: the one at the least edit distance, if
/// that is at most a third of its length plus one.
pub fn nearest(word: &str, known: &[String]) -> Option<String> {
    known
        .iter()
        .map(|candidate| (strsim::levenshtein(word, candidate), candidate))
        .min()
        .filter(|&(edits, candidate)| edits <= candidate.chars().count() / 3 + 1)
        .map(|(_, candidate)| candidate.clone())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        let known = ["vault".to_owned(), "cavern".to_owned()];
        assert_eq!(nearest("valt", &known).as_deref(), Some("vault"));
        assert_eq!(nearest("caverns", &known).as_deref(), Some("cavern"));
        assert_eq!(nearest("spaceship", &known), None);
        assert_eq!(nearest("x", &[]), None);
    }
}
