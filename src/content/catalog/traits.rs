//! Checks of the actors' traits in `actors.ron`.

use super::actors::named;
use super::checker::Checker;
use super::lookup::find;
use crate::actor::ActorKind;
use crate::effect::Effect;
use crate::error::DataError;
use crate::kind_id::TrapKindId;
use crate::trap::TrapKind;

/// Resolves the names of traps and actors in the traits, and checks their numbers.
pub(super) fn link(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
    traps: &[TrapKind],
) -> Result<(), DataError> {
    for place in 0..actors.len() {
        let (name, traits) = (actors[place].name.clone(), actors[place].traits.clone());
        let weaves = traits.weaves.as_ref().map(|woven| {
            find(traps, |trap| &trap.name, woven).map(TrapKindId).ok_or_else(|| {
                file.error(&name, "weaves", format!("there is no trap “{woven}” in traps.ron"))
            })
        });
        let splits = traits.splits.as_ref().map(|part| {
            named(actors, part).map_err(|message| file.error(&name, "splits", message))
        });
        if let Some(blink) = traits.blinks {
            file.within(&name, "percent", blink.percent as i32, 1, 100)?;
            file.within(&name, "range", blink.range, 2, 20)?;
        }
        file.within(&name, "trails", traits.trails as i32, 0, 100)?;
        file.within(&name, "feeds", traits.feeds, 0, 999)?;
        file.effects(&name, &traits.bursts)?;
        // The actor is dead by then, so effects on the actor itself are refused.
        let is_of_the_place =
            |effect: &Effect| matches!(effect, Effect::Gas { .. } | Effect::Noise { .. });
        if !traits.bursts.iter().all(is_of_the_place) {
            return Err(file.error(
                &name,
                "bursts",
                "gas and noise are all that is left".to_owned(),
            ));
        }
        let own = &mut actors[place].traits;
        own.weaves_id = weaves.transpose()?;
        own.splits_id = splits.transpose()?;
    }
    Ok(())
}
