//! Why not: whether a command can be carried out. Pure: it looks and touches nothing.

pub(crate) mod item;
pub(crate) mod prepare;
pub(crate) mod step;
pub(crate) mod trade;
pub(crate) mod work;
