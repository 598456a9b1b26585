//! The content that is built in, loaded once a process.

use std::sync::{Arc, LazyLock};

use content::Catalog;

static CATALOG: LazyLock<Arc<Catalog>> =
    LazyLock::new(|| Arc::new(Catalog::embedded().expect("the built-in content is valid")));

pub(crate) fn catalog() -> &'static Arc<Catalog> {
    &CATALOG
}
