//! Makes intents of the player on the floor into commands, at once or after a question, and opens the screens that
//! intents ask for.
//!
//! The map screen comes here, drawn or read in lines, so that a key does the same in both. No rule is decided here:
//! what can be done is asked of the view. Screens that are opened from here know nothing of it.

use crate::{
    base::Dir,
    content::JobKind,
    sim::{Command, Fixture, JobCount, Reject},
    view::{ItemAction, Task, TaskChoice, View, describe_refusal},
};

use super::{
    ActiveRun, Context, Refusal, RunTransition,
    keymap::Intent,
    screens::{
        ask::{Ask, submit},
        cart::Cart,
        choose::{Choice, Choose},
        cursor::Cursor,
        floor_map::FloorMap,
        help::Help,
        history::History,
        jobs::Jobs,
        shop::Shop,
        yourself::Yourself,
    },
};

/// Does what an intent asks for while a shift is played.
pub(crate) fn follow(intent: Intent, run: &mut ActiveRun, context: &Context) -> RunTransition {
    match intent {
        Intent::Move(dir) => step(dir, run, context),
        Intent::Wait => order(Command::Wait, run, context),
        Intent::Rest => rest(run, context),
        Intent::Work => work(run, context),
        Intent::Carry => carry(Intent::Carry, run, context),
        Intent::CloseDoor => close_door(run, context),
        Intent::BarDoor => bar_door(run, context),
        Intent::Douse => douse(run, context),
        Intent::NextJob => order(Command::NextJob, run, context),
        Intent::Explore => order(Command::Explore, run, context),
        Intent::Get => get(run, context),
        Intent::ToExit => leave(run, context),
        Intent::Travel => RunTransition::push(Cursor::travel(run.view())),
        Intent::Examine => RunTransition::push(Cursor::examine(run.view())),
        Intent::Inventory => Cart::open(ItemAction::Look, run),
        Intent::Equip => Cart::open(ItemAction::Equip, run),
        Intent::Use => Cart::open(ItemAction::Use, run),
        Intent::Fire => Cart::open(ItemAction::Throw, run),
        Intent::Drop => Cart::open(ItemAction::Drop, run),
        Intent::Trade => Shop::open(run),
        Intent::FloorMap => RunTransition::push(FloorMap::default()),
        Intent::History => RunTransition::push(History::default()),
        Intent::Jobs => RunTransition::push(Jobs::default()),
        Intent::Yourself => RunTransition::push(Yourself::default()),
        Intent::SaveQuit => save_and_quit(run),
        Intent::Help => RunTransition::open(Help::new()),
        Intent::Abandon => abandon(),
        Intent::Cancel => tell_ways_out(run, context),
        _ => RunTransition::Ignore,
    }
}

/// Whether an intent only shows something: it may be followed even if its key was pressed to interrupt.
pub(crate) fn is_harmless(intent: Intent) -> bool {
    matches!(
        intent,
        Intent::Examine
            | Intent::Inventory
            | Intent::FloorMap
            | Intent::History
            | Intent::Jobs
            | Intent::Yourself
            | Intent::SaveQuit
            | Intent::Help
    )
}

fn order(command: Command, run: &mut ActiveRun, context: &Context) -> RunTransition {
    run.submit(command, &context.settings);
    RunTransition::Stay
}

fn refuse(reject: Reject, run: &mut ActiveRun, context: &Context) -> RunTransition {
    run.log.decide();
    run.refuse(&Refusal::Rules(reject), &context.settings);
    RunTransition::Stay
}

/// In a shop the things lie where they are sold: who stands beside them is told how they are had.
fn get(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let trade = context.key(Intent::Trade);
    let view = run.view();
    let is_beside = view.is_in_shop() && view.refusal(&Command::Get) == Some(Reject::NothingToGet);
    if !is_beside {
        return order(Command::Get, run, context);
    }
    run.say(format!("There is nothing to pick up here. {trade} shows what is for sale."));
    RunTransition::Stay
}

/// Whoever is hurt rests until that is over, whoever is not waits for something to happen.
fn rest(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let is_well = run.view().refusal(&Command::Rest) == Some(Reject::Rested);
    order(if is_well { Command::Linger } else { Command::Rest }, run, context)
}

fn step(dir: Dir, run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    match view.refusal(&Command::Step(dir)) {
        Some(Reject::Counter) => Shop::open(run),
        Some(reject) if reject.asks_to_confirm() => {
            let anyway = Command::StepAnyway(dir);
            if let Some(reject) = view.refusal(&anyway) {
                return refuse(reject, run, context);
            }
            let question = describe_refusal(reject, view.catalog());
            RunTransition::push(Ask::new(question, submit(anyway)))
        }
        _ => order(Command::Step(dir), run, context),
    }
}

