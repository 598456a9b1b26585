//! What can be prepared for the raid from where the player stands.

use crate::base::{Dir, Pos};
use crate::content::{Supply, TrapKindId, with_article};
use crate::sim::{Command, Fixture, KitPlace, Preparation, Reject};

use super::View;

/// Something to prepare for the raid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PreparationChoice {
    /// What it is and what it takes, in words.
    pub label: String,
    /// The cells to choose from, with their commands; one without a cell for what is done at the bench.
    pub places: Vec<(Option<(Dir, Pos)>, Command)>,
}

impl View<'_> {
    /// What can be prepared from here.
    ///
    /// # Errors
    /// There is nothing, for this reason.
    pub(crate) fn preparations(&self) -> Result<Vec<PreparationChoice>, Reject> {
        let mut choices = self.kits_to_make();
        choices.extend(self.kits_to_set());
        for dir in Dir::ALL {
            choices.extend(self.trap_to_take_down(dir));
            choices.extend(self.wardrobe_to_push(dir));
        }
        if choices.is_empty() { Err(self.why_nothing_to_prepare()) } else { Ok(choices) }
    }

    /// Whether a trap kit can be set on a cell, as far as the cell itself goes.
    pub fn can_set_kit_at(&self, at: Pos) -> bool {
        self.cell(at).seen && self.world().kit_place(at).is_ok()
    }

    /// The kinds of traps that the player has seen on this floor: those of which kits can be made.
    pub fn known_trap_kinds(&self) -> Vec<TrapKindId> {
        self.world().known_trap_kinds()
    }

    /// The trap kits that the player carries, by kind, and how many of each.
    pub fn kits(&self) -> Vec<(TrapKindId, usize)> {
        let kits = &self.world().belongings().kits;
        kits.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
    }

    /// The trap kits that the player carries: "2 dart, snare"; empty without kits.
    pub(crate) fn kits_in_words(&self) -> String {
        let name = |trap| &self.catalog().trap(trap).name;
        let kits = self.kits().into_iter().map(|(trap, count)| {
            if count == 1 { name(trap).clone() } else { format!("{count} {}", name(trap)) }
        });
        kits.collect::<Vec<_>>().join(", ")
    }

    fn allowed(&self, what: Preparation) -> Option<Command> {
        let command = Command::Prepare(what);
        self.refusal(&command).is_none().then_some(command)
    }

    fn kits_to_make(&self) -> Vec<PreparationChoice> {
        let parts = self.catalog().rules.prepare.kit_parts;
        let kinds = self.world().known_trap_kinds().into_iter();
        let choices = kinds.filter_map(|trap| {
            let command = self.allowed(Preparation::MakeKit { trap })?;
            let name = with_article(&self.catalog().trap(trap).name);
            let turns = self.world().preparation_turns(Preparation::MakeKit { trap });
            let label = format!("make {name} kit: {parts} parts, {turns} turns");
            Some(PreparationChoice { label, places: vec![(None, command)] })
        });
        choices.collect()
    }

    fn kits_to_set(&self) -> Vec<PreparationChoice> {
        let here = self.player().pos;
        let choices = self.kits().into_iter().filter_map(|(trap, count)| {
            let places: Vec<_> = Dir::ALL
                .into_iter()
                .filter_map(|dir| {
                    let command = self.allowed(Preparation::SetKit { trap, dir })?;
                    Some((Some((dir, here + dir)), command))
                })
                .collect();
            let name = &self.catalog().trap(trap).name;
            let turns =
                self.world().preparation_turns(Preparation::SetKit { trap, dir: Dir::North });
            let label = format!("set a {name} kit (of {count}): {turns} turns");
            (!places.is_empty()).then_some(PreparationChoice { label, places })
        });
        choices.collect()
    }

    fn trap_to_take_down(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::TakeDown { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let Some(Fixture::Trap { kind, .. }) = self.cell(at).fixture else { return None };
        let risk = self.world().take_down_risk(kind);
        let label = format!(
            "take down the {} trap {}: {} turns, {} part back, {risk}% that it goes off",
            self.catalog().trap(kind).name,
            dir.name(),
            self.world().preparation_turns(what),
            self.catalog().rules.prepare.parts_back,
        );
        Some(PreparationChoice { label, places: vec![(Some((dir, at)), command)] })
    }

    fn wardrobe_to_push(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::MoveWardrobe { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let turns = self.world().preparation_turns(what);
        let label = format!("push the wardrobe {}: {turns} turns", dir.name());
        Some(PreparationChoice { label, places: vec![(Some((dir, at)), command)] })
    }

    /// The refusal that tells most about what is missing.
    fn why_nothing_to_prepare(&self) -> Reject {
        let world = self.world();
        if world.raid().is_some() {
            return Reject::TooLateToPrepare;
        }
        if let Some(&trap) = world.belongings().kits.first() {
            let refusals = Dir::ALL.into_iter().filter_map(|dir| {
                self.refusal(&Command::Prepare(Preparation::SetKit { trap, dir }))
            });
            return refusals
                .max_by_key(|reject| *reject != Reject::NoPlaceForKit(KitPlace::NotFree))
                .unwrap_or(Reject::NothingToPrepare);
        }
        let needed = self.catalog().rules.prepare.kit_parts;
        if world.supply(Supply::Parts) < needed {
            return Reject::TooFewParts { needed };
        }
        let kind = world.known_trap_kinds().first().copied();
        kind.map_or(Reject::UnknownTrap, |trap| {
            let make = Command::Prepare(Preparation::MakeKit { trap });
            self.refusal(&make).unwrap_or(Reject::NothingToPrepare)
        })
    }
}
