//! Handles the intents of the map screen: submits their commands, at once or after a question, and
//! opens their screens.
//!
//! No rule is decided here: the view says what can be done. Screens that are opened from here do
//! not know this module.

mod steps;
mod ways_out;
mod work;

use base::Dir;
use engine::sim::{Command, Reject};
use engine::view::ItemAction;

use super::{
    ActiveRun, Context, Transition,
    keymap::{InputMode, Intent},
    screens::{
        ask::{ask, ask_to_abandon, refuse, say, submit},
        board::BoardScreen,
        cart::CartScreen,
        cursor::CursorScreen,
        floor_map::FloorMapScreen,
        help::HelpScreen,
        history::HistoryScreen,
        prepare::PrepareScreen,
        roll::RollScreen,
        shop::ShopScreen,
        town::{PlacesScreen, TradeScreen},
        yourself::YourselfScreen,
    },
    terminal::Input,
};
use steps::{run_on, step, strike};
use ways_out::{explore, go_up, leave, tell_ways_out};
use work::{at_door, carry, carry_on, do_next_job, douse, work};

pub(crate) use ways_out::save_and_quit;

/// Handles an intent on the map screen. Intents of other input modes are ignored here: their own
/// screens handle them.
pub(crate) fn handle(intent: Intent, run: &mut ActiveRun, context: &mut Context) -> Transition {
    use Intent::{
        Confirm, Faster, First, Jump, Last, Next, NextActor, NextDone, NextEntry, NextEvent,
        NextExit, NextPlace, NextSplit, NextStop, NextThing, Outlook, PageDown, PageUp, Pause,
        PlanCord, PlanDown, PlanKit, PlanOrder, PlanPost, PlanUp, Previous, PreviousDone,
        PreviousEvent, PreviousSplit, PreviousThing, Redraw, Slower, StepBack, StepOn, ToEnd,
        WalkThere, Yes,
    };
    run.carries_on = intent == Intent::CarryOn;
    match intent {
        Intent::Move(dir) => step(dir, run, context),
        Intent::Run(dir) => run_on(dir, run, context),
        Intent::Strike => strike(run, context),
        Intent::Wait => submit(Command::Wait, run, context),
        Intent::Rest => rest(run, context),
        Intent::Work => work(run, context),
        Intent::Carry => carry(Intent::Carry, run, context),
        Intent::CloseDoor | Intent::BarDoor => at_door(intent, run, context),
        Intent::Douse => douse(run, context),
        Intent::NextJob | Intent::Travel if run.view().is_in_town() => {
            Transition::push(PlacesScreen)
        }
        Intent::Jobs if run.view().is_in_town() => refuse(Reject::NoWorkInTown, run, context),
        Intent::NextJob => submit(Command::NextJob, run, context),
        Intent::DoNextJob => do_next_job(run, context),
        Intent::CarryOn => carry_on(run, context),
        Intent::Prepare => prepare(run, context),
        Intent::Explore => explore(Command::Explore, run, context),
        Intent::Get => get(run, context),
        Intent::ToExit => leave(run, context),
        Intent::ToStairsUp => go_up(run, context),
        Intent::Travel => Transition::push(CursorScreen::travel(run.view())),
        Intent::Examine => Transition::push(CursorScreen::examine(run.view())),
        Intent::Inventory => CartScreen::open(ItemAction::Look, run),
        Intent::Equip => CartScreen::open(ItemAction::Equip, run),
        Intent::Use => CartScreen::open(ItemAction::Use, run),
        Intent::Fire => throw(run, context),
        Intent::Drop => CartScreen::open(ItemAction::Drop, run),
        Intent::Trade if run.view().is_in_shop() || !run.view().is_in_town() => {
            ShopScreen::open(run, context)
        }
        Intent::Trade => TradeScreen::open_counter(run, context),
        Intent::FloorMap => Transition::push(FloorMapScreen::default()),
        Intent::History => Transition::push(HistoryScreen::default()),
        Intent::Jobs => Transition::push(BoardScreen::default()),
        Intent::Yourself => Transition::push(YourselfScreen),
        Intent::Roll => RollScreen::open(run),
        Intent::SaveQuit => save_and_quit(run),
        Intent::Help => Transition::open(HelpScreen::keys()),
        Intent::Abandon => ask_to_abandon(run.view()),
        Intent::Privacy => turn_door(run, context),
        Intent::Cancel => tell_ways_out(run, context),
        // Drawing anew is handled by the loop, the others by screens of their own.
        Redraw | Next | Previous | PageDown | PageUp | First | Last | NextThing | PreviousThing
        | NextEntry | NextExit | NextPlace | NextActor | WalkThere | Pause | StepOn | StepBack
        | Faster | Slower | Jump | NextEvent | PreviousEvent | NextDone | PreviousDone
        | NextSplit | PreviousSplit | NextStop | ToEnd | Outlook | PlanUp | PlanDown | PlanKit
        | PlanCord | PlanPost | PlanOrder | Confirm | Yes => Transition::Ignore,
    }
}

