//! The way of a bot through a town: to the counters whose goods it needs, and out by the gate.

use super::policy::{Policy, Purchase};
use super::{perception, policy, reflexes};
use base::{Dir, Pos};
use content::{HouseKind, Service, Slot};
use engine::sim::{Command, RunStatus, SiteId, SiteState};
use engine::view::{JourneyView, OfferView, TownView, View, Ware};

/// With fewer rations than this the bot buys more, where there are any.
const WANTED_RATIONS: u16 = 9;

/// With fewer than this it goes back to a town for some.
const SCARCE_RATIONS: u16 = 4;

/// Below this share of its health, in percent, the bot goes to a healer.
const HEAL_BELOW_PERCENT: i32 = 80;

/// Having coins to spare, it buys up to this many.
const PLENTY_OF_RATIONS: u16 = 14;

/// Coins that the bot keeps when it buys what it does not need at once.
const KEPT_COINS: u32 = 40;

/// With this many it looks at the shelves of a town that it has been in already.
const RICH_COINS: u32 = 90;

/// Nights until there may be something to buy again in a town.
const NIGHTS_BETWEEN_VISITS: u16 = 4;

/// A town that the bot goes back to is no farther off, in cells of road.
const MAX_CELLS_TO_TOWN: u32 = 24;

/// Whether there is a reason to walk into the town: its roads are shut, or something is lacking.
pub(super) fn wants_in(view: &View<'_>, journey: &JourneyView<'_>, policy: &Policy) -> bool {
    if journey.town_cost().is_none() {
        return false;
    }
    let at = journey.at();
    let is_shut = journey.site(at).state == SiteState::Open;
    let wants_rations = policy.buys(Purchase::Rations) && journey.rations() < WANTED_RATIONS;
    let wants_healer = policy.buys(Purchase::Healing) && is_hurt(view);
    let lacks = view.coins().0 > KEPT_COINS && (wants_rations || wants_healer);
    is_shut || lacks || wants_shelves(view, journey, policy, at)
}

/// The step towards a town near by that is worth a way of its own: for rations when there are few
/// left, or with a full purse.
pub(super) fn errand(
    view: &View<'_>,
    journey: &JourneyView<'_>,
    policy: &Policy,
) -> Option<SiteId> {
    let is_hungry = policy.buys(Purchase::Rations)
        && journey.rations() < SCARCE_RATIONS
        && view.coins().0 > KEPT_COINS;
    let is_wanted = |site: SiteId| {
        let is_recent = !is_due(journey, site);
        let wants = is_hungry || wants_shelves(view, journey, policy, site);
        site != journey.at() && journey.site(site).is_town && !is_recent && wants
    };
    policy::nearest_site(journey, MAX_CELLS_TO_TOWN, is_wanted).map(|(step, _)| step)
}

/// Whether the bot has the coins to look for better equipment in a town.
fn wants_shelves(
    view: &View<'_>,
    journey: &JourneyView<'_>,
    policy: &Policy,
    town: SiteId,
) -> bool {
    policy.buys(Purchase::Gear) && view.coins().0 >= RICH_COINS && is_due(journey, town)
}

/// Whether there may be something to buy in a town that was not there at the last visit.
fn is_due(journey: &JourneyView<'_>, town: SiteId) -> bool {
    journey.nights_since_visit(town).is_none_or(|nights| nights >= NIGHTS_BETWEEN_VISITS)
}

pub(super) fn decide(view: &View<'_>, policy: &Policy) -> Command {
    if view.status() == RunStatus::Busy {
        return Command::Continue;
    }
    let Some(town) = view.town() else { return Command::Wait };
    if town.here().is_some() {
        let goods = view.is_in_shop().then(|| at_shelves(view, policy)).flatten();
        return goods.unwrap_or_else(|| at_counter(view, &town, policy));
    }
    let wanted = town.houses().into_iter().find(|house| {
        !house.is_seen && house.kind.is_some_and(|kind| has_use_for(view, kind, policy))
    });
    match wanted {
        Some(house) => go_to_door(view, house.door),
        None if view.player().pos == view.exit() => Command::ClockOut,
        None => Command::TravelToExit,
    }
}

/// Whether a house sells something that the bot wants and may be able to pay.
fn has_use_for(view: &View<'_>, house: &HouseKind, policy: &Policy) -> bool {
    let sells = |slot| house.wares.contains(&slot);
    let can_spend = view.coins().0 > KEPT_COINS;
    house.offers.iter().any(|offer| is_wanted(view, offer.gives, policy))
        || (policy.buys(Purchase::Gear) && can_spend && sells(Slot::Tool))
        || (policy.buys(Purchase::Potions) && can_spend && sells(Slot::Potion))
}

