//! What is asked of the actors' traits, and of the inhabitants that a kind of level asks for.

use super::actors::named;
use super::checker::Checker;
use super::lookup::find;
use crate::content::actor::ActorKind;
use crate::content::effect::Effect;
use crate::content::error::DataError;
use crate::content::faction::Factions;
use crate::content::kind_id::TrapKindId;
use crate::content::level::LevelKind;
use crate::content::trap::TrapKind;

/// Resolves the names in the actors' traits, and refuses numbers that cannot be played.
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
        file.within(&name, "knocks", actors[place].melee.knocks as i32, 0, 100)?;
        file.within(&name, "trails", traits.trails as i32, 0, 100)?;
        file.within(&name, "feeds", traits.feeds, 0, 999)?;
        file.effects(&name, &traits.bursts)?;
        // It is dead by then: whatever befell it would kill it again.
        let about = |effect: &Effect| matches!(effect, Effect::Gas { .. } | Effect::Noise { .. });
        if !traits.bursts.iter().all(about) {
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

/// Whoever a kind of level has more or fewer of is somebody, or a whole side.
pub(super) fn check_inhabitants(
    file: &Checker<'_>,
    kind: &LevelKind,
    actors: &[ActorKind],
    factions: &Factions,
) -> Result<(), DataError> {
    for (name, _) in &kind.inhabitants {
        if named(actors, name).is_err() && factions.find(name).is_none() {
            let message = format!("“{name}” is neither in actors.ron nor a side");
            return Err(file.error(&kind.name, "inhabitants", message));
        }
    }
    Ok(())
}