fn work(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let tasks = view.tasks();
    let mut doable: Vec<&TaskChoice> = tasks.iter().filter(|task| task.refusal.is_none()).collect();
    // Nobody mends anything while he burns.
    if doable.iter().any(|task| task.task == Task::PutOut) {
        doable.retain(|task| task.task == Task::PutOut);
    }
    // A rinse, a crate, a heap of rubble can wait as long as there is a job in reach.
    if doable.iter().any(|task| !task.task.is_secondary()) {
        doable.retain(|task| !task.task.is_secondary());
    }
    match doable[..] {
        [] if is_carry_meant(view) => carry(Intent::Work, run, context),
        [] => match tasks.into_iter().find_map(|task| task.refusal) {
            Some(reject) => refuse(reject, run, context),
            None => order(Command::Work(None), run, context),
        },
        [first, ..]
            if doable.iter().all(|task| task.task == first.task) && is_all_one(first.task) =>
        {
            order(mop_on(first.task, view).unwrap_or(first.command), run, context)
        }
        [only] => match view.question_before(only.command, only.at) {
            Some(question) => RunTransition::push(Ask::new(question, submit(only.command))),
            None => order(only.command, run, context),
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
            RunTransition::push(Choose::new("Work on which?", Intent::Work, choices))
        }
    }
}

/// Where there is one stain there are more: it goes on with those, and with a rinse between.
fn mop_on(task: Task, view: View<'_>) -> Option<Command> {
    let (fouled, max) = view.player().mop;
    let mops = match task {
        Task::Job(JobKind::Stain) => true,
        Task::RinseMop => fouled >= max,
        _ => false,
    };
    (mops && view.refusal(&Command::Mop).is_none()).then_some(Command::Mop)
}

/// One stain is as good as another.
fn is_all_one(task: Task) -> bool {
    matches!(task, Task::Job(JobKind::Stain) | Task::RinseMop | Task::PutOut)
}

fn task_name(task: Task) -> &'static str {
    match task {
        Task::Job(job) => job.name(),
        Task::PutOut => "put yourself out",
        Task::RinseMop => "rinse the mop",
        Task::SmashCrate => "smash the crate",
        Task::BlastRubble => "blast the rubble",
    }
}

/// Whether all there is to do is with a body: to take one up, or to drop the one in the arms down a chute.
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
        [] => order(Command::Carry(None), run, context),
        // With a body in the arms the first is the best place for it.
        [first, ..] if view.player().carrying.is_some() => order(first, run, context),
        [only] => order(only, run, context),
        _ => {
            let choices =
                choices.iter().filter_map(|&command| body_choice(view, command)).collect();
            RunTransition::push(Choose::new("Pick up which body?", pressed, choices))
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

fn bar_door(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let doors = view.doors_to_bar();
    let question = ("Bar which door?", Intent::BarDoor);
    at_door(run, context, &doors, Command::BarDoor, Reject::NoShutDoor, question)
}

/// Does something to the door that there is; asks to which, where there are several. Where there is none, a
/// refusal that says more than that goes first.
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
        &[only] => order(command(only), run, context),
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
            RunTransition::push(Choose::new(question, intent, choices))
        }
    }
}

/// Flames are beaten out without a question; a brazier is on the order, so that is asked first.
fn douse(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    let mut places = view.places_to_douse();
    if places.iter().any(|&(_, at)| view.cell(at).fire > 0) {
        places.retain(|&(_, at)| view.cell(at).fire > 0);
        return order(Command::Douse(places[0].0), run, context);
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
            RunTransition::push(Ask::new(question.to_owned(), submit(Command::Douse(dir))))
        }
    }
}

fn leave(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    if view.player().pos != view.exit() {
        return order(Command::TravelToExit, run, context);
    }
    let open: Vec<_> = view.order().into_iter().filter(|&count| !view.is_complete(count)).collect();
    let question = if open.is_empty() {
        "The order is done. Clock out, and let them come?".to_owned()
    } else {
        let left: Vec<_> = open.iter().map(|&count| undone(count)).collect();
        format!("The order is not done. Left: {}. Clock out all the same?", left.join(", "))
    };
    RunTransition::push(Ask::new(question, submit(Command::ClockOut)))
}

/// "2 of 5 doors", "all 4 traps"
fn undone(count: JobCount) -> String {
    let left = count.total - count.done;
    match (left, count.total) {
        (1, 1) => format!("the {}", count.job.name()),
        (left, total) if left == total => format!("all {total} {}", count.job.plural()),
        (left, total) => format!("{left} of {total} {}", count.job.plural()),
    }
}

/// Whoever looks for a way out is told the keys for it, but not twice in a row.
fn tell_ways_out(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let (help, save) = (context.key(Intent::Help), context.key(Intent::SaveQuit));
    let text = format!("{help} shows the keys, {save} saves and quits.");
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
    RunTransition::push(Ask::new(question.to_owned(), submit(Command::Abandon)))
}

/// Leaves the game with the run on disk; stays, and says why, if it cannot be put there.
pub(crate) fn save_and_quit(run: &mut ActiveRun) -> RunTransition {
    match run.save() {
        Ok(()) => RunTransition::Quit,
        Err(error) => {
            run.say(error.to_string());
            RunTransition::Stay
        }
    }
}
