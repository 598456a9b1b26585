//! The order of the game's screens: title, briefing, shift, raid, result, and from there the next
//! shift or the title. On a journey the map comes before and after each shift, and the story of the
//! journey at its end.
//!
//! Screens return what has happened and never name the screen that follows. The stages of a run are
//! defined here alone, also for modes of the game with another order.

use std::rc::Rc;

use base::Day;
use content::Depth;
use engine::sim::{Command, End, JourneyCommand, Mode, Phase, Setup, Turns};
use engine::view::View;

use super::{
    active_run::ActiveRun,
    context::Context,
    host_error::HostError,
    raid_record::RaidRecord,
    screen::{Screen, TitleEntry, Transition},
    screens::{
        briefing::BriefingScreen,
        daily::DailyScreen,
        end::Exit,
        hatch::HatchScreen,
        help::HelpScreen,
        journey::{EncounterScreen, SeniorityScreen},
        marches::MarchesScreen,
        new_run::NewRunScreen,
        result::{self, journey_end, result},
        shift::ShiftScreen,
        title::TitleScreen,
    },
};

/// The stage of a run, which decides its first screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunStage {
    /// On a journey, between two floors.
    Map,
    /// On a road, before a choice.
    Encounter,
    /// Over the map, before the choice of a perk.
    Seniority,
    /// The upkeeper is on the floor, alive or not.
    Shift,
    /// The upkeeper has left the floor, and sits at the hatch.
    Raid,
    /// The shift has ended, and its result is shown.
    Result(End),
    /// The journey has ended, and its story is shown.
    JourneyOver(End),
}

impl RunStage {
    fn of(run: &ActiveRun) -> RunStage {
        let view = run.view();
        match (view.journey().map(|journey| journey.phase()), view.shift_end()) {
            (Some(Phase::Map), _) => RunStage::Map,
            (Some(Phase::Encounter(_)), _) => RunStage::Encounter,
            (Some(Phase::Seniority), _) => RunStage::Seniority,
            (Some(Phase::Over(end)), _) => RunStage::JourneyOver(end),
            (Some(Phase::Site), Some(end)) => RunStage::Result(end),
            _ if run.is_watching() => RunStage::Raid,
            _ => RunStage::Shift,
        }
    }
}

/// The first screen where a daily shift was asked for, by its day or as that of today.
pub fn daily(day: Option<Day>, context: &mut Context) -> Box<dyn Screen> {
    Box::new(DailyScreen::new(day, context))
}

/// The first screen of the program, to which runs return.
pub(super) fn title(entries: Rc<[TitleEntry]>, context: &mut Context) -> Box<dyn Screen> {
    Box::new(TitleScreen::new(entries, context))
}

pub(super) fn help_on_keys() -> Box<dyn Screen> {
    Box::new(HelpScreen::keys())
}

/// Opens a run that was begun or loaded: logs its state and returns its stage.
pub(super) fn open(run: &mut ActiveRun, context: &Context) -> RunStage {
    run.take_up();
    run.hint(&[], &context.settings);
    RunStage::of(run)
}

/// The stage that follows from the state of the run; `None` while it stays in the present one. The
/// result does not follow by itself: the player goes on to it by a key.
pub(super) fn next_stage(stage: RunStage, run: &ActiveRun) -> Option<RunStage> {
    use RunStage::{Encounter, JourneyOver, Map, Raid, Result, Seniority, Shift};
    let next = RunStage::of(run);
    let follows = match stage {
        Map | Encounter => {
            stage != next && matches!(next, Map | Encounter | Shift | JourneyOver(_))
        }
        // To the map from the field of a fight on the road, and from a town.
        Shift => matches!(next, Raid | Map),
        Result(_) => matches!(next, Map | Seniority | JourneyOver(_)),
        Seniority => matches!(next, Map | JourneyOver(_)),
        Raid | JourneyOver(_) => false,
    };
    follows.then_some(next)
}

/// The stage after the shift, when the player goes on from it: a death ends a journey, and its
/// story tells of the shift.
pub(super) fn after_shift(end: End, run: &ActiveRun) -> RunStage {
    match RunStage::of(run) {
        over @ RunStage::JourneyOver(_) => over,
        _ => RunStage::Result(end),
    }
}

/// The first screens of a stage, the topmost last.
pub(super) fn screens(
    stage: RunStage,
    run: &mut ActiveRun,
    context: &mut Context,
) -> Vec<Box<dyn Screen>> {
    match stage {
        RunStage::Map => vec![Box::new(MarchesScreen::new(run))],
        RunStage::Encounter => vec![Box::new(EncounterScreen)],
        RunStage::Seniority => vec![Box::new(SeniorityScreen)],
        RunStage::Shift if has_briefing(run.view()) => {
            vec![Box::new(ShiftScreen::default()), Box::<BriefingScreen>::default()]
        }
        RunStage::Shift => vec![Box::new(ShiftScreen::default())],
        RunStage::Raid => {
            if run.at_dawn.is_none() {
                run.at_dawn = raid_so_far(run, context);
            }
            vec![Box::new(HatchScreen::new(run))]
        }
        RunStage::Result(end) => {
            let exits = match run.view().setup().mode {
                Mode::Tutorial if end == End::Abandoned => {
                    let end = result::ending(run, true, context, TUTORIAL_END_EXITS);
                    return vec![Box::new(end)];
                }
                Mode::Tutorial => TUTORIAL_EXITS,
                Mode::Shift { .. } => SHIFT_EXITS,
                Mode::Daily { .. } => DAILY_EXITS,
                Mode::Campaign | Mode::CampaignWith { .. } => JOURNEY_EXITS,
            };
            vec![Box::new(result(run, end, context, exits))]
        }
        RunStage::JourneyOver(end) => {
            vec![Box::new(journey_end(run, end, context, JOURNEY_END_EXITS))]
        }
    }
}

