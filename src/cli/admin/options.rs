//! What every command of `upkeeper admin` takes.

use clap::Args;

use crate::cli::Format;
use crate::cli::store_args::StoreArgs;

/// The database, and how to print.
#[derive(Clone, Debug, Args)]
pub(super) struct AdminOptions {
    #[command(flatten)]
    pub(super) store: StoreArgs,
    /// How to print: for people, or one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}

impl AdminOptions {
    pub(super) fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}