fn is_wanted(view: &View<'_>, gives: Service, policy: &Policy) -> bool {
    let rations = view.journey().map_or(0, |journey| journey.rations());
    let is_rich = view.coins().0 > 2 * KEPT_COINS;
    match gives {
        Service::Rations(_) => {
            let enough = if is_rich { PLENTY_OF_RATIONS } else { WANTED_RATIONS };
            policy.buys(Purchase::Rations) && rations < enough
        }
        Service::Heal(_) => policy.buys(Purchase::Healing) && is_hurt(view),
        Service::Tonic(_) => policy.buys(Purchase::Healing) && is_rich,
        Service::Order => true,
        Service::Kit => policy.buys(Purchase::Kits) && is_rich,
        Service::Supply(..) => policy.buys(Purchase::Supplies) && is_rich,
        Service::Perk | Service::Hand(_) => policy.buys(Purchase::Upgrades) && is_rich,
        Service::Rumour => policy.buys(Purchase::News) && is_rich,
    }
}

fn is_hurt(view: &View<'_>) -> bool {
    perception::is_below(view, HEAL_BELOW_PERCENT)
}

/// Buys what is wanted, from the dearest down, or goes out.
fn at_counter(view: &View<'_>, town: &TownView<'_>, policy: &Policy) -> Command {
    let mut deals: Vec<OfferView> = town.deals();
    deals.retain(|deal| deal.gives.is_some_and(|gives| is_wanted(view, gives, policy)));
    deals.sort_by_key(|deal| std::cmp::Reverse(deal.price));
    if let Some(deal) = deals.iter().find(|deal| deal.refusal.is_none()) {
        return deal.command;
    }
    let keeper = town.keeper().filter(|keeper| keeper.steps_to(view.player().pos) > 4);
    let can_pay = deals.iter().any(|deal| deal.price <= Some(view.coins()));
    let has_shelves = town.here().is_some_and(|house| {
        house.kind.is_some_and(|kind| !kind.wares.is_empty()) && !view.is_in_shop()
    });
    if let Some(keeper) = keeper.filter(|_| can_pay || has_shelves)
        && let Some(dir) = perception::step_towards(view, keeper.neighbours())
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

/// Less of a gain than this is not worth the coins.
const MIN_GAIN: i32 = 8;

/// So many potions that heal are carried.
const MAX_POTIONS: u16 = 3;

/// The next command in a shop, or `None` when nothing is left to do in it.
fn at_shelves(view: &View<'_>, policy: &Policy) -> Option<Command> {
    if let Some(better) = reflexes::put_on_better(view) {
        return Some(better);
    }
    if let Some(spare) = reflexes::spare_item(view)
        && let Some(sale) = reflexes::first_of(view, [Command::Sell { slot: spare.slot }])
    {
        return Some(sale);
    }
    let mut wares: Vec<(i32, Ware<'_>)> = view
        .wares()
        .into_iter()
        .map(|ware| (value(view, &ware, policy), ware))
        .filter(|(value, ware)| *value > 0 && ware.price.0 + KEPT_COINS <= view.coins().0)
        .collect();
    wares.sort_by_key(|(value, ware)| (std::cmp::Reverse(*value), ware.price, ware.at));
    reflexes::first_of(view, wares.into_iter().map(|(_, ware)| Command::Buy { at: ware.at }))
}

/// What goods are worth to the bot; 0 if it does not want them.
fn value(view: &View<'_>, ware: &Ware<'_>, policy: &Policy) -> i32 {
    let gain = reflexes::gain_by(view, ware.item);
    if policy.buys(Purchase::Gear) && ware.item.slot.is_equipment() && gain >= MIN_GAIN {
        return gain;
    }
    // What an unknown potion is shows when it is bought.
    let (heals, wanted) = if ware.identified {
        (reflexes::heals(ware.item), MAX_POTIONS)
    } else {
        (view.possible(ware.kind).0.into_iter().any(reflexes::heals), 1)
    };
    let is_wanted = policy.buys(Purchase::Potions) && heals && potions(view) < wanted;
    i32::from(is_wanted)
}

/// The potions and charms that heal in the cart.
fn potions(view: &View<'_>) -> u16 {
    let own = view.cart().into_iter().filter(|slot| slot.identified && reflexes::heals(slot.item));
    own.map(|slot| slot.count).sum()
}
