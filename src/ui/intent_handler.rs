//! Handles the intents of the map screen: submits their commands, at once or after a question, and opens their screens.
//!
//! No rule is decided here: the view says what can be done. Screens that are opened from here do not know this module.

use crate::{
    base::Dir,
    content::JobKind,
    sim::{ActorId, Command, Fixture, JobCount, JourneyCommand, Reject},
    view::{ItemAction, Task, TaskChoice, View, describe_refusal},
};

use super::{
    ActiveRun, CommandRefusal, Context, RunTransition,
    keymap::Intent,
    screens::{
        ask::{AskScreen, on_yes},
        cart::CartScreen,
        choose::{Choice, ChooseScreen},
        counter::CounterScreen,
        cursor::CursorScreen,
        floor_map::FloorMapScreen,
        help::HelpScreen,
        history::HistoryScreen,
        jobs::JobsScreen,
        places::PlacesScreen,
        prepare::PrepareScreen,
        roll::RollScreen,
        shop::ShopScreen,
        table::TableScreen,
        yourself::YourselfScreen,
    },
};

/// Handles an intent on the map screen. Intents of other input modes are ignored here: their own screens handle them.
pub(crate) fn handle(intent: Intent, run: &mut ActiveRun, context: &mut Context) -> RunTransition {
    match intent {
        Intent::Move(dir) => step(dir, run, context),
        Intent::Run(dir) => run_on(dir, run, context),
        Intent::Strike => strike(run, context),
        Intent::Wait => submit(Command::Wait, run, context),
        Intent::Rest => rest(run, context),
        Intent::Work => work(run, context),
        Intent::Carry => carry(Intent::Carry, run, context),
        Intent::CloseDoor => close_door(run, context),
        Intent::BarDoor => bar_door(run, context),
        Intent::Douse => douse(run, context),
        Intent::NextJob | Intent::Travel if run.view().is_in_town() => {
            RunTransition::push(PlacesScreen::default())
        }
        Intent::Jobs if run.view().is_in_town() => refuse(Reject::NoWorkInTown, run, context),
        Intent::NextJob => submit(Command::NextJob, run, context),
        Intent::DoNextJob => do_next_job(run, context),
        Intent::Prepare => prepare(run, context),
        Intent::Explore => submit(Command::Explore, run, context),
        Intent::Get => get(run, context),
        Intent::ToExit => leave(run, context),
        Intent::ToStairsUp => go_up(run, context),
        Intent::Travel => RunTransition::push(CursorScreen::travel(run.view())),
        Intent::Examine => RunTransition::push(CursorScreen::examine(run.view())),
        Intent::Inventory => CartScreen::open(ItemAction::Look, run),
        Intent::Equip => CartScreen::open(ItemAction::Equip, run),
        Intent::Use => CartScreen::open(ItemAction::Use, run),
        Intent::Fire => CartScreen::open(ItemAction::Throw, run),
        Intent::Drop => CartScreen::open(ItemAction::Drop, run),
        Intent::Trade if run.view().is_in_shop() || !run.view().is_in_town() => {
            ShopScreen::open(run)
        }
        Intent::Trade => CounterScreen::open(run),
        Intent::FloorMap => RunTransition::push(FloorMapScreen::default()),
        Intent::History => RunTransition::push(HistoryScreen::default()),
        Intent::Jobs => RunTransition::push(JobsScreen::default()),
        Intent::Yourself => RunTransition::push(YourselfScreen::default()),
        Intent::Roll => RollScreen::open(run),
        Intent::SaveQuit => save_and_quit(run),
        Intent::Help => RunTransition::open(HelpScreen::keys()),
        Intent::Abandon => abandon(),
        Intent::Privacy => turn_door(run, context),
        Intent::Cancel => tell_ways_out(run, context),
        // Drawing anew is handled by the loop, the others by screens of their own.
        Intent::Redraw
        | Intent::Next
        | Intent::Previous
        | Intent::PageDown
        | Intent::PageUp
        | Intent::First
        | Intent::Last
        | Intent::NextThing
        | Intent::PreviousThing
        | Intent::Pause
        | Intent::StepOn
        | Intent::StepBack
        | Intent::Faster
        | Intent::Slower
        | Intent::Jump
        | Intent::NextEvent
        | Intent::PreviousEvent
        | Intent::NextDone
        | Intent::PreviousDone
        | Intent::NextSplit
        | Intent::PreviousSplit
        | Intent::Confirm
        | Intent::Yes => RunTransition::Ignore,
    }
}

