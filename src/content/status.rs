//! The passing conditions of actors.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A passing condition of an actor, counted in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

impl Status {
    pub const ALL: [Status; 16] = [
        Status::Poisoned,
        Status::Burning,
        Status::Stunned,
        Status::Slowed,
        Status::Hasted,
        Status::Blind,
        Status::Snared,
        Status::Mending,
        Status::Floating,
        Status::Diligent,
        Status::Drenched,
        Status::Frightened,
        Status::Reeking,
        Status::Silent,
        Status::Tarred,
        Status::Shielded,
    ];

    /// The adjective for an actor in this condition: "poisoned".
    pub fn name(self) -> &'static str {
        match self {
            Status::Poisoned => "poisoned",
            Status::Burning => "burning",
            Status::Stunned => "stunned",
            Status::Slowed => "slowed",
            Status::Hasted => "hasted",
            Status::Blind => "blind",
            Status::Snared => "snared",
            Status::Mending => "mending",
            Status::Floating => "floating",
            Status::Diligent => "diligent",
            Status::Drenched => "drenched",
            Status::Frightened => "frightened",
            Status::Reeking => "reeking",
            Status::Silent => "silent",
            Status::Tarred => "tarred",
            Status::Shielded => "shielded",
        }
    }

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

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
