//! What is printed of some journeys.

use std::collections::BTreeMap;

use content::Catalog;
use engine::sim::End;

use crate::journey::{Played, Stand};
use crate::tables::{self, decimals, lowest_fifth, median, percent};

const COLUMNS: [&str; 17] = [
    "",
    "came",
    "lived%",
    "order%",
    "depth",
    "night",
    "pay",
    "coins",
    "rations",
    "supplies",
    "health",
    "gear",
    "dead",
    "cast%",
    "points%",
    "points",
    "lowest fifth",
];

/// All tables; journeys count as come deep from a depth on.
pub(crate) fn print(all: &[Played], catalog: &Catalog, deep: u8) {
    println!("{} journeys", all.len());
    let longest = all.iter().map(|played| played.nights.len()).max().unwrap_or(0);
    by_place("by leg", all, (0..=longest).map(|leg| (leg + 1).to_string()).collect(), |_, leg| {
        (leg + 1).to_string()
    });
    let depths = (1..=10).map(|depth: u8| depth.to_string()).collect();
    by_place("by depth", all, depths, |place, _| place.0.to_string());
    let mut kinds: Vec<String> =
        all.iter().flat_map(|played| &played.nights).map(|stand| stand.kind.clone()).collect();
    kinds.sort();
    kinds.dedup();
    by_place("by kind of site", all, kinds, |place, _| place.1.to_owned());
    purse(all);
    goods(all);
    ends(all);
    holders(all);
    perks(all, catalog, deep);
    orders(all);
}

/// What came of extra orders, by what they ask.
fn orders(all: &[Played]) {
    let mut rows: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
    for (asks, _, paid) in all.iter().flat_map(|played| &played.orders) {
        rows.entry(asks).or_default().push(*paid);
    }
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(asks, paid)| {
            let done = paid.iter().filter(|&&coins| coins > 0).count();
            let sum: i32 = paid.iter().sum();
            vec![
                asks.to_owned(),
                paid.len().to_string(),
                percent(done, paid.len()).to_string(),
                decimals::<1>(sum.into(), paid.len()),
            ]
        })
        .collect();
    tables::print("extra orders", &["", "settled", "fulfilled%", "coins each"], &rows);
}

/// A table of nights and deaths, sorted into rows by depth and kind of the site and the number of
/// the night.
fn by_place(
    title: &str,
    all: &[Played],
    names: Vec<String>,
    name: impl Fn((u8, &str), usize) -> String,
) {
    let mut rows: BTreeMap<String, (Vec<&Stand>, usize)> = BTreeMap::new();
    for played in all {
        for (leg, stand) in played.nights.iter().enumerate() {
            rows.entry(name((stand.depth, &stand.kind), leg)).or_default().0.push(stand);
        }
        if played.end == Some(End::Died) {
            let place = name((played.depth, &played.kind), played.nights.len());
            rows.entry(place).or_default().1 += 1;
        }
    }
    let rows: Vec<Vec<String>> = names
        .into_iter()
        .filter_map(|name| {
            let (lived, died) = rows.get(&name)?;
            let of = |read: fn(&Stand) -> i64| median(lived.iter().map(|stand| read(stand)));
            let in_order = lived.iter().filter(|stand| stand.in_order).count();
            let came = lived.len() + died;
            let numbers = [
                came as i64,
                percent(lived.len(), came) as i64,
                percent(in_order, lived.len()) as i64,
                of(|own| own.depth.into()),
                of(|own| own.night.into()),
                of(|own| own.pay.into()),
                of(|own| own.coins.into()),
                of(|own| own.rations.into()),
                of(|own| own.supplies.into()),
                of(|own| own.health.into()),
                of(|own| own.gear.into()),
                of(|own| own.dead as i64),
                percent(lived.iter().filter(|stand| stand.is_cast).count(), lived.len()) as i64,
                of(|own| own.points.into()),
                of(|own| own.max_points.into()),
                lowest_fifth(lived.iter().map(|stand| stand.max_points)).into(),
            ];
            Some([name].into_iter().chain(numbers.map(|number| number.to_string())).collect())
        })
        .collect();
    tables::print(title, &COLUMNS, &rows);
}

fn purse(all: &[Played]) {
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    for (&reason, coins) in all.iter().flat_map(|played| &played.purse) {
        *sums.entry(reason).or_default() += coins;
    }
    let of_each = |sum: i64| decimals::<1>(sum, all.len());
    let rows: Vec<_> =
        sums.into_iter().map(|(reason, sum)| vec![reason.to_owned(), of_each(sum)]).collect();
    tables::print("coins in and out, a journey", &["", "coins"], &rows);
}

fn goods(all: &[Played]) {
    let mut goods: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (word, price) in all.iter().flat_map(|played| &played.bought) {
        goods.entry(word).or_default().push(*price);
    }
    let row = |(word, prices): (&str, Vec<u32>)| {
        let a_hundred = percent(prices.len(), all.len());
        let spent = prices.iter().sum::<u32>() as usize / all.len().max(1);
        let price = median(prices.into_iter());
        vec![word.to_owned(), a_hundred.to_string(), price.to_string(), spent.to_string()]
    };
    let rows: Vec<_> = goods.into_iter().map(row).collect();
    tables::print("goods", &["", "in 100 journeys", "median price", "coins a journey"], &rows);
}

