//! Who attacked the player a moment ago, and may do so again.

use engine::sim::{ActorId, Event, FightEvent, Turns};

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

fn is_shot_from_the_dark(event: &Event) -> bool {
    matches!(event, Event::Fight(FightEvent::Shot { by, victim, .. }) if victim.is_player() && !by.seen)
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
