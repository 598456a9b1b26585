//! The content with which shifts are quick to begin.

use std::sync::{Arc, LazyLock};

use super::content::catalog;
use content::Catalog;

static QUICK: LazyLock<Arc<Catalog>> = LazyLock::new(|| {
    let mut quick = Catalog::clone(catalog());
    quick.rules.grade.bed_raids = 1;
    Arc::new(quick)
});

/// The built-in content, but what a night in bed is worth is found by one raid: for many shifts, of
/// which the grade is not asked.
pub(crate) fn quick_catalog() -> &'static Arc<Catalog> {
    &QUICK
}
