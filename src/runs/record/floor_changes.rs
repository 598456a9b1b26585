//! When a journey comes to a floor that is new to it, or back to its map: the states there are worth a keyframe.

use engine::sim::{Game, Phase, SiteId};

/// Follows a run from floor to floor.
#[derive(Clone, Debug)]
pub(super) struct FloorChanges {
    place: Place,
    /// The floors of the site that the player has come to, as bits by their numbers.
    seen: u64,
}

/// Where a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On the only floor of its shift.
    Shift,
    /// Over the map of a journey, or on a road.
    Map,
    /// In a fight on the road.
    Field(SiteId),
    /// On a floor of a site, counted from 1.
    Floor(SiteId, u8),
}

impl Place {
    fn of(game: &Game) -> Place {
        let Some(journey) = game.view().journey() else { return Place::Shift };
        match journey.phase() {
            Phase::Map | Phase::Encounter(_) | Phase::Seniority | Phase::Over(_) => Place::Map,
            Phase::Field { to } => Place::Field(to),
            Phase::Site | Phase::Town => Place::Floor(journey.at(), journey.floor().0),
        }
    }

    fn bit(self) -> u64 {
        match self {
            Place::Floor(_, number) => 1 << number.min(63),
            Place::Shift | Place::Map | Place::Field(_) => 0,
        }
    }
}

impl FloorChanges {
    /// Begins with a state.
    pub(super) fn new(game: &Game) -> FloorChanges {
        let place = Place::of(game);
        FloorChanges { place, seen: place.bit() }
    }

    /// Takes note of the next state. True if the player has come to a floor for the first time in this night, or to the map.
    pub(super) fn observe(&mut self, game: &Game) -> bool {
        let place = Place::of(game);
        if place == self.place {
            return false;
        }
        self.place = place;
        if !matches!(place, Place::Floor(..)) {
            self.seen = 0;
            return true;
        }
        let is_new = self.seen & place.bit() == 0;
        self.seen |= place.bit();
        is_new
    }
}
