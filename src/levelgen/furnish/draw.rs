//! Drawing one of many kinds by depth and weight.

use crate::base::Stream;

/// The place of one of the kinds that are found at a depth, as likely as it is heavy. Below the last
/// depth that has any, the deepest are drawn from.
///
/// `kinds` yields depths (both ends included) and weight.
pub(super) fn by_depth(
    stream: &mut Stream,
    depth: u8,
    kinds: impl Iterator<Item = ((u8, u8), u32)> + Clone,
) -> Option<usize> {
    let living = kinds.clone().filter(|&((_, high), weight)| high > 0 && weight > 0);
    let deepest = living.map(|((_, high), _)| high).max()?;
    let depth = depth.min(deepest);
    let weights = kinds.map(
        |((low, high), weight)| {
            if (low..=high).contains(&depth) && high > 0 { weight } else { 0 }
        },
    );
    stream.weighted(weights)
}

/// The tier of a plain thing at a depth: one more every three depths, and now and then one more
/// again, to five.
pub(super) fn tier(stream: &mut Stream, depth: u8) -> u8 {
    let luck = u8::from(stream.one_in(5));
    (1 + depth.saturating_sub(1) / 3 + luck).min(5)
}
