//! The town: modules that grow from a main street by wave function collapse.

pub(in crate::levelgen) mod build;
pub(in crate::levelgen) mod collapse;
pub(in crate::levelgen) mod detail;
mod growth_rules;
pub(in crate::levelgen) mod main_street;
pub(in crate::levelgen) mod route;
mod solver;
pub(in crate::levelgen) mod state;
