//! The floor as actors use it: steps, doors and gates, fire, gas, noise, light, sight and hiding.

pub(crate) mod check_step;
pub(crate) mod doors;
pub(crate) mod fire;
pub(crate) mod ground;
pub(crate) mod hiding;
pub(crate) mod known;
pub(crate) mod noise;
pub(crate) mod sight;
pub(crate) mod steps;
