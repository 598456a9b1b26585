//! The shop of a floor: its keeper, its goods, prices, trade and robberies.
//!
//! Goods are items that lie on the floor and are for sale. The player who takes them up owes for
//! them; one who leaves the room owing has robbed the keeper, who stops trading and turns hostile.
//! A shop pays less than it asks, so that nothing is earned by buying and selling the same thing.

use crate::sim::prelude::*;
use crate::sim::state::shift::Shop;
use crate::sim::things::items;
use crate::sim::things::items::tier_weight;
use levels::{Level, RoomRole};

impl World {
    /// The shop of this floor, while it has a keeper.
    pub fn shop(&self) -> Option<Shop> {
        self.shift.shop
    }

    /// The shop that the player stands in, if its keeper is in too.
    pub fn open_shop_here(&self) -> Option<Shop> {
        let shop = self.shift.shop?;
        let is_in = |actor: &ActorRef| shop.room.contains(actor.pos);
        (is_in(&self.roster()[0]) && self.actor_ref(shop.keeper).is_some_and(is_in)).then_some(shop)
    }

    pub fn is_for_sale(&self, pos: Pos) -> bool {
        self.shift.goods.binary_search(&pos).is_ok()
    }

    /// The cells with something for sale, in order.
    pub fn goods(&self) -> &[Pos] {
        &self.shift.goods
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

    /// Refuses what is not done with goods that are not paid for.
    pub(crate) fn refuse_if_owing(&self) -> Result<(), Reject> {
        let owed = self.owed();
        if owed > Coins(0) { Err(Reject::Owing { owed }) } else { Ok(()) }
    }

    /// What is to be paid before one of a stack of the cart is used or thrown: nothing while some
    /// of the stack are the player's own.
    pub(crate) fn price_of_use(&self, slot: CartIndex) -> Coins {
        match self.belongings().stack(slot) {
            Some(stack) if self.belongings().owed(stack.kind) >= stack.count => {
                self.price(stack.kind)
            }
            _ => Coins(0),
        }
    }

    pub(crate) fn is_keeper(&self, actor: &ActorRef) -> bool {
        self.shift.shop.is_some_and(|shop| shop.keeper == actor.id)
    }

    /// The cell of the shop nearest to the player where an item can be laid down.
    pub(crate) fn free_shelf(&self) -> Option<Pos> {
        let here = self.player_pos();
        let free = self.shift.shop?.room.positions().filter(|&pos| {
            self.floor.is_plain_floor(pos)
                && self.item_at(pos).is_none()
                && self.body_at(pos).is_none()
        });
        free.min_by_key(|&pos| (pos.steps_to(here), pos))
    }

    /// Puts a keeper and goods into the shop room of a level that has one, drawn from a stream of
    /// their own; with `slots`, only goods of those.
    pub(crate) fn open_shop(&mut self, level: &Level, slots: &[Slot]) {
        let Some(room) = level.rooms.iter().find(|room| room.role == RoomRole::Shop) else {
            return;
        };
        let room = room.rect;
        let mut stream = Stream::new(self.seed, purpose::SHOP, (self.floor_key, self.depth));
        let mut free: Vec<Pos> = room.positions().filter(|&pos| self.is_bare(pos)).collect();
        // The keeper stands there for good, and must not disconnect the room.
        let harmless = free.iter().filter(|&&pos| local_components(&self.floor.passable, pos) <= 1);
        let centre = room.centre();
        let Some(&counter) = harmless.min_by_key(|&&pos| (pos.squared(centre), pos)) else {
            return;
        };
        let keeper = self.spawn(self.catalog.rules.shop.keeper.id, counter).id;
        self.shift.shop = Some(Shop { room, keeper });
        free.retain(|&pos| pos != counter);
        stream.shuffle(&mut free);
        let (min, max) = self.catalog.rules.shop.stock;
        let count = stream.range(min.into(), max.into()) as usize;
        // Half of the floor stays free to walk on.
        let shelves = count.min(free.len() / 2);
        let mut sold = Vec::new();
        for &pos in &free[..shelves] {
            let Some(stack) = self.draw_goods(&mut stream, slots, &sold) else { break };
            sold.push(stack.kind);
            self.place_item(pos, stack);
            set_member(&mut self.shift.goods, pos, true);
        }
    }

    /// A stack to sell of a kind that is not sold here already, from this depth to a little deeper;
    /// mostly of the tier of the depth.
    fn draw_goods(
        &self,
        stream: &mut Stream,
        slots: &[Slot],
        sold: &[ItemKindId],
    ) -> Option<Stack> {
        let items = (0..).map(ItemKindId).zip(&self.catalog.items);
        let deepest = self.depth.deeper(self.catalog.rules.shop.deeper);
        let weights = items.map(|(id, item)| {
            let is_sold = item.price > 0
                && item.depths.first() <= deepest
                && item.depths.last() >= self.depth
                && (slots.is_empty() || slots.contains(&item.slot));
            let weight = item.weight * tier_weight(item.tier, self.depth.tier());
            if is_sold && !sold.contains(&id) { weight } else { 0 }
        });
        let kind = ItemKindId(stream.weighted(weights)? as u16);
        let (min, max) = self.catalog.item(kind).stack;
        let count = stream.range(min.into(), max.into()) as u16;
        Some(Stack { kind, count })
    }

    /// After the player's action: a player who is out of the shop and owes has robbed it.
    pub(crate) fn check_for_robbery(&mut self) {
        let Some(shop) = self.shift.shop else { return };
        if !shop.room.contains(self.player_pos()) && self.owed() > Coins(0) {
            self.rob();
        }
    }

    /// The keeper has been robbed or struck: the shop closes, and the keeper turns hostile.
    pub(crate) fn rob(&mut self) {
        let Some(shop) = self.shift.shop else { return };
        self.close_shop();
        self.note_theft(self.catalog.town.theft.robbery);
        let (player, robbed) = (self.roster()[0], self.catalog.rules.shop.robbed.id);
        if let Some(keeper) = self.alive(shop.keeper) {
            let who = self.who(&keeper);
            self.set_kind(&keeper, robbed);
            let ai_state =
                AiState::Hunting { quarry: ActorId::PLAYER, last_seen: player.pos, lost: 0 };
            self.set_ai_state(&keeper, ai_state);
            self.emit(ItemEvent::Robbed { who });
        }
    }

    /// In a town: the player was seen at a chest, or has robbed a shop, which counts for several
    /// times.
    pub(crate) fn note_theft(&mut self, times: u8) {
        if self.journey().is_none_or(|journey| journey.phase != Phase::Town) {
            return;
        }
        self.change_journey(|journey| {
            let site = journey.at;
            if let Some(town) = journey.towns.iter_mut().find(|town| town.site == site) {
                town.thefts = town.thefts.saturating_add(times);
            }
        });
    }
}

/// Buys the whole stack that lies there. What it is comes with it.
pub(crate) fn buy(world: &mut World, at: Pos) {
    let Some(stack) = world.lift_item(at) else { return };
    let price = world.price(stack.kind).times(stack.count);
    world.spend_coins(price);
    world.emit(ItemEvent::Bought { stack, price });
    world.identify(stack.kind);
    items::put_away(world, stack);
}

/// Sells a stack, which goes on a shelf if there is room on one.
pub(crate) fn sell(world: &mut World, slot: CartIndex) {
    let count = world.belongings().to_sell(slot).map_or(0, |stack| stack.count);
    let Some(stack) = world.run.belongings.take(slot, count) else { return };
    let price = world.offer(stack.kind).times(stack.count);
    world.earn(price);
    world.emit(ItemEvent::Sold { stack, price });
    if let Some(shelf) = world.free_shelf() {
        world.place_item(shelf, stack);
        set_member(&mut world.shift.goods, shelf, true);
    }
}

/// Pays for everything that was taken off the shelves.
pub(crate) fn pay(world: &mut World) {
    let price = world.owed();
    let unpaid = std::mem::take(&mut world.run.belongings.unpaid);
    world.spend_coins(price);
    world.emit(ItemEvent::Paid { price });
    for stack in unpaid {
        world.identify(stack.kind);
    }
}
