//! What a trap does to whoever steps on it, in a line.

use crate::sim::gas_damage;
use content::{Effect, TrapKindId, counted};

use super::View;

impl View<'_> {
    /// What a trap of a kind does, by its effects: "2 to 5 health; poisoned for 5 turns, 50%; heard
    /// 4 cells off."
    pub(super) fn trap_effects(&self, trap: TrapKindId) -> String {
        let words: Vec<String> =
            self.catalog().trap(trap).effects.iter().filter_map(words).collect();
        format!("{}.", words.join("; "))
    }
}

/// An effect in a few words; nothing for what no trap does.
fn words(effect: &Effect) -> Option<String> {
    Some(match *effect {
        Effect::Damage { low, high } => format!("{low} to {high} health"),
        Effect::Inflict { status, turns, percent: 100.. } => {
            format!("{status} for {}", counted(turns, "turn"))
        }
        Effect::Inflict { status, turns, percent } => {
            format!("{status} for {}, {percent}%", counted(turns, "turn"))
        }
        Effect::Gas { amount } => {
            // In a passage it has spread over three cells before anybody breathes it.
            let max = gas_damage(amount / 3);
            let range = if max > 1 { format!("1 to {max}") } else { "1".to_owned() };
            format!("a cloud of choking gas, {range} health each turn in it")
        }
        Effect::Noise { loudness } => format!("heard {loudness} cells off"),
        Effect::Teleport => "sent elsewhere on the floor".to_owned(),
        Effect::Ignite { .. } => "fire all round".to_owned(),
        Effect::Jet { length } => format!("flames up to {length} cells long"),
        Effect::Douse { .. } => "drenched".to_owned(),
        Effect::Snuff { radius } => format!("braziers out within {radius} cells"),
        Effect::Around { radius, ref effects, .. } => {
            let inner: Vec<String> = effects.iter().filter_map(words).collect();
            let cells = if radius == 1 { "a cell" } else { &format!("{radius} cells") };
            format!("all within {cells}: {}", inner.join(", "))
        }
        Effect::Heal { .. }
        | Effect::Cure { .. }
        | Effect::Map
        | Effect::FinishJob
        | Effect::Kindle
        | Effect::Identify
        | Effect::Supply { .. }
        | Effect::Coins { .. }
        | Effect::Shove { .. }
        | Effect::Recall
        | Effect::Scrub { .. } => return None,
    })
}
