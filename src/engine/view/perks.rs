//! The player's perks, and those that are offered.

use content::{Perk, PerkEffect, PerkId};

use super::View;

impl<'a> View<'a> {
    /// The perks that the player holds, in the order in which they were chosen.
    pub fn perks(&self) -> Vec<&'a Perk> {
        let world = self.world();
        self.named_perks(world.perks())
    }

    /// The perks among which the player has to choose now; empty if none is due.
    pub fn perks_offered(&self) -> Vec<&'a Perk> {
        self.named_perks(&self.world().perks_offered())
    }

    /// For each choice so far what was offered and what was taken, by name.
    pub fn perk_choices(&self) -> Vec<(Vec<&'a str>, &'a str)> {
        let name = |perk: &PerkId| self.catalog().perk(*perk).name.as_str();
        let choices = self.world().perk_choices().into_iter();
        choices.map(|(offered, taken)| (offered.iter().map(name).collect(), name(&taken))).collect()
    }

    /// Whether the player can strike with a body in the arms.
    pub fn fights_while_carrying(&self) -> bool {
        self.world().has_perk_effect(&PerkEffect::FightWhileCarrying)
    }

    fn named_perks(&self, perks: &[PerkId]) -> Vec<&'a Perk> {
        perks.iter().map(|&perk| self.catalog().perk(perk)).collect()
    }
}
