//! The reckoning after dawn: what of the night's work mattered, by raids on copies of the site with
//! and without each thing that the player did, and what would have gained most besides.
//!
//! The same sample draws from the same random streams with a thing and without it, so that raids
//! differ by that thing alone. Cords are pulled as in forecasts; a pull that was made is set against
//! the same moment with that cord held back until it would have been ready again; one that was
//! left, the other way round.

mod chronicle;
mod deeds;
mod night;
mod task;
mod wishes;

pub use chronicle::{EndCause, Loss, RaiderEnd};
pub use deeds::{Deed, DeedKind};
pub use night::{Night, NightEvents};
pub use task::{Missed, Reckoning, ReckoningTask, Suggestion, Worth};
