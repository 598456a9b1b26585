//! The work key: the only job in reach at once, or a question which of several.

use super::bodies::{carry, is_carry_meant};
use super::submit::{refuse, submit};
use crate::{
    ActiveRun, Context, Transition,
    keymap::Intent,
    screens::{
        ask::ask,
        choose::{Choice, ChooseScreen},
    },
};
use content::JobKind;
use engine::sim::Command;
use engine::view::{Task, TaskChoice, View};

pub(super) fn work(run: &mut ActiveRun, context: &Context) -> Transition {
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
            Some(question) => ask(question, only.command),
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
            Transition::push(ChooseScreen::new("Work on which?", Intent::Work, choices))
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
