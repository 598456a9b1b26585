//! Checks of `levels.ron`, `modules.ron` and `marches.ron`.

use super::checker::{Checker, named};
use crate::Depth;
use crate::actor::ActorKind;
use crate::faction::Factions;
use crate::level::{Furnishing, LevelKind, Pass, Pattern, Product};
use crate::marches::MarchesRules;
use crate::modules::Modules;
use crate::source::Checked;

/// Checks every recipe.
pub(super) fn check_levels(
    file: Checker<'_>,
    levels: &[LevelKind],
    actors: &[ActorKind],
    factions: &Factions,
) -> Checked {
    file.unique_kinds(levels)?;
    for kind in levels {
        let file = file.of(&kind.name);
        check_frame(file, kind)?;
        check_settings(file, kind)?;
        check_order(file, kind)?;
        check_draws(file, kind)?;
        check_furnishing(file, kind)?;
        check_garrison(file, kind)?;
        check_posts(file, kind, actors)?;
        for (name, _) in &kind.inhabitants {
            let is_known = named(actors, name).is_ok() || factions.find(name).is_some();
            let message = format_args!("“{name}” is neither in actors.ron nor a side");
            file.ensure(is_known, "inhabitants", message)?;
        }
    }
    Ok(())
}

/// Sizes, the time for exploring and the number of attempts.
fn check_frame(file: Checker<'_>, kind: &LevelKind) -> Checked {
    let (min, usual) = (kind.min, kind.usual);
    let has_room = min.0 >= 8 && min.1 >= 8 && usual.0 <= 1024 && usual.1 <= 1024;
    file.ensure(has_room, "min", "sizes lie between 8×8 and 1024×1024")?;
    file.ensure(usual.0 >= min.0 && usual.1 >= min.1, "usual", "is under the least size")?;
    file.ensure(kind.explore_percent <= 1_000, "explore_percent", "is over 1000")?;
    file.ensure(kind.attempts > 0, "attempts", "at least one is needed")
}

/// The ranges of settings, and the settings that the passes need.
fn check_settings(file: Checker<'_>, kind: &LevelKind) -> Checked {
    for setting in &kind.settings {
        let [low, high, default] =
            [setting.low, setting.high, setting.default].map(|amount| amount.on(kind.usual));
        let name = &setting.name;
        let message = format_args!("{name}: {default} is not within {low} and {high}");
        file.ensure((low..=high).contains(&default), "settings", message)?;
    }
    for pass in &kind.passes {
        for needed in pass.row().settings {
            let is_there = kind.settings.iter().any(|setting| setting.name == *needed);
            let message = format_args!("{pass:?} needs the setting “{needed}”");
            file.ensure(is_there, "passes", message)?;
        }
    }
    Ok(())
}

/// Every pass comes after those that make what it needs.
fn check_order(file: Checker<'_>, kind: &LevelKind) -> Checked {
    let mut made: Vec<Product> = Vec::new();
    for pass in &kind.passes {
        for needed in pass.row().needs {
            let message = format_args!("{pass:?} needs {needed}, which no pass before it makes");
            file.ensure(made.contains(needed), "passes", message)?;
        }
        made.extend(pass.row().makes);
    }
    Ok(())
}

/// Lists that are drawn from by weight need an entry with some weight.
fn check_draws(file: Checker<'_>, kind: &LevelKind) -> Checked {
    if kind.passes.contains(&Pass::Features) {
        let is_drawn = kind.features.iter().any(|feature| feature.weight > 0);
        file.ensure(is_drawn, "features", "none has any weight")?;
    }
    if kind.passes.contains(&Pass::Patterns) {
        let is_open =
            |&(pattern, weight): &(Pattern, u32)| pattern == Pattern::TwoWays && weight > 0;
        let message = "two ways can always stand, and need some weight";
        file.ensure(kind.patterns.iter().any(is_open), "patterns", message)?;
    }
    Ok(())
}

