//! The town: modules that grow from a main street by wave function collapse.

pub(crate) mod build;
pub(crate) mod collapse;
pub(crate) mod detail;
mod growth_rules;
pub(crate) mod main_street;
pub(crate) mod route;
mod solver;
pub(crate) mod state;
