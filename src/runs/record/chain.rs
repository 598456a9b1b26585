//! The digest of a whole run.
//!
//! It shows whether two runs are the same, and that a file was edited by somebody who does not know its form. It is no
//! signature: who knows the form can write a file with a chain that fits. What a run proves is found out by playing it again.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Mark, RunHeader};
use base::fold;
use engine::sim::Digest;

/// The key under which headers are hashed.
const HEADER_KEY: u64 = 0x7570_6b2d_6865_6164;

/// The key under which marks are hashed.
const MARK_KEY: u64 = 0x7570_6b2d_6d61_726b;

/// The digest of a run: over its header, the digests of all its states and its marks, in order.
///
/// Each link is XXH3 over a digest, keyed by the link before: two runs with the same last link had the same header, the same
/// states and the same marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain(Digest);

impl Chain {
    /// The chain of a run before its first command; `first` is the digest of the first state.
    pub fn start(header: &RunHeader, first: Digest) -> Chain {
        let mut chain = Chain(Digest(fold(HEADER_KEY, header)));
        chain.link(first);
        chain
    }

    /// Adds the next mark.
    pub fn link_mark(&mut self, mark: &Mark) {
        self.link(Digest(fold(MARK_KEY, mark)));
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
