//! Chests in houses: what is in them, which house has more in its chest than others, and who sees
//! the player at one.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::prelude::*;
use crate::sim::things::items;
use content::Find;

/// The part of a key that stands for the hoard of a town, beside the numbers of its houses.
const HOARD: u64 = 1 << 16;

impl JourneyRef<'_> {
    /// The dwelling whose first chest is a hoard, of the town that the player visits: the same on
    /// every visit.
    pub(super) fn house_of_hoard(self) -> Option<u8> {
        let houses = (0u8..).zip(&self.visit.as_ref()?.houses);
        let dwellings = houses.filter(|(_, house)| house.kind.is_none());
        let numbers: Vec<u8> = dwellings.map(|(number, _)| number).collect();
        let key = (Ordinal(self.at.0.into()), Ordinal(HOARD));
        Stream::new(self.seed, purpose::TOWN, key).pick(&numbers).copied()
    }
}

/// Empties the chest or the crate on a cell of the house that the player is in. What it holds
/// follows from seed, site and cell.
pub(super) fn search(world: &mut World, at: Pos) {
    let catalog = world.catalog.clone();
    let Some(number) = world.house_number() else { return };
    let finds = finds(world, number, at);
    world.floor.set_fixture(at, emptied(world.floor.fixture(at)));
    let key = (world.floor_key, Ordinal(number.into()), at);
    let mut stream = Stream::new(world.seed, purpose::TOWN_GOODS, key);
    let weights = finds.iter().map(|(weight, _)| *weight);
    let found = stream.weighted(weights).map(|place| finds[place].1);
    match found {
        Some(Find::Coins(low, high)) => {
            let deeper = u32::from(world.depth.below_first());
            let drawn = stream.range(low.into(), high.into()) as u32;
            let coins = Coins(drawn * (100 + catalog.campaign.pay.deeper * deeper) / 100);
            world.earn(coins);
            world.emit(JourneyEvent::CoinsFound { coins });
        }
        Some(Find::Supply(supply, count)) => {
            world.add_supply(supply, count);
            world.emit(JourneyEvent::SupplyFound { supply, count });
        }
        Some(Find::Rations(count)) => {
            world.change_rations(count.into());
            world.emit(JourneyEvent::RationsFound { count });
        }
        Some(Find::Nothing) => world.emit(JourneyEvent::NothingFound),
        Some(Find::Item) | None => {
            let stack = World::draw_loot(&catalog, &mut stream, world.depth, world.depth.tier());
            keep(world, stack);
        }
    }
    world.change_journey(|journey| {
        let site = journey.at;
        if let Some(town) = journey.towns.iter_mut().find(|town| town.site == site) {
            set_member(&mut town.emptied, (number, at), true);
        }
    });
    if let Some(witness) = witness(world) {
        world.note_theft(1);
        world.emit(JourneyEvent::SeenStealing { witness });
    }
}

/// Whether something in a house can be searched.
pub(super) fn is_searchable(fixture: Option<Fixture>) -> bool {
    matches!(fixture, Some(Fixture::Chest { full: true } | Fixture::Crate))
}

/// What is left of something that was searched: a crate comes apart.
pub(super) fn emptied(fixture: Option<Fixture>) -> Option<Fixture> {
    (fixture != Some(Fixture::Crate)).then_some(Fixture::Chest { full: false })
}

/// The list from which is drawn what is found: that of the hoard for the first chest of the house
/// that has it.
fn finds(world: &World, number: u8, at: Pos) -> Vec<(u32, Find)> {
    let rules = &world.catalog.town;
    if world.floor.fixture(at) == Some(Fixture::Crate) {
        return rules.crates.clone();
    }
    let is_chest = |fixture: Fixture| matches!(fixture, Fixture::Chest { .. });
    let chests = world.floor.fixtures().filter(|&(_, fixture)| is_chest(fixture));
    let is_first = chests.map(|(pos, _)| pos).min() == Some(at);
    let has_hoard = world.on_journey().and_then(JourneyRef::house_of_hoard);
    if is_first && has_hoard == Some(number) { rules.hoard.clone() } else { rules.chests.clone() }
}

/// Puts a stack into the cart, or on the floor if there is no room.
pub(super) fn keep(world: &mut World, stack: Stack) {
    if world.belongings().has_room(stack.kind, &world.catalog) {
        world.emit(ItemEvent::ItemTaken { stack });
        items::put_away(world, stack);
        return;
    }
    let here = world.player_pos();
    let free = world.floor.passable.iter().filter(|&pos| world.item_at(pos).is_none());
    if let Some(at) = free.min_by_key(|&pos| (pos.steps_to(here), pos)) {
        world.place_item(at, stack);
        world.emit(ItemEvent::ItemLeft { stack, at });
    }
}

/// Somebody of the house who sees the player.
fn witness(world: &World) -> Option<ActorId> {
    let visit = world.town_visit()?;
    let others = world.roster().iter().skip(1);
    let mut sees = others.filter(|actor| world.sight.visible.contains(actor.pos));
    sees.find(|actor| visit.person(actor.id).is_some()).map(|actor| actor.id)
}
