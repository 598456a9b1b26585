//! The list of the golden run files in `saves/`: what each of them must verify to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::project::project_path;
use content::{Catalog, Depth};
use runs::record::{VerifyLimits, outcome_name, verify};
use runs::save::RunReader;
use serde::{Deserialize, Serialize};

/// One run file and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Golden {
    pub(crate) file: String,
    /// The version of the program that wrote it.
    pub(crate) version: String,
    pub(crate) format: u16,
    pub(crate) ruleset: String,
    pub(crate) kind: String,
    pub(crate) depth: Depth,
    pub(crate) origin: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<String>,
    pub(crate) commands: u32,
    pub(crate) turns: u32,
    pub(crate) outcome: String,
    pub(crate) score: u32,
    pub(crate) digest: String,
}

impl Golden {
    /// What a run file of some version of the program verifies to now. Panics where it is not true.
    pub(crate) fn of(path: &Path, version: &str, catalog: &Arc<Catalog>) -> Golden {
        let mut reader = RunReader::open(path).expect("opens");
        let (format, header) = (reader.header().format, reader.header().run.clone());
        let verdict = verify(&header, catalog, false, VerifyLimits::default(), &mut reader)
            .expect("can be examined");
        assert_eq!(verdict.mismatch, None, "{}", path.display());
        let mode = &header.setup.mode;
        Golden {
            file: path.file_name().expect("a name").to_string_lossy().into_owned(),
            version: version.to_owned(),
            format,
            ruleset: header.ruleset.to_string(),
            kind: mode.kind().to_owned(),
            depth: mode.depth(),
            origin: header.origin.name().to_owned(),
            word: header.word.clone(),
            commands: verdict.commands,
            turns: verdict.turns.0,
            outcome: outcome_name(verdict.status).to_owned(),
            score: verdict.score,
            digest: verdict.digest.to_string(),
        }
    }
}

/// The folder of the golden run files.
pub(crate) fn folder() -> PathBuf {
    project_path("saves")
}
