//! Effects of traps, items and blows, statuses, and kinds of traps, as in `data/traps.ron`.

use crate::DepthRange;
use serde::{Deserialize, Serialize};

/// One effect of a trap, an item or an attack on its target: an actor, or a cell.
///
/// Data files give lists of effects, so that new traps, items and attacks need no code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Effect {
    /// Takes `low` to `high` health, both included, less the target's armour.
    Damage { low: i32, high: i32 },
    /// Restores health.
    Heal { amount: i32 },
    /// Gives a status for a number of turns, with a chance of `percent`.
    Inflict { status: Status, turns: u16, percent: u32 },
    /// Ends a status.
    Cure { status: Status },
    /// Releases choking gas; `amount` is shared among the cells that it spreads to.
    Gas { amount: u8 },
    /// Makes a noise; the loudness is in cells.
    Noise { loudness: u8 },
    /// Moves the target to a random cell of the floor.
    Teleport,
    /// Reveals the plan of the floor: walls, doors and fixtures.
    Map,
    /// Finishes the job beside the player, without supplies.
    FinishJob,
    /// Lights every dead brazier in sight.
    Kindle,
    /// Identifies every item in the cart.
    Identify,
    /// Adds a supply to the cart.
    Supply { supply: super::Supply, amount: u16 },
    /// Sets all cells within a radius on fire, with everything and everybody there.
    Ignite { radius: u8 },
    /// Flames in the cardinal direction with the longest clear line from the cell, up to `length`
    /// cells.
    Jet { length: u8 },
    /// Douses all cells within a radius: fires and braziers go out, blood is washed off, actors are
    /// drenched.
    Douse { radius: u8 },
    /// Puts out the lit braziers within a radius that a draught reaches.
    Snuff { radius: u8 },
    /// Applies effects to every actor in plain sight within a radius; `spares` excludes the target
    /// itself.
    Around {
        radius: u8,
        #[serde(default)]
        spares: bool,
        effects: Vec<Effect>,
    },
    /// Adds coins to the purse.
    Coins { amount: u16 },
    /// Pushes the target up to `cells` cells away from the player, onto whatever is there.
    Shove { cells: u8 },
    /// Moves the player to the closet.
    Recall,
    /// Cleans the stains in sight within a radius.
    Scrub { radius: i32 },
}

base::word_enum! {
    /// A passing condition of an actor, counted in turns.
    #[strum(serialize_all = "lowercase")]
    pub enum Status {
        /// Loses health each turn.
        Poisoned,
        /// Loses more health each turn, until it has burnt out.
        Burning,
        /// Cannot act.
        Stunned,
        /// Acts half as often.
        Slowed,
        /// Acts twice as often.
        Hasted,
        /// Sees nothing beyond the cells beside it.
        Blind,
        /// Cannot leave its cell; every try loosens the snare.
        Snared,
        /// Regains health each turn.
        Mending,
        /// Springs no traps, crosses pits, and treads in no blood.
        Floating,
        /// Works twice as fast.
        Diligent,
        /// Dripping: fire does not take hold, and every step of the upkeeper squelches.
        Drenched,
        /// Flees from the actor that frightened it, and attacks nobody.
        Frightened,
        /// Smells: attracts actors that are drawn to filth.
        Reeking,
        /// Makes no noise, whatever it does.
        Silent,
        /// Moves slowly, burns hotter, and catches fire from adjacent cells.
        Tarred,
        /// Takes less damage from blows.
        Shielded,
    }
}

impl Status {
    /// Whether the condition takes health by itself.
    pub fn takes_health(self) -> bool {
        matches!(self, Status::Poisoned | Status::Burning)
    }

    /// Whether the condition does the actor harm.
    pub fn is_harmful(self) -> bool {
        !matches!(
            self,
            Status::Hasted
                | Status::Mending
                | Status::Floating
                | Status::Diligent
                | Status::Drenched
                | Status::Silent
                | Status::Shielded
        )
    }
}

/// A kind of trap; one entry of `data/traps.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrapKind {
    /// The noun, as in "a dart trap": "dart".
    pub name: String,
    pub tier: u8,
    /// Effects on the actor that steps on it.
    pub effects: Vec<Effect>,
    /// The message when it goes off: "A dart hits {victim}."
    pub sprung: String,
    /// Whether it is gone after it went off, so that there is nothing to arm again.
    #[serde(default)]
    pub frail: bool,
    pub depths: DepthRange,
    pub weight: u32,
    pub description: String,
}
