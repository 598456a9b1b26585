//! Tests of the program as a process of its own: what scripts see of it, what a terminal sees of
//! it, and what is left when it is killed.

#[cfg(feature = "tui")]
mod casts;
mod cli;
mod crash;
#[cfg(all(feature = "tui", unix))]
mod daily;
#[cfg(all(feature = "tui", unix))]
mod durability;
mod explain;
#[cfg(all(feature = "tui", target_os = "linux", target_env = "gnu"))]
mod faults;
#[cfg(unix)]
mod files;
mod fuzz;
mod gen_tools;
#[cfg(unix)]
mod long_work;
mod made;
mod minimise;
#[cfg(unix)]
mod output;
#[cfg(all(feature = "tui", unix))]
mod pages;
#[cfg(feature = "tui")]
mod pictures;
mod program;
mod races;
mod raids;
mod scenarios;
mod scores;
#[cfg(all(feature = "tui", unix))]
mod settings_file;
#[cfg(all(feature = "tui", unix))]
mod terminal;
#[cfg(all(feature = "tui", unix))]
mod timer;
#[cfg(all(feature = "tui", unix))]
mod tutorial;
#[cfg(all(feature = "tui", unix))]
mod unfinished;

#[path = "../support"]
mod support {
    pub(crate) mod content;
    pub(crate) mod driver;
    #[cfg(all(feature = "tui", target_os = "linux", target_env = "gnu"))]
    pub(crate) mod failing_call;
    pub(crate) mod lasting_seed;
    pub(crate) mod project;
    pub(crate) mod pty;
    pub(crate) mod snapshot;
    pub(crate) mod table;
}
