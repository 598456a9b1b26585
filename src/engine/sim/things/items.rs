//! Things: picked up, put away, worn, used, dropped; and drawn by depth and tier, as the contents
//! of crates and of pockets.

use crate::sim::prelude::*;

impl World {
    /// Lays a stack on the nearest cell that has none, from `at` on.
    pub(crate) fn drop_stack(&mut self, at: Pos, stack: Stack) -> Pos {
        if let Some(lying) = self.item_at(at)
            && lying.kind == stack.kind
            && !self.is_for_sale(at)
        {
            let count = lying.count.saturating_add(stack.count);
            self.lift_item(at);
            self.place_item(at, Stack { count, ..stack });
            return at;
        }
        let place = self.nearest(at, |world, pos| {
            !world.item_cells().contains(pos) && !world.is_armed_trap(pos)
        });
        if let Some(place) = place {
            self.place_item(place, stack);
        }
        place.unwrap_or(at)
    }
}

/// Puts what lies here into the cart; off a shelf, it is owed for.
pub(crate) fn get(world: &mut World) {
    let at = world.player_pos();
    let for_sale = world.is_for_sale(at);
    if let Some(stack) = world.lift_item(at) {
        set_member(&mut world.shift.discarded, at, false);
        set_member(&mut world.shift.thrown, at, false);
        if for_sale {
            world.run.belongings.owe(stack.kind, stack.count.into());
            let owed = world.owed();
            world.emit(ItemEvent::GoodsTaken { stack, owed });
        } else if world.catalog.item(stack.kind).slot != Slot::Sundry {
            world.emit(ItemEvent::ItemTaken { stack });
        }
        put_away(world, stack);
    }
}

/// Takes up what lies underfoot and belongs on the belt or in the purse, or was thrown by the
/// player and fits into the cart, unless it is for sale.
pub(crate) fn take_up(world: &mut World) {
    let at = world.player_pos();
    let Some(stack) = world.item_at(at).filter(|_| !world.is_for_sale(at)) else {
        set_member(&mut world.shift.thrown, at, false);
        return;
    };
    // Coins that were laid down on purpose stay for whoever they are meant for.
    let is_bait = world.shift.discarded.binary_search(&at).is_ok();
    let is_own = world.shift.thrown.binary_search(&at).is_ok()
        && world.belongings().has_room(stack.kind, &world.catalog);
    if world.catalog.item(stack.kind).slot.is_taken_up() && !is_bait || is_own {
        get(world);
    }
}

/// Puts a stack where it belongs: into the cart, on the belt, or what it comes to into purse and
/// closet.
pub(crate) fn put_away(world: &mut World, stack: Stack) {
    let catalog = world.catalog.clone();
    let kind = catalog.item(stack.kind);
    if kind.slot != Slot::Sundry {
        world.run.belongings.add(stack, &world.catalog);
        return;
    }
    for effect in &kind.effects {
        match *effect {
            Effect::Coins { amount } => {
                let coins = Coins(amount.into()).times(stack.count);
                world.earn(coins);
                world.emit(ItemEvent::CoinsFound { coins });
            }
            Effect::Supply { supply, amount } => {
                let amount = amount.saturating_mul(stack.count);
                world.add_supply(supply, amount);
                world.emit(ItemEvent::SupplyFound { supply, amount });
            }
            _ => {
                let (player, harm) = (world.roster()[0], Harm::Potion(stack.kind));
                world.apply_effects(&player, std::slice::from_ref(effect), harm);
            }
        }
    }
}

/// Puts a thing on, in place of what was there; takes it off if it is on.
pub(crate) fn equip(world: &mut World, slot: CartIndex) {
    let Some(stack) = world.belongings().stack(slot) else { return };
    let is_on = world.belongings().is_worn(stack.kind);
    let place = world.catalog.item(stack.kind).slot;
    world.run.belongings.worn.0[place as usize] = (!is_on).then_some(stack.kind);
    world.emit(if is_on {
        ItemEvent::TakenOff { item: stack.kind }
    } else {
        ItemEvent::Equipped { item: stack.kind }
    });
}

/// Drinks a potion, reads a scroll or rubs a charm. Using it tells what it is. A charm is not used
/// up but rests. A scroll or a charm that came to nothing is as it was.
pub(crate) fn use_up(world: &mut World, slot: CartIndex) {
    let Some(Stack { kind: id, .. }) = world.belongings().stack(slot) else { return };
    pay_for_use(world, slot);
    let catalog = world.catalog.clone();
    let kind = catalog.item(id);
    if kind.slot == Slot::Potion {
        world.run.belongings.take(slot, 1);
    }
    world.shift.tally.items_used += 1;
    let known = world.is_identified(id);
    world.emit(ItemEvent::Used { item: id, known });
    world.identify(id);
    let player = world.roster()[0];
    let came_to_something = world.apply_effects(&player, &kind.effects, Harm::Potion(id));
    if !came_to_something {
        world.emit(FightEvent::Fizzled { item: id });
    } else if kind.slot == Slot::Scroll {
        world.run.belongings.take(slot, 1);
    } else if kind.slot == Slot::Charm {
        let ready = Turns(world.clock().0 + kind.recharge);
        world.run.belongings.rest(id, ready);
    }
}

