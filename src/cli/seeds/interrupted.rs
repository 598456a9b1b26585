//! How far interrupted searches have come, so that `--resume` goes on there.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cli::Failure;
use base::fold;
use runs::save::{self, Overwrite};

/// What is read of a file, in bytes; a longer one is not ours.
const MAX_BYTES: u64 = 1 << 16;

/// The place where it is kept how far one search has come.
#[derive(Debug)]
pub(super) struct InterruptedSearch {
    path: PathBuf,
    /// All that the results of the search depend on.
    search: String,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SearchState {
    /// Seeds that were tried, from the first one on.
    pub tried: u64,
    pub found: u64,
    /// Seeds from which no level came.
    pub failed: u64,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    search: String,
    #[serde(flatten)]
    state: SearchState,
}

impl InterruptedSearch {
    /// The place for a search in a folder. `search` holds all that its results depend on.
    pub(super) fn new(folder: &std::path::Path, search: String) -> InterruptedSearch {
        let path = folder.join(format!("{:016x}.json", fold(0, search.as_str())));
        InterruptedSearch { path, search }
    }

    /// How far this search came when it was interrupted; `None` if it was not.
    pub(super) fn read(&self) -> Option<SearchState> {
        let is_small = fs::metadata(&self.path).is_ok_and(|file| file.len() <= MAX_BYTES);
        let text = is_small.then(|| fs::read(&self.path).ok()).flatten()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        (kept.search == self.search).then_some(kept.state)
    }

    /// Keeps how far it has come.
    pub(super) fn keep(&self, state: SearchState) -> Result<(), Failure> {
        let kept = serde_json::to_vec(&Kept { search: self.search.clone(), state })?;
        Ok(save::write_file(&self.path, &kept, Overwrite::Force)?)
    }

    /// Forgets it: the search has come to its end.
    pub(super) fn forget(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_search_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("seeds");
        let search = |text: &str| InterruptedSearch::new(&folder, text.to_owned());
        let state = SearchState { tried: 700, found: 2, failed: 0 };
        search("vault loops > 3").keep(state).expect("writes");
        assert_eq!(search("vault loops > 3").read(), Some(state));
        assert_eq!(search("vault loops > 4").read(), None);
        fs::write(&search("x").path, "rubbish").expect("writes");
        assert_eq!(search("x").read(), None);
        search("vault loops > 3").forget();
        assert_eq!(search("vault loops > 3").read(), None);
    }
}
