//! `upkeeper raid`: what dawn would make of a state and a plan, and what mattered in a raid that is
//! over.

mod explain;
mod forecast;
mod what_if;

use clap::Subcommand;

use super::{Answer, Call, Failure};

#[derive(Debug, Subcommand)]
pub(crate) enum RaidCommand {
    /// Says what dawn would bring, as far as the player knows the floor
    Forecast(forecast::ForecastArgs),
    /// Tells what mattered in the last raid of a run, by playing it without each thing done
    Explain(explain::ExplainArgs),
}

pub(super) fn run(command: RaidCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        RaidCommand::Forecast(args) => forecast::run(&args, call),
        RaidCommand::Explain(args) => explain::run(&args, call),
    }
}
