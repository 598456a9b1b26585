//! What ends an activity: enemies in sight, harm, the hour, and events that are noticed while
//! waiting.

use crate::sim::prelude::*;
use crate::sim::units::NEAR_DAWN;

/// An enemy that was last in sight at most so many turns ago does not interrupt when it comes into
/// sight again.
const FAMILIAR_TURNS: u32 = 100;

/// An activity stops where the player's health falls below one part in this many of the most.
const WEAK_FRACTION: i32 = 3;

/// What takes more than a turn stops each time when no more than so many turns are left to spare
/// for the way out.
const SPARE_TURNS: [Turns; 2] = [Turns(15), Turns(1)];

/// A hunter at no more than so many percent of the player's pace is left behind when it is farther
/// off than so many steps.
const SLOW_PERCENT: i32 = 70;
const LEFT_BEHIND_STEPS: i32 = 6;

/// An enemy that comes into sight at most so many steps away always interrupts.
const NEAR_STEPS: i32 = 2;

/// The kind of an enemy in sight that hunts the player, if there is one: no activity can be begun
/// then. Whoever stays away and only calls others is none, or nothing could be done with one about;
/// nor is a stray that is beaten and on its way home.
pub(crate) fn menace(world: &World) -> Option<ActorKindId> {
    let mut threats = world.shift.threats.iter().filter_map(|&id| world.actor_ref(id));
    let menaces = |actor: &&ActorRef| {
        let state = world.ai_state(actor.entity);
        matches!(state, AiState::Hunting { quarry: ActorId::PLAYER, .. })
            && !world.kind(actor).only_calls()
            && !world.is_beaten_stray(actor)
            && !is_left_behind(world, actor)
    };
    threats.find(menaces).map(|actor| actor.kind)
}

/// Whether a hunter that does not shoot is so slow and so far off that it is no reason to drop
/// everything.
fn is_left_behind(world: &World, hunter: &ActorRef) -> bool {
    let paces = world.pace_of(hunter.id).zip(world.pace_of(ActorId::PLAYER));
    let is_slow = paces.is_some_and(|(its, own)| its * 100 <= own * SLOW_PERCENT);
    let is_far = hunter.pos.steps_to(world.player_pos()) > LEFT_BEHIND_STEPS;
    is_slow && is_far && world.kind(hunter).shot.is_none()
}

/// What the player knew before a command, to find out what is new after it.
pub(crate) struct Before {
    health: i32,
    statuses: Statuses,
    menace: Option<ActorKindId>,
    spare: Option<Turns>,
}

impl Before {
    pub(crate) fn of(world: &World) -> Before {
        Before {
            health: world.vitals(world.player()).health,
            statuses: world.statuses(world.player()),
            menace: menace(world),
            spare: spare_turns(world),
        }
    }
}

/// The floors below are taken to need no more turns than this.
const MAX_TURNS_BELOW: Turns = Turns(400);

/// The turns that are to spare before the player must set out to be at the exit before dawn, on a
/// site of several floors at that of the last; `None` as long as dawn is far, where no way is
/// known, and where nothing is done that takes more than a turn or the player is on the way out.
fn spare_turns(world: &World) -> Option<Turns> {
    let is_at_work = match world.shift.activity {
        None | Some(Activity::Leave | Activity::Watch) => false,
        Some(_) => world.raid().is_none() && world.town_visit().is_none(),
    };
    let left = world.shift.dawn.saturating_sub(world.clock());
    // The floors below are searched when dawn may be near, and not on every turn of the night.
    if !is_at_work || left == Turns(0) || left.saturating_sub(NEAR_DAWN) > MAX_TURNS_BELOW {
        return None;
    }
    let below = world.turns_below();
    if left.saturating_sub(below) > NEAR_DAWN {
        return None;
    }
    Some(left.saturating_sub(Turns(world.turns_to_exit()?.0 + below.0)))
}

