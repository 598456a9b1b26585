//! Effects: the one vocabulary of all that befalls anybody.

use serde::{Deserialize, Serialize};

use super::Status;

/// What a trap, a draught, a scroll or a blow does to whoever it befalls.
///
/// Traps, items and attacks are lists of these, so that a new one is a line of data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Effect {
    /// Takes between `low` and `high` health, lessened by armour.
    Damage { low: i32, high: i32 },
    /// Gives back health.
    Heal { amount: i32 },
    /// Brings a status for so many turns, in `percent` of the cases.
    Inflict { status: Status, turns: u16, percent: u32 },
    /// Ends a status.
    Cure { status: Status },
    /// Lets out choking gas; `amount` is shared among the cells it spreads to.
    Gas { amount: u8 },
    /// Sounds that far, in cells.
    Noise { loudness: u8 },
    /// Moves to a random place of the floor.
    Teleport,
    /// Shows the plan of the floor: walls, doors and fixtures.
    Map,
    /// Finishes the job beside the reader at no cost.
    FinishJob,
    /// Lights every dead brazier in sight.
    Kindle,
    /// Names every unidentified thing in the cart.
    Identify,
    /// Adds a supply to the cart.
    Supply { supply: super::Supply, amount: u16 },
    /// Sets alight whatever lies within so many cells, and whoever stands there.
    Ignite { radius: u8 },
    /// Flames from the cell along the longest clear way from it, so many cells at the most.
    Jet { length: u8 },
    /// Water over everything within so many cells: fire and braziers go out, blood runs off, everybody drips.
    Douse { radius: u8 },
    /// A draught that blows out every lit brazier within so many cells of clear air.
    Snuff { radius: u8 },
    /// Lets effects befall everybody in plain sight within so many cells; `spares` leaves out whoever this one
    /// befalls.
    Around {
        radius: u8,
        #[serde(default)]
        spares: bool,
        effects: Vec<Effect>,
    },
    /// Adds coins to the purse.
    Coins { amount: u16 },
    /// Pushes away from the upkeeper, up to so many cells, onto whatever is there.
    Shove { cells: u8 },
    /// Brings the upkeeper back to the closet.
    Recall,
    /// Cleans the stains in sight within so many cells.
    Scrub { radius: i32 },
}
