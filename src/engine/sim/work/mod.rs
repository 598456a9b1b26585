//! The work: jobs, bodies, the order, and what is prepared for the raid.

pub(crate) mod bodies;
pub(crate) mod check_prepare;
pub(crate) mod check_work;
pub(crate) mod cords;
pub(crate) mod jobs;
pub(crate) mod levers;
pub(crate) mod order;
pub(crate) mod plan;
pub(crate) mod prepare;
