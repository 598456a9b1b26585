//! What the player wants on the floor, made into commands: at once, or after a question.
//!
//! The map screen and reader mode both come here, so that a key does the same in both. No rule is decided here: what
//! can be done is asked of the view.

use crate::{
    base::{Dir, Pos},
    content::{ItemKind, JobKind},
    sim::{Command, Fixture, JobCount, Reject},
    view::{Task, TaskChoice, View},
};

use super::{
    Context, Refusal, Transition,
    keymap::Intent,
    screens::{
        ask::Ask,
        cart::{Cart, Purpose},
        choose::{Choice, Choose},
        cursor::Cursor,
        floor_map::FloorMap,
        help::Help,
        history::History,
        jobs::Jobs,
        shop::Shop,
        yourself::Yourself,
    },
    widgets::hud::some,
};

/// Does what an intent asks for while a shift is played.
pub fn intend(intent: Intent, context: &mut Context) -> Transition {
    if let Some(dir) = direction(intent) {
        return step(dir, context);
    }
    match intent {
        Intent::Wait => order(Command::Wait, context),
        Intent::Rest => rest(context),
        Intent::Work => work(context),
        Intent::Carry => carry(Intent::Carry, context),
        Intent::CloseDoor => close_door(context),
        Intent::BarDoor => bar_door(context),
        Intent::Douse => douse(context),
        Intent::NextJob => order(Command::NextJob, context),
        Intent::Explore => order(Command::Explore, context),
        Intent::Get => get(context),
        Intent::ToExit => leave(context),
        Intent::Travel => Cursor::travel(context),
        Intent::Examine => Cursor::examine(context),
        Intent::Inventory => Cart::open(Purpose::Look, context),
        Intent::Equip => Cart::open(Purpose::Equip, context),
        Intent::Use => Cart::open(Purpose::Use, context),
        Intent::Fire => Cart::open(Purpose::Throw, context),
        Intent::Drop => Cart::open(Purpose::Drop, context),
        Intent::Trade => Shop::open(context),
        Intent::FloorMap => Transition::push(FloorMap::default()),
        Intent::History => Transition::push(History::default()),
        Intent::Jobs => Transition::push(Jobs::default()),
        Intent::Yourself => Transition::push(Yourself::default()),
        Intent::SaveQuit => save_and_quit(context),
        Intent::Help => Transition::push(Help::new()),
        Intent::Abandon => Transition::push(Ask::abandon()),
        Intent::Cancel => tell_ways_out(context),
        _ => Transition::Ignore,
    }
}

/// Whether an intent only shows something: it may be followed even if its key was pressed to interrupt.
pub fn is_harmless(intent: Intent) -> bool {
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

/// The direction of an intent that moves.
pub fn direction(intent: Intent) -> Option<Dir> {
    Some(match intent {
        Intent::North => Dir::North,
        Intent::NorthEast => Dir::NorthEast,
        Intent::East => Dir::East,
        Intent::SouthEast => Dir::SouthEast,
        Intent::South => Dir::South,
        Intent::SouthWest => Dir::SouthWest,
        Intent::West => Dir::West,
        Intent::NorthWest => Dir::NorthWest,
        _ => return None,
    })
}

/// The word for a direction, or for the cell underfoot.
pub fn direction_name(dir: Option<Dir>) -> &'static str {
    dir.map_or("here", Dir::name)
}

/// What can be done to an item.
pub fn can(purpose: Purpose, item: &ItemKind) -> bool {
    match purpose {
        Purpose::Look | Purpose::Drop => true,
        Purpose::Equip => item.slot.is_equipment(),
        Purpose::Use => item.slot.is_used(),
        Purpose::Throw => item.thrown.is_some(),
    }
}

fn order(command: Command, context: &mut Context) -> Transition {
    context.submit(command);
    Transition::Stay
}

fn refuse(reject: Reject, context: &mut Context) -> Transition {
    if let Context { play: Some(play), settings, .. } = context {
        play.log.decide();
        play.refuse(&Refusal::Rules(reject), settings);
    }
    Transition::Stay
}

/// In a shop the things lie where they are sold: who stands beside them is told how they are had.
fn get(context: &mut Context) -> Transition {
    let trade = context.key(Intent::Trade);
    let Some(view) = context.view() else { return Transition::Ignore };
    let is_beside = view.is_in_shop() && view.refusal(&Command::Get) == Some(Reject::NothingToGet);
    match &mut context.play {
        Some(play) if is_beside => {
            play.say(format!("There is nothing to pick up here. {trade} shows what is for sale."));
            Transition::Stay
        }
        _ => order(Command::Get, context),
    }
}

/// Whoever is hurt rests until that is over, whoever is not waits for something to happen.
fn rest(context: &mut Context) -> Transition {
    let refusal = context.view().and_then(|view| view.refusal(&Command::Rest));
    let is_well = refusal == Some(Reject::Rested);
    order(if is_well { Command::Linger } else { Command::Rest }, context)
}

fn step(dir: Dir, context: &mut Context) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
    match view.refusal(&Command::Step(dir)) {
        Some(Reject::Counter) => Shop::open(context),
        Some(reject) if reject.asks_to_confirm() => {
            let anyway = Command::StepAnyway(dir);
            match view.refusal(&anyway) {
                Some(reject) => refuse(reject, context),
                None => Transition::push(Ask::new(reject.to_string(), anyway)),
            }
        }
        _ => order(Command::Step(dir), context),
    }
}

