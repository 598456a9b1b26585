//! The tutorial, as in `data/tutorial.ron`: a floor drawn by hand, the lessons that are given on
//! it, and what is said of anything else that the player does.

use serde::Deserialize;

use super::{JobKind, PartyKindId, Ref, Supply};

/// All of `data/tutorial.ron`. Its texts may name keys, `{key:work}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tutorial {
    pub floor: TutorialFloor,
    /// In the order in which they are given. A lesson that is fulfilled before its turn is skipped.
    pub lessons: Vec<Lesson>,
    /// Said of a lesson that is fulfilled before its turn.
    pub ahead: String,
    pub remarks: Vec<TutorRemark>,
    pub road: TutorialRoad,
    pub ending: TutorialEnding,
}

/// The floor of the tutorial and its night.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TutorialFloor {
    /// The signs of [`super::Sign`], with a wall all round.
    pub map: Vec<String>,
    /// The kinds that the signs for traps, items and bodies stand for.
    pub trap: String,
    pub item: String,
    pub body: String,
    /// What is in the closet, in the order of [`Supply::ALL`], and the number below which a supply
    /// is filled up again, if there was any of it.
    pub supplies: [u16; Supply::ALL.len()],
    pub refill_below: u16,
    /// Turns after which time counts against the grade.
    pub par: u32,
    /// Turns of the night. The tutorial adds as many again rather than let dawn break over the
    /// player.
    pub night: u32,
    /// Who comes at dawn: a party of `parties.ron`.
    pub party: Ref<PartyKindId>,
    /// The parts of the floor that conditions name.
    pub places: Vec<TutorialPlace>,
}

/// A rectangle of the floor.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TutorialPlace {
    pub name: String,
    /// Column and row of its upper left cell, counted from 0.
    pub at: (i32, i32),
    /// Width and height.
    pub size: (i32, i32),
}

/// A lesson; one entry of `lessons`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub name: String,
    pub title: String,
    pub text: String,
    /// The lesson is fulfilled once this has held.
    pub until: TutorCondition,
    /// Said once when the lesson takes long.
    pub help: String,
    /// What it has taught, for the end; empty for a lesson that is only a part of another.
    #[serde(default)]
    pub learned: String,
    /// Whether it is given after the player has left the floor, and not before.
    #[serde(default)]
    pub watched: bool,
}

/// What is said when the player does something else; one entry of `remarks`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TutorRemark {
    pub name: String,
    pub when: TutorCondition,
    pub text: String,
    /// Whether it is made every time, and not once.
    #[serde(default)]
    pub again: bool,
}

/// What lessons and remarks wait for. It holds of a state, or of what has just happened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TutorCondition {
    /// The player stands in a place of the floor.
    At(String),
    /// The order's line of this kind of job is complete.
    Complete(JobKind),
    /// All lines of the order are.
    OrderDone,
    /// The player is off the floor.
    Away,
    /// No safe way leads to the exit.
    ExitCutOff,
    /// A kit is on the plan.
    KitPlanned,
    /// These have just happened.
    KitSet,
    CordLaid,
    TrapTakenDown,
    /// The player has set off a trap.
    TrapSprung,
    MopFouled,
    ClockedOut,
    RaidOver,
    /// The player was saved from death.
    Caught,
    Refilled,
    DawnPutOff,
    /// This lesson was fulfilled, now or before.
    Learned(String),
    All(Vec<TutorCondition>),
    Any(Vec<TutorCondition>),
    Not(Box<TutorCondition>),
}

/// The page about the journey.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TutorialRoad {
    pub title: String,
    /// A little map, drawn by hand in characters of ASCII.
    pub map: Vec<String>,
    pub text: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TutorialEnding {
    pub title: String,
    /// The title for who has left before the end.
    pub left: String,
    /// Before what was learned, before what was left out, and after both.
    pub learned: String,
    pub missed: String,
    pub text: Vec<String>,
}

impl TutorCondition {
    /// The condition and all that it is made of.
    pub fn parts(&self) -> Vec<&TutorCondition> {
        let mut parts = vec![self];
        match self {
            TutorCondition::All(inner) | TutorCondition::Any(inner) => {
                parts.extend(inner.iter().flat_map(TutorCondition::parts));
            }
            TutorCondition::Not(inner) => parts.extend(inner.parts()),
            _ => {}
        }
        parts
    }
}
