//! Hints for newcomers: each is shown once in a run, when its condition first holds.
//!
//! A hint may have several wordings for several situations, named "hurt" and "hurt/potion": only
//! one of them is shown.

use content::{Gate, JobKind, Slot, Status, Texts};
use engine::sim::{Command, Event, FightEvent, Fixture, RaidEvent, WorkEvent};
use engine::view::{Task, View};

use super::{keymap::Keymap, widgets::is_low};

/// The hints that were shown in this run, by the names of their conditions.
#[derive(Clone, Debug, Default)]
pub struct ShownHints {
    moments: Vec<&'static str>,
}

impl ShownHints {
    /// The first hint whose condition holds after these events and that was not shown before.
    pub fn due(&mut self, view: View<'_>, events: &[Event], keymap: &Keymap) -> Option<String> {
        moments(view, events).find_map(|moment| self.tell(moment, view, keymap))
    }

    /// The hint of a condition in the wording for the situation, if there is one and it was not
    /// shown before.
    pub fn tell(
        &mut self,
        moment: &'static str,
        view: View<'_>,
        keymap: &Keymap,
    ) -> Option<String> {
        if self.moments.contains(&moment) {
            return None;
        }
        self.moments.push(moment);
        text(moment, situation(moment, view), &view.catalog().texts, keymap)
    }
}

/// The hint of a condition in the wording for a situation, or in its only wording.
fn text(moment: &str, situation: &str, texts: &Texts, keymap: &Keymap) -> Option<String> {
    let worded = format!("{moment}/{situation}");
    let find = |name: &str| texts.hints.iter().find(|hint| hint.when == name);
    let hint = find(&worded).or_else(|| find(moment))?;
    Some(keymap.fill_in(&hint.text))
}

fn situation(moment: &str, view: View<'_>) -> &'static str {
    let has = |slot| view.cart().iter().any(|entry| entry.item.slot == slot);
    match moment {
        "hurt" if has(Slot::Potion) => "potion",
        "threat" if has(Slot::Missile) => "missile",
        _ => "",
    }
}

/// The names, as in `texts.ron`, of the conditions that hold; those that pass quickly come first.
fn moments(view: View<'_>, events: &[Event]) -> impl Iterator<Item = &'static str> {
    let player = view.player();
    let here = player.pos;
    let beside = || std::iter::once(here).chain(here.neighbours());
    let is = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    let table = [
        (
            "raid",
            is(|event| matches!(event, Event::Raid(RaidEvent::RaidBegan { .. })))
                && view.intruders().is_some()
                && !view.is_away(),
        ),
        ("threat", is(|event| matches!(event, Event::Fight(FightEvent::ThreatSeen { .. })))),
        ("mop", {
            let (fouled, cells) = player.mop;
            fouled >= cells && is(|event| matches!(event, Event::Work(WorkEvent::MopFouled)))
        }),
        (
            "dawn",
            is(|event| {
                use WorkEvent::{DawnNears, TimeToLeave};
                matches!(event, Event::Work(DawnNears { .. } | TimeToLeave { .. }))
            }) && view.turns_to_exit().is_some(),
        ),
        ("start", view.clock().0 == 0 && !view.is_in_town() && !view.is_between_floors()),
        ("hurt", is_low(player.health, player.max_health)),
        ("trap", beside().any(|pos| view.cell(pos).fixture.is_some_and(Fixture::is_armed_trap))),
        ("body", player.carrying.is_none() && beside().any(|pos| view.cell(pos).body)),
        (
            "job",
            !view.is_in_field()
                && view.tasks().iter().any(|task| {
                    task.refusal.is_none()
                        && matches!(task.task, Task::Job(job) if job != JobKind::Body)
                }),
        ),
        (
            "key",
            view.player().belt.iter().any(|(item, _)| item.opens.is_some_and(Gate::keeps_its_key)),
        ),
        (
            "gate",
            here.neighbours().any(|pos| view.gate_at(pos).is_some_and(|gate| gate != Gate::Drop)),
        ),
        ("ledge", here.neighbours().any(|pos| view.gate_at(pos) == Some(Gate::Drop))),
        ("crate", here.neighbours().any(|pos| view.cell(pos).fixture == Some(Fixture::Crate))),
        ("fire", player.statuses.iter().any(|&(status, _)| status == Status::Burning)),
        (
            "hide",
            !view.is_in_town()
                && beside().any(|pos| view.cell(pos).fixture.is_some_and(Fixture::hides)),
        ),
        ("town", view.is_in_town()),
        ("counter", view.town().is_some_and(|town| !town.deals().is_empty())),
        ("shop", view.is_in_shop()),
        ("exit", here == view.exit() && view.par().is_some() && !view.has_stairs_down()),
        ("stairs", here == view.exit() && view.par().is_some() && view.has_stairs_down()),
        (
            "done",
            !view.is_in_town()
                && !view.is_in_field()
                && view.is_order_complete()
                && !view.has_stairs_down()
                && view.refusal(&Command::TravelToExit).is_none(),
        ),
    ];
    table.into_iter().filter(|&(_, come)| come).map(|(moment, _)| moment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::unknown_names;
    use base::Seed;
    use content::{Catalog, Depth};
    use engine::sim::{Game, Setup};
    use std::sync::Arc;

    #[test]
    fn every_hint_names_keys_that_there_are_and_is_told_once() {
        let catalog = Arc::new(Catalog::embedded().unwrap());
        let keymap = Keymap::default();
        for hint in &catalog.texts.hints {
            assert_eq!(unknown_names(&hint.text), Vec::<&str>::new());
        }
        let game = Game::new(Setup::shift("vault", Depth(1), Seed(1)), &catalog).unwrap();
        let mut told = ShownHints::default();
        assert!(told.tell("start", game.view(), &keymap).is_some());
        assert_eq!(told.tell("start", game.view(), &keymap), None);
    }

    #[test]
    fn every_wording_belongs_to_a_hint_and_is_chosen_by_its_situation() {
        let texts = Catalog::embedded().unwrap().texts;
        let keymap = Keymap::default();
        for hint in texts.hints.iter().filter(|hint| hint.when.contains('/')) {
            let (moment, situation) = hint.when.split_once('/').unwrap();
            let usual = text(moment, "", &texts, &keymap);
            assert!(usual.is_some(), "{moment} has no wording of its own");
            assert_ne!(text(moment, situation, &texts, &keymap), usual);
        }
    }
}
