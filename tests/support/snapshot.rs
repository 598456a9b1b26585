//! Snapshots: texts that are kept in files, to be compared with what a test sees.

use super::project::project_path;

/// Compares a text with `tests/FOLDER/NAME.snap`.
pub(crate) fn snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(project_path("tests").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
