//! The runs to race against that the command line names.

use std::path::PathBuf;

/// The files that the command line names for a race, in place of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceFiles {
    pub compare: Option<PathBuf>,
    pub ghost: Option<PathBuf>,
}
