//! Drawing one of many kinds by depth and weight.

use crate::base::Stream;
use crate::content::{Depth, DepthRange};

/// The place of one of the kinds that are found at a depth, as likely as it is heavy. Below the last
/// depth that has any, the deepest are drawn from.
///
/// `kinds` yields depths and weight.
pub(in crate::levelgen) fn by_depth(
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

/// The tier of a plain thing at a depth: one more every three depths, and now and then one more
/// again, to five.
pub(in crate::levelgen) fn tier(stream: &mut Stream, depth: Depth) -> u8 {
    let luck = u8::from(stream.one_in(5));
    (depth.tier() + luck).min(5)
}
