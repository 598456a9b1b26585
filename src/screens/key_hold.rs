//! A key that is held down while something new and alarming begins: its repeats are swallowed until
//! it is let go.
//!
//! A terminal does not tell when a key is let go. What comes within [`MAX_REPEAT_PAUSE`] of the
//! last press is a repeat; presses of a hand come more slowly, and none of those is swallowed.
//! Blows of a fight that is on are not new.

use std::time::Duration;

use engine::sim::{Event, FightEvent, FloorEvent, Turns};

use super::terminal::Key;

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
