//! Perks, which a journey gives for seniority or for coins, as in `data/perks.ron`.

use serde::Deserialize;

/// Something that the player may choose on a journey and keeps; one entry of `data/perks.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perk {
    /// As a thing that one has: "the long handle".
    pub name: String,
    /// All that it does, in full sentences.
    pub text: String,
    /// Whether it is sold in towns, and never offered for seniority.
    #[serde(default)]
    pub sold: bool,
    pub effects: Vec<PerkEffect>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum PerkEffect {
    /// Jobs can be done two cells away in a straight line, in so many turns more.
    LongReach { more_turns: u8 },
    /// The player strikes with a body in their arms.
    FightWhileCarrying,
    /// Bodies are disposed of in pits and in deep water.
    PitsAreChutes,
    /// A body in the arms is thrown so many cells; an actor that is hit by it is stunned for so
    /// many turns.
    HurlBody { cells: u8, stuns: u16 },
    /// Bodies that the player puts down never rise.
    BodiesStayDown,
    /// A chute pays nothing for bodies.
    EmptyPockets,
    /// The mop never fouls; each cell that is wiped makes a noise of this loudness.
    MopNeverFouls { noise: u8 },
    /// Traps that were set from kits do not go off at the player.
    KitsSpare,
    /// A kit is set, and a trap taken down, in so many turns.
    QuickKits { turns: u8 },
    /// What the player does is louder, or less loud.
    Louder { what: PerkNoise, percent: u16 },
    /// So many cords more can be laid a night.
    Cords { more: u8 },
    /// A trap of the floor that is taken down is gone, and gives so many parts.
    Scrap { parts: u16 },
    /// Residents that follow take a post on any bare cell, for so many coins.
    PostAnywhere { coins: u32 },
    /// A player who is hidden is aware of all actors within so many cells.
    HearWhileHidden { cells: i32 },
    /// Unlit corners hide the player.
    HideInCorners,
    /// Actors of a faction do not see the player.
    UnseenBy { faction: String, when: PerkWhen },
    /// Vermin come so much more often.
    Vermin { percent: u32 },
    /// Doors that the player shuts are barred.
    ShutBars,
    /// So many of the supply that there is most of are used in the place of one that has run out.
    Substitute { count: u16 },
    /// The player clocks out at the start of the site too.
    LeaveByStart,
    /// The coins of raiders that fall at dawn are the player's at once.
    FallenPay,
    /// The pay for a site.
    Pay { percent: u32 },
    /// Nothing happens on roads.
    NoEncounters,
    /// What a day's sleep gives back.
    Sleep { percent: i32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum PerkNoise {
    Door,
    Preparation,
    Work,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum PerkWhen {
    Always,
    /// While the player has a body of that faction in their arms.
    Bearing,
}
