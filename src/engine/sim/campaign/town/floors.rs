//! The floors of a town as they are generated: the streets, and the inside of a house.

use crate::sim::campaign::generated;
use crate::sim::prelude::*;
use levels::{GenError, House, Level, Request, ThingKind, find_kind};

/// Every town has more houses than those that somebody keeps open, by so many at least.
const MIN_DWELLINGS: usize = 3;

/// The streets of a town: nothing is left on them but wells and lamps.
///
/// # Errors
/// No town comes about, however often it is tried.
pub(super) fn streets(
    site: SiteId,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Catalog,
) -> Result<Level, GenError> {
    let rules = &catalog.town;
    let own = Request::new(&atlas.site(site).kind, seed, atlas.site(site).depth);
    let dense = [
        ("house_percent".to_owned(), rules.house_percent),
        ("square".to_owned(), rules.has_square.into()),
    ];
    let request = Request {
        width: Some(rules.width),
        height: Some(rules.height),
        settings: dense.into(),
        ..own.clone()
    };
    // Where so small a town does not come about there is one of the usual size.
    let is_town = |level: &Level| houses(level).len() >= rules.houses.len() + MIN_DWELLINGS;
    let keeps = |kind| matches!(kind, ThingKind::Light | ThingKind::Well | ThingKind::House);
    generated::level(site, 0, &request, catalog, is_town)
        .or_else(|_| generated::level(site, 0, &own, catalog, is_town))
        .map(|level| only(level, keeps))
}

/// The houses of the streets, in reading order.
pub(super) fn houses(streets: &Level) -> &[House] {
    streets.detail.town.as_ref().map_or(&[], |town| &town.houses)
}

/// The inside of a house: rooms, furniture and chests. Who comes in stands behind the front door.
///
/// # Errors
/// No house comes about, however often it is tried.
pub(super) fn house(
    (site, number): (SiteId, u8),
    (width, height): (i32, i32),
    faces: Dir,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Catalog,
) -> Result<Level, GenError> {
    let kind = find_kind(Atlas::HOUSE_KIND, catalog)?;
    let side = Dir::CARDINAL.into_iter().position(|dir| dir == faces);
    let request = Request {
        width: Some(width.max(kind.min.0)),
        height: Some(height.max(kind.min.1)),
        settings: [("side".to_owned(), side.unwrap_or(0) as i32)].into(),
        ..Request::new(Atlas::HOUSE_KIND, seed, atlas.site(site).depth)
    };
    let keeps = |kind| {
        matches!(kind, ThingKind::Light | ThingKind::Chest | ThingKind::Crate | ThingKind::Door)
    };
    let mut level = generated::level(site, number + 1, &request, catalog, |_| true)?;
    level.detail.house = None;
    Ok(only(level, keeps))
}

/// The level with only those of its things that are kept.
fn only(level: Level, keeps: impl Fn(ThingKind) -> bool) -> Level {
    let things = level.things.iter().filter(|thing| keeps(thing.kind)).cloned().collect();
    Level { things, ..level }
}
