//! Checks of `conditions.ron`.

use super::Checker;
use crate::actor::ActorKind;
use crate::condition::{ConditionChanges, Conditions};
use crate::error::DataError;

/// Checks every condition, and resolves the kind of actor that it brings.
pub(super) fn check_all(
    file: &Checker<'_>,
    conditions: &mut Conditions,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    file.unique(conditions.kinds.iter().map(|kind| kind.name.as_str()))?;
    file.within("", "percent", conditions.percent.min(1_000) as i32, 0, 100)?;
    file.within("", "deeper", conditions.deeper.min(1_000) as i32, 0, 100)?;
    if conditions.kinds.len() > usize::from(u8::MAX) {
        return Err(file.error("", "kinds", "there are more than 255".to_owned()));
    }
    for condition in &mut conditions.kinds {
        let name = condition.name.clone();
        file.depths(&name, condition.depths)?;
        let ConditionChanges {
            lights_out,
            lantern,
            under_water: _,
            splash,
            loudness_percent,
            rises_percent,
            vermin_percent,
            sparks,
            haunts,
        } = &mut condition.changes;
        file.within(&name, "lights_out", (*lights_out).min(1_000) as i32, 0, 100)?;
        file.within(&name, "lantern", *lantern, -20, 20)?;
        file.within(&name, "splash", (*splash).into(), 0, 30)?;
        let percents = [
            ("loudness_percent", loudness_percent),
            ("rises_percent", rises_percent),
            ("vermin_percent", vermin_percent),
        ];
        for (field, percent) in percents {
            file.within(&name, field, (*percent).min(10_000) as i32, 10, 1_000)?;
        }
        file.within(&name, "sparks", (*sparks).min(10_000) as i32, 0, 1_000)?;
        if let Some(haunts) = haunts {
            haunts.kind_id = super::actors::named(actors, &haunts.kind)
                .map_err(|message| file.error_at(&name, "kind", &haunts.kind, message))?;
            file.within(&name, "haunts", haunts.percent.min(1_000) as i32, 1, 100)?;
        }
    }
    Ok(())
}
