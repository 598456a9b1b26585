//! What a bot does in a shop with goods on shelves: it sells what it has no use for, buys the best that it can pay, and puts it on.

use engine::sim::Command;
use engine::view::{View, Ware};

use super::gear;
use super::policy::{Policy, Purchase};

/// Less of a gain than this is not worth the coins.
const MIN_GAIN: i32 = 8;

/// So many potions that heal are carried.
const MAX_POTIONS: u16 = 3;

/// The next command in a shop, or `None` when nothing is left to do in it.
pub(super) fn decide(view: &View<'_>, policy: &Policy, kept: u32) -> Option<Command> {
    if let Some(better) = gear::put_on_better(view) {
        return Some(better);
    }
    if let Some(spare) = gear::spare(view) {
        let sale = Command::Sell { slot: spare.slot };
        if view.refusal(&sale).is_none() {
            return Some(sale);
        }
    }
    let mut wares: Vec<(i32, Ware<'_>)> = view
        .wares()
        .into_iter()
        .map(|ware| (value(view, &ware, policy), ware))
        .filter(|(value, ware)| *value > 0 && ware.price.0 + kept <= view.coins().0)
        .collect();
    wares.sort_by_key(|(value, ware)| (std::cmp::Reverse(*value), ware.price, ware.at));
    let buys = wares.into_iter().map(|(_, ware)| Command::Buy { at: ware.at });
    buys.into_iter().find(|command| view.refusal(command).is_none())
}

/// What goods are worth to the bot; 0 if it does not want them.
fn value(view: &View<'_>, ware: &Ware<'_>, policy: &Policy) -> i32 {
    let gain = gear::gain(view, ware.item);
    if policy.buys(Purchase::Gear) && ware.item.slot.is_equipment() && gain >= MIN_GAIN {
        return gain;
    }
    // What an unknown potion is shows when it is bought.
    let (heals, wanted) = if ware.identified {
        (gear::heals(ware.item), MAX_POTIONS)
    } else {
        (view.possible(ware.kind).0.into_iter().any(gear::heals), 1)
    };
    let is_wanted = policy.buys(Purchase::Potions) && heals && potions(view) < wanted;
    i32::from(is_wanted)
}

/// The potions and charms that heal in the cart.
fn potions(view: &View<'_>) -> u16 {
    let own = view.cart().into_iter().filter(|slot| slot.identified && gear::heals(slot.item));
    own.map(|slot| slot.count).sum()
}
