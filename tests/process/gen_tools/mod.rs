//! The tools around levels as users meet them: pictures, plots, stages, measures and the search for seeds.

mod picture;
mod program;
mod report;
mod search;
mod stages;
mod terminal;
mod usage;
