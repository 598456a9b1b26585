//! Roads and nights over the map: what a road costs, walking it, fighting on it, arriving, and what
//! the cast does in the meantime.

use crate::sim::prelude::*;

use crate::sim::campaign::journey_ref::{JourneyMut, JourneyRef};
use crate::sim::campaign::parties::PlannedRaid;
use crate::sim::campaign::{encounters, site_floor};
use crate::sim::state::journey::Leg;
use levels::{Level, Request, generate};

/// Width and height of the field of a fight on the road.
const FIELD_SIZE: (i32, i32) = (26, 16);

/// Foes on the road stand no nearer to the player than so many cells.
const FOE_DISTANCE_CELLS: i32 = 6;

/// What it takes to walk a road, or into a town.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoadCost {
    pub rations: u16,
    /// Whether it takes a night.
    pub is_long: bool,
    /// Rations that are lacking, and the health that it costs to do without.
    pub lacking: u16,
    pub hunger: i32,
}

impl JourneyRef<'_> {
    /// Where the roads of a site lead, and how long they are, in cells; those of the map, and the
    /// paths that were found.
    pub(crate) fn roads(self, from: SiteId) -> Vec<(SiteId, u32)> {
        let mut roads = self.atlas.roads(from).to_vec();
        let found = self.opened_roads.iter().filter_map(|&(a, b)| match (a == from, b == from) {
            (true, false) => Some(b),
            (false, true) => Some(a),
            _ => None,
        });
        roads.extend(found.map(|to| (to, self.atlas.distance(from, to))));
        roads.sort_unstable();
        roads.dedup_by_key(|(to, _)| *to);
        roads
    }

    pub(crate) fn road_cost(self, to: SiteId) -> Result<RoadCost, Reject> {
        if usize::from(to.0) >= self.atlas.count() {
            return Err(Reject::NoRoad);
        }
        let road = self.roads(self.at).into_iter().find(|(other, _)| *other == to);
        let (_, length) = road.ok_or(Reject::NoRoad)?;
        if self.is_road_closed(self.at, to) {
            return Err(Reject::RoadBlocked);
        }
        if self.is_lost(to) {
            return Err(Reject::SiteFallen);
        }
        // Out of a site that is not worked only the way back is open.
        let is_worked = matches!(self.site(self.at).state, SiteState::Worked { .. });
        if !is_worked && to != self.came_from {
            return Err(Reject::RoadShut);
        }
        let rules = &self.catalog.campaign;
        let rations = length.div_ceil(rules.ration_cells) as u16;
        let lacking = rations.saturating_sub(self.rations);
        let hunger = i32::from(lacking) * rules.hunger;
        Ok(RoadCost { rations, is_long: length > rules.long, lacking, hunger })
    }

    /// Whether the Deep Seat can still be reached from where the player is, if one more site is
    /// lost.
    fn seat_is_in_reach(self, without: Option<SiteId>) -> bool {
        let mut reached = vec![self.at];
        let mut place = 0;
        while let Some(&site) = reached.get(place) {
            for &(next, _) in self.atlas.roads(site) {
                let is_gone = Some(next) == without || self.is_lost(next);
                if !is_gone && !self.is_road_closed(site, next) && !reached.contains(&next) {
                    reached.push(next);
                }
            }
            place += 1;
        }
        reached.contains(&self.atlas.goal())
    }
}

impl JourneyMut {
    /// Lets a night pass: the parties of the cast raid the sites that they choose, one after the
    /// other, then those sites fall whose time has come.
    pub(super) fn pass_night(&mut self) {
        for PlannedRaid { site, members } in self.read().plan() {
            let raid = self.read().raid_of_cast(&members);
            // A site whose floor cannot be generated is one that nobody finds.
            if let Ok(report) = self.read().play_raid(site, &raid) {
                self.note_raid(site, raid, &report);
            }
        }
        self.lose_sites();
        // What was seen in one town is heard of in the others by morning.
        for town in &mut self.towns {
            town.known_elsewhere = town.thefts;
        }
        self.night += 1;
        let night = self.night;
        if night > self.catalog.campaign.nights {
            self.phase = Phase::Over(End::Dawn);
        }
        self.tell(JourneyEvent::NightPassed { night });
    }

