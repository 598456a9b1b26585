//! The map of a journey, as the seed makes it: sites, roads, and the lengths of the ways between
//! them.

use crate::sim::units::SiteId;
use base::Seed;
use content::{Catalog, FloorKey};
use levels::{GenError, Marches, Request, Road, Site, generate_marches};

/// Fields are told apart from floors by numbers from this one on.
const FIRST_FIELD: u32 = 1 << 16;

/// The map of a journey. It follows from the seed and is never saved.
#[derive(Clone, Debug)]
pub struct Atlas {
    pub marches: Marches,
    /// For every site its roads: where they lead, and their lengths in cells; by id.
    roads: Vec<Vec<(SiteId, u32)>>,
    /// The length of the shortest way between any two sites, by road, row by row.
    lengths: Vec<u32>,
}

impl Atlas {
    /// The kind of level that a fight on the road takes place on.
    pub(crate) const FIELD_KIND: &str = "cavern";

    /// The kind of level inside the houses of a town.
    pub(crate) const HOUSE_KIND: &str = "house";

    /// The map of a seed.
    ///
    /// # Errors
    /// The size of the map in the data is one that no map can have.
    pub(crate) fn of_seed(seed: Seed, catalog: &Catalog) -> Result<Atlas, GenError> {
        let map = &catalog.campaign.map;
        let mut request = Request::new(&catalog.marches.name, seed, content::Depth::FIRST);
        request.width = Some(map.width);
        request.height = Some(map.height);
        request.settings.insert("min_distance".to_owned(), map.min_distance);
        let marches = generate_marches(&request, catalog)?;
        let count = marches.sites.len();
        let mut roads = vec![Vec::new(); count];
        for &Road { a, b, length } in &marches.roads {
            roads[a].push((SiteId(b as u16), length));
            roads[b].push((SiteId(a as u16), length));
        }
        for own in &mut roads {
            own.sort_unstable();
        }
        let lengths = (0..count).flat_map(|from| marches.road_lengths(from)).collect();
        Ok(Atlas { marches, roads, lengths })
    }

    pub fn site(&self, id: SiteId) -> &Site {
        &self.marches.sites[usize::from(id.0)]
    }

    pub fn count(&self) -> usize {
        self.marches.sites.len()
    }

    pub fn ids(&self) -> impl Iterator<Item = SiteId> {
        (0..self.count() as u16).map(SiteId)
    }

    pub fn start(&self) -> SiteId {
        SiteId(self.marches.start as u16)
    }

    pub fn goal(&self) -> SiteId {
        SiteId(self.marches.goal as u16)
    }

    /// Where the roads of a site lead, and how long they are, in cells; by id.
    pub fn roads(&self, from: SiteId) -> &[(SiteId, u32)] {
        &self.roads[usize::from(from.0)]
    }

    pub fn distance(&self, from: SiteId, to: SiteId) -> u32 {
        self.site(from).pos().steps_to(self.site(to).pos()).unsigned_abs()
    }

    /// The length of the shortest way by road, in cells.
    pub fn way(&self, from: SiteId, to: SiteId) -> u32 {
        self.lengths[usize::from(from.0) * self.count() + usize::from(to.0)]
    }

    /// Whether people live there rather than work.
    pub fn is_town(&self, id: SiteId) -> bool {
        self.site(id).is_town()
    }

    /// The kind of level that a floor of a site is.
    pub(crate) fn floor_kind(&self, id: SiteId, floor: u8) -> &str {
        if floor > 0 && self.is_town(id) { Atlas::HOUSE_KIND } else { &self.site(id).kind }
    }

    /// The key of the field of a fight on the road, by the site behind and the number of roads
    /// walked.
    pub(crate) fn field_key(from: SiteId, number: u16) -> FloorKey {
        FloorKey { site: u32::from(from.0) + 1, floor: FIRST_FIELD + u32::from(number) }
    }

    /// The key of a floor of a site in random streams. Site 0 is that of floors that belong to no
    /// journey.
    pub fn floor_key(id: SiteId, floor: u32) -> FloorKey {
        FloorKey { site: u32::from(id.0) + 1, floor }
    }
}