fn work(context: &mut Context) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
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
        [] if is_carry_meant(view) => carry(Intent::Work, context),
        [] => match tasks.into_iter().find_map(|task| task.refusal) {
            Some(reject) => refuse(reject, context),
            None => order(Command::Work(None), context),
        },
        [first, ..]
            if doable.iter().all(|task| task.task == first.task) && is_all_one(first.task) =>
        {
            order(mop_on(first.task, view).unwrap_or(first.command), context)
        }
        [only] => match doubt(view, only.at, only.command) {
            Some(question) => Transition::push(Ask::new(question, only.command)),
            None => order(only.command, context),
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
            Transition::push(Choose::new("Work on which?", Intent::Work, choices))
        }
    }
}

/// What to ask before work that the player may regret: arming a trap from the wrong side of it.
pub fn doubt(view: View<'_>, at: Pos, command: Command) -> Option<String> {
    let arms = matches!(command, Command::Work(_)) && view.job_at(at) == Some(JobKind::Trap);
    let lost = if arms { view.shut_off_by(at) } else { Vec::new() };
    let jobs = lost.iter().flatten().count();
    let jobs = (jobs > 0).then(|| format!("{jobs} {} that you know of", some(jobs, "job", "jobs")));
    let exit = lost.contains(&None).then(|| "the exit".to_owned());
    let lost: Vec<String> = exit.into_iter().chain(jobs).collect();
    (!lost.is_empty()).then(|| {
        format!(
            "Armed from this side, that trap shuts you off from {}. Arm it from here all the same?",
            lost.join(" and ")
        )
    })
}

/// Where there is one stain there are more: it goes on with those, and with a rinse between.
fn mop_on(task: Task, view: View<'_>) -> Option<Command> {
    let (fouled, most) = view.player().mop;
    let mops = match task {
        Task::Job(JobKind::Stain) => true,
        Task::RinseMop => fouled >= most,
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

fn carry(asked: Intent, context: &mut Context) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
    let choices = view.carry_choices();
    match choices[..] {
        [] => order(Command::Carry(None), context),
        // With a body in the arms the first is the best place for it.
        [first, ..] if view.player().carrying.is_some() => order(first, context),
        [only] => order(only, context),
        _ => {
            let choices =
                choices.iter().filter_map(|&command| body_choice(view, command)).collect();
            Transition::push(Choose::new("Pick up which body?", asked, choices))
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

fn close_door(context: &mut Context) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
    let doors = view.doors_to_close();
    let question = ("Shut which door?", Intent::CloseDoor);
    at_door(context, &doors, Command::CloseDoor, Reject::NoOpenDoor, question)
}

fn bar_door(context: &mut Context) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
    let doors = view.doors_to_bar();
    let question = ("Bar which door?", Intent::BarDoor);
    at_door(context, &doors, Command::BarDoor, Reject::NoShutDoor, question)
}

/// Does something to the door that there is; asks to which, where there are several. Where there is none, a
/// refusal that says more than that goes first.
fn at_door(
    context: &mut Context,
    doors: &[Dir],
    command: fn(Dir) -> Command,
    none: Reject,
    (question, intent): (&'static str, Intent),
) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
    let here = view.player().pos;
    match doors {
        [] => {
            let why = Dir::ALL.into_iter().filter_map(|dir| view.refusal(&command(dir)));
            let reject = why.max_by_key(|reject| *reject != none);
            refuse(reject.unwrap_or(none), context)
        }
        &[only] => order(command(only), context),
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
            Transition::push(Choose::new(question, intent, choices))
        }
    }
}

/// Flames are beaten out without a question; a brazier is on the order, so that is asked first.
fn douse(context: &mut Context) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
    let mut places = view.places_to_douse();
    if places.iter().any(|&(_, at)| view.cell(at).fire > 0) {
        places.retain(|&(_, at)| view.cell(at).fire > 0);
        return order(Command::Douse(places[0].0), context);
    }
    match places[..] {
        [] => {
            let beside = Dir::ALL.into_iter().map(|dir| Command::Douse(Some(dir)));
            let why = beside.filter_map(|command| view.refusal(&command));
            let reject = why.max_by_key(|reject| *reject != Reject::NothingToDouse);
            refuse(reject.unwrap_or(Reject::NothingToDouse), context)
        }
        [(dir, _), ..] => {
            let question = "Put the brazier out? A dead brazier is a job again, and wants oil.";
            Transition::push(Ask::new(question.to_owned(), Command::Douse(dir)))
        }
    }
}

fn leave(context: &mut Context) -> Transition {
    let Some(view) = context.view() else { return Transition::Ignore };
    if view.player().pos != view.exit() {
        return order(Command::TravelToExit, context);
    }
    let open: Vec<_> = view.order().into_iter().filter(|&count| !view.is_complete(count)).collect();
    let question = if open.is_empty() {
        "The order is done. Clock out, and let them come?".to_owned()
    } else {
        let left: Vec<_> = open.iter().map(|&count| undone(count)).collect();
        format!("The order is not done. Left: {}. Clock out all the same?", left.join(", "))
    };
    Transition::push(Ask::new(question, Command::ClockOut))
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
fn tell_ways_out(context: &mut Context) -> Transition {
    let (help, save) = (context.key(Intent::Help), context.key(Intent::SaveQuit));
    let text = format!("{help} shows the keys, {save} saves and quits.");
    let Some(play) = &mut context.play else { return Transition::Ignore };
    if play.log.lines().last().is_some_and(|line| line.text == text) {
        return Transition::Ignore;
    }
    play.say(text);
    Transition::Stay
}

/// Leaves the game with the run on disk; stays if it cannot be put there.
fn save_and_quit(context: &mut Context) -> Transition {
    let Some(play) = &mut context.play else { return Transition::Quit };
    match play.save() {
        Ok(()) => Transition::Quit,
        Err(error) => {
            play.say(error.to_string());
            Transition::Stay
        }
    }
}
