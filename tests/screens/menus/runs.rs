//! Runs that bots have played, and the screens that follow them.

use std::sync::Arc;

use upkeeper::base::Seed;
use upkeeper::content::{Catalog, Depth};
use upkeeper::record::{
    Recording, Replay, RunHeader, Session,
    bot::{self, Bot},
};
use upkeeper::sim::{Setup, Status};
use upkeeper::ui::{
    ActiveRun, Context, Screen,
    screens::{replay::ReplayScreen, result::ShiftResult},
};

use crate::menus::show::Show;

/// The first of the bots' runs that ends so.
pub(crate) fn ended(kind: &str, player: &str, wanted: &str) -> Show {
    for seed in 1..400 {
        let show = Show::of(|context| {
            let mut bot = bot::find(player, Seed(seed)).expect("a bot");
            played(Setup::shift(kind, Depth(4), Seed(seed)), &mut *bot, context)
        });
        let mut show = show;
        if show.screen(80, 24).starts_with(wanted) {
            return show;
        }
    }
    panic!("no run of {player} ends as “{wanted}”");
}

/// Plays a run to its end by a bot, and gives the result of it.
fn played(setup: Setup, player: &mut dyn Bot, context: &mut Context) -> Box<dyn Screen> {
    let run = context.host.begin(setup, "", "Ann").expect("a run");
    let mut play = ActiveRun::new(run);
    for _ in 0..5_000 {
        if matches!(play.status(), Status::Over(_)) {
            break;
        }
        let command = player.decide(&play.view());
        play.submit(command, &context.settings);
    }
    "Ann".clone_into(&mut context.settings.name);
    context.play = Some(play);
    Box::new(ShiftResult::new(context).expect("a run that is over"))
}

pub(crate) fn watching() -> Show {
    Show::of(|context| Box::new(ReplayScreen::new(replay(&context.catalog), "ann.upk")))
}

pub(crate) fn replay(catalog: &Arc<Catalog>) -> Replay {
    let setup = Setup::shift("vault", Depth(1), Seed(7));
    let opening = RunHeader::new("Ann", setup, catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("a session");
    let mut bot = bot::find("cautious", Seed(7)).expect("a bot");
    for _ in 0..600 {
        if matches!(session.status(), Status::Over(_)) {
            break;
        }
        let command = bot.decide(&session.game().view());
        // What is refused is no part of a record.
        let _ = session.submit(command);
    }
    Replay::new(Recording::of_frames(opening, session.into_sink()), catalog).expect("a replay")
}
