//! What can be prepared for the raid from where the player stands.

use crate::sim::{Coins, Command, CordEnd, Fixture, JobCount, Preparation, Reject, World};
use base::{Dir, Pos};
use content::{Supply, capital, counted};

use super::View;
use super::extra_orders::ClosetOrderView;
use super::names::parts_in_words;
use super::party_way::PartyWay;

/// Something to prepare for the raid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparationChoice {
    /// What it is and what it takes, in words.
    pub label: String,
    /// What it is good for, in a few words.
    pub gist: String,
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
        choices.extend(in_each_direction(View::cord_to_lay));
        choices.extend(in_each_direction(View::door_to_bar));
        choices.extend(in_each_direction(View::wardrobe_to_push));
        // An order is taken for good, and what undoes work comes last: the list opens at its first
        // entry.
        choices.extend(self.orders_to_take().iter().map(order_to_take));
        choices.extend(self.supplies_to_trade());
        choices.extend(in_each_direction(View::cord_to_take_off));
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
                "on the shortest way that you know of"
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
        let gist = format!("{back} back, {risk}% risk");
        Some(PreparationChoice::new(Some((dir, at)), command, label, gist, effect))
    }

    fn wardrobe_to_push(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::MoveWardrobe { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let turns = self.world().preparation_turns(what);
        let label = format!("push the wardrobe {}: {}", dir.name(), counted(turns, "turn"));
        let effect = "They have to walk round it.";
        Some(PreparationChoice::new(Some((dir, at)), command, label, "to watch from", effect))
    }

    fn resident_to_lead(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::Lead { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let world = self.world();
        let resident = *world.actor_at(at)?;
        let name = &self.catalog().actor(resident.kind).name;
        let turns = world.preparation_turns(what);
        let label = format!("lead the {name} {}: {}", dir.name(), counted(turns, "turn"));
        let rules = &self.catalog().rules.prepare;
        let (health, (_, (low, high))) =
            (world.vitals(resident.entity).max_health, world.blow(&resident));
        let effect = format!(
            "It follows you, and you walk no faster than it does, until you tell it where to stay, \
             {} cells off at least; danger ends it. There it lies in wait, and its first blow \
             takes {} % of a raider's full health. {} a night can be led.",
            rules.post_cells,
            self.catalog().rules.raid.wound,
            rules.leads
        );
        let gist = format!("{health} health, hits for {low} to {high}");
        Some(PreparationChoice::new(Some((dir, at)), command, label, gist, effect))
    }

    /// What can be told to the resident that follows.
    fn resident_that_follows(&self) -> Vec<PreparationChoice> {
        let Some(led) = self.world().led() else { return Vec::new() };
        let name = &self.catalog().actor(led.kind).name;
        let price = match self.world().price_of_post() {
            Coins(0) => String::new(),
            coins => format!(", {coins}"),
        };
        let stay = self.allowed(Preparation::TakePost).map(|command| {
            let label = format!("tell the {name} to stay where it stands: 1 turn{price}");
            PreparationChoice::new(None, command, label, "its post from now on", "")
        });
        let home = self.allowed(Preparation::SendHome).map(|command| {
            let label = format!("send the {name} home: 1 turn");
            PreparationChoice::new(None, command, label, "to the post that it had", "")
        });
        stay.into_iter().chain(home).collect()
    }

    fn cord_to_lay(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::Cord { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let world = self.world();
        let rules = &self.catalog().rules.prepare;
        let end = world.cord_end(at)?;
        let (gist, effect) = match end {
            CordEnd::Trap(_) => (
                "goes off when you pull".to_owned(),
                format!(
                    "It holds, whoever steps on it, until you pull. Then it goes off at all who \
                     stand on it or beside it, and is wound up again in {} turns.",
                    rules.rewind_turns
                ),
            ),
            CordEnd::Door(_) => {
                (format!("slams, barred for {} turns", rules.slam_turns), String::new())
            }
            CordEnd::Light { .. } => ("goes out, or on".to_owned(), String::new()),
            CordEnd::Resident(_) => ("goes for the nearest".to_owned(), String::new()),
        };
        let turns = counted(world.preparation_turns(what), "turn");
        let to = self.name_of_cord_end(end);
        let label = format!("lay a cord to the {to} {}: {turns}", dir.name());
        Some(PreparationChoice::new(Some((dir, at)), command, label, gist, effect))
    }

    fn cord_to_take_off(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::Uncord { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let cord = self.world().shift.prepared.cord_at(at)? + 1;
        let turns = counted(self.world().preparation_turns(what), "turn");
        let label = format!("take cord {cord} off {}: {turns}", dir.name());
        let gist = "to be laid elsewhere";
        Some(PreparationChoice::new(Some((dir, at)), command, label, gist, ""))
    }

    /// For each supply the trade that takes what there is most of beyond the order.
    fn supplies_to_trade(&self) -> Vec<PreparationChoice> {
        let spare = |give: Supply| {
            let uses = |count: &JobCount| World::supply_for(count.job) == Some(give);
            let order = self.order().into_iter().filter(uses);
            let owed: u16 = order
                .map(|count| self.progress(count))
                .map(|(done, wanted)| wanted.saturating_sub(done))
                .sum();
            self.world().supply(give).saturating_sub(owed)
        };
        let price = self.catalog().rules.prepare.trade;
        let offers = Supply::ALL.into_iter().filter_map(|take| {
            let others = Supply::ALL.into_iter().rev().filter(|&give| give != take);
            let give =
                others.max_by_key(|&give| spare(give)).filter(|&give| spare(give) >= price)?;
            let command = self.allowed(Preparation::Trade { give, take })?;
            let label = format!("trade {} for {}: 1 turn", give.counted(price), take.counted(1));
            let gist = format!("{} beyond the order", give.counted(spare(give)));
            Some(PreparationChoice::new(None, command, label, gist, ""))
        });
        offers.collect()
    }

    fn door_to_bar(&self, dir: Dir) -> Option<PreparationChoice> {
        let command = self.allowed_command(Command::BarDoor(dir))?;
        let at = self.player().pos + dir;
        let rules = &self.catalog().rules;
        let gist = format!("holds {} blows", rules.force_barred);
        let effect = format!(
            "They hammer it down, heard {} cells off, and what is left is a broken door.",
            rules.noise_force
        );
        let label = format!("bar the door {}: 1 turn", dir.name());
        Some(PreparationChoice::new(Some((dir, at)), command, label, gist, effect))
    }

    fn light_to_douse(&self, dir: Dir) -> Option<PreparationChoice> {
        let at = self.player().pos + dir;
        if self.cell(at).fixture != Some(Fixture::Light { lit: true }) {
            return None;
        }
        let command = self.allowed_command(Command::Douse(Some(dir)))?;
        let label = format!("put out the brazier {}: 1 turn, a job undone", dir.name());
        let effect = "Mages and priests light it again.";
        let gist = "they see less far";
        Some(PreparationChoice::new(Some((dir, at)), command, label, gist, effect))
    }
}

impl PreparationChoice {
    /// What is done on a cell beside, or where the player stands.
    pub(super) fn new(
        place: Option<(Dir, Pos)>,
        command: Command,
        label: String,
        gist: impl Into<String>,
        effect: impl Into<String>,
    ) -> Self {
        let (gist, effect) = (gist.into(), effect.into());
        Self { label, gist, effect, note: String::new(), places: vec![(place, command)] }
    }

    /// The row that it has in a list.
    pub fn row(&self) -> String {
        let gist = capital(&self.gist);
        if gist.is_empty() { self.label.clone() } else { format!("{}. {gist}", self.label) }
    }
}

fn order_to_take(order: &ClosetOrderView) -> PreparationChoice {
    let label = format!("take the order: {}", order.label);
    let effect = format!("“{}” The other one comes down for it.", order.text);
    PreparationChoice::new(None, order.command(), label, "", effect)
}