    /// Sites whose time has come are lost, unless the Deep Seat could not be reached any more.
    fn lose_sites(&mut self) {
        let (night, atlas) = (self.night, self.atlas.clone());
        for site in atlas.ids() {
            let record = self.site(site);
            let is_due = record.falls_on.is_some_and(|due| due <= night);
            if !is_due || record.state != SiteState::Open || site == self.at {
                continue;
            }
            if self.read().seat_is_in_reach(Some(site)) {
                self.site_mut(site).state = SiteState::Lost { night };
                self.tell(JourneyEvent::SiteLost { site });
            } else {
                self.site_mut(site).falls_on = Some(night + 1);
            }
        }
    }

    /// The road to a site is shut for good, unless the Deep Seat could not be reached any more.
    pub(super) fn close_road(&mut self, to: SiteId) {
        let road = (self.at.min(to), self.at.max(to));
        self.closed_roads.push(road);
        if !self.read().seat_is_in_reach(None) {
            self.closed_roads.pop();
        }
    }
}

/// Sets out on the road to a neighbouring site: it is paid for, and something may happen on it.
pub(super) fn go(world: &mut World, to: SiteId, cost: RoadCost) {
    let vitals = &mut world.hot_mut(world.player()).vitals;
    vitals.health = (vitals.health - cost.hunger).max(0);
    let rations = cost.rations - cost.lacking;
    world.change_journey(|journey| {
        journey.rations -= rations;
        let night = journey.night;
        journey.trail.push(Leg::Road { to, night, rations, health: cost.hunger as u16 });
    });
    let hunger = cost.hunger;
    world.emit(JourneyEvent::Travelled { to, rations, hunger });
    if world.vitals(world.player()).health == 0 {
        world.change_journey(|journey| journey.phase = Phase::Over(End::Died));
        return;
    }
    if cost.is_long {
        pass_night(world);
        if is_over(world) {
            return;
        }
    }
    if let Some(meeting) = encounters::draw(world, to) {
        world.change_journey(|journey| journey.phase = Phase::Encounter(meeting));
        world.emit(JourneyEvent::Met { meeting });
        return;
    }
    arrive(world, to);
}

/// Whether the journey has ended: with the season, in a night on the road.
pub(super) fn is_over(world: &World) -> bool {
    world.journey().is_some_and(|journey| matches!(journey.phase, Phase::Over(_)))
}

/// The player is at the end of the road. From a site that was lost meanwhile they turn back.
pub(super) fn arrive(world: &mut World, to: SiteId) {
    world.change_journey(|journey| {
        if matches!(journey.phase, Phase::Over(_)) {
            return;
        }
        journey.phase = Phase::Map;
        if !journey.is_lost(to) {
            (journey.came_from, journey.at) = (journey.at, to);
        }
    });
}

pub(super) fn pass_night(world: &mut World) {
    let Some(mut own) = world.take_journey_out() else { return };
    own.pass_night();
    world.put_journey_back(own);
}

/// Puts the player on a small field with foes, on the road to a site. False if no field can be
/// made.
pub(super) fn begin_fight(world: &mut World, to: SiteId, foes: &[String]) -> bool {
    let catalog = world.catalog.clone();
    let Some(journey) = world.on_journey() else { return false };
    let number = journey.roads_walked();
    let request = Request {
        floor: Atlas::field_key(journey.at, number),
        width: Some(FIELD_SIZE.0),
        height: Some(FIELD_SIZE.1),
        ..Request::new(Atlas::FIELD_KIND, world.seed, journey.atlas.site(to).depth)
    };
    let Ok(level) = generate(&request, &catalog) else { return false };
    let bare = Level { things: Vec::new(), ..level };
    let mut field = site_floor::arrive_on(&bare, world, 0);
    field.put_player_on();
    let part = (Ordinal(number.into()), Ordinal(u64::from(u8::MAX)));
    let mut stream = Stream::new(world.seed, purpose::ENCOUNTER, part);
    field.streams = Streams::of_raid(world.seed, bare.floor, u32::from(number));
    let start = field.floor.start;
    for kind in foes.iter().filter_map(|name| catalog.find_actor(name)) {
        let is_far = |pos: &Pos| pos.steps_to(start) >= FOE_DISTANCE_CELLS;
        let open = field.floor.passable.iter().filter(is_far);
        let free: Vec<Pos> = open.filter(|&pos| !field.is_occupied(pos)).collect();
        if let Some(&pos) = stream.pick(&free) {
            field.spawn(kind, pos);
        }
    }
    site_floor::put_into_play(world, field);
    world.change_journey(|journey| journey.phase = Phase::Field { to });
    true
}

pub(super) fn leave_field(world: &mut World, to: SiteId) {
    let clock = world.clock();
    world.change_journey(|journey| journey.add_turns(clock, clock));
    world.clear_shift();
    arrive(world, to);
}
