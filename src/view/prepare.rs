//! What can be prepared for the raid from where the player stands.

use crate::base::{Dir, Pos};
use crate::content::{JobKind, Supply, TrapKindId, counted, with_article};
use crate::sim::Entrant;
use crate::sim::{Coins, Command, Fixture, KitPlace, MAX_ERRAND_CELLS, Preparation, Reject};

use super::party_way::PartyWay;
use super::tale::list;
use super::{View, describe_refusal};

/// Something to prepare for the raid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PreparationChoice {
    /// What it is and what it takes, in words.
    pub label: String,
    /// What comes of it, in one sentence or a few.
    pub effect: String,
    /// Why some cells are not among those to choose from; empty where that goes without saying.
    pub note: String,
    /// The cells to choose from, with their commands; one without a cell for what is done where the player stands.
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
        choices.extend(self.resident_that_follows());
        let in_each_direction = |choice: fn(&Self, Dir) -> Option<PreparationChoice>| {
            Dir::ALL.into_iter().filter_map(move |dir| choice(self, dir))
        };
        choices.extend(in_each_direction(View::resident_to_lead));
        choices.extend(in_each_direction(View::door_to_rehang));
        choices.extend(in_each_direction(View::door_to_bar));
        choices.extend(in_each_direction(View::wardrobe_to_push));
        choices.extend(self.coins_to_lay());
        // What undoes work comes last: the list opens at its first entry.
        choices.extend(in_each_direction(View::light_to_douse));
        choices.extend(in_each_direction(View::trap_to_take_down));
        if choices.is_empty() { Err(self.why_no_kits()) } else { Ok(choices) }
    }

    /// Why no trap kit can be made or set from here, in words; `None` if one can.
    pub(crate) fn hint_on_kits(&self) -> Option<String> {
        let is_possible = !(self.kits_to_make().is_empty() && self.kits_to_set().is_empty());
        (!is_possible).then(|| describe_refusal(self.why_no_kits(), self.catalog()))
    }

    /// Whether a trap kit can be set on a cell, as far as the cell itself goes.
    pub fn can_set_kit_at(&self, at: Pos) -> bool {
        self.cell(at).seen && self.world().kit_place(at).is_ok()
    }

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
    pub(crate) fn kits_in_words(&self) -> String {
        let name = |trap| &self.catalog().trap(trap).name;
        let kits = self.kits().into_iter().map(|(trap, count)| {
            if count == 1 { name(trap).clone() } else { format!("{count} {}", name(trap)) }
        });
        kits.collect::<Vec<_>>().join(", ")
    }

    fn allowed(&self, what: Preparation) -> Option<Command> {
        self.allowed_command(Command::Prepare(what))
    }

    fn allowed_command(&self, command: Command) -> Option<Command> {
        self.refusal(&command).is_none().then_some(command)
    }

    fn kits_to_make(&self) -> Vec<PreparationChoice> {
        let parts = self.catalog().rules.prepare.kit_parts;
        let kinds = self.world().trap_kinds().into_iter();
        let note = self.parts_owed(parts);
        let choices = kinds.filter_map(|trap| {
            let command = self.allowed(Preparation::MakeKit { trap })?;
            let name = with_article(&self.catalog().trap(trap).name);
            let turns = self.world().preparation_turns(Preparation::MakeKit { trap });
            let label =
                format!("make {name} kit: {}, {}", counted(parts, "part"), counted(turns, "turn"));
            let effect = self.kit_effect(trap);
            Some(PreparationChoice {
                label,
                effect,
                note: note.clone(),
                places: vec![(None, command)],
            })
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

    /// What a trap is, and what it does to whoever steps on it.
    fn kit_effect(&self, trap: TrapKindId) -> String {
        let description = &self.catalog().trap(trap).description;
        format!("{description} Whoever steps on it: {}", self.trap_effects(trap))
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
            let label = format!("set a {name} kit (of {count}): {}", counted(turns, "turn"));
            let effect = self.kit_effect(trap);
            let note = self.why_not_there(trap);
            (!places.is_empty()).then_some(PreparationChoice { label, effect, note, places })
        });
        choices.collect()
    }

    /// The directions in which no kit can be set because of a trap, the way in or the way out, and why.
    fn why_not_there(&self, trap: TrapKindId) -> String {
        let refused = |place: KitPlace| -> Vec<String> {
            let is_refused = |dir: &Dir| {
                let set = Command::Prepare(Preparation::SetKit { trap, dir: *dir });
                self.refusal(&set) == Some(Reject::NoPlaceForKit(place))
            };
            Dir::ALL.into_iter().filter(is_refused).map(|dir| dir.name().to_owned()).collect()
        };
        let places = [
            (KitPlace::BesideTrap, "beside another trap"),
            (KitPlace::BesideStartOrExit, "beside the way in or out"),
        ];
        let reasons = places.into_iter().filter_map(|(place, why)| {
            let dirs = refused(place);
            (!dirs.is_empty()).then(|| format!("Not {}: {why}.", list(&dirs)))
        });
        reasons.collect::<Vec<_>>().join(" ")
    }

    /// What is to be said of a cell beside to choose from: that a door is next to it, and whether the party comes by there
    /// on its shortest way; empty for any other.
    pub(crate) fn whereabouts(&self, at: Pos, way: Option<&PartyWay>) -> String {
        let is_door = |pos| matches!(self.cell(pos).fixture, Some(Fixture::Door(_)));
        let door = match at {
            _ if is_door(at) => Some("in the doorway"),
            _ if at.cardinals().any(is_door) => Some("before a door"),
            _ => None,
        };
        let on_way = way.filter(|way| way.leads_over(at)).map(|way| {
            if way.has_way_round(at) {
                "on their shortest way that you know of"
            } else {
                "no way round it that you know of"
            }
        });
        door.into_iter().chain(on_way).collect::<Vec<_>>().join(", ")
    }

    fn trap_to_take_down(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::TakeDown { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let Some(Fixture::Trap { kind, .. }) = self.cell(at).fixture else { return None };
        let risk = self.world().take_down_risk(kind);
        let label = format!(
            "take down the {} trap {}: {}",
            self.catalog().trap(kind).name,
            dir.name(),
            counted(self.world().preparation_turns(what), "turn"),
        );
        let effect = if self.world().shift().is_placed_trap(at) {
            "It was yours to set, and nobody asks for it."
        } else if self.world().scrap_of(at).1 {
            "It is gone then, and the order is one trap short."
        } else {
            "It is a job of the order again afterwards."
        };
        let back = parts_in_words(self.world().scrap_of(at).0);
        let effect = format!("You get {back} back, and in {risk}% of cases it goes off. {effect}");
        Some(PreparationChoice {
            label,
            effect,
            note: String::new(),
            places: vec![(Some((dir, at)), command)],
        })
    }

    fn wardrobe_to_push(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::MoveWardrobe { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let turns = self.world().preparation_turns(what);
        let label = format!("push the wardrobe {}: {}", dir.name(), counted(turns, "turn"));
        let effect = "Somewhere to watch the raid from, and they have to walk round it.".to_owned();
        Some(PreparationChoice {
            label,
            effect,
            note: String::new(),
            places: vec![(Some((dir, at)), command)],
        })
    }

    fn resident_to_lead(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::Lead { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let name = &self.actor_at(at)?.kind.name;
        let turns = self.world().preparation_turns(what);
        let label =
            format!("lead the {name} {} to another post: {}", dir.name(), counted(turns, "turn"));
        let rules = &self.catalog().rules.prepare;
        let effect = format!(
            "It follows you, and you walk no faster than it does, until you tell it where to stay, \
             {} cells off at least; danger ends it. {}% of what it does to them there counts as your doing.",
            rules.post_cells, rules.posted_percent
        );
        Some(PreparationChoice {
            label,
            effect,
            note: String::new(),
            places: vec![(Some((dir, at)), command)],
        })
    }

    /// What can be told to the resident that follows.
    fn resident_that_follows(&self) -> Vec<PreparationChoice> {
        let Some(led) = self.world().led() else { return Vec::new() };
        let name = &self.catalog().actor(led.kind).name;
        let price = match self.world().price_of_post() {
            Coins(0) => String::new(),
            coins => format!(", {coins}"),
        };
        let stay = self.allowed(Preparation::TakePost).map(|command| PreparationChoice {
            label: format!("tell the {name} to stay where it stands: 1 turn{price}"),
            effect: "That is its post from now on, and it fights whoever comes by.".to_owned(),
            note: String::new(),
            places: vec![(None, command)],
        });
        let home = self.allowed(Preparation::SendHome).map(|command| PreparationChoice {
            label: format!("send the {name} home: 1 turn"),
            effect: "It goes back to the post that it had.".to_owned(),
            note: String::new(),
            places: vec![(None, command)],
        });
        stay.into_iter().chain(home).collect()
    }

    fn door_to_rehang(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::RehangDoor { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let parts = self.catalog().rules.prepare.rehang_parts;
        let turns = self.world().preparation_turns(what);
        let label = format!(
            "hang the door {} the other way: {}, {}",
            dir.name(),
            parts_in_words(parts),
            counted(turns, "turn")
        );
        let effect = "For the side they come from: from here it is then opened by the latch and not by a kick, which holds up \
                      whoever kicks doors in. It falls shut behind each of them."
            .to_owned();
        Some(PreparationChoice {
            label,
            effect,
            note: String::new(),
            places: vec![(Some((dir, at)), command)],
        })
    }

    fn door_to_bar(&self, dir: Dir) -> Option<PreparationChoice> {
        let command = self.allowed_command(Command::BarDoor(dir))?;
        let at = self.player().pos + dir;
        let effect = format!(
            "No raider lifts a bar. They hammer it down in {} blows, heard {} cells off, and what is left is \
             a broken door.",
            self.catalog().rules.force_barred,
            self.catalog().rules.noise_force
        );
        let label = format!("bar the door {}: 1 turn", dir.name());
        Some(PreparationChoice {
            label,
            effect,
            note: String::new(),
            places: vec![(Some((dir, at)), command)],
        })
    }

    fn light_to_douse(&self, dir: Dir) -> Option<PreparationChoice> {
        let at = self.player().pos + dir;
        if self.cell(at).fixture != Some(Fixture::Light { lit: true }) {
            return None;
        }
        let command = self.allowed_command(Command::Douse(Some(dir)))?;
        let label = format!("put out the brazier {}: 1 turn, and a job undone", dir.name());
        let effect =
            "In the dark they see less far, and traps less well. Mages and priests light it again.";
        let effect = effect.to_owned();
        Some(PreparationChoice {
            label,
            effect,
            note: String::new(),
            places: vec![(Some((dir, at)), command)],
        })
    }

    fn coins_to_lay(&self) -> Option<PreparationChoice> {
        let here = self.player().pos;
        let places: Vec<_> = Dir::ALL
            .into_iter()
            .filter_map(|dir| {
                let command = self.allowed(Preparation::LayCoins { dir })?;
                Some((Some((dir, here + dir)), command))
            })
            .collect();
        let coins = self.catalog().rules.prepare.bait_coins;
        let label = format!("lay bait: {}, 1 turn", counted(coins, "coin"));
        let effect = format!(
            "Rogues and treasure hunters leave the way for what they see lying within {MAX_ERRAND_CELLS} cells, \
             whatever lies before it. So do they for anything that you drop. It stays until somebody picks it up."
        );
        let (_, members) = self.world().party_at_dawn();
        let takes = |entrant: &Entrant| {
            self.catalog().actor(entrant.kind).raider.as_ref().is_some_and(|raider| raider.takes)
        };
        let is_taken = members.iter().any(takes);
        let note = if is_taken { "" } else { "Nobody of those expected would." }.to_owned();
        (!places.is_empty()).then_some(PreparationChoice { label, effect, note, places })
    }

    /// The refusal that tells most about what is missing for a trap kit.
    fn why_no_kits(&self) -> Reject {
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
        let kind = world.trap_kinds().first().copied();
        kind.map_or(Reject::UnknownTrap, |trap| {
            let make = Command::Prepare(Preparation::MakeKit { trap });
            self.refusal(&make).unwrap_or(Reject::NothingToPrepare)
        })
    }
}

pub(super) fn parts_in_words(parts: u16) -> String {
    if parts == 1 { "a part".to_owned() } else { counted(parts, "part") }
}
