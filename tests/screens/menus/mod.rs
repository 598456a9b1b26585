//! The screens around a shift: (screen, keys, screen), at the least and at a larger size, in both
//! glyph sets.

mod daily;
mod encounter;
mod help;
mod journey;
mod new_run;
pub(crate) mod played_runs;
mod replay;
mod result;
mod scores;
mod seniority;
mod settings;
mod show;
mod title;
mod town;
mod tutorial;
