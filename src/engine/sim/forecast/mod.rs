//! The forecast: what dawn would come to if the player set some levers first. Raids with random
//! streams of their own are played on a copy of the site as the player knows it; for bots on the
//! site as it is.

use std::ops::Range;

use crate::sim::forecast::unseen::Unseen;
use crate::sim::prelude::*;
use crate::sim::shift::raid::rehearsal::Rehearsal;

mod as_known;
mod gain;
mod levers;
mod unseen;

pub use gain::Gain;

/// The most raids of a forecast.
pub const MAX_SAMPLES: u32 = 1_000;

/// What some raids came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Why there were no raids: then there is nothing in what follows.
    pub none: Option<NoForecast>,
    pub samples: u32,
    /// The turn of the shift at which it was made.
    pub turn: Turns,
    /// Points of dawn before they are set against a night in bed, and after that, in hundredths:
    /// one for each raid, in the order of the samples.
    pub raw: Vec<u32>,
    pub worth: Vec<u32>,
    /// Points of dawn, set against a night in bed.
    pub points: Spread,
    /// Members of all parties that fall.
    pub fallen: Spread,
    /// Chests that they empty.
    pub lost: Spread,
    /// The members of all parties, in the order in which they come in.
    pub members: Vec<ForetoldMember>,
    /// In how many of the raids somebody trod on each cell of the floor.
    pub visits: Grid<u16>,
    /// The full chests of the floor, with the raids in which each is emptied; in reading order.
    pub chests: Vec<(Pos, u32)>,
    /// The posts of residents, with the raids in which whoever stood there is slain; in reading
    /// order.
    pub posts: Vec<(Pos, u32)>,
    /// The cells where members fell, with the number of those who did; in reading order.
    pub falls: Vec<(Pos, u32)>,
}

/// Why nothing can be foretold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoForecast {
    /// No way from where they come in to the exit is known yet.
    NoWay,
    /// The raid is on, or over, or none is to come.
    TooLate,
}

/// The middle and the range of a figure over all raids: one in ten is below, one in ten above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    pub p10: u32,
    pub p50: u32,
    pub p90: u32,
    pub mean: u32,
}

/// A member of a party that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForetoldMember {
    pub kind: ActorKindId,
    /// Who it is, if it is one of the cast of a journey.
    pub person: Option<PersonId>,
    /// Of which party it is: the first is 0.
    pub wave: u8,
    /// The raids in which it falls, and those in which it goes home below half of its health; in
    /// the others it comes through.
    pub fallen: u32,
    pub driven: u32,
}

/// A floor with levers set, of which raids are to be played: plain data of its own, for any thread.
pub struct ForecastTask {
    world: World,
    unseen: Unseen,
    none: Option<NoForecast>,
    turn: Turns,
}

impl ForecastTask {
    /// Plays so many raids, [`MAX_SAMPLES`] at most. The raid of a sample has the same random
    /// streams whatever is planned, so that forecasts of two plans can be compared.
    pub fn run(&self, samples: u32) -> Forecast {
        let samples = if self.none.is_some() { 0 } else { samples.min(MAX_SAMPLES) };
        let forecast = self.world.foretell(0..samples, &self.unseen);
        Forecast { none: self.none, turn: self.turn, ..forecast }
    }
}

impl World {
    /// The forecast of the floor as the player knows it with some levers set, to be made at
    /// leisure.
    pub fn forecast_task(&self, levers: &[Lever]) -> ForecastTask {
        let is_expected = self.shift.par.is_some()
            && self.raid().is_none()
            && self.dawn_report().is_none()
            && self.shift.end.is_none();
        let out = self.end_of_plan(levers);
        let mut world = self.as_known(levers, out);
        let unseen = Unseen::of(self, &world, out);
        world.set_levers(levers);
        let none = if is_expected {
            (!world.leads_to_exit()).then_some(NoForecast::NoWay)
        } else {
            Some(NoForecast::TooLate)
        };
        ForecastTask { world, unseen, none, turn: self.clock() }
    }

    /// What dawn would come to on the floor as it is with these levers, by raids with the random
    /// streams of some samples.
    pub fn forecast(&self, levers: &[Lever], samples: Range<u32>) -> Forecast {
        self.with_levers(levers).foretell(samples, &Unseen::default())
    }

