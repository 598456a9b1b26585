//! Runs that bots have played, and the screens that follow them.

use std::sync::Arc;

use base::Seed;
use content::{Catalog, Depth};
use engine::sim::{Command, RunStatus, Setup};
use engine::view::View;
use runs::record::{Recording, Replay, RunHeader, Session, bot};
use screens::screens::replay::ReplayScreen;

use crate::host::HostState;
use crate::menus::show::Show;

/// The first of the bots' runs that ends so, at its result.
pub(crate) fn ended(kind: &str, player: &str, wanted: &str) -> Show {
    for seed in 1..400 {
        let setup = Setup::shift(kind, Depth(4), Seed(seed));
        let mut bot = bot::find(player, Seed(seed)).expect("a bot");
        let mut show = Show::of_run(HostState::default(), setup);
        let is_over = |view: &View<'_>| matches!(view.status(), RunStatus::Over(_));
        show.play(5_000, |view| (!is_over(view)).then(|| bot.decide(view)));
        // Who leaves while the raid is on is a case of its own.
        let view = show.run().view();
        if view.clock() > view.dawn() && view.turns_worked() >= view.dawn() {
            continue;
        }
        // The briefing, and the floor as it was at the end.
        show.press("enter enter");
        if show.screen(80, 24).starts_with(wanted) {
            return show;
        }
    }
    panic!("no run of {player} ends as “{wanted}”");
}

pub(crate) fn watching() -> Show {
    Show::of(|context| Box::new(ReplayScreen::new(replay(&context.catalog), "ann.upk")))
}

/// The recording of a run with these commands.
pub(crate) fn replay_of(setup: &Setup, commands: &[Command], catalog: &Arc<Catalog>) -> Replay {
    let opening = RunHeader::new("Ann", setup.clone(), catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("a session");
    for &command in commands {
        session.submit(command).expect("it was accepted before");
    }
    Replay::new(Recording::of_frames(opening, session.into_sink()), catalog).expect("a replay")
}

pub(crate) fn replay(catalog: &Arc<Catalog>) -> Replay {
    let setup = Setup::shift("vault", Depth(1), Seed(7));
    let opening = RunHeader::new("Ann", setup, catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("a session");
    let mut bot = bot::find("cautious", Seed(7)).expect("a bot");
    // Into the raid, and not to its end.
    let mut turns_of_raid = 0;
    while turns_of_raid < 40 && !matches!(session.status(), RunStatus::Over(_)) {
        turns_of_raid += u32::from(session.game().view().is_away());
        let command = bot.decide(&session.game().view());
        // What is refused is no part of a record.
        let _ = session.submit(command);
    }
    Replay::new(Recording::of_frames(opening, session.into_sink()), catalog).expect("a replay")
}