fn check_furnishing(file: Checker<'_>, kind: &LevelKind) -> Checked {
    let Furnishing {
        chutes,
        wells,
        traps,
        pockets,
        chests,
        lights,
        actors,
        items,
        hiding,
        quiet: _,
    } = &kind.furnishing;
    let pockets = pockets.as_ref();
    let ascends = pockets.is_none_or(|pockets| pockets.cells.0 <= pockets.cells.1);
    file.ensure(ascends, "pockets", "least above most")?;
    let counts = [chutes, wells, traps, chests, lights, actors, items];
    let others = hiding.iter().chain(pockets.map(|pockets| &pockets.count));
    for count in counts.into_iter().chain(others) {
        let can_be = count.cells > 0 && count.min <= count.max;
        file.ensure(can_be, "furnishing", "cells is 0, or least above most")?;
    }
    let hides = kind.passes.iter().any(|pass| matches!(pass, Pass::Wardrobes | Pass::Alcoves));
    let message = "places to hide in want a pass that stands them, and a number";
    file.ensure(hides == hiding.is_some(), "furnishing", message)
}

fn check_garrison(file: Checker<'_>, kind: &LevelKind) -> Checked {
    if let Some(garrison) = &kind.garrison {
        let is_manned = !garrison.mages.is_empty() && !garrison.guards.is_empty();
        let can_be = is_manned && garrison.crowd > 0 && garrison.heads.0 <= garrison.heads.1;
        file.ensure(can_be, "garrison", "names nobody, crowd is 0, or least above most")?;
    }
    let has_any = kind.garrison.is_some() || !kind.passes.contains(&Pass::Garrison);
    file.ensure(has_any, "passes", "Garrison needs a garrison")
}

/// Each name in `garrison` must be an actor, and each in `bosses` an actor that is a boss.
fn check_posts(file: Checker<'_>, kind: &LevelKind, actors: &[ActorKind]) -> Checked {
    let ranks = kind.garrison.iter().flat_map(|own| own.mages.iter().chain(&own.guards));
    for name in ranks {
        named(actors, name).map_err(|message| file.error("garrison", message))?;
    }
    for (_, name) in &kind.bosses {
        let is_boss = named(actors, name).is_ok_and(|place| actors[place].boss.is_some());
        file.ensure(is_boss, "bosses", format_args!("there is no boss “{name}” in actors.ron"))?;
    }
    Ok(())
}

/// Every set of modules that a recipe names is there.
pub(super) fn check_modules(
    file: Checker<'_>,
    levels: (Checker<'_>, &[LevelKind]),
    sets: &[Modules],
) -> Checked {
    file.unique(sets.iter().map(|set| set.file.name.as_str()))?;
    for kind in levels.1.iter().filter(|kind| kind.passes.contains(&Pass::Collapse)) {
        let is_there = sets.iter().any(|set| set.file.name == kind.modules);
        let message = format_args!("there are no modules “{}” in modules.ron", kind.modules);
        levels.0.of(&kind.name).ensure(is_there, "modules", message)?;
    }
    Ok(())
}

/// Checks the recipe of the overworld.
pub(super) fn check_marches(file: Checker<'_>, marches: &MarchesRules) -> Checked {
    let (min, usual) = (marches.min, marches.usual);
    let fits = |side| (20..=1024).contains(&side);
    let has_room = [min.0, min.1, usual.0, usual.1].into_iter().all(fits);
    let ascends = usual.0 >= min.0 && usual.1 >= min.1;
    file.ensure(has_room && ascends, "min", "sizes lie between 20×20 and 1024×1024")?;
    let is_spaced = marches.min_distance >= 2 && (0..=100).contains(&marches.loop_percent);
    file.ensure(is_spaced, "min_distance", "it is 2 at the least; a share is a percentage")?;
    let deepest = Depth::DEEPEST_CONTENT.0;
    let are_depths =
        marches.towns_within.iter().all(|&(low, high)| low > 0 && low <= high && high <= deepest);
    let message = format_args!("depths go from 1 to {deepest}, the lower first");
    file.ensure(are_depths, "towns_within", message)?;
    let is_drawn = marches.kinds.iter().any(|kind| kind.weight > 0);
    file.ensure(is_drawn, "kinds", "none has any weight")?;
    let asked: u32 = marches.kinds.iter().map(|kind| kind.min).sum();
    // All but the start and the goal.
    let most = MarchesRules::GUARANTEED_SITES - 2;
    let message = format_args!("they ask for {asked} sites; {most} is the most");
    file.ensure(asked as usize <= most, "kinds", message)
}