/// Whether an intent only shows something, or asks before it acts: then it is handled even if its key was pressed to
/// interrupt an activity.
pub(crate) fn is_harmless(intent: Intent) -> bool {
    matches!(
        intent,
        Intent::Examine
            | Intent::Inventory
            | Intent::FloorMap
            | Intent::History
            | Intent::Jobs
            | Intent::Yourself
            | Intent::Roll
            | Intent::SaveQuit
            | Intent::Help
            | Intent::Privacy
            | Intent::Prepare
            | Intent::Travel
            | Intent::Equip
            | Intent::Use
            | Intent::Fire
            | Intent::Drop
    )
}

/// Keeps others from watching, or lets them again. It is no command, and costs no turn.
fn turn_door(run: &mut ActiveRun, context: &mut Context) -> RunTransition {
    let key = context.key(Intent::Privacy);
    run.say(match context.host.turn_door() {
        Ok(Some(true)) => "Your door is open again: others may watch you work.".to_owned(),
        Ok(Some(false)) => {
            format!("Your door is closed, and whoever watched is sent out. {key} opens it.")
        }
        Ok(None) => "Nobody can watch you here.".to_owned(),
        Err(error) => error.to_string(),
    });
    RunTransition::Stay
}

fn submit(command: Command, run: &mut ActiveRun, context: &Context) -> RunTransition {
    run.submit(command, &context.settings);
    RunTransition::Stay
}

fn refuse(reject: Reject, run: &mut ActiveRun, context: &Context) -> RunTransition {
    run.log.decide();
    run.refuse(&CommandRefusal::Rules(reject), &context.settings);
    RunTransition::Stay
}

/// Picks up what lies here. In a shop, where the items lie on shelves, the log says how to buy them.
fn get(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let trade = context.key(Intent::Trade);
    let view = run.view();
    let is_beside = view.is_in_shop() && view.refusal(&Command::Get) == Some(Reject::NothingToGet);
    if !is_beside {
        return submit(Command::Get, run, context);
    }
    run.say(format!("There is nothing to pick up here. {trade} shows what is for sale."));
    RunTransition::Stay
}

/// Rests until healed; a player who is not hurt waits until something happens.
fn rest(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let is_well = run.view().refusal(&Command::Rest) == Some(Reject::Rested);
    submit(if is_well { Command::Linger } else { Command::Rest }, run, context)
}

fn step(dir: Dir, run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    match view.refusal(&Command::Step(dir)) {
        Some(Reject::Counter) => ShopScreen::open(run),
        Some(reject) if reject.asks_to_confirm() => {
            let anyway = Command::StepAnyway(dir);
            if let Some(reject) = view.refusal(&anyway) {
                return refuse(reject, run, context);
            }
            let question = describe_refusal(reject, view.catalog());
            RunTransition::push(AskScreen::new(question, on_yes(anyway)))
        }
        _ => {
            let (sells, hero) = (is_keeper_beside(view, dir), hero_beside(view, dir));
            submit(Command::Step(dir), run, context);
            match hero {
                Some(actor) => RunTransition::push(TableScreen::new(actor)),
                None if sells => CounterScreen::open(run),
                None => RunTransition::Stay,
            }
        }
    }
}

/// Whether somebody who sells over a counter stands beside.
fn is_keeper_beside(view: View<'_>, dir: Dir) -> bool {
    let at = view.player().pos + dir;
    let Some((town, actor)) = view.town().zip(view.actor_at(at)) else { return false };
    town.is_keeper(actor.id)
}

/// A hero at an inn who stands beside.
fn hero_beside(view: View<'_>, dir: Dir) -> Option<ActorId> {
    let actor = view.actor_at(view.player().pos + dir)?;
    view.town()?.hero(actor.id).map(|_| actor.id)
}

/// Runs in a direction; where a step would ask or trade, that is what it comes to.
fn run_on(dir: Dir, run: &mut ActiveRun, context: &Context) -> RunTransition {
    let reject = run.view().refusal(&Command::Run(dir));
    if reject.is_some_and(|reject| reject == Reject::Counter || reject.asks_to_confirm()) {
        return step(dir, run, context);
    }
    submit(Command::Run(dir), run, context)
}

