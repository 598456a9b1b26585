//! The trap kits: which can be made, what each does, and where one can be set.

use base::Pos;
use content::TrapKindId;

use super::View;
use super::effect_words::{EffectOf, gist};

impl View<'_> {
    /// The kinds of traps that this floor has: those of which kits can be made.
    pub fn trap_kinds(&self) -> Vec<TrapKindId> {
        self.world().trap_kinds()
    }

    /// The trap kits that the player carries, by kind, and how many of each.
    pub fn kits(&self) -> Vec<(TrapKindId, usize)> {
        let kits = &self.world().belongings().kits;
        kits.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
    }

    /// The trap kits that the player carries: "2 dart, snare"; empty without kits.
    pub fn kits_in_words(&self) -> String {
        let name = |trap| &self.catalog().trap(trap).name;
        let kits = self.kits().into_iter().map(|(trap, count)| {
            if count == 1 { name(trap).clone() } else { format!("{count} {}", name(trap)) }
        });
        kits.collect::<Vec<_>>().join(", ")
    }

    /// The trap kits that are carried, a kind each, in few columns: "2 teleport".
    pub fn kits_in_short(&self) -> Vec<String> {
        let names = &self.catalog().short_names;
        let short = |trap| names.traps.of(&self.catalog().trap(trap).name);
        let kits = self.kits().into_iter().map(|(trap, count)| match count {
            1 => short(trap).to_owned(),
            _ => format!("{count} {}", short(trap)),
        });
        kits.collect()
    }

    /// Whether a trap kit can be set on a cell, as far as the cell itself goes.
    pub fn can_set_kit_at(&self, at: Pos) -> bool {
        self.cell(at).seen && self.world().known_kit_place(at).is_ok()
    }

    /// What a trap is, and what it does to raiders and to the player.
    pub(super) fn kit_effect(&self, trap: TrapKindId) -> String {
        let description = &self.catalog().trap(trap).description;
        format!("{description} {}", self.trap_effects(trap))
    }

    /// The traps that the player has set tonight, in reading order.
    pub fn own_traps(&self) -> Vec<(Pos, &str)> {
        let traps = self.world().shift.placed_traps.iter();
        let named = traps.filter_map(|&at| {
            let kind = self.world().floor().fixture(at)?.trap()?;
            Some((at, self.catalog().trap(kind).name.as_str()))
        });
        named.collect()
    }

    /// What a trap of a kind does to who is on it, in a few words: "50% harm, poisoned".
    pub(super) fn trap_gist(&self, trap: TrapKindId) -> String {
        let wound = self.catalog().rules.raid.wound;
        let effects = self.catalog().trap(trap).effects.iter();
        let words: Vec<_> = effects.filter_map(|effect| gist(effect, wound)).collect();
        if words.is_empty() { "loud".to_owned() } else { words.join(", ") }
    }

    /// What a trap of a kind does, by its effects, and how much it takes off the player at most:
    /// "Whoever of them is on it: 50% of full health; poisoned for 5 turns, 50%. You: up to 17%."
    pub(super) fn trap_effects(&self, trap: TrapKindId) -> String {
        let effects = &self.catalog().trap(trap).effects;
        let of_trap = EffectOf::Trap { wound: self.catalog().rules.raid.wound };
        let words: Vec<String> =
            effects.iter().filter_map(|effect| of_trap.words(effect)).collect();
        let own = match self.world().trap_percent(trap) {
            0 => String::new(),
            percent => format!(" You: up to {percent}%."),
        };
        format!("Whoever of them is on it: {}.{own}", words.join("; "))
    }
}
