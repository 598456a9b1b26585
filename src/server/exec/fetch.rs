//! How a player is told to have the file of a run.

use std::fmt::Display;

/// The command line by which a player has the file of `run`, typed on a machine of their own.
pub(crate) fn fetch_command(run: &impl Display) -> String {
    format!("ssh HOST get {run} > {run}.upk")
}
