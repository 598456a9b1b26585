//! The lines about the fixture and the terrain of an examined cell: `data/terrain.ron` has them, and
//! here their braces are filled in.

use crate::sim::{Door, Fixture, Turns, World};
use crate::view::View;
use crate::view::tale::filled_in;
use base::Pos;
use content::{Gate, JobKind, TerrainRow, capital, counted, with_article};
use levels::Tile;

impl View<'_> {
    /// The name of a fixture in reader mode.
    pub fn fixture_name(&self, fixture: Fixture) -> String {
        let mut values = Vec::new();
        values.extend(fixture.trap().map(|kind| ("trap", self.catalog().trap(kind).name.clone())));
        if let Fixture::Drop(down) = fixture {
            values.push(("down", down.name().to_owned()));
        }
        filled_in(&self.catalog().terrain.fixture(fixture.state()).name, &values)
    }

    pub(super) fn examine_fixture(&self, fixture: Fixture) -> Vec<String> {
        let kind = fixture.trap();
        let trap = kind.map(|kind| self.catalog().trap(kind));
        let mut values = vec![("turns", counted(self.world().smash_turns(), "turn"))];
        values.extend(fixture.gate().map(|gate| ("open", self.how_to_open(gate))));
        values.extend(fixture.job().map(|job| ("cost", self.job_cost(job))));
        values.extend(trap.map(|trap| ("trap", capital(&with_article(&trap.name)))));
        if let Fixture::Drop(down) = fixture {
            values.push(("down", down.name().to_owned()));
        }
        let row = self.catalog().terrain.fixture(fixture.state());
        let mut lines = vec![filled_in(self.text_here(row), &values)];
        lines.extend(trap.map(|trap| trap.description.clone()));
        lines.extend(kind.map(|kind| self.trap_effects(kind)));
        lines.extend(self.world().shift.par.and_then(|_| self.cost_for_raiders(fixture)));
        lines
    }

    /// What a fixture adds to the ways of those who come, where it does.
    fn cost_for_raiders(&self, fixture: Fixture) -> Option<String> {
        let rules = &self.catalog().rules.raid;
        let (steps, who) = match fixture {
            Fixture::Door(Door::Closed) => (rules.door, ""),
            Fixture::Door(Door::Barred) => (rules.barred, ""),
            Fixture::Trap { armed: true, .. } => (rules.trap, " who know of it"),
            Fixture::Post { empty: false } => (rules.post, " but those who want heads"),
            _ => return None,
        };
        Some(format!("On their way it counts as {steps} steps, for all{who}."))
    }

    pub(super) fn examine_tile(&self, tile: Tile) -> String {
        let gate = tile.gate().map(|gate| ("open", self.how_to_open(gate)));
        filled_in(self.text_here(self.catalog().terrain.tile(tile)), gate.as_slice())
    }

    /// The sentences of a row, as they are at this place.
    fn text_here<'r>(&self, row: &'r TerrainRow) -> &'r str {
        let is_in_house = self.town().is_some_and(|town| town.here().is_some());
        let in_house = row.in_house.as_ref().filter(|_| is_in_house);
        let in_town = row.in_town.as_ref().filter(|_| self.is_in_town());
        in_house.or(in_town).unwrap_or(&row.examine)
    }

    /// The cord that is laid to a cell, and whether it can be pulled.
    pub(super) fn examine_cord(&self, pos: Pos) -> Option<String> {
        let place = self.world().shift.prepared.cord_at(pos)?;
        let state = match self.world().cord_wait(&self.world().cords()[place]) {
            _ if self.world().cord_end(pos).is_none() => "it has come loose".to_owned(),
            Turns(0) => "it is ready".to_owned(),
            left => format!("it winds itself up for {}", counted(left.0, "turn")),
        };
        Some(format!("Cord {} is laid to it: {state}.", place + 1))
    }

    /// The turns and the supply that a job takes.
    fn job_cost(&self, job: JobKind) -> String {
        let turns = counted(self.world().work_turns(job), "turn");
        let Some(supply) = World::supply_for(job) else { return format!("It takes {turns}.") };
        let own = self.world().supply(supply);
        format!("It takes {turns} and one of your {own} {supply}.")
    }

    fn how_to_open(&self, gate: Gate) -> String {
        let opens = self.world().opens(gate);
        match gate {
            Gate::LockedDoor if opens => {
                "Walk into it: a small key opens it, and stays in the lock."
            }
            Gate::LockedDoor => "Any small key of this floor opens it; you have none.",
            Gate::BossDoor if opens => "Walk into it: you have the key, and your hip knows it.",
            Gate::BossDoor => "It has a key of its own, and you do not have it.",
            Gate::Pit if opens => "Your boots will not notice it.",
            Gate::Pit => "It wants lighter boots than yours. You see across, at least.",
            Gate::Rubble if opens => match self.world().satchel_wait().0 {
                0 => "Walk into it, and the satchel makes it floor. Everybody will hear.",
                _ => "The satchel is refilling itself.",
            },
            Gate::Rubble => "It is more than a night's work, and wants a bomb.",
            Gate::Drop => "There is no way up.",
        }
        .to_owned()
    }
}
