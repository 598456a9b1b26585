//! The effects of traps, weapons and enemies in words.

use crate::sim::gas_damage;
use content::{Effect, Status, counted};

/// The source of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectOf {
    /// Of which damage is told as the percent of full health that it takes off a raider.
    Trap { wound: i32 },
    /// A hit with a weapon of the player.
    Weapon,
    /// A hit or a shot at the player, of which only what the player may be left as is told.
    Enemy,
}

impl EffectOf {
    /// An effect in the words of its source: "50% of full health", "A hit knocks the other back by a
    /// cell.", "poisoned". `None` for what no such source has, and for what an enemy does that is
    /// seen at once or is no lasting harm.
    pub fn words(self, effect: &Effect) -> Option<String> {
        let of_trap = |words: String| matches!(self, EffectOf::Trap { .. }).then_some(words);
        match *effect {
            Effect::Inflict { status, turns, percent } => {
                let turns = counted(turns, "turn");
                Some(match self {
                    EffectOf::Trap { .. } if percent >= 100 => format!("{status} for {turns}"),
                    EffectOf::Trap { .. } => format!("{status} for {turns}, {percent}%"),
                    EffectOf::Weapon => {
                        format!(
                            "A hit leaves the other {status} for {turns}, {percent}% of the time."
                        )
                    }
                    EffectOf::Enemy => status.name().to_owned(),
                })
            }
            Effect::Shove { cells } => match self {
                EffectOf::Trap { .. } => None,
                EffectOf::Weapon if cells == 1 => {
                    Some("A hit knocks the other back by a cell.".to_owned())
                }
                EffectOf::Weapon => {
                    Some(format!("A hit knocks the other back by {}.", counted(cells, "cell")))
                }
                EffectOf::Enemy => Some("somewhere else, a trap it may be".to_owned()),
            },
            Effect::Damage { .. } => match self {
                EffectOf::Trap { wound } => Some(format!("{wound}% of full health")),
                EffectOf::Weapon | EffectOf::Enemy => None,
            },
            Effect::Gas { amount } => {
                // In a passage it has spread over three cells before anybody breathes it.
                let max = gas_damage(amount / 3);
                let range = if max > 1 { format!("1 to {max}") } else { "1".to_owned() };
                of_trap(format!("a cloud of choking gas, {range} health each turn in it"))
            }
            Effect::Noise { loudness } => of_trap(format!("heard {loudness} cells off")),
            Effect::Teleport => of_trap("sent elsewhere on the floor".to_owned()),
            Effect::Ignite { .. } => of_trap("fire all round".to_owned()),
            Effect::Jet { length } => of_trap(format!("flames up to {length} cells long")),
            Effect::Douse { .. } => of_trap("drenched".to_owned()),
            Effect::Snuff { radius } => of_trap(format!("braziers out within {radius} cells")),
            Effect::Around { radius, ref effects, .. } => {
                let inner: Vec<String> =
                    effects.iter().filter_map(|effect| self.words(effect)).collect();
                let cells = if radius == 1 { "a cell" } else { &format!("{radius} cells") };
                of_trap(format!("all within {cells}: {}", inner.join(", ")))
            }
            Effect::Heal { .. }
            | Effect::Cure { .. }
            | Effect::Map
            | Effect::FinishJob
            | Effect::Kindle
            | Effect::Identify
            | Effect::Supply { .. }
            | Effect::Coins { .. }
            | Effect::Recall
            | Effect::Scrub { .. } => None,
        }
    }
}

/// An effect of a trap on a raider in a word or two, for a list; `None` for what is no harm.
pub(super) fn gist(effect: &Effect, wound: i32) -> Option<String> {
    Some(match *effect {
        Effect::Damage { .. } => format!("{wound}% harm"),
        Effect::Inflict { status: Status::Snared | Status::Stunned, turns, .. } => {
            format!("holds {}", counted(turns, "turn"))
        }
        Effect::Inflict { status, .. } => status.name().to_owned(),
        Effect::Gas { .. } => "choking gas".to_owned(),
        Effect::Teleport => "sent elsewhere".to_owned(),
        Effect::Ignite { .. } => "fire".to_owned(),
        Effect::Jet { .. } => "flames".to_owned(),
        Effect::Douse { .. } => "drenched".to_owned(),
        Effect::Snuff { .. } => "braziers out".to_owned(),
        Effect::Around { ref effects, .. } => {
            let near: Vec<_> = effects.iter().filter_map(|effect| gist(effect, wound)).collect();
            format!("{} all round", near.join(", "))
        }
        _ => return None,
    })
}
