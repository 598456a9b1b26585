//! Passes that refuse a level which is not what it should be.

pub(super) mod certificate;
pub(super) mod contract;
pub(super) mod locks;
pub(super) mod par;
