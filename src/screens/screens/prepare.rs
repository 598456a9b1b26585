//! The list of what can be prepared for the raid from here, with what comes of each.

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::Intent,
    widgets::sheet::{Block, Row, Sheet},
};
use content::{Supply, capital, counted};
use engine::sim::{Command, Preparation};
use engine::view::{PartyWay, PreparationChoice, View};

use super::ask::submit_or_ask;
use super::ask::{Choice, ChooseScreen};

pub(crate) struct PrepareScreen;

impl Screen for PrepareScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let choices = view.preparations().unwrap_or_default();
        let chosen = context.sheet.chosen_of(&choices);
        let effect = chosen.map(|choice| format!("{} {}", choice.effect, choice.note));
        let own = [Some(stores(view)), view.hint_on_kits()];
        let own = own.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let told = [effect, Some(own)].into_iter().flatten().chain(view.expected_at_dawn());
        Some(Sheet {
            rows: choices.iter().map(|choice| Row::new(capital(&choice.row()))).collect(),
            foot: told.flat_map(Block::after_blank).collect(),
            hints: context.hints([(Intent::Confirm, "do it"), (Intent::Cancel, "back")]),
            opened_by: Some(Intent::Prepare),
            is_compact: true,
            ..Sheet::boxed(74, "Prepare")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        match run.view().preparations().unwrap_or_default().get(row) {
            Some(choice) => choose(choice, run, context),
            None => Transition::Pop,
        }
    }
}

fn stores(view: View<'_>) -> String {
    let supplies = view.player().supplies;
    let parts = supplies.iter().find(|(supply, _)| *supply == Supply::Parts);
    let parts = parts.map_or(0, |&(_, count)| count);
    let kits = view.kits_in_words();
    let max = view.catalog().rules.prepare.max_kits;
    let kits = if kits.is_empty() { "none" } else { &kits };
    let cords = counted(view.cords_left() as u32, "cord");
    format!("You have {} and {cords}. Kits ({max} at most): {kits}.", Supply::Parts.counted(parts))
}

/// Does it, after asking where a kit is to go, and whether, if it shuts something off.
fn choose(choice: &PreparationChoice, run: &mut ActiveRun, context: &Context) -> Transition {
    if choice.places.is_empty() {
        run.say(choice.note.clone());
        return Transition::Pop;
    }
    let (place, command) = choice.places[0];
    if !matches!(command, Command::Prepare(Preparation::SetKit { .. })) {
        let at = place.map_or(run.view().player().pos, |(_, at)| at);
        return submit_or_ask(command, at, run, context);
    }
    let way = PartyWay::of(&run.view());
    let choices = choice.places.iter().filter_map(|&(place, command)| {
        let (dir, at) = place?;
        let label = run.view().whereabouts(at, way.as_ref());
        Some(Choice { label, dir: Some(dir), at, command })
    });
    let choices: Vec<Choice> = choices.collect();
    // The first of those that serve best.
    let worth = |place: &usize| way.as_ref().map(|way| way.worth(choices[*place].at));
    let best = (0..choices.len()).rev().max_by_key(worth).unwrap_or(0);
    let question = format!("{}. Where?", capital(&choice.label));
    let mut ask = ChooseScreen::new(question, Intent::Prepare, choices);
    (ask.note, ask.at) = (choice.note.clone(), best);
    Transition::replace(ask)
}
