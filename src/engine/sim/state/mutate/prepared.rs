//! Writes on what the player has prepared for the raid: who follows, who has another post, which doors hang the other way.

use base::{Dir, Pos};

use crate::sim::state::prepared::{PostedResident, RehungDoor};
use crate::sim::state::world::World;
use crate::sim::units::ActorId;

impl World {
    /// Sets which resident follows the player.
    pub(crate) fn set_led(&mut self, id: Option<ActorId>) {
        self.shift.prepared.led = id;
    }

    /// Notes that the player chose the post of a resident, which had another one before the shift.
    pub(crate) fn note_posted(&mut self, id: ActorId, home: Pos) {
        let posted = &mut self.shift.prepared.posted;
        if let Err(place) = posted.binary_search_by_key(&id, |other| other.id) {
            posted.insert(place, PostedResident { id, home });
        }
    }

    /// An actor is gone: it neither follows nor has a post any more.
    pub(crate) fn forget_resident(&mut self, id: ActorId) {
        let prepared = &mut self.shift.prepared;
        prepared.led = prepared.led.filter(|&led| led != id);
        prepared.posted.retain(|posted| posted.id != id);
    }

    /// Notes that a door opens to another side now.
    pub(crate) fn note_rehung(&mut self, at: Pos, opens_to: Dir) {
        self.forget_rehung(at);
        let rehung = &mut self.shift.prepared.rehung;
        let place = rehung.partition_point(|other| other.at < at);
        rehung.insert(place, RehungDoor { at, opens_to });
    }

    /// A door is broken, or hangs as it did before.
    pub(crate) fn forget_rehung(&mut self, at: Pos) {
        self.shift.prepared.rehung.retain(|other| other.at != at);
    }
}
