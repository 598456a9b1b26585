//! The tools around levels as users meet them: pictures, plots, stages, measures and the search for
//! seeds.

mod picture;
mod report;
mod search;
mod stages;
mod usage;

use base::Seed;
use content::Depth;
use levels::{Level, Request, generate};

use crate::program::{self, Ran};
use crate::support::content::catalog;

/// Runs a command that writes no file and reads none.
fn run_line(line: &str) -> Ran {
    program::run_line(&std::env::temp_dir(), line)
}

fn run(args: &[&str]) -> Ran {
    Ran::of(program::run(&std::env::temp_dir(), args))
}

fn level(kind: &str, seed: u64) -> Level {
    make(&Request::new(kind, Seed(seed), Depth(1)))
}

/// A level with the stages of its making.
fn traced(kind: &str, seed: u64) -> Level {
    make(&Request { trace: true, ..Request::new(kind, Seed(seed), Depth(1)) })
}

fn make(request: &Request) -> Level {
    generate(request, catalog()).expect("the seed has a level")
}
