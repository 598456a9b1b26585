//! What trials of journeys check besides those of floors: that there always is a way on.

use engine::sim::{Command, Game, JourneyCommand, Phase, RunStatus};
use engine::view::{JourneyView, View};

/// Demands that a journey which is not over can go on.
pub(super) fn lead_on(game: &Game) -> Result<(), String> {
    let view = game.view();
    let Some(journey) = view.journey() else { return Ok(()) };
    if matches!(game.status(), RunStatus::Over(_)) {
        return Ok(());
    }
    let accepts = |command| game.check(&command).is_ok();
    let own = |command| accepts(Command::Journey(command));
    let phase = journey.phase();
    let leads_on = match phase {
        Phase::Over(_) => true,
        Phase::Map => {
            let roads = journey.roads();
            let mut roads = roads.iter().map(|road| JourneyCommand::Go { to: road.to });
            roads.any(own) || own(JourneyCommand::Enter) || own(JourneyCommand::Stay)
        }
        Phase::Encounter(_) => (0..u8::MAX).any(|choice| own(JourneyCommand::Choose { choice })),
        Phase::Site if view.shift_end().is_some() => own(JourneyCommand::Depart),
        Phase::Site if view.is_away() => accepts(Command::Continue) && accepts(Command::Linger),
        Phase::Seniority => (0..u8::MAX).any(|choice| own(JourneyCommand::PickPerk { choice })),
        Phase::Site | Phase::Field { .. } | Phase::Town => accepts(Command::Wait),
    };
    if leads_on { Ok(()) } else { Err(format!("nothing leads on: {phase:?}")) }
}

/// What kind of state of a journey a game is in.
pub(super) fn moment(game: &Game) -> &'static str {
    let view = game.view();
    let floor = view.journey().map_or(1, |journey| journey.floor().0);
    match view.journey().map(|journey| journey.phase()) {
        None => "no journey",
        Some(Phase::Map) => "the map",
        Some(Phase::Seniority) => "a choice of a perk",
        Some(Phase::Town) if floor > 1 => "a house of a town",
        Some(Phase::Town) => "a town",
        Some(Phase::Encounter(_)) => "an encounter",
        Some(Phase::Field { .. }) => "a fight",
        Some(Phase::Over(_)) => "the end",
        Some(Phase::Site) if view.shift_end().is_some() => "after the shift",
        Some(Phase::Site) if view.is_away() => "a raid that is watched",
        Some(Phase::Site) if game.world().raid().is_some() => "a raid",
        Some(Phase::Site) if floor > 1 => "a floor below",
        Some(Phase::Site) => "a site",
    }
}

/// Asks for all that the screens of a journey show.
pub(super) fn look(view: &View<'_>, journey: &JourneyView<'_>) {
    let _ = (journey.encounter(), view.notice_of_dawn(), journey.town_cost());
    if let Some(town) = view.town() {
        let _ = (town.houses().len(), town.deals().len(), town.here().is_some());
        for actor in view.actors() {
            let _ = (town.name_of(actor.id), town.said_by(actor.id), view.examine(actor.pos));
        }
    }
    let _ = (view.news_of_last_night(), journey.roll().len());
    for site in journey.atlas().ids() {
        let _ = (journey.site(site), journey.site_report(site));
    }
    for person in journey.cast() {
        let _ = (person.name(), view.person_report(person.id));
    }
    let _ = (view.story_of_journey(), view.journey_score());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::cli::sim::fuzz::chooser::Chooser;
    use base::Seed;
    use content::Catalog;
    use engine::sim::Setup;

    /// Runs after which all has been seen, with much to spare.
    const MAX_RUNS: u64 = 400;
    const MAX_COMMANDS: u32 = 1_500;

    #[test]
    fn trials_of_journeys_come_to_every_kind_of_moment_and_always_lead_on() {
        let catalog = Arc::new(Catalog::embedded().expect("content"));
        let wanted = BTreeSet::from([
            "the map",
            "a town",
            "a house of a town",
            "an encounter",
            "a fight",
            "a site",
            "a floor below",
            "a raid",
            "a raid that is watched",
            "after the shift",
            "the end",
        ]);
        let mut seen = BTreeSet::new();
        for seed in (0..MAX_RUNS).map(Seed) {
            let mut game = Game::new(Setup::campaign(seed), &catalog).expect("a map");
            let mut chooser = Chooser::new(seed);
            for _ in 0..MAX_COMMANDS {
                seen.insert(moment(&game));
                if matches!(game.status(), RunStatus::Over(_)) {
                    break;
                }
                let command = chooser.next(&game.view());
                let _ = game.step(command);
                assert_eq!(lead_on(&game), Ok(()), "seed {seed}");
            }
            if seen.is_superset(&wanted) {
                return;
            }
        }
        let missing: Vec<_> = wanted.difference(&seen).collect();
        panic!("never came to {missing:?}");
    }
}