/// Handles what is pressed beside the answer on a screen of a journey that wants one: what the
/// player has and knows is shown, and the run can be left.
pub(crate) fn handle_aside(
    input: &Input,
    run: &mut ActiveRun,
    context: &mut Context,
) -> Transition {
    match context.intent(InputMode::Play, input) {
        Some(
            intent @ (Intent::SaveQuit
            | Intent::Inventory
            | Intent::Yourself
            | Intent::Roll
            | Intent::History),
        ) => handle(intent, run, context),
        _ => Transition::Ignore,
    }
}

/// Whether an intent only shows something, or asks before it acts: then it is handled even if its
/// key was pressed to interrupt an activity.
pub(crate) fn is_harmless(intent: Intent) -> bool {
    use Intent::{
        Drop, Equip, Examine, Fire, FloorMap, Help, History, Inventory, Jobs, Prepare, Privacy,
        Roll, SaveQuit, Travel, Use, Yourself,
    };
    [
        Examine, Inventory, FloorMap, History, Jobs, Yourself, Roll, SaveQuit, Help, Privacy,
        Prepare, Travel, Equip, Use, Fire, Drop,
    ]
    .contains(&intent)
}

/// Keeps others from watching, or lets them again. It is no command, and costs no turn.
fn turn_door(run: &mut ActiveRun, context: &mut Context) -> Transition {
    let key = context.key(Intent::Privacy);
    let text = match context.host.turn_door() {
        Ok(Some(true)) => "Your door is open again: others may watch you work.".to_owned(),
        Ok(Some(false)) => {
            format!("Your door is closed, and whoever watched is sent out. {key} opens it.")
        }
        Ok(None) => "Nobody can watch you here.".to_owned(),
        Err(error) => error.to_string(),
    };
    say(text, run)
}

/// Picks up what lies here. In a shop, where the items lie on shelves, the log says how to buy
/// them.
fn get(run: &mut ActiveRun, context: &Context) -> Transition {
    let trade = context.key(Intent::Trade);
    let view = run.view();
    let is_beside = view.is_in_shop() && view.refusal(&Command::Get) == Some(Reject::NothingToGet);
    if !is_beside {
        return submit(Command::Get, run, context);
    }
    say(format!("There is nothing to pick up here. {trade} shows what is for sale."), run)
}

/// Rests until healed; a player who is not hurt waits until something happens, and is asked first
/// where that may cost time that the work wants.
fn rest(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    if view.refusal(&Command::Rest) != Some(Reject::Rested) {
        return submit(Command::Rest, run, context);
    }
    let is_at_work = view.par().is_some() && view.is_before_raid();
    let costs_time = is_at_work && !view.is_order_complete() && !view.player().hidden;
    if costs_time && view.refusal(&Command::Linger).is_none() {
        let question = "You are well rested, and there is work left. Wait until something happens?";
        return ask(question, Command::Linger);
    }
    submit(Command::Linger, run, context)
}

/// Opens the list of what can be thrown, or logs that no hand is free for it.
fn throw(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let target = view.player().pos + Dir::East;
    let throws = view.cart().into_iter().map(|own| Command::Throw { slot: own.slot, target });
    let mut refusals = throws.filter_map(|throw| view.refusal(&throw));
    match refusals.find(|reject| matches!(reject, Reject::ArmsFull | Reject::BothHands)) {
        Some(reject) => refuse(reject, run, context),
        None => CartScreen::open(ItemAction::Throw, run),
    }
}

/// Opens the list of what can be prepared from here, or logs why there is nothing to.
fn prepare(run: &mut ActiveRun, context: &Context) -> Transition {
    match run.view().preparations() {
        Ok(_) => Transition::push(PrepareScreen),
        Err(reject) => refuse(reject, run, context),
    }
}