/// Notes which enemies are in sight, and ends the activity if anything has happened that interrupts
/// it.
///
/// Events for enemies that came into sight are inserted before those of the other actors, at the
/// index `told`.
pub(crate) fn interrupt(world: &mut World, before: &Before, told: usize) {
    let mut why = note_threats(world, told);
    if let (None, None, Some(kind)) = (why, before.menace, menace(world)) {
        why = Some(Interruption::Noticed(kind));
    }
    let after = world.statuses(world.player());
    for (status, _) in after.iter() {
        if status.is_harmful() && !before.statuses.has(status) {
            why = Some(Interruption::Afflicted(status));
        }
    }
    if let Some(harm) = told_harm(world) {
        why = Some(harm);
    }
    let Vitals { health, max_health, .. } = world.vitals(world.player());
    let is_weak = |health: i32| health * WEAK_FRACTION < max_health;
    if is_weak(health) && !is_weak(before.health) {
        why = Some(Interruption::Weakened);
    }
    let spare = spare_turns(world);
    let is_passed = |&bound: &Turns| {
        before.spare.is_some_and(|own| own > bound) && spare.is_some_and(|own| own <= bound)
    };
    if SPARE_TURNS.iter().any(is_passed) {
        let left = world.shift.dawn.saturating_sub(world.clock());
        world.emit(WorkEvent::TimeToLeave { turns: left.0 });
    }
    why = by_events(world, why);
    if let Some(why) = why
        && world.shift.activity.take().is_some()
    {
        world.emit(WorkEvent::Stopped { why });
    }
}

/// Notes whether a status takes health while something goes on by itself; the reason to stop, if
/// none has stopped for it since the player was last free of such statuses.
fn told_harm(world: &mut World) -> Option<Interruption> {
    let statuses = world.statuses(world.player());
    let hurting = world.events.iter().find_map(|event| match event {
        Event::Fight(FightEvent::Hurt { victim, by: Harm::Status(status), .. })
            if victim.is_player() =>
        {
            Some(*status)
        }
        _ => None,
    });
    let was_told = world.shift.harm_told;
    let is_new = hurting.filter(|_| !was_told && world.shift.activity.is_some());
    let ails = statuses.iter().any(|(status, _)| status.takes_health());
    world.shift.harm_told = ails && (was_told || is_new.is_some());
    is_new.map(|status| {
        if statuses.has(status) { Interruption::Afflicted(status) } else { Interruption::Hurt }
    })
}

/// Notes which enemies are in sight and when, and tells of those that came into sight: the reason
/// to stop, if any did.
fn note_threats(world: &mut World, told: usize) -> Option<Interruption> {
    let seen = threats_in_sight(world);
    let mut why = None;
    for &id in seen.iter().rev() {
        if world.shift.threats.binary_search(&id).is_err()
            && let Some(&actor) = world.actor_ref(id)
            && !is_old_news(world, &actor)
            && !is_provoked_now(world, id)
        {
            let who = world.who(&actor);
            world.events.insert(told, Event::Fight(FightEvent::ThreatSeen { who }));
            why = Some(Interruption::Threat(actor.kind));
        }
    }
    let now = world.clock();
    let is_familiar = |turn: Turns| now.saturating_sub(turn).0 <= FAMILIAR_TURNS;
    world.shift.recently_seen.retain(|&(_, turn)| is_familiar(turn));
    world.set_threats(seen);
    why
}

/// The reason to stop that the events of this command give, or else the one found before.
fn by_events(world: &World, mut why: Option<Interruption>) -> Option<Interruption> {
    let leaves = world.shift.activity == Some(Activity::Leave);
    let is_waiting = matches!(world.shift.activity, Some(Activity::Linger { .. }));
    for event in &world.events {
        let reason = match event {
            Event::Fight(
                FightEvent::Struck { victim, .. }
                | FightEvent::Missed { victim, .. }
                | FightEvent::Shot { victim, .. },
            ) if victim.is_player() => Interruption::Hurt,
            // `told_harm` has seen to it.
            Event::Fight(FightEvent::Hurt { by: Harm::Status(_), .. }) => continue,
            Event::Fight(FightEvent::Hurt { victim, .. }) if victim.is_player() => {
                Interruption::Hurt
            }
            Event::Floor(FloorEvent::DraggedOut { .. }) => Interruption::Hurt,
            Event::Work(WorkEvent::TimeToLeave { .. }) => Interruption::Late,
            // Whoever is on the way out knows.
            Event::Work(WorkEvent::DawnNears { .. }) if !leaves => Interruption::Late,
            Event::Raid(RaidEvent::RaidBegan { .. } | RaidEvent::PartyCameDown) => {
                Interruption::Raided
            }
            Event::Floor(FloorEvent::FireBegan { at } | FloorEvent::GasFlashed { at })
                if world.sight.visible.contains(*at) =>
            {
                Interruption::Fire
            }
            Event::Work(WorkEvent::LeadEnded { .. }) => Interruption::Unfollowed,
            Event::Work(WorkEvent::BodyRose { .. }) => Interruption::Risen,
            Event::Raid(RaidEvent::HeardAbove) | Event::Work(WorkEvent::HauntCame { .. }) => {
                Interruption::Heard
            }
            event if is_waiting && is_noticed(world, event) => Interruption::Heard,
            _ => continue,
        };
        if why.is_none() || reason == Interruption::Hurt {
            why = Some(reason);
        }
    }
    why
}

