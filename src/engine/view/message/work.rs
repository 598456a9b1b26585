//! Messages for jobs and for the time that is left.

use crate::sim::{
    Activity, Command, End, JobReason, LeadEnd, Lever, Reject, Turns, Who, WorkEvent, World,
};
use crate::view::View;
use crate::view::names::parts_in_words;
use base::Dir;
use content::{JobKind, capital, counted, with_article};
use levels::Tile;

use super::phrases::{done, rinsed, stopped};
use super::told::Tone::{Bad, Good, Plain, Warning, Work};
use super::told::{Told, told};

pub(super) fn words(view: &View<'_>, event: &WorkEvent) -> Told {
    let trap_name = |trap| &view.catalog().trap(trap).name;
    let the = |who: Who| format!("The {}", view.catalog().actor(who.kind).name);
    match *event {
        WorkEvent::JobDone { job, .. } => told(done(job)?, Work),
        WorkEvent::LeavesHunted { by } => {
            let name = &view.catalog().actor(by).name;
            told(format!("With the {name} after you, you make for the exit."), Warning)
        }
        // Told while it is news, not at every sixth cell of a long evening.
        WorkEvent::MopFouled | WorkEvent::MopRinsed { .. } if is_mopping(view) => None,
        WorkEvent::MopRinsed { .. } => told(rinsed(view.clock()), Work),
        WorkEvent::MopFouled => told("The mop is foul. It wants rinsing.", Warning),
        WorkEvent::KitMade { trap } => {
            let name = capital(&with_article(trap_name(trap)));
            told(format!("{name} trap, folded up: a kit."), Work)
        }
        WorkEvent::KitSet { trap, .. } => {
            let pays = "It is beyond the order, and pays by what it does to them.";
            told(format!("The {} trap is set. {pays}", trap_name(trap)), Work)
        }
        WorkEvent::TrapTakenDown { trap, parts, .. } => {
            let (name, parts) = (trap_name(trap), parts_in_words(parts));
            told(format!("You take the {name} trap down, and keep {parts}."), Work)
        }
        WorkEvent::WardrobeMoved { .. } => told("The wardrobe moves a step, complaining.", Work),
        WorkEvent::CordLaid { cord, .. } => {
            let cord = cord + 1;
            told(format!("Cord {cord} runs to the closet now. It holds until you pull it."), Work)
        }
        WorkEvent::SupplyTraded { give, take } => {
            let given = give.counted(view.catalog().rules.prepare.trade);
            told(format!("The closet takes {given} for {}.", take.counted(1)), Work)
        }
        WorkEvent::CordTaken { .. } => told("You take the cord off, and coil it up.", Work),
        WorkEvent::Led { who } => {
            told(format!("{} sighs, gets up and comes along.", the(who)), Work)
        }
        WorkEvent::LeadEnded { who, why: LeadEnd::Danger } => {
            let why = "has somebody to see to, and follows you no longer.";
            told(format!("{} {why}", the(who)), Warning)
        }
        WorkEvent::LeadEnded { who, why: LeadEnd::Lost } => {
            told(format!("{} has lost you, and goes home.", the(who)), Warning)
        }
        WorkEvent::LeadEnded { who, why: LeadEnd::Dismissed } => {
            let name = &view.catalog().actor(who.kind).name;
            told(format!("You send the {name} home. It does not ask why."), Plain)
        }
        WorkEvent::TookPost { who } => {
            told(format!("{} sits down. This is its post now.", the(who)), Work)
        }
        WorkEvent::BodyLifted { body, .. } => {
            let name = view.carried_name().unwrap_or_else(|| view.body_name(body));
            let hint = match view.refusal(&Command::NextJob) {
                Some(Reject::NoChuteKnown) => " You know of no way to a chute.",
                _ => "",
            };
            told(format!("You take up the {name}.{}{hint}", weight(view)), Work)
        }
        WorkEvent::BodyDropped { body, .. } => {
            told(format!("You put down the {}.", view.body_name(body)), Plain)
        }
        WorkEvent::BodyThrown { body, .. } => {
            let body = view.body_name(body);
            told(format!("You throw the {body}. It goes as far as it goes."), Plain)
        }
        WorkEvent::BodyDisposed { body, at } => {
            let where_to = match view.tile(at) {
                Some(Tile::DeepWater) => "goes under",
                Some(Tile::Pit) => "goes down the pit",
                _ => "goes down the chute",
            };
            told(format!("The {} {where_to}.", view.body_name(body)), Work)
        }
        WorkEvent::BodyStirs { body, person, way, turns, .. } => {
            let (body, turns) = (view.body_of(body, person), counted(turns, "turn"));
            told(format!("The {body} {} of you gets up in {turns}.", way.name()), Warning)
        }
        WorkEvent::BodyRose { body, person, who } if who.seen => {
            told(format!("The {} gets up!", view.body_of(body, person)), Warning)
        }
        WorkEvent::BodyRose { .. } => {
            told("Somewhere, a body that nobody carried off gets up.", Warning)
        }
        // It comes out of sight; who hears of it has seen it since.
        WorkEvent::VerminCame { .. } => None,
        WorkEvent::HauntCame { .. } => {
            told("Something cannot bear that noise. It is coming.", Warning)
        }
        WorkEvent::Stopped { why } => told(stopped(view, why)?, Plain),
        WorkEvent::DawnNears { turns } => {
            let (left, way) = (counted(turns, "turn"), way_out(view, turns));
            told(format!("{left} to dawn{way}"), Warning)
        }
        WorkEvent::TimeToLeave { turns } => {
            let (left, way) = (counted(turns, "turn"), way_out(view, turns));
            told(format!("Time to go, if you go: {left} to dawn{way}"), Warning)
        }
        WorkEvent::HandLent { lever } => {
            let name = view.name_of_planned(lever);
            told(format!("Your second hand does one thing more: {name}."), Good)
        }
        WorkEvent::ClockedOut => told("You clock out.", Good),
        WorkEvent::ShiftEnded { how: End::Dawn } => {
            told("It is day. The shift is over, and you are still on the floor.", Warning)
        }
        WorkEvent::ShiftEnded { how: End::Abandoned } => {
            told("You put down your tools and walk off.", Bad)
        }
        WorkEvent::ShiftEnded { how: End::ClockedOut | End::Won | End::Died } => None,
        WorkEvent::JobChosen { job, way, steps, turns, reason, .. } => {
            told(chosen(view, job, way, steps, reason) + &length(turns), Work)
        }
        // Nobody has ordered anything on a road.
        WorkEvent::BodyOrdered { .. } if view.is_in_field() => None,
        WorkEvent::BodyOrdered { total: 1 } => told("The order has a new line: one body.", Warning),
        WorkEvent::BodyOrdered { total } => {
            told(format!("One more body on the order: {total} now."), Warning)
        }
        WorkEvent::JobSought { why } => told(sought(view, why), Work),
        WorkEvent::JobBegun { .. } | WorkEvent::SupplySpent { .. } => None,
    }
}

