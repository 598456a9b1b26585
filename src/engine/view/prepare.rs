//! What can be prepared for the raid from where the player stands.

use crate::sim::{Coins, Command, Entrant, Fixture, MAX_ERRAND_CELLS, Preparation, Reject};
use base::{Dir, Pos};
use content::counted;

use super::View;
use super::extra_orders::ClosetOrderView;
use super::names::parts_in_words;
use super::party_way::PartyWay;

/// Something to prepare for the raid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparationChoice {
    /// What it is and what it takes, in words.
    pub label: String,
    /// What comes of it, in one sentence or a few.
    pub effect: String,
    /// Why some cells are not among those to choose from; empty where that goes without saying.
    pub note: String,
    /// The cells to choose from, with their commands; one without a cell for what is done where the
    /// player stands, and none for a trap kit that can be set nowhere from here.
    pub places: Vec<(Option<(Dir, Pos)>, Command)>,
}

impl View<'_> {
    /// What can be prepared from here.
    ///
    /// # Errors
    /// There is nothing, for this reason.
    pub fn preparations(&self) -> Result<Vec<PreparationChoice>, Reject> {
        let mut choices: Vec<PreparationChoice> = Vec::new();
        if self.world().raid().is_none() {
            choices.extend(self.kits_to_make());
            choices.extend(self.kits_to_set());
            choices.extend(self.walks_to_narrow_places());
        }
        choices.extend(self.resident_that_follows());
        let in_each_direction = |choice: fn(&Self, Dir) -> Option<PreparationChoice>| {
            Dir::ALL.into_iter().filter_map(move |dir| choice(self, dir))
        };
        choices.extend(in_each_direction(View::resident_to_lead));
        choices.extend(in_each_direction(View::door_to_rehang));
        choices.extend(in_each_direction(View::door_to_bar));
        choices.extend(in_each_direction(View::wardrobe_to_push));
        choices.extend(self.coins_to_lay());
        // An order is taken for good, and what undoes work comes last: the list opens at its first
        // entry.
        choices.extend(self.orders_to_take().iter().map(order_to_take));
        choices.extend(in_each_direction(View::light_to_douse));
        choices.extend(in_each_direction(View::trap_to_take_down));
        let is_possible = |choice: &PreparationChoice| !choice.places.is_empty();
        if choices.iter().any(is_possible) { Ok(choices) } else { Err(self.why_no_kits()) }
    }

    pub(super) fn allowed(&self, what: Preparation) -> Option<Command> {
        self.allowed_command(Command::Prepare(what))
    }

    pub(super) fn allowed_command(&self, command: Command) -> Option<Command> {
        self.refusal(&command).is_none().then_some(command)
    }

    /// What is to be said of a cell beside to choose from: that a door is next to it, and whether
    /// the party comes by there on its shortest way; empty for any other.
    pub fn whereabouts(&self, at: Pos, way: Option<&PartyWay>) -> String {
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
        let effect = if self.world().shift.is_placed_trap(at) {
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
             {} cells off at least; danger ends it. {}% of what it does to them there counts as \
             your doing.",
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
        let effect = "For the side they come from: from here it is then opened by the latch and \
                      not by a kick, which holds up whoever kicks doors in. It falls shut behind \
                      each of them."
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
            "No raider lifts a bar. They hammer it down in {} blows, heard {} cells off, and what \
             is left is a broken door.",
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
            "Rogues and treasure hunters leave the way for what they see lying within \
             {MAX_ERRAND_CELLS} cells, whatever lies before it. So do they for anything that you \
             drop. It stays until somebody picks it up."
        );
        let (_, members) = self.world().party_at_dawn();
        let takes = |entrant: &Entrant| {
            self.catalog().actor(entrant.kind).raider.as_ref().is_some_and(|raider| raider.takes)
        };
        let is_taken = members.iter().any(takes);
        let note = if is_taken { "" } else { "Nobody of those expected would." }.to_owned();
        (!places.is_empty()).then_some(PreparationChoice { label, effect, note, places })
    }
}

fn order_to_take(order: &ClosetOrderView) -> PreparationChoice {
    PreparationChoice {
        label: format!("take the order: {}", order.label),
        note: String::new(),
        places: vec![(None, order.command())],
        effect: format!("“{}” The other one comes down for it.", order.text),
    }
}