/// Whether the player has struck an actor with this command: that it is an enemy now is no news.
fn is_provoked_now(world: &World, id: ActorId) -> bool {
    world.events.iter().any(|event| {
        matches!(
            event,
            Event::Fight(FightEvent::Struck { by, victim, .. } | FightEvent::Missed { by, victim })
                if by.is_player() && victim.id == id
        )
    })
}

/// Whether an enemy that comes into sight does not interrupt: it was in sight not long ago, and is
/// not near or flees.
fn is_old_news(world: &World, actor: &ActorRef) -> bool {
    world.shift.recently_seen.binary_search_by_key(&actor.id, |&(id, _)| id).is_ok()
        && (actor.pos.steps_to(world.player_pos()) > NEAR_STEPS
            || matches!(world.ai_state(actor.entity), AiState::Fleeing { .. }))
}

/// The enemies that the player sees and that may do harm, by id. An actor that looks like a chest
/// is not among them.
pub(crate) fn threats_in_sight(world: &World) -> Vec<ActorId> {
    world.roster()[1..]
        .iter()
        .filter(|actor| world.sight.visible.contains(actor.pos) && !world.is_harmless(actor))
        .filter(|actor| world.guise(actor) != Some(Guise::Chest))
        .map(|actor| actor.id)
        .collect()
}

/// Whether the player sees or hears an event, and it is more than somebody walking by.
fn is_noticed(world: &World, event: &Event) -> bool {
    let is_seen = |at| world.sight.visible.contains(at);
    let is_heard = |at: Pos, loudness| at.steps_to(world.player_pos()) <= i32::from(loudness);
    match *event {
        Event::Floor(FloorEvent::Noise { at, loudness }) => is_heard(at, loudness),
        Event::Floor(
            FloorEvent::DoorOpened { who, at }
            | FloorEvent::DoorClosed { who, at }
            | FloorEvent::DoorForced { who, at, .. },
        ) => who.seen || is_seen(at),
        Event::Floor(
            FloorEvent::GasReleased { at }
            | FloorEvent::Burnt { at, .. }
            | FloorEvent::LightOut { at, .. },
        ) => is_seen(at),
        Event::Fight(
            FightEvent::Struck { by, victim, .. }
            | FightEvent::Missed { by, victim }
            | FightEvent::Shot { by, victim, .. },
        ) => by.seen || victim.seen,
        Event::Actor(ActorEvent::Barked { who, loudness }) => {
            who.seen || is_heard(who.at, loudness)
        }
        // A job done is heard all over the floor.
        Event::Actor(ActorEvent::CameHome { .. })
        | Event::Raid(
            RaidEvent::RetreatCalled
            | RaidEvent::RaidOver
            | RaidEvent::HeardAbove
            | RaidEvent::PartyCameDown,
        ) => true,
        Event::Fight(
            FightEvent::TrapSprung { victim: who, .. }
            | FightEvent::Died { who, .. }
            | FightEvent::Blinked { who, .. },
        )
        | Event::Actor(
            ActorEvent::Teleported { who, .. }
            | ActorEvent::Ate { who, body: Some(_), .. }
            | ActorEvent::Unmasked { who }
            | ActorEvent::BackAtPost { who },
        )
        | Event::Item(ItemEvent::BaitEaten { who, .. })
        | Event::Raid(
            RaidEvent::RaiderLeft { who, .. }
            | RaidEvent::Searched { who, .. }
            | RaidEvent::ChestLooted { who, .. }
            | RaidEvent::Pocketed { who, .. }
            | RaidEvent::TrapDisarmed { who, .. }
            | RaidEvent::TrapBurst { who, .. }
            | RaidEvent::LightLit { who, .. }
            | RaidEvent::UndeadTurned { by: who },
        ) => who.seen,
        Event::Actor(
            ActorEvent::Moved { .. } | ActorEvent::Ate { body: None, .. } | ActorEvent::Wove { .. },
        )
        | Event::Raid(
            RaidEvent::RaidBegan { .. }
            | RaidEvent::TrapNoticed { .. }
            | RaidEvent::AtTrap { .. }
            | RaidEvent::CordPulled { .. }
            | RaidEvent::CordWound { .. }
            | RaidEvent::InReach { .. }
            | RaidEvent::TurnsHome { .. }
            | RaidEvent::SetLoose { .. }
            | RaidEvent::DrivenOff { .. },
        ) => false,
        Event::Floor(_)
        | Event::Fight(_)
        | Event::Item(_)
        | Event::Work(_)
        | Event::Journey(_)
        | Event::Tutor(_) => false,
    }
}
