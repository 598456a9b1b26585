//! The rules: what can be done (`check`), how it is done (`actions`), and what follows from it.
//!
//! Never here: what an actor wants, which is `ai`, or when it gets its turn, which is `shift::turn`.

pub(crate) mod actions;
pub(crate) mod area;
pub(crate) mod check;
pub(crate) mod effects;
pub(crate) mod fire;
pub(crate) mod fov;
pub(crate) mod gas;
pub(crate) mod health;
pub(crate) mod hiding;
pub(crate) mod loot;
pub(crate) mod movement;
pub(crate) mod noise;
pub(crate) mod posts;
pub(crate) mod raid;
pub(crate) mod shop;
pub(crate) mod things;
pub(crate) mod trap;
