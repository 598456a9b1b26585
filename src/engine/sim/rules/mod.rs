//! The rules: what can be done (`check`), how it is done (`actions`), and what follows from it.
//!
//! From the bottom up: `raid_report` counts for the report; `jobs`, `bodies`, `things`, `status`, `area`, `ignite`,
//! `condition`, `noise` and `movement` are single changes with the event that tells of each; `effects` and `death` are
//! where harm, death, effects and arrival call each other; `walk`, `hiding`, `fire` and `gas` build on it; `actions` are what actors do.
//!
//! Never here: what an actor wants, which is `ai`, or when it gets its turn, which is `shift::turn`.

pub(crate) mod action;
pub(crate) mod actions;
pub(crate) mod area;
pub(crate) mod bodies;
pub(crate) mod check;
pub(crate) mod condition;
pub(crate) mod death;
pub(crate) mod effects;
pub(crate) mod fire;
pub(crate) mod fov;
pub(crate) mod gas;
pub(crate) mod hiding;
pub(crate) mod ignite;
pub(crate) mod jobs;
pub(crate) mod knowledge;
pub(crate) mod leading;
pub(crate) mod loot;
pub(crate) mod movement;
pub(crate) mod noise;
pub(crate) mod pickup;
pub(crate) mod raid_marks;
pub(crate) mod raid_members;
pub(crate) mod raid_report;
pub(crate) mod shop;
pub(crate) mod status;
pub(crate) mod theft;
pub(crate) mod things;
pub(crate) mod walk;
