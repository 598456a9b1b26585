//! Passes that refuse a level which is not what it should be.

pub(super) mod contract;
