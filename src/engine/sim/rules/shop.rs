//! The shop of a floor: its keeper, its goods, and robberies.
//!
//! Goods are items that lie on the floor and are for sale. The player who takes them up owes for them; one who leaves
//! the room owing has robbed the keeper, who stops trading and turns hostile. A shop pays less than it asks, so that
//! nothing is earned by buying and selling the same thing.

use crate::sim::prelude::*;
use crate::sim::rules::loot::tier_weight;
use crate::sim::state::shift::Shop;
use levels::{Level, RoomRole};

impl World {
    /// Puts a keeper and goods into the shop room of a level that has one, drawn from a stream of their own; with `slots`, only
    /// goods of those.
    pub(crate) fn open_shop(&mut self, level: &Level, slots: &[Slot]) {
        let Some(room) = level.rooms.iter().find(|room| room.role == RoomRole::Shop) else {
            return;
        };
        let room = room.rect;
        let mut stream = Stream::new(self.seed, purpose::SHOP, (self.floor_key, self.depth));
        let mut free: Vec<Pos> = room.positions().filter(|&pos| self.is_bare(pos)).collect();
        // The keeper stands there for good, and must not disconnect the room.
        let harmless =
            free.iter().filter(|&&pos| local_components(self.floor.passable(), pos) <= 1);
        let centre = room.centre();
        let Some(&counter) = harmless.min_by_key(|&&pos| (pos.squared(centre), pos)) else {
            return;
        };
        let keeper = self.spawn(self.catalog.keeper, counter).id;
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

    /// A stack to sell of a kind that is not sold here already, from this depth to a little deeper; mostly of the tier of
    /// the depth.
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
        let Some(shop) = self.shift().shop else { return };
        if !shop.room.contains(self.player_pos()) && self.owed() > Coins(0) {
            self.rob();
        }
    }

    /// The keeper has been robbed or struck: the shop closes, and the keeper turns hostile.
    pub(crate) fn rob(&mut self) {
        let Some(shop) = self.shift().shop else { return };
        self.close_shop();
        self.note_theft(self.catalog.town.theft.robbery);
        let (player, robbed) = (self.roster()[0], self.catalog.robbed);
        if let Some(keeper) = self.alive(shop.keeper) {
            let who = self.who(&keeper);
            self.set_kind(&keeper, robbed);
            let ai_state =
                AiState::Hunting { quarry: ActorId::PLAYER, last_seen: player.pos, lost: 0 };
            self.set_ai_state(&keeper, ai_state);
            self.emit(ItemEvent::Robbed { who });
        }
    }
}
