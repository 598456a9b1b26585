//! The last night of a recorded run that came to its end, for the reckoning of it.

use super::{Replay, ReplayError};
use engine::sim::{Command, Event, Game, Night, NightEvents, RaidEvent, Turns};

/// The places of a night in a recording, each the number of commands that lead to it.
#[derive(Default)]
struct NightPlaces {
    found: u32,
    /// The last state before the raid.
    dawn: Option<u32>,
    pulls: Vec<(u32, u8)>,
    /// The same of cords that were due and were not pulled, with the turn: once for each stay.
    left: Vec<(u32, u8, Turns)>,
    over: Option<u32>,
    events: NightEvents,
}

/// How many commands lead to the last first turn of a night's work, from a turn of the run on.
pub fn night_begins(replay: &mut Replay, from: Turns) -> Result<u32, ReplayError> {
    replay.seek_turn(from)?;
    let mut begins = replay.at();
    while replay.turn() <= from {
        if is_first_turn(replay.game()) {
            begins = replay.at();
        }
        if replay.forward()?.is_none() {
            break;
        }
    }
    Ok(begins)
}

/// The last night that has come through its raid, from a turn of the run on; the replay is at the
/// end of that night then. `None` if there is none.
pub fn last_night(replay: &mut Replay, from: Turns) -> Result<Option<Night>, ReplayError> {
    replay.seek_turn(from)?;
    let start = |at: u32| NightPlaces { found: at, ..NightPlaces::default() };
    let (mut now, mut last) = (start(replay.at()), None);
    loop {
        let at = replay.at();
        let Some(&command) = replay.recording().commands().get(at as usize) else { break };
        match command {
            Command::Watch { .. } | Command::Linger => now.note_left(replay),
            Command::Pull { cord } => now.forget_left(replay, cord),
            _ => {}
        }
        let Some(outcome) = replay.forward()? else { break };
        let game = replay.game();
        now.events.listen(game.world(), &outcome.events);
        if let Command::Pull { cord } = command {
            now.pulls.push((at, cord));
        }
        let comes = |event: &Event| matches!(event, Event::Raid(RaidEvent::RaidBegan { .. }));
        if now.dawn.is_none() && outcome.events.iter().any(comes) {
            now.dawn = Some(at);
        }
        if now.dawn.is_some() && now.over.is_none() && game.view().shift_end().is_some() {
            now.over = Some(replay.at());
        }
        if is_first_turn(game) {
            let next = start(replay.at());
            let ended = std::mem::replace(&mut now, next);
            last = Some(ended).filter(|ended| ended.over.is_some()).or(last);
        }
    }
    match Some(now).filter(|now| now.over.is_some()).or(last) {
        Some(places) => places.night(replay),
        None => Ok(None),
    }
}

/// Whether a night's work on a site begins.
fn is_first_turn(game: &Game) -> bool {
    let view = game.view();
    view.clock() == Turns(0) && view.par().is_some() && view.shift_end().is_none()
}

impl NightPlaces {
    /// Notes a cord that is left alone although somebody is in its reach.
    fn note_left(&mut self, replay: &Replay) {
        let (view, turn) = (replay.game().view(), replay.turn());
        let Some(cord) = view.cord_to_pull() else { return };
        let stay = view.catalog().rules.prepare.rewind_turns;
        let is_noted = self.left.iter().any(|own| own.1 == cord && turn.0 < own.2.0 + stay);
        if !is_noted {
            self.left.push((replay.at(), cord, turn));
        }
    }

    /// Forgets that a cord was left alone so shortly before it is pulled that not both can be had.
    fn forget_left(&mut self, replay: &Replay, cord: u8) {
        let stay = replay.game().view().catalog().rules.prepare.rewind_turns;
        self.left.retain(|own| own.1 != cord || own.2.0 + stay <= replay.turn().0);
    }

    fn night(self, replay: &mut Replay) -> Result<Option<Night>, ReplayError> {
        let (Some(dawn), Some(over_at)) = (self.dawn, self.over) else { return Ok(None) };
        let mut snapshot = |at: u32| -> Result<Game, ReplayError> {
            replay.seek(at)?;
            let game = replay.game();
            let catalog = game.view().catalog().clone();
            Ok(Game::restore(game.setup().clone(), game.snapshot(), &catalog)?)
        };
        let (found, dawn, over) = (snapshot(self.found)?, snapshot(dawn)?, snapshot(over_at)?);
        let night = Night::new(found.world(), dawn.world(), over.world(), &self.events);
        let Some(mut night) = night else { return Ok(None) };
        for (at, cord) in self.pulls {
            replay.seek(at)?;
            night.note_pull(replay.game().world(), cord);
        }
        for (at, cord, _) in self.left {
            replay.seek(at)?;
            night.note_left(replay.game().world(), cord);
        }
        replay.seek(over_at)?;
        Ok(Some(night))
    }
}
