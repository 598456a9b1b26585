//! The program as a child process, and the levels that it ought to make.

use crate::support::content::catalog;
use std::path::Path;
use std::process::{Command, Stdio};

use base::Seed;
use content::Depth;
use levels::{Level, Request, generate};
use serde_json::Value;

use crate::support::pty::Start;

const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("UTF-8")
    }

    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

/// The same arguments in one string.
pub(crate) fn run_line(line: &str) -> Ran {
    run(&line.split_whitespace().collect::<Vec<_>>())
}

pub(crate) fn run(args: &[&str]) -> Ran {
    let output = Command::new(PROGRAM)
        .args(args)
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null())
        .output()
        .expect("runs");
    Ran {
        code: output.status.code().expect("no signal"),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

pub(crate) fn on_terminal(home: &Path, line: &str) -> Start {
    let home = home.to_str().expect("a path");
    Start::new(PROGRAM).arguments(line.split_whitespace()).variable("UPKEEPER_HOME", home)
}

pub(crate) fn level(kind: &str, seed: u64) -> Level {
    make(&Request::new(kind, Seed(seed), Depth(1)))
}

/// A level with the stages of its making.
pub(crate) fn traced(kind: &str, seed: u64) -> Level {
    make(&Request { trace: true, ..Request::new(kind, Seed(seed), Depth(1)) })
}

fn make(request: &Request) -> Level {
    let catalog = catalog();
    generate(request, &catalog).expect("the seed has a level")
}
