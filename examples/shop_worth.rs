//! Measures what a shift is worth at a shop's counter: `cargo run --release -p examples --bin
//! shop_worth [COUNT]`.
//!
//! For shifts of a keep, which has a shop, at several depths: what lies on the floor and in the
//! purse when the shift begins, what the bot `planner` has in the purse when it clocks out, what
//! the shop asks for a stack, and how many of its stacks could be bought, one at a time, with the
//! purse at the start and with that at the end. For other kinds: what lies about.

use std::sync::Arc;

use base::{Pos, Seed};
use content::{Catalog, Depth, Slot};
use engine::sim::{Coins, Game, RunStatus, Setup};
use runs::record::bot;

const DEPTHS: [u8; 3] = [1, 5, 10];
const MAX_COMMANDS: u32 = 20_000;

/// Sums over the shifts of one kind and depth.
#[derive(Default)]
struct Sums {
    shifts: u32,
    /// Coins at the beginning and at the end.
    purse: [u32; 2],
    /// Items on the floor that are not for sale, and their worth in coins; floors with none and
    /// with two or more.
    lying: [u32; 4],
    bodies: u32,
    /// Stacks for sale, their prices, and how many of them one purse and the other would pay for.
    goods: [u32; 4],
    /// The prices of the three dearest stacks of each shop.
    dearest: u32,
}

impl Sums {
    fn add(&mut self, kind: &str, depth: Depth, seed: u64, catalog: &Arc<Catalog>) {
        let setup = Setup::shift(kind, depth, Seed(seed));
        let Ok(mut game) = Game::new(setup, catalog) else { return };
        let prices = self.note_floor(&game, catalog);
        let before = game.view().coins();
        let mut player = bot::find("planner", Seed(seed)).expect("a bot");
        for _ in 0..MAX_COMMANDS {
            if matches!(game.status(), RunStatus::Over(_)) {
                break;
            }
            let command = player.decide(&game.view());
            let _ = game.step(command);
        }
        let after = game.view().coins();
        self.shifts += 1;
        for (sum, coins) in self.purse.iter_mut().zip([before, after]) {
            *sum += coins.0;
        }
        let mut down = prices.clone();
        down.sort_unstable_by(|a, b| b.cmp(a));
        self.dearest += down.iter().take(3).map(|price| price.0).sum::<u32>();
        for price in prices {
            self.goods[0] += 1;
            self.goods[1] += price.0;
            self.goods[2] += u32::from(price <= before);
            self.goods[3] += u32::from(price <= after);
        }
    }

    /// Notes what lies on the floor; returns the prices of the stacks for sale.
    fn note_floor(&mut self, game: &Game, catalog: &Catalog) -> Vec<Coins> {
        let world = game.world();
        let (width, height) = (world.floor().width(), world.floor().height());
        let mut prices = Vec::new();
        let mut lying = 0;
        for pos in (0..width * height).map(|index| Pos::new(index % width, index / width)) {
            self.bodies += u32::from(world.body_at(pos).is_some());
            let Some(stack) = world.item_at(pos) else { continue };
            let price = world.price(stack.kind).times(stack.count);
            if world.is_for_sale(pos) {
                prices.push(price);
            } else if catalog.item(stack.kind).slot != Slot::Belt {
                lying += 1;
                self.lying[1] += price.0;
            }
        }
        self.lying[0] += lying;
        self.lying[2] += u32::from(lying == 0);
        self.lying[3] += u32::from(lying >= 2);
        prices
    }

    fn print(&self, kind: &str, depth: u8) {
        let shifts = self.shifts.max(1);
        let [before, after] = self.purse.map(|sum| sum / shifts);
        let [items, worth, none, several] = self.lying;
        println!(
            "{kind} {depth:2}: purse {before} to {after}, {} bodies; {}.{} items lie about, worth \
             {}; none on {}%, two or more on {}%",
            self.bodies / shifts,
            items / shifts,
            items * 10 / shifts % 10,
            worth / shifts,
            none * 100 / shifts,
            several * 100 / shifts,
        );
        let [stacks, prices, at_first, at_last] = self.goods;
        if stacks > 0 {
            println!(
                "         shop: {} stacks at {} coins; of a hundred, {} are within the first purse \
                 and {} within the last; the three dearest ask {} each",
                stacks / shifts,
                prices / stacks,
                at_first * 100 / stacks,
                at_last * 100 / stacks,
                self.dearest / 3 / shifts,
            );
        }
    }
}

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(60);
    let catalog = Arc::new(Catalog::embedded().expect("valid content"));
    for kind in ["keep", "vault", "cavern", "crypt"] {
        for depth in DEPTHS {
            let mut sums = Sums::default();
            for seed in 0..count {
                sums.add(kind, Depth(depth), seed, &catalog);
            }
            sums.print(kind, depth);
        }
    }
}
