//! The trap kits: what can be made, where one can be set, and why not.

use crate::sim::{Command, KitPlace, Preparation, Reject};
use base::{Dir, Pos, flood};
use content::{JobKind, Supply, TrapKindId, counted, with_article};

use super::effect_words::{EffectOf, gist};
use super::names::parts_in_words;
use super::party_way::PartyWay;
use super::prepare::PreparationChoice;
use super::tale::list;
use super::{View, describe_refusal};

/// Narrow places on the way of the party that are told at most.
const MAX_NARROW_PLACES: usize = 4;

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

    /// Why no trap kit can be made or set from here, or no more made because so many are carried,
    /// in words; `None` otherwise.
    pub fn hint_on_kits(&self) -> Option<String> {
        // It is told why nothing can be made, whatever can be set.
        let make = self.world().trap_kinds().first().map(|&trap| Preparation::MakeKit { trap });
        let refused = make.and_then(|make| self.refusal(&Command::Prepare(make)));
        if let Some(full @ Reject::KitsFull { .. }) = refused {
            return Some(describe_refusal(full, self.catalog()));
        }
        let mut choices = self.kits_to_make().into_iter().chain(self.kits_to_set());
        let is_possible = choices.any(|choice| !choice.places.is_empty());
        (!is_possible).then(|| describe_refusal(self.why_no_kits(), self.catalog()))
    }

    pub(super) fn kits_to_make(&self) -> Vec<PreparationChoice> {
        let parts = self.catalog().rules.prepare.kit_parts;
        let kinds = self.world().trap_kinds().into_iter();
        let note = self.parts_owed(parts);
        let choices = kinds.filter_map(|trap| {
            let command = self.allowed(Preparation::MakeKit { trap })?;
            let name = with_article(&self.catalog().trap(trap).name);
            let turns = self.world().preparation_turns(Preparation::MakeKit { trap });
            let label =
                format!("make {name} kit: {}, {}", counted(parts, "part"), counted(turns, "turn"));
            let (gist, effect) = (self.trap_gist(trap), self.kit_effect(trap));
            let choice = PreparationChoice::new(None, command, label, gist, effect);
            Some(PreparationChoice { note: note.clone(), ..choice })
        });
        choices.collect()
    }

    /// That so many parts are wanted by the order, if they are no longer there after a kit is made.
    fn parts_owed(&self, for_kit: u16) -> String {
        let traps = self.order().into_iter().filter(|count| count.job == JobKind::Trap);
        let owed: u16 = traps.map(|count| count.total.saturating_sub(count.done)).sum();
        let parts = self.world().supply(Supply::Parts);
        if owed == 0 || parts >= owed + for_kit {
            return String::new();
        }
        format!("The order's traps want {owed} of your {}.", parts_in_words(parts))
    }

    /// What a trap is, and what it does to raiders and to the player.
    fn kit_effect(&self, trap: TrapKindId) -> String {
        let description = &self.catalog().trap(trap).description;
        format!("{description} {}", self.trap_effects(trap))
    }

    /// One choice for each kind of kit that is carried, also of those that can be set nowhere from
    /// here.
    pub(super) fn kits_to_set(&self) -> Vec<PreparationChoice> {
        let here = self.player().pos;
        let choices = self.kits().into_iter().map(|(trap, count)| {
            let places: Vec<_> = Dir::ALL
                .into_iter()
                .filter_map(|dir| {
                    let command = self.allowed(Preparation::SetKit { trap, dir })?;
                    Some((Some((dir, here + dir)), command))
                })
                .collect();
            let name = with_article(&format!("{} kit", self.catalog().trap(trap).name));
            let (gist, effect) = (self.trap_gist(trap), self.kit_effect(trap));
            if places.is_empty() {
                let label = format!("set {name} (of {count}): nowhere from here");
                let note = describe_refusal(self.why_nowhere(trap), self.catalog());
                return PreparationChoice { label, gist: String::new(), effect, note, places };
            }
            let turns =
                self.world().preparation_turns(Preparation::SetKit { trap, dir: Dir::North });
            let label = format!("set {name} (of {count}): {}", counted(turns, "turn"));
            let note = self.why_not_there(trap);
            PreparationChoice { label, gist, effect, note, places }
        });
        choices.collect()
    }

    /// Walks to where a kit would be set that the player carries: the narrow places on the way of
    /// the party that are nearest.
    pub(super) fn walks_to_narrow_places(&self) -> Vec<PreparationChoice> {
        if self.kits().is_empty() {
            return Vec::new();
        }
        let Some(way) = PartyWay::of(self) else { return Vec::new() };
        let here = self.player().pos;
        // The way leads through gates that parties get past, and the player may not.
        let reach = flood(&self.known_passable_cells(), here);
        let mut places = way.narrow_places(self);
        places.retain(|place| place.from != here && reach.contains(place.from));
        places.sort_by_key(|place| (place.from.steps_to(here), place.at));
        places.truncate(MAX_NARROW_PLACES);
        let walks = places.into_iter().filter_map(|place| {
            let command = self.allowed_command(Command::Travel(place.from))?;
            let (steps, to_exit) = (place.from.steps_to(here), way.steps_to_exit(place.at));
            let label = format!(
                "walk to a narrow place on the way through: {} {}, {to_exit} from the exit",
                counted(steps, "cell"),
                here.bearing(place.from).name()
            );
            let effect = format!(
                "There is no way round it that you know of. From where you stop, set the kit {}.",
                Dir::between(place.from, place.at).map_or("there", Dir::name)
            );
            Some(PreparationChoice::new(None, command, label, "", effect))
        });
        walks.collect()
    }

    /// The directions in which no kit can be set because of a trap, the way in or the way out, and
    /// why.
    fn why_not_there(&self, trap: TrapKindId) -> String {
        type IsWhy = fn(KitPlace) -> bool;
        let refused = |is_why: IsWhy| -> Vec<String> {
            let is_refused = |dir: &Dir| {
                let set = Command::Prepare(Preparation::SetKit { trap, dir: *dir });
                matches!(self.refusal(&set), Some(Reject::NoPlaceForKit(why)) if is_why(why))
            };
            Dir::ALL.into_iter().filter(is_refused).map(|dir| dir.name().to_owned()).collect()
        };
        let places: [(IsWhy, &str); 3] = [
            (|why| why == KitPlace::InDoorway, "in a doorway"),
            (|why| matches!(why, KitPlace::NearOwnTrap { .. }), "in reach of a trap of yours"),
            (
                |why| matches!(why, KitPlace::NearStart { .. } | KitPlace::NearExit { .. }),
                "near the way in or out",
            ),
        ];
        let reasons = places.into_iter().filter_map(|(is_why, why)| {
            let dirs = refused(is_why);
            (!dirs.is_empty()).then(|| format!("Not {}: {why}.", list(&dirs)))
        });
        reasons.collect::<Vec<_>>().join(" ")
    }

    /// The refusal that tells most about what is missing for a trap kit.
    pub(super) fn why_no_kits(&self) -> Reject {
        let world = self.world();
        if world.raid().is_some() {
            return Reject::TooLateToPrepare;
        }
        if let Some(&trap) = world.belongings().kits.first() {
            return self.why_nowhere(trap);
        }
        let needed = self.catalog().rules.prepare.kit_parts;
        if world.supply(Supply::Parts) < needed {
            return Reject::TooFewParts { needed };
        }
        let kind = world.trap_kinds().first().copied();
        kind.map_or(Reject::UnknownTrap, |trap| {
            let make = Command::Prepare(Preparation::MakeKit { trap });
            self.refusal(&make).unwrap_or(Reject::NothingToPrepare)
        })
    }

    /// The refusal that tells most about why a kit can be set in no direction.
    fn why_nowhere(&self, trap: TrapKindId) -> Reject {
        let refusals = Dir::ALL
            .into_iter()
            .filter_map(|dir| self.refusal(&Command::Prepare(Preparation::SetKit { trap, dir })));
        refusals
            .max_by_key(|reject| *reject != Reject::NoPlaceForKit(KitPlace::NotFree))
            .unwrap_or(Reject::NothingToPrepare)
    }
}

impl View<'_> {
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
