//! The levels of a site, generated from the seed and the site.

use crate::sim::prelude::*;
use std::sync::Arc;

use crate::sim::campaign::generated;
use crate::sim::shift::build;
use crate::sim::shift::mess::Mess;
use levels::{GenError, Level, Request, find_kind};

/// The floors of a site as they were made, the uppermost first.
///
/// # Errors
/// One of them cannot be generated, however often it is tried.
pub(super) fn levels(
    site: SiteId,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Catalog,
) -> Result<Vec<Level>, GenError> {
    let place = atlas.site(site);
    let floors = catalog.campaign.floors_at(&place.kind, place.depth.0);
    (0..floors).map(|floor| level(site, (floor, floors), atlas, seed, catalog)).collect()
}

/// The level of a floor of a site, counted from 0, of so many.
fn level(
    site: SiteId,
    (floor, floors): (u8, u8),
    atlas: &Atlas,
    seed: Seed,
    catalog: &Catalog,
) -> Result<Level, GenError> {
    let place = atlas.site(site);
    let kind = find_kind(&place.kind, catalog)?;
    let percents = catalog.campaign.floor_percent;
    let percent = percents[usize::from(floors - 1).min(percents.len() - 1)];
    let side = |usual: i32, min: i32| (usual * percent / 100).max(min);
    let request = Request {
        width: Some(side(kind.usual.0, kind.min.0)),
        height: Some(side(kind.usual.1, kind.min.1)),
        resident_depth: catalog.campaign.resident_depth(place.depth),
        resident_percent: catalog.campaign.resident_percent(place.depth),
        ..Request::new(&kind.name, seed, place.depth)
    };
    generated::level(site, floor, &request, catalog, |_| true)
}

/// The first floor of a site as it was made, with the player off it.
///
/// # Errors
/// The level cannot be generated.
pub(in crate::sim::campaign) fn empty_floor(
    site: SiteId,
    atlas: &Atlas,
    run: RunState,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Result<World, GenError> {
    let level = level(site, (0, 1), atlas, seed, catalog)?;
    Ok(build::pristine(&level, &Mess::default(), run, seed, catalog))
}
