//! Where the project lies: packages below it have tests that read its data, documents and run
//! files.

use std::path::{Path, PathBuf};

/// A file or folder of the project, by its path from the top.
pub(crate) fn project_path(path: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = package.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    top.expect("the project has a lock file at its top").join(path)
}
