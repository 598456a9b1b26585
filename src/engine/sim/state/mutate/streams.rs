//! The random streams of a floor, to draw from. Drawing from one never shifts another.

use crate::sim::state::streams::Streams;
use crate::sim::state::world::World;
use base::Stream;

impl World {
    /// What actors want to do.
    pub(crate) fn ai_stream(&mut self) -> &mut Stream {
        &mut self.streams.ai
    }

    /// Hits, damage, and what follows from blows.
    pub(crate) fn combat_stream(&mut self) -> &mut Stream {
        &mut self.streams.combat
    }

    /// What the floor does by itself: vermin, fire, bodies.
    pub(crate) fn floor_stream(&mut self) -> &mut Stream {
        &mut self.streams.floor
    }

    /// Starts other streams, as each raid before the shift and the shift itself do.
    pub(crate) fn replace_streams(&mut self, streams: Streams) {
        self.streams = streams;
    }
}
