//! The program: parse, dispatch, exit code.

mod cli;

use std::process::ExitCode;

use cli::failure;

/// Gives the memory of sessions that have ended back to the system, which the usual allocator keeps
/// (`cargo bench -p server --bench load players-200`).
#[cfg(feature = "ssh")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    failure::report(cli::parse().and_then(cli::run))
}