/// Strikes an enemy beside, one that a step would change places with among them; asks which of several.
fn strike(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let here = view.player().pos;
    let enemies = view.actors().into_iter().filter(|actor| actor.hostile);
    let beside = enemies.filter_map(|actor| {
        let dir = Dir::between(here, actor.pos)?;
        let label = actor.kind.name.clone();
        let command = Command::StepAnyway(dir);
        Some(Choice { label, dir: Some(dir), at: actor.pos, command })
    });
    let choices: Vec<Choice> = beside.collect();
    match &choices[..] {
        [] => {
            run.say("There is nobody to strike beside you.".to_owned());
            RunTransition::Stay
        }
        [only] => submit(only.command, run, context),
        _ => RunTransition::push(ChooseScreen::new("Strike whom?", Intent::Strike, choices)),
    }
}

/// Does the next job. Where there is none, logs why, and the keys for what is left of the night; a trap in reach that
/// would cut the player off is left to the question of the work key.
fn do_next_job(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    match view.refusal(&Command::DoNextJob) {
        Some(Reject::WorkInReach { .. }) => work(run, context),
        Some(reject) if leaves_no_job(reject) => {
            let is_one_of_several = view.has_stairs_down() || view.has_stairs_up();
            let why = if reject == Reject::OrderDone && is_one_of_several {
                "Nothing is left to do on this floor.".to_owned()
            } else {
                describe_refusal(reject, view.catalog())
            };
            let (exit, prepare) = (context.key(Intent::ToExit), context.key(Intent::Prepare));
            let leave = match (view.has_stairs_down(), view.player().pos == view.exit()) {
                (true, _) => "leads down",
                (false, true) => "clocks out",
                (false, false) => "leaves",
            };
            let prepare = match view.preparations() {
                Err(Reject::TooLateToPrepare) => String::new(),
                _ => format!(", {prepare} prepares for whoever comes"),
            };
            run.say(format!("{why} {exit} {leave}{prepare}."));
            RunTransition::Stay
        }
        _ => match view.next_job_turns() {
            Some((job, turns)) if turns.0 >= MIN_TURNS_ASKED => {
                let (name, left) = (job.name(), view.turns_left());
                let question = format!(
                    "The next job is the {name}: some {turns} turns, with {left} to dawn. Set out?"
                );
                RunTransition::push(AskScreen::new(question, on_yes(Command::DoNextJob)))
            }
            _ => submit(Command::DoNextJob, run, context),
        },
    }
}

/// A job of so many turns is asked about before it is set out for.
const MIN_TURNS_ASKED: u32 = 120;

/// Whether the next job is refused because there is none that the player can come to.
fn leaves_no_job(reject: Reject) -> bool {
    matches!(
        reject,
        Reject::OrderDone
            | Reject::OrderUp
            | Reject::NoJobKnown
            | Reject::JobsBehind { .. }
            | Reject::JobsBehindThat { .. }
            | Reject::RestBehind { .. }
            | Reject::RestBehindThat { .. }
            | Reject::NoSupplyLeft { .. }
            | Reject::NoWaterKnown
            | Reject::NoWay
    )
}

fn work(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let tasks = view.tasks();
    let mut doable: Vec<&TaskChoice> = tasks.iter().filter(|task| task.refusal.is_none()).collect();
    // While the upkeeper burns, nothing else can be done.
    if doable.iter().any(|task| task.task == Task::PutOut) {
        doable.retain(|task| task.task == Task::PutOut);
    }
    // Rinsing the mop, crates and rubble come after the jobs in reach.
    if doable.iter().any(|task| !task.task.is_secondary()) {
        doable.retain(|task| !task.task.is_secondary());
    }
    match doable[..] {
        [] if is_carry_meant(view) => carry(Intent::Work, run, context),
        [] => match tasks.into_iter().find_map(|task| task.refusal) {
            Some(reject) => refuse(reject, run, context),
            None => submit(Command::Work(None), run, context),
        },
        [first, ..]
            if doable.iter().all(|task| task.task == first.task)
                && is_interchangeable(first.task) =>
        {
            submit(mop_on(first.task, view).unwrap_or(first.command), run, context)
        }
        [only] => match view.question_before(only.command, only.at) {
            Some(question) => RunTransition::push(AskScreen::new(question, on_yes(only.command))),
            None => submit(only.command, run, context),
        },
        _ => {
            let choices = doable
                .iter()
                .map(|task| Choice {
                    label: task_name(task.task).to_owned(),
                    dir: task.dir,
                    at: task.at,
                    command: task.command,
                })
                .collect();
            RunTransition::push(ChooseScreen::new("Work on which?", Intent::Work, choices))
        }
    }
}

