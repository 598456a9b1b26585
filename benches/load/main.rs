//! What a server carries on this machine: people who play at human speed, who sit idle, who come
//! and go, who watch, who mean harm, and the verification of runs beside them. Every client is a
//! real SSH client, and every figure stands beside that of a server of the same library which sends
//! each key back, in the same run.
//!
//! `cargo bench --features ssh --bench load [-- [NAME…] [--seconds N]]`, with names out of
//! [`MEASUREMENTS`]. The clients run on the same processors as the server.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::float_arithmetic,
    reason = "it measures time"
)]

mod abuse;
mod client;
mod crowd;
mod measurements;
mod servers;

#[path = "../../tests/support"]
mod support {
    pub(crate) mod content;
}

use std::env;
use std::time::Duration;

use tokio::runtime::{self, Runtime};

use measurements::MEASUREMENTS;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == servers::ECHO_ARGUMENT) {
        servers::serve_echo().expect("the echo serves");
        return;
    }
    if let [flag, server, first] = &arguments[..]
        && flag == abuse::ARGUMENT
    {
        let (server, first) = (server.parse().expect("an address"), first.parse());
        runtime().block_on(abuse::run(server, first.expect("a number")));
        return;
    }
    let mut seconds = 30;
    let mut wanted = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // What `cargo bench` gives every benchmark.
            "--bench" => {}
            "--seconds" => {
                let number = arguments.next().and_then(|number| number.parse().ok());
                seconds = number.expect("--seconds takes a number");
            }
            name => {
                let names: Vec<_> = MEASUREMENTS.iter().map(|(name, _)| *name).collect();
                assert!(names.contains(&name), "{name}: there are {}", names.join(", "));
                wanted.push(name);
            }
        }
    }
    let runtime = runtime();
    for (name, measure) in MEASUREMENTS {
        if wanted.is_empty() || wanted.contains(name) {
            println!("{name}:");
            measure(&runtime, Duration::from_secs(seconds));
        }
    }
}

fn runtime() -> Runtime {
    runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads")
}