/// Pays for one of a stack that is all the shop's: what is used or thrown is bought.
pub(crate) fn pay_for_use(world: &mut World, slot: CartIndex) {
    let price = world.price_of_use(slot);
    if price > Coins(0)
        && let Some(stack) = world.belongings().stack(slot)
    {
        world.spend_coins(price);
        world.run.belongings.owe(stack.kind, -1);
        world.emit(ItemEvent::Charged { item: stack.kind, price });
    }
}

/// Puts a whole stack down; in a shop, what is not paid for of it goes back on a shelf, and the
/// rest stays.
pub(crate) fn drop(world: &mut World, slot: CartIndex) {
    let Some(stack) = world.belongings().stack(slot) else { return };
    let owed = world.belongings().owed(stack.kind).min(stack.count);
    if owed > 0
        && world.open_shop_here().is_some()
        && let Some(shelf) = world.free_shelf()
        && let Some(stack) = world.run.belongings.take(slot, owed)
    {
        world.run.belongings.owe(stack.kind, -i32::from(stack.count));
        world.place_item(shelf, stack);
        set_member(&mut world.shift.goods, shelf, true);
        world.emit(ItemEvent::GoodsReturned { stack, at: shelf });
    } else if let Some(stack) = world.run.belongings.take(slot, u16::MAX) {
        let at = world.player_pos();
        let at = world.drop_stack(at, stack);
        set_member(&mut world.shift.discarded, at, true);
        world.emit(ItemEvent::ItemDropped { stack, at });
    }
}

/// One in this many crates with something in them holds loot of the next tier.
const RICH_CRATE_ONE_IN: u32 = 5;

/// The highest tier of items.
const MAX_TIER: u8 = 5;

impl World {
    /// A stack of an item for a tier and a depth, drawn by weight: items of the tier weigh four
    /// times, those one tier off twice what lower ones do, higher ones nothing. Coins come in more
    /// the deeper they lie.
    pub fn draw_loot(catalog: &Catalog, stream: &mut Stream, depth: Depth, tier: u8) -> Stack {
        let weights = catalog.items.iter().map(|item| {
            if item.depths.contains(depth) { item.weight * tier_weight(item.tier, tier) } else { 0 }
        });
        let kind = stream.weighted(weights).map_or(catalog.coin, |at| ItemKindId(at as u16));
        let (min, max) = catalog.item(kind).stack;
        let count = stream.range(min.into(), max.into()) as u16;
        let worth = if kind == catalog.coin { u16::from(depth.0.max(tier)) } else { 1 };
        Stack { kind, count: count.saturating_mul(worth) }
    }

    /// The contents of the crate on a cell: they depend on nothing but the floor and the cell, and
    /// on luck, which makes more crates hold something. There are none where the player has spent a
    /// night before.
    pub fn crate_contents(&self, at: Pos) -> Option<Stack> {
        if self.has_worked_here_before() {
            return None;
        }
        let part = (self.floor_key, self.depth, at);
        let mut stream = Stream::new(self.seed, purpose::CRATE, part);
        let luck: u32 = self.belongings().equipment(&self.catalog).map(|item| item.luck).sum();
        if !stream.percent((self.catalog.rules.crate_percent + luck).min(100)) {
            return None;
        }
        let tier = self.depth.tier() + u8::from(stream.one_in(RICH_CRATE_ONE_IN));
        Some(World::draw_loot(&self.catalog, &mut stream, self.depth, tier.min(MAX_TIER)))
    }

    /// The coins in the pockets of a body: they depend on nothing but the floor and the body. Until
    /// dawn there are none where the player has spent a night before.
    pub(crate) fn pockets(&self, body: &Body) -> Coins {
        if self.raid().is_none() && self.has_worked_here_before() {
            return Coins(0);
        }
        let (min, max) = self.catalog.actor(body.kind).purse;
        let part = (self.floor_key, body.kind, body.rises);
        let mut stream = Stream::new(self.seed, purpose::POCKETS, part);
        let coins = stream.range(min.into(), max.into()) as u32;
        let deeper = u32::from(self.depth.0.saturating_sub(1));
        Coins(coins * (100 + deeper * self.catalog.rules.raiders.richer) / 100)
    }
}

/// The factor of the weight of items of a tier where another tier is drawn for.
pub(crate) fn tier_weight(own: u8, wanted: u8) -> u32 {
    match own.abs_diff(wanted) {
        0 => 4,
        1 => 2,
        _ => u32::from(own < wanted),
    }
}
