//! How journeys go by bots: `cargo run --release -p examples --bin journeys -- BOT COUNT FIRST_SEED
//! [OPTION …]`.
//!
//! Without `--compare` it prints, by leg and by depth and by kind of site: how many came and lived,
//! and the medians of coins, rations, supplies, health and gear; then coins by where they came from
//! and went, goods, deaths, lengths, holders of the Deep Seat and perks. With `--compare` it plays
//! some policies and prints a line for each.
//!
//! Options: `--way fewest|most|towns|short`, `--buy
//! all|nothing|rations,healing,gear,potions,kits,supplies,news,upgrades`, `--perk NAME`, `--work
//! careful|sloppy|PERCENT`, `--rest PERCENT`, `--deep DEPTH` (from where on a journey counts as
//! come deep, for the perks; 9), `--data FILE` (in place of the file of that name in `data/`).

mod journey;
mod policies;
mod report;
mod tables;

use std::sync::Arc;

use content::{Catalog, Sources};
use runs::record::bot::{Policy, Purchase, Way};

use journey::Played;

/// What is to be played.
struct Request {
    bot: String,
    seeds: std::ops::Range<u64>,
    policy: Policy,
    compares: bool,
    /// The depth from which on a journey counts as come deep.
    deep: u8,
    sources: Sources,
}

fn main() {
    match request(std::env::args().skip(1)) {
        Ok(request) => run(&request),
        Err(fault) => {
            eprintln!("journeys: {fault}");
            std::process::exit(2);
        }
    }
}

fn run(request: &Request) {
    let catalog = match Catalog::from_sources(&request.sources) {
        Ok(catalog) => Arc::new(catalog),
        Err(fault) => {
            eprintln!("journeys: {fault}");
            std::process::exit(2);
        }
    };
    if !request.compares {
        report::print(&play(request, &request.policy, &catalog), &catalog, request.deep);
        return;
    }
    report::print_heading();
    for (name, policy) in policies::variants(&request.policy, &catalog) {
        report::print_line(&name, &play(request, &policy, &catalog));
    }
}

/// Plays all seeds by one policy, on two threads.
fn play(request: &Request, policy: &Policy, catalog: &Arc<Catalog>) -> Vec<Played> {
    std::thread::scope(|scope| {
        let workers = [0, 1].map(|part| {
            scope.spawn(move || {
                let seeds = request.seeds.clone().filter(|seed| seed % 2 == part);
                let play = |seed| journey::play(&request.bot, seed, policy, catalog);
                seeds.map(play).collect::<Vec<Played>>()
            })
        });
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    })
}

fn request(mut args: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut places = Vec::new();
    let (mut policy, mut compares, mut sources) = (Policy::default(), false, Sources::default());
    let mut deep = 9;
    while let Some(arg) = args.next() {
        let Some(option) = arg.strip_prefix("--") else {
            places.push(arg);
            continue;
        };
        if option == "compare" {
            compares = true;
            continue;
        }
        let value = args.next().ok_or(format!("--{option} wants a value"))?;
        let unknown = || format!("--{option}: {value}?");
        match option {
            "way" => policy.way = Way::find(&value).ok_or_else(unknown)?,
            "buy" => policy.buys = purchases(&value).ok_or_else(unknown)?,
            "perk" => policy.perk = Some(value),
            "work" => policy.order_percent = share(&value).ok_or_else(unknown)?,
            "deep" => deep = value.parse().map_err(|_| unknown())?,
            "rest" => policy.rest_below_percent = value.parse().map_err(|_| unknown())?,
            "data" => {
                let text = std::fs::read_to_string(&value).map_err(|fault| fault.to_string())?;
                let name = value.rsplit('/').next().unwrap_or(&value);
                sources.replace(name, text).then_some(()).ok_or_else(unknown)?;
            }
            _ => return Err(format!("--{option}?")),
        }
    }
    let bot = places.first().cloned().unwrap_or_else(|| "planner".to_owned());
    if !runs::record::bot::NAMES.contains(&bot.as_str()) {
        return Err(format!("{bot}: no such bot"));
    }
    let number = |place: usize, default: u64| match places.get(place) {
        Some(text) => text.parse().map_err(|_| format!("{text}?")),
        None => Ok(default),
    };
    let (count, first) = (number(1, 40)?, number(2, 1)?);
    Ok(Request { bot, seeds: first..first + count, policy, compares, deep, sources })
}

fn purchases(names: &str) -> Option<Vec<Purchase>> {
    match names {
        "nothing" => Some(Vec::new()),
        "all" => Some(Purchase::ALL.to_vec()),
        _ => names.split(',').map(Purchase::find).collect(),
    }
}

/// The share of an order, in percent.
fn share(name: &str) -> Option<u32> {
    match name {
        "careful" => Some(100),
        "sloppy" => Some(50),
        _ => name.parse().ok(),
    }
}
