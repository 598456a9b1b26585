//! The order of the game's screens: title, briefing, shift, raid, result, and from there the next shift or the title.
//!
//! Screens return what has happened and never name the screen that follows. The stages of a run are defined here alone, also
//! for modes of the game with another order.

use std::rc::Rc;

use crate::{
    base::Day,
    content::Depth,
    sim::{End, Game, Setup},
    view::View,
};

use super::{
    active_run::ActiveRun,
    context::Context,
    host_error::HostError,
    screen::{RunScreen, RunTransition, Screen, TitleEntry},
    screens::{
        briefing::BriefingScreen,
        daily::DailyScreen,
        raid_show::RaidScreen,
        result::{Exit, ResultScreen},
        shift::ShiftScreen,
        title::TitleScreen,
    },
};

/// The stage of a run, which decides its first screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunStage {
    /// The upkeeper is on the floor, alive or not.
    Shift,
    /// The upkeeper has left the floor, and the raid is shown.
    Raid,
    /// The run has ended, and its result is shown.
    Result(End),
}

/// The first screen where a daily shift was asked for, by its day or as that of today.
pub(crate) fn daily(day: Option<Day>, context: &mut Context) -> Box<dyn Screen> {
    Box::new(DailyScreen::new(day, context))
}

/// The first screen of the program, to which runs return.
pub(super) fn title(entries: Rc<[TitleEntry]>, context: &mut Context) -> Box<dyn Screen> {
    Box::new(TitleScreen::new(entries, context))
}

/// Opens a run that was begun or loaded: logs its state and returns its stage.
pub(super) fn open(run: &mut ActiveRun, context: &Context) -> RunStage {
    run.take_up();
    run.hint(&[], &context.settings);
    if run.is_watching() { RunStage::Raid } else { RunStage::Shift }
}

/// The stage that follows from the state of the run; `None` while it stays in the present one. The result does not follow by
/// itself: the player goes on to it by a key.
pub(super) fn next_stage(stage: RunStage, run: &ActiveRun) -> Option<RunStage> {
    (stage == RunStage::Shift && run.is_watching()).then_some(RunStage::Raid)
}

/// The first screens of a stage, the topmost last.
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
            let is_daily = run.view().setup().mode.day().is_some();
            let exits = if is_daily { DAILY_EXITS } else { SHIFT_EXITS };
            let mut result = ResultScreen::new(run, end, context, exits);
            if (end == End::Died || context.host.keeps_all_stories())
                && let Some(receipt) = run.receipt()
            {
                result.note_morgue(context.host.keep_morgue(&receipt.run, result.story()));
            }
            vec![Box::new(result)]
        }
    }
}

/// The ways on from the result of a shift.
const SHIFT_EXITS: &[Exit] = &[
    Exit { letter: 'a', name: "again", go: again },
    Exit { letter: 'n', name: "next floor", go: next_floor },
    TITLE_EXIT,
];

/// The ways on from the result of a daily shift.
const DAILY_EXITS: &[Exit] = &[
    Exit { letter: 'd', name: "the days", go: |run, context| Ok(days(run, context)) },
    Exit { letter: 'a', name: "practise it", go: again },
    TITLE_EXIT,
];

const TITLE_EXIT: Exit = Exit { letter: 't', name: "title", go: |_, _| Ok(RunTransition::Title) };

fn days(run: &ActiveRun, context: &mut Context) -> RunTransition {
    RunTransition::open(DailyScreen::new(run.view().setup().mode.day(), context))
}

fn again(run: &ActiveRun, context: &mut Context) -> Result<RunTransition, HostError> {
    let word = run.word().unwrap_or_default();
    context.begin(setup(run.view()), word).map(RunTransition::Play)
}

/// The same kind one depth deeper, as far as there is content; with the next seed, so that a series can be repeated, unless
/// that would tell a seed that is kept from the player.
fn next_floor(run: &ActiveRun, context: &mut Context) -> Result<RunTransition, HostError> {
    let setup = setup(run.view());
    let deeper = setup.mode.depth().deeper(1).min(Depth::DEEPEST_CONTENT);
    let seed = if context.host.hides_seed(setup.seed) {
        context.host.random_seed()
    } else {
        setup.seed.offset(1)
    };
    let setup = Setup::shift(setup.mode.kind(), deeper, seed);
    context.note_shift(&setup);
    // What the next form begins with is not worth refusing a shift for.
    _ = context.keep_settings();
    context.begin(setup, "").map(RunTransition::Play)
}

/// The setup for the floor of the run once more; of a daily shift, for practice.
fn setup(view: View<'_>) -> Setup {
    match view.setup().mode.day() {
        Some(day) => Setup::daily(day, false, view.catalog()),
        None => Setup::shift(view.kind(), view.depth(), view.seed()),
    }
}

/// A copy of the game at the turn when the upkeeper left the floor, from which the raid can be watched again. If that turn is
/// over, the copy comes from the recording of the run; if that cannot be read, it is of the present turn.
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
