//! The comparison of an item with the one that is worn in the same slot.

use content::{ItemKind, JobKind};

/// The numbers in which an item is better and those in which it is worse than the worn one, as sentences; empty where there
/// are none.
pub struct Comparison {
    pub better: String,
    pub worse: String,
}

impl Comparison {
    /// Whether the item is better in some number and worse in none.
    pub(crate) fn is_gain(&self) -> bool {
        !self.better.is_empty() && self.worse.is_empty()
    }
}

/// Compares an item with the one worn in its slot, or with an empty slot.
pub fn weigh(item: &ItemKind, worn: Option<&ItemKind>) -> Comparison {
    let (mut better, mut worse) = (Vec::new(), Vec::new());
    let mut note = |what: &str, gain: i32, shown: i32| match gain {
        0 => {}
        1.. => better.push(format!("{what} {shown:+}")),
        _ => worse.push(format!("{what} {shown:+}")),
    };
    let mut weigh = |what: &str, gain: i32| note(what, gain, gain);
    let gain =
        |value: fn(&ItemKind) -> i32, without: i32| value(item) - worn.map_or(without, value);
    weigh("hits, in percent,", gain(|item| item.hit, 0));
    weigh("least damage", gain(|item| item.damage.0 + item.might, 0));
    weigh("most damage", gain(|item| item.damage.1 + item.might, 0));
    weigh("reach", gain(|item| item.reach, 1));
    weigh("armour", gain(|item| item.armour, 0));
    weigh("evasion", gain(|item| item.evasion, 0));
    weigh("thorns", gain(|item| item.thorns, 0));
    weigh("stealth", gain(|item| item.stealth, 0));
    weigh("speed, in percent,", gain(|item| item.speed, 100));
    weigh("speed with a body", gain(|item| item.carrying, 0));
    weigh("light", gain(|item| item.light, 0));
    weigh("mop", gain(|item| item.mop_cells.into(), 0));
    weigh("luck", gain(|item| item.luck as i32, 0));
    weigh("healing", gain(|item| i32::from(item.regeneration > 0), 0));
    // Of these a smaller number is better.
    let mut weigh = |what: &str, more: i32| note(what, -more, more);
    weigh("noise, in percent,", gain(|item| item.noise, 100));
    weigh("footsteps", gain(|item| item.clatter.into(), 0));
    for job in JobKind::ALL {
        let turns = |item: &ItemKind| {
            i32::from(item.slow.contains(&job)) - i32::from(item.quick.contains(&job))
        };
        weigh(&format!("turns for {}", job.plural()), turns(item) - worn.map_or(0, turns));
    }
    let held = |item: &ItemKind| item.two_handed;
    match (held(item), worn.is_some_and(held)) {
        (true, false) => worse.push("takes both hands".to_owned()),
        (false, true) => better.push("leaves a hand free".to_owned()),
        _ => {}
    }
    let wards = |item: &ItemKind| item.wards.clone();
    let (new, old) = (wards(item), worn.map(wards).unwrap_or_default());
    let gained = new.iter().filter(|ward| !old.contains(ward));
    better.extend(gained.map(|ward| format!("never {ward}")));
    let lost = old.iter().filter(|ward| !new.contains(ward));
    worse.extend(lost.map(|ward| format!("you can be {ward}")));
    let than = worn.map_or_else(|| "nothing".to_owned(), |worn| format!("the {}", worn.name));
    let line = |word: &str, parts: &[String]| match parts {
        [] => String::new(),
        _ => format!("{word} than {than}: {}.", parts.join(", ")),
    };
    Comparison { better: line("Better", &better), worse: line("Worse", &worse) }
}
