//! The way of a bot through a town: to the counters whose goods it needs, and out by the gate.

use crate::base::{Dir, Pos};
use crate::content::Service;
use crate::sim::{Command, JourneyCommand, RunStatus, SiteState};
use crate::view::{DealView, JourneyView, TownView, View};

use super::perception;

/// With fewer rations than this the bot buys more, where there are any.
const WANTED_RATIONS: u16 = 9;

/// Below this share of its health, in percent, the bot goes to a healer.
const HEAL_BELOW_PERCENT: i32 = 80;

/// Having coins to spare, it buys up to this many.
const PLENTY_OF_RATIONS: u16 = 14;

/// Coins that the bot keeps when it buys what it does not need at once.
const KEPT_COINS: u32 = 40;

/// Whether there is a reason to walk into the town: its roads are shut, or something is lacking.
pub(super) fn wants_in(view: &View<'_>, journey: &JourneyView<'_>) -> bool {
    if journey.town_cost().is_none() {
        return false;
    }
    let is_shut = journey.site(journey.at()).state == SiteState::Open;
    is_shut || (journey.rations() < WANTED_RATIONS && view.coins().0 > KEPT_COINS)
}

/// The next command in a town.
pub(super) fn decide(view: &View<'_>) -> Command {
    if view.status() == RunStatus::Busy {
        return Command::Continue;
    }
    let Some(town) = view.town() else { return Command::Wait };
    if town.here().is_some() {
        return at_counter(view, &town);
    }
    let wanted = town.houses().into_iter().find(|house| {
        let offers = house.kind.map_or(&[][..], |kind| &kind.offers);
        !house.is_seen && offers.iter().any(|offer| is_wanted(view, offer.gives))
    });
    match wanted {
        Some(house) => go_to_door(view, house.door),
        None if view.player().pos == view.exit() => Command::ClockOut,
        None => Command::TravelToExit,
    }
}

/// Whether the bot has use for what is offered.
fn is_wanted(view: &View<'_>, gives: Service) -> bool {
    let player = view.player();
    let rations = view.journey().map_or(0, |journey| journey.rations());
    match gives {
        Service::Rations(_) => {
            let is_rich = view.coins().0 > 2 * KEPT_COINS;
            rations < if is_rich { PLENTY_OF_RATIONS } else { WANTED_RATIONS }
        }
        Service::Heal(_) => player.health * 100 < player.max_health * HEAL_BELOW_PERCENT,
        Service::Order => true,
        Service::Kit => view.coins().0 > 2 * KEPT_COINS,
        Service::Supply(..) | Service::Rumour => false,
    }
}

/// Buys what is wanted, from the dearest down, or goes out.
fn at_counter(view: &View<'_>, town: &TownView<'_>) -> Command {
    let mut deals: Vec<DealView> =
        town.deals().into_iter().filter(|deal| is_wanted(view, deal.gives)).collect();
    deals.sort_by_key(|deal| std::cmp::Reverse(deal.price));
    if let Some(deal) = deals.iter().find(|deal| deal.refusal.is_none()) {
        return Command::Journey(JourneyCommand::Deal { offer: deal.place });
    }
    let keeper = town.keeper().filter(|keeper| keeper.steps_to(view.player().pos) > 4);
    let can_pay = deals.iter().any(|deal| deal.price <= view.coins());
    if let Some(keeper) = keeper.filter(|_| can_pay)
        && let Some(dir) = perception::step_towards(view, beside(keeper))
    {
        return Command::Step(dir);
    }
    Command::TravelToExit
}

fn go_to_door(view: &View<'_>, door: Pos) -> Command {
    let here = view.player().pos;
    let way_in = Dir::CARDINAL.into_iter().find(|&dir| here + dir == door);
    way_in.map_or(Command::Travel(door), Command::Step)
}

fn beside(pos: Pos) -> impl Iterator<Item = Pos> {
    Dir::ALL.into_iter().map(move |dir| pos + dir)
}
