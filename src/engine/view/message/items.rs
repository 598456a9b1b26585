//! Messages for items, coins and the shop.

use crate::sim::{ItemEvent, Stack};
use crate::view::{View, weigh};
use base::Pos;
use content::Slot;

use super::told::Tone::{Good, Plain, Warning};
use super::told::{Names, Told, told};

pub(super) fn words(view: &View<'_>, event: &ItemEvent) -> Told {
    let (catalog, names) = (view.catalog(), Names { view });
    let name = |stack: Stack| view.item_name(stack.kind, stack.count);
    match *event {
        ItemEvent::ItemTaken { stack } => match &catalog.item(stack.kind).found {
            Some(found) => told(found, Good),
            None => told(format!("You take {}.{}", name(stack), gain(view, stack)), Good),
        },
        ItemEvent::ItemLeft { stack, .. } => {
            told(format!("The cart is full: {} lies on the floor.", name(stack)), Warning)
        }
        ItemEvent::ItemDropped { stack, .. } => {
            told(format!("You put down {}.", name(stack)), Plain)
        }
        ItemEvent::GoodsTaken { stack, owed } => {
            told(format!("You take {} off the shelf. You owe {owed}.", name(stack)), Warning)
        }
        ItemEvent::GoodsReturned { stack, .. } => {
            told(format!("You put {} back.", name(stack)), Plain)
        }
        ItemEvent::Bought { stack, price } => {
            let name = view.item_name_as(stack.kind, stack.count, true);
            told(format!("You buy {name} for {price}.{}", gain(view, stack)), Good)
        }
        ItemEvent::Sold { stack, price } => {
            let name = name(stack);
            told(format!("You sell {name} for {price}. It was worth more to you."), Plain)
        }
        ItemEvent::Paid { price } => {
            told(format!("You pay {price}. The club goes back under the counter."), Good)
        }
        ItemEvent::Charged { price, .. } => {
            told(format!("Used is bought: the shopkeeper writes down {price}."), Warning)
        }
        ItemEvent::CoinsFound { coins } => told(format!("{coins}, into the purse."), Good),
        ItemEvent::PocketsEmptied { coins } => {
            told(format!("In the pockets: {coins}. Nobody will miss them now."), Good)
        }
        ItemEvent::SupplyFound { supply, amount } => {
            told(format!("{supply}: {amount} more, into the cart."), Good)
        }
        ItemEvent::Robbed { who } => {
            let who = if who.seen { names.subject(who) } else { "the shopkeeper".to_owned() };
            told(format!("{who} counts the shelves, and reaches under the counter."), Warning)
        }
        ItemEvent::BaitEaten { who, item } => {
            names.other_does(who, &format!("eats {}.", view.item_name(item, 1)), Plain)
        }
        ItemEvent::Recalled { .. } => {
            told("You are wanted at the closet, and there you are.", Good)
        }
        ItemEvent::Equipped { item } => {
            told(format!("You are using {} now.", view.item_name(item, 1)), Plain)
        }
        ItemEvent::TakenOff { item } => {
            told(format!("You put away {}.", view.item_name(item, 1)), Plain)
        }
        ItemEvent::Used { item, known } => {
            let verb = match catalog.item(item).slot {
                Slot::Scroll => "read",
                Slot::Charm => "rub",
                _ => "drink",
            };
            told(format!("You {verb} {}.", view.item_name_as(item, 1, known)), Plain)
        }
        ItemEvent::Identified { item } => {
            let own = &catalog.item(item).name;
            let is_left = view.cart().iter().any(|slot| slot.item.name == *own);
            let verb = if is_left { "is" } else { "was" };
            told(format!("That {verb} {}.", view.item_name(item, 1)), Good)
        }
        ItemEvent::Threw { item, known, .. } => {
            told(format!("You throw {}.", view.item_name_as(item, 1, known)), Plain)
        }
        ItemEvent::MapRead => told("You know the plan of the floor now.", Good),
    }
}

/// The message for the item on the cell that the player has just entered.
pub(super) fn underfoot(view: &View<'_>, at: Pos) -> Told {
    let stack = view.stack_at(at)?;
    let text = match view.ware_at(at) {
        Some(ware) => format!("{}: {}.", ware.name, ware.price),
        None => format!("You see {} here.", view.item_name(stack.kind, stack.count)),
    };
    told(text, Plain)
}

/// That a piece of equipment is better than the one that is worn, as a sentence after another;
/// nothing where it is worse in anything, or not known.
fn gain(view: &View<'_>, stack: Stack) -> String {
    let item = view.catalog().item(stack.kind);
    match view.player().worn_like(item) {
        Some(worn)
            if view.world().is_identified(stack.kind) && weigh(item, Some(worn)).is_gain() =>
        {
            format!(" It is better than the {}.", worn.name)
        }
        _ => String::new(),
    }
}
