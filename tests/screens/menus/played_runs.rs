//! Runs that bots have played, and the screens that follow them.

use std::sync::Arc;

use base::Seed;
use content::{Catalog, Depth};
use engine::sim::{Command, RunStatus, Setup};
use runs::record::{
    Recording, Replay, RunHeader, Session,
    bot::{self, Bot},
};
use screens::{ScreenStack, screens::replay::ReplayScreen};

use crate::host::HostState;
use crate::menus::show::Show;

/// The first of the bots' runs that ends so, at its result.
pub(crate) fn ended(kind: &str, player: &str, wanted: &str) -> Show {
    for seed in 1..400 {
        let setup = Setup::shift(kind, Depth(4), Seed(seed));
        let mut bot = bot::find(player, Seed(seed)).expect("a bot");
        let mut show = Show::with_stack(HostState::default(), |context| {
            let run = context.host.begin(setup, "", "Ann").expect("a run");
            let stack = ScreenStack::of_run(run, context);
            "Ann".clone_into(&mut context.settings.name);
            stack
        });
        play(&mut show, &mut *bot);
        // Who leaves while the raid is on is a case of its own.
        let view = show.stack.run_mut().expect("a run").view();
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

/// Has a bot play a run to its end, past the screens.
fn play(show: &mut Show, player: &mut dyn Bot) {
    let Show { stack, context, .. } = show;
    let run = stack.run_mut().expect("a run is played");
    for _ in 0..5_000 {
        if matches!(run.status(), RunStatus::Over(_)) {
            break;
        }
        let command = player.decide(&run.view());
        run.submit(command, &context.settings);
    }
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
    for _ in 0..600 {
        if matches!(session.status(), RunStatus::Over(_)) {
            break;
        }
        let command = bot.decide(&session.game().view());
        // What is refused is no part of a record.
        let _ = session.submit(command);
    }
    Replay::new(Recording::of_frames(opening, session.into_sink()), catalog).expect("a replay")
}
