//! Writes on how far the player has come in the tutorial.

use crate::sim::state::tutor::Tutor;
use crate::sim::state::world::World;

impl World {
    pub(crate) fn set_tutor(&mut self, tutor: Option<Tutor>) {
        self.shift.tutor = tutor;
    }
}
