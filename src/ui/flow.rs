//! What follows what in the game: the title, a briefing, a shift, the raid that tests the work, its result, and from
//! there the next shift or the title.
//!
//! Screens say what has happened and never which screen comes next. The stages of a run stand here, and nowhere
//! else: a mode of the game with another order of things gets its stages here.

use crate::{
    sim::{End, Game, Setup},
    view::View,
};

use super::{
    active_run::ActiveRun,
    context::Context,
    host_error::HostError,
    screen::{RunScreen, RunTransition, Screen},
    screens::{
        briefing::BriefingScreen,
        raid_show::RaidScreen,
        result::{Exit, ResultScreen},
        shift::ShiftScreen,
        title::TitleScreen,
    },
};

/// Where a run stands, as far as the screens are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunStage {
    /// The upkeeper is on the floor, alive or not.
    Shift,
    /// The upkeeper has left the floor, and the raid is shown.
    Raid,
    /// The run has ended so, and its result is shown.
    Result(End),
}

/// Where the program begins and runs lead back to.
pub(crate) fn title(context: &mut Context) -> Box<dyn Screen> {
    Box::new(TitleScreen::new(context))
}

/// Opens a run that has been begun or taken up: says where things stand, and gives the stage it is in.
pub(super) fn open(run: &mut ActiveRun, context: &Context) -> RunStage {
    run.take_up();
    run.hint(&[], &context.settings);
    if run.is_watching() { RunStage::Raid } else { RunStage::Shift }
}

/// The stage that a run has come to by what was played; `None` while it stays in the one it is in. A result is no
/// such stage: the player goes on to it when they have seen how the run ended.
pub(super) fn next_stage(stage: RunStage, run: &ActiveRun) -> Option<RunStage> {
    (stage == RunStage::Shift && run.is_watching()).then_some(RunStage::Raid)
}

/// The screens with which a stage begins, the topmost last.
pub(super) fn screens(
    stage: RunStage,
    run: &mut ActiveRun,
    context: &mut Context,
) -> Vec<Box<dyn RunScreen>> {
    match stage {
        RunStage::Shift if run.view().clock().0 == 0 => {
            vec![Box::new(ShiftScreen::default()), Box::new(BriefingScreen)]
        }
        RunStage::Shift => vec![Box::new(ShiftScreen::default())],
        RunStage::Raid => {
            if run.at_dawn.is_none() {
                run.at_dawn = game_at_dawn(run, context);
            }
            vec![Box::new(RaidScreen::live(run))]
        }
        RunStage::Result(end) => {
            let mut result = ResultScreen::new(run, end, context, RESULT_EXITS);
            if end == End::Died
                && let Some(receipt) = run.receipt()
            {
                result.note_morgue(context.host.keep_morgue(&receipt.run, result.story()));
            }
            vec![Box::new(result)]
        }
    }
}

/// The ways on from the result of a shift.
const RESULT_EXITS: &[Exit] = &[
    Exit { letter: 'a', name: "again", go: again },
    Exit { letter: 'n', name: "next floor", go: next_floor },
    Exit { letter: 't', name: "title", go: |_, _| Ok(RunTransition::Title) },
];

fn again(run: &ActiveRun, context: &mut Context) -> Result<RunTransition, HostError> {
    let word = run.word().unwrap_or_default();
    context.begin(setup(run.view()), word).map(RunTransition::Play)
}

fn next_floor(run: &ActiveRun, context: &mut Context) -> Result<RunTransition, HostError> {
    let setup = setup(run.view());
    let setup = Setup { seed: setup.seed.offset(1), ..setup };
    context.begin(setup, "").map(RunTransition::Play)
}

/// What the run was begun with.
fn setup(view: View<'_>) -> Setup {
    Setup::shift(view.kind(), view.depth(), view.seed())
}

/// A copy of the game as it was when the upkeeper left the floor, to watch the raid again from: the game itself if
/// that was just now, or what the run's file tells of that turn. If the file cannot be read, the raid is watched
/// again from where it stands now.
fn game_at_dawn(run: &ActiveRun, context: &mut Context) -> Option<Box<Game>> {
    let view = run.view();
    let left_at = view.tally().left_at?;
    if left_at == view.clock() {
        return view.replica().map(Box::new);
    }
    let now = view.replica();
    let recorded = run.receipt().and_then(|receipt| {
        let mut replay = context.host.replay(&receipt.run).ok()?;
        replay.seek_turn(left_at).ok()?;
        while !replay.game().view().is_away() {
            replay.forward().ok()??;
        }
        replay.game().view().replica()
    });
    recorded.or(now).map(Box::new)
}