/// Whether a floor begins with a briefing: not on a road, and not in the tutorial, which has its
/// lessons.
fn has_briefing(view: View<'_>) -> bool {
    view.clock().0 == 0 && !view.is_in_field() && !view.is_in_town() && !view.is_tutorial()
}

const SHIFT_EXITS: &[Exit] = &[
    Exit { letter: 'a', name: "again", go: again },
    Exit { letter: 'n', name: "next floor", go: next_floor },
    TITLE_EXIT,
];

const DAILY_EXITS: &[Exit] = &[
    Exit { letter: 'd', name: "the days", go: |run, context| Ok(days(run, context)) },
    Exit { letter: 'a', name: "practise it", go: again },
    TITLE_EXIT,
];

const JOURNEY_EXITS: &[Exit] =
    &[Exit { letter: 'm', name: "back to the map", go: |run, context| Ok(depart(run, context)) }];

const JOURNEY_END_EXITS: &[Exit] =
    &[Exit { letter: 'n', name: "another journey", go: another_journey }, TITLE_EXIT];

const TUTORIAL_EXITS: &[Exit] = &[Exit {
    letter: 'o',
    name: "go on",
    go: |_, context| Ok(Transition::replace(result::road(context, ROAD_EXITS))),
}];

const ROAD_EXITS: &[Exit] = &[Exit {
    letter: 'o',
    name: "go on",
    go: |run, context| {
        Ok(Transition::replace(result::ending(run, false, context, TUTORIAL_END_EXITS)))
    },
}];

const TUTORIAL_END_EXITS: &[Exit] = &[
    Exit {
        letter: 'n',
        name: "begin a shift",
        go: |_, context| Ok(Transition::open(NewRunScreen::shift(context))),
    },
    Exit {
        letter: 'm',
        name: "begin a journey across the marches",
        go: |_, context| Ok(Transition::open(NewRunScreen::journey(context))),
    },
    Exit { letter: 'a', name: "the tutorial again", go: tutorial_again },
    TITLE_EXIT,
];

const TITLE_EXIT: Exit = Exit { letter: 't', name: "title", go: |_, _| Ok(Transition::Title) };

/// Leaves the site for the map. What follows is for the state of the run to say.
fn depart(run: &mut ActiveRun, context: &Context) -> Transition {
    run.submit(Command::Journey(JourneyCommand::Depart), &context.settings);
    Transition::Stay
}

fn another_journey(_: &mut ActiveRun, context: &mut Context) -> Result<Transition, HostError> {
    if context.hand_me_down().is_some() {
        // Whether to take it is the player's to say: with it the journey is not ranked.
        return Ok(Transition::open(NewRunScreen::journey(context)));
    }
    let seed = context.host.random_seed();
    context.begin(Setup::campaign(seed), "").map(Transition::Play)
}

fn tutorial_again(run: &mut ActiveRun, context: &mut Context) -> Result<Transition, HostError> {
    let setup = Setup::tutorial(run.view().seed());
    context.begin(setup, run.word().unwrap_or_default()).map(Transition::Play)
}

fn days(run: &ActiveRun, context: &mut Context) -> Transition {
    Transition::open(DailyScreen::new(run.view().setup().mode.day(), context))
}

fn again(run: &mut ActiveRun, context: &mut Context) -> Result<Transition, HostError> {
    let word = run.word().unwrap_or_default();
    context.begin(setup(run.view()), word).map(Transition::Play)
}

/// The same kind one depth deeper, as far as there is content; with the next seed, so that a series
/// can be repeated, unless that would tell a seed that is kept from the player.
fn next_floor(run: &mut ActiveRun, context: &mut Context) -> Result<Transition, HostError> {
    let setup = setup(run.view());
    let deeper = setup.mode.depth().deeper(1).min(Depth::DEEPEST_CONTENT);
    let seed = if context.host.hides_seed(setup.seed) {
        context.host.random_seed()
    } else {
        setup.seed.offset(1)
    };
    let setup = Setup::shift(setup.mode.kind(), deeper, seed);
    context.note_shift(&setup);
    context.keep_notes();
    context.begin(setup, "").map(Transition::Play)
}

/// The setup for the floor of the run once more; of a daily shift, for practice.
fn setup(view: View<'_>) -> Setup {
    match view.setup().mode.day() {
        Some(day) => Setup::daily(day, false, view.catalog()),
        None => Setup::shift(view.kind(), view.depth(), view.seed()),
    }
}

/// The raid since the upkeeper left the floor, which can be watched again. If that turn is over, it
/// comes from the recording of the run; if that cannot be read, it is from the present turn on.
fn raid_so_far(run: &ActiveRun, context: &mut Context) -> Option<RaidRecord> {
    let view = run.view();
    let left_at = view.tally().left_at?;
    let is_new = left_at == view.clock();
    let recorded = run.receipt().filter(|_| !is_new).and_then(|receipt| {
        let mut replay = context.host.replay(&receipt.run).ok()?;
        // The clock of a floor begins with it, that of a recording with the run.
        let before = view.turns().saturating_sub(view.clock());
        replay.seek_turn(Turns(before.0 + left_at.0)).ok()?;
        while !replay.game().view().is_away() {
            replay.forward().ok()??;
        }
        RaidRecord::read(replay)
    });
    recorded.or_else(|| RaidRecord::of(view))
}