fn is_mopping(view: &View<'_>) -> bool {
    use Activity::{CarryOn, DoJob, DoPlanned, Mop};
    matches!(
        view.activity(),
        Some(
            Mop | CarryOn
                | DoJob { job: JobKind::Stain, .. }
                | DoPlanned(Lever::Job { job: JobKind::Stain, .. })
        )
    )
}

/// A word on the weight of a body, for the first of the night and for some of the others.
fn weight(view: &View<'_>) -> &'static str {
    let bodies = view.order().into_iter().find(|count| count.job == JobKind::Body);
    match bodies.map_or(0, |bodies| bodies.done) {
        0 => " It is heavier than it looks.",
        2 => " It is no lighter than those before.",
        5 => " Your back has begun to count them.",
        9 => " They do not get lighter.",
        _ => "",
    }
}

fn bearing(view: &View<'_>) -> &'static str {
    view.player().pos.bearing(view.exit()).name()
}

/// The way to the exit, compared with the turns that are left until dawn.
fn way_out(view: &View<'_>, left: u32) -> String {
    if view.has_stairs_down() {
        let below = counted(view.turns_below().0, "turn");
        return match view.turns_to_exit() {
            None => format!(
                ", and you know of no safe way to the stairs down, {} of here.",
                bearing(view)
            ),
            Some(Turns(0)) => {
                format!("; these are the stairs, and the exit is some {below} further down.")
            }
            Some(away) => format!(
                "; the stairs down are {} away, and the exit some {below} further.",
                counted(away.0, "turn")
            ),
        };
    }
    match view.turns_to_exit() {
        None => format!(", and you know of no safe way to the exit, {} of here.", bearing(view)),
        Some(Turns(0)) => ", and you stand at the exit.".to_owned(),
        Some(Turns(1)) => "; the exit is one turn away.".to_owned(),
        // Who arrives at dawn is late.
        Some(away) if away.0 >= left => {
            format!("; the exit is {away} away. You will meet them on the way.")
        }
        Some(away) => format!("; the exit is {away} away."),
    }
}

/// Jobs that take fewer turns than this are not said to take long.
const MIN_TURNS_TOLD: u32 = 40;

/// Which job is next, how far off it is, and why it is this one.
fn chosen(view: &View<'_>, job: JobKind, way: Dir, steps: u16, reason: JobReason) -> String {
    if reason == JobReason::Carrying {
        return "First the body that you have in your arms.".to_owned();
    }
    let way = way.name();
    let place = match steps {
        0 => "right here".to_owned(),
        1 => format!("a step {way}"),
        _ => format!("{steps} steps {way}"),
    };
    let why = match reason {
        JobReason::Nearest | JobReason::Carrying | JobReason::NoWay(_) => String::new(),
        JobReason::Rising => " It gets up soon.".to_owned(),
        JobReason::FoulMop => " The mop is foul: first to the water.".to_owned(),
        JobReason::BeforeStains => " The stains take long, and wait.".to_owned(),
        JobReason::Only => " Nothing else that you know of can be done.".to_owned(),
        JobReason::TrapPostponed => {
            " A trap is nearer, but armed it would shut off a part of the floor.".to_owned()
        }
        JobReason::Lacking(lacking) => {
            format!(" A {} is nearer, but you have {}.", lacking.name(), lack(view, lacking))
        }
    };
    format!("Next: the {}, {place}.{why}", job.name())
}

/// How long a job takes that takes long, to the next ten turns.
fn length(turns: Turns) -> String {
    match turns.0 {
        ..MIN_TURNS_TOLD => String::new(),
        turns => format!(" It takes some {} turns.", turns.next_multiple_of(10)),
    }
}

/// What the player has not got for a job.
fn lack(view: &View<'_>, job: JobKind) -> String {
    match World::supply_for(job) {
        Some(supply) => format!("no {supply} for it"),
        None if job == JobKind::Stain => "no clean mop, and know of no way to water".to_owned(),
        None if view.world().is_two_handed() => "no hand free for it".to_owned(),
        None => "no way that you know of to a chute".to_owned(),
    }
}

/// Why nothing that is known can be done yet, and that the player goes to look for more.
fn sought(view: &View<'_>, why: Option<JobReason>) -> String {
    match why {
        Some(JobReason::Lacking(job)) => {
            let name = job.name();
            format!("There is a {name}, but you have {}. You go and look round.", lack(view, job))
        }
        Some(JobReason::NoWay(job)) => {
            let name = job.name();
            format!(
                "There is a {name}, but no safe way to it that you know of. You go and look round."
            )
        }
        Some(_) => {
            "There is a trap, but armed now it would shut off a part of the floor. You look there \
             first."
                .to_owned()
        }
        None => "No work is left that you know of. You go and look round.".to_owned(),
    }
}
