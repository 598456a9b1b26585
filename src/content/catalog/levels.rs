//! Checks of `levels.ron`: each recipe in itself, and the actors and factions that it names.

use super::actors::named;
use super::checker::Checker;
use crate::actor::ActorKind;
use crate::error::DataError;
use crate::faction::Factions;
use crate::kind_id::ActorKindId;
use crate::level::LevelKind;

/// Checks every recipe.
pub(super) fn check_all(
    file: &Checker<'_>,
    levels: &[LevelKind],
    actors: &[ActorKind],
    factions: &Factions,
) -> Result<(), DataError> {
    file.unique(levels.iter().map(|kind| kind.name.as_str()))?;
    for kind in levels {
        kind.check().map_err(|(field, message)| file.error(&kind.name, field, message))?;
        check_posts(file, kind, actors)?;
        check_inhabitants(file, kind, actors, factions)?;
    }
    Ok(())
}

/// Each name in `garrison` must be an actor, and each in `bosses` an actor that is a boss.
fn check_posts(
    file: &Checker<'_>,
    kind: &LevelKind,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    let ranks =
        kind.garrison.iter().flat_map(|garrison| garrison.mages.iter().chain(&garrison.guards));
    for name in ranks {
        named(actors, name).map_err(|message| file.error(&kind.name, "garrison", message))?;
    }
    for (_, name) in &kind.bosses {
        let is_boss = |id: ActorKindId| actors[usize::from(id.0)].boss.is_some();
        if !named(actors, name).is_ok_and(is_boss) {
            let message = format!("there is no boss “{name}” in actors.ron");
            return Err(file.error(&kind.name, "bosses", message));
        }
    }
    Ok(())
}

/// Each name in `inhabitants` must be an actor or a faction.
fn check_inhabitants(
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
