//! What can be prepared for the raid from where the player stands, beside what is planned.

use crate::sim::{Coins, Command, Fixture, JobCount, Preparation, Reject, World};
use base::{Dir, Pos};
use content::{Supply, capital, counted};

use super::View;
use super::extra_orders::ClosetOrderView;
use super::names::parts_in_words;

/// Something to prepare for the raid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparationChoice {
    /// What it is and what it takes, in words.
    pub label: String,
    /// What it is good for, in a few words.
    pub gist: String,
    /// What comes of it, in one sentence or a few.
    pub effect: String,
    pub command: Command,
    /// The cell on which it is done.
    pub at: Pos,
}

impl View<'_> {
    /// What can be prepared from here.
    ///
    /// # Errors
    /// There is nothing, for this reason.
    pub fn preparations(&self) -> Result<Vec<PreparationChoice>, Reject> {
        let mut choices: Vec<PreparationChoice> = Vec::new();
        choices.extend(self.resident_that_follows());
        let in_each_direction = |choice: fn(&Self, Dir) -> Option<PreparationChoice>| {
            Dir::ALL.into_iter().filter_map(move |dir| choice(self, dir))
        };
        choices.extend(in_each_direction(View::door_to_bar));
        choices.extend(in_each_direction(View::wardrobe_to_push));
        // An order is taken for good, and what undoes work comes last: the list opens at its first
        // entry.
        choices.extend(self.orders_to_take().iter().map(|order| self.order_to_take(order)));
        choices.extend(self.supplies_to_trade());
        choices.extend(in_each_direction(View::cord_to_take_off));
        choices.extend(in_each_direction(View::light_to_douse));
        choices.extend(in_each_direction(View::trap_to_take_down));
        match choices.is_empty() {
            false => Ok(choices),
            true if self.world().raid().is_some() => Err(Reject::TooLateToPrepare),
            true => Err(Reject::NothingToPrepare),
        }
    }

    pub(super) fn allowed(&self, what: Preparation) -> Option<Command> {
        self.allowed_command(Command::Prepare(what))
    }

    pub(super) fn allowed_command(&self, command: Command) -> Option<Command> {
        self.refusal(&command).is_none().then_some(command)
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
        Some(PreparationChoice::new(at, command, label, gist, effect))
    }

    fn wardrobe_to_push(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::MoveWardrobe { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let turns = self.world().preparation_turns(what);
        let label = format!("push the wardrobe {}: {}", dir.name(), counted(turns, "turn"));
        let effect = "They have to walk round it.";
        Some(PreparationChoice::new(at, command, label, "to watch from", effect))
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
            PreparationChoice::new(self.player().pos, command, label, "its post from now on", "")
        });
        let home = self.allowed(Preparation::SendHome).map(|command| {
            let label = format!("send the {name} home: 1 turn");
            PreparationChoice::new(self.player().pos, command, label, "to the post that it had", "")
        });
        stay.into_iter().chain(home).collect()
    }

    fn cord_to_take_off(&self, dir: Dir) -> Option<PreparationChoice> {
        let what = Preparation::Uncord { dir };
        let command = self.allowed(what)?;
        let at = self.player().pos + dir;
        let cord = self.world().shift.prepared.cord_at(at)? + 1;
        let turns = counted(self.world().preparation_turns(what), "turn");
        let label = format!("take cord {cord} off {}: {turns}", dir.name());
        let gist = "to be laid elsewhere";
        Some(PreparationChoice::new(at, command, label, gist, ""))
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
            Some(PreparationChoice::new(self.player().pos, command, label, gist, ""))
        });
        offers.collect()
    }

    fn order_to_take(&self, order: &ClosetOrderView) -> PreparationChoice {
        let label = format!("take the order: {}", order.label);
        let effect = format!("“{}” The other one comes down for it.", order.text);
        PreparationChoice::new(self.player().pos, order.command(), label, "", effect)
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
        Some(PreparationChoice::new(at, command, label, gist, effect))
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
        Some(PreparationChoice::new(at, command, label, gist, effect))
    }
}

impl PreparationChoice {
    fn new(
        at: Pos,
        command: Command,
        label: String,
        gist: impl Into<String>,
        effect: impl Into<String>,
    ) -> Self {
        Self { label, gist: gist.into(), effect: effect.into(), command, at }
    }

    /// The row that it has in a list.
    pub fn row(&self) -> String {
        let gist = capital(&self.gist);
        if gist.is_empty() { self.label.clone() } else { format!("{}. {gist}", self.label) }
    }
}