/// The command that mops all stains in turn, rinsing in between, where the task is a stain. A rinse is only a rinse.
fn mop_on(task: Task, view: View<'_>) -> Option<Command> {
    let mops = task == Task::Job(JobKind::Stain);
    (mops && view.refusal(&Command::Mop).is_none()).then_some(Command::Mop)
}

/// Whether it makes no difference which of several such tasks is done first.
fn is_interchangeable(task: Task) -> bool {
    matches!(task, Task::Job(JobKind::Stain) | Task::RinseMop | Task::PutOut)
}

fn task_name(task: Task) -> &'static str {
    match task {
        Task::Job(job) => job.name(),
        Task::PutOut => "put yourself out",
        Task::RinseMop => "rinse the mop",
        Task::SmashCrate => "smash the crate",
        Task::Search => "see what is in it",
        Task::BlastRubble => "blast the rubble",
    }
}

/// Whether the only thing to do here is with a body: to pick one up, or to drop the carried one down a chute.
fn is_carry_meant(view: View<'_>) -> bool {
    let player = view.player();
    let Some(&Command::Carry(dir)) = view.carry_choices().first() else { return false };
    let at = dir.map_or(player.pos, |dir| player.pos + dir);
    player.carrying.is_none() || view.cell(at).fixture == Some(Fixture::Chute)
}

fn carry(pressed: Intent, run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let choices = view.carry_choices();
    match choices[..] {
        [] => submit(Command::Carry(None), run, context),
        // With a body in the arms, the view lists the best place for it first.
        [first, ..] if view.player().carrying.is_some() => submit(first, run, context),
        [only] => submit(only, run, context),
        _ => {
            let choices =
                choices.iter().filter_map(|&command| body_choice(view, command)).collect();
            RunTransition::push(ChooseScreen::new("Pick up which body?", pressed, choices))
        }
    }
}

fn body_choice(view: View<'_>, command: Command) -> Option<Choice> {
    let Command::Carry(dir) = command else { return None };
    let here = view.player().pos;
    let at = dir.map_or(here, |dir| here + dir);
    let label =
        view.cell(at).body_of.map_or_else(|| "body".to_owned(), |kind| view.body_name(kind));
    Some(Choice { label, dir, at, command })
}

fn close_door(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let doors = view.doors_to_close();
    let question = ("Shut which door?", Intent::CloseDoor);
    at_door(run, context, &doors, Command::CloseDoor, Reject::NoOpenDoor, question)
}

/// Opens the list of what can be prepared from here, or logs why there is nothing to.
fn prepare(run: &mut ActiveRun, context: &Context) -> RunTransition {
    match run.view().preparations() {
        Ok(_) => RunTransition::push(PrepareScreen::default()),
        Err(reject) => refuse(reject, run, context),
    }
}

fn bar_door(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let doors = view.doors_to_bar();
    let question = ("Bar which door?", Intent::BarDoor);
    at_door(run, context, &doors, Command::BarDoor, Reject::NoShutDoor, question)
}

