//! What the random streams of a run are for, and those of a floor. Each is keyed by the run's seed
//! and, but for [`APPEARANCES`], by the floor.

use base::{KeyPart, Ordinal, Purpose, Seed, Stream};
use content::FloorKey;
use serde::{Deserialize, Serialize};

/// What actors want to do; see [`Streams`] for this and the next two.
pub(crate) const AI: Purpose<'_> = Purpose::new("ai");
pub(crate) const COMBAT: Purpose<'_> = Purpose::new("combat");
pub(crate) const FLOOR: Purpose<'_> = Purpose::new("floor");
/// Which party raids the floor before the shift.
pub const RAID: Purpose<'_> = Purpose::new("raid");
/// Raids on copies of the site, by number.
pub(crate) const REHEARSAL: Purpose<'_> = Purpose::new("rehearsal");
/// Where bodies may lie that the player has not found.
pub(crate) const UNSEEN: Purpose<'_> = Purpose::new("unseen");
pub(crate) const DAWN: Purpose<'_> = Purpose::new("dawn");
/// Where the keeper of a shop stands, and what is sold.
pub const SHOP: Purpose<'_> = Purpose::new("shop");
pub(crate) const CONDITION: Purpose<'_> = Purpose::new("condition");
/// What is in a crate, by its cell.
pub(crate) const CRATE: Purpose<'_> = Purpose::new("crate");
/// The coins in the pockets of a body.
pub(crate) const POCKETS: Purpose<'_> = Purpose::new("pockets");
pub(crate) const CAST: Purpose<'_> = Purpose::new("cast");
/// Who raids on a night of a journey.
pub(crate) const NIGHT: Purpose<'_> = Purpose::new("night");
pub(crate) const ENCOUNTER: Purpose<'_> = Purpose::new("encounter");
/// Who comes to the player's site on a night of a journey.
pub(crate) const EXPECTED: Purpose<'_> = Purpose::new("expected");
/// Who comes in after the raids of a site.
pub(crate) const PROWLERS: Purpose<'_> = Purpose::new("prowlers");
/// The extra orders that hang in the closet of a site on a night.
pub(crate) const CLOSET_ORDERS: Purpose<'_> = Purpose::new("closet orders");
/// What the houses of a town are, and who lives in them.
pub(crate) const TOWN: Purpose<'_> = Purpose::new("town");
/// Who is about in a town on a night, what they say, and what hangs on the board.
pub(crate) const TOWN_PEOPLE: Purpose<'_> = Purpose::new("town people");
pub(crate) const TOWN_TALK: Purpose<'_> = Purpose::new("town talk");
pub(crate) const TOWN_BOARD: Purpose<'_> = Purpose::new("town board");
/// What is in the chests of a town, and which kits are sold.
pub(crate) const TOWN_GOODS: Purpose<'_> = Purpose::new("town goods");
pub(crate) const TOWN_DICE: Purpose<'_> = Purpose::new("town dice");
/// The perks that seniority offers.
pub(crate) const SENIORITY: Purpose<'_> = Purpose::new("seniority");
/// What unidentified items look like, by slot.
pub(crate) const APPEARANCES: Purpose<'_> = Purpose::new("looks");

/// The run's own random streams; drawing from one never shifts another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streams {
    pub ai: Stream,
    pub combat: Stream,
    /// Vermin, gas, bodies: what the floor does by itself.
    pub floor: Stream,
}

impl Streams {
    pub fn new(seed: Seed, floor: FloorKey) -> Streams {
        Streams::of(seed, floor, ())
    }

    /// Those of a night before the shift, by the number of the raid that is tried.
    pub fn of_raid(seed: Seed, floor: FloorKey, attempt: u32) -> Streams {
        Streams::of(seed, floor, (Ordinal(1), Ordinal(attempt.into())))
    }

    /// Those of an actor in a turn of a raid on a copy.
    pub(crate) fn of_moment(seed: Seed, moment: u64) -> Streams {
        let stream = |purpose| Stream::new(seed, purpose, Ordinal(moment));
        Streams { ai: stream(AI), combat: stream(COMBAT), floor: stream(FLOOR) }
    }

    fn of(seed: Seed, floor: FloorKey, part: impl KeyPart + Copy) -> Streams {
        Streams {
            ai: Stream::new(seed, AI, (floor, part)),
            combat: Stream::new(seed, COMBAT, (floor, part)),
            floor: Stream::new(seed, FLOOR, (floor, part)),
        }
    }
}
