//! A bot for journeys: it chooses the way, and leaves each floor to another bot.

use base::{Ordinal, Purpose, Stream};
use engine::sim::{Command, JourneyCommand, Phase, RunStatus, SiteId};
use engine::view::{JourneyView, View};

use super::policy::Failures;
use super::policy::Policy;
use super::{Bot, cautious, perception, policy, reflexes, shopper};

/// The bot sleeps for no more than so many nights at one site.
const MAX_NIGHTS_OF_REST: u16 = 2;

/// A floor of a journey: the night, the site, and the number of the floor.
type FloorOfRun = (i16, SiteId, u8);

type MakeBot = Box<dyn Fn() -> Box<dyn Bot>>;

/// Goes the way to the Deep Seat that its policy says, works the sites on it, buys what it needs,
/// and sleeps where it is hurt.
pub(crate) struct Traveller {
    make: MakeBot,
    policy: Policy,
    /// The bot of this floor, and which floor it is.
    worker: Option<(FloorOfRun, Box<dyn Bot>)>,
    /// Nights of rest in a row.
    rested: u16,
    /// How often the bot went to work at a site; one that is still open was left in too poor an
    /// order.
    failures: Failures,
}

impl Traveller {
    /// A bot that leaves each floor to another one, which is made anew for it.
    pub(crate) fn new(make: impl Fn() -> Box<dyn Bot> + 'static, policy: Policy) -> Traveller {
        Traveller {
            make: Box::new(make),
            policy,
            worker: None,
            rested: 0,
            failures: Failures::new(),
        }
    }

    fn on_map(&mut self, view: &View<'_>, journey: &JourneyView<'_>) -> JourneyCommand {
        let is_allowed = |command| view.refusal(&Command::Journey(command)).is_none();
        let wants_in = shopper::wants_in(view, journey, &self.policy);
        if wants_in && is_allowed(JourneyCommand::Enter) {
            return JourneyCommand::Enter;
        }
        let is_hurt = perception::is_below(view, self.policy.rest_below_percent);
        if is_hurt && self.rested < MAX_NIGHTS_OF_REST && is_allowed(JourneyCommand::Stay) {
            self.rested += 1;
            return JourneyCommand::Stay;
        }
        self.rested = 0;
        if journey.has_work() && !policy::goes_round(journey, self.policy.way, &self.failures) {
            *self.failures.entry(journey.at()).or_default() += 1;
            return JourneyCommand::Enter;
        }
        let to = shopper::errand(view, journey, &self.policy)
            .or_else(|| policy::next_site(journey, self.policy.way, &self.failures));
        match to {
            Some(to) if !starves(view, journey, to) || !is_allowed(JourneyCommand::Stay) => {
                JourneyCommand::Go { to }
            }
            _ => JourneyCommand::Stay,
        }
    }

    fn on_floor(&mut self, view: &View<'_>, journey: &JourneyView<'_>) -> Command {
        let is_field = matches!(journey.phase(), Phase::Field { .. });
        if let Some(order) = self.order_to_take(view) {
            return order;
        }
        if !is_field && self.has_done_enough(view) {
            return leave(view);
        }
        let floor = if is_field { u8::MAX } else { journey.floor().0 };
        let here = (journey.night(), journey.at(), floor);
        if self.worker.as_ref().is_none_or(|(floor, _)| *floor != here) {
            self.worker = Some((here, (self.make)()));
        }
        self.worker.as_mut().map_or(Command::Wait, |(_, bot)| bot.decide(view))
    }

    /// One of the orders in the closet, by the seed and the night, so that the runs of some can be
    /// compared with those of others.
    fn order_to_take(&self, view: &View<'_>) -> Option<Command> {
        let orders = view.journey().filter(|_| self.policy.takes_orders)?.closet_orders();
        let key = Ordinal(u64::from(view.turns().0));
        let mut stream = Stream::new(view.seed(), Purpose::new("bot orders"), key);
        let place = stream.below(orders.offered.len().max(1) as u32) as u8;
        let command = Command::Journey(JourneyCommand::TakeOrder { place });
        view.refusal(&command).is_none().then_some(command)
    }

    /// Whether a bot that does not work off whole orders has done its share of this one.
    fn has_done_enough(&self, view: &View<'_>) -> bool {
        if self.policy.order_percent >= 100 || view.player().carrying.is_some() {
            return false;
        }
        let lines = view.order().into_iter().map(|count| view.progress(count));
        let shares = lines
            .filter(|&(_, wanted)| wanted > 0)
            .map(|(own, wanted)| u32::from(own.min(wanted)) * 100 / u32::from(wanted));
        let (done, lines) = shares.fold((0, 0), |(done, lines), share| (done + share, lines + 1));
        done >= lines * self.policy.order_percent
    }
}

/// Whether hunger on a road would take half of the health that is left, while sleep still helps.
fn starves(view: &View<'_>, journey: &JourneyView<'_>, to: SiteId) -> bool {
    let player = view.player();
    let road = journey.roads().into_iter().find(|road| road.to == to);
    let hunger = road.and_then(|road| road.cost.ok()).map_or(0, |cost| cost.hunger);
    player.health < player.max_health && hunger * 2 > player.health
}

/// The next command of a bot on its way out.
fn leave(view: &View<'_>) -> Command {
    if view.status() == RunStatus::Busy {
        return Command::Continue;
    }
    let wanted = cautious::survive(view).unwrap_or_else(|| cautious::leave(view));
    reflexes::or_wait(view, wanted)
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
            Phase::Town => shopper::decide(view, &self.policy),
            Phase::Encounter(_) => Command::Journey(choose(&journey)),
            Phase::Seniority => Command::Journey(pick_perk(view, self.policy.perk.as_deref())),
            Phase::Site if view.shift_end().is_some() => Command::Journey(JourneyCommand::Depart),
            Phase::Site | Phase::Field { .. } => self.on_floor(view, &journey),
        }
    }
}

/// The last choice that is open: those that give most and cost most stand first.
fn choose(journey: &JourneyView<'_>) -> JourneyCommand {
    let choices = journey.encounter().map(|encounter| encounter.choices).unwrap_or_default();
    let place = choices.iter().rposition(|choice| choice.is_open).unwrap_or(0);
    JourneyCommand::Choose { choice: place as u8 }
}

/// The perk that is wanted, if it is offered; else any of those that are, by the seed and the
/// number of those that are held: so that the runs of one perk can be compared with those of
/// another.
fn pick_perk(view: &View<'_>, wanted: Option<&str>) -> JourneyCommand {
    let offered = view.perks_offered();
    let named = offered.iter().position(|perk| Some(perk.name.as_str()) == wanted);
    let number = Ordinal(view.perks().len() as u64);
    let mut stream = Stream::new(view.seed(), Purpose::new("bot perks"), number);
    let any = stream.below(offered.len().max(1) as u32) as usize;
    JourneyCommand::PickPerk { choice: named.unwrap_or(any) as u8 }
}
