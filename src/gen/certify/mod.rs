//! Passes that refuse a level which is not what it should be.

pub(super) mod certificate;
pub(super) mod contract;
#[allow(dead_code)] // Until a kind has gates.
pub(super) mod locks;
#[allow(dead_code)]
pub(super) mod par;
