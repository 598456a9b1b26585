//! How fast actors are.

use crate::sim::prelude::*;

/// What a status makes of the speed of an actor, as a fraction; `None` if it leaves it alone.
pub(crate) const fn share_of_speed(status: Status) -> Option<(i32, i32)> {
    match status {
        Status::Hasted => Some((2, 1)),
        Status::Slowed => Some((1, 2)),
        Status::Tarred => Some((2, 3)),
        _ => None,
    }
}

/// Energy gained a turn; `pace` is the percent left to an actor that carries, or wears what hinders.
pub(crate) fn speed(natural: u16, statuses: &Statuses, pace: i32) -> i32 {
    let mut speed = i32::from(natural);
    for status in [Status::Hasted, Status::Slowed, Status::Tarred] {
        if let Some((times, of)) = share_of_speed(status).filter(|_| statuses.has(status)) {
            speed = speed * times / of;
        }
    }
    (speed * pace / 100).max(1)
}

impl World {
    /// Energy that an actor gains a turn at present; 100 is an action a turn.
    pub fn pace_of(&self, id: ActorId) -> Option<i32> {
        let actor = self.actor_ref(id)?;
        let pace = if id == ActorId::PLAYER { self.pace() } else { 100 };
        Some(speed(self.kind(actor).speed, &self.statuses(actor.entity), pace))
    }

    /// Percent of the usual speed that is left to the player, by what is worn and carried, and by who follows.
    pub(crate) fn pace(&self) -> i32 {
        let carries = self.catalog.rules.carrying_speed;
        let own = &self.belongings();
        let mut pace = 100;
        if own.carrying.is_some() {
            let eased: i32 = own.equipment(&self.catalog).map(|item| item.carrying).sum();
            pace = (i32::from(carries) + eased).clamp(10, 100);
        }
        let pace = own.equipment(&self.catalog).fold(pace, |pace, item| pace * item.speed / 100);
        self.led().and_then(|led| self.pace_of(led.id)).map_or(pace, |led| pace.min(led))
    }
}
