//! The numbers of an item in words, and the comparison with the item worn in the same slot.

use crate::content::{Effect, ItemKind, JobKind, Sense, counted, plural};

/// The numbers in which an item is better and those in which it is worse than the worn one, as sentences; empty where there
/// are none.
pub(crate) struct Comparison {
    pub better: String,
    pub worse: String,
}

/// The numbers of an item that differ from the default, a line each.
pub(crate) fn facts(item: &ItemKind) -> Vec<String> {
    let mut lines = Vec::new();
    let (low, high) = item.damage;
    if high > 0 {
        lines.push(format!("In the hand: hits {}% of the time for {low} to {high}.", item.hit));
    }
    if item.reach > 1 {
        lines.push(format!(
            "Reach: step towards somebody {} cells away in a straight line, and it strikes.",
            item.reach
        ));
    }
    if item.two_handed {
        lines.push("Both hands: no bodies, no throwing while it is in them.".to_owned());
    }
    lines.extend(item.strikes.iter().filter_map(strike));
    if let Some(thrown) = &item.thrown {
        let (low, high) = thrown.damage;
        let damage = if high > 0 { format!(" for {low} to {high}") } else { String::new() };
        let (hit, range) = (thrown.hit, thrown.range);
        let gone = if thrown.shatters { " It breaks." } else { "" };
        lines.push(format!(
            "Thrown: hits {hit}% of the time{damage}, up to {}.{gone}",
            counted(range, "cell")
        ));
    }
    lines.extend(worn(item));
    if item.recharge > 0 {
        lines.push(format!("Rests {} after each use.", counted(item.recharge, "turn")));
    }
    if item.scent > 0 {
        lines.push(format!("Smelt from {} away.", counted(item.scent, "cell")));
    }
    lines
}

/// The numbers that an item has while it is worn or held.
fn worn(item: &ItemKind) -> Vec<String> {
    let percent = |value: i32| format!("{value}% of the usual");
    let jobs =
        |jobs: &[JobKind]| jobs.iter().map(|&job| job.plural()).collect::<Vec<_>>().join(", ");
    let wards: Vec<_> = item.wards.iter().map(|status| status.name()).collect();
    let lines = [
        (item.armour != 0, format!("Armour: takes up to {} off every blow.", item.armour)),
        (item.evasion != 0, format!("Evasion: {:+}%.", item.evasion)),
        (item.might != 0, format!("Damage: {:+} with every blow.", item.might)),
        (item.thorns != 0, format!("Whoever hits you loses {} health.", item.thorns)),
        (
            item.stealth != 0,
            format!("You get {} nearer before you are noticed.", counted(item.stealth, "cell")),
        ),
        (item.speed != 100, format!("Speed: {}.", percent(item.speed))),
        (item.carrying != 0, format!("Speed with a body: {:+}%.", item.carrying)),
        (item.clatter != 0, format!("Each step is heard {} away.", counted(item.clatter, "cell"))),
        (item.mop_cells != 0, format!("The mop wipes {} more.", counted(item.mop_cells, "cell"))),
        (item.luck != 0, format!("Crates with something in them: {:+}%.", item.luck)),
        (
            item.light != 0,
            format!("Lantern: {:+} {}.", item.light, plural(item.light.unsigned_abs(), "cell")),
        ),
        (item.noise != 100, format!("Noise: {}.", percent(item.noise))),
        (item.regeneration > 0, format!("Heals one every {}.", counted(item.regeneration, "turn"))),
        (!item.quick.is_empty(), format!("A turn less for {}.", jobs(&item.quick))),
        (!item.slow.is_empty(), format!("A turn more for {}.", jobs(&item.slow))),
        (!wards.is_empty(), format!("Keeps you from being {}.", wards.join(", "))),
    ];
    let mut lines: Vec<String> =
        lines.into_iter().filter(|(holds, _)| *holds).map(|(_, line)| line).collect();
    lines.extend(item.senses.map(|sense| match sense {
        Sense::Traps { radius } => {
            format!("Knows the traps within {}, through walls.", counted(radius, "cell"))
        }
        Sense::Life { radius } => {
            format!("Hears who stands within {}, through walls.", counted(radius, "cell"))
        }
    }));
    lines
}

/// An effect of a hit in words.
fn strike(effect: &Effect) -> Option<String> {
    Some(match *effect {
        Effect::Shove { cells: 1 } => "A hit knocks the other back by a cell.".to_owned(),
        Effect::Shove { cells } => {
            format!("A hit knocks the other back by {}.", counted(cells, "cell"))
        }
        Effect::Inflict { status, turns, percent } => {
            let turns = counted(turns, "turn");
            format!("A hit leaves the other {status} for {turns}, {percent}% of the time.")
        }
        // As effects of a hit these have no words, since no weapon of the content has them.
        Effect::Damage { .. }
        | Effect::Heal { .. }
        | Effect::Cure { .. }
        | Effect::Gas { .. }
        | Effect::Noise { .. }
        | Effect::Teleport
        | Effect::Map
        | Effect::FinishJob
        | Effect::Kindle
        | Effect::Identify
        | Effect::Supply { .. }
        | Effect::Ignite { .. }
        | Effect::Jet { .. }
        | Effect::Douse { .. }
        | Effect::Snuff { .. }
        | Effect::Around { .. }
        | Effect::Coins { .. }
        | Effect::Recall
        | Effect::Scrub { .. } => return None,
    })
}

/// Compares an item with the one worn in its slot, or with an empty slot.
pub(crate) fn weigh(item: &ItemKind, worn: Option<&ItemKind>) -> Comparison {
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
