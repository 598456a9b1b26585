//! Hints for newcomers: each is shown once in a run, when its condition first holds.

use crate::{
    content::{Gate, JobKind, Status, Texts},
    sim::{Command, Event, FightEvent, Fixture, RaidEvent, WorkEvent},
    view::{Task, View},
};

use super::{keymap::Keymap, widgets::hud::is_low};

/// The hints that were shown in this run, by the names of their conditions.
#[derive(Clone, Debug, Default)]
pub struct ShownHints {
    moments: Vec<&'static str>,
}

impl ShownHints {
    /// The first hint whose condition holds after these events and that was not shown before.
    pub fn due(&mut self, view: View<'_>, events: &[Event], keymap: &Keymap) -> Option<String> {
        let texts = &view.catalog().texts;
        moments(view, events).find_map(|moment| self.tell(moment, texts, keymap))
    }

    /// The hint of a condition, if there is one and it was not shown before.
    pub fn tell(&mut self, moment: &'static str, texts: &Texts, keymap: &Keymap) -> Option<String> {
        if self.moments.contains(&moment) {
            return None;
        }
        self.moments.push(moment);
        let hint = texts.hints.iter().find(|hint| hint.when == moment)?;
        Some(keymap.fill_in(&hint.text))
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
                && !view.is_away(),
        ),
        ("threat", is(|event| matches!(event, Event::Fight(FightEvent::ThreatSeen { .. })))),
        ("mop", is(|event| matches!(event, Event::Work(WorkEvent::MopFouled)))),
        (
            "dawn",
            is(|event| matches!(event, Event::Work(WorkEvent::DawnNears { .. })))
                && view.turns_to_exit().is_some(),
        ),
        ("start", view.clock().0 == 0),
        ("hurt", is_low(player.health, player.max_health)),
        ("trap", beside().any(|pos| view.cell(pos).fixture.is_some_and(Fixture::is_armed_trap))),
        ("body", player.carrying.is_none() && beside().any(|pos| view.cell(pos).body)),
        (
            "job",
            view.tasks().iter().any(|task| {
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
        ("hide", beside().any(|pos| view.cell(pos).fixture.is_some_and(Fixture::hides))),
        ("shop", view.is_in_shop()),
        ("done", view.is_order_complete() && view.refusal(&Command::TravelToExit).is_none()),
    ];
    table.into_iter().filter(|&(_, come)| come).map(|(moment, _)| moment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{content::Catalog, ui::keymap::unknown_names};

    #[test]
    fn every_hint_names_keys_that_there_are_and_is_told_once() {
        let catalog = Catalog::embedded().unwrap();
        let keymap = Keymap::default();
        for hint in &catalog.texts.hints {
            assert_eq!(unknown_names(&hint.text), Vec::<&str>::new());
        }
        let mut told = ShownHints::default();
        assert!(told.tell("start", &catalog.texts, &keymap).is_some());
        assert_eq!(told.tell("start", &catalog.texts, &keymap), None);
    }
}
