//! Into a shift: a new one, or the one that was left.

use crate::{
    sim::Setup,
    ui::{Context, HostError, Transition},
};

use super::shift::Shift;

/// Begins a run, with the word that was typed for its seed, and goes to its floor.
pub fn begin(setup: Setup, word: &str, context: &mut Context) -> Result<Transition, HostError> {
    let run = context.host.begin(setup, word, &context.settings.name)?;
    Ok(Transition::Restart(Shift::open(run, context)))
}

/// Takes up the newest run that has not come to its end.
pub fn resume(context: &mut Context) -> Result<Transition, HostError> {
    let run = context.host.resume()?;
    Ok(Transition::Restart(Shift::open(run, context)))
}
