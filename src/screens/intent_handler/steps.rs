//! Steps: one at a time or many, with a question where a step would hurt, and to whoever trades.

use crate::{
    ActiveRun, Context, Transition,
    active_run::WaitedFor,
    keymap::Intent,
    screens::{
        ask::{Choice, ChooseScreen, ask, refuse, say, submit},
        shop::ShopScreen,
        town::TradeScreen,
    },
};
use base::Dir;
use content::ActorKind;
use engine::sim::{Command, Reject};
use engine::view::{Attitude, Message, SeenActor, Tone, describe_refusal};

pub(super) fn step(dir: Dir, run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    match view.refusal(&Command::Step(dir)) {
        Some(Reject::Counter) => ShopScreen::open(run, context),
        Some(reject) if reject.asks_to_confirm() => {
            let anyway = Command::StepAnyway(dir);
            if let Some(reject) = view.refusal(&anyway) {
                return refuse(reject, run, context);
            }
            let question = describe_refusal(reject, view.catalog());
            ask(question, anyway)
        }
        _ => {
            let beside = view.actor_at(view.player().pos + dir).map(|actor| actor.id);
            let beside = view.town().zip(beside);
            let sells = beside.is_some_and(|(town, actor)| town.is_keeper(actor));
            let hero = beside.filter(|(town, actor)| town.hero(*actor).is_some());
            let hero = hero.map(|(_, actor)| actor);
            submit(Command::Step(dir), run, context);
            match hero {
                Some(actor) => Transition::push(TradeScreen::Table(actor)),
                None if sells => TradeScreen::open_counter(run, context),
                None => Transition::Stay,
            }
        }
    }
}

/// Runs in a direction; where a step would ask or trade, that is what it comes to.
pub(super) fn run_on(dir: Dir, run: &mut ActiveRun, context: &Context) -> Transition {
    let reject = run.view().refusal(&Command::Run(dir));
    if reject.is_some_and(|reject| reject == Reject::Counter || reject.asks_to_confirm()) {
        return step(dir, run, context);
    }
    submit(Command::Run(dir), run, context)
}

