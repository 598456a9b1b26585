//! Shops of keeps: every one is kept, stocked and safe to have; trading earns nothing; files that
//! lie about one are refused.

use base::{Bits, Pos, Purpose, Seed, Stream, flood};
use content::{Depth, ItemKindId};
use engine::sim::{
    ActorId, CartIndex, Coins, Command, Event, FightEvent, Game, ItemEvent, RunStatus, Shop,
    Snapshot, Stack, World,
};
use levels::{Request, RoomRole, generate};

use crate::support::content::catalog;
use crate::support::driver::setup;
use crate::support::journeys::{edited, try_edited};

fn keep(seed: u64) -> Game {
    Game::new(setup("keep", seed), catalog()).expect("a keep")
}

/// The upkeeper in the shop, with so many coins.
fn customer(seed: u64, coins: u32) -> Game {
    edited(&keep(seed), |snapshot| {
        let room = snapshot.shift.shop.expect("a shop").room;
        let floor = &mut snapshot.floor;
        let is_free = |pos: &Pos| {
            floor.cells.terrain[*pos].is_passable()
                && floor.actors.iter().all(|actor| actor.pos != *pos)
                && floor.cells.fixtures.iter().all(|(at, _)| at != pos)
        };
        floor.actors[0].pos = room.positions().find(is_free).expect("a free cell");
        snapshot.run.belongings.coins = Coins(coins);
    })
}

#[test]
fn every_keep_has_a_shop_that_is_kept_and_stands_in_nobodys_way() {
    let mut sold = vec![0; catalog().items.len()];
    for seed in 0..30 {
        let game = keep(seed);
        let world = game.world();
        let shop = world.shop().unwrap_or_else(|| panic!("keep {seed} has no shop"));
        let level = generate(&Request::new("keep", setup("keep", seed).seed, Depth(1)), catalog());
        let level = level.expect("a keep");
        let room =
            level.rooms.iter().find(|room| room.role == RoomRole::Shop).expect("a shop room");
        assert_eq!(shop.room, room.rect, "keep {seed}");
        let keeper = world.bystanders().find(|other| other.id == shop.keeper).expect("a keeper");
        assert!(shop.room.contains(keeper.pos) && !keeper.hostile, "keep {seed}");
        assert!(!world.goods().is_empty(), "keep {seed} sells nothing");
        let mut kinds = Vec::new();
        for &pos in world.goods() {
            let stack = world.item_at(pos).expect("something for sale");
            assert!(shop.room.contains(pos) && world.price(stack.kind) > Coins(0));
            assert!(!kinds.contains(&stack.kind), "keep {seed} sells the same twice");
            kinds.push(stack.kind);
            sold[usize::from(stack.kind.0)] += 1;
        }
        // Whoever stands there for good parts nobody from anything.
        let mut open: Bits = world.floor().passable.clone();
        let all = flood(&open, world.player_pos()).count();
        open.remove(keeper.pos);
        assert_eq!(flood(&open, world.player_pos()).count(), all - 1, "keep {seed}");
    }
    assert!(sold.iter().filter(|&&times| times > 0).count() >= 30, "they all sell the same");
}

#[test]
fn nothing_sells_for_more_than_half_its_price() {
    let game = keep(1);
    for (kind, item) in (0..).map(ItemKindId).zip(&catalog().items) {
        let (asked, paid) = (game.world().price(kind), game.world().offer(kind));
        assert!(paid.0 * 2 <= asked.0, "{}: bought for {paid}, sold for {asked}", item.name);
    }
}

#[test]
fn buying_out_a_shop_and_selling_it_back_costs() {
    let mut game = customer(2, 400);
    let goods = game.world().goods().to_vec();
    let mut bought = 0;
    for at in goods {
        bought += u32::from(game.step(Command::Buy { at }).is_ok());
    }
    assert!(bought >= 3, "{bought} bought");
    let spent = 400 - game.view().coins().0;
    assert!(spent > 0);
    while let Some(entry) = game.view().cart().into_iter().rev().find(|entry| {
        game.check(&Command::Sell { slot: entry.slot }).is_ok() && entry.slot > CartIndex(3)
    }) {
        game.step(Command::Sell { slot: entry.slot }).expect("was checked");
    }
    assert!(game.view().coins().0 < 400 - spent / 2, "{} left of 400", game.view().coins());
}

