//! The town: modules with sockets, chosen by wave function collapse round a main street.

pub(crate) mod build;
pub(crate) mod collapse;
mod solver;
pub(crate) mod street;