fn ends(all: &[Played]) {
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut deaths: BTreeMap<u8, BTreeMap<&str, usize>> = BTreeMap::new();
    for played in all {
        let end = played.end.map_or("none".to_owned(), |end| format!("{end:?}").to_lowercase());
        *ends.entry(end).or_default() += 1;
        if played.end == Some(End::Died) {
            *deaths.entry(played.depth).or_default().entry(&played.killed_by).or_default() += 1;
        }
    }
    println!("\nends: {ends:?}");
    let endless: Vec<u64> =
        all.iter().filter(|played| played.end.is_none()).map(|played| played.seed).collect();
    if !endless.is_empty() {
        println!("without an end: seeds {endless:?}");
    }
    let rows: Vec<_> = deaths
        .into_iter()
        .map(|(depth, causes)| {
            let mut causes: Vec<(&str, usize)> = causes.into_iter().collect();
            causes.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
            let sum: usize = causes.iter().map(|(_, count)| count).sum();
            let worst: Vec<String> =
                causes.iter().take(5).map(|(cause, count)| format!("{cause} {count}")).collect();
            vec![depth.to_string(), sum.to_string(), worst.join(", ")]
        })
        .collect();
    tables::print("deaths by depth", &["", "deaths", "by"], &rows);
    let won: Vec<&Played> = all.iter().filter(|played| played.is_won()).collect();
    for (name, some) in [("all", all.iter().collect()), ("won", won)] {
        println!(
            "{name}: commands: median {}, most {}; turns: median {}; nights: median {}",
            median(some.iter().map(|played| played.commands)),
            some.iter().map(|played| played.commands).max().unwrap_or(0),
            median(some.iter().map(|played| played.turns)),
            median(some.iter().map(|played| played.night)),
        );
    }
    let hungry = all.iter().filter(|played| played.hungry_roads > 0).count();
    let roads: u32 = all.iter().map(|played| played.hungry_roads).sum();
    println!("went hungry: {} of 100, on {roads} roads in all", percent(hungry, all.len()));
}

fn holders(all: &[Played]) {
    let mut rows: BTreeMap<(bool, u8), (usize, usize)> = BTreeMap::new();
    for played in all {
        let Some(&(level, is_stand_in)) = played.holders.first() else { continue };
        let row = rows.entry((is_stand_in, level)).or_default();
        row.0 += 1;
        row.1 += usize::from(played.is_won());
    }
    let rows: Vec<_> = rows
        .into_iter()
        .map(|((is_stand_in, level), (held, won))| {
            let who = if is_stand_in { "a stand-in" } else { "of the cast" };
            vec![format!("{who}, level {level}"), held.to_string(), won.to_string()]
        })
        .collect();
    tables::print("first holder of the Deep Seat", &["", "journeys", "won"], &rows);
}

/// For each perk how many took it, and how many of those who came deep or won held it. Among those
/// who took it before they were deep, since one that was taken there did not lead there.
fn perks(all: &[Played], catalog: &Catalog, depth: u8) {
    let rows: Vec<_> = catalog
        .perks
        .iter()
        .map(|perk| {
            let holds = |played: &&&Played| {
                played.perks.iter().any(|(name, at)| *name == perk.name && *at < depth)
            };
            let with_any: Vec<&Played> = all
                .iter()
                .filter(|played| played.perks.iter().any(|(_, at)| *at < depth))
                .collect();
            let deep: Vec<&Played> =
                with_any.iter().copied().filter(|played| played.deepest() >= depth).collect();
            let won: Vec<&Played> =
                with_any.iter().copied().filter(|played| played.is_won()).collect();
            let share = |some: &[&Played]| (some.iter().filter(holds).count(), some.len());
            let (of_all, of_deep, of_won) = (share(&with_any), share(&deep), share(&won));
            let in_percent = |(part, whole)| format!("{}", percent(part, whole));
            let ratio = |(part, whole): (usize, usize)| {
                let chance = of_all.0 * whole;
                decimals::<2>((part * of_all.1) as i64, chance)
            };
            vec![
                perk.name.clone(),
                of_all.0.to_string(),
                in_percent(of_all),
                in_percent(of_deep),
                ratio(of_deep),
                of_won.0.to_string(),
                ratio(of_won),
            ]
        })
        .collect();
    let columns = ["", "taken", "% of all", "% of deep", "deep/all", "won", "won/all"];
    tables::print(&format!("perks, taken before depth {depth}"), &columns, &rows);
}

const LINE: [&str; 12] = [
    "policy", "won%", "seat%", "depth", "sites", "towns", "nights", "earned", "spent", "left",
    "hungry%", "commands",
];

/// The heading of the lines of [`print_line`].
pub(crate) fn print_heading() {
    let words: Vec<String> = LINE[1..].iter().map(|word| format!("{word:>9}")).collect();
    println!("{:<28}{}", LINE[0], words.concat());
}

/// The journeys of one policy in a line.
pub(crate) fn print_line(name: &str, all: &[Played]) {
    let share = |is: fn(&Played) -> bool| {
        let count = all.iter().filter(|played| is(played)).count();
        decimals::<1>(100 * count as i64, all.len())
    };
    let spent = |played: &Played| played.bought.iter().map(|(_, price)| price).sum::<u32>();
    let of = |read: &dyn Fn(&Played) -> u32| median(all.iter().map(read)).to_string();
    let cells = [
        share(Played::is_won),
        share(|played| !played.holders.is_empty()),
        of(&|played| played.deepest().into()),
        of(&|played| played.in_order() as u32),
        of(&|played| played.towns),
        of(&|played| played.night.unsigned_abs().into()),
        of(&|played| played.nights.iter().map(|stand| stand.pay).sum()),
        of(&spent),
        of(&|played| played.coins),
        share(|played| played.hungry_roads > 0),
        of(&|played| played.commands),
    ];
    println!("{name:<28}{}", cells.map(|cell| format!("{cell:>9}")).concat());
}