/// Applies a command to the only door in reach, or asks to which of several. With no door in reach, logs the most specific
/// refusal among the directions.
fn at_door(
    run: &mut ActiveRun,
    context: &Context,
    doors: &[Dir],
    command: fn(Dir) -> Command,
    none: Reject,
    (question, intent): (&'static str, Intent),
) -> RunTransition {
    let view = run.view();
    let here = view.player().pos;
    match doors {
        [] => {
            let why = Dir::ALL.into_iter().filter_map(|dir| view.refusal(&command(dir)));
            let reject = why.max_by_key(|reject| *reject != none);
            refuse(reject.unwrap_or(none), run, context)
        }
        &[only] => submit(command(only), run, context),
        several => {
            let choices = several
                .iter()
                .map(|&dir| Choice {
                    label: "door".to_owned(),
                    dir: Some(dir),
                    at: here + dir,
                    command: command(dir),
                })
                .collect();
            RunTransition::push(ChooseScreen::new(question, intent, choices))
        }
    }
}

/// Puts out flames without a question; before a brazier, which then becomes a job, it asks.
fn douse(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let mut places = view.places_to_douse();
    if places.iter().any(|&(_, at)| view.cell(at).fire > 0) {
        places.retain(|&(_, at)| view.cell(at).fire > 0);
        return submit(Command::Douse(places[0].0), run, context);
    }
    match places[..] {
        [] => {
            let beside = Dir::ALL.into_iter().map(|dir| Command::Douse(Some(dir)));
            let why = beside.filter_map(|command| view.refusal(&command));
            let reject = why.max_by_key(|reject| *reject != Reject::NothingToDouse);
            refuse(reject.unwrap_or(Reject::NothingToDouse), run, context)
        }
        [(dir, _), ..] => {
            let question = "Put the brazier out? A dead brazier is a job again, and wants oil.";
            RunTransition::push(AskScreen::new(question.to_owned(), on_yes(Command::Douse(dir))))
        }
    }
}

/// Up the stairs, or to them.
fn go_up(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    // In a town: out by the gate behind.
    if view.is_in_town() && view.player().pos == view.start() {
        return submit(Command::ClockOut, run, context);
    }
    if view.is_in_town() {
        return submit(Command::Travel(view.start()), run, context);
    }
    if !view.has_stairs_up() || view.player().pos == view.start() {
        return submit(Command::Journey(JourneyCommand::TakeStairs), run, context);
    }
    submit(Command::Travel(view.start()), run, context)
}

fn leave(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let leave_field = Command::Journey(JourneyCommand::LeaveField);
    if view.is_in_field() && view.refusal(&leave_field).is_none() {
        return submit(leave_field, run, context);
    }
    let is_at_exit = view.player().pos == view.exit();
    if view.is_in_town() {
        return submit(
            if is_at_exit { Command::ClockOut } else { Command::TravelToExit },
            run,
            context,
        );
    }
    let is_at_other_stairs = !is_at_exit && view.has_stairs_up();
    if is_at_other_stairs || (!is_at_exit && view.refusal(&Command::ClockOut).is_some()) {
        return submit(Command::TravelToExit, run, context);
    }
    if is_at_exit && view.has_stairs_down() {
        return submit(Command::Journey(JourneyCommand::TakeStairs), run, context);
    }
    let open: Vec<_> = view.order().into_iter().filter(|&count| !view.is_complete(count)).collect();
    let question = if open.is_empty() {
        let time = view
            .time_points_left()
            .map_or(String::new(), |points| format!(" Time pays {points:+} now."));
        format!("The order is done.{time} Clock out, and let them come?")
    } else {
        let left: Vec<_> = open.iter().map(|&count| undone(view, count)).collect();
        format!("The order is not done. Left: {}. Clock out all the same?", left.join(", "))
    };
    RunTransition::push(AskScreen::new(question, on_yes(Command::ClockOut)))
}

/// The undone part of a count: "2 of 5 doors", "all 4 traps".
fn undone(view: View<'_>, count: JobCount) -> String {
    let (done, wanted) = view.progress(count);
    match (wanted - done, wanted) {
        (1, 1) => format!("the {}", count.job.name()),
        (left, total) if left == total => format!("all {total} {}", count.job.plural()),
        (left, total) => format!("{left} of {total} {}", count.job.plural()),
    }
}

/// Logs the keys that leave the game, but not twice in a row.
fn tell_ways_out(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let (help, save) = (context.key(Intent::Help), context.key(Intent::SaveQuit));
    let text = format!("{help} shows the keys, {save} saves and goes to the title.");
    if run.log.lines().last().is_some_and(|line| line.text == text) {
        return RunTransition::Ignore;
    }
    run.say(text);
    RunTransition::Stay
}

/// Asks before the run is given up.
fn abandon() -> RunTransition {
    let question =
        "Put down your tools and walk off? The run ends here and the work is not counted.";
    RunTransition::push(AskScreen::new(question.to_owned(), on_yes(Command::Abandon)))
}

/// Saves the run and goes to the title; if it cannot be saved, stays and logs why.
pub(crate) fn save_and_quit(run: &mut ActiveRun) -> RunTransition {
    match run.save() {
        Ok(()) => RunTransition::Title,
        Err(error) => {
            run.say(error.to_string());
            RunTransition::Stay
        }
    }
}
