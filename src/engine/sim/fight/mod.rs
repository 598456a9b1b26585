//! Fights: what they would come to, blows, shots and throws, effects, statuses and death.

pub(crate) mod blows;
pub(crate) mod death;
pub(crate) mod effects;
pub(crate) mod odds;
pub(crate) mod throws;
