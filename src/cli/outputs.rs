//! The files that commands write: the options for them, and what is refused.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::Failure;
use crate::base::path_text;
use crate::save::{Overwrite, RunSource};

/// The option that lets a command replace files.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Force {
    /// Replaces a file that is there already
    #[arg(long)]
    force: bool,
}

impl Force {
    pub(super) fn overwrite(self) -> Overwrite {
        if self.force { Overwrite::Force } else { Overwrite::Never }
    }
}

/// A file to write.
#[derive(Clone, Debug, Args)]
pub(super) struct Out {
    /// The file to write
    #[arg(long = "out", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub path: PathBuf,
    #[command(flatten)]
    force: Force,
}

impl Out {
    pub(super) fn overwrite(&self) -> Overwrite {
        self.force.overwrite()
    }

    /// The path in messages.
    pub(super) fn name(&self) -> String {
        path_text(&self.path)
    }

    /// Refuses to write over the file that is read.
    pub(super) fn check(&self, source: &RunSource) -> Result<(), Failure> {
        check_other(source, &self.path)
    }
}

/// Refuses to write over the file that is read, whatever name it is given.
pub(super) fn check_other(source: &RunSource, out: &Path) -> Result<(), Failure> {
    if source.is_at(out) {
        let out = path_text(out);
        return Err(Failure::usage(&format!("{out}: --out is the run file itself; name another")));
    }
    Ok(())
}