#[test]
fn a_thief_is_hunted_and_the_shop_is_shut() {
    // Somebody who has taken something and stands outside.
    let kind = catalog().find_item("hammer").expect("hammers");
    let mut game = edited(&customer(5, 0), |snapshot| {
        snapshot.floor.actors[0].pos = snapshot.floor.cells.start;
        snapshot.run.belongings.unpaid.push(Stack { kind, count: 1 });
    });
    let keeper = game.world().shop().expect("a shop").keeper;
    let outcome = game.step(Command::Wait).expect("waiting is allowed");
    assert!(
        outcome.events.iter().any(|event| matches!(event, Event::Item(ItemEvent::Robbed { .. })))
    );
    assert!(game.world().shop().is_none() && game.world().goods().is_empty());
    let keeper = game.world().bystanders().find(|other| other.id == keeper).expect("the keeper");
    assert!(keeper.hostile && keeper.kind == catalog().rules.shop.robbed.id);
    // He comes, however far it is, and means it.
    let mut struck = false;
    for _ in 0..400 {
        let Ok(outcome) = game.step(Command::Wait) else { break };
        struck |= outcome.events.iter().any(|event| {
            matches!(event, Event::Fight(FightEvent::Struck { by, victim, .. })
                if by.kind == catalog().rules.shop.robbed.id && victim.id == ActorId::PLAYER)
        });
        if struck || matches!(outcome.status, RunStatus::Over(_)) {
            break;
        }
    }
    assert!(struck, "nobody came to collect");
}

/// What a file could say of a state that is not so.
type Lie = fn(&mut Snapshot, ItemKindId);

fn shop(snapshot: &mut Snapshot) -> &mut Shop {
    snapshot.shift.shop.as_mut().expect("a shop")
}

#[test]
fn snapshots_that_lie_about_a_shop_are_refused() {
    let game = customer(2, 50);
    let kind = catalog().find_item("hammer").expect("hammers");
    let lies: [(&str, Lie); 8] = [
        ("nobody sells", |snapshot, _| snapshot.shift.shop = None),
        ("nobody keeps it", |snapshot, _| shop(snapshot).keeper = ActorId(9_999)),
        ("nobody keeps it", |snapshot, _| shop(snapshot).keeper = ActorId::PLAYER),
        ("no such size", |snapshot, _| shop(snapshot).room.w = i32::MAX),
        ("off the floor", |snapshot, _| shop(snapshot).room.x = i32::MIN),
        ("nothing lies there", |snapshot, _| snapshot.floor.items.clear()),
        ("run.belongings.coins: 4294967295 is not below", |snapshot, _| {
            snapshot.run.belongings.coins = Coins(u32::MAX);
        }),
        ("run.belongings.unpaid[0].count: none of it", |snapshot, kind| {
            snapshot.run.belongings.unpaid.push(Stack { kind, count: 0 });
        }),
    ];
    for (fault, lie) in lies {
        match try_edited(&game, |snapshot| lie(snapshot, kind)) {
            Ok(_) => panic!("{fault}: was taken"),
            Err(error) => assert!(error.to_string().contains(fault), "{fault}: {error}"),
        }
    }
}

#[test]
fn what_lies_deeper_is_worth_more() {
    let mut stream = Stream::new(Seed(1), Purpose::new("loot"), ());
    let mut worth = |depth: Depth, tier: u8| -> u32 {
        let mut sum = 0;
        for _ in 0..2000 {
            let stack = World::draw_loot(catalog(), &mut stream, depth, tier);
            let item = catalog().item(stack.kind);
            assert!(item.depths.contains(depth) && stack.count > 0);
            let price = if stack.kind == catalog().coin { 1 } else { u32::from(item.price) };
            sum += price * u32::from(stack.count);
        }
        sum / 2000
    };
    let worths = [(1, 1), (4, 2), (7, 3), (10, 5)].map(|(depth, tier)| worth(Depth(depth), tier));
    assert!(worths.is_sorted_by(|less, more| less < more), "{worths:?}");
}
