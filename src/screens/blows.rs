//! Blows at the player: who struck a moment ago and may do so again; and a key that is held down
//! while something new and alarming begins, whose repeats are swallowed until it is let go.
//!
//! A terminal does not tell when a key is let go. What comes within [`MAX_REPEAT_PAUSE`] of the
//! last press is a repeat; presses of a hand come more slowly, and none of those is swallowed.
//! Blows of a fight that is on are not new.

use std::time::Duration;

use engine::sim::{ActorId, Event, FightEvent, FloorEvent, Turns};

use super::terminal::Key;

/// After a shot out of the dark the player counts as under fire for so many turns.
const UNDER_FIRE_TURNS: u32 = 5;

/// Whoever attacked the player counts as an attacker for so many turns: the slowest act every other
/// turn.
const ATTACKED_TURNS: u32 = 2;

/// The last attacks on the player on this floor.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentAttacks {
    /// When somebody out of sight last shot at the player.
    shot_from_the_dark: Option<Turns>,
    /// Who attacked the player with the last blows that fell on them, and when.
    attackers: Option<(Turns, Vec<ActorId>)>,
}

impl RecentAttacks {
    /// Takes note of what has happened, up to a turn.
    pub(crate) fn note(&mut self, events: &[Event], now: Turns) {
        if events.iter().any(is_shot_from_the_dark) {
            self.shot_from_the_dark = Some(now);
        }
        let attackers: Vec<ActorId> = events.iter().filter_map(attacker_of).collect();
        if !attackers.is_empty() {
            self.attackers = Some((now, attackers));
        }
    }

    pub(crate) fn is_under_fire(&self, now: Turns) -> bool {
        self.shot_from_the_dark.is_some_and(|shot| is_within(shot, UNDER_FIRE_TURNS, now))
    }

    /// Whether an actor attacked the player with its last turns, as far as blows tell.
    pub(crate) fn are_by(&self, actor: ActorId, now: Turns) -> bool {
        self.attackers.as_ref().is_some_and(|(turn, who)| {
            is_within(*turn, ATTACKED_TURNS, now) && who.contains(&actor)
        })
    }
}

fn is_within(turn: Turns, turns: u32, now: Turns) -> bool {
    (turn.0..=turn.0 + turns).contains(&now.0)
}

/// The longest pause between the repeats of a key that is held down. Keyboards repeat every 30 to
/// 92 milliseconds.
const MAX_REPEAT_PAUSE: Duration = Duration::from_millis(100);

/// The number of turns after which the next blow at the player is the beginning of another fight.
const QUIET_TURNS: u32 = 10;

/// Swallows the repeats of a key under which something new has begun.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyHold {
    /// The key, and the time that has gone by since its last press.
    held: Option<(Key, Duration)>,
    /// When a blow fell at or by the player last.
    last_blow: Option<Turns>,
}

impl KeyHold {
    /// Whether a key that was pressed is to be ignored. Any other key lets go of the one that is
    /// held.
    pub(crate) fn swallows(&mut self, key: Key) -> bool {
        self.held = self.held.filter(|&(held, _)| held == key).map(|_| (key, Duration::ZERO));
        self.held.is_some()
    }

    /// Takes note of what has happened under a key, up to a turn.
    pub(crate) fn note(&mut self, key: Key, events: &[Event], now: Turns) {
        let (strikes, is_hit) = (events.iter().any(is_own_blow), events.iter().any(is_harm));
        let was_fighting = self.last_blow.is_some_and(|last| now.0 - last.0 <= QUIET_TURNS);
        if strikes || is_hit {
            self.last_blow = Some(now);
        }
        let is_new = events.iter().any(is_arrival) || is_hit && !strikes && !was_fighting;
        self.held = is_new.then_some((key, Duration::ZERO));
    }

    pub(crate) fn wait(&mut self, time: Duration) {
        self.held = self
            .held
            .map(|(key, quiet)| (key, quiet + time))
            .filter(|&(_, quiet)| quiet < MAX_REPEAT_PAUSE);
    }

    /// The time without a key after which nothing is held any more; `None` if nothing is.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.held.map(|(_, quiet)| MAX_REPEAT_PAUSE.saturating_sub(quiet))
    }
}

/// Whether an enemy comes into sight or the player is pulled out of hiding: that is new whatever
/// was before.
fn is_arrival(event: &Event) -> bool {
    matches!(
        event,
        Event::Fight(FightEvent::ThreatSeen { .. }) | Event::Floor(FloorEvent::DraggedOut { .. })
    )
}

fn is_harm(event: &Event) -> bool {
    match event {
        Event::Fight(
            FightEvent::Struck { victim, .. }
            | FightEvent::Missed { victim, .. }
            | FightEvent::Shot { victim, .. }
            | FightEvent::Hurt { victim, .. },
        ) => victim.is_player(),
        _ => false,
    }
}

fn is_own_blow(event: &Event) -> bool {
    match event {
        Event::Fight(FightEvent::Struck { by, .. } | FightEvent::Missed { by, .. }) => {
            by.is_player()
        }
        _ => false,
    }
}

fn is_shot_from_the_dark(event: &Event) -> bool {
    match event {
        Event::Fight(FightEvent::Shot { by, victim, .. }) => victim.is_player() && !by.seen,
        _ => false,
    }
}

fn attacker_of(event: &Event) -> Option<ActorId> {
    match event {
        Event::Fight(FightEvent::Struck { by, victim, .. } | FightEvent::Missed { by, victim })
            if victim.is_player() =>
        {
            Some(by.id)
        }
        _ => None,
    }
}
