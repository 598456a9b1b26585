//! The digest of what was played, by which a run is known again under another name.

use base::hex;
use sha2::{Digest as _, Sha256};

use engine::sim::Command;
use runs::record::RunHeader;

/// The digest of a ruleset, a setup and commands: what a run is, whoever is said to have played it, and when.
pub(super) fn play_digest(
    header: &RunHeader,
    commands: impl IntoIterator<Item = Command>,
) -> String {
    let mut hash = Sha256::new();
    hash.update(header.ruleset.to_string());
    // Plain data has no way to fail.
    hash.update(serde_json::to_vec(&header.setup).unwrap_or_default());
    for command in commands {
        hash.update(serde_json::to_vec(&command).unwrap_or_default());
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Seed;
    use content::{Catalog, Depth};
    use engine::sim::Setup;

    #[test]
    fn only_what_was_played_counts() {
        let catalog = Catalog::embedded().expect("valid data");
        let header = |name: &str, seed| {
            RunHeader::new(name, Setup::shift("vault", Depth(1), Seed(seed)), &catalog)
        };
        let commands = [Command::Wait, Command::Explore];
        let digest = play_digest(&header("Ann", 1), commands);
        assert_eq!(digest.len(), 64);
        assert_eq!(play_digest(&header("Eve", 1).named("mop"), commands), digest);
        assert_ne!(play_digest(&header("Ann", 2), commands), digest);
        assert_ne!(play_digest(&header("Ann", 1), [Command::Explore, Command::Wait]), digest);
        assert_ne!(play_digest(&header("Ann", 1), [Command::Wait]), digest);
    }
}
