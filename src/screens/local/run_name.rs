//! The names of the local player's run files.

use engine::sim::Setup;
use runs::save::RunId;

/// The longest part of a file name that comes from a text, in characters.
const MAX_PART_CHARS: usize = 24;

/// The file name of a run that begins now, in milliseconds since 1970: player, kind, seed and time.
pub(super) fn new_run(name: &str, setup: &Setup, now: u64) -> RunId {
    let (name, kind, seed) = (name_part(name), name_part(setup.mode.kind()), setup.seed);
    let file = format!("{name}-{kind}-{seed}-{now}.upk");
    RunId::try_from(file).expect("no part of it has a separator")
}

/// A text as a part of a file name: 1 to [`MAX_PART_CHARS`] ASCII letters, digits and `_`. No other character remains, such
/// as a separator, a dot or a dash, that has a meaning to a file system or a shell.
fn name_part(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .filter(char::is_ascii)
        .take(MAX_PART_CHARS)
        .collect();
    let kept = kept.trim_matches('_');
    if kept.is_empty() { "upkeeper".to_owned() } else { kept.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::name_part;

    #[test]
    fn names_of_players_cannot_leave_their_folder() {
        assert_eq!(name_part("Ann"), "ann");
        assert_eq!(name_part("../../etc/passwd"), "etc_passwd");
        assert_eq!(name_part("-rf *"), "rf");
        assert_eq!(name_part("\0\n"), "upkeeper");
        assert_eq!(name_part(""), "upkeeper");
        assert_eq!(name_part("Ærøskøbing"), "rskbing");
        assert_eq!(name_part(&"x".repeat(300)).len(), 24);
    }
}
