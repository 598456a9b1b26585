//! Random draws of kinds by depth and weight, and of tiers.

use base::Stream;
use content::{Depth, DepthRange};

/// The index of a kind drawn by weight among those of a depth; below the deepest depth of all kinds, among those of the
/// deepest. `None` if there are none. `kinds` yields depths and weights.
pub(crate) fn by_depth(
    stream: &mut Stream,
    depth: Depth,
    kinds: impl Iterator<Item = (DepthRange, u32)> + Clone,
) -> Option<usize> {
    let living = kinds.clone().filter(|&(depths, weight)| depths != DepthRange::NONE && weight > 0);
    let deepest = living.map(|(depths, _)| depths.last()).max()?;
    let depth = depth.min(deepest);
    let weights = kinds.map(|(depths, weight)| if depths.contains(depth) { weight } else { 0 });
    stream.weighted(weights)
}

/// The tier of a chest at a depth: [`Depth::tier`], with one chance in five one more; at most 5.
pub(crate) fn tier(stream: &mut Stream, depth: Depth) -> u8 {
    let luck = u8::from(stream.one_in(5));
    (depth.tier() + luck).min(5)
}
