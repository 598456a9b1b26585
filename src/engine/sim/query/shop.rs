//! The shop as the player meets it: what is for sale, for how much, and what is owed.

use crate::sim::prelude::*;
use crate::sim::state::shift::Shop;

impl World {
    /// The shop of this floor, while it has a keeper.
    pub fn shop(&self) -> Option<Shop> {
        self.shift().shop
    }

    /// The shop that the player stands in, if its keeper is in too.
    pub fn open_shop_here(&self) -> Option<Shop> {
        let shop = self.shift().shop?;
        let is_in = |actor: &ActorRef| shop.room.contains(actor.pos);
        (is_in(&self.roster()[0]) && self.actor_ref(shop.keeper).is_some_and(is_in)).then_some(shop)
    }

    /// Whether what lies there is for sale.
    pub fn is_for_sale(&self, pos: Pos) -> bool {
        self.shift().goods.binary_search(&pos).is_ok()
    }

    /// The cells with something for sale, in order.
    pub fn goods(&self) -> &[Pos] {
        &self.shift().goods
    }

    /// What a shop asks for one.
    pub fn price(&self, kind: ItemKindId) -> Coins {
        self.price_here(self.catalog.item(kind).price.into())
    }

    /// What a shop pays for one.
    pub fn offer(&self, kind: ItemKindId) -> Coins {
        Coins(self.price(kind).0 * self.catalog.rules.shop.pays / 100)
    }

    /// What the player owes for what was taken off the shelves.
    pub fn owed(&self) -> Coins {
        let sum =
            |sum: Coins, own: &Stack| sum.saturating_add(self.price(own.kind).times(own.count));
        self.belongings().unpaid.iter().fold(Coins(0), sum)
    }

    /// What is to be paid before one of a stack of the cart is used or thrown: nothing while some of the stack are the
    /// player's own.
    pub(crate) fn price_of_use(&self, slot: CartIndex) -> Coins {
        match self.belongings().stack(slot) {
            Some(stack) if self.belongings().owed(stack.kind) >= stack.count => {
                self.price(stack.kind)
            }
            _ => Coins(0),
        }
    }

    /// Whether an actor keeps the shop that is open.
    pub(crate) fn is_keeper(&self, actor: &ActorRef) -> bool {
        self.shift().shop.is_some_and(|shop| shop.keeper == actor.id)
    }

    /// The cell of the shop nearest to the player where an item can be laid down.
    pub(crate) fn free_shelf(&self) -> Option<Pos> {
        let here = self.player_pos();
        let free = self.shift().shop?.room.positions().filter(|&pos| {
            self.floor.is_passable(pos)
                && self.floor.fixture(pos).is_none()
                && self.item_at(pos).is_none()
                && self.body_at(pos).is_none()
        });
        free.min_by_key(|&pos| (pos.steps_to(here), pos))
    }
}
