//! A bot for journeys: it chooses the way, and leaves each floor to another bot.

use std::collections::VecDeque;

use crate::base::{Ordinal, Purpose, Stream};
use crate::sim::{Command, JourneyCommand, Phase, SiteId, SiteState};
use crate::view::{JourneyView, View};

use super::{Bot, shopper};

/// Below this share of its health, in percent, the bot sleeps for a night before it goes on …
const REST_BELOW_PERCENT: i32 = 70;

/// … but for no more than so many nights at one site.
const MAX_NIGHTS_OF_REST: u16 = 2;

/// A floor of a journey: the night, the site, and the number of the floor.
type FloorOfRun = (i16, SiteId, u8);

/// Makes a bot for a floor.
type MakeBot = Box<dyn Fn() -> Box<dyn Bot>>;

/// Walks the way to the Deep Seat with the fewest sites to work, works them all, and sleeps where it is hurt.
pub(crate) struct Traveller {
    make: MakeBot,
    /// The bot of this floor, and which floor it is.
    worker: Option<(FloorOfRun, Box<dyn Bot>)>,
    /// Nights of rest in a row.
    rested: u16,
}

impl Traveller {
    /// A bot that leaves each floor to another one, which is made anew for it.
    pub(crate) fn new(make: impl Fn() -> Box<dyn Bot> + 'static) -> Traveller {
        Traveller { make: Box::new(make), worker: None, rested: 0 }
    }

    fn on_map(&mut self, view: &View<'_>, journey: &JourneyView<'_>) -> JourneyCommand {
        let player = view.player();
        let is_hurt = player.health * 100 < player.max_health * REST_BELOW_PERCENT;
        let stay = Command::Journey(JourneyCommand::Stay);
        if is_hurt && self.rested < MAX_NIGHTS_OF_REST && view.refusal(&stay).is_none() {
            self.rested += 1;
            return JourneyCommand::Stay;
        }
        self.rested = 0;
        let enter = Command::Journey(JourneyCommand::Enter);
        if shopper::wants_in(view, journey) && view.refusal(&enter).is_none() {
            return JourneyCommand::Enter;
        }
        if journey.has_work() {
            return JourneyCommand::Enter;
        }
        next_site(journey).map_or(JourneyCommand::Stay, |to| JourneyCommand::Go { to })
    }
}

impl Bot for Traveller {
    fn decide(&mut self, view: &View<'_>) -> Command {
        let Some(journey) = view.journey() else {
            let (_, bot) = self.worker.get_or_insert_with(|| ((0, SiteId(0), 0), (self.make)()));
            return bot.decide(view);
        };
        match journey.phase() {
            Phase::Map => Command::Journey(self.on_map(view, &journey)),
            Phase::Over(_) => Command::Abandon,
            Phase::Town => shopper::decide(view),
            Phase::Encounter(_) => Command::Journey(choose(&journey)),
            Phase::Seniority => Command::Journey(pick_perk(view)),
            Phase::Site if view.shift_end().is_some() => Command::Journey(JourneyCommand::Depart),
            Phase::Site | Phase::Field { .. } => {
                if view.is_away() {
                    return Command::Linger;
                }
                let is_field = matches!(journey.phase(), Phase::Field { .. });
                let floor = if is_field { u8::MAX } else { journey.floor().0 };
                let here = (journey.night(), journey.at(), floor);
                if self.worker.as_ref().is_none_or(|(floor, _)| *floor != here) {
                    self.worker = Some((here, (self.make)()));
                }
                match &mut self.worker {
                    Some((_, bot)) => bot.decide(view),
                    None => Command::Wait,
                }
            }
        }
    }
}

/// The last choice that is open: those that give most and cost most stand first.
fn choose(journey: &JourneyView<'_>) -> JourneyCommand {
    let choices = journey.encounter().map(|encounter| encounter.choices).unwrap_or_default();
    let place = choices.iter().rposition(|choice| choice.is_open).unwrap_or(0);
    JourneyCommand::Choose { choice: place as u8 }
}

/// Any of the perks that are offered, by the seed and the number of those that are held: so that the runs of one perk can be
/// compared with those of another.
fn pick_perk(view: &View<'_>) -> JourneyCommand {
    let number = Ordinal(view.perks().len() as u64);
    let mut stream = Stream::new(view.seed(), Purpose::new("bot perks"), number);
    let count = view.perks_offered().len().max(1);
    JourneyCommand::PickPerk { choice: stream.below(count as u32) as u8 }
}

/// The next site on the way to the Deep Seat that leads through the fewest sites that are not worked; of several such ways, the
/// one that has the fewest roads.
fn next_site(journey: &JourneyView<'_>) -> Option<SiteId> {
    let atlas = journey.atlas();
    // Backwards from the goal, so that the first step is known.
    let mut work = vec![(u32::MAX, u32::MAX); atlas.count()];
    let goal = journey.goal();
    work[usize::from(goal.0)] = (0, 0);
    let mut queue = VecDeque::from([goal]);
    while let Some(site) = queue.pop_front() {
        let (sites, roads) = work[usize::from(site.0)];
        for &(next, _) in atlas.roads(site) {
            let seen = journey.site(next);
            if matches!(seen.state, SiteState::Lost { .. }) {
                continue;
            }
            let is_open = seen.state == SiteState::Open && !seen.is_town;
            let way = (sites + u32::from(is_open), roads + 1);
            if way < work[usize::from(next.0)] {
                work[usize::from(next.0)] = way;
                queue.push_back(next);
            }
        }
    }
    journey
        .roads()
        .into_iter()
        .filter(|road| road.cost.is_ok())
        .map(|road| road.to)
        .min_by_key(|to| (work[usize::from(to.0)], *to))
}
