//! Phrases for statuses, jobs, gates and the ends of activities.

use crate::sim::{Command, Harm, Interruption, Obstacle, Turns};
use crate::view::names::{obstacle_name, passes_with_time};
use crate::view::{Task, View};
use content::{Gate, JobKind, Status, with_article};

/// Why an activity ended; `None` where another message says so.
pub(super) fn stopped(view: &View<'_>, why: Interruption) -> Option<String> {
    let catalog = view.catalog();
    let stop = |why: &str| format!("You stop: {why}");
    let text = match why {
        // A trap kit that is half set for instance.
        Interruption::Late if view.world().shift.paused_job.is_some() => {
            "You leave off.".to_owned()
        }
        Interruption::Done
        | Interruption::Arrived
        | Interruption::Threat(_)
        | Interruption::Late
        | Interruption::Risen
        | Interruption::Unfollowed
        | Interruption::Heard
        | Interruption::Fork
        | Interruption::Beside
        | Interruption::Raided => return None,
        Interruption::Noticed(kind) => {
            stop(&format!("the {} has noticed you.", catalog.actor(kind).name))
        }
        Interruption::AtWork if view.player().carrying.is_some() => {
            "You stop at the chute.".to_owned()
        }
        Interruption::AtWork => at_work(view),
        Interruption::Waited => "Nothing happens. You look at the clock.".to_owned(),
        Interruption::Rested => "You are rested.".to_owned(),
        Interruption::NotHealing => "You have caught your breath. No more than that.".to_owned(),
        Interruption::Explored if view.is_in_town() => "You have looked round.".to_owned(),
        Interruption::Explored => {
            format!("You have seen what there is to see on safe ground.{}", left_to_do(view))
        }
        Interruption::Gated(gate) => {
            let left = left_to_do(view);
            format!("You have seen what there is on this side. The rest lies behind {gate}.{left}")
        }
        Interruption::Barred(Gate::Drop) => {
            "You stop at the ledge: whether you jump is for you to say.".to_owned()
        }
        Interruption::Barred(gate) if view.opens(gate) => {
            format!("You stop before {gate}. You have what opens it: walk into it.")
        }
        Interruption::Barred(gate) => format!("You stop before {gate}: it bars the way."),
        Interruption::Crowded(kind) => {
            stop(&format!("the {} stands in the only way.", catalog.actor(kind).name))
        }
        Interruption::Fenced { by: Obstacle::ShutOut(kind), .. }
        | Interruption::Blocked { by: Obstacle::ShutOut(kind), .. } => {
            stop(&format!("the {} is behind that door.", catalog.actor(kind).name))
        }
        Interruption::Fenced { by, at } => {
            let (what, way) = (obstacle_name(by, catalog), view.way_from_here(at));
            let (passes, left) = (passes_with_time(by), left_to_do(view));
            let rest = format!("The rest lies behind {what}, {way}.{passes}{left}");
            format!("You have seen what there is on this side. {rest}")
        }
        Interruption::Blocked { by, at } => {
            let (what, way) = (obstacle_name(by, catalog), view.way_from_here(at));
            stop(&format!("there is {what} in the only way, {way}.{}", passes_with_time(by)))
        }
        Interruption::NoSupply(supply) => stop(&format!("what is left wants {supply}.")),
        Interruption::NoChute => stop("you know of no way to a chute."),
        Interruption::NoWater => stop("the mop is foul, and you know of no way to water."),
        Interruption::Occupied => stop("somebody stands where the work is."),
        Interruption::NoWay => stop("you know of no safe way on."),
        Interruption::Stirring => stop("a body gets up soon, and goes first."),
        Interruption::Hurt => "You break off.".to_owned(),
        Interruption::Fire => stop("something burns."),
        Interruption::Afflicted(status) => stop(&format!("you are {status}.")),
        Interruption::Weakened => {
            let (health, max) = view.health();
            stop(&format!("you have {health} of {max} health left."))
        }
        Interruption::Deadly(by) => stop(&format!("{}.", deadly(by))),
        Interruption::PlanFails => match view.refusal(&Command::CarryOn) {
            Some(reject) => format!("You stop. {}", view.why_refused(&Command::CarryOn, reject)),
            None => stop("what is next on the plan cannot be done now."),
        },
        Interruption::Impossible => {
            stop("something has changed, and this cannot be done any more.")
        }
    };
    Some(text)
}

