//! The shop of a floor: who keeps it, what it sells, what is owed there, and what becomes of thieves.
//!
//! Goods are items that lie on the floor and are for sale. Whoever takes them up owes for them; whoever walks out
//! owing has robbed the keeper, who trades with nobody after that and comes to collect. A shop pays so much less
//! than it asks that nothing is ever earned by trading to and fro.

use crate::base::{Pos, Stream};
use crate::content::ItemKindId;
use crate::levelgen::{Level, RoomRole};
use crate::sim::state::purpose;

use crate::sim::event::{Event, ItemEvent};
use crate::sim::state::components::AiState;
use crate::sim::state::shop::Shop;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ActorId, Coins, Stack};

impl World {
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
        Coins(self.catalog.item(kind).price.into())
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

    /// Whether somebody keeps the shop, and has not been robbed.
    pub(crate) fn is_keeper(&self, actor: &ActorRef) -> bool {
        self.shift().shop.is_some_and(|shop| shop.keeper == actor.id)
    }

    /// Puts a keeper and goods into the shop room of a level that has one, drawn from a stream of their own.
    pub(crate) fn open_shop(&mut self, level: &Level) {
        let Some(room) = level.rooms.iter().find(|room| room.role == RoomRole::Shop) else {
            return;
        };
        let room = room.rect;
        let mut stream = Stream::new(self.seed, purpose::SHOP, (self.floor_key, self.depth));
        let mut free: Vec<Pos> = room.positions().filter(|&pos| self.is_bare(pos)).collect();
        let behind_nobody = free.iter().filter(|&&pos| !self.cuts_way(pos));
        let centre = room.centre();
        let Some(&counter) = behind_nobody.min_by_key(|&&pos| (pos.squared(centre), pos)) else {
            return;
        };
        let keeper = self.spawn(self.catalog.keeper, counter).id;
        self.set_shop(Shop { room, keeper });
        free.retain(|&pos| pos != counter);
        stream.shuffle(&mut free);
        let (min, max) = self.catalog.rules.shop.stock;
        let count = stream.range(min.into(), max.into()) as usize;
        // Half of the floor stays free to walk on.
        let shelves = count.min(free.len() / 2);
        let mut sold = Vec::new();
        for &pos in &free[..shelves] {
            let Some(stack) = self.draw_goods(&mut stream, &sold) else { break };
            sold.push(stack.kind);
            self.place_item(pos, stack);
            self.put_on_sale(pos);
        }
    }

    /// Nothing is there but floor.
    fn is_bare(&self, pos: Pos) -> bool {
        self.floor.is_passable(pos)
            && self.floor.fixture(pos).is_none()
            && !self.is_occupied(pos)
            && self.item_at(pos).is_none()
            && self.body_at(pos).is_none()
            && pos != self.floor.start
            && pos != self.floor.exit
    }

    /// Whether somebody who stands there for good might part those around: unless the open cells around it hang
    /// together without it.
    fn cuts_way(&self, pos: Pos) -> bool {
        let ring: Vec<bool> =
            pos.neighbours().map(|beside| self.floor.is_passable(beside)).collect();
        // Clockwise from the north, so that every second one is a side: a corner joins nothing by itself.
        let sides = [0, 2, 4, 6].map(|side| ring[side]);
        let joined = [0, 2, 4, 6].map(|side| ring[side] && ring[side + 1] && ring[(side + 2) % 8]);
        let open = sides.iter().filter(|&&open| open).count();
        let links = joined.iter().filter(|&&joined| joined).count();
        open > links + 1
    }

    /// Something to sell that is not sold here already, from a little deeper than this floor.
    fn draw_goods(&self, stream: &mut Stream, sold: &[ItemKindId]) -> Option<Stack> {
        let items = (0..).map(ItemKindId).zip(&self.catalog.items);
        let deepest = self.depth.deeper(self.catalog.rules.shop.deeper);
        let weights = items.map(|(id, item)| {
            let is_sold = item.price > 0
                && item.depths.first() <= deepest
                && item.depths.last() >= self.depth;
            if is_sold && !sold.contains(&id) { item.weight } else { 0 }
        });
        let kind = ItemKindId(stream.weighted(weights)? as u16);
        let (min, max) = self.catalog.item(kind).stack;
        let count = stream.range(min.into(), max.into()) as u16;
        Some(Stack { kind, count })
    }

    /// The free cell of the shop nearest to the player to lay something down on.
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

    /// After the player's turn: who is out of the shop and owes has robbed it.
    pub(crate) fn check_for_robbery(&mut self) {
        let Some(shop) = self.shift().shop else { return };
        if !shop.room.contains(self.player_pos()) && self.owed() > Coins(0) {
            self.rob();
        }
    }

    /// The keeper has been robbed, or struck: no more trade, and no more peace.
    pub(crate) fn rob(&mut self) {
        let Some(shop) = self.shift().shop else { return };
        self.close_shop();
        let (player, robbed) = (self.roster()[0], self.catalog.robbed);
        if let Some(keeper) = self.alive(shop.keeper) {
            let who = self.who(&keeper);
            self.set_kind(&keeper, robbed);
            let ai_state =
                AiState::Hunting { quarry: ActorId::PLAYER, last_seen: player.pos, lost: 0 };
            self.set_ai_state(&keeper, ai_state);
            self.emit(Event::Item(ItemEvent::Robbed { who }));
        }
    }
}
