//! What the upkeeper sees of a shop: what is for sale, for how much, and what that tells.

use crate::base::Pos;
use crate::content::{ItemKind, ItemKindId};
use crate::sim::{CartIndex, Coins};

use super::View;

/// Something for sale.
#[derive(Clone, Debug)]
pub struct Ware<'a> {
    pub at: Pos,
    pub kind: ItemKindId,
    pub item: &'a ItemKind,
    /// As the upkeeper would call it.
    pub name: String,
    /// For all of it.
    pub price: Coins,
    pub identified: bool,
}

/// What something unknown may be, by its price.
#[derive(Clone, Debug)]
pub struct Possible<'a>(pub Vec<&'a ItemKind>);

impl Possible<'_> {
    /// "mending, sloth or venom"
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
    /// The upkeeper stands in a shop, and its keeper is in.
    pub fn is_in_shop(&self) -> bool {
        self.world().open_shop_here().is_some()
    }

    /// All that is for sale where the upkeeper stands, as far as it was seen.
    pub fn wares(&self) -> Vec<Ware<'a>> {
        if !self.is_in_shop() {
            return Vec::new();
        }
        let known = |pos: &&Pos| self.cell(**pos).item.is_some();
        self.world().goods().iter().filter(known).filter_map(|&at| self.ware_at(at)).collect()
    }

    /// What lies there for sale, as far as it is in sight or the upkeeper is in the shop.
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

    /// What a shop would pay for all that is in a slot of the cart.
    pub fn offer(&self, slot: CartIndex) -> Coins {
        let world = self.world();
        world
            .belongings()
            .stack(slot)
            .map_or(Coins(0), |own| world.offer(own.kind).times(own.count))
    }

    /// What something unknown may be, going by what it costs.
    pub fn possible(&self, kind: ItemKindId) -> Possible<'a> {
        let (world, wanted) = (self.world(), self.catalog().item(kind));
        let kinds = (0..).map(ItemKindId).zip(&self.catalog().items);
        let fits = kinds.filter(|&(id, item)| {
            item.slot == wanted.slot && item.price == wanted.price && !world.is_identified(id)
        });
        Possible(fits.map(|(_, item)| item).collect())
    }

    /// What is owed for goods taken off the shelves.
    pub fn owed(&self) -> Coins {
        self.world().owed()
    }

    pub fn coins(&self) -> Coins {
        self.world().belongings().coins
    }
}