/// Strikes an enemy beside or in reach of a long weapon, one that a step would change places with
/// among them; asks which of several, the most hurt first. Whoever hunts the player or has just
/// struck at them goes before the others. Where the next turn may be the last, or badly hurt in a
/// fight that is being lost, it asks in any case, and says so. With nobody there it goes to meet
/// whoever hunts the player.
pub(super) fn strike(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let here = view.player().pos;
    let mut refusal = None;
    let beside = view.actors().into_iter().filter(|actor| actor.hostile).filter_map(|actor| {
        let dir = Dir::between(here, actor.pos).or_else(|| view.reaches(actor.id))?;
        let (label, command) = (actor.kind.name.clone(), Command::StepAnyway(dir));
        // Round a corner nobody is struck.
        if let Some(reject) = view.refusal(&command) {
            refusal = Some(reject);
            return None;
        }
        let choice = Choice { label, dir: Some(dir), at: actor.pos, command };
        Some((actor, choice))
    });
    let mut struck: Vec<(SeenActor<'_>, Choice)> = beside.collect();
    // Whoever attacks comes first, whatever else it is about: a beast that is cornered on its way
    // home bites.
    let attacks = |(actor, _): &(SeenActor<'_>, Choice)| {
        actor.is_after_the_upkeeper() || run.was_attacked_by(actor.id)
    };
    // Whoever is after the player goes before who only stands there, also from farther off; but who
    // flees gets away.
    if struck.iter().any(attacks) {
        struck.retain(attacks);
    } else if view.actors().iter().any(SeenActor::is_after_the_upkeeper) {
        struck.retain(|(own, _)| matches!(own.attitude, Attitude::Fleeing | Attitude::Homing));
    }
    let is_outmatched =
        struck.iter().any(|(own, _)| own.is_after_the_upkeeper() && view.is_outmatched_by(own.id));
    let (health, max) = view.health();
    let harm = view.max_harm_next_turn();
    let left = format!("You have {health} of {max} health left, and");
    let warning = if harm >= health {
        Some(format!("{left} those who are after you can take {harm} in a turn. "))
    } else if is_outmatched && view.is_badly_hurt() {
        Some(format!("{left} this fight goes against you. "))
    } else {
        None
    };
    // The most hurt comes first: one blow may be enough for it.
    struck.sort_by_key(|(own, _)| own.health);
    let is_one = struck.len() == 1;
    for (own, choice) in struck.iter_mut().filter(|(own, _)| own.health < 100 && !is_one) {
        choice.label = format!("{} {}%", choice.label, own.health);
    }
    let choices: Vec<Choice> = struck.into_iter().map(|(_, choice)| choice).collect();
    match (&choices[..], warning) {
        ([], _) => meet(refusal, run, context),
        ([only], None) => submit(only.command, run, context),
        ([only], Some(warning)) => {
            let question = format!("{warning}Strike the {} all the same?", only.label);
            ask(question, only.command)
        }
        (_, warning) => {
            let question = format!("{}Strike whom?", warning.unwrap_or_default());
            Transition::push(ChooseScreen::new(question, Intent::Strike, choices))
        }
    }
}

/// Whether whoever hunts comes up to the player, and neither shoots from where it is nor stays near
/// its post.
fn comes_near(kind: &ActorKind) -> bool {
    kind.shot.is_none() && kind.temperament.leash == 0 && !kind.traits.rooted
}

/// Turns for which somebody two cells off who comes no nearer is waited for: the slowest act every
/// other turn.
const MAX_WAITS: u8 = 2;

/// A step towards the nearest in sight that hunts the player, or a turn's wait for one that is two
/// cells off and comes nearer: who comes near first is struck first. One that does not come is gone
/// to. Asks where little health is left. With nobody to meet it tells why an enemy beside the
/// player is not struck, if there is one: its refusal.
fn meet(refusal: Option<Reject>, run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let here = view.player().pos;
    let hunters = view.actors().into_iter().filter(SeenActor::is_after_the_upkeeper);
    let Some(hunter) = hunters.min_by_key(|actor| (actor.pos.steps_to(here), actor.id)) else {
        if let Some(reject) = refusal {
            return refuse(reject, run, context);
        }
        return say("There is nobody to strike beside you, and nobody in sight is after you.", run);
    };
    // Whoever has their arms full would only wait to be struck.
    let beside = Dir::between(here, hunter.pos).map(Command::StepAnyway);
    if let Some(reject @ Reject::HandsFull) = beside.and_then(|blow| view.refusal(&blow)) {
        return refuse(reject, run, context);
    }
    let Some(way) = view.first_step_to(hunter.pos) else {
        return say(format!("You see no safe way to the {}.", hunter.kind.name), run);
    };
    let who = hunter.id;
    let last = run.waited_for.filter(|last| last.who == who);
    let turns = last.map_or(0, |last| last.turns);
    let waits = hunter.pos.steps_to(here) <= 2 && comes_near(hunter.kind) && turns < MAX_WAITS;
    let name = &hunter.kind.name;
    let question = view.is_badly_hurt().then(|| {
        let (health, max) = view.health();
        let what = if waits { "Wait for" } else { "Go for" };
        format!("You have {health} of {max} health left. {what} the {name} all the same?")
    });
    let text = format!("The {name} does not come: pressed again, the key goes for it.");
    run.waited_for = waits.then_some(WaitedFor { who, turns: turns + 1 });
    if let Some(question) = question {
        let command = if waits { Command::Wait } else { Command::Step(way) };
        return ask(question, command);
    }
    if !waits {
        return step(way, run, context);
    }
    submit(Command::Wait, run, context);
    let view = run.view();
    let is_far = |actor: &SeenActor<'_>| actor.id == who && !actor.pos.is_beside(here);
    let stays = view.actors().iter().any(is_far);
    if stays && turns + 1 == MAX_WAITS {
        run.log.tell(view.clock(), Message { text, tone: Tone::Plain });
    }
    Transition::Stay
}
