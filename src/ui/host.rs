//! What the screens ask of whoever runs them: files, above all. The screens themselves open none.

use crate::sim::Setup;

use super::run::Run;

/// The one who keeps runs, scores and settings: the local player's folder, or a server.
pub trait Host {
    /// Begins a run and the keeping of it. The error is for the player's eyes.
    fn begin(&mut self, setup: Setup) -> Result<Box<dyn Run>, String>;
}