/// That a harm that goes on would kill the player, as the end of a sentence.
pub(super) fn deadly(by: Harm) -> &'static str {
    match by {
        Harm::Gas => "you would not outlast this gas",
        Harm::Status(Status::Poisoned) => "there is more poison in you than life",
        _ => "you would not live to see the fire go out",
    }
}

/// The end of a walk to the next job: which job it is, and where.
fn at_work(view: &View<'_>) -> String {
    let here = view.player().pos;
    let first = view.tasks().into_iter().find_map(|choice| match choice.task {
        Task::Job(job) if choice.refusal.is_none() => Some((job, choice.at)),
        _ => None,
    });
    let body = || here.neighbours().find(|&pos| view.cell(pos).body).map(|at| (JobKind::Body, at));
    match first.or_else(body) {
        Some((job, at)) if at != here => {
            format!("You stop at {}, {}.", with_article(job.name()), view.way_from_here(at))
        }
        Some((job, _)) => format!("You stop at {}.", with_article(job.name())),
        None => "You stop at the work.".to_owned(),
    }
}

/// The known work that is left, told once everything is explored: " To do: 2 traps, 14 stains."
fn left_to_do(view: &View<'_>) -> String {
    let known = view.known_jobs();
    let counts = JobKind::ALL.into_iter().filter_map(|job| {
        match known.iter().filter(|known| known.job == job).count() {
            0 => None,
            1 if job == JobKind::Pen => Some("a stray".to_owned()),
            1 => Some(format!("a {}", job.name())),
            count => Some(format!("{count} {}", job.plural())),
        }
    });
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() { String::new() } else { format!(" To do: {}.", counts.join(", ")) }
}

pub(super) fn first_sight(view: &View<'_>, gate: Gate) -> &'static str {
    let opens = view.opens(gate);
    match gate {
        Gate::LockedDoor if opens => "A locked door. You have a key that fits.",
        Gate::LockedDoor => "A locked door. Somewhere on this floor there is a key for it.",
        Gate::BossDoor if opens => {
            "A door with too many bolts. So that is what the big key is for."
        }
        Gate::BossDoor => {
            "A door with too many bolts. Whoever had them put on had something to keep."
        }
        Gate::Pit if opens => "A pit. Your boots do not mind.",
        Gate::Pit => "A pit, from wall to wall. It wants lighter boots than yours.",
        Gate::Rubble if opens => "Rubble across the way. The satchel will see to it.",
        Gate::Rubble => "Rubble across the way. It wants a bomb, not a broom.",
        Gate::Drop => "A ledge. Down is easy.",
    }
}

pub(super) fn begun(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "You are poisoned.",
        Status::Burning => "You are on fire!",
        Status::Stunned => "You are stunned.",
        Status::Slowed => "You get slow, and nobody else does.",
        Status::Hasted => "Everything else gets slow.",
        Status::Blind => "You cannot see a thing.",
        Status::Snared => "You are caught.",
        Status::Mending => "Your wounds are closing.",
        Status::Floating => "Your feet leave the floor.",
        Status::Diligent => "Work suddenly seems less bad.",
        Status::Drenched => "You are wet to the skin.",
        Status::Frightened => "You want to be somewhere else, now.",
        Status::Reeking => "You smell like something that died in the walls.",
        Status::Silent => "Your own steps stop answering you.",
        Status::Tarred => "You are all over tar.",
        Status::Shielded => "Blows will do less for a while.",
    }
}

pub(super) fn done(job: JobKind) -> Option<&'static str> {
    Some(match job {
        JobKind::Trap => "The trap is armed. For everybody.",
        JobKind::Chest => "The chest is full again.",
        JobKind::Door => "The door hangs straight again, and shut.",
        JobKind::Light => "The brazier burns.",
        JobKind::Stain => "That bit is clean.",
        JobKind::Pen => "The lure is set. Something on the floor lifts its nose.",
        // Its going down the chute has said so.
        JobKind::Body => return None,
    })
}

/// A rinse of the mop, in words that change with the turn.
pub(super) fn rinsed(now: Turns) -> &'static str {
    match now.0 % 6 {
        1 => "You rinse the mop. The water has an opinion.",
        4 => "You rinse the mop. Better not to look at what comes off.",
        _ => "You rinse the mop.",
    }
}
