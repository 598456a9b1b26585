//! The levels of sites, generated from the seed and the site.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::build::Mess;
use levels::{GenError, Level, Request, find_kind, generate};

/// How often a floor that does not come about, or is not right, is generated anew from another
/// stream.
const MAX_ATTEMPTS: u32 = 8;

/// Numbers of attempts are told apart from those of floors by so many bits.
const ATTEMPT_SHIFT: u32 = 8;

impl JourneyRef<'_> {
    /// The floors of a site as they were made, the uppermost first.
    pub(super) fn levels(self, site: SiteId) -> Result<Vec<Level>, GenError> {
        let place = self.atlas.site(site);
        let floors = self.catalog.campaign.floors_at(&place.kind, place.depth.0);
        (0..floors).map(|floor| self.level(site, floor, floors)).collect()
    }

    /// The level of a floor of a site, counted from 0, of so many.
    fn level(self, site: SiteId, floor: u8, floors: u8) -> Result<Level, GenError> {
        let (place, rules) = (self.atlas.site(site), &self.catalog.campaign);
        let kind = find_kind(&place.kind, self.catalog)?;
        let percents = rules.floor_percent;
        let percent = percents[usize::from(floors - 1).min(percents.len() - 1)];
        let side = |usual: i32, min: i32| (usual * percent / 100).max(min);
        let request = Request {
            width: Some(side(kind.usual.0, kind.min.0)),
            height: Some(side(kind.usual.1, kind.min.1)),
            resident_depth: rules.resident_depth(place.depth),
            resident_percent: rules.resident_percent(place.depth),
            ..Request::new(&kind.name, self.seed, place.depth)
        };
        generate_right(site, floor, &request, self.catalog, |_| true)
    }

    /// The first floor of a site as it was made, with the player off it.
    pub(in crate::sim::campaign) fn empty_floor(
        self,
        site: SiteId,
        run: RunState,
    ) -> Result<World, GenError> {
        let level = self.level(site, 0, 1)?;
        Ok(build::pristine(&level, &Mess::default(), run, self.seed, self.catalog))
    }

    /// The floors of a site before anybody has come in, the player off them.
    pub(super) fn pristine(self, site: SiteId) -> Result<Vec<World>, GenError> {
        let run = RunState::begin(self.seed, self.atlas.site(site).depth, self.catalog);
        let floors = self.levels(site)?.into_iter().map(|level| {
            build::pristine(&level, &Mess::default(), run.clone(), self.seed, self.catalog)
        });
        Ok(floors.collect())
    }
}

/// The first level that comes about for a floor of a site and is right. The key of the request is
/// that of the floor, whichever attempt it was.
///
/// # Errors
/// None came about, or none was right.
pub(in crate::sim::campaign) fn generate_right(
    site: SiteId,
    floor: u8,
    request: &Request,
    catalog: &Catalog,
    is_right: impl Fn(&Level) -> bool,
) -> Result<Level, GenError> {
    let key = |attempt: u32| Atlas::floor_key(site, attempt << ATTEMPT_SHIFT | u32::from(floor));
    let mut last = None;
    for attempt in 0..MAX_ATTEMPTS {
        match generate(&Request { floor: key(attempt), ..request.clone() }, catalog) {
            Ok(level) if is_right(&level) => return Ok(Level { floor: key(0), ..level }),
            Ok(level) => {
                last = Some(GenError::Unworkable {
                    kind: level.kind,
                    seed: level.seed,
                    reason: "it is not what the journey needs".to_owned(),
                });
            }
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| unreachable!("it was tried")))
}
