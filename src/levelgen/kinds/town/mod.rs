//! The town: modules that grow from a main street by wave function collapse.

pub(in crate::levelgen) mod build;
pub(in crate::levelgen) mod collapse;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod main_street;
pub(in crate::levelgen) mod route;
pub(in crate::levelgen) mod state;