    /// Plays the raids of some samples on copies of this world.
    fn foretell(&self, samples: Range<u32>, unseen: &Unseen) -> Forecast {
        let count = samples.len();
        let mut sum = Sum::new(self);
        for sample in samples {
            sum.add(self, &self.rehearse_after(sample, |world| unseen.lay(world)));
        }
        let Sum { raw, fallen, lost, members, visits, chests, posts, falls } = sum;
        Forecast {
            none: None,
            samples: count as u32,
            turn: self.clock(),
            points: Spread::of(raw.iter().map(|&raw| self.dawn_against_bed(raw)).collect()),
            fallen: Spread::of(fallen),
            lost: Spread::of(lost),
            worth: raw.iter().map(|&raw| self.dawn_worth(raw)).collect(),
            raw,
            members,
            visits,
            chests,
            posts,
            falls,
        }
    }
}

impl Forecast {
    /// What this one has more than another of the same night, raid by raid: those of a sample draw
    /// the same random numbers. `None` where there are no such pairs.
    pub fn gain_over(&self, before: &Forecast) -> Option<Gain> {
        let pairs = self.worth.iter().zip(&before.worth);
        let differences: Vec<i32> = pairs.map(|(&own, &was)| own as i32 - was as i32).collect();
        let is_whole = self.samples > 0 && self.samples == before.samples;
        is_whole.then(|| Gain::of(&differences))
    }

    /// The mean of the points before they are set against a night in bed, in hundredths.
    pub fn raw_mean(&self) -> u32 {
        self.raw.iter().sum::<u32>() / self.raw.len().max(1) as u32
    }
}

impl Spread {
    /// That of some figures in any order; 0 of none.
    pub fn of(mut figures: Vec<u32>) -> Spread {
        figures.sort_unstable();
        let Some(last) = figures.len().checked_sub(1) else { return Spread::default() };
        let tenth = figures.len() / 10;
        Spread {
            p10: figures[tenth],
            p50: figures[figures.len() / 2],
            p90: figures[last - tenth],
            mean: (figures.iter().sum::<u32>() + figures.len() as u32 / 2) / figures.len() as u32,
        }
    }
}

/// What the raids so far have come to.
struct Sum {
    raw: Vec<u32>,
    fallen: Vec<u32>,
    lost: Vec<u32>,
    members: Vec<ForetoldMember>,
    visits: Grid<u16>,
    chests: Vec<(Pos, u32)>,
    posts: Vec<(Pos, u32)>,
    falls: Vec<(Pos, u32)>,
}

impl Sum {
    fn new(world: &World) -> Sum {
        let parties = world.parties_at_dawn();
        let members = (0..).zip(&parties).flat_map(|(wave, party)| {
            party.members.iter().map(move |own| ForetoldMember {
                kind: own.kind,
                person: own.person.map(|person| person.id),
                wave,
                fallen: 0,
                driven: 0,
            })
        });
        let is_full = |&(_, own): &(Pos, Fixture)| own == Fixture::Chest { full: true };
        let chests = world.floor.fixtures().filter(is_full).map(|(pos, _)| (pos, 0));
        let post = |own: &ActorRef| match world.duty(own.entity) {
            Duty::Guard { post } => Some((post, 0)),
            _ => None,
        };
        let mut posts: Vec<(Pos, u32)> = world.roster().iter().filter_map(post).collect();
        posts.sort_unstable();
        posts.dedup();
        Sum {
            raw: Vec::new(),
            fallen: Vec::new(),
            lost: Vec::new(),
            members: members.collect(),
            visits: Grid::filled(world.floor.width(), world.floor.height(), 0),
            chests: chests.collect(),
            posts,
            falls: Vec::new(),
        }
    }

    /// Adds a raid on a copy of a world.
    fn add(&mut self, world: &World, raid: &Rehearsal) {
        let Rehearsal { report, trod, points, looted, deaths } = raid;
        self.raw.push(points.raw());
        self.fallen.push(report.fallen() as u32);
        self.lost.push(report.chests_looted.into());
        for (own, member) in self.members.iter_mut().zip(&report.members) {
            own.fallen += u32::from(matches!(member.fate, Fate::Fell(_)));
            own.driven += u32::from(world.is_driven_home(member));
        }
        for pos in trod.iter() {
            self.visits[pos] += 1;
        }
        for &pos in looted {
            count(&mut self.chests, pos);
        }
        for who in deaths {
            if world.catalog.actor(who.kind).raider.is_some() {
                entry(&mut self.falls, |own| own.0, (who.at, 0)).1 += 1;
            } else if let Some(own) = world.alive(who.id)
                && let Duty::Guard { post } = world.duty(own.entity)
            {
                count(&mut self.posts, post);
            }
        }
    }
}

/// Counts one more at a cell, if it is on the list.
fn count(list: &mut [(Pos, u32)], at: Pos) {
    if let Ok(place) = list.binary_search_by_key(&at, |own| own.0) {
        list[place].1 += 1;
    }
}
