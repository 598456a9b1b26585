//! The course of a shift: the floor as it is built, the raid before it, its turns, the raid at dawn
//! and the grade.

pub(crate) mod build;
pub(crate) mod condition;
pub(crate) mod course;
pub(crate) mod grade;
pub(crate) mod grade_line;
pub mod picture;
pub(crate) mod raid;
mod site_raid;
mod site_work;
pub(crate) mod turn;
pub(crate) mod tutorial;
