//! Shops: the goods, their prices, and what unidentified goods may be by their price.

use crate::sim::{CartIndex, Coins};
use base::Pos;
use content::{ItemKind, ItemKindId};

use super::View;

#[derive(Clone, Debug)]
pub struct Ware<'a> {
    pub at: Pos,
    pub kind: ItemKindId,
    pub item: &'a ItemKind,
    /// The name as far as it is identified.
    pub name: String,
    /// The price of the whole stack.
    pub price: Coins,
    pub identified: bool,
}

/// The kinds that an unidentified item may be, by its slot and price.
#[derive(Clone, Debug)]
pub struct Possible<'a>(pub Vec<&'a ItemKind>);

impl Possible<'_> {
    /// The short names of the kinds: "mending, sloth or venom".
    pub fn names(&self) -> String {
        // "potion of mending" is one of the potions: the rest of the name will do.
        let short = |item: &&ItemKind| {
            item.name.split_once(" of ").map_or(item.name.clone(), |(_, name)| name.to_owned())
        };
        let names: Vec<String> = self.0.iter().map(short).collect();
        match &names[..] {
            [] => "nothing anybody knows".to_owned(),
            [only] => only.clone(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }
}

impl<'a> View<'a> {
    /// Whether the player stands in a shop with its keeper present.
    pub fn is_in_shop(&self) -> bool {
        self.world().open_shop_here().is_some()
    }

    /// The goods of the shop in which the player stands, as far as the player has seen them.
    pub fn wares(&self) -> Vec<Ware<'a>> {
        if !self.is_in_shop() {
            return Vec::new();
        }
        let known = |pos: &&Pos| self.cell(**pos).item.is_some();
        self.world().goods().iter().filter(known).filter_map(|&at| self.ware_at(at)).collect()
    }

    /// The goods on a cell, if it is in sight or the player is in the shop.
    pub fn ware_at(&self, at: Pos) -> Option<Ware<'a>> {
        let world = self.world();
        if !world.is_for_sale(at) || !(self.is_visible(at) || self.is_in_shop()) {
            return None;
        }
        let stack = world.item_at(at)?;
        Some(Ware {
            at,
            kind: stack.kind,
            item: self.catalog().item(stack.kind),
            name: self.item_name(stack.kind, stack.count),
            price: world.price(stack.kind).times(stack.count),
            identified: world.is_identified(stack.kind),
        })
    }

    /// What a shop would pay for the whole stack in a slot of the cart.
    pub fn offer(&self, slot: CartIndex) -> Coins {
        let world = self.world();
        world
            .belongings()
            .to_sell(slot)
            .map_or(Coins(0), |own| world.offer(own.kind).times(own.count))
    }

    pub fn possible(&self, kind: ItemKindId) -> Possible<'a> {
        let (world, wanted) = (self.world(), self.catalog().item(kind));
        let kinds = (0..).map(ItemKindId).zip(&self.catalog().items);
        let fits = kinds.filter(|&(id, item)| {
            item.slot == wanted.slot && item.price == wanted.price && !world.is_identified(id)
        });
        Possible(fits.map(|(_, item)| item).collect())
    }

    pub fn owed(&self) -> Coins {
        self.world().owed()
    }

    pub fn coins(&self) -> Coins {
        self.world().belongings().coins
    }
}
