//! The digest of a whole run.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use crate::sim::{Digest, Setup};

/// The digest of a run: over its setup and the digests of all its states, in order.
///
/// Each link is XXH3 over a state's digest, keyed by the link before: two runs with the same last link had the same states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain(Digest);

impl Chain {
    /// The chain of a run before its first command; `first` is the digest of the first state.
    pub fn start(setup: &Setup, first: Digest) -> Chain {
        let mut hash = Xxh3::new();
        hash.update(&setup.seed.0.to_le_bytes());
        hash.update(setup.mode.name().as_bytes());
        hash.update(&[setup.mode.code(), setup.mode.depth().0, u8::from(setup.options.modded)]);
        hash.update(setup.mode.kind().as_bytes());
        let mut chain = Chain(Digest(hash.digest()));
        chain.link(first);
        chain
    }

    /// Adds the next state.
    pub fn link(&mut self, state: Digest) {
        self.0 = Digest(xxh3_64_with_seed(&state.0.to_le_bytes(), self.0.0));
    }

    /// The last link, which identifies the run.
    pub fn digest(self) -> Digest {
        self.0
    }
}
