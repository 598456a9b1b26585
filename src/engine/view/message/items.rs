//! Messages for items, coins and the shop.

use crate::sim::{ItemEvent, Stack};
use crate::view::{View, weigh};
use base::Pos;
use content::Slot;

use super::line::Tone;
use super::names::Names;

pub(super) fn words(view: &View<'_>, event: &ItemEvent) -> Option<(String, Tone)> {
    use Tone::{Good, Plain, Warning};
    let catalog = view.catalog();
    let names = Names { view };
    Some(match *event {
        ItemEvent::ItemTaken { stack } if catalog.item(stack.kind).found.is_some() => {
            (catalog.item(stack.kind).found.clone()?, Good)
        }
        ItemEvent::ItemTaken { stack } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("You take {name}.{}", gain(view, stack)), Good)
        }
        ItemEvent::ItemLeft { stack, .. } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("The cart is full: {name} lies on the floor."), Warning)
        }
        ItemEvent::ItemDropped { stack, .. } => {
            (format!("You put down {}.", view.item_name(stack.kind, stack.count)), Plain)
        }
        ItemEvent::GoodsTaken { stack, owed } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("You take {name} off the shelf. You owe {owed}."), Warning)
        }
        ItemEvent::GoodsReturned { stack, .. } => {
            (format!("You put {} back.", view.item_name(stack.kind, stack.count)), Plain)
        }
        ItemEvent::Bought { stack, price } => {
            let name = view.item_name_as(stack.kind, stack.count, true);
            (format!("You buy {name} for {price}.{}", gain(view, stack)), Good)
        }
        ItemEvent::Sold { stack, price } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("You sell {name} for {price}. It was worth more to you."), Plain)
        }
        ItemEvent::Paid { price } => {
            (format!("You pay {price}. The club goes back under the counter."), Good)
        }
        ItemEvent::Charged { price, .. } => {
            (format!("Used is bought: the shopkeeper writes down {price}."), Warning)
        }
        ItemEvent::CoinsFound { coins } => (format!("{coins}, into the purse."), Good),
        ItemEvent::PocketsEmptied { coins } => {
            (format!("In the pockets: {coins}. Nobody will miss them now."), Good)
        }
        ItemEvent::SupplyFound { supply, amount } => {
            (format!("{supply}: {amount} more, into the cart."), Good)
        }
        ItemEvent::Robbed { who } => {
            let who = if who.seen { names.subject(who) } else { "the shopkeeper".to_owned() };
            (format!("{who} counts the shelves, and reaches under the counter."), Warning)
        }
        ItemEvent::BaitEaten { who, item } => {
            let name = view.item_name(item, 1);
            (format!("{} eats {name}.", names.seen(who)?), Plain)
        }
        ItemEvent::Recalled { .. } => {
            ("You are wanted at the closet, and there you are.".into(), Good)
        }
        ItemEvent::Equipped { item } => {
            (format!("You are using {} now.", view.item_name(item, 1)), Plain)
        }
        ItemEvent::TakenOff { item } => {
            (format!("You put away {}.", view.item_name(item, 1)), Plain)
        }
        ItemEvent::Used { item, known } => {
            let verb = match catalog.item(item).slot {
                Slot::Scroll => "read",
                Slot::Charm => "rub",
                _ => "drink",
            };
            (format!("You {verb} {}.", view.item_name_as(item, 1, known)), Plain)
        }
        ItemEvent::Identified { item } => {
            let name = &catalog.item(item).name;
            let verb =
                if view.cart().iter().any(|slot| slot.item.name == *name) { "is" } else { "was" };
            (format!("That {verb} {}.", view.item_name(item, 1)), Good)
        }
        ItemEvent::Threw { item, known, .. } => {
            (format!("You throw {}.", view.item_name_as(item, 1, known)), Plain)
        }
        ItemEvent::MapRead => ("You know the plan of the floor now.".into(), Good),
    })
}

/// The message for the item on the cell that the player has just entered.
pub(super) fn underfoot(view: &View<'_>, at: Pos) -> Option<(String, Tone)> {
    let stack = view.stack_at(at)?;
    let text = match view.ware_at(at) {
        Some(ware) => format!("{}: {}.", ware.name, ware.price),
        None => format!("You see {} here.", view.item_name(stack.kind, stack.count)),
    };
    Some((text, Tone::Plain))
}

/// That a piece of equipment is better than the one that is worn, as a sentence after another; nothing where it is worse in
/// anything, or not known.
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
